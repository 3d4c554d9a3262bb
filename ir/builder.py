"""Builders: where new ops go, and which location they get.

`with builder:` makes a builder the current one of the thread, where functions of ops (`op_functions`) insert.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from .attributes import Type
from .blocks import Block, Region
from .errors import InvalidIRError
from .locations import UNKNOWN_LOC, Location, PendingLocation
from .operations import Operation
from .python_locations import direct_caller_location
from .values import Value

if TYPE_CHECKING:
    from typing_extensions import Self

_P = TypeVar("_P", bound=Operation)


class InsertionPoint:
    """A place in a block: before an op, or at the end."""

    __slots__ = ("before", "block")

    def __init__(self, block: Block, before: Operation | None = None) -> None:
        if not isinstance(block, Block):  # pyright: ignore[reportUnnecessaryIsInstance]
            shown = f"'{block.name}'" if isinstance(block, Operation) else repr(block)
            raise InvalidIRError(
                f"an insertion point is in a block, but got {shown}; beside an op it is "
                "InsertionPoint.before_op(op) or after_op(op)"
            )
        self.block = block
        self.before = before

    @classmethod
    def before_op(cls, op: Operation) -> InsertionPoint:
        if op.parent is None:
            raise InvalidIRError(f"cannot insert before '{op.name}', which is in no block")
        return cls(op.parent, op)

    @classmethod
    def after_op(cls, op: Operation) -> InsertionPoint:
        if op.parent is None:
            raise InvalidIRError(f"cannot insert after '{op.name}', which is in no block")
        return cls(op.parent, op.next)

    @classmethod
    def at_start(cls, block: Block) -> InsertionPoint:
        return cls(block, block.first)

    @classmethod
    def at_end(cls, block: Block) -> InsertionPoint:
        return cls(block)

    @classmethod
    def after_value(cls, value: Value) -> InsertionPoint:
        """Right behind where a value is defined."""
        definer = value.defining_op
        if definer is not None:
            return cls.after_op(definer)
        block = value.parent_block
        if block is None:
            raise InvalidIRError("cannot insert after a value that is defined nowhere")
        return cls.at_start(block)


class Builder:
    """Inserts ops one after the other.

    b = Builder.at_end(block)
    one = b.insert(ConstantOp(int_attr(1, i32))).result
    with b.at(InsertionPoint.at_start(other)): ...
    with b: three = graph.add(one, two)
    """

    __slots__ = ("_entered", "location", "point")

    def __init__(self, point: InsertionPoint | None = None, location: Location | PendingLocation = UNKNOWN_LOC) -> None:
        self.point = point
        self.location: Location | PendingLocation = location
        """Given to the ops that have none of their own."""
        self._entered: list[Builder | None] = []
        """The builders that were current before each `with` of this one that has not ended."""

    @staticmethod
    def current() -> Builder:
        """Return the builder of the innermost `with builder:` around this call."""
        builder = _current.get()
        if builder is None:
            raise InvalidIRError("no builder is current; write `with Builder.at_end(block):` around the calls")
        return builder

    def __enter__(self) -> Self:
        self._entered.append(_current.get())
        _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _current.set(self._entered.pop())

    @classmethod
    def at_end(cls, block: Block, location: Location | PendingLocation = UNKNOWN_LOC) -> Builder:
        return cls(InsertionPoint.at_end(block), location)

    @classmethod
    def at_start(cls, block: Block, location: Location | PendingLocation = UNKNOWN_LOC) -> Builder:
        return cls(InsertionPoint.at_start(block), location)

    @classmethod
    def before(cls, op: Operation, location: Location | PendingLocation | None = None) -> Builder:
        return cls(InsertionPoint.before_op(op), op.kept_location if location is None else location)

    @classmethod
    def after(cls, op: Operation, location: Location | PendingLocation | None = None) -> Builder:
        return cls(InsertionPoint.after_op(op), op.kept_location if location is None else location)

    @property
    def here(self) -> InsertionPoint:
        """The insertion point; an error if there is none."""
        if self.point is None:
            raise InvalidIRError("the builder has no insertion point")
        return self.point

    def insert(self, op: _P) -> _P:
        """Put a detached op at the insertion point, which stays behind it.

        An op without a location gets the builder's or, if that has none, the line of Python that inserts it.
        """
        point = self.here
        if op._location is UNKNOWN_LOC:
            location = self.location if self.location is not UNKNOWN_LOC else direct_caller_location()
            op._location = location
            if op._regions:
                give_location(op, location)
        if point.before is None:
            point.block.append(op)
        else:
            point.block.insert_before(op, point.before)
        return op

    def insert_all(self, ops: Iterable[Operation]) -> None:
        location = self.location if self.location is not UNKNOWN_LOC else direct_caller_location()
        with self.at(location=location):
            for op in ops:
                self.insert(op)

    def create_block(self, region: Region, arg_types: Iterable[Type] = (), before: Block | None = None) -> Block:
        """Create a new block in a region; the insertion point moves to its end."""
        block = Block(arg_types)
        region.insert_before(block, before)
        self.point = InsertionPoint.at_end(block)
        return block

    @contextmanager
    def at(
        self, point: InsertionPoint | None = None, location: Location | PendingLocation | None = None
    ) -> Generator[Builder]:
        """Insert elsewhere (or with another location) for a while."""
        saved = self.point, self.location
        self.point = point if point is not None else self.point
        self.location = location if location is not None else self.location
        try:
            yield self
        finally:
            self.point, self.location = saved


def give_location(op: Operation, location: Location | PendingLocation) -> None:
    """Give a new op a location, and those in its regions that have none, such as the ends of their blocks."""
    op._location = location
    for inner in op.walk():
        if inner._location is UNKNOWN_LOC:
            inner._location = location


_current: ContextVar[Builder | None] = ContextVar("dlc_builder", default=None)
