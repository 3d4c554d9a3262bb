"""Tiles of warps: the loop over the threads that hold the fragments of a tile, and the indices of their elements.

The tile of a block is divided among warps, which have tiles of a size. A tile of a warp consists of products of the
matrix unit, which says what elements of their sums a thread has. So a loop over the threads has dimensions for
rows and columns of warps, and for the numbers of a thread in its warp, of which there are mostly two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlc.dialects import loop
from dlc.dialects.gpu import ThreadMappingAttr
from dlc.ir import Value
from dlc.ir.affine import AffineDimExpr, AffineExpr
from dlc.passes.loops.analysis.nests import Point, lower_bound
from dlc.passes.loops.transforms.refusals import Refusal

from .map_loops import map_to
from .matrix_units.unit import MatrixUnit


class WarpTiles:
    """The loop over the threads of a block that replaces two loops over the rows and columns of a tile.

    Without a loop over columns, the threads that share a row all run its iteration.
    """

    def __init__(
        self, rows: loop.ForOp, columns: loop.ForOp | None, tile: Sequence[int], unit: MatrixUnit, what: str
    ) -> None:
        if len(tile) != 2 or tile[0] % unit.rows or tile[1] % unit.columns or min(tile) <= 0:
            shown = "x".join(map(str, tile))
            size = f"{unit.rows}x{unit.columns}"
            raise Refusal(rows, f"{what}: the tile of a warp must have multiples of {size} elements, but got {shown}")
        self.unit, self.places = unit, unit.sum_places()
        self.rows, self.columns, self.tile = rows, columns, (tile[0], tile[1])
        self.warps = [
            _parts(op, size, what) if op is not None else 1 for op, size in zip((rows, columns), tile, strict=True)
        ]
        sizes = [*self.warps, *unit.lanes]
        self.threads = loop.ParallelOp.over([0] * len(sizes), sizes, location=rows.location)
        hints = ("warp_row", "warp_column", *unit.lane_names)
        for value, hint in zip(self.threads.induction_variables, hints, strict=True):
            value.name_hint = hint

    @property
    def sharer(self) -> Value:
        """The number of a thread among those that hold elements of the same row."""
        [lane] = {0, 1}.difference(dim for row, _ in self.places for dim in row.used_dims())
        return self.threads.induction_variables[2 + lane]

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
        lanes, rows = self.threads.induction_variables[2:], dict.fromkeys(row for row, _ in self.places)
        return (self.row(row + start, lanes) for start in range(0, self.tile[0], self.unit.rows) for row in rows)

    def columns_of_thread(self, op: loop.ForOp) -> Iterator[Point]:
        """Return the indices, in a loop over all columns of a tile, of those of which a thread has elements."""
        lanes, (lower, bound) = self.threads.induction_variables[2:], lower_bound(op)
        begin = lower.shift_dims(len(lanes)).results[0]
        columns = dict.fromkeys(column for _, column in self.places)
        for start in range(0, self.tile[1], self.unit.columns):
            for column in columns:
                yield begin + column + start, (*lanes, *bound), lower.num_dims + len(lanes)

    def fragments(self) -> Iterator[tuple[int, int]]:
        """Return where each fragment of sums begins in the tile of a warp."""
        rows, columns = range(0, self.tile[0], self.unit.rows), range(0, self.tile[1], self.unit.columns)
        return ((row, column) for row in rows for column in columns)

    def elements(self, fragment: tuple[int, int]) -> Iterator[tuple[Point, Point]]:
        """Return the indices of the elements of a fragment of sums that a thread has, in their order."""
        lanes = self.threads.induction_variables[2:]
        for row, column in self.places:
            yield self.row(row + fragment[0], lanes), self.column(column + fragment[1], lanes)


def _parts(op: loop.ForOp, size: int, what: str) -> int:
    """Return the number of tiles of a size in a loop."""
    trips = op.constant_trip_count()
    if trips is None or trips % size or op.step_value != 1 or op.lower_map.num_results != 1 or op.results:
        shown = "any number of" if trips is None else str(trips)
        raise Refusal(op, f"{what}: it must run a multiple of {size} iterations, but got {shown} iterations")
    return trips // size
