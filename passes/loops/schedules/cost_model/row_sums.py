"""Schedules of long sums along rows: norms and means of whole tensors, statistics over images with channels first.

Loops that run through memory in order become one row. A row is summed by several vectors, as each addition waits for
the one before, and starts afresh for each row and each piece of a long one. A sum of everything is shared by threads,
which sum pieces of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import loop
from dlc.passes.loops.analysis.nests import forwarding_loop_in, perfect_nest
from dlc.passes.loops.analysis.reductions import are_reductions
from dlc.passes.loops.analysis.workloads import Workload, contains_loop, is_one_row, runs_in_order
from dlc.passes.loops.transforms.fresh_sums import LoopFreshSums
from dlc.passes.loops.transforms.loop_names import PARTS, part_of, point_of
from dlc.passes.loops.transforms.split_reduction import LoopSplitReduction
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.vectorize.vectorize import LoopVectorize

from ..machine import Machine
from ..schedule import Schedule
from .plan import coalesced, loop_name, parallel, parallel_from
from .streams import PARALLEL_WORK, SIDE_BY_SIDE, is_shared
from .window_reductions import is_small, reductions_in

PIECE = 1 << 14
"""The elements of a piece of a long row: its sum takes so long that combining the lanes of vectors does not matter."""


def row_sum_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return schedules for several threads and for one, or none if the nest is not a long sum along rows."""
    sums = _sums_of(workload.root)
    bits = workload.element_bits(workload.root)
    lanes = machine.lanes(bits) if bits else 1
    trips = [each.constant_trip_count() for each in sums]
    known = [each for each in trips if each is not None]
    if not sums or is_small(sums) or lanes < 2 or len(known) < len(trips) or not are_reductions(sums[0]):
        return []
    if not _is_read_in_order(workload, sums[-1]):
        return []
    first = _first_in_order(workload, sums)
    outer, row, count = sums[:first], sums[first:], prod(known[first:])
    if count < SIDE_BY_SIDE * lanes or (len(sums) == 1 and count < 2 * PIECE):
        return []
    name, fresh = loop_name(row[0]), [loop_name(each) for each in outer[1:]]
    cut = coalesced(list(map(loop_name, row)))
    piece, is_long = name, count >= 2 * PIECE
    if is_long:
        piece = point_of(name)
        cut.append(LoopTile(loops=(name,), sizes=(PIECE,)))
        fresh += [name] if outer else []
    vectors = LoopVectorize(loops=(piece,), width=lanes, interleave=SIDE_BY_SIDE)
    alone = Schedule.of(*cut, LoopFreshSums(loops=(*fresh, piece)), vectors)
    if is_shared(workload, machine):
        return [Schedule.of(*parallel_from(perfect_nest(workload.root), workload), *alone.steps), alone]
    if machine.cores > 1 and row[0] is workload.root and is_long and workload.work() >= PARALLEL_WORK:
        parts = LoopSplitReduction(loops=(name,))
        return [Schedule.of(*cut, parts, *parallel(part_of(name, PARTS)), vectors), alone]
    return [alone]


def _sums_of(root: loop.ForOp) -> list[loop.ForOp]:
    """Return the nested loops that carry the sums of one result, outermost first, if the nest has no other loops."""
    if not root.results:
        return list(reductions_in(perfect_nest(root)[-1]))
    chain = [root]
    while (inner := forwarding_loop_in(chain[-1])) is not None:
        chain.append(inner)
    return [] if contains_loop(chain[-1]) else chain


def _is_read_in_order(workload: Workload, op: loop.ForOp) -> bool:
    return runs_in_order(workload, op) and not any(isinstance(each, loop.StoreOp) for each in workload.accesses(op))


def _first_in_order(workload: Workload, sums: Sequence[loop.ForOp]) -> int:
    """Return the number of the first loop from which on all loops run through each array in order, as one row."""
    accesses, first = list(workload.accesses(sums[-1])), len(sums) - 1
    while first > 0 and is_one_row(accesses, sums[first - 1], sums[first]):
        first -= 1
    return first
