"""Products of f32 by the threads of a warp themselves, which round no element: tensor cores would cut it to tf32.

Threads hold the sums of 16 rows and 8 columns as `mma.sync` leaves them, so that all else that is done with sums stays
the same. A thread multiplies its two rows by its two columns. It reads the columns in workgroup memory; the rows it
reads there, too, or gets from the threads that hold them as sums of another product.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects import arith, gpu, loop, nvgpu, vector
from dlc.ir import Block, Builder, Type, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.builtin_types import VectorType, f32, i32
from dlc.passes.loops.analysis.nests import Point

from ..operands import Matrix, MatrixInRegisters, MatrixInWorkgroup
from .nvidia import PAIRS, SUMS, MmaSync
from .unit import GROUP, MEMBER

if TYPE_CHECKING:
    from ..warp_tiles import WarpTiles

TERMS = VectorType((8, 2, 2), f32)
"""The type of the elements that a thread multiplies in a product: of each of eight terms, one for each of four sums."""


class Fma(MmaSync):
    """Threads that multiply and add."""

    rounds_f32 = False

    def takes_sums(self, element: Type) -> bool:
        return element is f32

    def shape_of(self, element: Type) -> nvgpu.Shape | None:
        return nvgpu.Shape(self.rows, self.columns, TERMS.shape[0]) if element is f32 else None

    def skews(self, element: Type, *, is_transposed: bool) -> int:
        return 1

    def first(self, matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, start: int) -> Value:
        """Return the terms of both rows of a thread, each for two columns."""
        group = tiles.threads.induction_variables[2]
        rows = [tiles.row(AffineDimExpr(0) + (start + down), [group]) for down in (0, nvgpu.ROWS)]
        if isinstance(matrix, MatrixInRegisters):
            terms = zip(*(_terms_of_all(matrix, tiles, steps, row) for row in rows), strict=True)
        else:
            terms = ([matrix.access(steps.body, row, _term(steps, at)).result for row in rows] for at in range(8))
        return _whole(steps.body, [element for term in terms for element in term for _ in range(2)])

    def second(self, matrix: MatrixInWorkgroup, tiles: WarpTiles, steps: loop.ForOp) -> list[Value]:
        """Return the terms of both columns of a thread, for two rows, in each product along the columns of a tile."""
        member = tiles.threads.induction_variables[3]
        fragments: list[Value] = []
        for start in range(0, tiles.tile[1], self.columns):
            columns = [tiles.column(AffineDimExpr(0) * 2 + (start + along), [member]) for along in range(2)]
            terms = [[matrix.access(steps.body, each, _term(steps, at)).result for each in columns] for at in range(8)]
            fragments.append(_whole(steps.body, [element for term in terms for element in (*term, *term)]))
        return fragments

    def product(self, block: Block, a: Value, b: Value, c: Value, element: Type) -> Value:
        at = Builder.at_end(block)
        for term in range(TERMS.shape[0]):
            x, y = (at.insert(vector.ExtractOp.of(each, [term])).result for each in (a, b))
            c = at.insert(vector.FMAOp(x, y, c)).result
        return c


def _term(steps: loop.ForOp, number: int) -> Point:
    """Return the index of a term of the product of an iteration."""
    return AffineDimExpr(0) + number, (steps.induction_variable,), 1


def _terms_of_all(matrix: Matrix, tiles: WarpTiles, steps: loop.ForOp, row: Point) -> list[Value]:
    """Return the terms of a row, of which each of the threads that share it holds two."""
    lanes, block = tiles.threads.induction_variables[2:], steps.body
    place = MEMBER * SUMS.elements
    own: list[Value] = []
    for along in range(SUMS.elements):
        inner = (AffineDimExpr(2) + place + along, (*lanes, steps.induction_variable), 3)
        own.append(matrix.access(block, row, inner).result)
    at, terms = Builder.at_end(block, steps.location), list[Value]()
    warp = at.insert(arith.ConstantOp.integer(nvgpu.WARP, i32)).result
    for member in range(PAIRS):
        holder = at.insert(loop.ApplyOp.of(AffineMap(1, 0, [GROUP * PAIRS + member]), lanes[:1])).result
        lane = at.insert(arith.IndexCastOp(holder, i32)).results[0]
        terms += [at.insert(gpu.ShuffleOp(each, lane, warp, gpu.ShuffleModeAttr("idx"))).shuffleResult for each in own]
    return terms


def _whole(block: Block, elements: Sequence[Value]) -> Value:
    whole = vector.FromElementsOp(elements, TERMS)
    block.append(whole)
    return whole.dest


FMA = Fma({f32: (f32,)})
