"""Integer ranges: between which bounds each integer, index, and element of vectors of them lies.

Bounds could climb one by one around a loop for ever, so a value whose range has grown a few times is widened: the
bound that moves goes all the way. What an op makes of ranges is said by its interface `InferIntRange`; the rules for
the bundled dialects are attached by `integer_range_rules`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Operation, Value
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import InferIntRange

from . import integer_range_rules
from .constant_ranges import integer_width
from .control_flow import Flow
from .dead_code import DeadCodeAnalysis
from .sparse import SparseForwardAnalysis

integer_range_rules.attach()

GROWTHS_BEFORE_WIDENING = 8


class NoRange:
    """The element of what is no integer."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<no range>"


NO_RANGE = NoRange()
Element = IntegerRange | NoRange


class IntegerRangeAnalysis(SparseForwardAnalysis[Element]):
    """The range of each value. Only what is computed where control can come counts."""

    def __init__(self, dead_code: DeadCodeAnalysis) -> None:
        super().__init__(dead_code)
        self._growths: dict[Value, int] = {}

    def range_of(self, value: Value) -> IntegerRange | None:
        """The bounds of a value; `None` of what is no integer, or is never computed."""
        element = self.elements.get(value)
        return element if isinstance(element, IntegerRange) else None

    def join(self, a: Element, b: Element) -> Element:
        return a.union(b) if isinstance(a, IntegerRange) and isinstance(b, IntegerRange) else NO_RANGE

    def unknown(self, value: Value) -> Element:
        width = integer_width(value.type)
        return NO_RANGE if width is None else IntegerRange.full(width)

    def update(self, value: Value, element: Element) -> None:
        known = self.elements.get(value)
        if isinstance(known, IntegerRange) and isinstance(element, IntegerRange):
            joined = known.union(element)
            if joined == known:
                return
            count = self._growths[value] = self._growths.get(value, 0) + 1
            element = widened(known, joined) if count >= GROWTHS_BEFORE_WIDENING else joined
        super().update(value, element)

    def transfer(self, op: Operation, operands: Sequence[Element]) -> Sequence[Element] | None:
        rules = InferIntRange.of(op)
        if rules is None:
            return None
        return self._elements(op.results, rules.infer_ranges(op, _ranges(operands)))

    def made_by(self, op: Operation, flow: Flow) -> Sequence[Element | None] | None:
        owner = op if op.regions else op.parent_op
        rules = InferIntRange.of(owner) if owner is not None else None
        if owner is None or rules is None or isinstance(flow.destination, Operation):
            return None
        operands = [self.elements.get(value) for value in owner.operands]
        if None in operands:
            return [None] * len(flow.unknown)
        known = [element if isinstance(element, IntegerRange) else None for element in operands]
        return self._elements(flow.unknown, rules.infer_argument_ranges(owner, flow.unknown, known))

    def _elements(self, values: Sequence[Value], ranges: Sequence[IntegerRange | None]) -> list[Element]:
        return [self.unknown(value) if each is None else each for value, each in zip(values, ranges, strict=True)]


def _ranges(elements: Sequence[Element]) -> list[IntegerRange | None]:
    return [element if isinstance(element, IntegerRange) else None for element in elements]


def widened(before: IntegerRange, after: IntegerRange) -> IntegerRange:
    """`after`, with each bound that moved since `before` moved as far as it can."""
    full = IntegerRange.full(after.width)
    return IntegerRange(
        after.width,
        *(end if new != old else old for old, new, end in zip(before[1:], after[1:], full[1:], strict=True)),
    )
