"""MLIR's dialect `ml_program`: values of a whole program, which front ends keep beside its functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlc.ir import Attribute, Operation, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_constraints import string_attr, symbol_name, symbol_ref, type_attr, unit_attr
from dlc.ir.constraints import any_attribute, any_type
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.dialect import Dialect
from dlc.ir.interfaces import Effect, MemoryEffects, Symbol, SymbolUser
from dlc.ir.symbol_table import NESTED, PRIVATE, PUBLIC, check_visibility
from dlc.ir.traits import Pure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dlc.ir.verifier import Report


def read_visibility(p: AsmReader) -> StringAttr:
    """`private`"""
    word = next((word for word in (PUBLIC, PRIVATE, NESTED) if p.accept(word)), None)
    if word is None:
        p.fail("expected 'public', 'private', or 'nested'", p.pos)
    return StringAttr(word)


def write_visibility(p: AsmPrinter, op: Operation, visibility: StringAttr | None) -> None:
    """The counterpart of `read_visibility`."""
    del op
    p.write(visibility.value if visibility is not None else PUBLIC)


def read_initial_value(p: AsmReader) -> tuple[TypeAttr, Attribute | None]:
    """`(dense<0> : tensor<i64>) : tensor<i64>`"""
    value = None
    if p.accept("("):
        value = p.attribute()
        p.expect(")")
    p.expect(":")
    return TypeAttr(p.type()), value


def write_initial_value(p: AsmPrinter, op: Operation, type: TypeAttr, value: Attribute | None) -> None:
    """The counterpart of `read_initial_value`."""
    del op
    p.write(f"({p.attribute(value)}) : " if value is not None else " : ")
    p.write(p.type(type.type))


@op("ml_program.global", interfaces=(Symbol,))
class GlobalOp(Op):
    """A value with a name: it can be stored to if it is mutable; without a value it is defined elsewhere.

    Rules: (global_c1) its visibility is 'public', 'private' or 'nested'. (global_c2) one that is not mutable has a
    value.
    Example: ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
    """

    sym_name: Attr[StringAttr] = attr(symbol_name)
    type: Attr[TypeAttr] = attr(type_attr)
    is_mutable: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    value: Attr[Attribute | None] = optional_attr(any_attribute, default=None, kw_only=True)
    sym_visibility: Attr[StringAttr | None] = optional_attr(string_attr, default=None, kw_only=True)
    directives = {  # noqa: RUF012 (never changed)
        "SymbolVisibility": (read_visibility, write_visibility),
        "TypedInitialValue": (read_initial_value, write_initial_value),
    }
    syntax = (
        "custom<SymbolVisibility>($sym_visibility) (`mutable` $is_mutable^)? $sym_name `` "
        "custom<TypedInitialValue>($type, $value) attr-dict"
    )

    def verify(self, report: Report) -> None:
        check_visibility(self, "global_c1", report)
        if self.is_mutable is None and self.value is None:
            report.error("global_c2", "immutable global must have an initial value")


def _find(name: SymbolRefAttr, type: Any, rules: tuple[str, str], lookup: Any, report: Report) -> Any:
    """Return the global of a reference, with errors if there is none of this type."""
    referenced = lookup(name)
    if not isinstance(referenced, GlobalOp):
        report.error(rules[0], f"undefined global: {name.root}")
        return None
    if referenced.type.type is not type:
        report.error(rules[1], f"cannot load from global typed '{referenced.type.type}', but got '{type}'")
    return referenced


@op("ml_program.global_load", interfaces=(SymbolUser, MemoryEffects))
class GlobalLoadOp(Op):
    """The current value of a global.

    Rules: (global_load_c1) there is such a global. (global_load_c2) it has this type.
    Example: %s = ml_program.global_load @seed : tensor<i64>
    """

    global_: Attr[SymbolRefAttr] = attr(symbol_ref)
    result: Result = result(any_type)
    syntax = "$global `:` type($result) attr-dict"

    def effects(self) -> Sequence[Effect]:
        return [Effect("read")]

    def result_names(self) -> Sequence[str | None]:
        return (self.global_.root,)

    def verify_symbol_uses(self, lookup: Any, report: Report) -> None:
        """The global is there, and has this type."""
        _find(self.global_, self.result.type, ("global_load_c1", "global_load_c2"), lookup, report)


@op("ml_program.global_load_const", traits=(Pure,), interfaces=(SymbolUser,))
class GlobalLoadConstOp(Op):
    """The value of a global that never changes.

    Rules: (global_load_const_c1) there is such a global. (global_load_const_c2) it has this type.
    (global_load_const_c3) it is not mutable.
    Example: %w = ml_program.global_load_const @w : tensor<4xf32>
    """

    global_: Attr[SymbolRefAttr] = attr(symbol_ref)
    result: Result = result(any_type)
    syntax = "$global `:` type($result) attr-dict"

    def result_names(self) -> Sequence[str | None]:
        return (self.global_.root,)

    def verify_symbol_uses(self, lookup: Any, report: Report) -> None:
        """The global is there, has this type, and is not mutable."""
        rules = ("global_load_const_c1", "global_load_const_c2")
        referenced = _find(self.global_, self.result.type, rules, lookup, report)
        if referenced is not None and referenced.is_mutable is not None:
            report.error("global_load_const_c3", f"cannot load as const from mutable global {self.global_.root}")


@op("ml_program.global_store", interfaces=(SymbolUser, MemoryEffects))
class GlobalStoreOp(Op):
    """Replace the value of a global.

    Rules: (global_store_c1) there is such a global. (global_store_c2) it has this type. (global_store_c3) it is
    mutable.
    Example: ml_program.global_store @seed = %s : tensor<i64>
    """

    value: Operand = operand(any_type)
    global_: Attr[SymbolRefAttr] = attr(symbol_ref)
    syntax = "$global `=` $value `:` type($value) attr-dict"

    def effects(self) -> Sequence[Effect]:
        return [Effect("write")]

    def verify_symbol_uses(self, lookup: Any, report: Report) -> None:
        """The global is there, has this type, and is mutable."""
        rules = ("global_store_c1", "global_store_c2")
        referenced = _find(self.global_, self.value.type, rules, lookup, report)
        if referenced is not None and referenced.is_mutable is None:
            report.error("global_store_c3", f"cannot store to an immutable global {self.global_.root}")


DIALECT = Dialect.collect(
    "ml_program",
    globals(),
    kept_as_text=("extern", "token"),
    foreign_ops=[
        f"ml_program.{name}"
        for name in ("func", "global_load_graph", "global_store_graph", "output", "return", "subgraph", "token")
    ],
)
