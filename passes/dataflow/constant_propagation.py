"""Sparse conditional constant propagation: which values are always the same constant, where control can come at all."""

# Uses and operands are read where they lie: this is the inner loop.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, Operation, Value
from dlc.ir.interfaces import InferIntRange

from ..rewriting.folding import fold, is_in_place
from .constant_ranges import constant_in_range, range_of_constant
from .control_flow import Flow
from .dead_code import DeadCodeAnalysis
from .sparse import SparseForwardAnalysis


class NotConstant:
    """The element of values that are not always the same, or of which nothing is known."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<not constant>"


NOT_CONSTANT = NotConstant()
Element = Attribute | NotConstant


class ConstantPropagation(SparseForwardAnalysis[Element]):
    """Folds ops whose operands are known, without changing them."""

    def __init__(self, dead_code: DeadCodeAnalysis) -> None:
        super().__init__(dead_code)
        dead_code.constants_of = self.operand_constants
        self._followers: dict[Value, dict[Operation, None]] = {}
        """The ops that fold to a value which is none of their operands."""

    def constant_of(self, value: Value) -> Attribute | None:
        """The constant that a value always is, if it is one."""
        element = self.elements.get(value)
        return element if isinstance(element, Attribute) else None

    def operand_constants(self, op: Operation) -> Sequence[Attribute | None] | None:
        """The constants among an op's operands; `None` where some operand has not been met yet."""
        elements = [self.elements.get(value) for value in op.operands]
        if None in elements:
            return None
        return [element if isinstance(element, Attribute) else None for element in elements]

    def join(self, a: Element, b: Element) -> Element:
        return a if a is b else NOT_CONSTANT

    def unknown(self, value: Value) -> Element:
        del value
        return NOT_CONSTANT

    def update(self, value: Value, element: Element) -> None:
        """Update the state of a value; a constant forwarded as another type is not the constant of that value."""
        if getattr(element, "type", value.type) is not value.type:
            element = NOT_CONSTANT
        super().update(value, element)

    def changed(self, value: Value) -> None:
        super().changed(value)
        for user in value.users:
            if user.successors or user.regions or user._next is None:  # it may decide where control goes
                self.dead_code.enqueue(user)
        for op in self._followers.get(value, ()):
            self.enqueue(op)

    def transfer(self, op: Operation, operands: Sequence[Element]) -> Sequence[Element | None] | None:
        if op.regions:
            return None
        value = op.constant_value()
        if value is not None:
            return [value]
        folded = fold_without_changing(op, [e if isinstance(e, Attribute) else None for e in operands])
        if folded is None:
            return None
        return [self._element_of(item, op) for item in folded]

    def made_by(self, op: Operation, flow: Flow) -> Sequence[Element | None] | None:
        """The counter of a loop that runs once is a constant, as its range says."""
        owner = op if op.regions else op.parent_op
        rules = InferIntRange.of(owner) if owner is not None else None
        if owner is None or rules is None or isinstance(flow.destination, Operation):
            return None
        operands = [self.elements.get(value) for value in owner.operands]
        if None in operands:
            return [None] * len(flow.unknown)
        ranges = [
            range_of_constant(element if isinstance(element, Attribute) else None, value.type)
            for value, element in zip(owner.operands, operands, strict=True)
        ]
        ranges_of_arguments = rules.infer_argument_ranges(owner, flow.unknown, ranges)
        return [
            constant_in_range(element, value.type) or NOT_CONSTANT
            for value, element in zip(flow.unknown, ranges_of_arguments, strict=True)
        ]

    def _element_of(self, item: Attribute | Value, op: Operation) -> Element | None:
        """Return the lattice element of what `op` folds to; it is computed again when more is known about that."""
        if isinstance(item, Attribute):
            return item
        self._followers.setdefault(item, {})[op] = None
        return self.elements.get(item)


def fold_without_changing(op: Operation, constants: Sequence[Attribute | None]) -> Sequence[Attribute | Value] | None:
    """Return what `op` folds to for constant operands; a fold that changes the op is undone."""
    operands, properties, attributes = list(op.operands), dict(op.properties), dict(op.attributes)
    folded = fold(op, constants)
    if folded is None:
        return None
    if not is_in_place(op, folded):
        return folded
    if any(a is not b for a, b in zip(op.operands, operands, strict=False)) or len(op.operands) != len(operands):
        op.set_operands(operands)
    for kept, current in ((properties, op.properties), (attributes, op.attributes)):
        current.clear()
        current.update(kept)
    return None
