"""Rewrite patterns: named functions that match one op and rewrite it through a `Rewriter`.

    @pattern(TransposeOp)
    def merge_transposes(op: TransposeOp, rw: Rewriter) -> Match:
        \"\"\"transpose(transpose(x, p), q) -> transpose(x, compose(p, q)).  Terminates: the chain gets shorter.\"\"\"
        inner = op.source.defined_by(TransposeOp)
        if inner is None:
            return rw.no_match("source is not a transpose")
        return rw.replace(op, TransposeOp(inner.source, compose(inner.order, op.order)))

A pattern matches first and changes afterwards, and only through the rewriter: one that answers no-match must leave
the IR as it was. `@canonicalization` is the same, and makes the pattern one of its dialect's canonicalizations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, update_wrapper
from typing import Any, ClassVar, Generic, Literal, TypeVar

from .attributes import Attribute, not_an_attribute
from .blocks import Block, Region
from .builder import Builder, InsertionPoint, give_location
from .builtin_attributes import StringAttr
from .diagnostics import counted
from .errors import InvalidDefinitionError, InvalidIRError
from .locations import UNKNOWN_LOC, FusedLoc, Location, PendingLocation, fuse, resolve
from .operations import Operation
from .values import Value

_P = TypeVar("_P", bound=Operation)

Exactness = Literal["exact", "rounding", "finite"]
"""The changes of results that a rewrite may make.

`exact`: nothing, but which NaN a NaN is. `rounding`: the last places; infinities, NaN, and signs of zeros stay.
`finite`: the same, and also special numbers, as soon as an operand or an intermediate result is infinite, NaN, or too
small or too large for the type.
"""


class Match:
    """The result of a pattern: truthy if it rewrote, otherwise with the reason why not."""

    __slots__ = ("matched", "reason")

    def __init__(self, matched: bool, reason: str = "") -> None:
        self.matched = matched
        self.reason = reason

    def __bool__(self) -> bool:
        return self.matched

    def __repr__(self) -> str:
        return "<match>" if self.matched else f"<no match: {self.reason}>"


MATCHED = Match(True)


class Pattern(Generic[_P]):
    """A function with what the driver needs to know of it; `help` and `inspect` see the function."""

    __slots__ = ("__dict__", "benefit", "canonicalizes", "exactness", "function", "hits", "kinds", "name")

    observer: ClassVar[Callable[[Pattern[Any], Operation, Match], None] | None] = None
    """Hears of each attempt of any pattern, for those who debug."""

    def __init__(
        self,
        function: Callable[[_P, Rewriter], Match],
        kinds: Sequence[type[Operation] | str],
        benefit: int = 1,
        canonicalizes: bool = False,
        exactness: Exactness = "exact",
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.kinds = tuple(kinds)
        """Op classes (or names, for ops of dialects that need not be loaded); empty: any op."""
        self.benefit = benefit
        self.canonicalizes = canonicalizes
        self.exactness: Exactness = exactness
        self.name = getattr(function, "__name__", type(function).__name__)
        self.hits = 0

    def __call__(self, op: _P, rw: Rewriter) -> Match:
        return self.function(op, rw)

    @property
    def qualified_name(self) -> str:
        return f"{getattr(self.function, '__module__', '')}.{self.name}"

    @property
    def doc(self) -> str:
        return getattr(self.function, "__doc__", None) or ""

    def __repr__(self) -> str:
        return f"<pattern {self.name}>"


def pattern(
    *kinds: type[_P] | str, benefit: int = 1, exactness: Exactness = "exact"
) -> Callable[[Callable[[Any, Rewriter], Match]], Pattern[Any]]:
    """Make a function a pattern for ops of the given kinds (any op, where none is given)."""
    check_kinds(kinds, "pattern")
    return lambda function: Pattern(function, kinds, benefit, exactness=exactness)


def canonicalization(
    *kinds: type[_P] | str, benefit: int = 1
) -> Callable[[Callable[[Any, Rewriter], Match]], Pattern[Any]]:
    """Return a pattern that `Dialect.collect` adds to its dialect's canonicalizations; it is exact."""
    check_kinds(kinds, "canonicalization")
    return lambda function: Pattern(function, kinds, benefit, canonicalizes=True)


def check_kinds(kinds: Sequence[Any], decorator: str) -> None:
    """Refuse what is no kind of op, above all the function itself where the decorator has no parentheses."""
    for kind in kinds:
        if not _is_kind(kind):
            name = getattr(kind, "__name__", str(kind))
            raise InvalidDefinitionError(
                f"@{decorator} takes kinds of ops, but got '{name}'; write @{decorator}(MyOp) above a pattern"
            )


