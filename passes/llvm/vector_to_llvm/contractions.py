"""Unrolling of `vector.contract`, into products of rows if the result's rows allow it, otherwise products of scalars.

By the op's semantics the products are rounded, and combined with the accumulator in the order of the loops. Use
`vector.fma` or `vector.outerproduct` for fused products and sums.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from dlc.dialects import llvm, vector
from dlc.ir import Value
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType, like
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from .combining import elements_of, from_elements
from .kinds import Combining
from .rows import Rows, row_number


@conversion(vector.ContractionOp)
def lower_contract(op: vector.ContractionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.contract  ->  products combined with the accumulator"""
    if any(isinstance(value.type, VectorType) and value.type.is_scalable for value in op.operands):
        return rw.no_match("scalable vectors cannot be unrolled")
    return rw.replace(op, contraction(op, rw, None))


def contraction(op: vector.ContractionOp, rw: ConversionRewriter, mask: list[Value] | None) -> Value:
    """Return a contraction; `mask` has rows of bits for the products that are taken."""
    unrolling = _Contraction(op, rw, mask)
    return unrolling.by_rows() if unrolling.works_on_rows() else unrolling.by_elements()


class _Contraction:
    def __init__(self, op: vector.ContractionOp, rw: ConversionRewriter, mask: list[Value] | None) -> None:
        self.op = op
        self.rows = Rows(op, rw)
        self.mask = mask
        self.type = op.result.type
        element = self.type.element_type if isinstance(self.type, VectorType) else self.type
        self.combining = Combining(self.rows, op.kind, element)
        self.dims = [[order.dim_position(i) for i in range(order.num_results)] for order in op.maps]
        """The loops of the dimensions of lhs, rhs and result."""
        self.sizes = [size or 1 for size in op.loop_sizes()]

    def works_on_rows(self) -> bool:
        """Return whether a row of the result is computed from rows, or uniform scalars, of both sides."""
        left, right, out = self.dims
        return bool(out) and all(out[-1] not in side or side[-1] == out[-1] for side in (left, right))

    def steps(self, loops: Sequence[int]) -> itertools.product[tuple[int, ...]]:
        return itertools.product(*(range(size) if loop in loops else range(1) for loop, size in enumerate(self.sizes)))

    # -- Rows --------------------------------------------------------------------------------------------------------

    def by_rows(self) -> Value:
        rows, along = self.rows, self.dims[2][-1]
        assert isinstance(self.type, VectorType)
        result = rows.rows(self.op.acc)
        sides = [rows.rows(side) for side in (self.op.lhs, self.op.rhs)]
        for at in self.steps([loop for loop in range(len(self.sizes)) if loop != along]):
            number = row_number(self.type.shape, [at[loop] for loop in self.dims[2][:-1]])
            factors = [self._line(sides[side], side, at, along) for side in (0, 1)]
            old = result[number]
            combined = self.combining.combined(old, self.combining.product(*factors))
            if self.mask is not None:
                combined = rows.select(self._mask_line(at, along), combined, old)
            result[number] = combined
        return rows.whole(self.type, result)

    def _line(self, side_rows: list[Value], side: int, at: Sequence[int], along: int) -> Value:
        """Return a side's operand for a row of the result: a row, or a splat."""
        dims = self.dims[side]
        shape = [self.sizes[loop] for loop in dims]
        row = side_rows[row_number(shape, [at[loop] for loop in dims[:-1]])]
        if dims[-1] == along:
            return self._widened(row)
        assert isinstance(self.type, VectorType)
        return self.rows.splat(self._widened(self.rows.element(row, at[dims[-1]])), self.rows.row_type(self.type))

    def _mask_line(self, at: Sequence[int], along: int) -> Value:
        """Return the mask bits for a row of the result."""
        assert self.mask is not None
        if along == len(self.sizes) - 1:
            return self.mask[row_number(self.sizes, at[:-1])]
        bits: list[Value] = []
        for place in range(self.sizes[along]):
            step = [place if loop == along else index for loop, index in enumerate(at)]
            bits.append(self._bit(step))
        return self.rows.row_from(bits, VectorType((len(bits),), IntegerType(1)))

    # -- Numbers -----------------------------------------------------------------------------------------------------

    def by_elements(self) -> Value:
        rows = self.rows
        sides = [[self._widened(each) for each in elements_of(rows, side)] for side in (self.op.lhs, self.op.rhs)]
        result = elements_of(rows, self.op.acc)
        for at in self.steps(range(len(self.sizes))):
            left, right, number = (self._place(dims, at) for dims in self.dims)
            old = result[number]
            combined = self.combining.combined(old, self.combining.product(sides[0][left], sides[1][right]))
            result[number] = combined if self.mask is None else rows.select(self._bit(at), combined, old)
        return from_elements(rows, self.type, result)

    def _place(self, dims: Sequence[int], at: Sequence[int]) -> int:
        place = 0
        for loop in dims:
            place = place * self.sizes[loop] + at[loop]
        return place

    def _bit(self, at: Sequence[int]) -> Value:
        assert self.mask is not None
        return self.rows.element(self.mask[row_number(self.sizes, at[:-1])], at[-1])

    def _widened(self, value: Value) -> Value:
        """Return a scalar or row converted to the accumulator's type."""
        type = self.combining.element
        target = like(value.type, type)
        if target is value.type:
            return value
        extension = llvm.FPExtOp if isinstance(type, FloatType) else llvm.SExtOp
        return self.rows.emit(extension(value, target))


PATTERNS = (lower_contract,)
