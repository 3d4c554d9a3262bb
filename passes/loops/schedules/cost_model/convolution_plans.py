"""Plans for convolutions whose lines of pixels are no whole tiles: the pixels of an image are numbered through.

Both pack pixels by lines, into panels as wide as a block of pixels, in which a tile may lie anywhere. With as many
pixels as some lines have, whole tiles can be made of what single lines cannot (`PixelPlan`). Where even an image has
few, tiles have channels side by side instead, and as many pixels as fit (`ChannelPlan`): their sums then lie across
the memory of the result, and are kept in a buffer until they are complete.
"""

from __future__ import annotations

from abc import abstractmethod

from dlc.ir.builtin_types import MemRefType
from dlc.passes.loops.transforms.tile import POINT

from ..machine import Machine
from ..workloads import Workload, stride_of
from .contraction_plan import L2_SHARE, Panels, Plan, loop_name, parallel
from .contractions import Contraction
from .tiles import Tile, cycles, divisors, evenly

WRITE_BACK = 4
"""How many cycles it takes to move a sum across memory."""
MOST_SUMS = 1 << 18
"""How many bytes of sums are kept on the stack."""


def has_whole_image(found: Contraction) -> bool:
    """Whether the last two loops over columns run over all of the result's last dimensions, so that both can be one."""
    type = found.store.memref.type
    if len(found.columns) < 2 or not isinstance(type, MemRefType) or type.layout is not None:
        return False
    trips = [each.constant_trip_count() for each in found.columns[-2:]]
    starts = [each.constant_lower for each in found.columns[-2:]]
    steps = [stride_of(found.store, each.induction_variable) for each in found.columns[-2:]]
    return None not in trips and list(type.shape[-2:]) == trips and starts == [0, 0] and steps == [trips[1], 1]


class ImagePlan(Plan):
    """What both have in common: one loop over lines and pixels, which has the name of the one over lines."""

    def __init__(self, workload: Workload, found: Contraction, machine: Machine, tile: Tile) -> None:
        self.width = workload.trips(found.columns[-1])
        self.pixels = workload.trips(found.columns[-2]) * self.width
        self.channels = workload.trips(found.rows[-1])
        self.pixel = loop_name(found.columns[-2])
        self.wide = [loop_name(each) for each in found.columns[:-2]]
        super().__init__(workload, found, machine, tile)
        self.outer.remove(loop_name(found.columns[-1]))

    @abstractmethod
    def is_possible(self) -> bool:
        """Whether blocks are as large as they should be."""

    def _begin(self) -> list[str]:
        """One loop over pixels, and blocks of sums."""
        line, pixel = self.pixel, loop_name(self.found.columns[-1])
        return [f"loop-coalesce{{loops={line},{pixel}}}", *self._sum_blocks()]

    def _packed_pixels(self, at: str, points: str, size: int, buffer: str) -> list[str]:
        """Pixels for each step of the sum, copied line by line."""
        loops, sizes = [*self.sums, points], [*["0"] * len(self.sums), str(size)]
        named = f"loops={','.join(loops)} sizes={','.join(sizes)} buffer={buffer}"
        steps = [
            f"loop-pack{{at={at} read={self._number(self.found.second)} {named}}}",
            f"loop-tile{{loops={buffer}_{points} sizes={self.width}}}",
        ]
        if self.width >= self.tile.vector and self._is_contiguous(self.found.second):
            steps.append(f"loop-vectorize{{loops={buffer}_{points}{POINT} width={self.tile.vector}}}")
        return steps


