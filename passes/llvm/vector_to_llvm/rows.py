"""Vectors as rows: extracted from LLVM's nested arrays, processed one by one, and inserted again.

A vector without dimensions is a row of one element.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from dlc.dialects import llvm
from dlc.ir import DenseElementsAttr, Type, Value
from dlc.ir.builtin_types import VectorType, i32, i64
from dlc.passes.rewriting.cannot_lower import CannotLower

from ..lowering.elementwise import Emitter, positions, row_of, row_type

Position = tuple[int, ...]


def vector_of(value: Value) -> VectorType:
    """Return the type of a vector before it is converted."""
    return value.type_as(VectorType)


def outer_positions(shape: Sequence[int]) -> Iterator[Position]:
    """Return the positions of the rows of a vector of this shape."""
    return itertools.product(*map(range, shape[:-1]))


def row_number(shape: Sequence[int], position: Sequence[int]) -> int:
    """Return the linear index of the row at a position of the outer dimensions."""
    number = 0
    for size, index in zip(shape[:-1], position, strict=True):
        number = number * size + index
    return number


def row_length(shape: Sequence[int]) -> int:
    return shape[-1] if shape else 1


class Rows(Emitter):
    """Inserts ops on rows before the op that is being lowered."""

    __slots__ = ()

    # -- To rows and back --------------------------------------------------------------------------------------------

    def converted(self, value: Value) -> Value:
        """Return a converted value."""
        return self.rewriter.converted_to_one(value)

    def type_of(self, type: Type) -> Type:
        """Return the converted type, if it is one."""
        converted = self.rewriter.convert_type(type)
        if len(converted) != 1:
            raise CannotLower(f"type '{type}' is not one value in 'llvm'")
        return converted[0]

    def row_type(self, type: VectorType) -> VectorType:
        """Return the type of a vector's rows."""
        row = row_type(self.type_of(type))
        assert isinstance(row, VectorType)
        return row

    def rows(self, value: Value) -> list[Value]:
        """Return the rows of a vector operand; a scalar is one row."""
        whole = self.converted(value)
        return [row_of(self, whole, position) for position in positions(whole.type)]

    def whole(self, type: Type, rows: Sequence[Value]) -> Value:
        """Return the vector with these rows."""
        converted = self.type_of(type)
        if not isinstance(converted, llvm.ArrayType):
            return rows[0]
        whole = self.poison(converted)
        for position, row in zip(positions(converted), rows, strict=True):
            whole = self.emit(llvm.InsertValueOp.of(row, whole, *position))
        return whole

    # -- Elements ----------------------------------------------------------------------------------------------------

    def index(self, value: int) -> Value:
        return self.constant(value, i64)

    def element(self, row: Value, place: int | Value) -> Value:
        place = self.index(place) if isinstance(place, int) else place
        return self.emit(llvm.ExtractElementOp(row, place))

    def with_element(self, row: Value, element: Value, place: int | Value) -> Value:
        place = self.index(place) if isinstance(place, int) else place
        return self.emit(llvm.InsertElementOp(row, element, place))

    def row_from(self, elements: Sequence[Value], type: VectorType) -> Value:
        """Return a row of these elements; a splat if they are all the same."""
        if len(elements) > 1 and all(element is elements[0] for element in elements):
            return self.splat(elements[0], type)
        row = self.poison(type)
        for place, element in enumerate(elements):
            row = self.with_element(row, element, place)
        return row

    def splat(self, element: Value, type: VectorType) -> Value:
        """Return a row that repeats an element."""
        row = self.with_element(self.poison(type), element, 0)
        if type.num_elements == 1 and not type.is_scalable:
            return row
        return self.emit(llvm.ShuffleVectorOp.of(row, self.poison(type), [0] * type.num_elements))

    def constant_row(self, values: Sequence[int], type: VectorType) -> Value:
        """Return a constant row of integers."""
        return self.emit(llvm.ConstantOp(DenseElementsAttr.from_bits(type, list(values)), type))

    # -- Moving elements about ---------------------------------------------------------------------------------------

    def shuffled(self, first: Value, second: Value, places: Sequence[int]) -> Value:
        """Return elements of two rows of one type, by their position in the concatenation."""
        return self.emit(llvm.ShuffleVectorOp.of(first, second, places))

    def part(self, row: Value, start: int, length: int) -> Value:
        """Return a contiguous part of a row."""
        type = row.type_as(VectorType)
        if length == type.num_elements:
            return row
        return self.shuffled(row, self.poison(type), list(range(start, start + length)))

    def joined(self, rows: Sequence[Value]) -> Value:
        """Return the concatenation of rows of one type."""
        pieces = list(rows)
        while len(pieces) > 1:
            type = pieces[0].type_as(VectorType)
            length = type.num_elements
            pairs = [
                self.shuffled(pieces[i], pieces[i + 1], list(range(2 * length))) for i in range(0, len(pieces) - 1, 2)
            ]
            if len(pieces) % 2:
                last = self.shuffled(pieces[-1], self.poison(type), [*range(length), *[-1] * length])
                pairs.append(last)
            pieces = pairs
        type = pieces[0].type_as(VectorType)
        first = rows[0].type_as(VectorType)
        return self.part(pieces[0], 0, first.num_elements * len(rows))

    def recut(self, rows: Sequence[Value], length: int) -> list[Value]:
        """Return the same elements in rows of another length."""
        type = rows[0].type_as(VectorType)
        before = type.num_elements
        piece = math.gcd(before, length)
        pieces = [self.part(row, start, piece) for row in rows for start in range(0, before, piece)]
        count = length // piece
        return [self.joined(pieces[start : start + count]) for start in range(0, len(pieces), count)]

    # -- Bits --------------------------------------------------------------------------------------------------------

    def compare(self, word: str, lhs: Value, rhs: Value) -> Value:
        return self.emit(llvm.ICmpOp.of(word, lhs, rhs))

    def select(self, condition: Value, on_true: Value, on_false: Value) -> Value:
        return self.emit(llvm.SelectOp(condition, on_true, on_false))

    def both(self, first: Value | None, second: Value | None) -> Value | None:
        """Return the conjunction of two conditions, where `None` is always true."""
        if first is None or second is None:
            return first if second is None else second
        return self.emit(llvm.AndOp(first, second))

    def clamped(self, value: Value, low: int, high: int) -> Value:
        """Return a signed i64 clamped to a range, as i32."""
        inside = self.emit(llvm.SMinOp(self.emit(llvm.SMaxOp(value, self.index(low))), self.index(high)))
        return self.emit(llvm.TruncOp(inside, i32))

    def steps(self, length: int) -> Value:
        """Return the row 0, 1, 2 … of i32."""
        return self.constant_row(list(range(length)), VectorType((length,), i32))
