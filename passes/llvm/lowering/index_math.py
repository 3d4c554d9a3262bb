"""Index arithmetic that folds constants and emits `llvm` ops for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dlc.dialects import llvm
from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.ir import IntegerAttr, Operation, Value
from dlc.ir.index_arithmetic import IndexArithmetic, Operator
from dlc.ir.index_lists import Index
from dlc.ir.values import constant_of
from dlc.passes.rewriting.conversion import ConversionRewriter

from .type_converter import INDEX, converter_of

_O = TypeVar("_O", bound=Operation)


EXACT = llvm.overflow("nsw")
"""Sums and products do not overflow as signed integers."""
NOT_NEGATIVE = llvm.overflow("nsw", "nuw")
"""Sums and products do not overflow, and neither they nor their operands are negative."""


def known_number(index: Index) -> int | None:
    """Return the value of an index if it is a constant, converted or not; otherwise `None`."""
    if isinstance(index, int):
        return index
    cast = index.defined_by(UnrealizedConversionCastOp)
    if cast is not None and len(cast.operands) == 1:
        index = cast.operands[0]
    constant = constant_of(index)
    return constant.value if isinstance(constant, IntegerAttr) else None


def known_numbers(indices: Sequence[Index]) -> list[Index]:
    """Return indices with constants replaced by integers."""
    return [index if (number := known_number(index)) is None else number for index in indices]


class IndexMath(IndexArithmetic):
    """Inserts index arithmetic before an op."""

    __slots__ = ("anchor", "flags", "rewriter")

    def __init__(self, rewriter: ConversionRewriter, anchor: Operation, flags: IntegerAttr = llvm.NO_FLAGS) -> None:
        self.rewriter = rewriter
        self.anchor = anchor
        self.flags = flags
        """Overflow flags of sums and products."""

    def insert(self, op: _O) -> _O:
        return self.rewriter.insert_before(self.anchor, op)

    def value(self, index: Index) -> Value:
        """Return an index as a value; constants are shared, at the beginning of the function, and wrap around."""
        if not isinstance(index, int):
            return index
        region = self.anchor.parent_region
        assert region is not None, "what is converted stands in a region"
        return converter_of(self.rewriter).constants_of(region.entry, self.rewriter).number(INDEX.wrap(index), INDEX)

    def values(self, indices: Sequence[Index]) -> list[Value]:
        return [self.value(index) for index in indices]

    def compute(self, operator: Operator, a: Index, b: Index) -> Value:
        """Insert the op; a constant becomes the second operand if the op is commutative."""
        if isinstance(a, int) and operator != "sub":
            a, b = b, a
        return self.insert(_OPS[operator](self.value(a), self.value(b), self.flags)).res


_OPS: dict[Operator, type[llvm.AddOp | llvm.SubOp | llvm.MulOp]] = {
    "add": llvm.AddOp,
    "sub": llvm.SubOp,
    "mul": llvm.MulOp,
}
