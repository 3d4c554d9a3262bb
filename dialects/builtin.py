"""The dialect `builtin`: the module, and the cast that dialect conversion leaves between types.

Its types, attributes and locations are not here but in `dlc.ir`: every dialect uses them, and the parser knows their
text by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dlc.ir import Attribute, Block, StringAttr, Value
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_constraints import string_attr, symbol_name
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Region,
    VariadicOperand,
    VariadicResult,
    also_without_report,
    op,
    optional_attr,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.dialect import Dialect
from dlc.ir.errors import InvalidIRError
from dlc.ir.interfaces import FoldResult, Symbol
from dlc.ir.symbol_table import SymbolTable, check_visibility, symbol_name as name_of_symbol
from dlc.ir.traits import AffineScope, GraphRegion, IsolatedFromAbove, NoTerminator, Pure, SingleBlock, SymbolTableTrait

if TYPE_CHECKING:
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report


@op(
    "builtin.module",
    traits=(AffineScope, IsolatedFromAbove, SymbolTableTrait, GraphRegion, SingleBlock, NoTerminator),
    interfaces=(Symbol,),
)
class ModuleOp(Op):
    """The top of a program: one block of symbols and other ops, in no order. Modules nest, with or without a name.

    Rules: (module_c1) a visibility is "public", "private" or "nested". (module_c2) the block has no arguments.
    (module_c3) attributes beside the name and the visibility carry a dialect's prefix.
    Example: module @name attributes {test.a} { func.func private @f() }
    """

    sym_name: Attr[StringAttr | None] = optional_attr(symbol_name, default=None)
    sym_visibility: Attr[StringAttr | None] = optional_attr(string_attr, default=None)
    body: Region = region(default=None)
    syntax = "($sym_name^)? attr-dict-with-keyword $body"
    default_dialect = "builtin"

    @classmethod
    def containing(cls, ops: Iterable[Operation] = (), name: str | None = None) -> ModuleOp:
        """A module whose block has these ops."""
        return cls(StringAttr(name) if name is not None else None, None, IRRegion([Block(ops=ops)]))

    @property
    def block(self) -> Block:
        """The one block that holds everything."""
        return self.body.single_block

    def lookup(self, name: str) -> Any:
        """Return the function or other symbol of a name, of this module and not of those inside."""
        symbols = SymbolTable(self)
        symbol = symbols.lookup(name.removeprefix("@"))
        if symbol is None:
            known = [name_of_symbol(each) or "" for each in symbols]
            raise InvalidIRError(f"the module has no symbol '{name}'{did_you_mean(name, known)}")
        return symbol

    @staticmethod
    def is_optional(op: Operation) -> bool:  # noqa: ARG004 (the interface's signature)
        """A module may go without a name."""
        return True

    @also_without_report
    def verify(self, report: Report) -> None:
        check_visibility(self, "module_c1", report)
        if self.body.first is not None and self.body.first.args:
            report.error("module_c2", "region should have no arguments")
        for name in self.attributes:
            if "." not in name:
                report.error("module_c3", f"can only contain attributes with dialect-specific names, found: '{name}'")


@op("builtin.unrealized_conversion_cast", traits=(Pure,))
class UnrealizedConversionCastOp(Op):
    """Stands between values of different types while a conversion is under way; must be gone when it is complete.

    Rules: (unrealized_conversion_cast_c1) there is at least one result.
    Example: %b:2 = builtin.unrealized_conversion_cast %a : i64 to i32, i32
    """

    inputs: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicResult = variadic_result(any_type)
    syntax = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"

    def verify(self, report: Report) -> None:
        if not self.results:
            report.error("unrealized_conversion_cast_c1", "expected at least one result for cast operation")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """cast(x) to the type of x is x; cast(cast(x)) back to the types of x is x."""
        inputs: Sequence[Value] = self.operands
        if not inputs:
            return None
        wanted = self.result_types
        if wanted == [value.type for value in inputs]:
            return list(inputs)
        inner = inputs[0].defined_by(UnrealizedConversionCastOp)
        if inner is None or list(inner.results) != list(inputs) or wanted != inner.operand_types:
            return None
        return list(inner.operands)


DIALECT = Dialect.collect("builtin", globals())
