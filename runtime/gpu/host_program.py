"""Host programs: the code around kernels, as data. Each function is blocks of steps over registers.

A register holds an integer: a number as its bits, or an address of the device. Steps compute sizes, allocate, copy,
launch and branch; memory is that of the device, so that `read` waits for it. A step is its name and its operands:

| step | operands |
| --- | --- |
| `add`, `sdiv`, `smax`, `slt` … | result, two registers, bits |
| `select` | result, condition, two registers |
| `sext`, `trunc` | result, register; the bits of both for `sext`, those of the result for `trunc` |
| `address` | result, global |
| `allocate` | result, register with the bytes, what for |
| `free` | register |
| `read` | result, register with the address, bits |
| `write` | value, register with the address, bits |
| `copy`, `fill` | registers with the target, the source or byte, the number of bytes |
| `launch` | number of the launch, registers: six sizes, bytes of shared memory, parameters |
| `call` | function, registers of arguments, registers of results |
| `fail` | message |
| `jump` | block, registers that become its parameters |
| `branch` | condition; two blocks, each with registers |
| `return` | registers |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ..signature_fields import Fields, InvalidFields, field as field_of, groups, listed

Step = tuple[Any, ...]
Arithmetic = Callable[[int, int, int], int]


def signed(bits: int, width: int) -> int:
    """Return bits as a number in two's complement."""
    return bits - (1 << width) if bits >> (width - 1) else bits


def _on_signed(operation: Callable[[int, int], int]) -> Arithmetic:
    return lambda a, b, width: operation(signed(a, width), signed(b, width))