def _is_kind(candidate: object) -> bool:
    return isinstance(candidate, str) or (isinstance(candidate, type) and issubclass(candidate, Operation))


class RewriteListener:
    """Hears what a rewriter does. Drivers use it to keep their work lists, and tell one of the user's as well."""

    def inserted(self, op: Operation) -> None:
        """`op` was put in a block."""

    def modified(self, op: Operation) -> None:
        """`op` was changed in place."""

    def replaced(self, op: Operation, values: Sequence[Value]) -> None:
        """The uses of `op`'s results are about to become uses of `values`."""

    def erased(self, op: Operation) -> None:
        """`op`, which has no uses, is about to be destroyed."""


class BothListeners(RewriteListener):
    """Tells a driver and a listener of the user, in this order."""

    def __init__(self, driver: RewriteListener, listener: RewriteListener) -> None:
        self._driver = driver
        self._listener = listener

    def inserted(self, op: Operation) -> None:
        self._driver.inserted(op)
        self._listener.inserted(op)

    def modified(self, op: Operation) -> None:
        self._driver.modified(op)
        self._listener.modified(op)

    def replaced(self, op: Operation, values: Sequence[Value]) -> None:
        self._driver.replaced(op, values)
        self._listener.replaced(op, values)

    def erased(self, op: Operation) -> None:
        self._driver.erased(op)
        self._listener.erased(op)


