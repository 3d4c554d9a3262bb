"""Plans for convolutions whose lines of pixels are not whole tiles: one loop runs over all pixels of an image.

Pixels are packed line by line into panels as wide as a block of pixels, in which a tile may lie anywhere. The pixels of
several lines can make whole tiles where those of one line cannot (`PixelPlan`). If even an image has few pixels, the
columns of a tile are channels and its rows are pixels (`ChannelPlan`): sums are then strided in the memory of the
result, and are kept in a buffer until they are complete.
"""

from __future__ import annotations

from math import prod

from dlc.dialects import loop
from dlc.ir.builtin_types import MemRefType
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload, stride_of
from dlc.passes.loops.transforms.coalesce import LoopCoalesce
from dlc.passes.loops.transforms.interchange import LoopInterchange
from dlc.passes.loops.transforms.loop_names import back_of, copy_of, fill_of, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.privatize import LoopPrivatize
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.manager import Pass

from ..machine import Machine
from .contraction_plan import (
    COLUMNS,
    L2_SHARE,
    ROWS,
    SUMS,
    TILE,
    ContractionPlan,
    PackedOperand,
    TileLoops,
)
from .plan import loop_name, parallel, vectorized
from .register_tiles import RegisterTile, cycles, divisors, end_cycles, evenly

WRITE_BACK = 4
"""The cycles that writing a strided sum back takes."""
MOST_SUMS = 1 << 18
"""The most bytes of sums that are kept on the stack."""


def has_whole_image(nest: ContractionNest) -> bool:
    """Return whether the last two loops over columns cover the last two dimensions of the result, so can be one."""
    type = nest.store.memref.type
    if not isinstance(type, MemRefType) or type.layout is not None:
        return False
    if len(nest.columns) < 2 or nest.columns[-1].parent_op is not nest.columns[-2]:
        return False
    trips = [each.constant_trip_count() for each in nest.columns[-2:]]
    starts = [each.constant_lower for each in nest.columns[-2:]]
    steps = [stride_of(nest.store, each.induction_variable) for each in nest.columns[-2:]]
    return None not in trips and list(type.shape[-2:]) == trips and starts == [0, 0] and steps == [trips[1], 1]


class ImagePlan(ContractionPlan):
    """A plan with one loop over lines and pixels, which has the name of the loop over lines."""

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine, tile: RegisterTile) -> None:
        self.width = workload.trips(nest.columns[-1])
        self.pixels = workload.trips(nest.columns[-2]) * self.width
        self.channels = workload.trips(nest.rows[-1])
        self.pixel = loop_name(nest.columns[-2])
        self.wide = [loop_name(each) for each in nest.columns[:-2]]
        self.images = prod(workload.trips(each) for each in nest.columns[:-2])
        super().__init__(workload, nest, machine, tile)
        self.outer.remove(loop_name(nest.columns[-1]))

    def _steps_together(self) -> int:
        """Return 1: pixels are packed for each step of the sum."""
        return 1

    def _row_vectors(self) -> str:
        """Return nothing: channels lie beside one another in what is packed."""
        return ""

    def _begin(self) -> list[Pass]:
        """Return the steps that make one loop over pixels, and blocks of sums."""
        line, pixel = self.pixel, loop_name(self.nest.columns[-1])
        return [LoopCoalesce(loops=(line, pixel)), *self._sum_blocks()]

    def _packed_pixels(self, at: str, points: str, size: int, buffer: str) -> list[Pass]:
        """Return the steps that pack pixels for each step of the sum, line by line."""
        loops, sizes = (*self.sums, points), (*(0 for _ in self.sums), size)
        copied = copy_of(buffer, points)
        steps: list[Pass] = [
            LoopPack(at=at, read=self._number(self.nest.second), loops=loops, sizes=sizes, buffer=buffer),
            LoopTile(loops=(copied,), sizes=(self.width,)),
        ]
        if self.width >= self.tile.vector and self._is_contiguous(self.nest.second):
            steps.append(vectorized(point_of(copied), self.tile.vector))
        return steps


