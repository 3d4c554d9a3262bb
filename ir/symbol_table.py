"""Symbols: ops with names, the tables that hold them, and everything that refers to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .attributes import Attribute, TypedAttribute
from .builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from .errors import InvalidIRError
from .operations import Operation
from .traits import SymbolTableTrait

if TYPE_CHECKING:
    from .verifier import Report

PUBLIC, PRIVATE, NESTED = "public", "private", "nested"


def symbol_name(op: Operation) -> str | None:
    """The name under which `op` is known in its symbol table."""
    found = op.get_attr("sym_name")
    return found.value if isinstance(found, StringAttr) else None


def visibility(op: Operation) -> str:
    """Who may refer to a symbol: anybody, this table's ops, or also nested tables of the parent."""
    found = op.get_attr("sym_visibility")
    return found.value if isinstance(found, StringAttr) else PUBLIC


def check_visibility(op: Operation, rule: str, report: Report) -> None:
    """Report a visibility that is none of the three. For the `verify` of ops that are symbols."""
    found = visibility(op)
    if found not in (PUBLIC, PRIVATE, NESTED) and symbol_name(op) is not None:
        report.error(rule, f'visibility expected to be one of ["public", "private", "nested"], but got "{found}"')


def nearest_symbol_table(op: Operation) -> Operation | None:
    """The op with a symbol table that is `op` or encloses it; `None` if an unregistered op may be one."""
    current: Operation | None = op
    while current is not None:
        if SymbolTableTrait in current.traits:
            return current
        if not current.is_registered:
            return None
        current = current.parent_op
    return None


class SymbolTable:
    """The symbols of one op by name, kept up to date by `insert` and `erase`."""

    __slots__ = ("_symbols", "op")

    def __init__(self, op: Operation) -> None:
        self.op = op
        self._symbols: dict[str, Operation] = {}
        for inner in symbols_of(op):
            self._symbols.setdefault(symbol_name(inner) or "", inner)

    def lookup(self, name: str) -> Operation | None:
        return self._symbols.get(name)

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._symbols.values())

    def unique_name(self, wanted: str) -> str:
        """`wanted`, or that with a number where it is taken."""
        name, number = wanted, 0
        while name in self._symbols:
            name = f"{wanted}_{number}"
            number += 1
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
            op.properties["sym_name"] = StringAttr(name)
        if op.parent is None:
            block = self.op.regions[0].entry
            last = block.last
            block.insert_before(op, last if last is not None and last.is_registered and last.may_be_terminator else None)
        self._symbols[name] = op
        return name

    def erase(self, op: Operation) -> None:
        name = symbol_name(op)
        if name is not None and self._symbols.get(name) is op:
            del self._symbols[name]
        op.erase()


def symbols_of(table: Operation) -> Iterator[Operation]:
    """The ops directly in a symbol table that have names."""
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
        found = self._tables.get(op)
        if found is None:
            found = self._tables[op] = SymbolTable(op)
        return found

    def lookup_in(self, table: Operation, reference: SymbolRefAttr) -> Operation | None:
        """What a reference means, seen from inside `table`."""
        current: Operation | None = table
        for name in reference.path:
            if current is None or SymbolTableTrait not in current.traits:
                return None
            current = self.table(current).lookup(name)
        return current

    def lookup_nearest(self, user: Operation, reference: SymbolRefAttr) -> Operation | None:
        """What a reference on `user` means: the nearest enclosing table that knows its root decides."""
        table = nearest_symbol_table(user)
        while table is not None:
            if self.table(table).lookup(reference.root) is not None:
                return self.lookup_in(table, reference)
            parent = table.parent_op
            table = nearest_symbol_table(parent) if parent is not None else None
        return None


# -- Uses ------------------------------------------------------------------------------------------------------------


def symbol_refs(attr: Attribute) -> Iterator[SymbolRefAttr]:
    """Every symbol reference inside an attribute, however it is nested (types' parameters included)."""
    pending = [attr]
    while pending:
        current = pending.pop()
        if isinstance(current, SymbolRefAttr):
            yield current
        elif isinstance(current, ArrayAttr):
            pending.extend(reversed(current.elements))
        elif isinstance(current, DictionaryAttr):
            pending.extend(value for _, value in reversed(current.entries))
        elif isinstance(current, TypedAttribute):
            continue
        else:
            pending.extend(value for value in current.values() if isinstance(value, Attribute))


def symbol_uses(root: Operation) -> Iterator[tuple[Operation, SymbolRefAttr]]:
    """Every op inside `root` that refers to a symbol, with the reference."""
    for op in root.walk():
        for attributes in (op.properties, op.attributes):
            for attr in attributes.values():
                for reference in symbol_refs(attr):
                    yield op, reference


def rename_symbol_uses(root: Operation, old: str, new: str) -> int:
    """Make every reference inside `root` whose root is `old` refer to `new`; returns how many ops changed."""
    changed = 0
    for op in root.walk():
        touched = False
        for attributes in (op.properties, op.attributes):
            for name, attr in attributes.items():
                renamed = _renamed(attr, old, new)
                if renamed is not attr:
                    attributes[name] = renamed
                    touched = True
        changed += touched
    return changed


def rename_symbol(table: Operation, op: Operation, new: str) -> None:
    """Give a symbol of `table` another name and update every reference to it inside the table."""
    old = symbol_name(op)
    if old is None or old == new:
        return
    if SymbolTable(table).lookup(new) is not None:
        raise InvalidIRError(f"cannot rename '{old}' to '{new}': there is a symbol of that name already")
    op.properties["sym_name"] = StringAttr(new)
    rename_symbol_uses(table, old, new)


def _renamed(attr: Attribute, old: str, new: str) -> Attribute:
    if isinstance(attr, SymbolRefAttr):
        return SymbolRefAttr(new, attr.nested) if attr.root == old else attr
    if isinstance(attr, ArrayAttr):
        elements = tuple(_renamed(element, old, new) for element in attr.elements)
        return ArrayAttr(elements) if elements != attr.elements else attr
    if isinstance(attr, DictionaryAttr):
        entries = tuple((name, _renamed(value, old, new)) for name, value in attr.entries)
        return DictionaryAttr(entries) if entries != attr.entries else attr
    if isinstance(attr, TypedAttribute):
        return attr
    values = attr.values()
    renamed = tuple(_renamed(value, old, new) if isinstance(value, Attribute) else value for value in values)
    return type(attr)(*renamed) if any(a is not b for a, b in zip(values, renamed, strict=True)) else attr
