"""Schedules of nests that reuse little memory: elementwise kernels, reductions of rows, copies.

They are limited by memory and by the latency of long chains, so only vectors and threads help. Innermost loops that
access memory contiguously become vectors, several at a time if values are loop-carried. Threads share the outermost
loop. A nest of one loop is cut into pieces for them first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from math import prod

from dlc.dialects import loop, memref
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Operation, Value
from dlc.passes.loops.analysis.independence import has_varying_loops
from dlc.passes.loops.analysis.nests import forwarding_loop_in, perfect_nest
from dlc.passes.loops.analysis.reductions import are_reductions
from dlc.passes.loops.analysis.workloads import (
    Workload,
    bytes_of,
    contains_loop,
    is_one_row,
    runs_in_order,
    stride_of,
    strides_along,
)
from dlc.passes.loops.transforms.loop_names import point_of
from dlc.passes.loops.transforms.prefetch import LoopPrefetch
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll, has_whole_groups
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager import Pass

from ..machine import Machine
from ..schedule import Schedule
from .plan import coalesced, is_function, loop_name, parallel_from, several_vectors

PARALLEL_WORK = 50_000
"""The number of scalar ops from which several threads pay."""
PIECE_BYTES = 16 << 10
"""The bytes of the widest memref in a piece, if a single loop is cut into pieces."""
LEAST_SAVED = 0.75
"""The share of the ops of a loop from which on vectors with elements that are loaded one by one pay."""
SIDE_BY_SIDE = 4
"""The number of vectors that hide the latency of combining loop-carried values, or share a short loop's costs."""
SHORT_LOOP = 16
"""The number of vectors from which a loop is long: more iterations would save little."""
COLUMNS = 4
"""The most vectors of columns that are computed at a time, each with a chain of ops along it."""
PAIR = 2
"""The number of vectors that hide the latency of long computations: more would not fit in the registers."""
SHORT_ROW = 4 << 10
"""The bytes from which rows are not computed in pairs: from a page on, both are at the same places of the caches."""
MANY_REGISTERS = 32
"""The number of vector registers from which two rows do not get in each other's way."""
SHORT_CHAIN = 12
"""The number of ops of an iteration up to which counting and branching take a good part of the time."""
LONG_CHAIN = 24
"""The number of ops of an iteration from which processors do not find those of the next iteration in time."""
FUNCTION_OPS = 16
"""About how many ops a function such as `exp` is expanded to."""


