"""Functions that a pass makes of parts of others: one for all that are alike."""

from __future__ import annotations

from dlc.dialects.func import FuncOp
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.equivalence import are_equivalent, fingerprint
from dlc.ir.symbol_table import SymbolTable


class DistinctFunctions:
    """What was put into a module so far."""

    def __init__(self, symbols: SymbolTable) -> None:
        self.count = 0
        self._symbols = symbols
        self._known: dict[int, list[tuple[FuncOp, FuncOp]]] = {}
        """By fingerprint: what was put into the module, and a nameless copy to compare with."""

    def known_or_new(self, made: FuncOp, wanted: str) -> FuncOp:
        """A function in the module that does what a nameless one does; if it is new, it is called so, or alike."""
        alike = self._known.setdefault(fingerprint(made), [])
        for known, nameless in alike:
            if are_equivalent(nameless, made):
                return known
        named = made.clone()
        named.sym_name = StringAttr(self._symbols.unique_name(wanted))
        self._symbols.insert(named)
        alike.append((named, made))
        self.count += 1
        return named
