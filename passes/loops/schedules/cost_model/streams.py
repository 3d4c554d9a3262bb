"""Schedules of nests that reuse little memory: elementwise kernels, reductions of rows, copies.

They are limited by memory and by the latency of long chains, so only vectors and threads help. Innermost loops that
access memory contiguously become vectors, several at a time if values are loop-carried. Threads share the outermost
loop. A nest of one loop is cut into pieces for them first.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.passes.loops.analysis.workloads import Workload, strides_along
from dlc.passes.loops.transforms.loop_names import point_of
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager.declaration import Pass

from ..machine import Machine
from ..schedule import Schedule
from .plan import loop_name, parallel

PARALLEL_WORK = 50_000
"""The number of scalar ops from which several threads pay."""
PIECE_BYTES = 16 << 10
"""The bytes of the widest memref in a piece, if a single loop is cut into pieces."""
SIDE_BY_SIDE = 4
"""The number of vectors that hide the latency of combining loop-carried values."""


def stream_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return a schedule with vectors and threads, and schedules with one of them in case both are not possible."""
    cut = _pieces(workload, machine)
    vectors = [step for op in workload.innermost for step in vector_steps(workload, op, machine, is_cut=bool(cut))]
    threads = _threads(workload, machine)
    schedules = [Schedule.of(*cut, *threads, *vectors)]
    if vectors and threads:
        schedules += [Schedule.of(*cut, *vectors), Schedule.of(*cut, *threads)]
    return [schedule for schedule in schedules if schedule]


def vector_steps(workload: Workload, op: loop.ForOp, machine: Machine, *, is_cut: bool = False) -> list[Pass]:
    """Return the step that vectorizes a loop, if it has enough iterations and accesses memory contiguously."""
    bits = workload.element_bits(op)
    lanes = machine.lanes(bits) if bits else 1
    trips = op.constant_trip_count()
    strides = strides_along(workload.accesses(op), op)
    is_contiguous = any(stride == 1 for stride in strides) and all(stride in (0, 1) for stride in strides)
    if lanes < 2 or not is_contiguous or (trips is not None and trips < lanes):
        return []
    name = point_of(loop_name(op)) if is_cut else loop_name(op)
    if op.results:
        return [LoopVectorize(loops=(name,), width=lanes, interleave=SIDE_BY_SIDE)]
    return [LoopVectorize(loops=(name,), width=lanes)]


def _pieces(workload: Workload, machine: Machine) -> list[Pass]:
    """Return the step that cuts the only loop into pieces for threads."""
    root = workload.root
    if root not in workload.innermost or not is_shared(workload, machine):
        return []
    size = PIECE_BYTES * 8 // max(workload.element_bits(root), 8)
    return [LoopTile(loops=(loop_name(root),), sizes=(size,))]


def _threads(workload: Workload, machine: Machine) -> list[Pass]:
    """Return the step that lets threads share the outermost loop."""
    return parallel(loop_name(workload.root)) if is_shared(workload, machine) else []


def is_shared(workload: Workload, machine: Machine) -> bool:
    """Return whether threads should share the outermost loop."""
    root = workload.root
    pays = workload.work() >= PARALLEL_WORK and workload.trips(root) > 1
    return machine.cores > 1 and not root.results and pays
