"""Elementwise ops of `stablehlo`: arithmetic, functions, bits, comparisons, conversions and complex numbers."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.definition import Attr, Family, Op, Operand, Result, attr, op, operand, optional_attr, result
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


_unary = Family(UnaryOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure, Elementwise))
_unary_bits = Family(UnaryOp, __name__, "%r = {name} %x : tensor<4xi32>", traits=(Pure, Elementwise))
_part = Family(UnaryOp, __name__, "%r = {name} %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>", traits=(Pure,))
_accurate = Family(AccurateOp, __name__, "%r = {name} %x : tensor<4xf32>", traits=(Pure, Elementwise))


@op("stablehlo.abs", traits=(Pure,))
class AbsOp(UnaryOp):
    """The absolute value; of complex numbers, their distance from 0.

    Example: %r = stablehlo.abs %x : tensor<4xf32>
    """


CbrtOp = _accurate("CbrtOp", "stablehlo.cbrt", "The cube root.")
CeilOp = _unary("CeilOp", "stablehlo.ceil", "The smallest whole number that is not less.")


@op("stablehlo.convert", traits=(Pure,))
class ConvertOp(UnaryOp):
    """The same numbers as elements of another type.

    Example: %r = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
    """


CountLeadingZerosOp = _unary_bits(
    "CountLeadingZerosOp", "stablehlo.count_leading_zeros", "The number of zero bits above the highest one."
)
CosineOp = _accurate("CosineOp", "stablehlo.cosine", "The cosine.")
ExponentialOp = _accurate("ExponentialOp", "stablehlo.exponential", "e to the power of the element.")
ExponentialMinusOneOp = _accurate(
    "ExponentialMinusOneOp", "stablehlo.exponential_minus_one", "e^x - 1, exact also near 0."
)
FloorOp = _unary("FloorOp", "stablehlo.floor", "The largest whole number that is not greater.")
ImagOp = _part("ImagOp", "stablehlo.imag", "The imaginary part; 0 of a real number.")


@op("stablehlo.is_finite", traits=(Pure,))
class IsFiniteOp(UnaryOp):
    """Whether a number is neither infinite nor NaN.

    Example: %r = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
    """


LogOp = _accurate("LogOp", "stablehlo.log", "The natural logarithm.")
LogPlusOneOp = _accurate("LogPlusOneOp", "stablehlo.log_plus_one", "log(1 + x), exact also near 0.")
LogisticOp = _accurate("LogisticOp", "stablehlo.logistic", "1 / (1 + e^-x).")
NotOp = _unary_bits("NotOp", "stablehlo.not", "All bits inverted; of truth values, the other one.")
NegateOp = _unary("NegateOp", "stablehlo.negate", "The number with the opposite sign.")
PopcntOp = _unary_bits("PopcntOp", "stablehlo.popcnt", "The number of bits that are 1.")
RealOp = _part("RealOp", "stablehlo.real", "The real part.")
RoundNearestAfzOp = _unary(
    "RoundNearestAfzOp",
    "stablehlo.round_nearest_afz",
    "The nearest whole number; of two, the one that is farther from 0.",
)
RoundNearestEvenOp = _unary(
    "RoundNearestEvenOp", "stablehlo.round_nearest_even", "The nearest whole number; of two, the even one."
)
RsqrtOp = _accurate("RsqrtOp", "stablehlo.rsqrt", "1 / sqrt(x).")
SignOp = _unary("SignOp", "stablehlo.sign", "-1, 0 or 1; of complex numbers, the number divided by its absolute value.")
SineOp = _accurate("SineOp", "stablehlo.sine", "The sine.")
SqrtOp = _accurate("SqrtOp", "stablehlo.sqrt", "The square root.")
TanOp = _accurate("TanOp", "stablehlo.tan", "The tangent.")
TanhOp = _accurate("TanhOp", "stablehlo.tanh", "The hyperbolic tangent.")


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

_binary = Family(BinaryOp, __name__, "%r = {name} %x, %y : tensor<4xf32>", traits=(Pure, Elementwise))
_binary_bits = Family(BinaryOp, __name__, "%r = {name} %x, %y : tensor<4xi32>", traits=(Pure, Elementwise))

AddOp = _binary("AddOp", "stablehlo.add", "x + y; of truth values, x or y.", Commutative)
AndOp = _binary_bits("AndOp", "stablehlo.and", "x and y, bit by bit.", Commutative)
Atan2Op = _binary("Atan2Op", "stablehlo.atan2", "The angle of the point (y, x), from -pi to pi.")
DivideOp = _binary("DivideOp", "stablehlo.divide", "x / y; of integers, without the fraction.")
MaximumOp = _binary(
    "MaximumOp", "stablehlo.maximum", "The larger one; NaN if there is one. Of truth values, x or y.", Commutative
)
MinimumOp = _binary(
    "MinimumOp", "stablehlo.minimum", "The smaller one; NaN if there is one. Of truth values, x and y.", Commutative
)
MultiplyOp = _binary("MultiplyOp", "stablehlo.multiply", "x * y; of truth values, x and y.", Commutative)
OrOp = _binary_bits("OrOp", "stablehlo.or", "x or y, bit by bit.", Commutative)
PowerOp = _binary("PowerOp", "stablehlo.power", "x to the power of y.")
RemainderOp = _binary("RemainderOp", "stablehlo.remainder", "The remainder of x / y, with the sign of x.")
ShiftLeftOp = _binary_bits(
    "ShiftLeftOp", "stablehlo.shift_left", "x with its bits moved up by y; 0 where y is not less than the width."
)
ShiftRightArithmeticOp = _binary_bits(
    "ShiftRightArithmeticOp",
    "stablehlo.shift_right_arithmetic",
    "x with its bits moved down by y; copies of the sign come in.",
)
ShiftRightLogicalOp = _binary_bits(
    "ShiftRightLogicalOp", "stablehlo.shift_right_logical", "x with its bits moved down by y; zeros come in."
)
SubtractOp = _binary("SubtractOp", "stablehlo.subtract", "x - y.")
XorOp = _binary_bits("XorOp", "stablehlo.xor", "x xor y, bit by bit.", Commutative)


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
