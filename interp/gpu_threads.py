"""The threads of a launch: blocks run one after the other, the threads of a block in turn, each until it must wait.

A thread is a stack of control of its own. It stops at a `Meeting`: a barrier or a reduction over the block, for which
all of the block must come to the same op, or something of its subgroup. If all that are not done wait and no meeting is
complete, threads have gone different ways around a barrier, which is an error that names both places.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from dlc.ir import Operation
from dlc.ir.builtin_types import MemRefType
from dlc.ir.diagnostics import file_location

from .copy_barriers import CopyBarrier
from .errors import Fault, InterpreterError, error_of
from .memory import MemRef
from .ops.memref.allocation import allocate
from .races import Watch
from .semantics import Enter, Machine, Meeting

Sizes = tuple[int, int, int]
Agreement = Callable[["Block", Sequence["Thread"]], Sequence[Any]]
"""Return the values that threads receive which meet at an op."""


class Grid:
    """The sizes of a launch."""

    def __init__(self, blocks: Sequence[int], threads: Sequence[int]) -> None:
        if any(size < 0 for size in blocks):
            raise Fault(f"launches a grid of sizes {list(blocks)}, but they must not be negative")
        if any(size <= 0 for size in threads):
            raise Fault(f"launches a block of sizes {list(threads)}, but they must be positive")
        self.blocks = tuple(blocks)
        self.threads = tuple(threads)

    def places(self, sizes: Sequence[int]) -> list[Sizes]:
        """All triples below the sizes, x fastest."""
        x, y, z = sizes
        return [(i, j, k) for k, j, i in itertools.product(range(z), range(y), range(x))]


class Thread:
    """One thread of a block: who it is, and where it has come to."""

    def __init__(self, block: Block, number: int, place: Sizes) -> None:
        self.grid = block.grid
        self.block = block.number
        self.block_id = block.place
        self.subgroup_size = block.subgroup_size
        self.barriers = block.barriers
        self.thread_id = place
        self.number = number
        """In its block, x fastest."""
        self.epoch = 0
        """How many barriers it has passed."""
        self.fences = 0
        """How often it has let products of a warpgroup read what it has written."""
        self.stack: Any = None
        self.waits: Meeting | None = None
        self.answer: Any = None
        self.copies: list[Any] = []
        """Copies in the background that are in no group yet."""
        self.groups: list[list[Any]] = []
        """Groups of copies that the thread has not waited for, the last one last."""

    @property
    def lane(self) -> int:
        return self.number % self.subgroup_size

    @property
    def is_done(self) -> bool:
        return self.stack is None


class Block:
    """The threads of one block, until all are done."""

    def __init__(self, grid: Grid, number: int, place: Sizes, subgroup_size: int, machine: Machine, frame: Any) -> None:
        self.grid = grid
        self.number = number
        self.place = place
        self.subgroup_size = subgroup_size
        self.machine = machine
        self.frame = frame
        """Of the launch, whose values threads see."""
        self.barriers: dict[Any, CopyBarrier] = {}
        """The barriers in workgroup memory, by their places."""
        self.threads = [Thread(self, number, place) for number, place in enumerate(grid.places(grid.threads))]

    def run(self, enter: Callable[[Thread], Enter], agreements: dict[str, Agreement], for_block: Sequence[str]) -> None:
        """Let all threads run to their end; `enter` says how a thread begins."""
        for thread in self.threads:
            entered = enter(thread)
            thread.stack = self.machine.new_stack(entered, self.frame.for_thread(is_call=entered.is_call))
        while True:
            for thread in self.threads:
                if thread.waits is None and not thread.is_done:
                    self._advance(thread)
            if all(thread.is_done for thread in self.threads):
                return
            if not self._meet(agreements, for_block):
                raise self._divergence()

    def _advance(self, thread: Thread) -> None:
        self.machine.thread = thread
        out = self.machine.advance(thread.stack, thread.answer)
        thread.answer = None
        if isinstance(out, Meeting):
            thread.waits = out
        else:
            thread.stack = None

    def _meet(self, agreements: dict[str, Agreement], for_block: Sequence[str]) -> bool:
        """Let go all that have met; return whether there were any."""
        met = self._let_go()
        ops = {each.waits.op for each in self.threads if each.waits is not None and each.waits.until is None}
        for op in ops:
            here = [thread for thread in self.threads if thread.waits is not None and thread.waits.op is op]
            if op.name in for_block:
                groups = [here] if len(here) == len(self.threads) else []
            else:
                stated = here[0].waits.group if here[0].waits is not None else None
                size = self.subgroup_size if stated is None else stated
                groups = [list(group) for _, group in itertools.groupby(here, lambda t, n=size: t.number // n)]
                groups = [group for group in groups if self._is_whole(group, size)]
            for group in groups:
                answers = _agreed(agreements[op.name], self, group, op)
                for thread, answer in zip(group, answers, strict=True):
                    thread.waits, thread.answer = None, answer
                    thread.epoch += op.name in for_block
                met = True
        return met

    def _let_go(self) -> bool:
        """Let go all threads that wait for copies which have arrived; return whether there were any."""
        released = False
        for thread in self.threads:
            if thread.waits is not None and thread.waits.until is not None and self._has_ended(thread, thread.waits):
                thread.waits = thread.answer = None
                released = True
        return released

    def _has_ended(self, thread: Thread, wait: Meeting) -> bool:
        assert wait.until is not None
        self.machine.thread, self.machine.acting = thread, wait.op
        try:
            return wait.until()
        except Fault as fault:
            raise error_of(fault, wait.op) from None

    def _is_whole(self, group: Sequence[Thread], size: int) -> bool:
        """Return whether no thread of the group is somewhere else, or those that are do not take part."""
        first = group[0].number // size * size
        count = min(size, len(self.threads) - first)
        stated = [thread.waits.lanes for thread in group if thread.waits is not None]
        width = next((lanes for lanes in stated if lanes is not None), count)
        present = {thread.number - first for thread in group}
        return all(lane in present for lane in range(min(width, count)))

    def _divergence(self) -> InterpreterError:
        for thread in self.threads:
            if thread.waits is not None and thread.waits.until is not None:
                who = f"thread {thread.number} of block {self.number}"
                return InterpreterError(
                    f"is where {who} waits for ever: {thread.waits.value.why_not()}", thread.waits.op
                )
        waiting = next(thread for thread in self.threads if thread.waits is not None)
        assert waiting.waits is not None
        op = waiting.waits.op
        other = next(
            (each for each in self.threads if each.waits is None or each.waits.op is not op),
            waiting,
        )
        where = "is done" if other.waits is None else f"waits at {_shown(other.waits.op)}"
        who = f"thread {waiting.number} of block {self.number} waits here"
        return InterpreterError(
            f"is not executed by all threads that it is for: {who}, but thread {other.number} {where}", op
        )


def _agreed(agree: Agreement, block: Block, group: Sequence[Thread], op: Operation) -> Sequence[Any]:
    try:
        return agree(block, group)
    except Fault as fault:
        raise error_of(fault, op) from None


def _shown(op: Operation) -> str:
    place = file_location(op.location)
    return f"'{op.name}'" + (f" at {place.filename}:{place.line}:{place.column}" if place is not None else "")


def launch(
    machine: Machine,
    grid: Grid,
    subgroup_size: int,
    entry: Callable[[Sequence[Any], Thread], Enter],
    shared: Sequence[MemRefType],
    private: Sequence[MemRefType],
    seen: Sequence[Any],
    agreements: dict[str, Agreement],
    for_block: Sequence[str],
) -> None:
    """Run a kernel by every thread of a grid.

    `entry(buffers, thread)` says how a thread begins, with its buffers; `seen` are the values that threads can share.
    """
    if machine.thread is not None:
        raise Fault("is executed by a thread of another launch")
    frame = machine.frame
    machine.watch = watch = Watch(machine)
    for value in seen:
        if isinstance(value, MemRef):
            watch.observe(value.buffer)
    try:
        for number, place in enumerate(grid.places(grid.blocks)):
            block = Block(grid, number, place, subgroup_size, machine, frame)
            buffers = [_buffer(type, machine, "workgroup") for type in shared]
            for buffer in buffers:
                watch.observe(buffer.buffer)

            def enter(thread: Thread, buffers: Sequence[MemRef] = buffers) -> Enter:
                own = [_buffer(type, machine, "private") for type in private]
                return entry([*buffers, *own], thread)

            block.run(enter, agreements, for_block)
    finally:
        watch.close()
        machine.watch = machine.thread = machine.acting = None
        machine.frame = frame


def _buffer(type: MemRefType, machine: Machine, kind: str) -> MemRef:
    if not type.has_static_shape:
        raise Fault(f"has a buffer of sizes that are not known: '{type}'")
    return allocate(type, type.shape, (), machine, kind)