class Rewriter(Builder):
    """Changes IR and tells a listener. New ops get the location of what they replace, and the pattern's name."""

    __slots__ = ("current_op", "current_pattern", "listener")

    def __init__(self, listener: RewriteListener | None = None, point: InsertionPoint | None = None) -> None:
        super().__init__(point)
        self.listener = listener or RewriteListener()
        self.current_pattern: str | None = None
        self.current_op: Operation | None = None
        """The op that the running pattern is asked about: ops that it inserts without a location get that one."""

    def dismiss_listener(self) -> None:
        """Tell the listener nothing more. Afterwards it is freed at once, with the ops that it remembers."""
        self.listener = RewriteListener()

    def no_match(self, reason: str) -> Match:
        """Say why a pattern does not apply."""
        return Match(False, reason)

    # -- Making and replacing ----------------------------------------------------------------------------------------

    def insert(self, op: _P) -> _P:
        super().insert(op)
        if op.kept_location is UNKNOWN_LOC and self.current_op is not None and self.current_pattern is not None:
            give_location(op, made_from(self.current_op, self.current_pattern))
        self.listener.inserted(op)
        return op

    def insert_before(self, anchor: Operation, op: _P) -> _P:
        """Put a detached op before `anchor`, with the location of what it helps to replace."""
        if anchor.parent is None:
            hint = "; the anchor is the first argument" if op.parent is not None else ""
            raise InvalidIRError(f"cannot insert before '{anchor.name}', which is in no block{hint}")
        with self.at(InsertionPoint.before_op(anchor), self.provenance(anchor.location)):
            return self.insert(op)

    def replace(self, op: Operation, replacement: Operation | Value | Sequence[Value | Operation]) -> Match:
        """Put new values in the place of an op's results and erase it.

        A detached op among the replacements is inserted before `op` first. The location of `op` is fused into those
        of the ops that take its place.
        """
        try:
            items = [replacement] if isinstance(replacement, (Operation, Value)) else list(replacement)
        except TypeError:
            message = f"cannot replace '{op.name}' by {replacement!r}; give an op, a value or a list of them"
            raise InvalidIRError(message) from None
        values: list[Value] = []
        for item in items:
            if isinstance(item, Operation):
                if item.parent is None:
                    _refuse_users(item, op)
                    item.location = self.provenance(item.location, op.location)
                    with self.at(InsertionPoint.before_op(op)):
                        self.insert(item)
                values += item.results
            else:
                values.append(item)
        if len(values) != len(op.results):
            raise InvalidIRError(
                f"cannot replace '{op.name}' with {counted(len(op.results), 'result')} by "
                f"{counted(len(values), 'value')}"
            )
        for old, new in zip(op.results, values, strict=True):
            if new.type is not old.type:
                raise InvalidIRError(f"cannot replace {old!r} by {new!r}, which has another type")
        self.listener.replaced(op, values)
        for old, new in zip(op.results, values, strict=True):
            self._replace_uses(old, new)
        self.erase(op)
        return MATCHED

    def replace_all_uses(self, value: Value, replacement: Value) -> None:
        """Use `replacement` wherever `value` is used."""
        self._replace_uses(value, replacement)

    def _replace_uses(self, old: Value, new: Value) -> None:
        if new.name_hint is None and old.name_hint is not None and new.defining_op is not None:
            new.name_hint = old.name_hint
        users = old.users
        old.replace_all_uses_with(new)
        for user in users:
            self.listener.modified(user)

    def erase(self, op: Operation) -> Match:
        """Destroy an op without uses, and what it contains."""
        op.check_erasable()
        for inner in list(op.walk_postorder()) if op.regions else (op,):
            self.listener.erased(inner)
        op.erase()
        return MATCHED

    def modify(self, op: Operation) -> Match:
        """Say that `op` was changed in place; returns a match."""
        self.listener.modified(op)
        return MATCHED

    def set_operand(self, op: Operation, index: int, value: Value) -> Match:
        op.set_operand(index, value)
        return self.modify(op)

    def set_property(self, op: Operation, name: str, attr: Attribute) -> Match:
        if not isinstance(attr, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise not_an_attribute(attr)
        op.properties[name] = attr
        return self.modify(op)

    def provenance(self, *locations: Location) -> Location:
        """Return the location of something made from things at `locations` by the pattern that runs now."""
        if self.current_pattern is None:
            return fuse(locations)
        parts = [part for location in locations for part in _without_provenance(location)]
        return fuse(parts, StringAttr(self.current_pattern))

    # -- Blocks and regions ------------------------------------------------------------------------------------------

    def inline_block_before(self, source: Block, anchor: Operation, arguments: Sequence[Value]) -> None:
        """Move the ops of `source` before `anchor`, its arguments replaced by values, and erase it."""
        for arg, value in zip(source.args, arguments, strict=True):
            self._replace_uses(arg, value)
        block = anchor.parent
        if block is None:
            raise InvalidIRError(f"cannot inline before '{anchor.name}', which is in no block")
        moved = list(source.ops)
        block.take_all_ops(source, anchor)
        for op in moved:
            self.listener.inserted(op)
        source.erase()

    def merge_blocks(self, source: Block, target: Block, arguments: Sequence[Value]) -> None:
        """Append the ops of `source` to `target`, its arguments replaced by values, and erase it."""
        for arg, value in zip(source.args, arguments, strict=True):
            self._replace_uses(arg, value)
        moved = list(source.ops)
        target.take_all_ops(source)
        for op in moved:
            self.listener.inserted(op)
        source.erase()

    def split_block(self, op: Operation) -> Block:
        """Move `op` and what follows it into a new block behind its own, and return that."""
        if op.parent is None:
            raise InvalidIRError(f"cannot split before '{op.name}', which is in no block")
        return op.parent.split_before(op)

    def take_blocks(self, source: Region, target: Region, anchor: Block | None = None) -> None:
        """Move all blocks of a region before `anchor` of another, or to its end."""
        target.take_blocks(source, anchor)

    def erase_block(self, block: Block) -> None:
        for op in list(block.ops):
            for inner in list(op.walk_postorder()):
                self.listener.erased(inner)
        block.erase()


def _refuse_users(new: Operation, old: Operation) -> None:
    """Refuse an op that reads the results that it is to replace: it would read its own."""
    for operand in new.operands:
        if operand.defining_op is old:
            raise InvalidIRError(
                f"cannot replace '{old.name}' by '{new.name}', which reads {operand!r}: it would read its own result. "
                "Insert the new op behind it, and use 'replace_uses_if' for the other users"
            )


class _MadeBy:
    """Makes the location of what a pattern made from something."""

    __slots__ = ("pattern",)

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def location(self, origin: Location | PendingLocation) -> Location:
        return fuse(_without_provenance(resolve(origin)), StringAttr(self.pattern))


_made_by = lru_cache(maxsize=1024)(_MadeBy)


def made_from(op: Operation, pattern: str) -> PendingLocation:
    """Return the location of what a pattern makes from an op, computed when it is needed."""
    return _made_by(pattern), op.kept_location


def maker_of(location: Location) -> str | None:
    """Return the pattern that an op with this location was made by, `pass/pattern` or `pattern`; `None`: by none."""
    if isinstance(location, FusedLoc) and isinstance(location.metadata, StringAttr):
        return location.metadata.value
    return None


def _without_provenance(location: Location) -> Iterable[Location]:
    """Return the parts of a location that a pattern's name was fused to: only the latest pattern is kept with them."""
    if isinstance(location, FusedLoc) and maker_of(location) is not None:
        return location.locations
    return (location,)
