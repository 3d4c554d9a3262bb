"""Schedules of contractions on GPUs: tiles in the memory of a block, and sums in the registers of threads.

Each block computes a tile of the result. Its threads go over the sums a few at a time: together they copy the parts of
both operands that the tile needs to workgroup memory, wait for one another, and add up products of what is there. Each
thread adds up a small tile of its own. The parts that a block copies are laid out in the order of the operand, so that
threads side by side read elements side by side.

If sizes are not multiples of the tiles, copies are padded with zeros, sums beyond the end are computed but not stored,
and the last sums of a block have a nest of their own. Nothing is summed in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod

from dlc.dialects import loop
from dlc.ir.builtin_types import bit_width
from dlc.passes.gpu.async_copies import GPUAsyncCopies
from dlc.passes.gpu.map_loops import GPUMapLoops
from dlc.passes.gpu.pipeline_copies import GPUPipelineCopies
from dlc.passes.loops.analysis.accesses import forms_of
from dlc.passes.loops.analysis.contractions import ContractionNest, recognized
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import LIKELY, Workload, element_of
from dlc.passes.loops.transforms.accumulate_in_memory import LoopAccumulateInMemory
from dlc.passes.loops.transforms.interchange import LoopInterchange
from dlc.passes.loops.transforms.loop_names import PARTIAL, copy_of, part_of, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.pad import LoopPad
from dlc.passes.loops.transforms.separate import LoopSeparate
from dlc.passes.loops.transforms.specialize import LoopSpecialize
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.manager import Pass

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .gpu_tiles import copy_width, elements_of_copy, stages_of, tile_cost
from .plan import loop_name, reordered

LEAST_SIDE = 16
"""The number of rows and columns from which tiles pay."""
LEAST_DEPTH = 8
"""The number of products in a sum from which tiles pay."""
DEPTH = 16
"""The largest number of products in a part of a sum."""
UNROLLED = 8
"""The largest number of products of a sum that are unrolled."""
MOST_PRODUCTS = 256
"""The largest number of products of a thread that are unrolled: with 8 by 8 sums, they leave registers for two blocks.
Conditions of copies need some of these.
"""
SUM_BITS = 32
"""The bits of a register, of which a sum has one or more."""
FEW = 4
"""The most rows and columns of a thread if sizes are unknown, or copies are not in the background."""
LARGEST_GRID = 65535
"""The largest number of blocks along y and z."""
ROWS, COLUMNS, SUMS = "rows", "columns", "sums"
"""Names of buffers: the parts of both operands, and the sums of a tile."""
INIT, DONE = "_init", "_done"
"""Suffixes of the parts of a tile: the initial values, and the operations on sums."""


def gpu_contraction_schedules(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return the schedule of a contraction, or none if the nest is something else or too small."""
    nest = recognized(workload)
    if nest is None or not nest.rows or not nest.columns:
        return []
    if any(op.constant_trip_count() is None for op in nest.sums[1:]):
        return []
    plan = GPUContractionPlan(workload, nest, machine)
    return [Schedule.of(*plan.steps())] if plan.is_worthwhile() and plan.fits() else []