def _truncated(a: int, b: int) -> int:
    """Return a quotient, rounded to zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


ARITHMETIC: Mapping[str, Arithmetic] = {
    "add": lambda a, b, _: a + b,
    "sub": lambda a, b, _: a - b,
    "mul": lambda a, b, _: a * b,
    "and": lambda a, b, _: a & b,
    "or": lambda a, b, _: a | b,
    "xor": lambda a, b, _: a ^ b,
    "shl": lambda a, b, width: a << b if b < width else 0,
    "lshr": lambda a, b, _: a >> b,
    "ashr": lambda a, b, width: signed(a, width) >> min(b, width),
    "udiv": lambda a, b, _: a // b,
    "urem": lambda a, b, _: a % b,
    "sdiv": _on_signed(_truncated),
    "srem": _on_signed(lambda a, b: a - b * _truncated(a, b)),
    "smax": _on_signed(max),
    "smin": _on_signed(min),
    "umax": lambda a, b, _: max(a, b),
    "umin": lambda a, b, _: min(a, b),
    "eq": lambda a, b, _: a == b,
    "ne": lambda a, b, _: a != b,
    "slt": _on_signed(lambda a, b: a < b),
    "sle": _on_signed(lambda a, b: a <= b),
    "sgt": _on_signed(lambda a, b: a > b),
    "sge": _on_signed(lambda a, b: a >= b),
    "ult": lambda a, b, _: a < b,
    "ule": lambda a, b, _: a <= b,
    "ugt": lambda a, b, _: a > b,
    "uge": lambda a, b, _: a >= b,
}
"""Functions of two numbers as bits, and the number of these bits; results are cut to them. Divisors are not zero."""

OPERANDS: Mapping[str, str] = {
    **dict.fromkeys(ARITHMETIC, "rrrn"),
    "select": "rrrr",
    "sext": "rrnn",
    "trunc": "rrn",
    "address": "rs",
    "allocate": "rrs",
    "free": "r",
    "read": "rrn",
    "write": "rrn",
    "copy": "rrr",
    "fill": "rrr",
    "launch": "nR",
    "call": "sRR",
    "fail": "s",
    "jump": "bR",
    "branch": "rbRbR",
    "return": "R",
}
"""The operands of each step: `r` is a register, `R` several, `n` a number, `s` text, `b` a block."""
LAST = ("fail", "jump", "branch", "return")
"""The steps that end a block."""
LAUNCH_SIZES = 7
"""The arguments of a launch before the parameters of its kernel: the grid, the block, and bytes of shared memory."""
MOST_BITS = 128


@dataclass(frozen=True)
class HostBlock:
    """Steps that run one after the other; the last one says where to go on."""

    parameters: tuple[int, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class HostFunction:
    """A function of the host; its parameters are the first registers."""

    name: str
    parameters: int
    registers: int
    constants: tuple[tuple[int, int], ...]
    """Registers that hold a number from the beginning."""
    blocks: tuple[HostBlock, ...]


@dataclass(frozen=True)
class HostProgram:
    """The functions of the host by name, and the kernels that they launch, by the number of the launch."""

    functions: Mapping[str, HostFunction]
    kernels: tuple[str, ...] = ()
    cubins: Mapping[str, int] = field(default_factory=dict[str, int])
    """The number of the object for an architecture; PTX, for all others, is the first object."""


# -- Fields ------------------------------------------------------------------------------------------------------------


def host_fields(program: HostProgram) -> dict[str, Any]:
    """Return a program as plain values."""
    functions = [
        {
            "name": each.name,
            "parameters": each.parameters,
            "registers": each.registers,
            "constants": each.constants,
            "blocks": [{"parameters": block.parameters, "steps": block.steps} for block in each.blocks],
        }
        for each in program.functions.values()
    ]
    return {"functions": functions, "kernels": program.kernels, "cubins": dict(program.cubins)}


def host_from(fields: Fields) -> HostProgram:
    """Return the program that plain values describe; raise `InvalidFields` if they do not."""
    cubins = cast("Mapping[str, Any]", field_of(fields, "cubins", dict))
    if not all(isinstance(number, int) and number > 0 for number in cubins.values()):
        raise InvalidFields("'cubins' must have the numbers of objects")
    kernels = tuple(listed(fields, "kernels", str))
    functions = {field_of(each, "name", str): each for each in groups(fields, "functions")}
    check = _Check(functions, len(kernels))
    return HostProgram({name: check.function(name) for name in functions}, kernels, dict(cubins))


class _Check:
    """Reads functions, and checks that their steps are complete and refer to what there is."""

    def __init__(self, functions: Mapping[str, Fields], kernels: int) -> None:
        self._functions = functions
        self._kernels = kernels

    def function(self, name: str) -> HostFunction:
        fields = self._functions[name]
        registers, parameters = field_of(fields, "registers", int), field_of(fields, "parameters", int)
        constants = tuple((pair[0], pair[1]) for pair in _lists(fields, "constants", 2))
        blocks = tuple(
            HostBlock(tuple(listed(each, "parameters", int)), tuple(map(_step, _lists(each, "steps"))))
            for each in groups(fields, "blocks")
        )
        used = [*(number for number, _ in constants), *(number for block in blocks for number in block.parameters)]
        if not blocks or not 0 <= parameters <= registers or not _are_below(used, registers):
            raise InvalidFields(f"function '{name}' of the host is incomplete")
        for block in blocks:
            ends = [step[:1] and step[0] in LAST for step in block.steps]
            if ends != [False] * (len(ends) - 1) + [True]:
                raise InvalidFields(f"function '{name}' of the host has a block without an end")
            for step in block.steps:
                if not self._is_valid(step, registers, blocks):
                    raise InvalidFields(f"function '{name}' of the host has an invalid step '{step}'")
        return HostFunction(name, parameters, registers, constants, blocks)

    def _is_valid(self, step: Step, registers: int, blocks: Sequence[HostBlock]) -> bool:
        kinds = OPERANDS.get(step[0], "") if isinstance(step[0], str) else ""
        if not kinds or len(step) != len(kinds) + 1:
            return False
        for kind, operand in zip(kinds, step[1:], strict=True):
            if kind == "s":
                fits = isinstance(operand, str)
            elif kind == "R":
                fits = isinstance(operand, tuple) and _are_below(cast("Sequence[Any]", operand), registers)
            else:
                limit = {"r": registers, "b": len(blocks), "n": max(self._kernels, MOST_BITS + 1)}[kind]
                fits = _are_below([operand], limit)
            if not fits:
                return False
        places = [at for at, kind in enumerate(kinds, 1) if kind == "b"]
        targets: list[tuple[int, Sequence[int]]] = [(step[at], step[at + 1]) for at in places]
        fits = all(len(values) == len(blocks[number].parameters) for number, values in targets)
        if step[0] == "call":
            called = self._functions.get(step[1])
            fits = called is not None and field_of(called, "parameters", int) == len(step[2])
        return fits and (step[0] != "launch" or (step[1] < self._kernels and len(step[2]) >= LAUNCH_SIZES))


def _step(values: list[Any]) -> Step:
    return tuple(tuple(cast("list[Any]", each)) if isinstance(each, list) else each for each in values)


def _are_below(numbers: Sequence[Any], limit: int) -> bool:
    return all(type(number) is int and 0 <= number < limit for number in numbers)


def _lists(fields: Fields, name: str, length: int | None = None) -> list[list[Any]]:
    lists = cast("list[list[Any]]", listed(fields, name, list))
    if any(not each or (length is not None and (len(each) != length or not _are_numbers(each))) for each in lists):
        raise InvalidFields(f"'{name}' must have lists")
    return lists


def _are_numbers(values: Sequence[Any]) -> bool:
    return all(type(value) is int for value in values)
