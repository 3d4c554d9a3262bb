"""Arithmetic of indices, some of which are known when compiling: numbers are folded, the rest becomes `llvm` ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from dlc.dialects import llvm
from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.operations import Operation
from dlc.ir.values import Value, constant_of
from dlc.passes.rewriting.conversion import ConversionRewriter

from .type_converter import INDEX, converter_of

Index = int | Value
"""A number, or a value of the type that an index has in `llvm`."""

_O = TypeVar("_O", bound=Operation)


EXACT = llvm.overflow("nsw")
"""Sums and products fit."""
NOT_NEGATIVE = llvm.overflow("nsw", "nuw")
"""And neither they nor what they are made of are negative."""


def known_number(index: Index) -> int | None:
    """The number that an index is, if that is known: a constant, converted or not."""
    if isinstance(index, int):
        return index
    cast = index.defined_by(UnrealizedConversionCastOp)
    if cast is not None and len(cast.operands) == 1:
        index = cast.operands[0]
    constant = constant_of(index)
    return constant.value if isinstance(constant, IntegerAttr) else None


def known_numbers(indices: Sequence[Index]) -> list[Index]:
    """Indices with numbers for those that are known."""
    return [index if (number := known_number(index)) is None else number for index in indices]


class IndexMath:
    """Puts arithmetic in front of an op."""

    __slots__ = ("anchor", "flags", "rewriter")

    def __init__(self, rewriter: ConversionRewriter, anchor: Operation, flags: IntegerAttr = llvm.NO_FLAGS) -> None:
        self.rewriter = rewriter
        self.anchor = anchor
        self.flags = flags
        """What is known of overflow in sums and products."""

    def insert(self, op: _O) -> _O:
        return self.rewriter.insert_before(self.anchor, op)

    def value(self, index: Index) -> Value:
        """The value of a number: each is there once, where the function begins."""
        if not isinstance(index, int):
            return index
        region = self.anchor.parent_region
        assert region is not None, "what is converted stands in a region"
        entry, made = region.entry, converter_of(self.rewriter).constants
        found = made.get((entry, index))
        if found is None or found.owner.parent is not entry:
            constant = llvm.ConstantOp.of(index, INDEX)
            if entry.first is not None:
                self.rewriter.insert_before(entry.first, constant)
            found = made[entry, index] = constant.res
        return found

    def values(self, indices: Sequence[Index]) -> list[Value]:
        return [self.value(index) for index in indices]

    def add(self, a: Index, b: Index) -> Index:
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0 or b == 0:
            return b if a == 0 else a
        a, b = (b, a) if isinstance(a, int) else (a, b)
        return self.insert(llvm.AddOp(self.value(a), self.value(b), self.flags)).res

    def sub(self, a: Index, b: Index) -> Index:
        if isinstance(a, int) and isinstance(b, int):
            return a - b
        return a if b == 0 else self.insert(llvm.SubOp(self.value(a), self.value(b), self.flags)).res

    def mul(self, a: Index, b: Index) -> Index:
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if a == 0 or b == 0:
            return 0
        if a == 1 or b == 1:
            return b if a == 1 else a
        a, b = (b, a) if isinstance(a, int) else (a, b)
        return self.insert(llvm.MulOp(self.value(a), self.value(b), self.flags)).res

    def product(self, factors: Sequence[Index]) -> Index:
        """All multiplied, the numbers among them at once."""
        known, result = 1, None
        for factor in factors:
            if isinstance(factor, int):
                known *= factor
            else:
                result = factor if result is None else self.mul(result, factor)
        return known if result is None else self.mul(result, known)
