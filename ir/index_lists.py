"""Lists of indices of which some are constants of the op and others are operands: `[0, %i, 4]`.

The constants stand in a dense array, with `DYNAMIC` for each that is an operand instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from .builtin_attributes import DenseArrayAttr, IntegerAttr, i64_array
from .builtin_types import DYNAMIC
from .values import Value, constant_of

if TYPE_CHECKING:
    from .assembly import AsmPrinter, AsmReader
    from .operations import Operation

Index = int | Value
"""An index that is known, or the value that it will be."""


def mixed_indices(static: Iterable[int], dynamic: Iterable[Value]) -> list[Index]:
    """Return both halves as one list: the next of `dynamic` for each `DYNAMIC` in `static`."""
    values = iter(dynamic)
    return [next(values) if index == DYNAMIC else index for index in static]


def split_indices(indices: Iterable[Index]) -> tuple[DenseArrayAttr, list[Value]]:
    """Split a list of indices into its operands and its numbers."""
    static: list[int] = []
    dynamic: list[Value] = []
    for index in indices:
        if isinstance(index, int):
            static.append(index)
        else:
            static.append(DYNAMIC)
            dynamic.append(index)
    return i64_array(static), dynamic


def known_index(index: Index) -> int | None:
    """Return the number of an index, if it is known and can stand in a list: it must not be taken for `DYNAMIC`."""
    if not isinstance(index, Value):
        return index
    constant = constant_of(index)
    return constant.value if isinstance(constant, IntegerAttr) and constant.value != DYNAMIC else None


_SIZE_QUERIES = ("memref.dim", "tensor.dim")


def is_surely_size(index: Index) -> bool:
    """Return whether an index is known not to be negative, as a constant or the size of something."""
    number = known_index(index)
    if number is not None:
        return number >= 0
    definer = index.defining_op if isinstance(index, Value) else None
    return definer is not None and definer.name in _SIZE_QUERIES


def with_known_indices(indices: Sequence[Index]) -> list[Index]:
    """Return the list with each operand that is a constant replaced by its number."""
    known = [known_index(index) for index in indices]
    return [index if number is None else number for index, number in zip(indices, known, strict=True)]


def read_index_list(p: AsmReader) -> tuple[list[str], DenseArrayAttr]:
    """`[0, %i]` as a directive: `custom<DynamicIndexList>($offsets, $static_offsets)`."""
    names: list[str] = []
    static: list[int] = []
    p.expect("[")
    if not p.accept("]"):
        while True:
            name = p.accept_value_name()
            static.append(DYNAMIC if name is not None else p.integer())
            if name is not None:
                names.append(name)
            if not p.accept(","):
                break
        p.expect("]")
    return names, i64_array(static)


def write_index_list(p: AsmPrinter, _op: Operation, dynamic: Sequence[Value], static: DenseArrayAttr) -> None:
    """The counterpart of `read_index_list`."""
    values = iter(dynamic)
    p.write(f"[{', '.join(p.name(next(values)) if index == DYNAMIC else str(index) for index in static)}]")


INDEX_LIST = {"DynamicIndexList": (read_index_list, write_index_list)}
"""For the `directives` of an op class."""
