"""How a contraction is computed by tiles: its blocks, its packed panels, and the steps that make them.

There are two orders. Where there are many rows, threads share blocks of them, and columns are packed once for all.
Where there are few, or columns in several loops as in a convolution, rows are packed once, and threads share columns:
for a block of sums at a time, or, where rows are constants that were packed before, for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import bit_width
from dlc.passes.loops.analysis.nests import name_of, perfect_nest
from dlc.passes.loops.transforms.tile import POINT

from ..machine import Machine
from ..workloads import Workload, element_of, stride_of
from .contractions import Contraction
from .tiles import Tile, cycles, divisors, evenly

PARALLEL_PRODUCTS = 100_000
"""How many products a nest needs for several threads to pay."""
UNROLLED = 4
"""How many steps of a sum are done in one."""
PARALLEL_COPIES = 1 << 17
"""How many elements a packed block needs for several threads to pay."""
LEAST_TILES = 4
"""How many tiles of rows each thread must get for rows to be divided."""
L1_SHARE, L2_SHARE, L3_SHARE = 2, 3, 2
"""What part of a cache packed panels may fill: one half, one third, one half."""
COPY, VECTOR_COPY = 1, 2
"""How many cycles packing an element takes, or a vector of them."""


class Panels(NamedTuple):
    """A buffer of what the tiles of one operand read."""

    buffer: str
    loop: str
    """That of its blocks."""
    load: loop.LoadOp
    number: int
    """That of the memref, in the order of reading."""
    tile: int

    def step(self, dimensions: Sequence[str], at: str | None = None) -> str:
        """Make it: of the loops in front of the one within a tile, in each iteration of one of them, or once."""
        loops, sizes = [*dimensions, self.loop + POINT + POINT], ["0"] * len(dimensions) + [str(self.tile)]
        place = "" if at is None else f"at={at} "
        named = f"loops={','.join(loops)} sizes={','.join(sizes)} buffer={self.buffer}"
        return f"loop-pack{{{place}read={self.number} {named}}}"


class Plan:
    """The sizes of blocks, and the steps that make them."""

    def __init__(self, workload: Workload, found: Contraction, machine: Machine, tile: Tile) -> None:
        self.workload, self.found, self.machine, self.tile = workload, found, machine, tile
        self.rows_are_shared = len(found.columns) == 1 and self._trips(found.rows[-1]) >= 2 * tile.rows * machine.cores
        self.rows_are_ready = not self.rows_are_shared and workload.reads_constant(found.first)
        """Whether rows are packed before the nest begins: threads need not meet for it at each block of sums."""
        self.row, self.column = loop_name(found.rows[-1]), loop_name(found.columns[-1])
        self.total = loop_name(found.sums[0])
        self.sums = [self.total + POINT, *map(loop_name, found.sums[1:])]
        self.outer = [loop_name(each) for each in perfect_nest(workload.root)]
        self.element_bytes = (bit_width(element_of(found.store)) or 0) // 8
        sums, self.inner_sums = self._trips(found.sums[0]), prod(map(self._trips, found.sums[1:]))
        deep = machine.l1_bytes // L1_SHARE // (tile.columns * self.element_bytes) // max(1, self.inner_sums)
        self.sum_block = evenly(sums, deep, 1)
        depth = self.sum_block * max(1, self.inner_sums) * self.element_bytes
        self.near = machine.l2_bytes // L2_SHARE // depth
        """How many rows or columns of a block of sums fit into the second cache."""
        self.far = machine.l3_bytes // L3_SHARE // machine.cores // depth
        """How many fit into a core's part of the third."""
        self._choose_blocks()

    def _trips(self, op: loop.ForOp) -> int:
        return self.workload.trips(op)

    def _choose_blocks(self) -> None:
        """A panel of columns fits into the first cache, a block that is used again and again into the second."""
        machine, tile, found = self.machine, self.tile, self.found
        self.line_block = 1
        """How many lines of columns a block has: rows that are in the first cache are used for all of them."""
        self.rows_are_divided = False
        """Whether threads share rows, though columns are packed by each of them then."""
        rows, columns = self._trips(found.rows[-1]), self._trips(found.columns[-1])
        if self.rows_are_shared:
            self.row_block = evenly(rows, min(self.near, -(-rows // machine.cores)), tile.rows, machine.cores)
            self.column_block = evenly(columns, self.far, tile.columns)
        else:
            self.row_block = evenly(rows, self.far, tile.rows)
            if len(found.columns) > 1:
                self._choose_lines(self.near // (-(-columns // tile.columns) * tile.columns), rows)
            share = columns if len(found.columns) > 1 else -(-columns // machine.cores)
            self.column_block = evenly(columns, min(self.near, share), tile.columns)

    def _choose_lines(self, most: int, rows: int) -> None:
        """As many lines as fit, in blocks of which each thread gets as many.

        Where there are no such blocks, threads share rows that are ready, if it costs little to pack columns twice.
        """
        lines, cores, tile = self._trips(self.found.columns[-2]), self.machine.cores, self.tile
        has_cheap_columns = self.rows_are_ready and self._is_contiguous(self.found.second)
        even = divisors(lines, most * 5 // 4)
        balanced = [each for each in even if lines // each % cores == 0]
        if balanced:
            self.line_block = balanced[-1]
        elif has_cheap_columns and rows >= LEAST_TILES * cores * tile.rows:
            self.rows_are_divided = True
            self.line_block = even[-1]
            self.row_block = evenly(rows, min(self.far, -(-rows // cores)), tile.rows, cores)
        else:
            self.line_block = evenly(lines, most, 1, cores)

    def shared(self) -> str | None:
        """The loop that the threads share, if it pays."""
        if not self._is_large():
            return None
        if self.rows_are_shared or self.rows_are_divided:
            return self.row if self._trips(self.found.rows[-1]) > self.row_block else None
        longer = next((each for each in self.found.columns[:-1] if self._trips(each) >= self.machine.cores), None)
        if longer is not None:
            return loop_name(longer)
        return self.column if self._trips(self.found.columns[-1]) > self.column_block else None

    def _is_large(self) -> bool:
        """Whether there are several threads and enough for them to do."""
        return self.machine.cores > 1 and self.workload.runs(self.found.first) >= PARALLEL_PRODUCTS

    def cycles(self) -> float:
        """About how long one thread takes for all, to compare plans for the same nest."""
        lines = prod(map(self._trips, self.found.columns[:-1]))
        rows, columns, depth = self._trips(self.found.rows[-1]), self._trips(self.found.columns[-1]), self._depth()
        packed = -(-rows // self.row_block) * lines * columns * self._copy_cycles()
        return depth * (lines * cycles(self.tile, rows, columns) + packed)

    def _depth(self) -> int:
        """How many products each sum has."""
        return prod(map(self._trips, self.found.sums))

    def _copy_cycles(self) -> float:
        """How long packing a column takes for each step of the sum."""
        line, vector = self._trips(self.found.columns[-1]), self.tile.vector
        vectors = line // vector if self._is_contiguous(self.found.second) else 0
        return (vectors * VECTOR_COPY + (line - vectors * vector) * COPY) / line

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self, shared: str | None) -> list[str]:
        """The whole schedule."""
        in_front, inside = self._panels(shared)
        return [
            *self._blocks(),
            *in_front,
            *parallel(shared),
            *inside,
            *self._micro_kernel(),
            *self._ends(),
        ]

    def _blocks(self) -> list[str]:
        """Blocks and tiles, in the order in which they are gone through."""
        row, column, total = self.row, self.column, self.total
        steps, tiled = self._sum_blocks(), dict[str, list[str]]()
        for name, block, size in (
            (row, self.row_block, self.tile.rows),
            (column, self.column_block, self.tile.columns),
        ):
            steps += [f"loop-tile{{loops={name} sizes={block}}}", f"loop-tile{{loops={name}{POINT} sizes={size}}}"]
            tiled[name] = [name, name + POINT, name + POINT + POINT]
        points = [row + POINT + POINT, column + POINT + POINT]
        if self.rows_are_shared:
            after = [column, total, row, column + POINT, row + POINT, *points]
        else:
            wide = [loop_name(each) for each in self.found.columns[:-1]]
            within = [row + POINT, column + POINT, *points]
            if self._line is not None:
                steps.append(f"loop-tile{{loops={self._line} sizes={self.line_block}}}")
                tiled[self._line] = [self._line, self._line + POINT]
                within.insert(1, self._line + POINT)
            shared = [*wide, column, total] if self.rows_are_ready else [total, *wide, column]
            after = [row, *shared, *within]
        return steps + self._order(tiled, after)

    def _sum_blocks(self) -> list[str]:
        """Blocks of sums, around which there is nothing but other loops."""
        return [
            f"loop-tile{{loops={self.total} sizes={self.sum_block}}}",
            f"loop-accumulate-in-memory{{loops={self.total}}}",
            f"loop-sink{{loops={self.total}}}",
        ]

    def _order(self, tiled: Mapping[str, list[str]], after: Sequence[str]) -> list[str]:
        """What interchanges loops, of which some are several now, so that some are inside of all others."""
        before = [inner for each in [*self.outer, self.total] for inner in tiled.get(each, [each])]
        return _reordered(before, [*(each for each in before if each not in after), *after])

    @property
    def _line(self) -> str | None:
        """The loop over lines, if a block has several."""
        return loop_name(self.found.columns[-2]) if self.line_block > 1 else None

    def _panels(self, shared: str | None) -> tuple[list[str], list[str]]:
        """Panels as long as the sums, a tile wide, in the order in which the micro kernel reads them.

        A block of them at a time; what is packed once for all threads is packed by all of them, if it is much.
        """
        rows = Panels("rows", self.row, self.found.first, self._number(self.found.first), self.tile.rows)
        columns = Panels("columns", self.column, self.found.second, self._number(self.found.second), self.tile.columns)
        outer, inner = (columns, rows) if self.rows_are_shared else (rows, columns)
        size = self.column_block if self.rows_are_shared else self.row_block
        first, second = self._packed_once(outer, shared, size)
        third, fourth = self._packed(inner, self.total if self.rows_are_ready else inner.loop)
        return first + third, second + fourth

    def _number(self, load: loop.LoadOp) -> int:
        """What is summed in is read first, then the operands in the order in which they stand."""
        other = self.found.second if load is self.found.first else self.found.first
        return 1 if load.is_before(other) else 2

    def _packed_once(self, panels: Panels, shared: str | None, size: int) -> tuple[list[str], list[str]]:
        """Steps in front of the loop that threads share, and inside of it, for what all of them read."""
        in_front, inside = self._packed(panels, self.total)
        if inside and shared is not None and self.sum_block * self.inner_sums * size >= PARALLEL_COPIES:
            inside += parallel(f"{panels.buffer}_{panels.loop}{POINT}")
        return in_front, inside

    def _packed(self, panels: Panels, at: str) -> tuple[list[str], list[str]]:
        """A block at a time; constants all at once in front, from where `hoist-into-globals` takes them out."""
        dimensions = [panels.loop + POINT, *self.sums]
        if panels.load is self.found.second and self._line is not None:
            dimensions.insert(0, self._line + POINT)
        if self.workload.reads_constant(panels.load):
            return [panels.step([panels.loop, self.total, *dimensions])], []
        return [], [panels.step(dimensions, at)]

    def _micro_kernel(self) -> list[str]:
        """The tile in a local buffer: what it begins with, the sums, in registers, and what is done with them."""
        (rows, columns), tile = self._points(), self.tile
        sizes, vector = f"{tile.rows},{tile.columns}", f"width={tile.vector}"
        parts = "_init,_main,_done" if self._has_epilogue() else "_init,_main"
        padded = f"{rows}_init,{columns}_init,{rows}_main,{columns}_main"
        return [
            f"loop-privatize{{at={self._tile_loop()} loops={rows},{columns} sizes={sizes}}}",
            f"loop-separate{{loops={rows},{columns} suffixes={parts}}}",
            f"loop-pad{{loops={padded} sizes={sizes},{sizes}}}",
            f"loop-vectorize{{loops={columns}_main {vector}}}",
            *self._side_by_side(columns),
            f"loop-unroll-and-jam{{loops={rows}_main factor={tile.rows}}}",
            *self._unrolled_sum(),
            f"loop-vectorize{{loops={columns}_init {vector}}}",
        ]

    def _side_by_side(self, columns: str) -> list[str]:
        vectors = self.tile.columns // self.tile.vector
        return [f"loop-unroll-and-jam{{loops={columns}_main factor={vectors}}}"] if vectors > 1 else []

    def _unrolled_sum(self) -> list[str]:
        """Several steps of the sum in one, where they come out even: counting is a tenth of the work otherwise."""
        innermost = self.found.sums[-1]
        trips = innermost.constant_trip_count()
        if len(self.found.sums) > 1:
            return [f"loop-unroll{{loops={self.sums[-1]} full=true}}"] if trips and trips <= UNROLLED else []
        if trips is None or trips % self.sum_block:
            return []
        factor = next((each for each in range(UNROLLED, 1, -1) if self.sum_block % each == 0), 1)
        return [f"loop-unroll{{loops={self.sums[-1]} factor={factor}}}"] if factor > 1 else []

    def _ends(self) -> list[str]:
        """What is done with sums, and copies, for whole tiles apart from others."""
        (rows, columns), tile = self._points(), self.tile
        sizes, vector = f"{tile.rows},{tile.columns}", f"width={tile.vector}"
        steps: list[str] = []
        for prefix, suffix in ([("", "_done")] if self._has_epilogue() else []) + [("tile_back_", "")]:
            outer, inner = prefix + rows + suffix, prefix + columns + suffix
            if not (self._fills(self.found.rows[-1], tile.rows) and self._columns_fill()):
                steps.append(f"loop-specialize{{loops={outer},{inner} sizes={sizes}}}")
            if self._is_contiguous(self.found.store):
                steps.append(f"loop-vectorize{{loops={inner} {vector}}}")
        return steps + self._copies()

    def _copies(self) -> list[str]:
        """The columns are packed in vectors."""
        columns, tile, steps = self._points()[1], self.tile, list[str]()
        if self._is_contiguous(self.found.second):
            if not self._columns_fill():
                steps.append(f"loop-specialize{{loops=columns_{columns} sizes={tile.columns}}}")
            steps.append(f"loop-vectorize{{loops=columns_{columns} width={tile.vector}}}")
        return steps

    def _columns_fill(self) -> bool:
        """Whether there are no tiles with fewer columns."""
        return self._fills(self.found.columns[-1], self.tile.columns)

    def _fills(self, op: loop.ForOp, size: int) -> bool:
        """Whether all tiles are whole."""
        trips = op.constant_trip_count()
        return trips is not None and trips % size == 0

    def _points(self) -> tuple[str, str]:
        return self.row + POINT + POINT, self.column + POINT + POINT

    def _tile_loop(self) -> str:
        """The innermost loop over tiles."""
        return (self.row if self.rows_are_shared else self.column) + POINT

    def _has_epilogue(self) -> bool:
        """Whether something is done with a sum before it is stored."""
        return self.found.store.value is not self.found.sums[0].results[0]

    def _is_contiguous(self, access: AccessOp) -> bool:
        return stride_of(access, self.found.columns[-1].induction_variable) == 1


def loop_name(op: loop.ForOp) -> str:
    name = name_of(op)
    assert name is not None, "the loops of a workload have names"
    return name


def parallel(shared: str | None) -> list[str]:
    return [f"loop-parallelize{{loops={shared} depth=1}}"] if shared is not None else []


def _reordered(before: Sequence[str], after: Sequence[str]) -> list[str]:
    if list(before) == list(after):
        return []
    order = ",".join(str(before.index(name)) for name in after)
    return [f"loop-interchange{{loops={','.join(before)} order={order}}}"]
