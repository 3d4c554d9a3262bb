"""Private memory: each thread keeps the elements of a block's buffer that only it touches.

    %sums = alloc : memref<64x64xf32, private>                  %sums = alloca : memref<4x4xf32>
    parallel (%i, %j) … step (4, 4) over threads {      =>      parallel (%i, %j) … step (4, 4) over threads {
      load %sums[%i + 1, %j + 2]                                  load %sums[1, 2]

An index is an offset that depends on the thread and a constant; the memory of the thread has an element for each
constant. The offsets must be the same for all accesses, and no thread may touch an element of another one, unless both
touch the same elements all along: then each has a copy, since all of them write it. LLVM keeps such a buffer in
registers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dlc.dialects import gpu, loop, memref
from dlc.ir import Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineMap
from dlc.ir.builtin_types import MemRefType
from dlc.passes.loops.analysis.accesses import Form, Quotient, forms_of
from dlc.passes.loops.transforms.refusals import Note, Refusal

from .map_loops import is_thread_loop, mapping_of

Allocation = memref.AllocOp | memref.AllocaOp
Touch = loop.LoadOp | loop.StoreOp
WHAT = "cannot be private to threads"


Offset = frozenset[tuple[Value | int, int]]
"""Values, or dimensions of the loop over threads, and the factors by which they are multiplied."""
Positions = Mapping[Value, int | None]
"""The dimensions of a loop over threads by their induction variables."""


class PrivateAccess(NamedTuple):
    """An access of a loop over threads to a private buffer."""

    op: Touch
    threads: loop.ParallelOp
    offsets: Sequence[Offset]
    """The offset of the thread in each dimension."""
    constants: Sequence[int]
    """The remainders of the indices."""


def is_private(op: Allocation) -> bool:
    """Return whether a buffer is in private memory."""
    type = op.memref.type
    return isinstance(type, MemRefType) and type.memory_space is gpu.PRIVATE


def are_alike(first: loop.ParallelOp, second: loop.ParallelOp) -> bool:
    """Return whether each thread runs the same iterations of both loops."""
    return (
        list(first.operands) == list(second.operands)
        and first.lower_map == second.lower_map
        and first.upper_map == second.upper_map
        and first.step_values == second.step_values
        and mapping_of(first) == mapping_of(second)
    )


def give_to_threads(op: Allocation, root: loop.ParallelOp, block_size: int) -> Value:
    """Replace a private buffer of a block by one of each thread, allocated once by the block, and return that."""
    known: dict[loop.ParallelOp, Positions] = {}
    accesses = [_private_access(user, number, op, known) for user, number in op.memref.uses]
    _check_threads(op, accesses, block_size)
    _check_offsets(op, accesses)
    type = op.memref.type_as(MemRefType)
    places = [sorted(set(column)) for column in zip(*(each.constants for each in accesses), strict=True)]
    _check_own_elements(op, accesses, places)
    buffer = memref.AllocaOp(MemRefType(tuple(map(len, places)), type.element_type), location=op.location)
    buffer.memref.name_hint = op.memref.name_hint
    root.body.insert_before(buffer, root.body.first)
    for each in accesses:
        local = [AffineConstantExpr(column.index(at)) for at, column in zip(each.constants, places, strict=True)]
        each.op.replace_access(AffineMap(0, 0, local), [])
        each.op.set_operand(0 if isinstance(each.op, loop.LoadOp) else 1, buffer.memref)
    op.erase()
    return buffer.memref


def _private_access(
    user: Operation, number: int, op: Allocation, known: dict[loop.ParallelOp, Positions]
) -> PrivateAccess:
    note = [(op.location, "the buffer is allocated here")]
    if not isinstance(user, Touch) or user.operands[number] is not user.memref:
        raise Refusal(user, "uses private memory, but does not load or store single elements of it", note)
    around = (each for each in user.ancestors if isinstance(each, loop.ParallelOp))
    threads = next(filter(is_thread_loop, around), None)
    if threads is None:
        raise Refusal(user, "uses private memory outside any loop over threads", note)
    forms = forms_of(user.affine_map, user.indices, user)
    if forms is None:
        raise Refusal(user, "uses private memory at an index that is not affine", note)
    if threads not in known:
        known[threads] = _positions(threads)
    offsets = [_offset(form, threads, known[threads], user, note) for form in forms]
    return PrivateAccess(user, threads, offsets, [form.constant for form in forms])


def _positions(threads: loop.ParallelOp) -> Positions:
    """Return the position of each dimension of a loop over threads, and `None` for those that are always 0."""
    trips, groups = threads.constant_trip_counts(), threads.lower_groups
    positions: dict[Value, int | None] = {}
    for position, value in enumerate(threads.induction_variables):
        lower = [each.constant_value for each in threads.lower_map.with_results(groups[position]).results]
        positions[value] = None if trips[position] == 1 and lower == [0] else position
    return positions


def _offset(form: Form, threads: loop.ParallelOp, positions: Positions, user: Touch, note: Sequence[Note]) -> Offset:
    """Return the part of an index that depends on the thread, with the position of each of the loop's dimensions."""
    terms: set[tuple[Value | int, int]] = set()
    for term, factor in form.terms.items():
        if isinstance(term, Quotient) or (term not in positions and term.is_inside(threads)):
            raise Refusal(user, "uses private memory at an index that varies within a thread", note)
        place = positions.get(term, term)
        if place is not None:
            terms.add((place, factor))
    return frozenset(terms)


