"""Schedules of reductions over windows that are not along the innermost loop: pooling, depthwise convolutions with
channels last.

Results beside one another are computed together, as the lanes of a vector: each lane combines the elements of its own
window. The loops over a small window are unrolled, so that a result stays in a register, and the vectors of several
pixels are computed together. Functions of the results, such as swish, follow line by line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from dlc.dialects import loop
from dlc.ir import Operation
from dlc.passes.loops.analysis.independence import has_varying_loops
from dlc.passes.loops.analysis.nests import forwarding_loop_in, perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, contains_loop, stride_of
from dlc.passes.loops.transforms.accumulate_in_memory import LoopAccumulateInMemory
from dlc.passes.loops.transforms.loop_names import part_of
from dlc.passes.loops.transforms.scalar_replacement import LoopScalarReplacement
from dlc.passes.loops.transforms.separate import LoopSeparate
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager import Pass

from ..machine import Machine
from ..schedule import Schedule
from .plan import DONE, INIT, MAIN, is_function, loop_name, parallel_from, reordered, vectorized
from .streams import is_shared
from .window_plan import LARGEST_KERNEL, MOST_STRIDE

MOST_PIXELS = 8
"""The most pixels whose vectors are computed together."""
MOST_OPS, FUNCTION = 240, 20
"""The most operations on pixels that are computed together: more take long to compile; and those of a function."""


def window_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return schedules for several threads and for one, or none if results beside one another are not a vector."""
    band = perfect_nest(workload.root)
    window = list(reductions_in(band[-1]))
    along = next((op for op in reversed(band) if _is_contiguous_along(op, workload)), band[-1])
    bits = workload.bits_along(along)
    lanes = machine.lanes(bits) if bits else 1
    trips = along.constant_trip_count()
    if not window or lanes < 2 or trips is None or trips < lanes:
        return []
    strides = {each: stride_of(each, along.induction_variable) for each in workload.accesses_anywhere(band[-1])}
    stores = [stride for each, stride in strides.items() if isinstance(each, loop.StoreOp)]
    loads = [stride for each, stride in strides.items() if not isinstance(each, loop.StoreOp)]
    if any(stride != 1 for stride in stores) or not _are_near(loads, window):
        return []
    if any(map(has_varying_loops, band)) or not workload.may_be_parallel(band):
        return []
    is_masked = trips % lanes != 0 and all(stride in (0, 1) for stride in loads)
    others = [op for op in band if op is not along]
    names, inner_last = (list(map(loop_name, each)) for each in (band, [*others, along]))
    order = reordered(names, inner_last)
    is_tiled = len(others) > 1 and trips % lanes == 0 and is_small(window)
    pixels = pixels_together(others[-1], window, workload, machine) if is_tiled else 1
    unrolled = window[-1:] if pixels > 1 else reversed(window) if is_small(window) else ()
    is_parted = pixels > 1 and _has_functions_of_sums(window)
    part = MAIN if is_parted else ""
    steps = _sums_apart(loop_name(others[-1]), loop_name(along), window, lanes) if is_parted else []
    steps += [LoopUnroll(loops=(loop_name(each),), full=True) for each in unrolled]
    vectors = part_of(loop_name(along), part)
    steps.append(LoopVectorize(loops=(vectors,), width=lanes, remainder="mask" if is_masked else "peel"))
    if pixels > 1:
        steps.append(LoopUnrollAndJam(loops=(part_of(loop_name(others[-1]), part),), factor=pixels))
    if len(band) == 1 or not is_shared(workload, machine):
        return [Schedule.of(*order, *steps)]
    threads = parallel_from(others[:-1] if pixels > 1 else others, workload)
    return [Schedule.of(*order, *threads, *steps), Schedule.of(*order, *steps)]


def _is_contiguous_along(op: loop.ForOp, workload: Workload) -> bool:
    """Return whether results are stored beside one another in iterations of a loop that follow one another."""
    stores = [each for each in workload.accesses(op) if isinstance(each, loop.StoreOp)]
    return bool(stores) and all(stride_of(each, op.induction_variable) == 1 for each in stores)


def reductions_in(op: loop.ForOp) -> Iterator[loop.ForOp]:
    """Yield the nested loops that carry the results of one iteration, if there is nothing else in it."""
    inside = [each for each in op.body.ops if isinstance(each, loop.ForOp)]
    if op.results or len(inside) != 1 or not inside[0].results:
        return
    chain = inside
    while (inner := forwarding_loop_in(chain[-1])) is not None:
        chain.append(inner)
    if not contains_loop(chain[-1]):
        yield from chain


def is_small(window: Sequence[loop.ForOp]) -> bool:
    trips = [each.constant_trip_count() for each in window]
    return None not in trips and prod(each for each in trips if each is not None) <= LARGEST_KERNEL


def _are_near(strides: Sequence[int | None], window: Sequence[loop.ForOp]) -> bool:
    """Return whether loads of results beside one another make vectors, or can be put together from vectors."""
    most = MOST_STRIDE if is_small(window) else 1
    return any(strides) and all(stride is not None and 0 <= stride <= most for stride in strides)


def _has_functions_of_sums(window: Sequence[loop.ForOp]) -> bool:
    """Return whether functions are applied to sums that an element of the result can hold until then."""
    ops = list(_ops_around(window))
    stored = [op.value.type for op in ops if isinstance(op, loop.StoreOp)]
    return any(map(is_function, ops)) and stored == [each.type for each in window[0].results]


def _ops_around(window: Sequence[loop.ForOp]) -> Iterator[Operation]:
    """Yield the ops before and after a window, without loops."""
    around = window[0].parent_op
    assert isinstance(around, loop.ForOp)
    return (op for op in around.body.ops if not op.regions)


def _sums_apart(pixel: str, along: str, window: Sequence[loop.ForOp], lanes: int) -> list[Pass]:
    """Return the steps that compute the sums of a line in loops of their own, in the memory of the result.

    Sums and functions of them are long chains of operations that wait for one another: apart, more of each overlap.
    """
    ends = [vectorized(part_of(along, part), lanes) for part in (INIT, DONE)]
    return [
        LoopAccumulateInMemory(loops=(loop_name(window[0]),)),
        LoopSeparate(loops=(pixel, along), suffixes=(INIT, MAIN, DONE)),
        LoopScalarReplacement(loops=(loop_name(window[0]),)),
        *ends,
    ]


def pixels_together(pixel: loop.ForOp, window: Sequence[loop.ForOp], workload: Workload, machine: Machine) -> int:
    """Return the number of adjacent pixels whose vectors are computed together: the one that leaves the fewest over.

    Their windows overlap and have the same weights, so most of what is loaded is used several times, and the sums need
    not wait for one another. Sums and one line of weights are in registers, so only the places of a line are unrolled.
    """
    places, trips = workload.trips(window[-1]), workload.trips(pixel)
    ops = 0 if _has_functions_of_sums(window) else sum(FUNCTION if is_function(op) else 1 for op in _ops_around(window))
    size = places * len(list(window[-1].body.ops)) + ops
    most = min(machine.vector_registers - places - 2, MOST_PIXELS, MOST_OPS // size)
    return max(range(1, max(most, 1) + 1), key=lambda count: (trips // count * count, count))
