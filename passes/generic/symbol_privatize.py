"""The pass `symbol-privatize`: hides the symbols of a table, so that those without uses can go."""

from __future__ import annotations

from collections.abc import Collection

from dlc.ir import Operation
from dlc.ir.symbol_table import PRIVATE, set_visibility, symbol_name, symbols_of
from dlc.ir.traits import SymbolTableTrait

from ..manager import Pass, PassRun, option


def privatize_symbols(table: Operation, exclude: Collection[str] = ()) -> None:
    """Make the symbols directly in `table` private, but for those that are named."""
    for op in symbols_of(table):
        if symbol_name(op) not in exclude:
            set_visibility(op, PRIVATE)


class SymbolPrivatize(Pass):
    """Mark symbols private

    Example: symbol-privatize{exclude=main}
        func.func @main() {
          call @part() : () -> ()
          return
        }
        func.func @part() {
          return
        }
    """

    name = "symbol-privatize"
    exclude: tuple[str, ...] = option("Comma separated list of symbols that should not be marked private", default=())

    def run(self, op: Operation, run: PassRun) -> None:
        if SymbolTableTrait not in op.traits:
            run.error(op, "has no symbol table whose symbols could be made private")
            return
        privatize_symbols(op, self.exclude)
