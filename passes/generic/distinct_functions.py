"""Functions that a pass makes of parts of others: one for all that are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from dlc.dialects.func import BARE_POINTERS, FuncOp, ReturnOp
from dlc.ir import ArrayAttr, DictionaryAttr, IRMapping, Operation, StringAttr, Value
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.equivalence import AttributeHashes, are_equivalent, fingerprint
from dlc.ir.symbol_table import PRIVATE, SymbolTable

from .captured_values import used_values

T = TypeVar("T")


def function_of(
    ops: Sequence[Operation], captured: Sequence[Value], attributes: Sequence[DictionaryAttr] | None
) -> FuncOp:
    """A private function without a name, never inlined, that runs copies of ops, and gives their results.

    It takes what is captured, with attributes, and memrefs as bare pointers. What else the ops use from outside is made
    of that and of constants, by ops that it runs itself.
    """
    results = [type for op in ops for type in op.result_types]
    function = FuncOp.of("", [value.type for value in captured], results, PRIVATE)
    function.location = ops[0].location
    function.no_inline = UNIT
    function.attributes[BARE_POINTERS] = UNIT
    function.arg_attrs = ArrayAttr(tuple(attributes)) if attributes is not None else None
    mapping = IRMapping()
    mapping.map(captured, function.entry.args)
    for value, argument in zip(captured, function.entry.args, strict=True):
        argument.name_hint = value.name_hint
    _define([value for op in ops for value in used_values(op)], function, mapping)
    copies = [function.entry.append(op.clone(mapping)) for op in ops]
    function.entry.append(ReturnOp([result for copy in copies for result in copy.results]))
    return function


def _define(values: Sequence[Value], function: FuncOp, mapping: IRMapping) -> None:
    """Clone the ops that define values into a function, and those that define their operands before them."""
    pending = list(reversed(values))
    while pending:
        op = pending[-1].defining_op
        missing = [each for each in op.operands if each not in mapping.values and each.defining_op] if op else []
        if op is None or pending[-1] in mapping.values or not missing:
            value = pending.pop()
            if op is not None and value not in mapping.values:
                function.entry.append(op.clone(mapping))
        else:
            pending += missing


class Alike(Generic[T]):
    """A table of items by ops: equivalent ops have the same item."""

    def __init__(self) -> None:
        self._items: list[T] = []
        self._known: dict[int, list[tuple[Operation, T]]] = {}
        """By fingerprint."""
        self._hashes = AttributeHashes()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def known_or_new(self, op: Operation, make: Callable[[], T]) -> T:
        """Return the item of an op, which stays as it is; a new one if there is none yet."""
        candidates = self._known.setdefault(fingerprint(op, self._hashes), [])
        for known, item in candidates:
            if are_equivalent(known, op):
                return item
        item = make()
        self._items.append(item)
        candidates.append((op, item))
        return item


class DistinctFunctions:
    """The functions outlined into a module so far."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols
        self._known: Alike[FuncOp] = Alike()
        """Functions of the module, by nameless copies."""

    def known_or_new(self, function: FuncOp, wanted: str) -> FuncOp:
        """A function in the module that does what a nameless one does; if it is new, it is called so, or alike."""
        return self._known.known_or_new(function, lambda: self._named(function, wanted))

    def _named(self, function: FuncOp, wanted: str) -> FuncOp:
        named = function.clone()
        named.sym_name = StringAttr(wanted)
        self._symbols.insert(named)
        return named
