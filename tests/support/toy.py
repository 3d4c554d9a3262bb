"""A small dialect for tests of the core: ops of every shape, and quick ways to make blocks of them."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.attributes import Attribute, AttributeReport, Type, attribute
from dlc.ir.blocks import Block, Region as IRRegion
from dlc.ir.builtin_attributes import IntegerAttr, StringAttr, SymbolRefAttr
from dlc.ir.builtin_constraints import (
    any_memref,
    flat_symbol_ref,
    index_type,
    integer_attr_any,
    signless_integer_like,
    symbol_name,
    unit_attr,
)
from dlc.ir.builtin_types import element_type
from dlc.ir.constraints import TypeVariable, any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    OptionalResult,
    Region,
    Result,
    VariadicOperand,
    VariadicRegion,
    VariadicResult,
    VariadicSuccessor,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    optional_result,
    region,
    result as result_field,
    variadic_operand,
    variadic_region,
    variadic_result,
    variadic_successor,
)
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.interfaces import Branch, Symbol, SymbolUser
from dlc.ir.operations import Operation
from dlc.ir.traits import (
    ConstantLike,
    GraphRegion,
    IsolatedFromAbove,
    NoTerminator,
    Pure,
    SingleBlock,
    SymbolTableTrait,
    Terminator,
)
from dlc.ir.values import Value
from dlc.ir.verifier import Report, verify
from dlc.parser import print_ir

assert callable(print_ir)  # imported so that messages show attributes as text

T = TypeVariable("T", signless_integer_like)


@attribute("toy.refs")
class RefsAttr(Attribute):
    """References inside a dialect's attribute, in a tuple."""

    refs: tuple[SymbolRefAttr, ...]
    other: Attribute | None = None


@attribute("toy.even")
class EvenAttr(Attribute):
    number: int

    def verify(self, report: AttributeReport) -> None:
        if self.number % 2:
            report.error(f"must be even, but got {self.number}")


@op("toy.constant", traits=(Pure, ConstantLike))
class ConstantOp(Op):
    value: Attr[IntegerAttr] = attr(integer_attr_any)
    result: Result = inferred_result(any_type)

    def infer_types(self) -> Sequence[Type]:
        return [self.value.type]


@op("toy.add", traits=(Pure,))
class AddOp(Op):
    lhs: Operand = operand(T)
    rhs: Operand = operand(T)
    result: Result = inferred_result(T)
    exact: Attr[Attribute | None] = optional_attr(unit_attr, default=None, kw_only=True)


@op("toy.load")
class LoadOp(Op):
    """Its names are those that generated code might use for itself."""

    value: Operand = operand(any_memref)
    index: VariadicOperand = variadic_operand(index_type)
    new: Result = inferred_result(any_type, type_from=("value", element_type))
    fill: Attr[IntegerAttr | None] = optional_attr(integer_attr_any, default=None)


@op("toy.groups")
class GroupsOp(Op):
    """Several groups of operands and results."""

    first: VariadicOperand = variadic_operand(any_type)
    middle: Operand = operand(index_type)
    maybe: OptionalOperand = optional_operand(any_type)
    last: VariadicOperand = variadic_operand(any_type)
    left: VariadicResult = variadic_result(any_type)
    right: OptionalResult = optional_result(any_type, default=None)


@op("toy.branch", traits=(Terminator,))
class BranchOp(Op):
    """Passes the same operands to each successor."""

    values: VariadicOperand = variadic_operand(any_type)
    targets: VariadicSuccessor = variadic_successor()


class _BranchOperands(Branch):
    @staticmethod
    def successor_operands(op: Operation, index: int) -> Sequence[Value]:  # noqa: ARG004 (the same for each)
        return op.operands


Branch.attach(
    BranchOp,
    type("_", (_BranchOperands,), {"successor_operand_start": None, "set_successor_operands": None}),
)


@op("toy.return", traits=(Terminator,))
class ReturnOp(Op):
    values: VariadicOperand = variadic_operand(any_type, default=())


@op("toy.isolated", traits=(IsolatedFromAbove, NoTerminator, SymbolTableTrait, SingleBlock, GraphRegion))
class ModuleOp(Op):
    sym_name: Attr[StringAttr | None] = optional_attr(symbol_name, default=None)
    body: Region = region(default=None)


@op("toy.func", traits=(IsolatedFromAbove,), interfaces=(Symbol,))
class FuncOp(Op):
    sym_name: Attr[StringAttr] = attr(symbol_name)
    body: Region = region(default=None)


@op("toy.call", interfaces=(SymbolUser,))
class CallOp(Op):
    callee: Attr[SymbolRefAttr] = attr(SymbolRefAttr)
    flat: Attr[SymbolRefAttr | None] = optional_attr(flat_symbol_ref, default=None)

    @staticmethod
    def verify_symbol_uses(op: Operation, lookup: object, report: Report) -> None:
        callee = op.properties["callee"]
        if callable(lookup) and lookup(callee) is None:
            report.error(None, f"unknown callee '{callee!r}'")


@op("toy.nest", traits=(NoTerminator,))
class NestOp(Op):
    uses: VariadicOperand = variadic_operand(any_type, default=())
    outs: VariadicResult = variadic_result(any_type, default=())
    bodies: VariadicRegion = variadic_region(default=())


@op("toy.graph", traits=(NoTerminator, GraphRegion))
class GraphOp(Op):
    body: Region = region(default=None)


@op("toy.ruled")
class RuledOp(Op):
    """Rules: (ruled_c1) not more than three."""

    number: Attr[IntegerAttr] = attr(integer_attr_any)
    out: Result = result_field(any_type)

    def verify(self, report: Report) -> None:
        if self.number.value > 3:
            report.error("ruled_c1", f"must be at most 3, but got '{self.number.value}'")


def function(*blocks: Block, name: str = "f") -> FuncOp:
    """A function of these blocks."""
    return FuncOp(StringAttr(name), IRRegion(blocks))


def module(*ops: Operation, name: str | None = None) -> ModuleOp:
    return ModuleOp(StringAttr(name) if name is not None else None, IRRegion([Block(ops=ops)]))


def errors_of(op: Operation) -> list[str]:
    """Return the errors of the verifier."""
    engine = DiagnosticEngine()
    sound = verify(op, engine)
    assert sound == (not engine.diagnostics)
    return [diagnostic.text for diagnostic in engine.diagnostics]
