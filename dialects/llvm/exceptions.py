"""Exceptions: calls that may end in a landing pad, and what happens there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Location, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.branches import read_target, target_text
from dlc.ir.builtin_attributes import UNIT, ArrayAttr, DenseArrayAttr, SymbolRefAttr, TypeAttr, UnitAttr, i32_array
from dlc.ir.builtin_constraints import flat_symbol_ref, i32_dense_array, unit_attr
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalResult,
    Result,
    Successor,
    VariadicOperand,
    attr,
    op,
    operand,
    optional_attr,
    optional_result,
    result,
    successor,
    variadic_operand,
)
from dlc.ir.interfaces import Branch
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import Terminator

from .attributes import CCC, CConvAttr
from .calls import CalleeOrFirst, CallText, callee_text, check_bundles, string_list, write_call_rest
from .constraints import any_llvm, dictionary_list, llvm_function_type, pointer
from .control import check_weights
from .types import ArrayType, PointerType

if TYPE_CHECKING:
    from dlc.ir.verifier import Report


@op("llvm.invoke", traits=(Terminator,), interfaces=(CalleeOrFirst, Branch))
class InvokeOp(Op):
    """Call a function and go on in the normal block, or in the landing pad if it throws.

    Rules: (invoke_c1) the callee of an indirect call is a pointer. (invoke_c2) bundles and their operands fit.
    (invoke_c3) the other block begins with `llvm.landingpad`. (invoke_c4) there is a weight for each block, if any.
    Example: %r = llvm.invoke @f(%a) to ^normal unwind ^pad : (i32) -> f32
    """

    callee: Attr[SymbolRefAttr | None] = optional_attr(flat_symbol_ref)
    callee_operands: VariadicOperand = variadic_operand(any_llvm)
    normalDestOperands: VariadicOperand = variadic_operand(any_llvm)  # noqa: N815 (MLIR's names)
    unwindDestOperands: VariadicOperand = variadic_operand(any_llvm)  # noqa: N815
    op_bundle_operands: VariadicOperand = variadic_operand(any_llvm)
    normalDest: Successor = successor()  # noqa: N815
    unwindDest: Successor = successor()  # noqa: N815
    result: OptionalResult = optional_result(any_llvm, default=None)
    var_callee_type: Attr[TypeAttr | None] = optional_attr(llvm_function_type, default=None)
    CConv: Attr[CConvAttr] = attr(CConvAttr, default=CCC)
    branch_weights: Attr[DenseArrayAttr | None] = optional_attr(i32_dense_array, default=None)
    op_bundle_sizes: Attr[DenseArrayAttr] = attr(i32_dense_array, default=i32_array(()))
    op_bundle_tags: Attr[ArrayAttr | None] = optional_attr(string_list, default=None)
    arg_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    res_attrs: Attr[ArrayAttr | None] = optional_attr(dictionary_list, default=None)
    syntax = HAND_WRITTEN

    @property
    def arguments(self) -> Sequence[Value]:
        """The arguments of the call."""
        return self.callee_operands[0 if self.callee is not None else 1 :]

    def successor_operands(self, index: int) -> Sequence[Value]:
        return self.unwindDestOperands if index else self.normalDestOperands

    def successor_operand_start(self, index: int) -> int:
        return len(self.callee_operands) + (len(self.normalDestOperands) if index else 0)

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        if index:
            self.unwindDestOperands = values
        else:
            self.normalDestOperands = values

    def verify(self, report: Report) -> None:
        if self.callee is None and not (self.callee_operands and isinstance(self.callee_operands[0].type, PointerType)):
            got = f"'{self.callee_operands[0].type}'" if self.callee_operands else "no operand"
            report.error("invoke_c1", f"indirect call expects a pointer as callee, but got {got}")
        check_bundles(report, "invoke_c2", self.op_bundle_sizes, self.op_bundle_tags, len(self.op_bundle_operands))
        first = self.unwindDest.first
        if not isinstance(first, LandingpadOp):
            got = f"'{first.name}'" if first is not None else "nothing"
            report.error(
                "invoke_c3", f"first operation in unwind destination should be a llvm.landingpad, but got {got}"
            )
        check_weights(report, "invoke_c4", self.branch_weights, 2)

    # -- Text ----------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> InvokeOp:
        properties: dict[str, Attribute] = {"CConv": CConvAttr(p.accept_keyword(*CConvAttr.cases) or "ccc")}
        text = CallText(p)
        p.expect("to")
        normal, normal_operands = read_target(p)
        p.expect("unwind")
        unwind, unwind_operands = read_target(p)
        text.read_rest(p, cls)
        groups = (text.operands, normal_operands, unwind_operands, text.bundled)
        properties |= text.properties
        properties["operandSegmentSizes"] = i32_array(map(len, groups))
        operands = [value for group in groups for value in group]
        return cls.create(
            operands, text.results, properties, text.attributes, successors=[normal, unwind], location=location
        )

    def write(self, p: AsmPrinter) -> None:
        convention = f" {self.CConv.value}" if self.CConv is not CCC else ""
        normal = target_text(p, (self.normalDest, self.normalDestOperands))
        unwind = target_text(p, (self.unwindDest, self.unwindDestOperands))
        p.write(f"{convention} {callee_text(p, self)} to {normal} unwind {unwind}")
        write_call_rest(p, self)


@op("llvm.landingpad")
class LandingpadOp(Op):
    """The exception that has come here, if one of the clauses catches it: a pointer, or an array of those to filter.

    Example: %e = llvm.landingpad cleanup (catch %null : !llvm.ptr) : !llvm.struct<(ptr, i32)>
    """

    clauses: VariadicOperand = variadic_operand(any_llvm)
    res: Result = result(any_llvm)
    cleanup: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None)
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> LandingpadOp:
        properties: dict[str, Attribute] = {"cleanup": UNIT} if p.accept("cleanup") else {}
        clauses: list[Value] = []
        while p.accept("("):
            p.keyword("catch", "filter")
            offset = p.pos
            name = p.value_name()
            p.expect(":")
            clauses.append(p.resolve(name, offset, p.type()))
            p.expect(")")
        attributes = p.attr_dict()
        p.expect(":")
        return cls.create(clauses, [p.type()], properties, attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(" cleanup" if self.cleanup is not None else "")
        for value in self.clauses:
            kind = "filter" if isinstance(value.type, ArrayType) else "catch"
            p.write(f" ({kind} {p.name(value)} : {p.type(value.type)})")
        p.attr_dict(self, ("cleanup",))
        p.write(f" : {p.type(self.res.type)}")


@op("llvm.resume", traits=(Terminator,))
class ResumeOp(Op):
    """Throw the exception of a landing pad on.

    Example: llvm.resume %e : !llvm.struct<(ptr, i32)>
    """

    value: Operand = operand(any_llvm)
    syntax = "$value attr-dict `:` type($value)"


@op("llvm.intr.eh.typeid.for")
class EhTypeidForOp(Op):
    """The number of a type in the clauses of this function.

    Example: %n = llvm.intr.eh.typeid.for %type : (!llvm.ptr) -> i32
    """

    type_info: Operand = operand(pointer)
    res: Result = result(any_llvm)
    syntax = "$type_info attr-dict `:` functional-type(operands, results)"