class GPUContractionPlan:
    """The sizes of tiles for one contraction, and the steps that make these tiles."""

    def __init__(self, workload: Workload, nest: ContractionNest, machine: GPUMachine) -> None:
        self.workload, self.nest, self.machine = workload, nest, machine
        self.row, self.column = loop_name(nest.rows[-1]), loop_name(nest.columns[-1])
        self.total, *inner = [loop_name(op) for op in nest.sums]
        self.sums = (point_of(self.total), *inner)
        self.inner_sums = prod(op.constant_trip_count() or 1 for op in nest.sums[1:])
        trips = nest.sums[0].constant_trip_count()
        depth = max(1, DEPTH // self.inner_sums)
        self.depth = depth if trips is None else min(depth, max(1, trips))
        self.side = _side(machine.block_threads)
        """The number of threads along the rows of a tile, and along its columns."""
        self.thread_rows, self.thread_columns = self._thread_tile()
        self.rows, self.columns = self.side * self.thread_rows, self.side * self.thread_columns

    def _thread_tile(self) -> tuple[int, int]:
        """Return the numbers of rows and columns of a thread: those with which the product takes least time.

        Registers hold fewer sums where copies pass through them; if a side is unknown, it may be small.
        """
        sides = [op.constant_trip_count() for op in (self.nest.rows[-1], self.nest.columns[-1])]
        most = _side(max(1, self.machine.thread_sums * SUM_BITS // max(SUM_BITS, bit_width(self.nest.sum_type) or 0)))
        most = most if self.copies_in_background else min(most, FEW)
        sizes = [1 << power for power in range(most.bit_length())][::-1]
        tiles = [(rows, columns) for rows in sizes for columns in sizes]
        if sides[0] is None or sides[1] is None:
            return min(most, FEW), min(most, FEW)
        known, others = (sides[0], sides[1]), prod(op.constant_trip_count() or LIKELY for op in self._others())

        def cost(tile: tuple[int, int]) -> float:
            rows, columns = tile
            return tile_cost((self.side * rows, self.side * columns), known, others, self.machine.multiprocessors)

        return min(tiles, key=cost)

    def _others(self) -> list[loop.ForOp]:
        """Return the loops over blocks that are not over tiles."""
        tiled = self.nest.rows[-1], self.nest.columns[-1]
        return [op for op in perfect_nest(self.workload.root) if op not in tiled]

    @property
    def threads(self) -> int:
        """The number of threads of a block."""
        return self.side * self.side

    def is_worthwhile(self) -> bool:
        """Return whether each element of a tile is used often enough to pay for copying it."""
        outer = self.nest.sums[0].constant_trip_count()
        sides = [op.constant_trip_count() for op in (self.nest.rows[-1], self.nest.columns[-1])]
        is_deep = outer is None or outer * self.inner_sums >= LEAST_DEPTH
        return is_deep and all(side is None or side >= LEAST_SIDE for side in sides)

    def fits(self) -> bool:
        """Return whether the GPU has enough memory and blocks for the tiles."""
        widths = [bit_width(element_of(load)) for load in (self.nest.first, self.nest.second)]
        sides = (self.rows, self.columns)
        needed = sum(side * -(-(width or 0) // 8) for side, width in zip(sides, widths, strict=True))
        row_blocks = -(-(self.nest.rows[-1].constant_trip_count() or 1) // self.rows)
        return (
            None not in widths
            and needed * self.depth * self.inner_sums <= self.machine.workgroup_bytes
            and max(row_blocks, prod(op.constant_trip_count() or 1 for op in self._others())) <= LARGEST_GRID
        )

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self) -> list[Pass]:
        """Return the steps of the schedule."""
        init, main, done = ([part_of(name, suffix) for name in self._points()] for suffix in (INIT, "", DONE))
        return [
            *self._blocks(),
            *self._sums_of_blocks(),
            *self._copies(),
            *self._whole_tiles([*init, *main], done),
            *self._background_copies(),
            *self._unrolled_for_threads(*init),
            *self._sums_of_threads(*main),
            *(self._sums_of_threads(*[part_of(name, PARTIAL) for name in main]) if self._has_partial_sums() else []),
            *self._unrolled_sums(),
            *([GPUPipelineCopies(loops=(self.total,), stages=self.stages)] if self.stages > 1 else []),
            *self._unrolled_for_threads(*done),
        ]

    def _points(self) -> tuple[str, str]:
        """Return the loops over the rows and columns of a tile."""
        return point_of(self.row), point_of(self.column)

    def _blocks(self) -> list[Pass]:
        """Return the steps that give each block a tile of the result, with the loops over blocks outermost."""
        names = [loop_name(op) for op in perfect_nest(self.workload.root)]
        others = [name for name in names if name not in (self.row, self.column)]
        blocks = (*others, self.row, self.column)
        return [
            *reordered(names, blocks),
            LoopTile(loops=(self.row, self.column), sizes=(self.rows, self.columns)),
            LoopTile(loops=(self.total,), sizes=(self.depth,)),
            GPUMapLoops(loops=blocks, block_size=self.threads),
        ]

    def _sums_of_blocks(self) -> list[Pass]:
        """Return the steps that let a block go over parts of all its sums, and keep these in private memory."""
        points = self._points()
        return [
            LoopAccumulateInMemory(loops=(self.total,), buffer=SUMS, sizes=(self.rows, self.columns), space="private"),
            LoopSeparate(loops=points, suffixes=(INIT, "", DONE)),
            LoopInterchange(loops=(*points, self.total), order=(2, 0, 1)),
        ]

    def _copies(self) -> list[Pass]:
        """Return the steps that let the threads of a block copy the parts of both operands that its tile needs."""
        (row, column), nest, steps = self._points(), self.nest, list[Pass]()
        operands = [(nest.first, ROWS, row, self.rows), (nest.second, COLUMNS, column, self.columns)]
        if nest.second.is_before(nest.first):
            operands.reverse()
        # The second operand comes first: its copy is then read before the sums, and the first one is number 2 again.
        for load, buffer, side, size in reversed(operands):
            sizes = {side: size, self.sums[0]: self.depth}
            dimensions = self._in_order_of(load, side)
            skew = self._skew(load)
            steps.append(
                LoopPack(
                    at=self.total,
                    read=2,
                    loops=dimensions,
                    sizes=tuple(sizes.get(name, 0) for name in dimensions),
                    buffer=buffer,
                    space="workgroup",
                    **({"skew": skew} if skew else {}),
                )
            )
            if not self.copies_in_background:
                steps.append(GPUMapLoops(loops=self._loops_of_copy(load), to="threads"))
        return steps

    def _background_copies(self) -> list[Pass]:
        """Return the steps that divide copies in the background among threads; by then they are padded with zeros."""
        if not self.copies_in_background:
            return []
        loads = self.nest.first, self.nest.second
        return [GPUAsyncCopies(loops=self._loops_of_copy(load), width=self._copy_width(load)) for load in loads]

    def _loops_of_copy(self, load: loop.LoadOp) -> tuple[str, ...]:
        """Return the loops that copy a part of an operand."""
        is_first = load is self.nest.first
        dimensions = self._in_order_of(load, self._points()[not is_first])
        return tuple(copy_of(ROWS if is_first else COLUMNS, name) for name in dimensions)

    @cached_property
    def copies_in_background(self) -> bool:
        """Whether threads copy both operands in the background, which then are whole parts of one sum.

        If the sum has other parts, zeros are added at its end.
        """
        is_whole = _is_multiple(self.nest.sums[0], self.depth) or self.nest.may_be_reordered
        can_copy = self.machine.copies_in_background and len(self.nest.sums) == 1 and is_whole
        return can_copy and all(map(self._copy_width, (self.nest.first, self.nest.second)))

    def _copy_width(self, load: loop.LoadOp) -> int:
        """Return the number of elements that a thread can copy in the background at a time, or 0."""
        return copy_width(load, [self.nest.sums[0] if self._is_by_sums(load) else self._side_of(load)])

    def _side_of(self, load: loop.LoadOp) -> loop.ForOp:
        return (self.nest.rows if load is self.nest.first else self.nest.columns)[-1]

    def _is_by_sums(self, load: loop.LoadOp) -> bool:
        """Return whether rows of the copy of an operand are along the sums."""
        return self._in_order_of(load, self._points()[load is not self.nest.first])[-1] in self.sums

    def _skew(self, load: loop.LoadOp) -> int:
        """Return the number of elements by which rows of a copy are lengthened: rows along the sums, of which threads
        read several at a time, then begin in different banks, still at multiples of 16 bytes. What is filled up with
        zeros is a whole buffer.
        """
        is_filled = not _is_multiple(self.nest.sums[0], self.depth)
        by_sums = self.copies_in_background and self._is_by_sums(load)
        return elements_of_copy(load) if by_sums and not is_filled else 0

    @property
    def stages(self) -> int:
        """The number of parts of sums that are copied or multiplied at a time."""
        if not self.copies_in_background:
            return 1
        stage = 0
        for load, size in ((self.nest.first, self.rows), (self.nest.second, self.columns)):
            count, length = (size, self.depth) if self._is_by_sums(load) else (self.depth, size)
            stage += count * (length + self._skew(load)) * (bit_width(element_of(load)) or 0) // 8
        return stages_of(stage, (self.nest.sums[0].constant_trip_count() or LIKELY) // self.depth, self.machine)

    def _in_order_of(self, load: loop.LoadOp, side: str) -> tuple[str, ...]:
        """Return the loops that an operand depends on, in the order of its dimensions."""
        forms = forms_of(load.affine_map, load.indices, load) or ()
        loops = {name: op.induction_variable for name, op in zip(self.sums, self.nest.sums, strict=True)}
        loops[side] = self._side_of(load).induction_variable
        places = {
            name: max((place for place, form in enumerate(forms) if counter in form.terms), default=-1)
            for name, counter in loops.items()
        }
        return tuple(sorted(loops, key=lambda name: (places[name], name == side)))

    def _whole_tiles(self, computed: Sequence[str], stored: Sequence[str]) -> list[Pass]:
        """Return the steps that give all blocks whole tiles, and most of them whole parts of sums."""
        steps: list[Pass] = []
        if not self._has_whole_sides():
            sizes = (self.rows, self.columns)
            steps += [
                LoopPad(loops=tuple(computed), sizes=(*sizes, *sizes)),
                LoopPad(loops=tuple(stored), sizes=sizes, guard=True),
            ]
        if self.copies_in_background and not _is_multiple(self.nest.sums[0], self.depth):
            steps.append(LoopPad(loops=self.sums, sizes=(self.depth,)))
        if self._has_partial_sums():
            sizes = (self.rows, self.columns, self.depth)
            steps.append(LoopSpecialize(loops=(*self._points(), self.sums[0]), sizes=sizes))
        return steps

    def _has_whole_sides(self) -> bool:
        return _is_multiple(self.nest.rows[-1], self.rows) and _is_multiple(self.nest.columns[-1], self.columns)

    def _is_whole(self) -> bool:
        """Return whether no copy has a condition."""
        return self._has_whole_sides() and _is_multiple(self.nest.sums[0], self.depth)

    def _has_partial_sums(self) -> bool:
        return not _is_multiple(self.nest.sums[0], self.depth) and not self.copies_in_background

    def _mapped_to_threads(self, row: str, column: str) -> list[Pass]:
        """Return the steps that give each thread a small tile of a part of a tile."""
        return [
            LoopTile(loops=(row, column), sizes=(self.thread_rows, self.thread_columns)),
            GPUMapLoops(loops=(row, column), to="threads"),
        ]

    def _unrolled_for_threads(self, row: str, column: str) -> list[Pass]:
        """Return the steps for what threads do with each of their sums alone."""
        points = point_of(row), point_of(column)
        return [*self._mapped_to_threads(row, column), LoopUnroll(loops=points, full=True)]

    def _sums_of_threads(self, row: str, column: str) -> list[Pass]:
        """Return the steps that let a thread add up all its sums in one loop."""
        jammed = [
            LoopUnrollAndJam(loops=(point_of(name),), factor=factor)
            for name, factor in ((column, self.thread_columns), (row, self.thread_rows))
            if factor > 1
        ]
        points = point_of(row), point_of(column)
        return [*self._mapped_to_threads(row, column), *jammed, LoopUnroll(loops=points, full=True)]

    def _unrolled_sums(self) -> list[Pass]:
        """Return the step that unrolls the innermost loop of the sums."""
        innermost = self.sums[-1]
        trips = self.depth if len(self.sums) == 1 else self.nest.sums[-1].constant_trip_count() or 1
        products = MOST_PRODUCTS if self._is_whole() else MOST_PRODUCTS // 2
        most = min(trips, UNROLLED, max(1, products // (self.thread_rows * self.thread_columns)))
        factor = next(each for each in range(most, 0, -1) if trips % each == 0)
        return [LoopUnroll(loops=(innermost,), factor=factor)] if factor > 1 else []


def _side(area: int) -> int:
    """Return the side of the largest square in an area that is a power of two."""
    return 1 << ((area.bit_length() - 1) // 2)


def _is_multiple(op: loop.ForOp, size: int) -> bool:
    """Return whether all tiles of a loop are known to be whole."""
    trips = op.constant_trip_count()
    return trips is not None and trips % size == 0
