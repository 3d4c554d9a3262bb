"""Functions in dialect conversions: signatures, returns, calls and branches whose types are converted.

target = ConversionTarget()
allow_converted_functions(target, converter)
apply_full_conversion(module, target, [*FUNCTION_PATTERNS, *own_patterns], context, converter)
"""

from __future__ import annotations

from collections.abc import Sized

from dlc.dialects.func import CallOp, FuncOp, ReturnOp
from dlc.ir import Operation, TypeAttr
from dlc.ir.interfaces import Branch
from dlc.ir.patterns import Match

from .conversion import ConversionRewriter, Converted, conversion
from .conversion_target import ConversionTarget
from .type_conversion import TypeConverter


def allow_converted_functions(target: ConversionTarget, converter: TypeConverter) -> None:
    """Make `func` and `cf` legal where they have only types that stay what they are."""

    def is_legal_function(op: Operation) -> bool:
        return isinstance(op, FuncOp) and converter.is_legal_signature(op.type) and converter.is_legal_region(op.body)

    target.add_legal_op("builtin.module")
    target.add_dynamically_legal_dialect("func", "cf", condition=converter.is_legal_op)
    target.add_dynamically_legal_op(FuncOp, condition=is_legal_function)


_NUMBER_CHANGES = "the attributes of arguments and results cannot follow a change of their number"


def _attributes_can_follow(
    op: FuncOp | CallOp, inputs: Sized, new_inputs: Sized, results: Sized, new_results: Sized
) -> bool:
    """Return whether the attributes of arguments and results, if there are any, still have one of these each."""
    if not (op.arg_attrs or op.res_attrs):
        return True
    return len(inputs) == len(new_inputs) and len(results) == len(new_results)


@conversion(FuncOp)
def convert_function(op: FuncOp, new: Converted, rw: ConversionRewriter) -> Match:
    """func @f(T) -> U  ->  func @f(T') -> U', with the arguments of all blocks.
    Terminates: the new types are legal.
    """
    type = rw.converter.convert_function_type(op.type)
    if type is None:
        return rw.no_match(f"signature '{op.type}' cannot be converted")
    if not _attributes_can_follow(op, op.type.inputs, type.inputs, op.type.results, type.results):
        return rw.no_match(_NUMBER_CHANGES)
    if not rw.convert_region(op.body):
        return rw.no_match("the type of a block argument cannot be converted")
    op.function_type = TypeAttr(type)
    return rw.modify(op)


@conversion(ReturnOp)
def convert_return(op: ReturnOp, new: Converted, rw: ConversionRewriter) -> Match:
    """return %x  ->  return %x'.  Terminates: the operand types are legal."""
    return rw.modify_operands(op)


@conversion(CallOp)
def convert_call(op: CallOp, new: Converted, rw: ConversionRewriter) -> Match:
    """call @f(%x) : (T) -> U  ->  call @f(%x') : (T') -> U'.  Terminates: the new types are legal."""
    if not _attributes_can_follow(op, op.operands, new.operands, op.results, new.result_types):
        return rw.no_match(_NUMBER_CHANGES)
    call = CallOp(op.callee, new.operands, new.result_types)
    call.properties.update(op.properties)
    call.attributes.update(op.attributes)
    return rw.replace_by_parts(op, call)


@conversion("cf.br", "cf.cond_br", "cf.switch")
def convert_branch(op: Operation, new: Converted, rw: ConversionRewriter) -> Match:
    """A branch that passes converted values.  Terminates: the operand types are legal."""
    branch = Branch.of(op)
    if branch is None:
        return rw.no_match("no branch")
    for index in range(len(op.successors)):
        passed = [value for operand in branch.successor_operands(op, index) for value in rw.converted(operand)]
        branch.set_successor_operands(op, index, passed)
    return rw.modify(op)


FUNCTION_PATTERNS = (convert_function, convert_return, convert_call, convert_branch)