def _check_threads(op: Allocation, accesses: Sequence[PrivateAccess], block_size: int) -> None:
    """Refuse a buffer unless each thread runs one iteration, the same in all loops over threads."""
    if not accesses:
        raise Refusal(op, f"{WHAT}: nothing uses it")
    first = accesses[0].threads
    total = 1
    for trips in first.constant_trip_counts():
        total *= block_size + 1 if trips is None else trips
    if total > block_size:
        note = (first.location, "this is the loop over threads")
        raise Refusal(op, f"{WHAT}: a thread may run several iterations of a loop that uses it", [note])
    for each in accesses:
        if not are_alike(first, each.threads):
            notes = [(first.location, "this is one loop"), (each.threads.location, "this is the other")]
            raise Refusal(op, f"{WHAT}: two loops over threads use it, but differ in their iterations", notes)


def _check_offsets(op: Allocation, accesses: Sequence[PrivateAccess]) -> None:
    for each in accesses:
        if each.offsets != accesses[0].offsets:
            notes = [(accesses[0].op.location, "this is one access"), (each.op.location, "this is the other")]
            raise Refusal(op, f"{WHAT}: two indices differ by more than a constant", notes)


def _check_own_elements(op: Allocation, accesses: Sequence[PrivateAccess], places: Sequence[Sequence[int]]) -> None:
    """Refuse a buffer unless the threads touch different elements, or those that touch the same all write them.

    They touch different ones if each dimension of the loop over threads moves along a dimension of the buffer in which
    no two threads, at any of the places, touch the same index. Threads that differ only in dimensions on which no index
    depends touch the same elements.
    """
    threads, offsets = accesses[0].threads, accesses[0].offsets
    used = {position for offset in offsets for position, _ in offset if isinstance(position, int)}
    moving: set[int] = set()
    for offset, constants in zip(offsets, places, strict=True):
        positions = [(position, factor) for position, factor in offset if isinstance(position, int)]
        starts = [0]
        for position, factor in positions:
            step = factor * threads.step_values[position]
            starts = [start + at * step for start in starts for at in range(_trips(threads, position))]
        if len({start + constant for start in starts for constant in constants}) == len(starts) * len(constants):
            moving.update(position for position, _ in positions)
    others = {position for position in range(len(threads.step_values)) if _trips(threads, position) != 1} - moving
    is_copied = others.isdisjoint(used) and all(_is_certain(each) for each in accesses)
    if others and not is_copied:
        note = (threads.location, "this is a loop over threads that uses it")
        raise Refusal(op, f"{WHAT}: two threads may touch the same element", [note])


def _is_certain(access: PrivateAccess) -> bool:
    """Return whether an access is no store, or every thread stores."""
    return isinstance(access.op, loop.LoadOp) or access.op.parent is access.threads.body


def _trips(threads: loop.ParallelOp, position: int) -> int:
    """Return the number of iterations of a loop over threads along a dimension, which is known (`_check_threads`)."""
    trips = threads.constant_trip_counts()[position]
    assert trips is not None
    return trips
