"""The parameters and results of an entry, as data: names, element types, sizes, and what calls must observe.

`function_signatures` determines them from functions, `signature_fields` writes them into files.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_attributes import layout_of
from dlc.ir.elements import numpy_type
from dlc.ir.sizes import Dim, Size, size_of_argument

ADDRESS = "!llvm.ptr"
"""The type of an address, as the dialect `llvm` writes it."""


@dataclass(frozen=True)
class Number:
    """A scalar. It uses the low bytes of a slot of eight."""

    type: Type | None
    """`None` for an address."""
    dtype: Any
    """The numpy type with the same number of bytes; `None` for an address."""

    def __str__(self) -> str:
        return ADDRESS if self.type is None else str(self.type)


@dataclass(frozen=True)
class Array:
    """A tensor or a memref."""

    dtype: Any
    sizes: tuple[Dim, ...]
    """Integers, expressions over names, or `None` for any size."""
    strides: tuple[int, ...] | None = None
    """The strides in elements, with `DYNAMIC` for any; `None` for row-major."""
    offset: int = 0
    """The distance of the first element from the address of the buffer, in elements; `DYNAMIC` for any."""

    @property
    def shape(self) -> tuple[int | str | None, ...]:
        """The sizes as text."""
        return tuple(str(size) if isinstance(size, Size) else size for size in self.sizes)

    def __str__(self) -> str:
        return f"{self.dtype.name}[{', '.join('?' if size is None else str(size) for size in self.shape)}]"


class _Described:
    """Properties of inputs and outputs that follow from their kind."""

    kind: Number | Array

    @property
    def dtype(self) -> Any:
        """The numpy type of the elements or of the number; `None` for a pointer."""
        return self.kind.dtype

    @property
    def shape(self) -> tuple[int | str | None, ...]:
        """The sizes: integers, names and expressions over names as text, `None` for any; empty for a number."""
        return self.kind.shape if isinstance(self.kind, Array) else ()


@dataclass(frozen=True)
class Parameter(_Described):
    """One parameter, an input of the program."""

    name: str
    kind: Number | Array
    is_written: bool = False
    """Whether the function may write to it, so that it must not be copied."""
    is_alone: bool = False
    """Whether the function assumes that it shares no memory with other arguments."""
    alignment: int = 1
    """The required alignment of its address in bytes, if it is larger than that of its elements."""
    doc: str = ""
    is_donated: bool = False
    """Whether its memory may become that of results. If it cannot be written, a copy is passed."""

    @property
    def named_sizes(self) -> list[int | Size]:
        """The sizes of an array; those without names have names of their own, as in functions for C."""
        sizes = enumerate(self.kind.sizes if isinstance(self.kind, Array) else ())
        return [Size.named(size_of_argument(self.name, dim)) if size is None else size for dim, size in sizes]

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"


@dataclass(frozen=True)
class Output(_Described):
    """One result, an output of the program."""

    name: str
    kind: Number | Array
    doc: str = ""
    is_lent: bool = False
    """Whether the function writes it to memory of the caller."""

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"


@dataclass(frozen=True)
class Signature:
    """The parameters and results of an entry."""

    name: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]
    results_are_fresh: bool
    """Whether each result is known to be newly allocated memory, which the caller must free, or lent by the caller."""
    workspace_bytes: int = 0
    """The number of bytes of memory that the caller may lend for a call, aligned to 64 bytes."""

    @property
    def results(self) -> tuple[Number | Array, ...]:
        """The kinds of the outputs."""
        return tuple(output.kind for output in self.outputs)

    @property
    def open_sizes(self) -> list[str]:
        """The names of the sizes of arguments that are known only when the entry is called."""
        sizes = [size for each in self.parameters for size in each.named_sizes if isinstance(size, Size)]
        return list(dict.fromkeys(name for size in sizes for name in size.names))

    def __str__(self) -> str:
        results = ", ".join(map(str, self.results))
        result_text = results if len(self.outputs) == 1 else f"({results})"
        return f"{self.name}({', '.join(map(str, self.parameters))}) -> {result_text}"


def nothing_to_nothing(name: str) -> Signature:
    """Return the signature of a function without arguments and results."""
    return Signature(name, (), (), results_are_fresh=True)


def dtype_of(type: Type) -> Any:
    """Return the numpy type of elements with the same representation, or `None` if there is none."""
    layout = layout_of(type)
    try:
        return np.dtype(numpy_type(layout).type) if layout is not None else None
    except ValueError:
        return None
