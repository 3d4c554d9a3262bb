"""Attributes whose parameters are fields with names, as StableHLO has many.

@attribute("stablehlo.dot")
class DotDimensionNumbersAttr(FieldsAttr):
    lhs_batching_dimensions: tuple[int, ...]          # printed #stablehlo.dot<lhs_batching_dimensions = [0], …>
    …
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from .attributes import Attribute

if TYPE_CHECKING:
    from typing_extensions import Self

    from .assembly import AsmReader


class FieldsAttr(Attribute):
    """An attribute whose parameters are fields with names, `#stablehlo.dot<lhs_batching_dimensions = [0], …>`.

    Fields are numbers, or lists of numbers.
    """

    shows_empty_lists: ClassVar[bool] = False
    """Whether lists are shown if they are empty."""

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        return cls(*read_fields(p, {name: _reader_of(kind) for name, kind in cls.__annotations__.items()}))

    def print_parameters(self) -> str:
        fields = ((name, getattr(self, name)) for name in type(self).__annotations__)
        shown = ((name, value) for name, value in fields if value != () or self.shows_empty_lists)
        return f"<{', '.join(f'{name} = {_spelled(value)}' for name, value in shown)}>"


def read_fields(p: AsmReader, readers: dict[str, tuple[object, object]]) -> list[object]:
    """Return the fields between angle brackets, in any order; those that are not there have their defaults."""
    values = {name: default for name, (default, _) in readers.items()}
    p.expect("<")
    while not p.accept(">"):
        name = p.keyword(*readers)
        p.expect("=")
        values[name] = readers[name][1](p)  # type: ignore[operator]
        if not p.at(">"):
            p.expect(",")
    return list(values.values())


def read_numbers(p: AsmReader) -> tuple[int, ...]:
    """Return numbers in square brackets, separated by commas; `?` is the size that is not known."""
    numbers: list[int] = []
    p.expect("[")
    while not p.accept("]"):
        numbers.append(p.integer())
        if not p.at("]"):
            p.expect(",")
    return tuple(numbers)


def read_integer(p: AsmReader) -> int:
    """Return a number."""
    return p.integer()


def _reader_of(annotation: str) -> tuple[object, object]:
    return ((), read_numbers) if annotation.startswith("tuple") else (0, read_integer)


def _spelled(value: int | Sequence[int]) -> str:
    return str(value) if isinstance(value, int) else f"[{', '.join(map(str, value))}]"
