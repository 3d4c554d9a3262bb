"""Tiles of warps: the loop over the threads that hold the fragments of a tile, and the indices of their elements.

The tile of a block is divided among warps, which have tiles of a size. A tile of a warp consists of the products of
`mma.sync`, each with 16 by 8 sums. Of these, thread 4 * r + p of the warp has elements 2 * p and 2 * p + 1 of rows r
and r + 8. So a loop over the threads has four dimensions: rows and columns of warps, r, and p.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlc.dialects import loop, nvgpu
from dlc.dialects.gpu import ThreadMappingAttr
from dlc.ir import Value
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.passes.loops.analysis.nests import Point, lower_bound
from dlc.passes.loops.transforms.refusals import Refusal

from .map_loops import map_to

PAIRS = nvgpu.WARP // nvgpu.ROWS
"""The number of threads that share a row of a fragment."""
SUMS = nvgpu.sum_fragment(nvgpu.Shape(16, 8, 16))
"""The sums of one `mma.sync` that a thread holds."""


class WarpTiles:
    """The loop over the threads of a block that replaces two loops over the rows and columns of a tile.

    Without a loop over columns, the threads that share a row all run its iteration.
    """

    def __init__(self, rows: loop.ForOp, columns: loop.ForOp | None, tile: Sequence[int], what: str) -> None:
        if len(tile) != 2 or tile[0] % 16 or tile[1] % 8 or min(tile) <= 0:
            shown = "x".join(map(str, tile))
            raise Refusal(rows, f"{what}: the tile of a warp must have multiples of 16x8 elements, but got {shown}")
        self.rows, self.columns, self.tile = rows, columns, (tile[0], tile[1])
        self.warps = [
            _parts(op, size, what) if op is not None else 1 for op, size in zip((rows, columns), tile, strict=True)
        ]
        self.threads = loop.ParallelOp.over([0] * 4, [*self.warps, nvgpu.ROWS, PAIRS], location=rows.location)
        hints = ("warp_row", "warp_column", "row", "pair")
        for value, hint in zip(self.threads.induction_variables, hints, strict=True):
            value.name_hint = hint

    def close(self) -> loop.ParallelOp:
        """End the body, and map the loop to threads."""
        return map_to(self.threads.close(), ThreadMappingAttr)

    def point(self, op: loop.ForOp, warp: Value, size: int, offset: AffineExpr, operands: Sequence[Value]) -> Point:
        """Return an index of a loop of the tile: that of the warp, and an offset, an expression of other operands."""
        lower, bound = lower_bound(op)
        dims = len(operands)
        start = lower.shift_dims(dims + 1).results[0] + AffineDimExpr(dims) * size
        return start + offset, (*operands, warp, *bound), lower.num_dims + dims + 1

    def row(self, offset: AffineExpr, operands: Sequence[Value]) -> Point:
        """Return the index of a row."""
        return self.point(self.rows, self.threads.induction_variables[0], self.tile[0], offset, operands)

    def column(self, offset: AffineExpr, operands: Sequence[Value]) -> Point:
        """Return the index of a column."""
        assert self.columns is not None, "the tile has columns"
        return self.point(self.columns, self.threads.induction_variables[1], self.tile[1], offset, operands)

    # -- The elements of a thread --------------------------------------------------------------------------------------

    def rows_of_thread(self) -> Iterator[Point]:
        """Return the indices of the rows of which a thread has elements."""
        row = self.threads.induction_variables[2]
        return (self.row(AffineDimExpr(0) + start, [row]) for start in range(0, self.tile[0], nvgpu.ROWS))

    def columns_of_thread(self, op: loop.ForOp) -> Iterator[Point]:
        """Return the indices, in a loop over all columns of a tile, of those of which a thread has elements."""
        pair, lower = self.threads.induction_variables[3], lower_bound(op)
        start = lower[0].shift_dims(1).results[0]
        for column in range(0, self.tile[1], PAIRS * SUMS.elements):
            for element in range(SUMS.elements):
                index = start + AffineDimExpr(0) * SUMS.elements + (column + element)
                yield index, (pair, *lower[1]), lower[0].num_dims + 1

    def fragments(self) -> Iterator[tuple[int, int]]:
        """Return where each fragment of sums begins in the tile of a warp."""
        return ((row, column) for row in range(0, self.tile[0], 16) for column in range(0, self.tile[1], 8))

    def elements(self, fragment: tuple[int, int]) -> Iterator[tuple[Point, Point]]:
        """Return the indices of the elements of a fragment of sums that a thread has, in their order."""
        row, pair = self.threads.induction_variables[2:]
        for place in SUMS.places():
            down, along = SUMS.position(0, *place)
            yield (
                self.row(AffineDimExpr(0) + (fragment[0] + down), [row]),
                self.column(AffineDimExpr(0) * SUMS.elements + (fragment[1] + along), [pair]),
            )


def _parts(op: loop.ForOp, size: int, what: str) -> int:
    """Return the number of tiles of a size in a loop."""
    trips = op.constant_trip_count()
    if trips is None or trips % size or op.step_value != 1 or op.lower_map.num_results != 1 or op.results:
        shown = "any number of" if trips is None else str(trips)
        raise Refusal(op, f"{what}: it must run a multiple of {size} iterations, but got {shown} iterations")
    return trips // size
