"""The lowering of `complex` to `llvm`: a number is a structure of two. `complex-to-arith` lowers the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.dialects import llvm
from dlc.ir import Attribute, FloatAttr, IntegerAttr, Operation, Type, Value
from dlc.ir.patterns import Match

from ..rewriting.conversion import ConversionRewriter, Converted, conversion

if TYPE_CHECKING:
    from dlc.dialects import complex as dialect  # most programs have no need of the dialect


@conversion("complex.constant")
def lower_constant(op: dialect.ConstantOp, new: Converted, rw: ConversionRewriter) -> Match:
    """constant [a, b]  ->  a structure with two constants"""
    type = new.result_types[0]
    assert isinstance(type, llvm.StructType), "that is what a complex type is converted to"
    parts = [_in_memory(each, member) for each, member in zip(op.value, type.body, strict=True)]
    return rw.replace(op, _whole(op, [rw.insert_before(op, llvm.ConstantOp(*part)).res for part in parts], type, rw))


def _in_memory(part: Attribute, type: Type) -> tuple[Attribute, Type]:
    """Return a part as a constant of a type of LLVM: floats that LLVM does not know are their bits."""
    if isinstance(part, FloatAttr) and part.type is not type:
        return IntegerAttr(part.bits, type), type
    return part, type


@conversion("complex.create")
def lower_create(op: dialect.CreateOp, new: Converted, rw: ConversionRewriter) -> Match:
    """create(a, b)  ->  a structure with both"""
    return rw.replace(op, _whole(op, new.operands, new.result_types[0], rw))


def _whole(op: Operation, parts: Sequence[Value], type: Type, rw: ConversionRewriter) -> Value:
    whole: Value = rw.insert_before(op, llvm.PoisonOp(type)).res
    for position, part in enumerate(parts):
        whole = rw.insert_before(op, llvm.InsertValueOp.of(part, whole, position)).res
    return whole


@conversion("complex.re")
def lower_re(op: dialect.ReOp, new: Converted, rw: ConversionRewriter) -> Match:
    """re(z)  ->  the first member"""
    return rw.replace(op, llvm.ExtractValueOp.of(new.operands[0], 0))


@conversion("complex.im")
def lower_im(op: dialect.ImOp, new: Converted, rw: ConversionRewriter) -> Match:
    """im(z)  ->  the second member"""
    return rw.replace(op, llvm.ExtractValueOp.of(new.operands[0], 1))


PATTERNS = (lower_constant, lower_create, lower_re, lower_im)
