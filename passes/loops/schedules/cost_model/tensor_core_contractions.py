"""Schedules of contractions on GPUs with matrix units, such as tensor cores: tiles in the memory of a block, and
fragments in registers.

Each block computes a tile of the result, and each of its warps a part of that. The block goes over the sums a part at a
time: its threads copy the elements that the tile needs to workgroup memory, and each warp multiplies what is there.
Loops over rows that only one operand depends on are coalesced, and so are those over columns: the pixels of a
convolution are rows or columns of one product. If there are several loops over sums, the longest one is inside, and the
others around; if that one is too short for tensor cores, they become one.

On sm_90a, warpgroups compute products whose sides fill their tiles, if both operands are copied in the background
(`gpu-use-wgmma`); warps compute all others. If all tiles are full, one thread copies them (`gpu-pipeline-tiles`).

Sizes that are not multiples of the tiles are filled up with zeros. Floats are summed in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from dlc.dialects import arith, loop, memref, nvgpu
from dlc.ir.builtin_types import MemRefType, bit_width, f32
from dlc.passes.gpu.async_copies import GPUAsyncCopies
from dlc.passes.gpu.map_fragments import GPUMapFragments
from dlc.passes.gpu.map_loops import GPUMapLoops
from dlc.passes.gpu.matrix_units import matrix_unit_of
from dlc.passes.gpu.matrix_units.nvidia import WARPGROUPS, has_short_sums
from dlc.passes.gpu.matrix_units.unit import MatrixUnit
from dlc.passes.gpu.pipeline_copies import GPUPipelineCopies
from dlc.passes.gpu.pipeline_tiles import GPUPipelineTiles, sides_of
from dlc.passes.gpu.use_mma import GPUUseMma
from dlc.passes.gpu.use_wgmma import WARP_ROWS, GPUUseWgmma
from dlc.passes.loops.analysis.accesses import forms_of
from dlc.passes.loops.analysis.contractions import ContractionNest, recognized
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import LIKELY, Workload, element_of
from dlc.passes.loops.transforms.accumulate_in_memory import LoopAccumulateInMemory
from dlc.passes.loops.transforms.loop_names import copy_of, part_of, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.pad import LoopPad
from dlc.passes.loops.transforms.separate import LoopSeparate
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.manager import Pass

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .gpu_contractions import COLUMNS, DONE, INIT, LARGEST_GRID, ROWS, SUMS
from .gpu_tiles import copy_width, elements_of_copy, stages_of, tile_cost
from .plan import coalesced, loop_name, reordered

LEAST_SIDE = 8
"""The number of rows and columns from which tensor cores pay."""
LEAST_DEPTH = 16
"""The number of products along the longest loop over sums from which they pay."""
DEPTH_BYTES = 64
"""The bytes of a row of an operand that a block copies at a time."""


class Operand(NamedTuple):
    """An operand, and the part of it that a block copies at a time."""

    load: loop.LoadOp
    buffer: str
    point: str
    """The loop over its rows or columns in a tile."""
    size: int
    """The number of these."""
    side: Sequence[loop.ForOp]
    """The loops over its rows or columns, which become one."""


class BlockTile(NamedTuple):
    """The tile of a block, and of each of its warps."""

    rows: int
    columns: int
    warp: tuple[int, int]
    subgroup: int = 32
    """The number of threads of a warp."""

    @property
    def threads(self) -> int:
        """The number of threads of a block."""
        return self.rows // self.warp[0] * (self.columns // self.warp[1]) * self.subgroup


TILES = (
    BlockTile(128, 128, (64, 32)),
    BlockTile(128, 64, (32, 32)),
    BlockTile(64, 128, (32, 32)),
    BlockTile(64, 64, (32, 32)),
    BlockTile(64, 32, (32, 16)),
    BlockTile(32, 64, (16, 32)),
    BlockTile(32, 32, (16, 16)),
    BlockTile(64, 16, (16, 16)),
    BlockTile(16, 64, (16, 16)),
)
"""The tiles to choose from."""
WIDE_TILES = tuple(
    BlockTile(rows, columns, warp, subgroup=64)
    for rows, columns, warp in (
        (128, 128, (64, 64)),
        (128, 64, (64, 32)),
        (64, 128, (32, 64)),
        (64, 64, (32, 32)),
        (64, 32, (32, 16)),
        (32, 64, (16, 32)),
        (32, 32, (16, 16)),
        (64, 16, (16, 16)),
        (16, 64, (16, 16)),
    )
)
"""The same where subgroups have 64 threads: each has more of a tile, and as many sums for each thread."""
WARPGROUP_TILES = tuple(
    BlockTile(rows, columns, (WARP_ROWS, columns))
    for rows, columns in ((128, 256), (128, 192), (128, 128), (128, 96), (128, 64), (64, 128), (64, 64), (64, 256))
)
"""The tiles of blocks of warpgroups: each has 64 rows and all columns. One block with the largest tile fills a
multiprocessor; it copies three quarters of what two with half of it would. Tiles of 96 and 192 columns fill turns of
132 multiprocessors that others leave half empty, such as those of 4096 by 768 sums.
"""
APART_TILES = tuple(tile for tile in WARPGROUP_TILES if tile.columns <= 128)
"""The tiles of warpgroups whose products are summed apart: a thread holds as many sums again."""


def tensor_core_schedules(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return the schedule of a contraction that tensor cores can compute, or none."""
    unit = matrix_unit_of(machine.arch, tf32=bool(machine.tf32)) if machine.arch else None
    nest = recognized(workload) if unit is not None else None
    if unit is None or nest is None or not nest.rows or not nest.columns or not _can_multiply(nest, machine, unit):
        return []
    plan = TensorCorePlan(workload, nest, machine, unit)
    return [Schedule.of(*plan.steps())] if plan.is_worthwhile() else []