class PixelPlan(ImagePlan):
    """A plan whose columns are pixels, in blocks of several lines that make whole tiles."""

    name = "pixels"

    def _choose_blocks(self) -> None:
        self.rows_are_shared, self.line_block = False, 1
        self.column = self.pixel
        self.row_block = evenly(self.channels, self.far, self.tile.rows)
        fitting = divisors(self.pixels // self.width, self.near * 5 // 4 // self.width)
        self.column_block = self.width * max(fitting, key=lambda lines: (self._fullness(lines * self.width), -lines))

    def _fullness(self, columns: int) -> float:
        """Return the part of the elements of tiles that columns fill."""
        return columns / _whole(columns, self.tile.columns)

    def is_possible(self) -> bool:
        """Return whether there are blocks for all threads."""
        return self.pixels >= self.column_block * self.machine.cores

    def cycles(self) -> float:
        packed = -(-self.channels // self.row_block) * self.pixels * self._copy_cycles()
        blocks = self.pixels // self.column_block
        tiles = self._depth() * (blocks * cycles(self.tile, self.channels, self.column_block) + packed)
        ends = blocks * end_cycles(self.tile, self.channels, self.column_block)
        return self.runs * (self.images * (tiles + ends) + self._row_copies()) + self._memory_cycles()

    def shared(self) -> str | None:
        """Return the loop over blocks of pixels if sharing it pays."""
        return self.pixel if self._is_large() and self.pixels > self.column_block else None

    def steps(self, shared: str | None) -> list[Pass]:
        """Return the steps of the schedule, in which threads share a loop or there is one thread."""
        row, column = self.row, self.column
        tiled = {row: [row, point_of(row), point_of(row, 2)], column: [column, point_of(column)]}
        blocks = [*self.wide, column, self.total] if self.rows_are_ready else [self.total, *self.wide, column]
        rows = PackedOperand(ROWS, row, self.nest.first, self._number(self.nest.first), self.tile.rows)
        in_front, inside = self._packed_once(rows, shared, self.row_block)
        at = self.total if self.rows_are_ready else column
        whole = _whole(self.column_block, self.tile.columns)
        return [
            *self._begin(),
            LoopTile(loops=(row,), sizes=(self.row_block,)),
            LoopTile(loops=(point_of(row),), sizes=(self.tile.rows,)),
            LoopTile(loops=(column,), sizes=(self.column_block,)),
            *self._order(tiled, [row, *blocks, *tiled[row][1:], *tiled[column][1:]]),
            *in_front,
            *parallel(shared),
            *inside,
            *self._packed_pixels(at, point_of(column), whole, COLUMNS),
            LoopTile(loops=(point_of(column),), sizes=(self.tile.columns,)),
            LoopInterchange(loops=(point_of(row, 2), point_of(column)), order=(1, 0)),
            *self._tiles(),
        ]

    def _columns_fill(self) -> bool:
        return self.column_block % self.tile.columns == 0


class ChannelPlan(ImagePlan):
    """A plan whose columns are channels and whose rows are pixels: threads share channels, each packs all pixels."""

    name = "channels"

    def _choose_blocks(self) -> None:
        self.rows_are_shared, self.line_block = False, 1
        self.column = self.row
        cores = self.machine.cores
        self.column_block = evenly(self.channels, self.channels, self.tile.columns, cores)

    def is_possible(self) -> bool:
        """Return whether only pixels must be packed, and the sums of a block fit into the second cache beside them."""
        sums = self.pixels * self.column_block * self.element_bytes
        most = min(self.machine.l2_bytes // L2_SHARE, MOST_SUMS)
        return self.rows_are_ready and self.pixels <= self.near and sums <= most

    def cycles(self) -> float:
        blocks = -(-self.channels // self.column_block)
        tiles = blocks * cycles(self.tile, self.pixels, self.column_block)
        packed = blocks * self.pixels * self._copy_cycles()
        image = self._depth() * (tiles + packed) + WRITE_BACK * self.pixels * self.channels
        return self.runs * (self.images * image + self._row_copies()) + self._memory_cycles()

    def shared(self) -> str | None:
        """Return the loop over blocks of channels if sharing it pays."""
        return self.column if self._is_large() and self.channels > self.column_block else None

    def steps(self, shared: str | None) -> list[Pass]:
        """Return the steps of the schedule, in which threads share a loop or there is one thread."""
        row, column, tile = self.pixel, self.column, self.tile
        tiled = {column: [column, point_of(column), point_of(column, 2)]}
        columns = PackedOperand(COLUMNS, column, self.nest.first, self._number(self.nest.first), tile.columns)
        in_front, inside = self._packed(columns, self.total)
        sums = (row, *tiled[column][1:])
        sizes = (0, self.column_block // tile.columns, tile.columns)
        return [
            *self._begin(),
            LoopTile(loops=(column,), sizes=(self.column_block,)),
            LoopTile(loops=(point_of(column),), sizes=(tile.columns,)),
            *self._order(tiled, [*self.wide, column, self.total, point_of(column), row, point_of(column, 2)]),
            *in_front,
            LoopPrivatize(at=column, loops=sums, sizes=sizes, buffer=SUMS),
            *parallel(shared),
            *inside,
            *self._packed_pixels(self.total, row, _whole(_whole(self.pixels, tile.rows), tile.vector), ROWS),
            LoopTile(loops=(row,), sizes=(tile.rows,)),
            *self._tiles(),
        ]

    def _rows_packed_together(self) -> int:
        return self.tile.columns

    def _points(self) -> tuple[str, str]:
        return point_of(self.pixel), point_of(self.column, 2)

    def _tile_loop(self) -> str:
        return self.pixel

    def _ends(self, loops: TileLoops) -> list[Pass]:
        """Return the steps that move sums by vectors; operations on complete sums are strided and stay scalar."""
        columns = loops.columns
        is_filled = self.sum_block < self._trips(self.nest.sums[0])
        moves = [fill_of(TILE, columns), back_of(TILE, columns)] if is_filled else [back_of(TILE, columns)]
        return [vectorized(name, self.tile.vector) for name in moves]


def has_lines(nest: ContractionNest) -> bool:
    """Return whether the last two loops over rows can be one loop.

    The lines of the result may lie apart, as inside a padded image: then the place of a pixel is divided into its line
    and its place in the line, once for each sum.
    """
    if len(nest.rows) < 2 or nest.rows[-1].parent_op is not nest.rows[-2]:
        return False
    trips = [each.constant_trip_count() for each in nest.rows[-2:]]
    starts = [each.constant_lower for each in nest.rows[-2:]]
    strides = [stride_of(nest.store, each.induction_variable) for each in nest.rows[-2:]]
    return None not in (*trips, *strides) and starts == [0, 0]


class LinePlan(ContractionPlan):
    """A plan for channels last, whose rows are pixels: one loop over lines and pixels, with the name of that over
    lines.
    """

    name = "lines"

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine, tile: RegisterTile) -> None:
        super().__init__(workload, nest, machine, tile)
        self.outer.remove(loop_name(nest.rows[-1]))

    def _row_loop(self) -> loop.ForOp:
        return self.nest.rows[-2]

    def _row_count(self) -> int:
        return self._trips(self.nest.rows[-2]) * self._trips(self.nest.rows[-1])

    def _around_rows(self) -> list[loop.ForOp]:
        return [each for each in super()._around_rows() if each is not self.nest.rows[-2]]

    def _begin(self) -> list[Pass]:
        return [LoopCoalesce(loops=(self.row, loop_name(self.nest.rows[-1]))), *super()._begin()]

    def _has_known_rows(self) -> bool:
        return True


def _whole(size: int, multiple: int) -> int:
    """Return the least multiple that is not less than a size."""
    return -(-size // multiple) * multiple
