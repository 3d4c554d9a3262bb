"""Result shapes as ops state them, and arithmetic with sizes of which some are known."""

from __future__ import annotations

from dlc.dialects.arith import AddIOp, ConstantOp, MulIOp, SubIOp
from dlc.ir import Builder, Operation, Value
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import TensorType, index
from dlc.ir.index_lists import Index, known_index
from dlc.ir.interfaces import Interface


class ResultShape(Interface):
    """Knows the sizes of its results from its operands, so that `tensor.dim` need not look at the results.

    Asked about dynamic sizes only. Values that it names are operands of the op, or derived from them.
    """

    @staticmethod
    def same_shape_as(op: Operation, result: int) -> Value | None:
        """An operand that has the shape of a result, such as the destination that it updates."""
        del op, result
        return None

    @staticmethod
    def result_size(op: Operation, result: int, dim: int) -> Index | None:
        """A size that is written on the op, as a number or as an operand."""
        del op, result, dim
        return None

    @staticmethod
    def computed_size(op: Operation, result: int, dim: int, b: Builder) -> Index | None:
        """A size that takes new ops to compute."""
        del op, result, dim, b
        return None


class SameShapeAs(ResultShape):
    """Results of the shape of a named operand, where that has a rank: `SameShapeAs("dest")`."""

    def __init__(self, operand: str) -> None:
        self.operand = operand

    def same_shape_as(self, op: Operation, result: int) -> Value | None:  # type: ignore[override]
        value: Value = getattr(op, self.operand)
        return value if isinstance(value.type, TensorType) else None


# -- Arithmetic ------------------------------------------------------------------------------------------------------


def as_value(b: Builder, size: Index) -> Value:
    """The size as a value: a constant where it is known."""
    return size if isinstance(size, Value) else b.insert(ConstantOp(int_attr(size, index))).result


def add_indices(b: Builder, lhs: Index, rhs: Index) -> Index:
    """The sum, computed now if it can be."""
    x, y = known_index(lhs), known_index(rhs)
    if x is not None and y is not None:
        return x + y
    if x == 0 or y == 0:
        return rhs if x == 0 else lhs
    return b.insert(AddIOp(as_value(b, lhs), as_value(b, rhs))).results[0]


def subtract_indices(b: Builder, lhs: Index, rhs: Index) -> Index:
    """The difference, computed now if it can be."""
    x, y = known_index(lhs), known_index(rhs)
    if x is not None and y is not None:
        return x - y
    return lhs if y == 0 else b.insert(SubIOp(as_value(b, lhs), as_value(b, rhs))).results[0]


def multiply_indices(b: Builder, lhs: Index, rhs: Index) -> Index:
    """The product, computed now if it can be."""
    x, y = known_index(lhs), known_index(rhs)
    if x is not None and y is not None:
        return x * y
    if x == 1 or y == 1:
        return rhs if x == 1 else lhs
    return b.insert(MulIOp(as_value(b, lhs), as_value(b, rhs))).results[0]
