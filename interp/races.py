"""Data races: two threads touch one element, at least one of them writes, and nothing says which comes first.

Threads of one block are ordered by barriers: what happens between two of them is one *epoch*. Threads of different
blocks are not ordered at all. So of each element is kept who wrote it last, up to two threads of the running block that
read it in this epoch, and one of an earlier block. Blocks run one after the other here, and that is enough to find a
race that the program has with its input; other inputs are not covered.

Of each buffer, pieces are looked at of which all accesses so far consist: elements, or parts that elements and vectors
have in common.
Atomic updates do not race with one another. A copy in the background writes from its beginning until its thread has
waited for it. What was copied for a barrier is seen by threads that have waited for it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dlc.ir import Operation
from dlc.ir.diagnostics import file_location

from .errors import Fault
from .memory import Buffer
from .semantics import Machine

if TYPE_CHECKING:
    from .copy_barriers import Phase
    from .gpu_threads import Thread

ATOMIC = ("memref.atomic_rmw", "memref.generic_atomic_rmw")


class Touch(NamedTuple):
    """An access that may be half of a race."""

    block: int
    thread: int
    epoch: int
    op: Operation | None
    is_atomic: bool
    fences: int = 0
    """How many fences of its writes the thread had passed."""


class Element:
    """The history of one element: the last write, and the reads that a write could race with."""

    __slots__ = ("earlier_read", "reads", "write")

    def __init__(self) -> None:
        self.write: Touch | None = None
        self.reads: list[Touch] = []
        self.earlier_read: Touch | None = None
        """Of another block."""

    def copy(self) -> Element:
        duplicate = Element()
        duplicate.write, duplicate.reads, duplicate.earlier_read = self.write, list(self.reads), self.earlier_read
        return duplicate


class Watch:
    """The accesses of the threads of one launch to memory that they can share."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._elements: dict[Buffer, dict[int, Element]] = {}
        self._piece: dict[Buffer, int] = {}
        """How many bytes the pieces of each buffer have; they begin at multiples of that."""
        self._copied: dict[Buffer, dict[int, Touch]] = {}
        """The bytes that copies in the background are writing."""
        self._arrived: dict[Buffer, dict[int, Phase]] = {}
        """The bytes that were copied for a barrier, and the phase that they counted for."""

    def observe(self, buffer: Buffer) -> None:
        """Look at a buffer until `close`."""
        if buffer.watch is None and not buffer.is_constant:
            buffer.watch = self.touch
            self._elements[buffer] = {}

    def close(self) -> None:
        """Look no more."""
        for buffer in self._elements:
            buffer.watch = None
        self._elements.clear()

    def begin_copy(self, buffer: Buffer, at: int, size: int) -> None:
        """Note that a copy in the background begins to write some bytes: nobody may touch them until it has ended."""
        thread, op = self.machine.thread, self.machine.acting
        now = Touch(thread.block, thread.number, thread.epoch, op, is_atomic=False)
        self._copied.setdefault(buffer, {}).update(dict.fromkeys(range(at, at + size), now))

    def end_copy(self, buffer: Buffer, at: int, size: int) -> None:
        """Note that the thread has waited for such a copy."""
        copied = self._copied[buffer]
        for place in range(at, at + size):
            copied.pop(place, None)

    def arrive(self, buffer: Buffer, at: int, size: int, phase: Phase) -> None:
        """Note that some bytes were copied for a phase of a barrier: whoever has waited for it may touch them."""
        elements = self._elements.get(buffer, {})
        piece = self._piece.get(buffer, 1)
        for place in range(-(-at // piece) * piece, at + size, piece):
            elements.pop(place, None)
        self._arrived.setdefault(buffer, {}).update(dict.fromkeys(range(at, at + size), phase))

    def check_arrived(
        self, buffer: Buffer, places: Iterable[int], threads: Sequence[Thread], doing: str = "reads"
    ) -> None:
        """Refuse an access to what was copied for a barrier that one of the threads has not waited at."""
        arrived = self._arrived.get(buffer)
        if not arrived:
            return
        phases = [phase for phase in dict.fromkeys(map(arrived.get, places)) if phase is not None]
        for thread, phase in itertools.product(threads, phases):
            if not phase.is_seen_by(thread):
                raise Fault(
                    f"{doing} an element of {buffer.name} that was copied in phase {phase.number} of a barrier: "
                    f"thread {thread.number} of block {thread.block} has not waited for it"
                )

    def unfenced(self, buffer: Buffer, at: int, threads: Sequence[Thread]) -> str | None:
        """Return who wrote what a product of a warpgroup has read, if no fence of the thread came after it."""
        element = self._elements.get(buffer, {}).get(at - at % self._piece.get(buffer, 1))
        write = element.write if element is not None else None
        if write is None or write.thread >= len(threads) or threads[write.thread].fences > write.fences:
            return None
        return f"{_who(write)} wrote{_where(write.op)}"

    def _check_copies(self, buffer: Buffer, at: int, size: int, doing: str) -> None:
        copied = self._copied.get(buffer)
        if copied and not copied.keys().isdisjoint(range(at, at + size)):
            copy = next(copied[place] for place in range(at, at + size) if place in copied)
            raise Fault(
                f"{doing} an element of {buffer.name} that {_who(copy)} is copying to{_where(copy.op)}: "
                "it has not waited for the copy"
            )

    def touch(self, buffer: Buffer, at: int, size: int, doing: str) -> None:
        """Note an access; a fault, if it races with an earlier one."""
        thread = self.machine.thread
        elements = self._elements.get(buffer)
        if thread is None or elements is None or not size:
            return
        if self._copied:
            self._check_copies(buffer, at, size, doing)
        if self._arrived:
            self.check_arrived(buffer, range(at, at + size), (thread,), doing)
        op = self.machine.acting
        now = Touch(thread.block, thread.number, thread.epoch, op, op is not None and op.name in ATOMIC, thread.fences)
        piece = self._piece.get(buffer)
        if piece is None:
            piece = self._piece[buffer] = math.gcd(size, at)
        elif size % piece or at % piece:
            elements = self._split(buffer, elements, piece, math.gcd(piece, size, at))
            piece = self._piece[buffer]
        note = _note_write if doing == "writes" else _note_read
        for place in range(at, at + size, piece):
            element = elements.get(place)
            if element is None:
                element = elements[place] = Element()
            note(element, now, buffer)

    def _split(self, buffer: Buffer, elements: dict[int, Element], piece: int, smaller: int) -> dict[int, Element]:
        """Look at smaller pieces from now on."""
        self._piece[buffer] = smaller
        pieces = self._elements[buffer] = {
            place + offset: element.copy() for place, element in elements.items() for offset in range(0, piece, smaller)
        }
        return pieces


def _races(first: Touch | None, second: Touch) -> bool:
    """Return whether nothing orders two accesses, of which one writes."""
    if first is None or (first.is_atomic and second.is_atomic):
        return False
    if first.block != second.block:
        return True
    return first.thread != second.thread and first.epoch == second.epoch


def _note_read(element: Element, now: Touch, buffer: Buffer) -> None:
    if element.write is not None and _races(element.write, now):
        raise race(element.write, "wrote", now, "reads", buffer)
    reads = element.reads
    if reads and reads[0].block != now.block:
        element.earlier_read = reads[0]
    if not reads or reads[0].block != now.block or reads[0].epoch != now.epoch:
        element.reads = [now]
    elif len(reads) == 1 and reads[0].thread != now.thread:
        reads.append(now)


def _note_write(element: Element, now: Touch, buffer: Buffer) -> None:
    if _races(element.write, now):
        raise race(element.write, "wrote", now, "writes", buffer)
    for read in (*element.reads, element.earlier_read):
        if _races(read, now):
            raise race(read, "read", now, "writes", buffer)
    element.write = now


def race(first: Touch | None, did: str, second: Touch, does: str, buffer: Buffer) -> Fault:
    """The words for two accesses that race."""
    assert first is not None, "a race takes two"
    apart = "no barrier between them" if first.block == second.block else "blocks are in no order"
    return Fault(
        f"{does} an element of {buffer.name} in {_who(second)} that {_who(first)} {did}{_where(first.op)}: {apart}"
    )


def _who(touch: Touch) -> str:
    return f"thread {touch.thread} of block {touch.block}"


def _where(op: Any) -> str:
    """` ('memref.store' at file:line:column)`"""
    if op is None:
        return ""
    place = file_location(op.location)
    shown = f" at {place.filename}:{place.line}:{place.column}" if place is not None else ""
    return f" ('{op.name}'{shown})"
