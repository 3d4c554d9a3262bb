"""Schedules for transposes on GPUs, also those that elementwise functions read: tiles in the memory of a block.

What is read along one loop and written along another is not adjacent for the threads of a warp in one of them. So a
block copies a tile as it lies in memory, and reads it from its own memory in the other direction. Rows of the tile are
one element longer, so that the elements of a column are in different banks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import loop
from dlc.passes.gpu.map_loops import GPUMapLoops, parallel_depth
from dlc.passes.loops.analysis.accesses import accessed
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, contains_loop, stride_of
from dlc.passes.loops.transforms.loop_names import copy_of, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.pad import LoopPad
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.manager import Pass

from ..schedule import Schedule
from .gpu_contractions import LARGEST_GRID
from .plan import loop_name, reordered

SIDE, THREADS = 32, 256
TILE = "tile"
"""The name of the buffer of a block."""


def transpose_schedules(workload: Workload) -> Sequence[Schedule]:
    """Return the schedule of a nest that reads one memref along another loop than it writes, or none."""
    band = perfect_nest(workload.root)
    if band[-1].results or contains_loop(band[-1]) or len(band) < 2 or parallel_depth(band) < len(band):
        return []
    loads = [each for each in workload.accesses(band[-1]) if isinstance(each, loop.LoadOp)]
    others = [each for each in workload.accesses(band[-1]) if not isinstance(each, loop.LoadOp)]
    column = band[-1]
    turned = [each for each in loads if stride_of(each, column.induction_variable) not in (0, 1)]
    if len(turned) != 1 or any(stride_of(each, column.induction_variable) != 1 for each in others):
        return []
    row = next((each for each in band[:-1] if stride_of(turned[0], each.induction_variable) == 1), None)
    if row is None or not _has_grid(band, row):
        return []
    elements = list(dict.fromkeys(map(accessed, loads)))
    return [Schedule.of(*_steps(band, row, elements.index(accessed(turned[0]))))]


def _has_grid(band: Sequence[loop.ForOp], row: loop.ForOp) -> bool:
    """Return whether sizes are known, tiles are not mostly empty, and the blocks fit into a grid."""
    trips = {each: each.constant_trip_count() or 0 for each in band}
    others = prod(trips[each] for each in band[:-1] if each is not row)
    return min(trips[row], trips[band[-1]]) >= SIDE and 0 < others <= LARGEST_GRID and trips[row] <= SIDE * LARGEST_GRID


def _steps(band: Sequence[loop.ForOp], row: loop.ForOp, read: int) -> list[Pass]:
    names = [loop_name(each) for each in band]
    sides = loop_name(row), names[-1]
    blocks = (*(name for name in names if name not in sides), *sides)
    points, sizes = tuple(map(point_of, sides)), (SIDE, SIDE)
    in_memory = points[::-1]
    copies = tuple(copy_of(TILE, name) for name in in_memory)
    is_whole = all((each.constant_trip_count() or 0) % SIDE == 0 for each in (row, band[-1]))
    return [
        *reordered(names, blocks),
        LoopTile(loops=sides, sizes=sizes),
        GPUMapLoops(loops=blocks, block_size=THREADS),
        LoopPack(at=sides[1], read=read, loops=in_memory, sizes=sizes, buffer=TILE, space="workgroup", skew=1),
        GPUMapLoops(loops=copies, to="threads"),
        *([] if is_whole else [LoopPad(loops=points, sizes=sizes, guard=True)]),
        GPUMapLoops(loops=points, to="threads"),
    ]
