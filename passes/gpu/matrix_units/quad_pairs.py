"""The tensor cores of sm_70: `nvgpu.mma.quad_pairs`, by which a warp multiplies 16 by 4 and 4 by 16 elements of f16.

Each quad pair multiplies 8 rows and 8 columns: every other four of the tile, so that threads that load side by side
read 8 adjacent rows. Threads load operands themselves: 16 bytes of a row, or four adjacent elements of different sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dlc.dialects import arith, loop, nvgpu, vector
from dlc.dialects.nvgpu import QUAD, QUAD_PAIR_SIDE, QUAD_PAIR_SUMS
from dlc.ir import Block, Builder, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.builtin_types import VectorType, f16, f32
from dlc.passes.loops.analysis.nests import Point

from ..operands import Matrix, MatrixInWorkgroup
from .unit import MatrixUnit, Place

if TYPE_CHECKING:
    from ..warp_tiles import WarpTiles

TERMS = 16
"""The number of terms of a product of the unit, of which an op multiplies four."""
BY_TERMS, BY_ROWS = VectorType((2, TERMS // 2), f16), VectorType((TERMS // QUAD, QUAD), f16)
"""The types of an operand in a thread: 16 terms of a row, or of every fourth term those of four rows."""
HALF, RIGHT, LOWER, SECOND, ODD = map(AffineDimExpr, range(5))
"""The bits of the number of a thread in its warp: the half of its quad pair, the column and the row of that, and the
number of the thread in that half.
"""
ROWS_OF_PAIR, COLUMNS_OF_PAIR, NUMBER = LOWER * QUAD, RIGHT * QUAD, SECOND * 2 + ODD
"""The first row and the first column of a quad pair, and the number of a thread in its half of it."""


class QuadPairs(MatrixUnit):
    """Tensor cores that multiply fragments of quad pairs."""

    rows = columns = 2 * QUAD_PAIR_SIDE
    lanes = (2, 2, 2, 2, 2)
    lane_names = ("half", "right", "lower", "second", "odd")

    def __init__(self) -> None:
        self.sums = {f16: (f32,)}

    @property
    def row_sharers(self) -> None:
        return None

    def takes_sums(self, element: Type) -> bool:
        return False

    def shape_of(self, element: Type) -> nvgpu.Shape | None:
        return nvgpu.Shape(self.rows, self.columns, TERMS) if element in self.sums else None

    def sum_places(self) -> Sequence[Place]:
        row, column = HALF * QUAD_PAIR_SIDE + ROWS_OF_PAIR + ODD, COLUMNS_OF_PAIR + SECOND * 2
        elements = range(QUAD_PAIR_SUMS.num_elements)
        return [(row + (at & 2), column + at // QUAD * QUAD_PAIR_SIDE + at % 2) for at in elements]

    def sums_of(self, element: Type) -> VectorType:
        return VectorType(QUAD_PAIR_SUMS.shape, element)

    def loads_transposed(self, element: Type) -> bool:
        return True

    def first(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        return _loaded(matrix, tiles.row, ROWS_OF_PAIR + start, tiles, steps)

    def second(self, matrix: MatrixInWorkgroup, tiles: WarpTiles, steps: loop.ForOp) -> list[Value]:
        starts = range(0, tiles.tile[1], self.columns)
        return [_loaded(matrix, tiles.column, COLUMNS_OF_PAIR + start, tiles, steps) for start in starts]

    def product(self, block: Block, a: Value, b: Value, c: Value, element: Type) -> Value:
        builder = Builder.at_end(block)
        flags = [UNIT if each.type is BY_ROWS else None for each in (a, b)]
        for step in range(TERMS // QUAD):
            first, second = (_part(builder, each, step) for each in (a, b))
            op = nvgpu.MmaQuadPairsOp(first, second, c, c.type, transposeA=flags[0], transposeB=flags[1])
            c = builder.insert(op).res
        return c


def _loaded(
    matrix: Matrix,
    side_of: Callable[[AffineExpr, Sequence[Value]], Point],
    first: AffineExpr,
    tiles: WarpTiles,
    steps: loop.ForOp,
) -> Value:
    """Return a thread's part of an operand, of which its quad pair has four rows or columns from `first` on."""
    assert isinstance(matrix, MatrixInWorkgroup), "threads hold no operands as sums"
    lanes, builder = tiles.threads.induction_variables[2:], Builder.at_end(steps.body)
    type = BY_ROWS if matrix.is_transposed else BY_TERMS
    side, term = first + HALF * QUAD_PAIR_SIDE, AffineDimExpr(len(lanes)) + 0
    side, term = (side, term + NUMBER) if matrix.is_transposed else (side + NUMBER, term)
    count, length = type.shape
    whole = builder.insert(arith.ConstantOp.floating(0.0, type)).result
    for at in range(count):
        inner = term + at * length, (*lanes, steps.induction_variable), len(lanes) + 1
        part = matrix.adjacent(steps.body, side_of(side, lanes), inner, length)
        whole = builder.insert(vector.InsertOp.of(part, whole, [at])).result
    return whole


def _part(builder: Builder, operand: Value, step: int) -> Value:
    """Return the elements of an operand that one op multiplies."""
    length = operand.type_as(VectorType).shape[1]
    row, start = divmod(step * QUAD, length)
    whole = builder.insert(vector.ExtractOp.of(operand, [row])).result
    if length == QUAD:
        return whole
    return builder.insert(vector.ExtractStridedSliceOp.of(whole, [start], [QUAD])).result
