"""Parts of programs of nests that `hand_written_nests` draws: places in memory, parameters, and arguments for them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

Array = Any
DTYPES: dict[str, Any] = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "index": np.int64}


class Line(NamedTuple):
    """A linear expression of counters and sizes."""

    terms: Sequence[tuple[str, int]] = ()
    constant: int = 0

    def plus(self, constant: int) -> Line:
        return Line(self.terms, self.constant + constant)

    def times(self, factor: int) -> Line:
        return Line([(name, factor * each) for name, each in self.terms], factor * self.constant)

    def added(self, other: Line) -> Line:
        return Line([*self.terms, *other.terms], self.constant + other.constant)

    def shown(self, names: Sequence[str]) -> str:
        """Return the expression as text, with other names for the values."""
        parts = [
            name if factor == 1 else f"{name} * {factor}" for name, (_, factor) in zip(names, self.terms, strict=True)
        ]
        constant = [str(self.constant)] if self.constant or not parts else []
        return " + ".join([*parts, *constant]).replace("+ -", "- ")

    def __str__(self) -> str:
        return self.shown([name for name, _ in self.terms])


class Extent(NamedTuple):
    """A size that dimensions and loops share: a number, or a value of that name."""

    number: int
    name: str = ""

    @property
    def line(self) -> Line:
        return Line([(self.name, 1)]) if self.name else Line((), self.number)


class Dim(NamedTuple):
    """A dimension of an array, of `scale` times an extent and some elements more."""

    extent: Extent
    scale: int = 1
    more: int = 0


class Memory(NamedTuple):
    """A memref: its name, its type, and its dimensions."""

    name: str
    type: str
    dims: Sequence[Dim]
    is_written: bool = True


class Counter(NamedTuple):
    """A loop's counter: it is at least `low` and at most `extent - 1 - high`, or below `below` if it has no extent."""

    name: str
    extent: Extent | None
    low: int = 0
    high: int = 0
    below: int = 0


class Place(NamedTuple):
    """An element of memory, at places that are linear, or that other memory says."""

    memory: Memory
    at: Sequence[Line]
    is_linear: bool = True


class Parameter(NamedTuple):
    """A parameter of a program: a memref, a size, or a number."""

    name: str
    type: str
    memory: Memory | None = None
    extent: Extent | None = None
    is_apart: bool = False
    picks: Extent | None = None
    """The extent of which a memref has places."""


class Inputs(NamedTuple):
    """Memory, and the arguments of a call: numbers, or places in that memory."""

    memory: Sequence[Array]
    arguments: Sequence[tuple[int, int, Sequence[int]] | float]

    def of(self, memory: Sequence[Array]) -> list[Any]:
        """Return the arguments as they lie in memory of this kind."""
        passed: list[Any] = []
        for each in self.arguments:
            if isinstance(each, tuple):
                number, start, shape = each
                passed.append(memory[number][start : start + int(np.prod(shape))].reshape(shape))
            else:
                passed.append(each)
        return passed


class Program(NamedTuple):
    """A program, with what is needed to draw its arguments."""

    text: str
    element: str
    flags: Sequence[str]
    parameters: Sequence[Parameter]

    def inputs(self, random: Random) -> Inputs:
        """Return arguments; memrefs that may overlap do so half of the time."""
        memory: list[Array] = []
        picks: dict[int, Extent] = {}
        arguments: list[tuple[int, int, Sequence[int]] | float] = []
        shared: tuple[int, int] | None = None
        for each in self.parameters:
            if each.memory is None:
                arguments.append(_number(each, random))
                continue
            shape = [dim.extent.number * dim.scale + dim.more for dim in each.memory.dims]
            if shared is not None and not each.is_apart and random.random() < 0.5:
                number, first = shared
                start = max(0, first + random.choice((0, 0, 1, 2, -1, int(np.prod(shape)) // 2)))
            else:
                number, start = len(memory), random.choice((0, 1, 3))
                memory.append(np.zeros(0))
                shared = shared if each.is_apart else (number, start)
            if each.picks is not None:
                picks[number] = each.picks
            needed = start + int(np.prod(shape))
            if len(memory[number]) < needed:
                memory[number] = np.zeros(needed)
            arguments.append((number, start, shape))
        filled = [self._filled(len(each), random, picks.get(number)) for number, each in enumerate(memory)]
        return Inputs(filled, arguments)

    def _filled(self, count: int, random: Random, picks: Extent | None) -> Array:
        generator = np.random.default_rng(random.randrange(1 << 30))
        if picks is not None:
            return generator.integers(0, picks.number, count)
        return generator.integers(-2, 3, count).astype(DTYPES[self.element])


def _number(parameter: Parameter, random: Random) -> float:
    if parameter.extent is not None:
        return parameter.extent.number
    return random.choice((1, 2, -1, 3)) if parameter.type[0] == "i" else random.choice((1.0, 0.5, -1.0, 2.0))
