"""Results that are wider than operands: which element types products of two types may be summed up in, and zero points.

Sums of products overflow the types that they are sums of, so contractions and convolutions may have wider results. All
numbers of both operands must be among those of the result, so that widening is exact.
"""

from __future__ import annotations

from dlc.ir import Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType
from dlc.ir.sizes import Shape

from .rules import Findings, same_shape
from .tensors import element_of, is_unsigned


def contains(wide: Type, narrow: Type) -> bool:
    """Return whether each number of the element type `narrow` is one of the element type `wide`."""
    if wide is narrow:
        return True
    if isinstance(wide, FloatType) and isinstance(narrow, FloatType):
        return _contains_floats(wide, narrow)
    if not (isinstance(wide, IntegerType) and isinstance(narrow, IntegerType)):
        return False
    if is_unsigned(wide):
        return is_unsigned(narrow) and wide.width >= narrow.width
    return wide.width >= narrow.width + is_unsigned(narrow)


def _contains_floats(wide: FloatType, narrow: FloatType) -> bool:
    outer, inner = wide.format, narrow.format
    has_specials = (outer.infinity is not None or inner.infinity is None) and (
        outer.nan is not None or inner.nan is None
    )
    has_signs = bool(outer.sign_bit) or not inner.sign_bit
    reaches = outer.to_float(outer.largest) >= inner.to_float(inner.largest)
    refines = outer.to_float(outer.smallest) <= inner.to_float(inner.smallest)
    return has_specials and has_signs and reaches and refines and outer.precision >= inner.precision


def check_accumulator(report: Findings, rule: str, result: Type, *operands: Value) -> None:
    """Report where the elements of a result cannot hold those of the operands."""
    for operand in operands:
        if not contains(result, element_of(operand)):
            report.error(rule, f"elements of the result must hold every '{element_of(operand)}', but got '{result}'")
            return


def check_zero_point(
    report: Findings, rule: str, which: str, operand: Value, point: Value | None, shape: Shape, allowed: Shape
) -> None:
    """Report a zero point that is not one number, or one for each place of `allowed`, of the operand's element type."""
    if point is None:
        return
    if not isinstance(element_of(operand), IntegerType):
        report.error(rule, f"a zero point of {which} must be for integers, but got '{element_of(operand)}'")
    elif element_of(point) is not element_of(operand):
        report.error(
            rule,
            f"the zero point of {which} must have elements of '{element_of(operand)}', but got '{element_of(point)}'",
        )
    elif shape:
        same_shape(report, rule, f"the zero point of {which} and what it is for", shape, allowed)
