"""Elementwise ops of `stablehlo`: arithmetic, functions, bits, comparisons, conversions and complex numbers."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.definition import Attr, Op, Operand, Result, attr, op, operand, optional_attr, result
from dlc.ir.traits import Commutative, Elementwise, Pure

from .attributes import ComparisonDirectionAttr, ComparisonTypeAttr, ResultAccuracyAttr
from .bases import BinaryOp, UnaryOp, i32_attr, tensor
from .forms import (
    SAME_TYPES_1,
    SAME_TYPES_3,
    read_complex_types,
    read_format,
    read_select_types,
    word,
    write_complex_types,
    write_format,
    write_select_types,
)

# -- One operand -------------------------------------------------------------------------------------------------------


class AccurateOp(UnaryOp):
    """A function whose accuracy may be chosen."""

    result_accuracy: Attr[ResultAccuracyAttr | None] = optional_attr(ResultAccuracyAttr, default=None)


@op("stablehlo.abs", traits=(Pure,))
class AbsOp(UnaryOp):
    """The absolute value; of complex numbers, their distance from 0.

    Example: %r = stablehlo.abs %x : tensor<4xf32>
    """


@op("stablehlo.cbrt", traits=(Pure, Elementwise))
class CbrtOp(AccurateOp):
    """The cube root.

    Example: %r = stablehlo.cbrt %x : tensor<4xf32>
    """


@op("stablehlo.ceil", traits=(Pure, Elementwise))
class CeilOp(UnaryOp):
    """The smallest whole number that is not less.

    Example: %r = stablehlo.ceil %x : tensor<4xf32>
    """


@op("stablehlo.convert", traits=(Pure,))
class ConvertOp(UnaryOp):
    """The same numbers as elements of another type.

    Example: %r = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
    """


@op("stablehlo.count_leading_zeros", traits=(Pure, Elementwise))
class CountLeadingZerosOp(UnaryOp):
    """The number of zero bits above the highest one.

    Example: %r = stablehlo.count_leading_zeros %x : tensor<4xi32>
    """


@op("stablehlo.cosine", traits=(Pure, Elementwise))
class CosineOp(AccurateOp):
    """The cosine.

    Example: %r = stablehlo.cosine %x : tensor<4xf32>
    """


@op("stablehlo.exponential", traits=(Pure, Elementwise))
class ExponentialOp(AccurateOp):
    """e to the power of the element.

    Example: %r = stablehlo.exponential %x : tensor<4xf32>
    """


@op("stablehlo.exponential_minus_one", traits=(Pure, Elementwise))
class ExponentialMinusOneOp(AccurateOp):
    """e^x - 1, exact also near 0.

    Example: %r = stablehlo.exponential_minus_one %x : tensor<4xf32>
    """


@op("stablehlo.floor", traits=(Pure, Elementwise))
class FloorOp(UnaryOp):
    """The largest whole number that is not greater.

    Example: %r = stablehlo.floor %x : tensor<4xf32>
    """


@op("stablehlo.imag", traits=(Pure,))
class ImagOp(UnaryOp):
    """The imaginary part; 0 of a real number.

    Example: %r = stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    """


@op("stablehlo.is_finite", traits=(Pure,))
class IsFiniteOp(UnaryOp):
    """Whether a number is neither infinite nor NaN.

    Example: %r = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
    """


@op("stablehlo.log", traits=(Pure, Elementwise))
class LogOp(AccurateOp):
    """The natural logarithm.

    Example: %r = stablehlo.log %x : tensor<4xf32>
    """


@op("stablehlo.log_plus_one", traits=(Pure, Elementwise))
class LogPlusOneOp(AccurateOp):
    """log(1 + x), exact also near 0.

    Example: %r = stablehlo.log_plus_one %x : tensor<4xf32>
    """


@op("stablehlo.logistic", traits=(Pure, Elementwise))
class LogisticOp(AccurateOp):
    """1 / (1 + e^-x).

    Example: %r = stablehlo.logistic %x : tensor<4xf32>
    """


@op("stablehlo.not", traits=(Pure, Elementwise))
class NotOp(UnaryOp):
    """All bits inverted; of truth values, the other one.

    Example: %r = stablehlo.not %x : tensor<4xi32>
    """


@op("stablehlo.negate", traits=(Pure, Elementwise))
class NegateOp(UnaryOp):
    """The number with the opposite sign.

    Example: %r = stablehlo.negate %x : tensor<4xf32>
    """


@op("stablehlo.popcnt", traits=(Pure, Elementwise))
class PopcntOp(UnaryOp):
    """The number of bits that are 1.

    Example: %r = stablehlo.popcnt %x : tensor<4xi32>
    """


@op("stablehlo.real", traits=(Pure,))
class RealOp(UnaryOp):
    """The real part.

    Example: %r = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    """


@op("stablehlo.round_nearest_afz", traits=(Pure, Elementwise))
class RoundNearestAfzOp(UnaryOp):
    """The nearest whole number; of two, the one that is farther from 0.

    Example: %r = stablehlo.round_nearest_afz %x : tensor<4xf32>
    """


@op("stablehlo.round_nearest_even", traits=(Pure, Elementwise))
class RoundNearestEvenOp(UnaryOp):
    """The nearest whole number; of two, the even one.

    Example: %r = stablehlo.round_nearest_even %x : tensor<4xf32>
    """


@op("stablehlo.rsqrt", traits=(Pure, Elementwise))
class RsqrtOp(AccurateOp):
    """1 / sqrt(x).

    Example: %r = stablehlo.rsqrt %x : tensor<4xf32>
    """


@op("stablehlo.sign", traits=(Pure, Elementwise))
class SignOp(UnaryOp):
    """-1, 0 or 1; of complex numbers, the number divided by its absolute value.

    Example: %r = stablehlo.sign %x : tensor<4xf32>
    """


@op("stablehlo.sine", traits=(Pure, Elementwise))
class SineOp(AccurateOp):
    """The sine.

    Example: %r = stablehlo.sine %x : tensor<4xf32>
    """


@op("stablehlo.sqrt", traits=(Pure, Elementwise))
class SqrtOp(AccurateOp):
    """The square root.

    Example: %r = stablehlo.sqrt %x : tensor<4xf32>
    """


@op("stablehlo.tan", traits=(Pure, Elementwise))
class TanOp(AccurateOp):
    """The tangent.

    Example: %r = stablehlo.tan %x : tensor<4xf32>
    """


@op("stablehlo.tanh", traits=(Pure, Elementwise))
class TanhOp(AccurateOp):
    """The hyperbolic tangent.

    Example: %r = stablehlo.tanh %x : tensor<4xf32>
    """


@op("stablehlo.reduce_precision", traits=(Pure, Elementwise))
class ReducePrecisionOp(Op):
    """Numbers rounded to a format with fewer bits for exponent and mantissa, in the type that they have.

    Example: %r = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    exponent_bits: Attr[IntegerAttr] = attr(i32_attr)
    mantissa_bits: Attr[IntegerAttr] = attr(i32_attr)
    syntax = (
        "$operand `,` `format` `=` custom<Format>($exponent_bits, $mantissa_bits) attr-dict "
        "`:` custom<SameTypes>(type($operand), type($result))"
    )
    directives: ClassVar = {"Format": (read_format, write_format), **SAME_TYPES_1}