def _can_multiply(nest: ContractionNest, machine: GPUMachine, unit: MatrixUnit) -> bool:
    """Return whether matrix units multiply such elements, and may sum them in any order."""
    element = element_of(nest.first)
    if nest.sum_type not in unit.sums_of_products(element, element_of(nest.second)):
        return False
    if has_short_sums(element) and machine.exact_f8:
        return False
    if any(isinstance(op, arith.ExtUIOp) for op in nest.sums[-1].body.ops):
        return False
    return nest.may_be_reordered and (element is not f32 or not unit.rounds_f32 or bool(machine.tf32))


class TensorCorePlan:
    """The tile for one contraction, and the steps that make it."""

    def __init__(self, workload: Workload, nest: ContractionNest, machine: GPUMachine, unit: MatrixUnit) -> None:
        self.workload, self.nest, self.machine, self.unit = workload, nest, machine, unit
        self.rows, self.columns = _together(nest.rows), _together(nest.columns)
        """Loops that become one."""
        separate = [*nest.rows[: -len(self.rows)], *nest.columns[: -len(self.columns)]]
        self.others = [op for op in perfect_nest(workload.root) if op in nest.others or op in separate]
        width = bit_width(element_of(nest.first)) or 0
        shape = unit.shape_of(element_of(nest.first))
        assert shape is not None, "the unit multiplies such elements"
        self.uses_warpgroups = False
        self.inner = self._inner_sums(DEPTH_BYTES * 8 // width)
        """The loops over sums that are inside, and become one."""
        trips = _known_trips(self.inner)
        self.depth = DEPTH_BYTES * 8 // width
        """The number of products of a part of a sum."""
        while trips is not None and self.depth > shape.k and self.depth - shape.k >= trips:
            self.depth -= shape.k
        self.row, self.column, self.total = (loop_name(loops[0]) for loops in (self.rows, self.columns, self.inner))
        self.tile = self._best_tile(TILES if unit.subgroup == nvgpu.WARP else WIDE_TILES)
        if machine.has_warpgroups and self.fills_warpgroups():
            self._choose_warpgroups()

    def _inner_sums(self, depth: int) -> Sequence[loop.ForOp]:
        """Return the longest loop over sums, or all of them if that is too short.

        So it is where images have three channels. A part of `depth` products may be more than the loop has only if it
        can be copied in the background.
        """
        sums = self.nest.sums
        longest = max(sums, key=lambda op: (_trips(op), sums.index(op)))
        widths = (copy_width(load, [longest]) for load in (self.nest.first, self.nest.second))
        least = LEAST_DEPTH if any(widths) else depth
        return sums if _trips(longest) < least and _known_trips(sums) is not None else [longest]

    def fills_warpgroups(self) -> bool:
        """Return whether both sides fill the smallest tile of warpgroups, and these have sums of the type."""
        sides = [prod(map(_trips, loops)) for loops in (self.rows, self.columns)]
        least = (min(tile.rows for tile in WARPGROUP_TILES), min(tile.columns for tile in WARPGROUP_TILES))
        has_sums = self.nest.sum_type in WARPGROUPS.sums[element_of(self.nest.first)]
        return has_sums and all(side >= size for side, size in zip(sides, least, strict=True))

    def _choose_warpgroups(self) -> None:
        """Let warpgroups compute the product if copies for them can be under way while they do.

        Where parts of sums are added apart, they are twice as long if there are several: half as many additions.
        """
        of_warps, self.uses_warpgroups = (self.tile, self.depth), True
        is_apart = has_short_sums(element_of(self.nest.first))
        self.tile = self._best_tile(APART_TILES if is_apart else WARPGROUP_TILES)
        if is_apart and _is_multiple(self.inner, 4 * self.depth):
            self.depth *= 2
        if self.stages < 2:
            (self.tile, self.depth), self.uses_warpgroups = of_warps, False

    def _best_tile(self, tiles: Sequence[BlockTile]) -> BlockTile:
        sides = prod(map(_trips, self.rows)), prod(map(_trips, self.columns))
        others, count = prod(map(_trips, self.others)), self.machine.multiprocessors
        fitting = [tile for tile in tiles if tile.threads <= self.machine.block_threads] or tiles[-1:]
        return min(fitting, key=lambda tile: tile_cost((tile.rows, tile.columns), sides, others, count))

    def is_worthwhile(self) -> bool:
        """Return whether tiles are full enough, and the grid is possible."""
        sides = [prod(map(_trips, loops)) for loops in (self.rows, self.columns)]
        blocks = [-(-sides[0] // self.tile.rows), prod(map(_trips, self.others))]
        is_known = all(op.constant_trip_count() is not None for op in self.nest.sums if op not in self.inner)
        is_deep = prod(map(_trips, self.inner)) >= LEAST_DEPTH
        return is_known and min(sides) >= LEAST_SIDE and is_deep and max(blocks) <= LARGEST_GRID

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self) -> list[Pass]:
        """Return the steps of the schedule."""
        points = (point_of(self.row), point_of(self.column))
        init, done = ((part_of(points[0], suffix), part_of(points[1], suffix)) for suffix in (INIT, DONE))
        return [
            *self._blocks(),
            *self._sums_of_blocks(points),
            *self._copies(),
            *self._whole_tiles([*init, *points], done),
            *([] if self.copies_tiles else self._copies_of_threads()),
            GPUMapFragments(loops=init, tile=self.tile.warp),
            *self._products((*points, point_of(self.total))),
            *self._pipelines(),
            GPUMapFragments(loops=done, tile=self.tile.warp),
        ]

    def _pipelines(self) -> list[Pass]:
        """Return the step that copies for later parts of sums, if copies go on while products are computed."""
        if self.stages < 2:
            return []
        pipeline = GPUPipelineTiles if self.copies_tiles else GPUPipelineCopies
        return [pipeline(loops=(self.total,), stages=self.stages)]

    def _products(self, loops: tuple[str, str, str]) -> list[Pass]:
        """Return the steps that multiply what a block has copied."""
        tf32 = bool(self.machine.tf32)
        if self.uses_warpgroups:
            first, second = (
                self._chunk_skew(each) for each in sorted(self._operands(), key=lambda each: each.buffer != ROWS)
            )
            return [GPUUseWgmma(loops=loops, skew=(first, second), tf32=tf32)]
        return [
            GPUUseMma(loops=loops, tile=self.tile.warp, skew=self.per_row, tf32=tf32),
            LoopUnroll(loops=loops[-1:], full=True),
        ]

    def _chunk_skew(self, operand: Operand) -> int:
        """Return the number of rows by which chunks of 16 bytes are lengthened: eight threads that copy side by side,
        several chunks of a row or of some rows, then write to different banks. Tiles are not copied by threads.
        """
        if self.copies_tiles:
            return 0
        length = self.depth if self._is_by_sums(operand) else operand.size
        return max(1, nvgpu.ROWS // (length // self.per_row))

    def _blocks(self) -> list[Pass]:
        """Return the steps that give each block a tile of the result, with one loop over rows and one over columns."""
        names = [loop_name(op) for op in perfect_nest(self.workload.root)]
        others, rows, columns = ([loop_name(op) for op in loops] for loops in (self.others, self.rows, self.columns))
        sums, inner = ([loop_name(op) for op in loops] for loops in (self.nest.sums, self.inner))
        return [
            *reordered(names, [*others, *rows, *columns]),
            *coalesced(rows),
            *coalesced(columns),
            *reordered(sums, [*self._outer_sums(), *inner]),
            *coalesced(inner),
            LoopTile(loops=(self.row, self.column), sizes=(self.tile.rows, self.tile.columns)),
            LoopTile(loops=(self.total,), sizes=(self.depth,)),
            GPUMapLoops(loops=(*others, self.row, self.column), block_size=self.tile.threads),
        ]

    def _outer_sums(self) -> list[str]:
        return [loop_name(op) for op in self.nest.sums if op not in self.inner]

    def _sums_of_blocks(self, points: tuple[str, str]) -> list[Pass]:
        """Return the steps that let a block go over parts of all its sums, and keep these in private memory."""
        sums = (*self._outer_sums(), self.total)
        tile = (self.tile.rows, self.tile.columns)
        return [
            LoopAccumulateInMemory(loops=sums[:1], buffer=SUMS, sizes=tile, space="private"),
            *(LoopAccumulateInMemory(loops=(name,)) for name in sums[1:]),
            LoopSeparate(loops=points, suffixes=(INIT, "", DONE)),
            *reordered([*points, *sums], [*sums, *points]),
        ]

    def _operands(self) -> list[Operand]:
        """Return the operands, in the order in which the nest loads them."""
        row, column = point_of(self.row), point_of(self.column)
        operands = [
            Operand(self.nest.first, ROWS, row, self.tile.rows, self.rows),
            Operand(self.nest.second, COLUMNS, column, self.tile.columns, self.columns),
        ]
        return operands[::-1] if self.nest.second.is_before(self.nest.first) else operands

    def _is_by_sums(self, operand: Operand) -> bool:
        """Return whether rows of the buffer of an operand are along the sums."""
        unit = WARPGROUPS if self.uses_warpgroups else self.unit
        loads_transposed = unit.loads_transposed(element_of(operand.load))
        return not loads_transposed or not _is_contiguous_along(operand.load, operand.side, self.inner)

    def _copies(self) -> Iterator[Pass]:
        """Return the steps that copy the parts of both operands that a tile needs to the memory of its block."""
        # The second operand comes first: its copy is then read before the sums, and the first one is number 2 again.
        for each in reversed(self._operands()):
            loops, sizes = (each.point, point_of(self.total)), (each.size, self.depth)
            if not self._is_by_sums(each):
                loops, sizes = loops[::-1], sizes[::-1]
            yield LoopPack(at=self.total, read=2, loops=loops, sizes=sizes, buffer=each.buffer, space="workgroup")

    def _copies_of_threads(self) -> Iterator[Pass]:
        """Return the steps that divide these copies among threads, in the background if both can be."""
        for each in self._operands():
            loops = (each.point, point_of(self.total)) if self._is_by_sums(each) else (point_of(self.total), each.point)
            names = tuple(copy_of(each.buffer, name) for name in loops)
            if self.copies_in_background:
                yield GPUAsyncCopies(loops=names, width=self._copy_width(each))
            else:
                yield GPUMapLoops(loops=names, to="threads")

    def _copy_width(self, operand: Operand) -> int:
        """Return the number of elements that a thread can copy in the background at a time, or 0."""
        return copy_width(operand.load, self.inner if self._is_by_sums(operand) else operand.side)

    @property
    def per_row(self) -> int:
        """The number of elements of 16 bytes."""
        return elements_of_copy(self.nest.first)

    @property
    def copies_in_background(self) -> bool:
        """Whether threads copy both operands in the background."""
        return all(self._copy_width(each) for each in self._operands())

    @property
    def copies_tiles(self) -> bool:
        """Whether one thread copies whole tiles: for warpgroups, where all tiles are full."""
        is_full = _is_multiple(self.rows, self.tile.rows) and _is_multiple(self.columns, self.tile.columns)
        is_once = len(self.nest.sums) == 1 and _is_multiple(self.inner, self.depth)
        return self.uses_warpgroups and is_full and is_once and all(map(self._has_tiles, self._operands()))

    def _has_tiles(self, operand: Operand) -> bool:
        """Return whether tiles of an operand can be copied from memory that is passed to the kernel."""
        load, type = operand.load, operand.load.memref.type
        op = load.memref.defining_op
        forms = forms_of(load.affine_map, load.indices, load)
        is_passed = op is None or isinstance(op, (memref.AllocOp, memref.GetGlobalOp))
        if not is_passed or len(operand.side) != 1 or not isinstance(type, MemRefType) or not nvgpu.has_tiles(type):
            return False
        sides = sides_of([operand.side[0], self.inner[0]], forms)
        return sides is not None and (sides[1] is self.inner[0]) == self._is_by_sums(operand)

    @property
    def stages(self) -> int:
        """The number of parts of sums that are copied or multiplied at a time: as many as fit, if copies go on."""
        if not self.copies_in_background:
            return 1
        stage = 0
        for each in self._operands():
            count, length = (each.size, self.depth) if self._is_by_sums(each) else (self.depth, each.size)
            chunks = length // self.per_row
            skews = self.unit.skews(element_of(each.load), is_transposed=not self._is_by_sums(each))
            rows = (count + self._chunk_skew(each)) * chunks if self.uses_warpgroups else count * (chunks + skews)
            stage += rows * nvgpu.ROW_BYTES
        return stages_of(stage, -(-prod(map(_trips, self.inner)) // self.depth), self.machine)

    def _whole_tiles(self, computed: Sequence[str], stored: Sequence[str]) -> list[Pass]:
        """Return the steps that give all blocks whole tiles and whole parts of sums."""
        sizes, steps = (self.tile.rows, self.tile.columns), list[Pass]()
        if not (_is_multiple(self.rows, self.tile.rows) and _is_multiple(self.columns, self.tile.columns)):
            steps.append(LoopPad(loops=tuple(computed), sizes=(*sizes, *sizes)))
            steps.append(LoopPad(loops=tuple(stored), sizes=sizes, guard=True))
        if not _is_multiple(self.inner, self.depth):
            steps.append(LoopPad(loops=(point_of(self.total),), sizes=(self.depth,)))
        return steps


def _together(loops: Sequence[loop.ForOp]) -> Sequence[loop.ForOp]:
    """Return the loops that can become one: all if their trip counts are known, otherwise the last one."""
    return loops if all(op.constant_trip_count() is not None for op in loops) else loops[-1:]


def _known_trips(loops: Sequence[loop.ForOp]) -> int | None:
    """Return the trip count of loops that become one, if it is known."""
    trips = [op.constant_trip_count() for op in loops]
    return None if None in trips else prod(each or 0 for each in trips)


def _trips(op: loop.ForOp) -> int:
    """Return the trip count of a loop, with an assumption if it is unknown."""
    trips = op.constant_trip_count()
    return LIKELY if trips is None else trips


def _is_multiple(loops: Sequence[loop.ForOp], size: int) -> bool:
    """Return whether loops that become one are known to fill their tiles."""
    trips = _known_trips(loops)
    return trips is not None and trips % size == 0


def _is_contiguous_along(load: loop.LoadOp, side: Sequence[loop.ForOp], inner: Sequence[loop.ForOp]) -> bool:
    """Return whether an operand is contiguous along rows or columns of the result rather than along the sums."""
    forms = forms_of(load.affine_map, load.indices, load) or ()
    along: list[int] = []
    for loops in (side, inner):
        counters = {op.induction_variable for op in loops}
        along.append(max((place for place, form in enumerate(forms) if counters.intersection(form.terms)), default=-1))
    return along[0] > along[1]