class PixelPlan(ImagePlan):
    """Pixels are columns, and blocks of them are lines that make whole tiles."""

    def _choose_blocks(self) -> None:
        self.rows_are_shared, self.line_block = False, 1
        self.column = self.pixel
        self.row_block = evenly(self.channels, self.far, self.tile.rows)
        fitting = divisors(self.pixels // self.width, self.near * 5 // 4 // self.width)
        self.column_block = self.width * max(fitting, key=lambda lines: (self._fullness(lines * self.width), -lines))

    def _fullness(self, columns: int) -> float:
        """For what part of the tiles of so many columns there is something to do."""
        return columns / _whole(columns, self.tile.columns)

    def is_possible(self) -> bool:
        """Whether there are blocks for all threads."""
        return self.pixels >= self.column_block * self.machine.cores

    def cycles(self) -> float:
        """About how long one thread takes for all."""
        packed = -(-self.channels // self.row_block) * self.pixels * self._copy_cycles()
        blocks = self.pixels // self.column_block
        return self._depth() * (blocks * cycles(self.tile, self.channels, self.column_block) + packed)

    def shared(self) -> str | None:
        """The loop over blocks of pixels, if it pays to share it."""
        return self.pixel if self._is_large() and self.pixels > self.column_block else None

    def steps(self, shared: str | None) -> list[str]:
        """The whole schedule."""
        row, column = self.row, self.column
        tiled = {row: [row, row + POINT, row + POINT + POINT], column: [column, column + POINT]}
        blocks = [*self.wide, column, self.total] if self.rows_are_ready else [self.total, *self.wide, column]
        rows = Panels("rows", row, self.found.first, self._number(self.found.first), self.tile.rows)
        in_front, inside = self._packed_once(rows, shared, self.row_block)
        at = self.total if self.rows_are_ready else column
        whole = _whole(self.column_block, self.tile.columns)
        return [
            *self._begin(),
            f"loop-tile{{loops={row} sizes={self.row_block}}}",
            f"loop-tile{{loops={row}{POINT} sizes={self.tile.rows}}}",
            f"loop-tile{{loops={column} sizes={self.column_block}}}",
            *self._order(tiled, [row, *blocks, *tiled[row][1:], *tiled[column][1:]]),
            *in_front,
            *parallel(shared),
            *inside,
            *self._packed_pixels(at, column + POINT, whole, "columns"),
            f"loop-tile{{loops={column}{POINT} sizes={self.tile.columns}}}",
            f"loop-interchange{{loops={row}{POINT}{POINT},{column}{POINT} order=1,0}}",
            *self._micro_kernel(),
            *self._ends(),
        ]

    def _columns_fill(self) -> bool:
        return self.column_block % self.tile.columns == 0

    def _copies(self) -> list[str]:
        """Those of pixels are made where they are packed."""
        return []


class ChannelPlan(ImagePlan):
    """Channels are columns, and pixels rows: threads share the channels, for which each of them packs the pixels."""

    def _choose_blocks(self) -> None:
        self.rows_are_shared, self.line_block = False, 1
        self.column = self.row
        cores = self.machine.cores
        self.column_block = evenly(self.channels, -(-self.channels // cores), self.tile.columns, cores)

    def is_possible(self) -> bool:
        """Whether only pixels are to be packed, and the sums of a block fit into the second cache beside them."""
        sums = self.pixels * self.column_block * self.element_bytes
        most = min(self.machine.l2_bytes // L2_SHARE, MOST_SUMS)
        return self.rows_are_ready and self.pixels <= self.near and sums <= most

    def cycles(self) -> float:
        """About how long one thread takes for all."""
        blocks = -(-self.channels // self.column_block)
        tiles = blocks * cycles(self.tile, self.pixels, self.column_block)
        packed = blocks * self.pixels * self._copy_cycles()
        return self._depth() * (tiles + packed) + WRITE_BACK * self.pixels * self.channels

    def shared(self) -> str | None:
        """The loop over blocks of channels, if it pays to share it."""
        return self.column if self._is_large() and self.channels > self.column_block else None

    def steps(self, shared: str | None) -> list[str]:
        """The whole schedule."""
        row, column, tile = self.pixel, self.column, self.tile
        tiled = {column: [column, column + POINT, column + POINT + POINT]}
        columns = Panels("columns", column, self.found.first, self._number(self.found.first), tile.columns)
        in_front, inside = self._packed(columns, self.total)
        sizes = f"0,{self.column_block // tile.columns},{tile.columns}"
        return [
            *self._begin(),
            f"loop-tile{{loops={column} sizes={self.column_block}}}",
            f"loop-tile{{loops={column}{POINT} sizes={tile.columns}}}",
            *self._order(tiled, [*self.wide, column, self.total, column + POINT, row, column + POINT + POINT]),
            *in_front,
            f"loop-privatize{{at={column} loops={row},{','.join(tiled[column][1:])} sizes={sizes} buffer=sums}}",
            *parallel(shared),
            *inside,
            *self._packed_pixels(self.total, row, _whole(_whole(self.pixels, tile.rows), tile.vector), "rows"),
            f"loop-tile{{loops={row} sizes={tile.rows}}}",
            *self._micro_kernel(),
            *self._ends(),
        ]

    def _points(self) -> tuple[str, str]:
        return self.pixel + POINT, self.column + POINT + POINT

    def _tile_loop(self) -> str:
        return self.pixel

    def _ends(self) -> list[str]:
        """Sums are moved in vectors, what is done with them in the end is done across memory."""
        is_filled = self.sum_block < self._trips(self.found.sums[0])
        moves = ("tile_fill", "tile_back") if is_filled else ("tile_back",)
        return [f"loop-vectorize{{loops={move}_{self._points()[1]} width={self.tile.vector}}}" for move in moves]


def _whole(size: int, multiple: int) -> int:
    return -(-size // multiple) * multiple