@op("stablehlo.bitcast_convert", traits=(Pure,))
class BitcastConvertOp(Op):
    """The same bits as elements of another type; where widths differ, a trailing dimension comes or goes.

    Example: %r = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
    """

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "operands attr-dict `:` functional-type(operands, results)"


@op("stablehlo.uniform_quantize", traits=(Pure,))
class UniformQuantizeOp(UnaryOp):
    """Numbers as elements of a quantized type.

    Example: %r = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4xi8>
    """


@op("stablehlo.uniform_dequantize", traits=(Pure,))
class UniformDequantizeOp(UnaryOp):
    """The numbers that elements of a quantized type stand for.

    Example: %r = stablehlo.uniform_dequantize %x : (tensor<4xi8>) -> tensor<4xf32>
    """


# -- Two operands ------------------------------------------------------------------------------------------------------


@op("stablehlo.add", traits=(Pure, Elementwise, Commutative))
class AddOp(BinaryOp):
    """x + y; of truth values, x or y.

    Example: %r = stablehlo.add %x, %y : tensor<4xf32>
    """


@op("stablehlo.and", traits=(Pure, Elementwise, Commutative))
class AndOp(BinaryOp):
    """x and y, bit by bit.

    Example: %r = stablehlo.and %x, %y : tensor<4xi32>
    """


@op("stablehlo.atan2", traits=(Pure, Elementwise))
class Atan2Op(BinaryOp):
    """The angle of the point (y, x), from -pi to pi.

    Example: %r = stablehlo.atan2 %x, %y : tensor<4xf32>
    """


@op("stablehlo.divide", traits=(Pure, Elementwise))
class DivideOp(BinaryOp):
    """x / y; of integers, without the fraction.

    Example: %r = stablehlo.divide %x, %y : tensor<4xf32>
    """


@op("stablehlo.maximum", traits=(Pure, Elementwise, Commutative))
class MaximumOp(BinaryOp):
    """The larger one; NaN if there is one. Of truth values, x or y.

    Example: %r = stablehlo.maximum %x, %y : tensor<4xf32>
    """


