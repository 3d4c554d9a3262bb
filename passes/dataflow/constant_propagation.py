"""Sparse conditional constant propagation: which values are always the same constant, where control can come at all."""

# Uses and operands are read where they lie: this is the inner loop.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.folding import fold, is_in_place

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

    def constant_of(self, value: Value) -> Attribute | None:
        """The constant that a value always is, if it is one."""
        found = self.elements.get(value)
        return found if isinstance(found, Attribute) else None

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

    def changed(self, value: Value) -> None:
        super().changed(value)
        for user, _ in value._uses:
            if user.successors:
                self.dead_code.enqueue(user)

    def transfer(self, op: Operation, operands: Sequence[Element]) -> Sequence[Element] | None:
        if op.regions:
            return None
        value = op.constant_value()
        if value is not None:
            return [value]
        folded = fold_without_changing(op, [e if isinstance(e, Attribute) else None for e in operands])
        if folded is None:
            return None
        return [self._element_of(item) for item in folded]

    def _element_of(self, item: Attribute | Value) -> Element:
        if isinstance(item, Attribute):
            return item
        return self.elements.get(item, NOT_CONSTANT)


def fold_without_changing(op: Operation, constants: Sequence[Attribute | None]) -> Sequence[Attribute | Value] | None:
    """What `op` folds to if its operands are these constants; a fold that changes the op is undone."""
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
