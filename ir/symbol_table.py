"""Symbols: ops with names, the tables that hold them, and everything that refers to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

from .affine.integer_set import IntegerSet
from .affine.map import AffineMap
from .attributes import Attribute
from .builtin_attributes import DenseArrayAttr, DenseElementsAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from .errors import InvalidIRError
from .operations import Operation
from .parameter_types import hints_of
from .traits import SymbolTableTrait

if TYPE_CHECKING:
    from .verifier import Report

PUBLIC, PRIVATE, NESTED = "public", "private", "nested"


def symbol_name(op: Operation) -> str | None:
    """Return the name under which `op` is known in its symbol table."""
    name_attr = op.get_attr("sym_name")
    return name_attr.value if isinstance(name_attr, StringAttr) else None


def visibility(op: Operation) -> str:
    """Return the visibility of a symbol: public, private to this table, or visible in nested tables of the parent."""
    attr = op.get_attr("sym_visibility")
    return attr.value if isinstance(attr, StringAttr) else PUBLIC


def check_visibility(op: Operation, rule: str, report: Report) -> None:
    """Report a visibility that is none of the three. For the `verify` of ops that are symbols."""
    actual = visibility(op)
    if actual not in (PUBLIC, PRIVATE, NESTED) and symbol_name(op) is not None:
        report.error(rule, f'visibility expected to be one of ["public", "private", "nested"], but got "{actual}"')


def set_symbol_name(op: Operation, name: str) -> None:
    """Rename the op itself, wherever it keeps its name."""
    holder = op.attributes if "sym_name" in op.attributes and "sym_name" not in op.properties else op.properties
    holder["sym_name"] = StringAttr(name)


def set_visibility(op: Operation, visibility: str) -> None:
    """Change the visibility of a symbol: a property of ops that declare it, and an attribute of others."""
    definition: Any = getattr(op, "definition", None)
    is_declared = definition is not None and "sym_visibility" in definition.attrs
    holder = op.properties if is_declared else op.attributes
    holder["sym_visibility"] = StringAttr(visibility)


def nearest_symbol_table(op: Operation) -> Operation | None:
    """Return the op with a symbol table that is `op` or encloses it; `None` if an unregistered op may be one."""
    current: Operation | None = op
    while current is not None:
        if SymbolTableTrait in current.traits:
            return current
        if _may_be_table(current):
            return None
        current = current.parent_op
    return None


def _may_be_table(op: Operation) -> bool:
    """Return whether an op that is not registered has the form of a symbol table: one block, which takes no values."""
    if op.is_registered or len(op.regions) != 1:
        return False
    block = op.regions[0].first
    return block is None or (op.regions[0].has_one_block and not block.args)


class SymbolTable:
    """The symbols of one op by name, kept up to date by `insert` and `erase`."""

    __slots__ = ("_numbers", "_symbols", "op")

    def __init__(self, op: Operation) -> None:
        self.op = op
        self._numbers: dict[str, int] = {}
        """For each name that was taken the number to try next."""
        self._symbols: dict[str, Operation] = {}
        for inner in symbols_of(op):
            self._symbols.setdefault(symbol_name(inner) or "", inner)

    def lookup(self, name: str) -> Operation | None:
        return self._symbols.get(name)

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._symbols.values())

    def unique_name(self, wanted: str) -> str:
        """`wanted`, or that with a number where it is taken."""
        name, number = wanted, self._numbers.get(wanted, 0)
        while name in self._symbols:
            name = f"{wanted}_{number}"
            number += 1
        self._numbers[wanted] = max(number - 1, 0)
        return name

    def insert(self, op: Operation) -> str:
        """Add a symbol at the end (unless it is there already), renamed if its name is taken; returns the name."""
        wanted = symbol_name(op)
        if wanted is None:
            raise InvalidIRError(f"cannot insert '{op.name}' in a symbol table: it has no 'sym_name'")
        if self._symbols.get(wanted) is op:
            return wanted
        name = self.unique_name(wanted)
        if name != wanted:
            set_symbol_name(op, name)
        if op.parent is None:
            block = self.op.regions[0].entry
            last = block.last
            ends = last is not None and last.is_registered and last.may_be_terminator
            block.insert_before(op, last if ends else None)
        self._symbols[name] = op
        return name

    def erase(self, op: Operation) -> None:
        name = symbol_name(op)
        if name is not None and self._symbols.get(name) is op:
            del self._symbols[name]
        op.erase()


def symbols_of(table: Operation) -> Iterator[Operation]:
    """Return the ops directly in a symbol table that have names."""
    for region in table.regions:
        for block in region.blocks:
            for op in block.ops:
                if symbol_name(op) is not None:
                    yield op


class SymbolTables:
    """The tables of a whole module, made on demand."""

    __slots__ = ("_tables",)

    def __init__(self) -> None:
        self._tables: dict[Operation, SymbolTable] = {}

    def table(self, op: Operation) -> SymbolTable:
        table = self._tables.get(op)
        if table is None:
            table = self._tables[op] = SymbolTable(op)
        return table

    def lookup_in(self, table: Operation, reference: SymbolRefAttr) -> Operation | None:
        """Return the symbol that a reference denotes inside `table`."""
        current: Operation | None = table
        for name in reference.path:
            if current is None or SymbolTableTrait not in current.traits:
                return None
            current = self.table(current).lookup(name)
        return current

    def lookup_nearest(self, user: Operation, reference: SymbolRefAttr) -> Operation | None:
        """Return the symbol that a reference on `user` denotes. The nearest enclosing table decides: outer ones are out
        of reach.
        """
        table = nearest_symbol_table(user)
        return self.lookup_in(table, reference) if table is not None else None


# -- Uses ------------------------------------------------------------------------------------------------------------


def symbol_refs(attr: Attribute) -> Sequence[SymbolRefAttr]:
    """Return every symbol reference inside an attribute or type, however deep it is nested in parameters."""
    if isinstance(attr, SymbolRefAttr):
        return (attr,)
    known = _known_refs.get(attr)
    if known is None:
        known = _known_refs[attr] = tuple(_search_refs(attr))
    return known


_known_refs: WeakKeyDictionary[Attribute, tuple[SymbolRefAttr, ...]] = WeakKeyDictionary()
"""The references inside attributes: modules are searched again and again, and few of their attributes are new."""


def _search_refs(attr: Attribute) -> Iterator[SymbolRefAttr]:
    pending: list[object] = [attr]
    seen: set[Attribute] = set()
    while pending:
        current = pending.pop()
        if isinstance(current, SymbolRefAttr):
            yield current
        elif isinstance(current, tuple):
            pending.extend(reversed(cast("tuple[object, ...]", current)))
        elif isinstance(current, Attribute) and not _is_leaf(type(current)) and current not in seen:
            seen.add(current)  # a type or attribute can contain another over and over
            pending.extend(reversed(current.values()))


_LEAVES = frozenset((DenseArrayAttr, DenseElementsAttr, FloatAttr, IntegerAttr))
"""Kinds of numbers, whose types have no references."""
_WITHOUT_REFERENCES = frozenset((AffineMap, IntegerSet, bool, bytes, float, int, str))
"""The kinds of parameters in which there are no references."""


@cache
def _is_leaf(kind: type[Attribute]) -> bool:
    """Return whether attributes of a kind have no references: those of most kinds have none."""
    hints = hints_of(kind)
    return kind in _LEAVES or all(hints.get(each) in _WITHOUT_REFERENCES for each in kind.parameters)


def symbol_uses(root: Operation) -> Iterator[tuple[Operation, SymbolRefAttr]]:
    """Yield every op in `root` that refers to a symbol, with the reference. Nested symbol tables are searched too."""
    for op in root.walk():
        yield from symbol_uses_of(op)


def symbol_uses_of(op: Operation) -> Iterator[tuple[Operation, SymbolRefAttr]]:
    """Return the references of `op` itself."""
    for attributes in (op.properties, op.attributes):
        for attr in attributes.values():
            if not _is_leaf(type(attr)):
                for reference in symbol_refs(attr):
                    yield op, reference


def ops_in_scope(table: Operation) -> Iterator[Operation]:
    """Yield the ops whose references are looked up in `table`: what is inside, but not inside tables in there."""
    pending = [op for region in table.regions for block in region.blocks for op in block.ops]
    pending.reverse()
    while pending:
        op = pending.pop()
        yield op
        if SymbolTableTrait not in op.traits:
            inner = [nested for region in op.regions for block in region.blocks for nested in block.ops]
            pending.extend(reversed(inner))


def rename_symbol_uses(root: Operation, old: str, new: str) -> int:
    """Make every reference inside `root` whose root is `old` refer to `new`; returns how many ops changed."""
    return sum(_rename_in(op, (old,), new) for op in root.walk())


def _rename_in(op: Operation, path: tuple[str, ...], new: str) -> bool:
    """Rename the last name of `path` in the references of `op` that begin with it."""
    touched = False
    for attributes in (op.properties, op.attributes):
        for name, attr in attributes.items():
            if not _is_leaf(type(attr)) and any(r.path[: len(path)] == path for r in symbol_refs(attr)):
                attributes[name] = _renamed(attr, path, new)
                touched = True
    return touched


def rename_symbol(table: Operation, op: Operation, new: str) -> None:
    """Give a symbol of `table` another name and update every reference to it inside the table."""
    old = symbol_name(op)
    if old is None or old == new:
        return
    if SymbolTable(table).lookup(new) is not None:
        raise InvalidIRError(f"cannot rename '{old}' to '{new}': there is a symbol of that name already")
    set_symbol_name(op, new)
    for user in ops_in_scope(table):
        _rename_in(user, (old,), new)
    path = [old]
    outer: Operation | None = table
    while outer is not None and (name := symbol_name(outer)) is not None:  # as `@table::@old`, from outside
        path.insert(0, name)
        outer = outer.parent_op
        for user in ops_in_scope(outer) if outer is not None else ():
            _rename_in(user, tuple(path), new)


def _renamed(attr: Any, path: tuple[str, ...], new: str) -> Any:
    if isinstance(attr, SymbolRefAttr):
        if attr.path[: len(path)] != path:
            return attr
        root, *nested = (*path[:-1], new, *attr.path[len(path) :])
        return SymbolRefAttr(root, tuple(nested))
    if isinstance(attr, tuple):
        parts = cast("tuple[Any, ...]", attr)
        fresh = tuple(_renamed(part, path, new) for part in parts)
        return fresh if any(a is not b for a, b in zip(parts, fresh, strict=True)) else parts
    if not isinstance(attr, Attribute) or _is_leaf(type(attr)):
        return attr
    values = attr.values()
    fresh = _renamed(values, path, new)
    return attr if fresh is values else type(attr)(*fresh)
