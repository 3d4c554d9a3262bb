"""Intrinsics that tell the optimizer something, and those that end the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, FloatAttr, IntegerAttr, i32_array
from dlc.ir.builtin_constraints import bool_type, f64_attr, i32_dense_array, typed_int
from dlc.ir.builtin_types import i1, i8
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    optional_attr,
    variadic_operand,
)
from dlc.ir.interfaces import Effect, MemoryEffects
from dlc.ir.locations import PendingLocation
from dlc.ir.traits import Pure

from .calls import bundle_properties, bundles_text, check_bundles, read_bundles, string_list
from .constraints import T, any_integer, any_llvm
from .intrinsic_bases import IntrinsicOp

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

N = TypeVariable("N", any_integer)


@op("llvm.intr.assume", interfaces=(MemoryEffects,))
class AssumeOp(Op):
    """Take for granted that the condition is true, and what bundles of operands say.

    Rules: (assume_c1) bundles and their operands fit.
    Example: llvm.intr.assume %true ["align"(%p, %n : !llvm.ptr, i64)] : i1
    """

    cond: Operand = operand(bool_type)
    op_bundle_operands: VariadicOperand = variadic_operand(any_llvm, default=())
    op_bundle_sizes: Attr[DenseArrayAttr] = attr(i32_dense_array, default=i32_array(()))
    op_bundle_tags: Attr[ArrayAttr | None] = optional_attr(string_list, default=None)
    syntax = HAND_WRITTEN

    def effects(self) -> Sequence[Effect]:
        """Kept where it is."""
        return (Effect("write", resource="assumption"),)

    def verify(self, report: Report) -> None:
        bundled = len(self.op_bundle_operands)
        check_bundles(report, "assume_c1", self.op_bundle_sizes, self.op_bundle_tags, bundled)

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> AssumeOp:
        offset = p.pos
        condition = p.value_name()
        bundles = read_bundles(p)
        p.expect(":")
        p.expect("i1")
        attributes = p.attr_dict()
        bundled = [p.resolve(*operand) for group in bundles[1] for operand in group]
        operands: list[Value] = [p.resolve(condition, offset, i1), *bundled]
        return cls.create(operands, (), bundle_properties(bundles), attributes, location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.cond)}")
        bundles = bundles_text(p, self.op_bundle_sizes, self.op_bundle_tags, self.op_bundle_operands)
        p.write(f" {bundles} : i1" if bundles else " : i1")
        p.attr_dict(self, ("op_bundle_sizes", "op_bundle_tags"))


@op("llvm.intr.expect", traits=(Pure,))
class ExpectOp(IntrinsicOp):
    """A value that is likely to be another.

    Example: %r = llvm.intr.expect %x, %y : i1
    """

    val: Operand = operand(N)
    expected: Operand = operand(N)
    res: Result = inferred_result(N)
    syntax = "$val `,` $expected attr-dict `:` type($val)"


@op("llvm.intr.expect.with.probability", traits=(Pure,))
class ExpectWithProbabilityOp(IntrinsicOp):
    """A value that is another with some probability.

    Rules: (expect_with_probability_c1) the probability is between 0 and 1.
    Example: %r = llvm.intr.expect.with.probability %x, %y, 9.000000e-01 : i1
    """

    val: Operand = operand(N)
    expected: Operand = operand(N)
    prob: Attr[FloatAttr] = attr(f64_attr)
    res: Result = inferred_result(N)
    syntax = "$val `,` $expected `,` $prob attr-dict `:` type($val)"
    call_arguments: ClassVar = ("val", "expected", "prob")

    def verify(self, report: Report) -> None:
        if not 0 <= self.prob.value <= 1:
            report.error("expect_with_probability_c1", f"expected a number between 0 and 1, but got '{self.prob}'")


@op("llvm.intr.ssa.copy", traits=(Pure,))
class SSACopyOp(IntrinsicOp):
    """Return the operand under another name.

    Example: %r = llvm.intr.ssa.copy %x : i32
    """

    operand: Operand = operand(T)
    res: Result = inferred_result(T)
    syntax = "$operand attr-dict `:` type($operand)"


def always_bool(_: Type) -> Type:
    return i1


@op("llvm.intr.is.constant", traits=(Pure,))
class IsConstantOp(IntrinsicOp):
    """Whether the optimizer has found a value to be a constant.

    Example: %r = "llvm.intr.is.constant"(%x) : (i32) -> i1
    """

    val: Operand = operand(any_llvm)
    res: Result = inferred_result(bool_type, type_from=("val", always_bool))


# -- Ending the program ------------------------------------------------------------------------------------------------


@op("llvm.intr.trap")
class TrapOp(IntrinsicOp):
    """End the program.

    Example: llvm.intr.trap
    """

    syntax = "attr-dict"


@op("llvm.intr.debugtrap")
class DebugTrapOp(IntrinsicOp):
    """Stop for a debugger.

    Example: llvm.intr.debugtrap
    """

    syntax = "attr-dict"


@op("llvm.intr.ubsantrap")
class UBSanTrapOp(IntrinsicOp):
    """End the program, with a number that says why.

    Example: llvm.intr.ubsantrap <{failureKind = 1 : i8}>
    """

    failureKind: Attr[IntegerAttr] = attr(typed_int(i8))  # noqa: N815 (MLIR's name)
    syntax = "prop-dict attr-dict"
    call_arguments: ClassVar = ("failureKind",)
