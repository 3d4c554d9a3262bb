"""Ops of `graph` that change the element type and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Attribute, Type
from dlc.ir.builtin_types import FloatType, IntegerType, bit_width, i1
from dlc.ir.definition import REQUIRED, Op, Operand, Result, op, operand, result
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Elementwise, Pure
from dlc.ir.verifier import Report

from .splats import element_type
from .tensors import any_tensor, is_unsigned, number_tensor, with_element


def same_sizes(op: CastOp | BitcastOp, report: Report, rule: str) -> None:
    """Report a result that is not of the operand's sizes."""
    element = element_type(op.result)
    expected = with_element(op.operand.type, element) if element is not None else None
    if op.result.type is not expected:
        report.error(rule, f"result must have type '{expected}', but got '{op.result.type}'")


@op("graph.cast", traits=(Pure, Elementwise))
class CastOp(Op):
    """Convert numbers to another element type.

    Floats are rounded to nearest, ties to even; what is too large becomes infinite, or NaN in a type without
    infinities. In a type without NaN too, it becomes the largest number, and NaN becomes -0. Floats become integers by
    rounding towards zero; what is out of range becomes the bound, NaN becomes 0. Integers become integers of as many
    bits by wrapping. Truth values are 0 and 1, and a number is true if it is not 0, NaN too.

    Rules: (cast_c1) the result has the sizes of the operand.
    Example: %r = graph.cast %x : tensor<4xf32> -> tensor<4xi8>
    """

    operand: Operand = operand(any_tensor)
    result: Result = result(any_tensor, parts={"element": REQUIRED})
    syntax = "$operand attr-dict `:` type($operand) `->` type($result)"

    def verify(self, report: Report) -> None:
        same_sizes(self, report, "cast_c1")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """cast(x) -> x of the same type"""
        del operands
        return (self.operand,) if self.operand.type is self.result.type else None


@op("graph.bitcast", traits=(Pure, Elementwise))
class BitcastOp(Op):
    """Reinterpret the bits as another element type.

    Rules: (bitcast_c1) the result has the sizes of the operand. (bitcast_c2) its elements have as many bits.
    Example: %r = graph.bitcast %x : tensor<4xf32> -> tensor<4xi32>
    """

    operand: Operand = operand(number_tensor)
    result: Result = result(number_tensor, parts={"element": REQUIRED})
    syntax = "$operand attr-dict `:` type($operand) `->` type($result)"

    def verify(self, report: Report) -> None:
        same_sizes(self, report, "bitcast_c1")
        source, target = element_type(self.operand), element_type(self.result)
        if source is not None and target is not None and bit_width(source) != bit_width(target):
            report.error("bitcast_c2", f"elements must have as many bits, but got '{source}' and '{target}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """bitcast(x) -> x of the same type; bitcast(bitcast(x)) -> x"""
        del operands
        inner = self.operand.defined_by(BitcastOp)
        for value in (self.operand, inner.operand if inner is not None else self.operand):
            if value.type is self.result.type:
                return (value,)
        return None


def holds_all(type: Type, source: Type) -> bool:
    """Return whether every number of `source`, NaN, infinities and -0 included, is one of `type`."""
    if isinstance(source, FloatType):
        return isinstance(type, FloatType) and _holds_all_floats(type, source)
    if not isinstance(source, IntegerType):
        return False
    bits = source.width - (not is_unsigned(source))
    if isinstance(type, FloatType):
        form = type.format
        return bits <= form.precision and form.to_fraction(form.largest) >= 1 << bits
    if not isinstance(type, IntegerType) or type is i1:
        return source is type
    if not is_unsigned(source):
        return not is_unsigned(type) and source.width <= type.width
    return bits <= type.width - (not is_unsigned(type))


def _holds_all_floats(type: FloatType, source: FloatType) -> bool:
    small, large = source.format, type.format
    if small.special != large.special and large.special != "ieee":
        return False
    finite = large.to_fraction(large.largest) >= small.to_fraction(small.largest)
    return finite and small.precision <= large.precision and large.smallest_exponent <= small.smallest_exponent
