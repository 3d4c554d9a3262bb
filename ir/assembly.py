"""The interface of custom forms: the reader and the printer as an op's own code sees them.

Most ops need none of this: their `syntax` says everything. For a part that it cannot say, an op class has directives,

    syntax = "$source custom<Offsets>($offsets, $static_offsets) attr-dict `:` type($source)"
    directives = {"Offsets": (read_offsets, write_offsets)}

where `read_offsets(p)` returns a value for each argument in order, and `write_offsets(p, op, offsets, static_offsets)`
gets them. What stands for an argument when reading: for an operand its unresolved name (a list of names where it is
variadic, `None` for a missing optional one), for `type($x)` a type (a list, `None`), for a property the attribute or
`None`, for a region or successor the region or block. `ref($x)` passes what was read before.

An op whose whole form is special has `syntax = HAND_WRITTEN` and the methods `read(cls, p, location)` and `write(p)`.
The parser package implements both protocols; dialects import only this file. The space before a directive is there
already, as before any other part, when its `write` is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NoReturn, Protocol, TypeVar

if TYPE_CHECKING:
    from .affine.map import AffineMap
    from .attributes import Attribute, Type
    from .blocks import Block, Region
    from .locations import Location
    from .operations import Operation
    from .values import Value

_A = TypeVar("_A", bound="Attribute")
HAND_WRITTEN = "hand-written"
"""Stands for `syntax` where an op class has `read` and `write` of its own."""

Argument = tuple[str, "Type", "Location | None", int]
"""`%name: type loc(…)` as read, with the offset of the name."""


class AsmReader(Protocol):
    """Reads the text behind an op's name. What does not fit raises, with the place, and need not be caught."""

    pos: int
    failed: bool
    """True if an error has been reported: its consequences are not reported again."""

    def accept(self, literal: str) -> bool:
        """Read `literal` if it comes next. A word must end where it ends."""
        ...

    def expect(self, literal: str) -> None: ...

    def accept_keyword(self, *keywords: str) -> str | None:
        """Read one of `words` (any bare word, where none is given) if it comes next."""
        ...

    def keyword(self, *keywords: str) -> str: ...

    def accept_integer(self) -> int | None: ...

    def accept_dimension(self) -> int | None:
        """Read a size with the `x` behind it, as in `16x16xf32`."""
        ...

    def integer(self) -> int: ...

    def float(self) -> float:
        """Read a decimal number, or the bits of an f64 in hexadecimal."""
        ...

    def string(self) -> str: ...

    def accept_symbol_name(self) -> str | None:
        """`@name` without the sign."""
        ...

    def symbol_name(self) -> str: ...

    def accept_value_name(self) -> str | None:
        """`%name` with the sign, to be resolved later."""
        ...

    def value_name(self) -> str: ...

    def value_names(self) -> list[str]:
        """Names separated by commas; an empty list where none comes next."""
        ...

    def resolve(self, name: str, offset: int, kind: Type) -> Value:
        """Return the value called `name`, of this type; `offset` says from where on to look for it in a message."""
        ...

    def resolve_all(self, names: Sequence[str], offset: int, kinds: Sequence[Type]) -> list[Value]:
        """Return the values with these names and types; an error if there are more or fewer of them."""
        ...

    def type(self) -> Type: ...

    def accept_type(self) -> Type | None: ...

    def types(self) -> list[Type]:
        """Parse types separated by commas, at least one."""
        ...

    def attribute(self) -> Attribute:
        """Read an attribute, with its type if it has one."""
        ...

    def attribute_of_type(self, type: Type) -> Attribute:
        """Read a number whose type is known and not written."""
        ...

    def affine_map(self) -> AffineMap:
        """`(d0, d1) -> (d1, d0)`, without the keyword."""
        ...

    def attr_dict(self) -> dict[str, Attribute]:
        """`{a = 1}`; empty where there is none."""
        ...

    def attr_dict_with_keyword(self) -> dict[str, Attribute]:
        """`attributes {a = 1}`; empty where there is none."""
        ...

    def op_class(self, name: str) -> type[Operation] | None:
        """Return the class of the ops of a name, if it is known."""
        ...

    def identify(self, name: str, attr: _A) -> _A:
        """Return an attribute that the text identifies by name; another one of its kind with that name is an error."""
        ...

    def accept_location(self) -> Location | None:
        """`loc(…)` if it comes next."""
        ...

    def argument(self) -> Argument:
        """`%name: type` with an optional location: what `region` takes."""
        ...

    def region(
        self, arguments: Sequence[Argument] = (), *, isolated: bool = False, default_dialect: str | None = None
    ) -> Region:
        """`{ … }`, whose entry block has these arguments."""
        ...

    def block_label(self) -> Block:
        """`^label`, of this region."""
        ...

    def fail(self, message: str, offset: int | None = None) -> NoReturn:
        """Say what is wrong, at an offset or where reading has come to."""
        ...

    def at(self, *characters: str) -> bool:
        """Return whether the next character that is no space is one of these."""
        ...


class AsmPrinter(Protocol):
    """Writes the text behind an op's name. Nothing puts in spaces but what writes them."""

    def write(self, text: str) -> None: ...

    def newline(self) -> None:
        """A new line, indented as the op is."""
        ...

    def indented(self) -> AbstractContextManager[None]:
        """Inside, new lines and regions are indented by one level more."""
        ...

    def name(self, value: Value) -> str:
        """`%name`"""
        ...

    def names_of(self, values: Iterable[Value]) -> str:
        """`%a, %b`"""
        ...

    def type(self, type: Type) -> str: ...

    def types_of(self, types: Iterable[Type]) -> str:
        """`i32, f32`"""
        ...

    def attribute(self, attr: Attribute) -> str: ...

    def attribute_without_type(self, attr: Attribute) -> str: ...

    def symbol(self, name: str) -> str:
        """`@name`, quoted where it has to be."""
        ...

    def block_name(self, block: Block) -> str:
        """`^bb1`"""
        ...

    def attr_dict(self, op: Operation, elided: Iterable[str] = (), *, keyword: bool = False) -> None:
        """` {a = 1}` with what the op's attributes and properties hold beyond `elided`; nothing where that is empty."""
        ...

    def dictionary(self, entries: Mapping[str, Attribute]) -> str:
        """`{a = 1}`"""
        ...

    def region(self, region: Region, *, entry_args: bool = True, terminator: bool = True) -> None:
        """`{ … }`, with or without the label of an entry that has arguments, and a last op that says nothing."""
        ...

    def operation_body(self, op: Operation) -> None:
        """A nested op without the names of its results, in its own custom form."""
        ...

    def argument(self, value: Value) -> str:
        """`%name: type`, with its location where those are printed."""
        ...