def stream_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return a schedule with vectors and threads, and schedules with one of them in case both are not possible."""
    row = _row(workload, workload.root, machine)
    narrow = [] if row else _narrow_loops(workload, workload.root, machine)
    threads = _threads(workload, machine)
    pieces = _pieces(workload, narrow, machine, is_row=bool(row)) if threads else []
    if row or narrow:
        name = point_of(loop_name(workload.root)) if pieces else loop_name(workload.root)
        vectors = [*_unrolled(narrow), _vectors_around(workload, workload.root, machine, name)]
    elif pieces:
        vectors = _vectors_along(workload, workload.root, machine, point_of(loop_name(workload.root)))
    else:
        vectors = [*vector_steps(workload, machine), *_prefetches_of_rows(workload, machine)]
    cut = [*row, *pieces]
    schedules = [Schedule.of(*cut, *threads, *vectors)]
    if vectors and threads:
        schedules += [Schedule.of(*cut, *vectors), Schedule.of(*cut, *threads)]
    return [*_pairs_of_rows(workload, machine), *(schedule for schedule in schedules if schedule)]


def vector_steps(workload: Workload, machine: Machine) -> list[Pass]:
    """Return the steps that vectorize the innermost loops of a nest, or the loops around narrow ones."""
    columns = [op for op in workload.loops if _is_of_columns(workload, op, machine)]
    rows = {op: _row_of(workload, op, machine) for op in workload.innermost}
    steps: list[Pass] = []
    for op in workload.innermost:
        if op.parent_op not in columns:
            row = rows[op]
            steps += coalesced(list(map(loop_name, row)))
            steps += _vectors_along(workload, op, machine, loop_name(row[0]), _trips_of(row))
    for op in columns:
        steps += several_vectors(loop_name(op), workload.trips(op), _lanes(workload, op, machine), COLUMNS)
    alone = [op for op, row in rows.items() if len(row) == 1]
    return [*steps, *_steps_around_narrow_loops(workload, machine, alone)]


def _vectors_along(
    workload: Workload, op: loop.ForOp, machine: Machine, name: str, trips: int | None = None
) -> list[LoopVectorize]:
    """Return the step that vectorizes an innermost loop if that pays, or the row that it is in, with its iterations."""
    if _why_no_vectors(workload, op, machine, trips) is not None:
        return []
    lanes = _lanes(workload, op, machine, trips)
    count = _vectors_at_once(op, lanes, op.constant_trip_count() if trips is None else trips)
    if count == 1 or not workload.may_be_vector(op, count * lanes):
        return [LoopVectorize(loops=(name,), width=lanes)]
    return [LoopVectorize(loops=(name,), width=lanes, interleave=count)]


def why_no_vectors(workload: Workload, op: loop.ForOp, machine: Machine) -> str | None:
    """Return the reason why an innermost loop is not vectorized, or `None` if it is."""
    return _why_no_vectors(workload, op, machine, _trips_of(_row_of(workload, op, machine)))


def _why_no_vectors(workload: Workload, op: loop.ForOp, machine: Machine, trips: int | None = None) -> str | None:
    lanes = _lanes(workload, op, machine, trips)
    if lanes < 2:
        return "it accesses no elements, or has fewer iterations than a vector has lanes"
    if op.results and not are_reductions(op):
        return "it carries values from iteration to iteration that are not reductions"
    unpaid = _why_unpaid(workload, op, lanes)
    if unpaid is None and not has_whole_groups(op, lanes):
        return "the end of its whole vectors is not affine, as it has several bounds"
    if unpaid is None and not workload.may_be_vector(op, lanes):
        return "an iteration depends on one shortly before it"
    return unpaid


def _vectors_at_once(op: loop.ForOp, lanes: int, trips: int | None) -> int:
    """Return the number of vectors that hide the latency of chains of ops, or share the costs of a short loop."""
    if op.results:
        return SIDE_BY_SIDE
    ops = sum(FUNCTION_OPS if is_function(each) else 1 for each in op.body.ops)
    if trips is None or trips % (PAIR * lanes) or SHORT_CHAIN < ops < LONG_CHAIN:
        return 1
    return SIDE_BY_SIDE if ops <= SHORT_CHAIN and trips % (SIDE_BY_SIDE * lanes) == 0 else PAIR


def _prefetches_of_rows(workload: Workload, machine: Machine, ahead: int = 1) -> list[Pass]:
    """Return the steps that bring the row `ahead` into the cache where loops go through a row for the second time.

    The processor prefetches while rows are read for the first time, and has nothing to do afterwards.
    """
    steps: list[Pass] = []
    rows_read = Counter[tuple[Operation | None, Value]]()
    for op in workload.innermost:
        rows = {(op.parent_op, load.memref) for load in workload.accesses(op) if _reads_row(load, op, machine)}
        rows_read.update(rows)
        if any(rows_read[row] == 2 for row in rows):
            for vectors in _vectors_along(workload, op, machine, loop_name(op)):
                distance = ahead * workload.trips(op) // (vectors.width * vectors.interleave)
                steps.append(LoopPrefetch(loops=vectors.loops, distance=max(1, distance)))
    return steps


def _pairs_of_rows(workload: Workload, machine: Machine) -> list[Schedule]:
    """Return the schedule that computes two rows at a time, if that pays.

    A row is reduced to a number, on which what follows in the row waits: for combining the lanes of a vector, divisions
    and roots. Meanwhile the other row is computed. Long rows hardly wait.
    """
    rows = perfect_nest(workload.root)[-1]
    if not _waits_for_numbers(workload, rows, machine):
        return []
    threads, name = _threads(workload, machine, rows), loop_name(rows)
    is_cut = bool(threads) and rows is workload.root
    return [
        Schedule.of(
            *([LoopTile(loops=(name,), sizes=(PAIR,))] if is_cut else []),
            *threads,
            *vector_steps(workload, machine),
            *_prefetches_of_rows(workload, machine, PAIR),
            LoopUnrollAndJam(loops=(point_of(name) if is_cut else name,), factor=PAIR),
        )
    ]


def _waits_for_numbers(workload: Workload, rows: loop.ForOp, machine: Machine) -> bool:
    """Return whether a loop computes an even number of short rows by vectors, with a number that the rest waits for."""
    parts, trips = [each for each in workload.innermost if each.parent_op is rows], rows.constant_trip_count()
    if len(parts) < len(workload.innermost) or trips is None or trips % PAIR or rows.results:
        return False
    row_bytes = max(workload.trips(each) * workload.element_bits(each) // 8 for each in parts)
    return (
        any(each.results for each in parts[:-1])
        and row_bytes < SHORT_ROW
        and all(_vectors_along(workload, each, machine, loop_name(each)) for each in parts)
        and machine.vector_registers >= MANY_REGISTERS
    )


def _reads_row(access: AccessOp, op: loop.ForOp, machine: Machine) -> bool:
    """Return whether a loop in another one reads the next row of a large memref in each iteration of that loop."""
    if not isinstance(access, loop.LoadOp) or not isinstance(op.parent_op, loop.ForOp):
        return False
    strides = [stride_of(access, each.induction_variable) for each in (op, op.parent_op)]
    return strides == [1, op.constant_trip_count()] and bytes_of(access.memref) > machine.l2_bytes


def _row_of(workload: Workload, op: loop.ForOp, machine: Machine) -> list[loop.ForOp]:
    """Return the loops, up to an innermost one, that run through memory in order as one row; a long loop is one alone.

    The loops that threads may share are not among them.
    """
    row, bits = [op], workload.element_bits(op)
    most = SHORT_LOOP * machine.lanes(bits) if bits else 0
    if workload.trips(op) >= most or op.constant_trip_count() is None or not runs_in_order(workload, op):
        return row
    accesses, shared = list(workload.accesses(op)), perfect_nest(workload.root)
    while isinstance(outer := row[0].parent_op, loop.ForOp) and outer in workload.loops and outer not in shared:
        is_whole = forwarding_loop_in(outer) is row[0] and outer.constant_trip_count() is not None
        if not is_whole or not is_one_row(accesses, outer, row[0]):
            break
        row.insert(0, outer)
    stores = any(isinstance(each, loop.StoreOp) for each in accesses)
    may_be_one = not stores if op.results else workload.may_be_parallel(row)
    return row if len(row) > 1 and may_be_one else [op]


def _trips_of(row: Sequence[loop.ForOp]) -> int | None:
    """Return the iterations of a row, or `None` if they are not known."""
    known = [trips for each in row if (trips := each.constant_trip_count()) is not None]
    return prod(known) if len(known) == len(row) else None


def _lanes(workload: Workload, op: loop.ForOp, machine: Machine, trips: int | None = None) -> int:
    """Return the lanes of vectors along a loop, or along a row with these iterations; 1 if they are fewer."""
    bits, trips = workload.element_bits(op), op.constant_trip_count() if trips is None else trips
    lanes = machine.lanes(bits) if bits else 1
    return lanes if trips is None or trips >= lanes else 1


def _why_unpaid(workload: Workload, op: loop.ForOp, lanes: int) -> str | None:
    """Return the reason why vectors save no ops, or `None` if they do: some access is contiguous, and others are rarely
    made lane by lane.

    What is read backwards is a vector too, whose lanes are reversed. Every second element is taken out of two vectors,
    other ones are loaded and put into a vector each. Stores at computed places are in order, and so are those of one
    element that is read as well.
    """
    if any(type(each) is memref.StoreOp for each in op.walk()):
        return "it stores at indices that are computed"
    if any(isinstance(each, (memref.AllocOp, memref.AllocaOp)) for each in op.walk()):
        return "it allocates memory"
    accesses = list(workload.accesses(op))
    strides = strides_along(accesses, op)
    if None in strides:
        return "the distances between the elements that it accesses are unknown"
    if 1 not in strides:
        return "it accesses no adjacent elements"
    apart = [stride for stride in strides if stride not in (-1, 0, 1)]
    collecting = sum(lanes if stride in (-2, 2) else 2 * lanes - 1 for stride in apart)
    stores = [
        (each.memref, stride) for each, stride in zip(accesses, strides, strict=True) if isinstance(each, loop.StoreOp)
    ]
    read = {each.memref for each in accesses if isinstance(each, loop.LoadOp)}
    if any(stride not in (0, 1) for _, stride in stores):
        return "it stores to elements that are not adjacent"
    pairs = zip(accesses, strides, strict=True)
    if any(stride == 0 and isinstance(each.parent_op, loop.IfOp) for each, stride in pairs):
        return "it reads one element under a condition, which may hold in no iteration of a vector"
    if any(stride == 0 and memref in read for memref, stride in stores):
        return "each iteration stores to an element that the next one may read"
    ops = sum(1 for each in op.walk() if not each.regions)
    if ops + collecting >= ops * lanes * LEAST_SAVED:
        return "putting elements that are not adjacent into vectors takes longer than vectors save"
    return None


def _steps_around_narrow_loops(workload: Workload, machine: Machine, alone: Sequence[loop.ForOp]) -> list[Pass]:
    """Return the steps that vectorize loops around innermost ones, rows of their own, that are narrower than a vector.

    If both run through memory in order, they become one loop. Otherwise the narrow loops are unrolled.
    """
    steps: list[Pass] = []
    for parent in dict.fromkeys(op.parent_op for op in alone):
        if not isinstance(parent, loop.ForOp) or parent not in workload.loops:
            continue
        steps_inside = _row(workload, parent, machine) or _unrolled(_narrow_loops(workload, parent, machine))
        if steps_inside:
            steps += [*steps_inside, _vectors_around(workload, parent, machine, loop_name(parent))]
    return steps


def _is_of_columns(workload: Workload, op: loop.ForOp, machine: Machine) -> bool:
    """Return whether iterations of a loop are beside one another in memory, and not those of the loops inside it."""
    inner, lanes = [each for each in workload.loops if each.parent_op is op], _lanes(workload, op, machine)
    if not isinstance(op.parent_op, loop.ForOp):
        return False  # threads may share it
    if op.results or not inner or lanes < 2 or any(map(contains_loop, inner)):
        return False
    if has_varying_loops(op) or any(_is_narrow(each, lanes) for each in inner):
        return False
    if any(isinstance(access, loop.StoreOp) for each in inner for access in workload.accesses(each)):
        return False
    if all({*strides_along(list(workload.accesses(each)), each)} <= {-1, 0, 1} for each in inner):
        return False
    accesses = list(workload.accesses(op))
    strides = strides_along(accesses, op)
    stored = {stride for each, stride in zip(accesses, strides, strict=True) if isinstance(each, loop.StoreOp)}
    is_in_order = {1} <= {*strides} <= {0, 1} and stored == {1}
    return is_in_order and has_whole_groups(op, COLUMNS * lanes) and workload.may_be_vector(op, COLUMNS * lanes)


def _narrow_loops(workload: Workload, op: loop.ForOp, machine: Machine) -> list[loop.ForOp]:
    """Return the loops in another one if all are narrower than a vector, and vectors along that one pay."""
    inner, lanes = [each for each in workload.loops if each.parent_op is op], _lanes(workload, op, machine)
    are_narrow = all(_is_narrow(each, lanes) and not contains_loop(each) for each in inner)
    if not are_narrow or op.results or _why_unpaid(workload, op, lanes) is not None:
        return []
    if has_varying_loops(op):
        return []
    return inner if has_whole_groups(op, lanes) and workload.may_be_vector(op, lanes) else []


def _unrolled(narrow: Sequence[loop.ForOp]) -> list[Pass]:
    return [LoopUnroll(loops=(loop_name(each),), full=True) for each in narrow]


def _row(workload: Workload, op: loop.ForOp, machine: Machine) -> list[Pass]:
    """Return the step that makes one loop of a loop and a narrow one in it, if both run through memory in order."""
    nest = perfect_nest(op)
    if len(nest) != 2 or nest[1] not in workload.innermost or not _is_narrow(nest[1], _lanes(workload, op, machine)):
        return []
    accesses = list(workload.accesses(nest[1]))
    if nest[1].results or not runs_in_order(workload, nest[1]) or not is_one_row(accesses, *nest):
        return []
    if not workload.may_be_parallel(nest):
        return []
    return coalesced(list(map(loop_name, nest)))


def _vectors_around(workload: Workload, op: loop.ForOp, machine: Machine, name: str) -> Pass:
    return LoopVectorize(loops=(name,), width=_lanes(workload, op, machine))


def _is_narrow(op: loop.ForOp, lanes: int) -> bool:
    trips = op.constant_trip_count()
    return trips is not None and 1 < trips < lanes


def _pieces(workload: Workload, narrow: Sequence[loop.ForOp], machine: Machine, *, is_row: bool) -> list[Pass]:
    """Return the step that cuts the only loop, or the one around narrow loops, into pieces that threads share."""
    root = workload.root
    if not (is_row or narrow or root in workload.innermost):
        return []
    size = PIECE_BYTES * 8 // max(workload.element_bits(root), 8)
    if narrow:
        lanes = _lanes(workload, root, machine)
        size = max(size // sum(map(workload.trips, narrow)) // lanes, 1) * lanes
    return [LoopTile(loops=(loop_name(root),), sizes=(size,))]


def _threads(workload: Workload, machine: Machine, kept: loop.ForOp | None = None) -> list[Pass]:
    """Return the step that lets threads share the outermost loop, and others that further steps do not name."""
    if not is_shared(workload, machine) or not workload.may_be_parallel([workload.root]):
        return []
    band = perfect_nest(workload.root)
    narrow = [each for each in workload.innermost if _lanes(workload, each, machine) < 2]
    named = [*workload.innermost, kept, *(each.parent_op for each in narrow)]
    if _is_of_columns(workload, band[-1], machine):
        named.append(band[-1])
    free = list(takewhile(lambda each: each not in named, band))
    return parallel_from(free or [workload.root], workload)


def is_shared(workload: Workload, machine: Machine) -> bool:
    """Return whether threads should share the outermost loop."""
    root = workload.root
    pays = workload.work() >= PARALLEL_WORK and workload.trips(root) > 1
    return machine.cores > 1 and not root.results and pays
