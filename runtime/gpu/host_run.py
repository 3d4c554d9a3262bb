"""Runs the functions of a host program step by step, on what gives it memory and launches kernels.

Nothing here knows of a driver: `Actions` are those of a device (`program`), or of whatever stands for one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from dlc.ir.errors import DlcError

from .host_program import ARITHMETIC, HostFunction, Step, signed

MOST_CALLS = 200
"""How deeply calls of the host may be nested."""


class Registers(Protocol):
    """The numbers of one call of a function."""

    def __getitem__(self, number: int, /) -> int: ...

    def __setitem__(self, number: int, value: int, /) -> None: ...


class HostFailed(DlcError, RuntimeError):
    """The host's part of a program failed: an assertion does not hold, or a number is divided by zero."""


class Actions(Protocol):
    """Everything that a host program does to a device."""

    def allocate(self, size: int, place: str) -> int:
        """Return the address of new memory, for the op at a place of the source."""
        ...

    def free(self, address: int) -> None:
        """Give memory back, when all that was launched before is done."""
        ...

    def read(self, address: int, size: int) -> int:
        """Return bytes as a number, after all that was launched before."""
        ...

    def write(self, address: int, size: int, value: int) -> None:
        """Store a number of some bytes."""
        ...

    def copy(self, target: int, source: int, size: int) -> None:
        """Copy bytes on the device."""
        ...

    def fill(self, target: int, byte: int, size: int) -> None:
        """Set bytes on the device."""
        ...

    def launch(self, number: int, arguments: Sequence[int]) -> None:
        """Launch the kernel of a launch with its sizes and parameters."""
        ...

    def address(self, name: str) -> int:
        """Return the address of a global."""
        ...


class HostRun:
    """One call of a host program."""

    def __init__(self, functions: Mapping[str, HostFunction], actions: Actions) -> None:
        self._functions = functions
        self._actions = actions
        self._depth = 0

    def call(self, name: str, arguments: Sequence[int]) -> Sequence[int]:
        """Run a function and return what it returns."""
        if self._depth > MOST_CALLS:
            raise HostFailed(f"calls of @{name} are nested more than {MOST_CALLS} times")
        self._depth += 1
        function = self._functions[name]
        registers = [0] * function.registers
        registers[: len(arguments)] = arguments
        for register, value in function.constants:
            registers[register] = value
        number = 0
        while True:
            block = function.blocks[number]
            for step in block.steps[:-1]:
                self._run(step, registers)
            values, target = _values_and_target(block.steps[-1], registers)
            if target is None:
                self._depth -= 1
                return values
            number = target
            for register, value in zip(function.blocks[number].parameters, values, strict=True):
                registers[register] = value

    def _run(self, step: Step, registers: Registers) -> None:
        name = step[0]
        operation = ARITHMETIC.get(name)
        if operation is None:
            _STEPS[name](self, step, registers)
            return
        _, result, a, b, bits = step
        try:
            registers[result] = operation(registers[a], registers[b], bits) & ((1 << bits) - 1)
        except ZeroDivisionError:
            raise HostFailed("a number is divided by zero") from None

    # -- Steps ---------------------------------------------------------------------------------------------------------

    def _select(self, step: Step, registers: Registers) -> None:
        registers[step[1]] = registers[step[3] if registers[step[2]] else step[4]]

    def _sext(self, step: Step, registers: Registers) -> None:
        registers[step[1]] = signed(registers[step[2]], step[3]) & ((1 << step[4]) - 1)

    def _trunc(self, step: Step, registers: Registers) -> None:
        registers[step[1]] = registers[step[2]] & ((1 << step[3]) - 1)

    def _address(self, step: Step, registers: Registers) -> None:
        registers[step[1]] = self._actions.address(step[2])

    def _allocate(self, step: Step, registers: Registers) -> None:
        registers[step[1]] = self._actions.allocate(registers[step[2]], step[3])

    def _free(self, step: Step, registers: Registers) -> None:
        self._actions.free(registers[step[1]])

    def _read(self, step: Step, registers: Registers) -> None:
        bits = step[3]
        registers[step[1]] = self._actions.read(registers[step[2]], -(-bits // 8)) & ((1 << bits) - 1)

    def _write(self, step: Step, registers: Registers) -> None:
        self._actions.write(registers[step[2]], -(-step[3] // 8), registers[step[1]])

    def _copy(self, step: Step, registers: Registers) -> None:
        self._actions.copy(*(registers[each] for each in step[1:]))

    def _fill(self, step: Step, registers: Registers) -> None:
        self._actions.fill(*(registers[each] for each in step[1:]))

    def _launch(self, step: Step, registers: Registers) -> None:
        self._actions.launch(step[1], [registers[each] for each in step[2]])

    def _call(self, step: Step, registers: Registers) -> None:
        results = self.call(step[1], [registers[each] for each in step[2]])
        for register, value in zip(step[3], results, strict=True):
            registers[register] = value


def _values_and_target(last: Step, registers: Registers) -> tuple[list[int], int | None]:
    """Return the values that the last step of a block passes on, and the next block; `None` after a return."""
    target: int | None = None
    chosen: Sequence[int]
    match last[0]:
        case "jump":
            _, target, chosen = last
        case "branch":
            condition: int = last[1]
            target, chosen = last[2:4] if registers[condition] else last[4:6]
        case "return":
            chosen = last[1]
        case _:
            raise HostFailed(last[1])
    return [registers[each] for each in chosen], target


_STEPS: Mapping[str, Callable[[HostRun, Step, Registers], None]] = {
    name: getattr(HostRun, f"_{name}")
    for name in (
        *("select", "sext", "trunc", "address", "allocate", "free"),
        *("read", "write", "copy", "fill", "launch", "call"),
    )
}
