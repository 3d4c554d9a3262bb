"""A contraction computed tile by tile: the sizes of its blocks, its packed panels, and the steps that make them.

There are two loop orders. If there are many rows, threads share blocks of rows, and columns are packed once for all
threads. If there are few rows, or columns in several loops as in a convolution, rows are packed once and threads share
columns. Rows are packed for a block of sums at a time; constants are packed before the nest, for all sums.

Threads meet at the end of each loop that they share, and the slowest one decides. So they share the outermost loop that
gives all of them the same work: one around the rows, such as that over the lines of an image or over the matrices of a
batch, or the blocks of rows outside of all other loops if columns are constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

from dlc.dialects import arith, loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import IntegerType, bf16, bit_width, f32, i32
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, bytes_of, element_of, stride_of
from dlc.passes.loops.transforms.accumulate_in_memory import LoopAccumulateInMemory
from dlc.passes.loops.transforms.fresh_sums import LoopFreshSums
from dlc.passes.loops.transforms.loop_names import PARTIAL, REST, back_of, copy_of, fill_of, part_of, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.pad import LoopPad
from dlc.passes.loops.transforms.parallelize import LoopParallelize
from dlc.passes.loops.transforms.peel import LoopPeel
from dlc.passes.loops.transforms.prefetch import LoopPrefetch
from dlc.passes.loops.transforms.privatize import LoopPrivatize
from dlc.passes.loops.transforms.specialize import LoopSpecialize
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.manager import Pass
from dlc.passes.memory.promote_buffers_to_stack import LARGEST_ON_STACK

from ..machine import Machine
from .plan import (
    COPY,
    DONE,
    FAR_COPY,
    INIT,
    L2_BYTES,
    L3_BYTES,
    LINE_BYTES,
    LONG_SUM,
    PARALLEL_PRODUCTS,
    VECTOR_COPY,
    Plan,
    have_places,
    is_function,
    loop_name,
    main_of,
    parallel,
    parts_of,
    reordered,
    separated,
    sunk,
    vectorized,
)
from .register_tiles import RegisterTile, cycles, divisors, end_cycles, evenly, step_cycles

UNROLLED = 4
"""The number of steps of a sum that are unrolled."""
MOST_END_OPS = 256
"""The most vector operations on the sums of a tile that are unrolled."""
PARALLEL_COPIES = 1 << 17
"""The number of elements of a packed block from which several threads pay."""
LEAST_TILES = 4
"""The number of tiles of rows that each thread must get for rows to be divided."""
MANY_PARTS = 4
"""The number of iterations for each thread from which on one more for some of them costs little."""
MANY_MEETINGS, SHORT_WORK = 16, 1 << 22
"""The number of meetings of threads, and of products before each, for which less even work is better than meeting."""
MOSTLY = 0.7
"""The part of the time for which all threads must be at work then."""
MANY_TIMES = 4
"""The number of times from which on packing a block again takes longer than packing all blocks before."""
OPEN_TILES = 2
"""The most tiles of rows in a block if the number of rows is open, so that threads can share few rows as well."""
MOST_TILES_WAITING = 48
"""The most tiles of rows in a block for which fetching a panel of columns ahead pays."""
LEAST_PARTS = 2
"""The number of tiles of rows from which on each of them fetches a part of a panel ahead."""
LEAST_PARTS_NEAR = 4
"""The number of parts from which on they are fetched into the first cache, which can wait for few lines at a time."""
NEAR, SECOND_CACHE = 3, 2
"""The locality of what is prefetched into all caches, and into all but the first."""
L1_SHARE, L2_SHARE, L3_SHARE = 2, 3, 2
"""The part of each cache that packed panels may fill: one half, one third, one half."""
L2_SLACK, L2_PANEL = 4, 2
"""The part of the bandwidth of the second cache that a tile may use to read a panel from there, one quarter; and how
many times as large as the first cache such a panel may be.
"""
TILE, ROWS, COLUMNS, SUMS = "tile", "rows", "columns", "sums"
"""Names of buffers: the sums of a tile, packed rows, packed columns, the sums of a block."""


class PackedOperand(NamedTuple):
    """An operand that is packed into panels: what the tiles along one loop read."""

    buffer: str
    loop: str
    """The loop over its blocks."""
    load: loop.LoadOp
    number: int
    """Its position among the elements that the nest reads, by first read."""
    tile: int
    along: str = ""
    """The loop along which it is copied by vectors, if it is contiguous along a sum."""
    group: str = ""
    """The loop over the steps of a sum that are multiplied by one instruction, if there are several."""
    skew: int = 0
    """The elements by which what is copied along a sum is lengthened, so that the first cache holds all of a tile."""

    def step(self, dimensions: Sequence[str], at: str = "") -> LoopPack:
        """Return the step that packs it, in each iteration of a loop or once.

        The loop in a tile comes last, or before the one along which vectors are copied. Steps that are multiplied
        together lie next to each other.
        """
        last = self.along or self.group
        inner = (point_of(self.loop, 2), *([last] if last else []))
        loops = (*(each for each in dimensions if each != self.along), *inner)
        join = 2 if self.group else 1
        sizes = tuple(self.tile if each == inner[0] else 0 for each in loops)
        skew: dict[str, Any] = {"skew": self.skew} if self.skew else {}
        if not at:
            return LoopPack(read=self.number, loops=loops, sizes=sizes, join=join, buffer=self.buffer, **skew)
        return LoopPack(at=at, read=self.number, loops=loops, sizes=sizes, join=join, buffer=self.buffer, **skew)


class TileLoops(NamedTuple):
    """The loops of one tile of sums, with the names that they have in one part of a nest."""

    at: str
    """The innermost loop over tiles."""
    rows: str
    columns: str
    sums: tuple[str, ...]
    group: str
    """The loop over the steps of a sum that are multiplied by one instruction, if there are several."""
    tile: RegisterTile

    def of_rest(self, rows: int) -> TileLoops:
        """Return the loops in the rest of the nest, which has a tile of fewer rows."""
        sums = tuple(name + REST for name in self.sums)
        group = self.group + REST if self.group else ""
        tile = self.tile._replace(rows=rows)
        return TileLoops(self.at + REST, self.rows + REST, self.columns + REST, sums, group, tile)


def limits(nest: ContractionNest, most: int) -> dict[loop.ForOp, int]:
    """Return the greatest trip counts to assume in a class of few rows.

    If the number of columns is open as well, it is assumed to be that of the rows, as in attention of a text to itself.
    """
    return {each: most for each in (nest.rows[-1], nest.columns[-1]) if each.constant_trip_count() is None}


def steps_together(nest: ContractionNest, machine: Machine) -> int:
    """Return the number of products that one instruction adds to a sum of 32 bits: pairs of signed integers of 16 bits
    or less, and of bf16 where the machine has that.
    """
    operands = nest.first, nest.second
    count = 1
    if nest.sum_type is i32 and all(map(_is_short_and_signed, operands)):
        count = 2
    elif nest.sum_type is f32 and nest.is_float and all(map(_is_bf16, operands)):
        count = machine.bf16_terms
    trips = nest.sums[0].constant_trip_count()
    return count if trips is not None and trips % count == 0 else 1


class ContractionPlan(Plan):
    """The sizes of blocks for one contraction, and the steps that make these blocks."""

    name = "tiles"

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine, tile: RegisterTile) -> None:
        self.workload, self.nest, self.machine, self.tile = workload, nest, machine, tile
        self.row, self.column = loop_name(self._row_loop()), loop_name(nest.columns[-1])
        self.total = loop_name(nest.sums[0])
        self.sums = (point_of(self.total), *map(loop_name, nest.sums[1:]))
        self.outer = [loop_name(each) for each in perfect_nest(workload.root)]
        self.element_bytes = (bit_width(nest.sum_type) or 0) // 8
        self.steps_together = self._steps_together()
        """The number of steps of a sum that one instruction multiplies and adds up."""
        self.group = point_of(self.total, 2) if self.steps_together > 1 else ""
        """The loop over them, if there are several."""
        sums, self.inner_sums = self._trips(nest.sums[0]), prod(map(self._trips, nest.sums[1:]))
        packed_bytes = max(bit_width(element_of(each)) or 0 for each in (nest.first, nest.second)) // 8
        deep = self._panel_bytes(packed_bytes) // (tile.columns * packed_bytes) // max(1, self.inner_sums)
        whole = [size for size in divisors(sums, deep * 5 // 4) if size % self.steps_together == 0]
        self.sum_block = next((size for size in whole[::-1] if 2 * size > deep), 0)
        self.sum_block = self.sum_block or evenly(sums, deep, self.steps_together)
        self.packed_bytes = self.sum_block * max(1, self.inner_sums) * packed_bytes
        """The bytes of a row or a column of a block of sums."""
        self.near = machine.l2_bytes // L2_SHARE // self.packed_bytes
        """The number of rows or columns of a block of sums that fit into the second cache."""
        self.far = machine.l3_bytes // L3_SHARE // machine.cores // self.packed_bytes
        """The number of rows or columns that fit into a core's part of the third cache."""
        self.most_columns = self.far
        """The number of columns of a block that a thread can pack."""
        can_divide = machine.cores > 1 and len(nest.columns) == 1
        self.shared_inside: list[str] = []
        """The loops directly inside the one that threads share whose iterations they share as well."""
        self.divided = self._divided_around_rows() or self._divided_columns() if can_divide else None
        """The loop that threads share, each with blocks of its own inside, or `None`."""
        cores = machine.cores if self.divided is None else 1
        self.rows_are_shared = len(nest.columns) == 1 and self._row_count() >= 2 * tile.rows * cores
        self.rows_are_ready = not self.rows_are_shared and self._is_ready(nest.first)
        """Whether rows are packed before the nest begins, so that threads need not meet at each block of sums."""
        if cores > 1 and self.rows_are_shared and self._columns_are_ready:
            self.divided = self.row
        self._choose_blocks()
        self.rest_rows = self._rest_rows()
        """The rows of a smaller tile after all others, in a nest of its own; 0 if there is none."""

    def _steps_together(self) -> int:
        return steps_together(self.nest, self.machine)

    def _panel_bytes(self, packed_bytes: int) -> int:
        """Return the bytes of a packed panel of columns: long ones save moving sums in and out of registers.

        A panel is read once for each tile of rows. If a tile takes long enough for each step, the second cache is fast
        enough for that.
        """
        step_bytes = self.tile.columns * packed_bytes
        if step_bytes <= step_cycles(self.tile) * L2_BYTES / L2_SLACK:
            return self.machine.l1_bytes * L2_PANEL
        return self.machine.l1_bytes // L1_SHARE

    def _trips(self, op: loop.ForOp) -> int:
        return self.workload.trips(op)

    def _row_loop(self) -> loop.ForOp:
        """Return the loop over rows that are divided into blocks and tiles."""
        return self.nest.rows[-1]

    def _row_count(self) -> int:
        """Return the number of rows."""
        return self._trips(self.nest.rows[-1])

    def _has_known_rows(self) -> bool:
        return self.nest.rows[-1].constant_trip_count() is not None

    def _rest_rows(self) -> int:
        """Return the rows after whole tiles, if all rows are in one block, so that tiles can be peeled."""
        rows = self._row_count()
        is_block = self.rows_are_shared and self._has_known_rows() and self.tile.rows < rows <= self.row_block
        return rows % self.tile.rows if is_block else 0

    def _column_count(self) -> int:
        return self._trips(self.nest.columns[-1])

    def _column_bytes(self) -> int:
        """Return the bytes of the matrix whose columns are packed."""
        return self._column_count() * self._depth() * self.element_bytes

    def _divided_around_rows(self) -> str | None:
        """Return the outermost loop around the rows that all threads can share evenly, if each can pack columns.

        Rather than that threads meet often, they share two loops, one in the other, as those over the places of a
        kernel for the gradient of its weights; and blocks of columns that are too large for the stack of a thread
        become smaller.
        """
        around = {loop_name(each): each.constant_trip_count() or 0 for each in self._around_rows()}
        cores, meets_often = self.machine.cores, self._meets_often(prod(around.values()))
        block = 0 if self._columns_are_ready else evenly(self._column_count(), self.far, self.tile.columns)
        most = self.far
        if block * self.packed_bytes > LARGEST_ON_STACK:
            most = LARGEST_ON_STACK // self.packed_bytes
            if not meets_often or most < self.tile.columns:
                return None
        shared = next((name for name in self.outer if _is_even(around.get(name, 0), cores)), None)
        if shared is None and meets_often:
            bands = pairwise(self.outer)
            even = (each for each in bands if _is_even(prod(around.get(name, 0) for name in each), cores))
            shared, *self.shared_inside = next(even, (None,))
        if shared is None and meets_often:
            shared = next((name for name in self.outer if _is_nearly_even(around.get(name, 0), cores)), None)
        if shared is not None:
            self.most_columns = most
        return shared

    def _meets_often(self, around: int) -> bool:
        """Return whether threads that share rows would meet after little work, many times in each loop around them."""
        meetings = around * -(-self._trips(self.nest.sums[0]) // self.sum_block)
        return meetings >= MANY_MEETINGS and self.workload.runs(self.nest.first) < SHORT_WORK * meetings

    def _divided_columns(self) -> str | None:
        """Return the loop over columns if threads should share it outside of all others, each with all rows.

        Each thread then packs all rows, which costs less than meeting often, or than reading a large matrix that one
        thread which has all rows at once reads only once.
        """
        has_tiles = self._column_count() >= self.tile.columns * self.machine.cores
        if not self._columns_are_ready or not has_tiles:
            return None
        size = self._column_bytes()
        is_near = self._row_count() <= self.near
        is_read_once = size > self.machine.l2_bytes and is_near and self._row_copies() < size / L3_BYTES
        return self.column if self.runs > 1 or is_read_once else None

    @property
    def _columns_are_ready(self) -> bool:
        """Whether columns are packed before the nest begins."""
        return self._is_ready(self.nest.second)

    def _is_ready(self, load: loop.LoadOp) -> bool:
        """Return whether an operand is packed as a whole before the nest begins: a constant is, when the program is
        loaded, and so is one of which the same blocks would be packed again and again.
        """
        is_small = bytes_of(load.memref) <= self.machine.l3_bytes // L3_SHARE
        return self.workload.reads_constant(load) or (is_small and self._repeats(load) >= MANY_TIMES)

    def _repeats(self, load: loop.LoadOp) -> int:
        """Return how often loops around rows and columns would pack the same blocks of an operand."""
        around = self.nest.rows[:-1] if load is self.nest.second else self.nest.columns[:-1]
        trips = [op.constant_trip_count() for op in around if stride_of(load, op.induction_variable) == 0]
        return prod(each for each in trips if each is not None)

    def _around_rows(self) -> list[loop.ForOp]:
        """Return the loops that both operands have, and those around the rows."""
        return [*self.nest.others, *self.nest.rows[:-1]]

    def _choose_blocks(self) -> None:
        """Choose blocks: a panel of columns fits into the first cache, a block that is reused into the second."""
        tile, nest = self.tile, self.nest
        self.line_block = 1
        """The number of lines of columns in a block: rows in the first cache are used for all of them."""
        self.rows_are_divided = False
        """Whether threads share rows although each thread then packs the columns."""
        rows, columns = self._row_count(), self._column_count()
        if self.rows_are_shared:
            self.row_block = self._block_of_a_core(rows, tile.rows)
            if not self._has_known_rows():
                self.row_block = min(self.row_block, OPEN_TILES * tile.rows)
            self.column_block = evenly(columns, self.most_columns, tile.columns, self._sharing_columns())
        else:
            self.row_block = evenly(rows, self.far, tile.rows)
            if len(nest.columns) > 1:
                self._choose_lines(self.near // (-(-columns // tile.columns) * tile.columns), rows)
            is_shared = len(nest.columns) == 1 and self.divided is None
            block = self._block_of_a_core(columns, tile.columns) if is_shared else 0
            most = min(self.near, self.most_columns)
            self.column_block = block or evenly(columns, most, tile.columns, self._sharing_columns())

    def _sharing_columns(self) -> int:
        """Return the number of threads that share columns, each with all rows."""
        return self.machine.cores if self.divided == self.column else 1

    def _block_of_a_core(self, size: int, tile: int) -> int:
        """Return the block of rows or columns that threads share: the share of a core, if that fits into the cache.

        The share is rounded up to whole tiles, so that there is no further block of few tiles, as long as threads can
        have what they pack on their stacks.
        """
        cores = self.machine.cores if self.divided in (None, self.row) else 1
        block = evenly(size, self.near, tile, cores)
        if cores == 1 or block * self.packed_bytes <= LARGEST_ON_STACK:
            return block
        return evenly(size, min(self.near, -(-size // cores)), tile, cores)

    def _choose_lines(self, most: int, rows: int) -> None:
        """Choose the number of lines in a block: the most that fit and give each thread the same number of blocks.

        If there is no such number, threads share rows that are ready, if packing columns twice is cheap.
        """
        lines, cores, tile = self._trips(self.nest.columns[-2]), self.machine.cores, self.tile
        has_cheap_columns = self.rows_are_ready and self._is_contiguous(self.nest.second)
        even = divisors(lines, most * 5 // 4)
        balanced = [size for size in even if lines // size % cores == 0]
        if balanced:
            self.line_block = balanced[-1]
        elif has_cheap_columns and rows >= LEAST_TILES * cores * tile.rows:
            self.rows_are_divided = True
            self.line_block = even[-1]
            self.row_block = evenly(rows, self.far, tile.rows, cores)
        else:
            self.line_block = evenly(lines, most, 1, cores)

    def shared(self) -> str | None:
        if not self._is_large():
            return None
        if self.divided not in (None, self.row):
            return self.divided
        if self.rows_are_shared or self.rows_are_divided:
            return self.row if self._row_count() > self.row_block else None
        longer = next((each for each in self.nest.columns[:-1] if self._trips(each) >= self.machine.cores), None)
        if longer is not None:
            return loop_name(longer)
        return self.column if self._column_count() > self.column_block else None

    def _is_large(self) -> bool:
        """Return whether there are several threads and enough work for them."""
        return self.machine.cores > 1 and self.workload.runs(self.nest.first) >= PARALLEL_PRODUCTS

    def cycles(self) -> float:
        lines = prod(map(self._trips, self.nest.columns[:-1]))
        rows, columns, depth = self._row_count(), self._column_count(), self._depth()
        times = 1 if self.rows_are_shared else -(-rows // self.row_block)
        packed = times * lines * columns * self._copy_cycles()
        has_rest = self.rest_rows > 0
        each = cycles(self.tile, rows, columns, has_rest=has_rest) / self.steps_together
        tiles = depth * (lines * each + packed)
        ends = lines * end_cycles(self.tile, rows, columns, has_rest=has_rest)
        return self.runs * (tiles + ends + self._row_copies()) + self._memory_cycles()

    def cycles_for(self, rows: int) -> float:
        """Return about how long the same tiles take for another number of rows."""
        workload = Workload(self.workload.root, self.workload.constants, limits(self.nest, rows))
        return ContractionPlan(workload, self.nest, self.machine, self.tile).cycles()

    @property
    def runs(self) -> int:
        """The number of contractions."""
        return prod(map(self._trips, self._around_rows()))

    def _row_copies(self) -> float:
        """Return how long packing the rows takes."""
        if self.workload.reads_constant(self.nest.first):
            return 0
        if self._row_vectors():
            return self._row_count() * self._depth() * VECTOR_COPY / self.tile.vector
        return self._row_count() * self._depth() * self._element_copy() / self.steps_together

    def _element_copy(self) -> float:
        """Return how long packing an element takes, for as many rows of the first operand at a time as a tile has.

        If the next elements of these rows are in lines that share places of the first cache, they do not stay there.
        """
        rows = stride_of(self.nest.first, self._row_loop().induction_variable) or 0
        sums = [stride_of(self.nest.first, each.induction_variable) for each in self.nest.sums]
        together = self._rows_packed_together()
        stays = 1 not in sums or have_places(self.machine, together, rows * self.element_bytes)
        return COPY if stays else FAR_COPY

    def _rows_packed_together(self) -> int:
        """Return the number of rows of the first operand of which elements are packed beside one another."""
        return self.tile.rows

    def _memory_cycles(self) -> float:
        """Return how long packing waits for memory: operands beyond the second cache are read, and copies written."""
        packed = [each for each in (self.nest.first, self.nest.second) if not self.workload.reads_constant(each)]
        sizes = [bytes_of(each.memref) for each in packed]
        return sum(2 * size / L3_BYTES for size in sizes if size > self.machine.l2_bytes)

    def _depth(self) -> int:
        """Return the number of products in each sum."""
        return prod(map(self._trips, self.nest.sums))

    def _copy_cycles(self) -> float:
        """Return how long packing a column takes for each step of the sum."""
        if self.workload.reads_constant(self.nest.second):
            return 0
        line, vector = self._column_count(), self.tile.vector
        vectors = line // vector if self._is_contiguous(self.nest.second) else 0
        repeats = self._repeats(self.nest.second) if self._is_ready(self.nest.second) else 1
        return (vectors * VECTOR_COPY + (line - vectors * vector) * COPY) / line / repeats

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self, shared: str | None) -> list[Pass]:
        in_front, inside = self._panels(shared)
        return [
            *self._blocks(),
            *in_front,
            *self._parallel(shared),
            *inside,
            *([LoopPeel(loops=(self._tile_loop(),), partial=True)] if self.rest_rows else []),
            *self._tiles(),
            *self._copies(),
            *self._prefetched_columns(),
        ]

    def _parallel(self, shared: str | None) -> list[Pass]:
        """Return the step that lets threads share a loop, and those inside that make its shares even."""
        if shared is None or shared != self.divided or not self.shared_inside:
            return parallel(shared)
        return [LoopParallelize(loops=(shared, *self.shared_inside), depth=1 + len(self.shared_inside))]

    def _blocks(self) -> list[Pass]:
        """Return the steps that make blocks and tiles, and put the loops over them in order."""
        row, column, total = self.row, self.column, self.total
        steps, tiled = self._begin(), dict[str, list[str]]()
        for name, block, size in (
            (row, self.row_block, self.tile.rows),
            (column, self.column_block, self.tile.columns),
        ):
            steps += [LoopTile(loops=(name,), sizes=(block,)), LoopTile(loops=(point_of(name),), sizes=(size,))]
            tiled[name] = [name, point_of(name), point_of(name, 2)]
        points = [point_of(row, 2), point_of(column, 2)]
        if self.divided == self.row:
            after = [row, total, column, point_of(column), point_of(row), *points]
        elif self.rows_are_shared:
            after = [column, total, row, point_of(column), point_of(row), *points]
        else:
            wide = [loop_name(each) for each in self.nest.columns[:-1]]
            within = [point_of(row), point_of(column), *points]
            if self._line is not None:
                steps.append(LoopTile(loops=(self._line,), sizes=(self.line_block,)))
                tiled[self._line] = [self._line, point_of(self._line)]
                within.insert(1, point_of(self._line))
            blocks = [*wide, column, total] if self.rows_are_ready else [total, *wide, column]
            after = [row, *blocks, *within]
        return steps + self._order(tiled, after, first=[column] if self.divided == column else [])

    def _begin(self) -> list[Pass]:
        """Return the steps before tiles are made."""
        return self._sum_blocks()

    def _sum_blocks(self) -> list[Pass]:
        """Return the steps that make blocks of sums, and a perfect nest of all loops around them."""
        return [
            LoopTile(loops=(self.total,), sizes=(self.sum_block,)),
            LoopAccumulateInMemory(loops=(self.total,)),
            *sunk(self.total, self._parts()),
            *self._summed_afresh(),
            *self._pairs(),
        ]

    def _summed_afresh(self) -> list[Pass]:
        """Return the step that sums each block from zero on, if sums may be long and in any order: what is added to a
        large total loses its last bits.
        """
        is_long = self.nest.sums[0].constant_trip_count() is None or self._depth() > LONG_SUM
        return [LoopFreshSums(loops=self.sums[:1])] if is_long and self.nest.may_be_reordered else []

    def _pairs(self) -> list[Pass]:
        """Return the steps that make the loop over steps that are multiplied together, inside all other sums."""
        if not self.group:
            return []
        tiled = LoopTile(loops=self.sums[:1], sizes=(self.steps_together,))
        return [tiled, *reordered([self.group, *self.sums[1:]], [*self.sums[1:], self.group])]

    def _order(self, tiled: Mapping[str, list[str]], inner: Sequence[str], first: Sequence[str] = ()) -> list[Pass]:
        """Return the step that makes some loops the inner ones, in that order, except for those that come first.

        `tiled` maps loops to their parts.
        """
        before = [part for name in [*self.outer, self.total] for part in tiled.get(name, [name])]
        between = [name for name in before if name not in {*first, *inner}]
        return reordered(before, [*first, *between, *(name for name in inner if name not in first)])

    @property
    def _line(self) -> str | None:
        """The loop over lines, or `None` if a block has one line."""
        return loop_name(self.nest.columns[-2]) if self.line_block > 1 else None

    def _panels(self, shared: str | None) -> tuple[list[Pass], list[Pass]]:
        """Return the steps that pack operands before and after the loop that threads share is made parallel.

        Panels are as long as the sums and as wide as a tile, in the order in which the micro kernel reads them. A block
        is packed at a time. What is packed once for all threads is packed by all of them if it is large.
        """
        number = self._number(self.nest.first)
        along, skew = self._row_vectors(), self._skew()
        rows = PackedOperand(ROWS, self.row, self.nest.first, number, self.tile.rows, along, self.group, skew)
        number = self._number(self.nest.second)
        columns = PackedOperand(COLUMNS, self.column, self.nest.second, number, self.tile.columns, group=self.group)
        outer, inner = (columns, rows) if self.rows_are_shared else (rows, columns)
        size = self.column_block if self.rows_are_shared else self.row_block
        outer_in_front, outer_inside = self._packed_once(outer, shared, size)
        at = self.total if self.rows_are_ready or self.divided == self.row else inner.loop
        inner_in_front, inner_inside = self._packed(inner, at)
        return outer_in_front + inner_in_front, outer_inside + inner_inside

    def _row_vectors(self) -> str:
        """Return the loop over a block of sums if rows are contiguous along it, and copied by vectors; else nothing."""
        if self.group:
            return ""
        total = self.nest.sums[0]
        trips = total.constant_trip_count()
        is_contiguous = stride_of(self.nest.first, total.induction_variable) == 1
        is_whole = trips is not None and trips % self.sum_block == 0 and self.sum_block >= self.tile.vector
        return self.sums[0] if is_contiguous and is_whole and not self.workload.reads_constant(self.nest.first) else ""

    def _skew(self) -> int:
        """Return the elements by which rows that are copied along a sum are lengthened.

        That is a line if the rows of a tile would share places of the first cache: each step reads a line of all rows.
        """
        if not self._row_vectors() or have_places(self.machine, 2 * self.tile.rows, self.packed_bytes):
            return 0
        return LINE_BYTES * self.sum_block * max(1, self.inner_sums) // self.packed_bytes

    def _number(self, load: loop.LoadOp) -> int:
        """Return the number of an operand among what is read: first what sums begin with, then the sums themselves, and
        the operands in program order.
        """
        other = self.nest.second if load is self.nest.first else self.nest.first
        return self.nest.starts + (1 if load.is_before(other) else 2)

    def _packed_once(self, operand: PackedOperand, shared: str | None, size: int) -> tuple[list[Pass], list[Pass]]:
        """Return the steps before the shared loop and inside it, for an operand that all threads read."""
        in_front, inside = self._packed(operand, self.total)
        if inside and shared is not None and self.sum_block * self.inner_sums * size >= PARALLEL_COPIES:
            inside += parallel(copy_of(operand.buffer, point_of(operand.loop)))
        return in_front, inside

    def _packed(self, operand: PackedOperand, at: str) -> tuple[list[Pass], list[Pass]]:
        """Return the steps before the shared loop and inside it, for an operand that is packed block by block.

        Constants are packed as a whole before the nest, and `hoist-into-globals` moves that out of the program.
        """
        dimensions = [point_of(operand.loop), *self.sums]
        if operand.load is self.nest.second and self._line is not None:
            dimensions.insert(0, point_of(self._line))
        if self._is_ready(operand.load):
            return [operand.step([*self._around(operand), operand.loop, self.total, *dimensions])], []
        return [], [operand.step(dimensions, at)]

    def _around(self, operand: PackedOperand) -> list[str]:
        """Return the loops around blocks that an operand depends on, such as those of a batch."""
        loops = (*self.nest.rows[:-1], *self.nest.columns[:-1], *self.nest.others)
        names = {loop_name(op) for op in loops if stride_of(operand.load, op.induction_variable) != 0}
        return [name for name in self.outer if name in names - {self.row, self.column}]

    def _tiles(self) -> list[Pass]:
        """Return the steps for tiles of sums: those of all rows, or whole ones and a smaller one for the rest."""
        rows, columns = self._points()
        loops = TileLoops(self._tile_loop(), rows, columns, self.sums, self.group, self.tile)
        parts = [loops, loops.of_rest(self.rest_rows)] if self.rest_rows else [loops]
        return [step for each in parts for step in (*self._micro_kernel(each), *self._ends(each))]

    def _micro_kernel(self, loops: TileLoops) -> list[Pass]:
        """Return the steps for the tile in a local buffer: its initial values, and the sums in registers."""
        rows, columns, tile = loops.rows, loops.columns, loops.tile
        sizes = (tile.rows, tile.columns)
        parts = self._parts()
        main = main_of(parts)
        before = [part for part in parts if part == INIT and not self.nest.starts_in_memory]
        padded = tuple(part_of(name, part) for part in (*before, main) for name in (rows, columns))
        main_rows, main_columns = part_of(rows, main), part_of(columns, main)
        return [
            LoopPrivatize(at=loops.at, loops=(rows, columns), sizes=sizes),
            *separated((rows, columns), parts),
            LoopPad(loops=padded, sizes=sizes * (len(before) + 1)),
            *self._together(loops.group),
            vectorized(main_columns, tile.vector),
            *self._side_by_side(main_columns),
            LoopUnrollAndJam(loops=(main_rows,), factor=tile.rows),
            *self._unrolled_sum(loops.sums[-1]),
            *(vectorized(part_of(columns, part), tile.vector) for part in before),
        ]

    def _together(self, group: str) -> list[Pass]:
        """Return the steps that make the steps of a sum that are multiplied together a vector in each lane."""
        if not group:
            return []
        return [vectorized(group, self.steps_together), LoopUnroll(loops=(group,), full=True)]

    def _side_by_side(self, columns: str) -> list[Pass]:
        """Return the step that computes all vectors of a row of the tile in one iteration."""
        count = self.tile.columns // self.tile.vector
        return [LoopUnrollAndJam(loops=(columns,), factor=count)] if count > 1 else []

    def _unrolled_sum(self, name: str) -> list[Pass]:
        """Return the step that unrolls the sum if no remainder is left: counting is a tenth of the work otherwise."""
        innermost = self.nest.sums[-1]
        trips = innermost.constant_trip_count()
        if self.group:
            return []  # LLVM would add up integers of several steps first, and run out of registers
        if len(self.nest.sums) > 1:
            return [LoopUnroll(loops=(name,), full=True)] if trips and trips <= UNROLLED else []
        if trips is None or trips % self.sum_block:
            return []
        factor = next((size for size in range(UNROLLED, 1, -1) if self.sum_block % size == 0), 1)
        return [LoopUnroll(loops=(name,), factor=factor)] if factor > 1 else []

    def _ends(self, loops: TileLoops) -> list[Pass]:
        """Return the steps for operations on sums and for their copies, with whole tiles apart from partial ones."""
        rows, columns, tile = loops.rows, loops.columns, loops.tile
        begun = [(part_of(rows, INIT), part_of(columns, INIT))] if self.nest.starts_in_memory else []
        done = [(part_of(rows, DONE), part_of(columns, DONE))] if self._has_epilogue() else []
        back = (back_of(TILE, rows), back_of(TILE, columns))
        is_filled = self.nest.continues or self.sum_block < self._trips(self.nest.sums[0])
        steps: list[Pass] = []
        if self._stays_in_registers():
            fill = [(fill_of(TILE, rows), fill_of(TILE, columns))] if is_filled else []
            for outer, inner in [*begun, *fill, *done, back]:
                is_unrolled = (outer, inner) not in done or self._is_short()
                steps += [vectorized(inner, tile.vector), *(_unrolled(inner, outer) if is_unrolled else [])]
            is_first = self.nest.continues or begun
            return steps if is_first else [*steps, *_unrolled(part_of(columns, INIT), part_of(rows, INIT))]
        if is_filled and self._is_contiguous(self.nest.store):
            steps.append(vectorized(fill_of(TILE, columns), tile.vector))
        for outer, inner in [*begun, *done, back]:
            if not (self._rows_fill() and self._columns_fill()):
                steps.append(LoopSpecialize(loops=(outer, inner), sizes=(tile.rows, tile.columns)))
            if self._is_contiguous(self.nest.store):
                steps.append(vectorized(inner, tile.vector))
                if self._columns_fill() and not self._rows_fill():
                    steps.append(vectorized(part_of(inner, PARTIAL), tile.vector))
        return steps

    def _stays_in_registers(self) -> bool:
        """Return whether accesses of the buffer of a tile are to be unrolled, so that its sums stay in registers.

        All tiles must be whole. Long operations on sums still read them from the buffer, one vector after the other.
        """
        return self._rows_fill() and self._columns_fill() and self._is_contiguous(self.nest.store)

    def _is_short(self) -> bool:
        """Return whether the operations on sums are few, so that they can be repeated for each vector of the tile."""
        body = self.nest.store.parent
        assert body is not None
        ends = [op for op in body.ops if not op.regions]
        return not any(map(is_function, ends)) and len(ends) * self.tile.vectors <= MOST_END_OPS

    def _prefetched_columns(self) -> list[Pass]:
        """Return the step that fetches the next panel of columns while one is multiplied.

        A panel is longer than a page of memory, where the processor's own prefetching ends. This pays if panels do not
        stay in the second cache, with those of the other products of a batch, and if few rows are multiplied with
        each: many would hide the wait. Tiles of rows fetch equal parts, spread over their sums, because what fetches
        everything at once waits for it.
        """
        tiles = -(-min(self._row_count(), self.row_block) // self.tile.rows)
        is_far = bytes_of(self.nest.second.memref) > self.machine.l2_bytes
        if not (len(self.nest.columns) == 1 and is_far and tiles <= MOST_TILES_WAITING):
            return []
        panels, within = (point_of(self.column),), self.sums[0]
        if self.rows_are_shared and self._has_known_rows() and tiles >= LEAST_PARTS and len(self.sums) == 1:
            locality = NEAR if tiles >= LEAST_PARTS_NEAR else SECOND_CACHE
            parts = self._tile_loop()
            return [LoopPrefetch(loops=panels, distance=1, locality=locality, within=within, parts=parts)]
        return [LoopPrefetch(loops=panels, distance=1, locality=SECOND_CACHE, within=within)]

    def _copies(self) -> list[Pass]:
        """Return the steps that pack rows and columns by vectors."""
        rows = self._row_vectors()
        steps: list[Pass] = [vectorized(copy_of(ROWS, rows), self.tile.vector)] if rows else []
        if self.group and not self.workload.reads_constant(self.nest.first):
            steps.append(vectorized(copy_of(ROWS, self.group), self.steps_together))
        if not self._is_contiguous(self.nest.second):
            return steps
        copied = copy_of(COLUMNS, self._points()[1])
        if not self._columns_fill():
            steps.append(LoopSpecialize(loops=(copied,), sizes=(self.tile.columns,)))
        together = self._together(copy_of(COLUMNS, self.group) if self.group else "")
        return [*steps, *together, vectorized(copied, self.tile.vector)]

    def _rows_fill(self) -> bool:
        """Return whether all tiles have all their rows."""
        is_multiple = self._has_known_rows() and self._row_count() % self.tile.rows == 0
        return is_multiple or self.rest_rows > 0

    def _columns_fill(self) -> bool:
        """Return whether all tiles have all their columns."""
        trips = self.nest.columns[-1].constant_trip_count()
        return trips is not None and trips % self.tile.columns == 0

    def _points(self) -> tuple[str, str]:
        """Return the loops over the rows and over the columns of a tile."""
        return point_of(self.row, 2), point_of(self.column, 2)

    def _tile_loop(self) -> str:
        """Return the innermost loop over tiles."""
        return point_of(self.row if self.rows_are_shared else self.column)

    def _parts(self) -> tuple[str, ...]:
        """Return the suffixes of the parts of a tile."""
        return parts_of(self.nest, has_ends=self._has_epilogue())

    def _has_epilogue(self) -> bool:
        """Return whether there are operations on a sum before it is stored."""
        return self.nest.store.value is not self.nest.sums[0].results[0]

    def _is_contiguous(self, access: AccessOp) -> bool:
        """Return whether an access moves on by one element along the columns."""
        return stride_of(access, self.nest.columns[-1].induction_variable) == 1


def _unrolled(*names: str) -> list[Pass]:
    """Return the steps that unroll loops, inner ones first."""
    return [LoopUnroll(loops=(name,), full=True) for name in names]


def _is_even(trips: int, cores: int) -> bool:
    """Return whether threads that share the iterations of a loop have about the same work."""
    return trips >= MANY_PARTS * cores or (trips > 0 and trips % cores == 0)


def _is_nearly_even(trips: int, cores: int) -> bool:
    """Return whether threads that share the iterations of a loop are at work for most of the time."""
    return trips >= MOSTLY * -(-trips // cores) * cores > 0


def _is_bf16(load: loop.LoadOp) -> bool:
    """Return whether a load reads elements of bf16 for products of f32."""
    users = [user for user, _ in load.result.uses]
    return element_of(load) is bf16 and all(type(each) is arith.ExtFOp for each in users)


def _is_short_and_signed(load: loop.LoadOp) -> bool:
    """Return whether a load reads signed integers of 16 bits or less."""
    element = element_of(load)
    users = [user for user, _ in load.result.uses]
    return (
        isinstance(element, IntegerType) and element.width <= 16 and all(type(each) is arith.ExtSIOp for each in users)
    )
