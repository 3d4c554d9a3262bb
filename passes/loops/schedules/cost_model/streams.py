"""Nests that go over memory and reuse little of it: elementwise kernels, reductions of rows, copies.

What limits them is memory and the latency of long chains, so that vectors and threads are all that helps: innermost
loops that walk along memory become vectors, several side by side where values are carried, and the outermost loop is
shared by the threads. A nest of one loop is cut into pieces for them first.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.passes.loops.analysis.nests import name_of
from dlc.passes.loops.transforms.tile import POINT

from ..machine import Machine
from ..workloads import Workload, strides_along

PARALLEL_WORK = 50_000
"""How many scalar ops a nest has to run for several threads to pay."""
PIECE_BYTES = 16 << 10
"""How much of the widest memref a thread takes at a time, where a single loop is cut into pieces."""
SIDE_BY_SIDE = 4
"""How many vectors hide the latency of combining carried values."""


def stream_schedules(workload: Workload, machine: Machine) -> Sequence[list[str]]:
    """Vectors and threads; where not both can be, either alone."""
    cut = _pieces(workload, machine)
    vectors = [step for op in workload.innermost for step in _vectors(workload, op, machine, POINT if cut else "")]
    threads = _threads(workload, machine)
    found = [[*cut, *threads, *vectors]]
    if vectors and threads:
        found += [[*cut, *vectors], [*cut, *threads]]
    return [steps for steps in found if steps]


def _vectors(workload: Workload, op: loop.ForOp, machine: Machine, suffix: str) -> list[str]:
    """Make vectors of a loop that has enough iterations, and walks along memory."""
    bits = workload.element_bits(op)
    lanes = machine.lanes(bits) if bits else 1
    trips = op.constant_trip_count()
    strides = strides_along(workload.accesses(op), op)
    walks = any(stride == 1 for stride in strides) and all(stride in (0, 1) for stride in strides)
    if lanes < 2 or not walks or (trips is not None and trips < lanes):
        return []
    side_by_side = f" interleave={SIDE_BY_SIDE}" if op.results else ""
    return [f"loop-vectorize{{loops={name_of(op)}{suffix} width={lanes}{side_by_side}}}"]


def _pieces(workload: Workload, machine: Machine) -> list[str]:
    """Cut the only loop into pieces, one of which a thread takes at a time."""
    root = workload.root
    if root not in workload.innermost or not _is_shared(workload, machine):
        return []
    size = PIECE_BYTES * 8 // max(workload.element_bits(root), 8)
    return [f"loop-tile{{loops={name_of(root)} sizes={size}}}"]


def _threads(workload: Workload, machine: Machine) -> list[str]:
    """Share the iterations of the outermost loop."""
    if not _is_shared(workload, machine):
        return []
    return [f"loop-parallelize{{loops={name_of(workload.root)} depth=1}}"]


def _is_shared(workload: Workload, machine: Machine) -> bool:
    root = workload.root
    pays = workload.work() >= PARALLEL_WORK and workload.trips(root) > 1
    return machine.cores > 1 and not root.results and pays
