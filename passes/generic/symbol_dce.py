"""The pass `symbol-dce`: removes symbols that nothing refers to and that nobody outside can see."""

from __future__ import annotations

from dlc.ir import Operation
from dlc.ir.interfaces import Symbol
from dlc.ir.symbol_table import PRIVATE, PUBLIC, SymbolTables, symbol_name, symbol_refs, symbols_of, visibility
from dlc.ir.traits import SymbolTableTrait

from ..manager import Pass, PassRun, statistic


def remove_dead_symbols(root: Operation) -> int:
    """Erase the symbols inside `root` that no live op refers to, however indirectly; returns how many there were."""
    live = _LiveSymbols(root)
    dead = [op for table in _tables(root) for op in symbols_of(table) if op not in live.symbols]
    gone: set[Operation] = set()
    for op in dead:
        if op not in gone:
            gone.update(op.walk())
            op.erase()
    return len(dead)


def _tables(root: Operation) -> list[Operation]:
    return [op for op in root.walk() if SymbolTableTrait in op.traits]


class _LiveSymbols:
    """The symbols reachable from the ops that stay in any case."""

    def __init__(self, root: Operation) -> None:
        self.symbols: set[Operation] = set()
        self._tables = SymbolTables()
        self._pending: list[Operation] = []
        self._root = root
        self._hidden: dict[Operation, bool] = {}
        """For each table that was visited, whether nobody outside can name what is in it."""
        self._visit_table(root, root.parent_op is None or symbol_name(root) is None or visibility(root) == PRIVATE)
        while self._pending:
            self._visit(self._pending.pop())

    def _visit_table(self, table: Operation, hidden: bool) -> None:
        """Begin with what cannot go: ops that are no symbols, public symbols, and nested ones that can be seen."""
        self._hidden[table] = hidden
        for block in table.blocks:
            for op in block.ops:
                if symbol_name(op) is None:
                    self._pending.append(op)
                elif not _may_go(op) or visibility(op) == PUBLIC or (visibility(op) != PRIVATE and not hidden):
                    self._keep(op)

    def _keep(self, symbol: Operation) -> None:
        if symbol not in self.symbols:
            self.symbols.add(symbol)
            self._pending.append(symbol)

    def _visit(self, op: Operation) -> None:
        """Follow what a live op refers to; its nested tables' symbols are live only if they have to be."""
        self._follow(op)
        if SymbolTableTrait in op.traits:
            hidden = self._is_in_hidden_table(op) or symbol_name(op) is None or visibility(op) == PRIVATE
            self._visit_table(op, hidden)
            return
        for block in op.blocks:
            self._pending.extend(block.ops)

    def _is_in_hidden_table(self, op: Operation) -> bool:
        table = op.parent_op
        while table is not None and table not in self._hidden:
            table = table.parent_op
        return table is None or self._hidden[table]

    def _follow(self, op: Operation) -> None:
        for attributes in (op.properties, op.attributes):
            for attr in attributes.values():
                for reference in symbol_refs(attr):
                    self._follow_reference(op, reference.path)

    def _follow_reference(self, op: Operation, path: tuple[str, ...]) -> None:
        """Every symbol on the path of a reference is live: the tables on the way, and what it names at last."""
        table = op if SymbolTableTrait in op.traits and op is not self._root else op.parent_op
        while table is not None:
            if SymbolTableTrait in table.traits:
                symbol = self._tables.table(table).lookup(path[0])
                if symbol is not None:
                    self._keep(symbol)
                    self._follow_inside(symbol, path[1:])
                    return
            table = table.parent_op

    def _follow_inside(self, table: Operation, path: tuple[str, ...]) -> None:
        for name in path:
            if SymbolTableTrait not in table.traits:
                return
            symbol = self._tables.table(table).lookup(name)
            if symbol is None:
                return
            self._keep(symbol)
            table = symbol


def _may_go(op: Operation) -> bool:
    symbol = Symbol.of(op)
    return symbol is not None and symbol.can_discard(op)


class SymbolDCE(Pass):
    """Eliminate dead symbols

    Symbols that are private, or nested in a table which is, go when nothing that stays refers to them.

    Example: symbol-dce
        func.func private @unused() {
          return
        }
        func.func @f() {
          return
        }
    """

    name = "symbol-dce"
    removed = statistic("num-dce'd", "Number of symbols DCE'd")

    def run(self, op: Operation, run: PassRun) -> None:
        if SymbolTableTrait not in op.traits:
            run.error(op, "was scheduled to run under SymbolDCE, but does not define a symbol table")
            return
        run.count_changes(self.removed, remove_dead_symbols(op))
