"""The lowering of `cf` to `llvm`: branches, and assertions, whose failure ends the process.

`LoweringOptions.asserts` selects what a failed assertion does; `FAILURE` is the function that it calls.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.dialects.cf import AssertOp, BranchOp, CondBranchOp, SwitchOp
from dlc.ir import Block, InsertionPoint, Operation, Value
from dlc.ir.builtin_attributes import StringAttr, UnitAttr, i32_array
from dlc.ir.builtin_types import i8, i32
from dlc.ir.diagnostics import with_place
from dlc.ir.patterns import Match

from ..rewriting.conversion import ConversionRewriter, Converted, conversion
from .lowering.index_math import INDEX
from .lowering.needed_functions import declare_c, ensure_function, text_global
from .lowering.type_converter import converter_of

# -- Branches ----------------------------------------------------------------------------------------------------------


def _passed(rw: ConversionRewriter, values: Sequence[Value]) -> list[Value]:
    return [part for value in values for part in rw.converted(value)]


@conversion(BranchOp)
def lower_branch(op: BranchOp, new: Converted, rw: ConversionRewriter) -> Match:
    """cf.br  ->  llvm.br"""
    return rw.replace(op, llvm.BrOp(op.dest, new.operands, op.attributes.get("loop_annotation")))  # type: ignore[arg-type]


@conversion(CondBranchOp)
def lower_conditional_branch(op: CondBranchOp, new: Converted, rw: ConversionRewriter) -> Match:
    """cf.cond_br  ->  llvm.cond_br"""
    then, other = _passed(rw, op.true_operands), _passed(rw, op.false_operands)
    branch = llvm.CondBrOp(op.condition, op.true_dest, op.false_dest, then, other, op.branch_weights)
    branch.loop_annotation = op.attributes.get("loop_annotation")  # type: ignore[assignment]
    return rw.replace(op, branch)


@conversion(SwitchOp)
def lower_switch(op: SwitchOp, new: Converted, rw: ConversionRewriter) -> Match:
    """cf.switch  ->  llvm.switch; the first of several cases for one value wins"""
    default = (op.default[0], _passed(rw, op.default[1]))
    cases: dict[int, tuple[object, list[Value]]] = {}
    for number, (block, values) in op.cases:
        cases.setdefault(number, (block, _passed(rw, values)))
    return rw.replace(op, llvm.SwitchOp.of(new.flag, default, list(cases.items())))  # type: ignore[arg-type]


# -- Assertions --------------------------------------------------------------------------------------------------------

FAILURE = "__dlc_assert_failed"
"""The function that a failed assertion calls, with its message and the number of bytes."""
STANDARD_ERROR = 2
LIKELY = i32_array((2000, 1))


@conversion(AssertOp)
def lower_assert(op: AssertOp, new: Converted, rw: ConversionRewriter) -> Match:
    """cf.assert %ok, "message"  ->  llvm.cond_br %ok, ^ok, ^fail, where ^fail ends the process"""
    action = converter_of(rw).options.asserts
    if action == "ignore":
        rw.insert_before(op, llvm.AssumeOp(new.arg))
        return rw.erase(op)
    ending = _failure_call(rw, op) if action == "abort" else (llvm.TrapOp(),)
    block, rest = op.block, rw.split_block(op)
    failed = rest.region.append(Block())
    with rw.at(InsertionPoint.at_end(failed), rw.provenance(op.location)):
        rw.insert_all(ending)
        rw.insert(llvm.UnreachableOp())
        rw.point = InsertionPoint.at_end(block)
        rw.insert(llvm.CondBrOp(new.arg, rest, failed, branch_weights=LIKELY))
    return rw.erase(op)


def _failure_call(rw: ConversionRewriter, op: AssertOp) -> Sequence[Operation]:
    """Return the call that prints a message with its place, and ends the process."""
    declare_c(rw, op, "write", "abort")
    type = llvm.LLVMFunctionType(llvm.VOID, (llvm.PTR, INDEX))
    ensure_function(rw, op, FAILURE, type, _make_failure)
    text = StringAttr(f"{with_place(op.msg.value, op.location)}\n")
    length = len(text.value.encode(errors="surrogateescape"))
    address = llvm.AddressOfOp.of(text_global(rw, op, text, llvm.ArrayType(length, i8)))
    size = llvm.ConstantOp.of(length, INDEX)
    return address, size, llvm.CallOp.named(FAILURE, [address.res, size.res])


def _make_failure() -> llvm.FuncOp:
    """Define the function that writes the message to standard error and ends the process, as C's `assert` does."""
    function = llvm.FuncOp.of(FAILURE, (llvm.PTR, INDEX), linkage="internal")
    function.no_inline = UnitAttr()
    message, length = function.entry.args
    stream = llvm.ConstantOp.of(STANDARD_ERROR, i32)
    body = (
        stream,
        llvm.CallOp.named("write", [stream.res, message, length], INDEX),
        llvm.CallOp.named("abort", []),
        llvm.UnreachableOp(),
    )
    for inner in body:
        function.entry.append(inner)
    return function


PATTERNS = (lower_branch, lower_conditional_branch, lower_switch, lower_assert)
