"""Barriers in workgroup memory that count what is copied to it, and which thread may see that.

Copies arrive as late as they can: when the first thread waits for the phase that they count for. A thread sees what was
copied in a phase if it has waited for this phase, or if a barrier of the block is between it and a thread that has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .errors import Fault

if TYPE_CHECKING:
    from .gpu_threads import Thread


class Arriving(Protocol):
    """A copy that counts for a phase."""

    @property
    def place(self) -> tuple[int, int]:
        """The first byte that it writes, and the number of bytes."""
        ...

    def arrive(self, phase: Phase) -> None:
        """Write what is copied, for threads that have waited for a phase."""
        ...


class Phase:
    """A phase of a barrier: the copies that count for it, and who has waited for its end."""

    def __init__(self, number: int, arrivals: int) -> None:
        self.number = number
        self.arrivals = arrivals
        """The number of threads that have not arrived."""
        self.expected = 0
        """The number of bytes that threads expect."""
        self.copies: list[Arriving] = []
        self._waited: dict[int, None] = {}
        self._first_epoch: int | None = None

    @property
    def copied(self) -> int:
        """The number of bytes that are copied."""
        return sum(copy.place[1] for copy in self.copies)

    def note_wait(self, thread: Thread) -> None:
        """Note that a thread has waited for the end of the phase."""
        self._waited[thread.number] = None
        if self._first_epoch is None:
            self._first_epoch = thread.epoch

    def is_seen_by(self, thread: Thread) -> bool:
        """Return whether the end of the phase comes before what a thread does now."""
        is_ordered = self._first_epoch is not None and self._first_epoch < thread.epoch
        return is_ordered or thread.number in self._waited


class CopyBarrier:
    """A barrier that threads wait at for copies."""

    def __init__(self, arrivals: int, thread: Thread) -> None:
        self.arrivals = arrivals
        self._thread, self._epoch, self._fences = thread, thread.epoch, thread.fences
        self._ended: Phase | None = None
        self._running = Phase(0, arrivals)

    def arrive(self, thread: Thread, expected: int) -> None:
        """Let a thread arrive, and expect a number of bytes more."""
        self._check_use(thread)
        if not self._running.arrivals:
            raise Fault("arrives at a barrier before any thread has waited for its phase, but all have arrived")
        if self._ended is not None and not self._ended.is_seen_by(thread):
            raise Fault("arrives at a barrier without having waited for the phase before")
        self._running.arrivals -= 1
        self._running.expected += expected

    def add(self, copy: Arriving, thread: Thread) -> None:
        """Let a copy count for the running phase."""
        self._check_use(thread)
        if self._thread.fences == self._fences:
            raise Fault("copies for a barrier that was made ready without 'nvgpu.fence.proxy' after it")
        self._running.copies.append(copy)
        if not self._running.arrivals and self._running.copied > self._running.expected:
            raise Fault(f"copies more than the {self._running.expected} bytes that its barrier expects")

    def wait(self, thread: Thread, parity: int) -> bool:
        """Return whether the phase of a parity has ended, and end it if it can be."""
        self._check_use(thread)
        if parity not in (0, 1):
            raise Fault(f"waits for a phase of parity 0 or 1, but got '{parity}'")
        running = self._running
        if running.number % 2 == parity and not running.arrivals and running.copied == running.expected:
            for copy in running.copies:
                copy.arrive(running)
            self._ended, self._running = running, Phase(running.number + 1, self.arrivals)
        if self._running.number % 2 == parity:
            return False
        if self._ended is not None:
            self._ended.note_wait(thread)
        return True

    def why_not(self) -> str:
        """Return why the running phase does not end."""
        running = self._running
        if running.arrivals:
            return f"{running.arrivals} threads have not arrived in phase {running.number}"
        return f"phase {running.number} expects {running.expected} bytes, but {running.copied} are copied"

    def _check_use(self, thread: Thread) -> None:
        if thread is not self._thread and thread.epoch <= self._epoch:
            raise Fault(
                f"uses a barrier in thread {thread.number} that thread {self._thread.number} has made ready: "
                "no 'gpu.barrier' between them"
            )


def barrier_at(barriers: dict[Any, CopyBarrier], place: Any) -> CopyBarrier:
    """Return the barrier at a place of memory."""
    barrier = barriers.get(place)
    if barrier is None:
        raise Fault("uses a barrier that no 'nvgpu.barrier.init' has made ready")
    return barrier
