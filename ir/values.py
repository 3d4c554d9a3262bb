"""Values: what operations compute and blocks receive, and who uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from .attributes import Attribute, Type
from .diagnostics import counted
from .errors import InvalidIRError
from .locations import Location, PendingLocation, resolve

if TYPE_CHECKING:
    from .blocks import Block
    from .operations import Operation

    Use = tuple[Operation, int]
    """A use: the operation, and which of its operands."""

_O = TypeVar("_O", bound="Operation")
_T = TypeVar("_T", bound=Type)


class Value:
    """Something that an operation can take as an operand.

    `uses` is a set in order of insertion; keeping it costs one dictionary entry an operand, and makes asking for the
    uses, replacing and erasing all proportional to what they touch.
    """

    __slots__ = ("_uses", "name_hint", "type")

    type: Type
    name_hint: str | None
    """The name that the source gave this value, without `%`. Only the printer looks at it."""
    _uses: dict[Operation | Use, int]
    """The operand index of each use: by the op, which costs less than a pair, or by both where the op is a key already.
    """

    @property
    def uses(self) -> tuple[Use, ...]:
        """Each (operation, operand index) at which this value is used, in the order in which they were made."""
        return tuple([key if type(key) is tuple else (key, index) for key, index in self._uses.items()])  # type: ignore[misc]

    @property
    def users(self) -> list[Operation]:
        """The operations that use this value, each once."""
        return list(dict.fromkeys([key[0] if type(key) is tuple else key for key in self._uses]))  # type: ignore[misc]

    def add_use(self, op: Operation, index: int) -> None:
        """Note that an op has this value as an operand."""
        uses = self._uses
        uses[(op, index) if op in uses else op] = index

    def drop_use(self, op: Operation, index: int) -> None:
        """Forget that an op has this value as an operand."""
        uses = self._uses
        del uses[op if uses.get(op) == index else (op, index)]

    @property
    def has_uses(self) -> bool:
        return bool(self._uses)

    @property
    def use_count(self) -> int:
        """The number of uses."""
        return len(self._uses)

    @property
    def has_one_use(self) -> bool:
        return len(self._uses) == 1

    def type_as(self, kind: type[_T]) -> _T:
        """Return the type, which must be of a kind."""
        type = self.type
        if not isinstance(type, kind):
            raise InvalidIRError(f"expected a value of {kind.__name__}, but got type '{type}'")
        return type

    @property
    def defining_op(self) -> Operation | None:
        """The operation of which this is a result; `None` for a block argument."""
        return None

    @property
    def parent_block(self) -> Block | None:
        """The block in which this value is defined."""
        raise NotImplementedError

    def is_inside(self, op: Operation) -> bool:
        """Return whether this value is defined in a block inside an op."""
        block = self.parent_block
        owner = block.parent_op if block is not None else None
        return owner is not None and op.is_ancestor_of(owner)

    @property
    def location(self) -> Location:
        raise NotImplementedError

    @property
    def kept_location(self) -> Location | PendingLocation:
        """The location as it is kept, with the text that it is in if nobody has asked for it yet."""
        raise NotImplementedError

    def defined_by(self, kind: type[_O]) -> _O | None:  # noqa: ARG002 (an argument is defined by no op)
        """Return the defining op, if it is of the given kind."""
        return None

    def hand_over_to(self, replacement: Value) -> None:
        """Make every user of this value use `replacement` instead, under the name of this one."""
        replacement.name_hint = self.name_hint
        self.replace_all_uses_with(replacement)

    def replace_all_uses_with(self, replacement: Value) -> None:
        """Make every user of this value use `replacement` instead."""
        if replacement is self or not self._uses:
            return
        uses = replacement._uses
        for key, index in self._uses.items():
            user: Operation = key[0] if type(key) is tuple else key  # type: ignore[assignment]
            user._operands[index] = replacement
            uses[(user, index) if user in uses else user] = index
        self._uses = {}

    def replace_uses_if(self, replacement: Value, condition: Callable[[Operation, int], bool]) -> None:
        """Replace the uses for which `condition(user, operand index)` holds."""
        for user, index in self.uses:
            if condition(user, index):
                user.set_operand(index, replacement)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of a shaped type: what rules of ops ask for most."""
        return self.type.shape  # type: ignore[attr-defined, no-any-return]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {f'%{self.name_hint} ' if self.name_hint else ''}: {self.type}>"


class OpResult(Value):
    """A result of an operation."""

    __slots__ = ("index", "owner")

    owner: Operation
    index: int

    @property
    def defining_op(self) -> Operation:
        return self.owner

    @property
    def parent_block(self) -> Block | None:
        return self.owner.parent

    @property
    def location(self) -> Location:
        return self.owner.location

    @property
    def kept_location(self) -> Location | PendingLocation:
        return self.owner.kept_location

    def defined_by(self, kind: type[_O]) -> _O | None:
        owner = self.owner
        return owner if kind in owner._kinds else None  # type: ignore[return-value]


class BlockArgument(Value):
    """An argument of a block: where control flow joins, and what regions receive."""

    __slots__ = ("_location", "index", "owner")

    owner: Block
    index: int
    _location: Location | PendingLocation

    def __init__(self, type: Type, owner: Block, index: int, location: Location | PendingLocation) -> None:
        self.type = type
        self._uses = {}
        self.name_hint = None
        self.owner = owner
        self.index = index
        self._location = location

    @property
    def parent_block(self) -> Block:
        return self.owner

    @property
    def location(self) -> Location:
        self._location = location = resolve(self._location)
        return location

    @location.setter
    def location(self, location: Location | PendingLocation) -> None:
        self._location = location

    @property
    def kept_location(self) -> Location | PendingLocation:
        return self._location


class PlaceholderValue(Value):
    """Stands for a value that is used before its definition was read. Never left in a finished module."""

    __slots__ = ("_location",)

    def __init__(self, type: Type, location: Location | PendingLocation) -> None:
        self.type = type
        self._uses = {}
        self.name_hint = None
        self._location = location

    @property
    def parent_block(self) -> Block | None:
        return None

    @property
    def location(self) -> Location:
        return resolve(self._location)

    @property
    def kept_location(self) -> Location | PendingLocation:
        return self._location


def check_unused(value: Value, doing: str) -> None:
    """Refuse to go on where `value` still has users."""
    if value._uses:
        user = value.users[0]
        raise InvalidIRError(
            f"cannot {doing}: '{value!r}' still has {counted(len(value._uses), 'use')}, the first in '{user.name}'; "
            f"replace them first"
        )


def used_from_outside(ops: Iterable[Operation]) -> list[Value]:
    """Return the values that ops use and none of them defines, once each, in the order of their first uses."""
    inside: set[Value] = set()
    used: dict[Value, None] = {}
    for op in ops:
        used.update(dict.fromkeys(op._operands))
        inside.update(op._results)
        inside.update(arg for region in op._regions for block in region.blocks for arg in block._args)
    return [value for value in used if value not in inside]


def constant_of(value: Value) -> Attribute | None:
    """Return the attribute that a constant-like op gives `value`; `None` where it is not known to be constant."""
    owner = value.defining_op
    return owner.constant_value() if owner is not None else None