@op("stablehlo.minimum", traits=(Pure, Elementwise, Commutative))
class MinimumOp(BinaryOp):
    """The smaller one; NaN if there is one. Of truth values, x and y.

    Example: %r = stablehlo.minimum %x, %y : tensor<4xf32>
    """


@op("stablehlo.multiply", traits=(Pure, Elementwise, Commutative))
class MultiplyOp(BinaryOp):
    """x * y; of truth values, x and y.

    Example: %r = stablehlo.multiply %x, %y : tensor<4xf32>
    """


@op("stablehlo.or", traits=(Pure, Elementwise, Commutative))
class OrOp(BinaryOp):
    """x or y, bit by bit.

    Example: %r = stablehlo.or %x, %y : tensor<4xi32>
    """


@op("stablehlo.power", traits=(Pure, Elementwise))
class PowerOp(BinaryOp):
    """x to the power of y.

    Example: %r = stablehlo.power %x, %y : tensor<4xf32>
    """


@op("stablehlo.remainder", traits=(Pure, Elementwise))
class RemainderOp(BinaryOp):
    """The remainder of x / y, with the sign of x.

    Example: %r = stablehlo.remainder %x, %y : tensor<4xf32>
    """


@op("stablehlo.shift_left", traits=(Pure, Elementwise))
class ShiftLeftOp(BinaryOp):
    """x with its bits moved up by y; 0 where y is not less than the width.

    Example: %r = stablehlo.shift_left %x, %y : tensor<4xi32>
    """


@op("stablehlo.shift_right_arithmetic", traits=(Pure, Elementwise))
class ShiftRightArithmeticOp(BinaryOp):
    """x with its bits moved down by y; copies of the sign come in.

    Example: %r = stablehlo.shift_right_arithmetic %x, %y : tensor<4xi32>
    """


@op("stablehlo.shift_right_logical", traits=(Pure, Elementwise))
class ShiftRightLogicalOp(BinaryOp):
    """x with its bits moved down by y; zeros come in.

    Example: %r = stablehlo.shift_right_logical %x, %y : tensor<4xi32>
    """


@op("stablehlo.subtract", traits=(Pure, Elementwise))
class SubtractOp(BinaryOp):
    """x - y.

    Example: %r = stablehlo.subtract %x, %y : tensor<4xf32>
    """


@op("stablehlo.xor", traits=(Pure, Elementwise, Commutative))
class XorOp(BinaryOp):
    """x xor y, bit by bit.

    Example: %r = stablehlo.xor %x, %y : tensor<4xi32>
    """


@op("stablehlo.complex", traits=(Pure,))
class ComplexOp(Op):
    """Complex numbers with these real and imaginary parts.

    Example: %r = stablehlo.complex %x, %y : tensor<4xcomplex<f32>>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "$lhs `,` $rhs attr-dict `:` custom<ComplexTypes>(type($lhs), type($rhs), type($result))"
    directives: ClassVar = {"ComplexTypes": (read_complex_types, write_complex_types)}


@op("stablehlo.compare", traits=(Pure,))
class CompareOp(Op):
    """Whether a predicate holds. Floats are compared as IEEE 754 says, or in its total order; complex numbers are only
    equal or not.

    Example: %r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    """

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    comparison_direction: Attr[ComparisonDirectionAttr] = attr(ComparisonDirectionAttr)
    compare_type: Attr[ComparisonTypeAttr | None] = optional_attr(ComparisonTypeAttr, default=None)
    syntax = (
        "custom<Direction>($comparison_direction) `,` $lhs `,` $rhs (`,` custom<Kind>($compare_type)^)? attr-dict "
        "`:` functional-type(operands, results)"
    )
    directives: ClassVar = {"Direction": word(ComparisonDirectionAttr), "Kind": word(ComparisonTypeAttr)}


# -- Three operands ----------------------------------------------------------------------------------------------------


@op("stablehlo.select", traits=(Pure,))
class SelectOp(Op):
    """Elements of the first value where the condition is true, of the second one elsewhere; the condition may be a
    scalar.

    Example: %r = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
    """

    pred: Operand = operand(tensor)
    on_true: Operand = operand(tensor)
    on_false: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = (
        "$pred `,` $on_true `,` $on_false attr-dict "
        "`:` custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))"
    )
    directives: ClassVar = {"SelectTypes": (read_select_types, write_select_types)}


@op("stablehlo.clamp", traits=(Pure,))
class ClampOp(Op):
    """Elements that are not less than a minimum and not greater than a maximum, which may be scalars.

    Example: %r = stablehlo.clamp %low, %x, %high : tensor<4xf32>
    """

    low: Operand = operand(tensor)
    source: Operand = operand(tensor)
    high: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = (
        "$low `,` $source `,` $high attr-dict "
        "`:` custom<SameTypes>(type($low), type($source), type($high), type($result))"
    )
    directives: ClassVar = SAME_TYPES_3
