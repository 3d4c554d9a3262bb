"""Runs programs and watches their memory: what is allocated is freed once, unless it is returned."""

from __future__ import annotations

from typing import Any

from dlc.interp.interpreter import Interpreter
from dlc.interp.memory import Buffer, MemRef
from dlc.ir.operations import Operation


class WatchingInterpreter(Interpreter):
    """Remembers what the program allocates on the heap."""

    def __init__(self, module: Operation, **options: Any) -> None:
        super().__init__(module, **options)
        self.on_heap: list[Buffer] = []

    def allocate(self, size: int, name: str, *, on_stack: bool = False) -> Buffer:
        buffer = super().allocate(size, name, on_stack=on_stack)
        if name == "heap memory":
            self.on_heap.append(buffer)
        return buffer


def run_and_watch(module: Operation, name: str, *arguments: Any) -> list[Any]:
    """The results of a function, which gives nothing but fresh memory and leaks none."""
    machine = WatchingInterpreter(module)
    results = machine.evaluate(name, *arguments)
    returned = [value.buffer for value, _ in results if isinstance(value, MemRef)]
    assert len({id(buffer) for buffer in returned}) == len(returned), "two results share memory"
    fresh = {id(buffer) for buffer in machine.on_heap}
    assert all(id(buffer) in fresh and not buffer.is_freed for buffer in returned), "a result is not fresh memory"
    kept = {id(buffer) for buffer in returned}
    leaked = [buffer for buffer in machine.on_heap if not buffer.is_freed and id(buffer) not in kept]
    assert not leaked, f"{len(leaked)} of {len(machine.on_heap)} buffers are never freed"
    return WatchingInterpreter(module).run(name, *arguments)
