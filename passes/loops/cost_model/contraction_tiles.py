"""Schedules of contractions: blocks, packed panels, and a tile of sums in registers.

What makes them fast is known since GotoBLAS. A tile of results, so large that its sums fill the vector registers, is
computed at a time; the two operands are packed so that its loop reads them in order; blocks of what is packed fit into
the caches. Columns of the tile are those along which the result lies in memory. In a convolution columns are pixels,
rows are channels, and packing the image by iterations makes the matrix that others call im2col, a block at a time.

There are two orders. Where there are many rows, threads share blocks of them, and columns are packed once for all.
Where there are few, or columns in several loops as in a convolution, rows are packed once, and threads share columns:
for a block of sums at a time, or, where rows are constants that were packed before, for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import bit_width

from ..machine import Machine
from ..nests import name_of, perfect_nest
from ..tiling import POINT
from ..workloads import Workload, element_of, stride_of
from .contractions import Contraction, recognized

SMALL = 8 * 8 * 8
"""How many products a nest needs for tiles to pay."""
PARALLEL_PRODUCTS = 100_000
"""How many it needs for several threads to pay."""
UNROLLED = 4
"""How many steps of a sum are done in one."""
PARALLEL_COPIES = 1 << 17
"""How many elements a packed block needs for them."""
MOST_VECTORS = 3
"""How many vectors of columns a tile may have: with more, too few rows are left."""
LOAD, LATENCY, COUNTING = 0.55, 4.5, 0.5
"""In cycles: how long a load takes, a sum until it can be added to again, and what else a step has to do."""
LEAST_TILES = 4
"""How many tiles of rows each thread must get for rows to be divided."""
L1_SHARE, L2_SHARE, L3_SHARE = 2, 3, 2
"""What part of a cache packed panels may fill: one half, one third, one half."""


class Tile(NamedTuple):
    """How much is computed at a time, in elements."""

    rows: int
    columns: int
    vector: int


def tile_for(machine: Machine, bits: int, rows: int, columns: int) -> Tile:
    """The tile with which so many rows and columns take the least time; some of its elements may be beyond both.

    Its sums, a row of its columns and one number are in registers, of which LLVM needs one more.
    """
    lanes, registers = machine.lanes(bits), machine.vector_registers
    fitting = [
        Tile(tall, wide * lanes, lanes)
        for wide in range(1, MOST_VECTORS + 1)
        for tall in range(2, (registers - wide - 2) // wide + 1)
    ]
    best = min(fitting, key=lambda tile: _cycles(tile, rows, columns), default=None)
    return best or Tile(2, lanes, lanes)


def _cycles(tile: Tile, rows: int, columns: int) -> float:
    """For each step of the sum: two products of vectors in a cycle, or not quite two loads, or waiting for a sum."""
    vectors = tile.columns // tile.vector
    step = max(tile.rows * vectors / 2, (tile.rows + vectors) * LOAD, LATENCY) + COUNTING
    return -(-rows // tile.rows) * -(-columns // tile.columns) * step


def contraction_schedules(workload: Workload, machine: Machine) -> Sequence[list[str]]:
    """For several threads and for one, where several cannot be."""
    found = recognized(workload)
    if found is None or not found.rows or not found.columns or workload.runs(found.first) < SMALL:
        return []
    bits = bit_width(element_of(found.store)) or 0
    tile = tile_for(machine, bits, workload.trips(found.rows[-1]), workload.trips(found.columns[-1]))
    if not bits or tile.vector < 2:
        return []
    plan = _Plan(workload, found, machine, tile)
    shared = plan.shared()
    return [plan.steps(shared), plan.steps(None)] if shared is not None else [plan.steps(None)]


class _Panels(NamedTuple):
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


class _Plan:
    """The sizes of blocks, and the steps that make them."""

    def __init__(self, workload: Workload, found: Contraction, machine: Machine, tile: Tile) -> None:
        self.workload, self.found, self.machine, self.tile = workload, found, machine, tile
        self.rows_are_shared = len(found.columns) == 1 and self._trips(found.rows[-1]) >= 2 * tile.rows * machine.cores
        self.rows_are_ready = not self.rows_are_shared and workload.reads_constant(found.first)
        """Whether rows are packed before the nest begins: threads need not meet for it at each block of sums."""
        self.row, self.column, self.total = (_name(each[-1]) for each in (found.rows, found.columns, [found.sums[0]]))
        self.sums = [self.total + POINT, *map(_name, found.sums[1:])]
        self.outer = [_name(each) for each in perfect_nest(workload.root)]
        self._choose_blocks((bit_width(element_of(found.store)) or 0) // 8)

    def _trips(self, op: loop.ForOp) -> int:
        return self.workload.trips(op)

    def _choose_blocks(self, element_bytes: int) -> None:
        """A panel of columns fits into the first cache, a block that is used again and again into the second."""
        machine, tile, found = self.machine, self.tile, self.found
        self.line_block = 1
        """How many lines of columns a block has: rows that are in the first cache are used for all of them."""
        self.rows_are_divided = False
        """Whether threads share rows, though columns are packed by each of them then."""
        rows, columns, sums = (self._trips(each) for each in (found.rows[-1], found.columns[-1], found.sums[0]))
        inner_sums = 1
        for each in found.sums[1:]:
            inner_sums *= self._trips(each)
        deep = machine.l1_bytes // L1_SHARE // (tile.columns * element_bytes) // max(1, inner_sums)
        self.sum_block, self.inner_sums = evenly(sums, deep, 1), inner_sums
        depth = self.sum_block * max(1, inner_sums) * element_bytes
        near, far = machine.l2_bytes // L2_SHARE // depth, machine.l3_bytes // L3_SHARE // machine.cores // depth
        if self.rows_are_shared:
            self.row_block = evenly(rows, min(near, -(-rows // machine.cores)), tile.rows, machine.cores)
            self.column_block = evenly(columns, far, tile.columns)
        else:
            self.row_block = evenly(rows, far, tile.rows)
            if len(found.columns) > 1:
                self._choose_lines(near // (-(-columns // tile.columns) * tile.columns), rows, far)
            share = columns if len(found.columns) > 1 else -(-columns // machine.cores)
            self.column_block = evenly(columns, min(near, share), tile.columns)

    def _choose_lines(self, most: int, rows: int, far: int) -> None:
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
            self.row_block = evenly(rows, min(far, -(-rows // cores)), tile.rows, cores)
        else:
            self.line_block = evenly(lines, most, 1, cores)

    def shared(self) -> str | None:
        """The loop that the threads share, if it pays."""
        if self.machine.cores < 2 or self.workload.runs(self.found.first) < PARALLEL_PRODUCTS:
            return None
        if self.rows_are_shared or self.rows_are_divided:
            return self.row if self._trips(self.found.rows[-1]) > self.row_block else None
        longer = next((each for each in self.found.columns[:-1] if self._trips(each) >= self.machine.cores), None)
        if longer is not None:
            return _name(longer)
        return self.column if self._trips(self.found.columns[-1]) > self.column_block else None

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self, shared: str | None) -> list[str]:
        """The whole schedule."""
        in_front, inside = self._panels(shared)
        return [
            *self._blocks(),
            *in_front,
            *_parallel(shared),
            *inside,
            *self._micro_kernel(),
            *self._ends(),
        ]

    def _blocks(self) -> list[str]:
        """Blocks and tiles, in the order in which they are gone through."""
        row, column, total, outer = self.row, self.column, self.total, self.outer
        steps = [
            f"loop-tile{{loops={total} sizes={self.sum_block}}}",
            f"loop-accumulate-in-memory{{loops={total}}}",
            f"loop-sink{{loops={total}}}",
        ]
        before = [*outer, total]
        for name, block, size in (
            (row, self.row_block, self.tile.rows),
            (column, self.column_block, self.tile.columns),
        ):
            steps += [f"loop-tile{{loops={name} sizes={block}}}", f"loop-tile{{loops={name}{POINT} sizes={size}}}"]
            at = before.index(name)
            before[at : at + 1] = [name, name + POINT, name + POINT + POINT]
        others = [each for each in outer if each not in (row, column)]
        points = [row + POINT + POINT, column + POINT + POINT]
        if self.rows_are_shared:
            after = [*others, column, total, row, column + POINT, row + POINT, *points]
        else:
            wide = [_name(each) for each in self.found.columns[:-1]]
            others = [each for each in others if each not in wide]
            within = [row + POINT, column + POINT, *points]
            if self._line is not None:
                steps.append(f"loop-tile{{loops={self._line} sizes={self.line_block}}}")
                before.insert(before.index(self._line) + 1, self._line + POINT)
                within.insert(1, self._line + POINT)
            shared = [*wide, column, total] if self.rows_are_ready else [total, *wide, column]
            after = [*others, row, *shared, *within]
        return steps + _reordered(before, after)

    @property
    def _line(self) -> str | None:
        """The loop over lines, if a block has several."""
        return _name(self.found.columns[-2]) if self.line_block > 1 else None

    def _panels(self, shared: str | None) -> tuple[list[str], list[str]]:
        """Panels as long as the sums, a tile wide, in the order in which the micro kernel reads them.

        A block of them at a time; what is packed once for all threads is packed by all of them, if it is much. Of
        constants all are packed in front of the nest, from where `hoist-into-globals` takes them out of the program.
        """
        found, total = self.found, self.total
        # The element that is summed in is read first, then the operands in the order in which they stand.
        first, second = (1, 2) if found.first.is_before(found.second) else (2, 1)
        rows = _Panels("rows", self.row, found.first, first, self.tile.rows)
        columns = _Panels("columns", self.column, found.second, second, self.tile.columns)
        outer, inner = (columns, rows) if self.rows_are_shared else (rows, columns)
        size = self.column_block if self.rows_are_shared else self.row_block
        together = shared is not None and self.sum_block * self.inner_sums * size >= PARALLEL_COPIES
        in_front: list[str] = []
        inside: list[str] = []
        for panels, at in ((outer, total), (inner, total if self.rows_are_ready else inner.loop)):
            dimensions = [panels.loop + POINT, *self.sums]
            if panels is columns and self._line is not None:
                dimensions.insert(0, self._line + POINT)
            if self.workload.reads_constant(panels.load):
                in_front.append(panels.step([panels.loop, total, *dimensions]))
                continue
            inside.append(panels.step(dimensions, at))
            if panels is outer and together:
                inside += _parallel(f"{panels.buffer}_{panels.loop}{POINT}")
        return in_front, inside

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
            if not (self._fills(self.found.rows[-1], tile.rows) and self._fills(self.found.columns[-1], tile.columns)):
                steps.append(f"loop-specialize{{loops={outer},{inner} sizes={sizes}}}")
            if self._is_contiguous(self.found.store):
                steps.append(f"loop-vectorize{{loops={inner} {vector}}}")
        if self._is_contiguous(self.found.second):
            if not self._fills(self.found.columns[-1], tile.columns):
                steps.append(f"loop-specialize{{loops=columns_{columns} sizes={tile.columns}}}")
            steps.append(f"loop-vectorize{{loops=columns_{columns} {vector}}}")
        return steps

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


def divisors(size: int, most: int) -> list[int]:
    """What divides a size, up to a number, in order; 1 at least."""
    return [each for each in range(1, max(1, min(size, most)) + 1) if size % each == 0]


def evenly(size: int, most: int, multiple: int, cores: int = 1) -> int:
    """The size of blocks: as few of equal size as there can be of at most so much each, in whole tiles.

    There are as many for each of some cores.
    """
    most = max(multiple, most // multiple * multiple)
    blocks = max(1, -(-size // most))
    blocks = -(-blocks // cores) * cores
    return max(1, -(-size // (blocks * multiple))) * multiple


def _name(op: loop.ForOp) -> str:
    name = name_of(op)
    assert name is not None, "the loops of a workload have names"
    return name


def _parallel(shared: str | None) -> list[str]:
    return [f"loop-parallelize{{loops={shared} depth=1}}"] if shared is not None else []


def _reordered(before: Sequence[str], after: Sequence[str]) -> list[str]:
    if list(before) == list(after):
        return []
    order = ",".join(str(before.index(name)) for name in after)
    return [f"loop-interchange{{loops={','.join(before)} order={order}}}"]
