"""Schedules that split long sums of small results on GPUs, so that all multiprocessors have work (split-K).

A nest whose results fill fewer blocks than the GPU has multiprocessors computes parts of its sums, each in blocks of
their own, and a second nest adds these up. Both nests get schedules of their own when the sums are split.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import loop
from dlc.passes.gpu.map_loops import POINTS_IN_BLOCK, are_rows
from dlc.passes.loops.analysis.contractions import recognized
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.reductions import reduction_nest
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.transforms.split_reduction import LoopSplitReduction
from dlc.passes.loops.transforms.tile import LoopTile

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .plan import loop_name

TILE_SIDE = 64
"""The number of rows and of columns of a contraction that a block computes."""
BLOCKS_WANTED = 2
"""The number of blocks for each multiprocessor."""
CONTRACTION_PART, ROW_PART, POINT_PART = 256, 4096, 64
"""The least number of elements that a part of a sum is worth a block for: of a tile, of a row that the threads of a
block share, and of a sum that one thread computes.
"""
WHOLE = 32
"""The number that the length of a part is a multiple of, unless parts divide the sum: tiles are whole."""


def split_schedules(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return the schedule that splits the sums of a nest, or none if the nest has enough blocks or short sums."""
    band = _band_of_reduction(workload)
    if band is None:
        return []
    *around, op = band
    nest = reduction_nest(op)
    loops = [*around, *(nest.loops if nest is not None else ())]
    trips = [each.constant_trip_count() for each in loops]
    if nest is None or None in trips:
        return []
    length = prod(each or 0 for each in trips[len(around) :])
    blocks, least = _blocks(workload, around)
    parts = min(machine.multiprocessors * BLOCKS_WANTED // blocks, length // least) if blocks else 0
    total = op.constant_trip_count() or 0
    if blocks * 2 > machine.multiprocessors or min(parts, total) < 2:
        return []
    names = tuple(map(loop_name, band))
    tile = LoopTile(loops=names[-1:], sizes=(_part_length(total, min(parts, total)),))
    return [Schedule.of(tile, LoopSplitReduction(loops=names))]


def _band_of_reduction(workload: Workload) -> list[loop.ForOp] | None:
    """Return the only loop of a nest that carries values into results, after the loops around it; `None` if there are
    others.
    """
    band = perfect_nest(workload.root)
    if band[-1].results:
        return band
    inside = [op for op in band[-1].body.ops if isinstance(op, loop.ForOp)]
    return [*band, *inside] if len(inside) == 1 and inside[0].results else None


def _blocks(workload: Workload, around: Sequence[loop.ForOp]) -> tuple[int, int]:
    """Return the number of blocks that a nest fills, and the least length of a part of its sums."""
    results = _trips(around)
    contraction = recognized(workload)
    if contraction is not None and min(_trips(contraction.rows), _trips(contraction.columns)) > 1:
        tiles = [-(-_trips(side) // TILE_SIDE) for side in (contraction.rows, contraction.columns)]
        return prod(tiles) * _trips(contraction.others), CONTRACTION_PART
    if not around or are_rows(around):
        return results, ROW_PART
    return -(-results // POINTS_IN_BLOCK), POINT_PART


def _trips(loops: Sequence[loop.ForOp]) -> int:
    return prod(each.constant_trip_count() or 0 for each in loops)


def _part_length(total: int, parts: int) -> int:
    """Return the length of a part of the sum: one that divides it, if there is one of similar length."""
    least = -(-total // parts)
    whole = next((size for size in range(least, min(2 * least, total // 2) + 1) if total % size == 0), None)
    return whole or -(-least // WHOLE) * WHOLE
