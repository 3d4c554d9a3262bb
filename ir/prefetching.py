"""Shared parts of the ops of several dialects that prefetch: `read, locality<3>, data`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .builtin_attributes import IntegerAttr, bool_attr
from .builtin_types import i32
from .constraints import AttributeConstraint

if TYPE_CHECKING:
    from .assembly import AsmPrinter, AsmReader
    from .operations import Operation

locality = AttributeConstraint(
    "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
    lambda attr: isinstance(attr, IntegerAttr) and attr.type is i32 and attr.value in range(4),
    IntegerAttr,
    form="untyped",
    type=i32,
)


def _flag(true: str, spellings: tuple[str, str]) -> tuple[Callable[..., IntegerAttr], Callable[..., None]]:
    """A flag that is written as one of two words."""
    [false] = {*spellings} - {true}

    def read(p: AsmReader) -> IntegerAttr:
        return bool_attr(p.keyword(*spellings) == true)

    def write(p: AsmPrinter, _op: Operation, flag: IntegerAttr) -> None:
        p.write(true if flag.value else false)

    return read, write


PREFETCH = {"Access": _flag("write", ("read", "write")), "Cache": _flag("data", ("data", "instr"))}
"""For the `directives` of an op class."""
PREFETCH_FORM = (
    "custom<Access>($isWrite) `,` `locality` `<` $localityHint `>` `,` custom<Cache>($isDataCache) attr-dict"
)
