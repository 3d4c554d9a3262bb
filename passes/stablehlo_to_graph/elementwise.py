"""Elementwise ops: arithmetic, functions, bits, comparisons and conversions."""

from __future__ import annotations

import math
from collections.abc import Callable

from dlc.dialects import arith, graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Builder, DenseElementsAttr, Operation, Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, TensorType, i1, i64
from dlc.ir.elements import numpy
from dlc.ir.sizes import Dim

from ..graph.translated_values import filled, known_elements, spread_to
from ..rewriting.cannot_lower import CannotLower
from . import complex_numbers
from .translation import Parts, Translated, Translation, is_complex, is_unchanged, parts_of_type, translates

Function = Callable[..., Value]

UNARY: dict[type[Operation], Function] = {
    stablehlo.AbsOp: graph.abs,
    stablehlo.CbrtOp: graph.cbrt,
    stablehlo.CeilOp: graph.ceil,
    stablehlo.CountLeadingZerosOp: graph.count_leading_zeros,
    stablehlo.CosineOp: graph.cos,
    stablehlo.ExponentialOp: graph.exp,
    stablehlo.ExponentialMinusOneOp: graph.expm1,
    stablehlo.FloorOp: graph.floor,
    stablehlo.IsFiniteOp: graph.is_finite,
    stablehlo.LogOp: graph.log,
    stablehlo.LogPlusOneOp: graph.log1p,
    stablehlo.LogisticOp: graph.sigmoid,
    stablehlo.NotOp: graph.not_,
    stablehlo.NegateOp: graph.neg,
    stablehlo.PopcntOp: graph.popcount,
    stablehlo.RoundNearestAfzOp: graph.round_half_away,
    stablehlo.RoundNearestEvenOp: graph.round,
    stablehlo.RsqrtOp: graph.rsqrt,
    stablehlo.SignOp: graph.sign,
    stablehlo.SineOp: graph.sin,
    stablehlo.SqrtOp: graph.sqrt,
    stablehlo.TanOp: graph.tan,
    stablehlo.TanhOp: graph.tanh,
}


@translates(*UNARY)
def translate_unary(op: stablehlo.UnaryOp, t: Translation) -> Translated:
    """A function of one number."""
    if is_complex(op.operand):
        return complex_numbers.apply(type(op), [t.parts(op.operand)])
    return UNARY[type(op)](t.get(op.operand))


BINARY: dict[type[Operation], Function] = {
    stablehlo.AddOp: graph.add,
    stablehlo.AndOp: graph.and_,
    stablehlo.Atan2Op: graph.atan2,
    stablehlo.DivideOp: graph.div,
    stablehlo.MaximumOp: graph.maximum,
    stablehlo.MinimumOp: graph.minimum,
    stablehlo.MultiplyOp: graph.mul,
    stablehlo.OrOp: graph.or_,
    stablehlo.PowerOp: graph.pow,
    stablehlo.RemainderOp: graph.rem,
    stablehlo.ShiftLeftOp: graph.shift_left,
    stablehlo.ShiftRightArithmeticOp: graph.shift_right,
    stablehlo.ShiftRightLogicalOp: graph.shift_right,
    stablehlo.SubtractOp: graph.sub,
    stablehlo.XorOp: graph.xor,
}
OF_TRUTH_VALUES: dict[type[Operation], Function] = {
    stablehlo.AddOp: graph.or_,
    stablehlo.MaximumOp: graph.or_,
    stablehlo.MinimumOp: graph.and_,
    stablehlo.MultiplyOp: graph.and_,
    stablehlo.SubtractOp: graph.xor,
}


@translates(*BINARY)
def translate_binary(op: stablehlo.BinaryOp, t: Translation) -> Translated:
    """A function of two numbers."""
    if is_complex(op.lhs):
        return complex_numbers.apply(type(op), [t.parts(op.lhs), t.parts(op.rhs)])
    lhs, rhs = t.get(op.lhs), t.get(op.rhs)
    if lhs.type is not rhs.type and shape_of(lhs) != shape_of(rhs):
        lhs, rhs = (graph.with_shape(each, _common(lhs, rhs)) for each in (lhs, rhs))
    element = element_of(lhs)
    if element is i1 and type(op) in OF_TRUTH_VALUES:
        return OF_TRUTH_VALUES[type(op)](lhs, rhs)
    if isinstance(element, IntegerType) and type(op) in INTEGER:
        return INTEGER[type(op)](lhs, rhs)
    return BINARY[type(op)](lhs, rhs)


def _common(lhs: Value, rhs: Value) -> list[Dim]:
    """Return the known sizes of two values that have one shape."""
    pairs = zip(shape_of(lhs), shape_of(rhs), strict=True)
    return [right if left is None else left for left, right in pairs]


# -- Integers ----------------------------------------------------------------------------------------------------------


def divide(lhs: Value, rhs: Value) -> Value:
    """Return quotients of integers: -1 where the divisor is 0."""
    if _never(rhs, 0) and _never(rhs, -1):
        return graph.div(lhs, rhs)
    is_zero, safe = _safe_divisor(lhs, rhs)
    return graph.select(is_zero, graph.not_(filled(0, lhs)), _quotient(lhs, rhs, safe))


def _quotient(lhs: Value, rhs: Value, safe: Value) -> Value:
    """Return quotients by divisors that are neither 0 nor -1, and the numbers with the other sign for -1."""
    quotient = graph.div(lhs, safe)
    element = element_of(lhs)
    if isinstance(element, IntegerType) and element.is_unsigned:
        return quotient
    return graph.select(graph.compare("eq", rhs, -1), graph.neg(lhs), quotient)


def remainder(lhs: Value, rhs: Value) -> Value:
    """Return remainders of integers: the number itself where the divisor is 0."""
    if _never(rhs, 0) and _never(rhs, -1):
        return graph.rem(lhs, rhs)
    is_zero, safe = _safe_divisor(lhs, rhs)
    return graph.select(is_zero, lhs, graph.rem(lhs, safe))


def _safe_divisor(lhs: Value, rhs: Value) -> tuple[Value, Value]:
    """Return where a divisor is 0, and the divisor with 1 in the place of 0 and -1."""
    is_zero = graph.compare("eq", rhs, 0)
    element = element_of(lhs)
    is_odd = is_zero
    if not (isinstance(element, IntegerType) and element.is_unsigned):
        is_odd = graph.or_(is_zero, graph.compare("eq", rhs, -1))
    return is_zero, graph.select(is_odd, filled(1, rhs), rhs)


def _never(value: Value, number: int) -> bool:
    """Return whether a value is a constant without a number among its elements."""
    known = known_elements(value)
    return known is not None and not bool((known.to_numpy() == number).any())


def power(lhs: Value, rhs: Value) -> Value:
    """Return powers of integers; negative exponents give 0, of 1 and -1 a power of these."""
    element = element_of(lhs)
    if isinstance(element, IntegerType) and element.is_unsigned:
        return graph.pow(lhs, rhs)
    is_negative = graph.compare("lt", rhs, 0)
    odd = graph.compare("eq", graph.and_(rhs, 1), 1)
    of_minus_one = graph.select(odd, filled(-1, lhs), filled(1, lhs))
    small = graph.select(
        graph.compare("eq", lhs, 1),
        filled(1, lhs),
        graph.select(graph.compare("eq", lhs, -1), of_minus_one, filled(0, lhs)),
    )
    return graph.select(is_negative, small, graph.pow(lhs, graph.maximum(rhs, 0)))


def shift_right_logical(lhs: Value, rhs: Value) -> Value:
    """Return bits moved down, with zeros above."""
    element = element_of(lhs)
    assert isinstance(element, IntegerType)
    if element.is_unsigned or element is i1:
        return graph.shift_right(lhs, rhs)
    unsigned = IntegerType(element.width, "u")
    moved = graph.shift_right(graph.bitcast(lhs, unsigned), graph.bitcast(rhs, unsigned))
    return graph.bitcast(moved, element)


def shift_right_arithmetic(lhs: Value, rhs: Value) -> Value:
    """Return bits moved down, with copies of the highest one above."""
    element = element_of(lhs)
    assert isinstance(element, IntegerType)
    if not element.is_unsigned:
        return graph.shift_right(lhs, rhs)
    signed = IntegerType(element.width)
    return graph.bitcast(graph.shift_right(graph.bitcast(lhs, signed), graph.bitcast(rhs, signed)), element)


INTEGER: dict[type[Operation], Function] = {
    stablehlo.DivideOp: divide,
    stablehlo.RemainderOp: remainder,
    stablehlo.PowerOp: power,
    stablehlo.ShiftRightLogicalOp: shift_right_logical,
    stablehlo.ShiftRightArithmeticOp: shift_right_arithmetic,
}


# -- Conversions -------------------------------------------------------------------------------------------------------


@translates(stablehlo.ConvertOp)
def translate_convert(op: stablehlo.ConvertOp, t: Translation) -> Translated:
    """The same numbers in another type; of a complex number that becomes a real one, the real part."""
    parts = t.parts(op.operand)
    [element] = {type.element_type for type in parts_of_type(op.result.type)}
    converted = tuple(convert(part, element) for part in parts)
    if not is_complex(op.result):
        return converted[0]
    return [converted if len(converted) == 2 else (converted[0], filled(0, converted[0]))]


@translates(stablehlo.UniformQuantizeOp, stablehlo.UniformDequantizeOp)
def translate_uniform(op: stablehlo.UniformQuantizeOp | stablehlo.UniformDequantizeOp, t: Translation) -> Value:
    """The numbers themselves: what is quantized becomes numbers before the op, and integers behind it."""
    [wanted] = parts_of_type(op.result.type)
    value = t.get(op.operand)
    if not isinstance(element_of(value), FloatType) or not isinstance(wanted.element_type, FloatType):
        raise CannotLower("needs a quantized type, such as '!quant.uniform<i8:f32, 0.5>'")
    return convert(value, wanted.element_type)


def convert(value: Value, element: Type) -> Value:
    """Return numbers in another type; as a truth value, whether they are not 0."""
    if element_of(value) is element:
        return value
    if element is i1:
        return graph.compare("ne", value, 0)
    return graph.cast(value, element)


@translates(stablehlo.RealOp, stablehlo.ImagOp)
def translate_part(op: stablehlo.UnaryOp, t: Translation) -> Value:
    """A part of complex numbers; real ones have 0 as imaginary part."""
    parts = t.parts(op.operand)
    if type(op) is stablehlo.RealOp:
        return parts[0]
    return parts[1] if len(parts) == 2 else filled(0, parts[0])


@translates(stablehlo.ComplexOp)
def translate_complex(op: stablehlo.ComplexOp, t: Translation) -> Translated:
    """Two numbers as parts of one."""
    return [(t.get(op.lhs), t.get(op.rhs))]


@translates(stablehlo.BitcastConvertOp)
def translate_bitcast_convert(op: stablehlo.BitcastConvertOp, t: Translation) -> Value:
    """The same bits; where a trailing dimension comes or goes, it holds the lowest bits first."""
    source = t.get(op.operand)
    [wanted] = parts_of_type(op.result.type)
    before, after = _width(element_of(source)), _width(wanted.element_type)
    if before == after:
        return source if element_of(source) is wanted.element_type else graph.bitcast(source, wanted.element_type)
    wide, narrow = (IntegerType(width, "u") for width in (max(before, after), min(before, after)))
    count = wide.width // narrow.width
    if before > after:
        shape = (*shape_of(source), count)
        rank = len(shape)
        bits = graph.broadcast(graph.bitcast(source, wide), list(range(rank - 1)), shape)
        places = graph.mul(graph.iota(rank - 1, shape, wide), narrow.width)
        shifted = graph.shift_right(bits, places)
        if wanted.element_type is i1:
            return graph.compare("ne", graph.and_(shifted, 1), 0)
        return graph.bitcast(graph.cast(shifted, narrow), wanted.element_type)
    rank = len(shape_of(source))
    bits = graph.cast(source if element_of(source) is i1 else graph.bitcast(source, narrow), wide)
    places = graph.mul(graph.iota(rank - 1, shape_of(source), wide), narrow.width)
    joined = graph.reduce("or", graph.shift_left(bits, places), [rank - 1])
    return graph.bitcast(joined, wanted.element_type)


def _width(element: Type) -> int:
    if not isinstance(element, (IntegerType, FloatType)):
        raise CannotLower(f"is not supported on elements of type '{element}'")
    return element.width


@translates(stablehlo.ReducePrecisionOp)
def translate_reduce_precision(op: stablehlo.ReducePrecisionOp, t: Translation) -> Value:
    """Numbers rounded to fewer bits, by integer arithmetic on their own."""
    source = t.get(op.operand)
    element = element_of(source)
    assert isinstance(element, FloatType)
    mantissa = element.format.mantissa_bits
    exponent = element.width - 1 - mantissa
    kept, range_bits = op.mantissa_bits.value, op.exponent_bits.value
    bits_type = IntegerType(element.width, "u")
    bits = graph.bitcast(source, bits_type)
    if kept < mantissa:
        lost = mantissa - kept
        last = graph.and_(graph.shift_right(bits, lost), 1)
        carried = graph.add(graph.add(bits, last), (1 << (lost - 1)) - 1)
        bits = graph.and_(carried, ((1 << element.width) - 1) ^ ((1 << lost) - 1))
    if range_bits < exponent:
        sign = graph.and_(bits, 1 << (element.width - 1))
        bias, new_bias = (1 << (exponent - 1)) - 1, (1 << (range_bits - 1)) - 1
        field = graph.and_(bits, ((1 << exponent) - 1) << mantissa)
        infinity = graph.or_(sign, ((1 << exponent) - 1) << mantissa)
        too_large = graph.compare("gt", field, (bias + new_bias) << mantissa)
        too_small = graph.compare("le", field, (bias - new_bias) << mantissa)
        bits = graph.select(too_small, sign, graph.select(too_large, infinity, bits))
    rounded = graph.bitcast(bits, element)
    if kept == 0:  # a NaN would need a bit
        infinity = graph.copysign(filled(math.inf, source), source)
        return graph.select(graph.is_nan(source), infinity, rounded)
    return graph.select(graph.is_nan(source), source, rounded)


# -- Comparisons and choices -------------------------------------------------------------------------------------------


@translates(stablehlo.CompareOp)
def translate_compare(op: stablehlo.CompareOp, t: Translation) -> Value:
    """A predicate of two numbers."""
    direction = op.comparison_direction.value.lower()
    if is_complex(op.lhs):
        return _compare_complex(direction, t.parts(op.lhs), t.parts(op.rhs))
    lhs, rhs = t.get(op.lhs), t.get(op.rhs)
    if op.compare_type is not None and op.compare_type.value == "TOTALORDER":
        lhs, rhs = in_total_order(lhs), in_total_order(rhs)
    if element_of(lhs) is i1 and direction not in ("eq", "ne"):
        byte = IntegerType(8, "u")
        lhs, rhs = graph.cast(lhs, byte), graph.cast(rhs, byte)
    return graph.compare(graph.PredicateAttr(direction), lhs, rhs)


def _compare_complex(direction: str, lhs: Parts, rhs: Parts) -> Value:
    if direction not in ("eq", "ne"):
        raise CannotLower(f"complex numbers are only compared by EQ and NE, but got {direction.upper()}")
    real, imaginary = (graph.compare(graph.PredicateAttr(direction), *pair) for pair in zip(lhs, rhs, strict=True))
    return (graph.and_ if direction == "eq" else graph.or_)(real, imaginary)


def in_total_order(value: Value) -> Value:
    """Return integers that are ordered as IEEE 754's total order has floats."""
    element = element_of(value)
    if not isinstance(element, FloatType):
        return value
    signed = IntegerType(element.width)
    bits = graph.bitcast(value, signed)
    flipped = graph.xor(bits, (1 << (element.width - 1)) - 1)
    return graph.select(graph.compare("lt", bits, 0), flipped, bits)


@translates(stablehlo.SelectOp)
def translate_select(op: stablehlo.SelectOp, t: Translation) -> Translated:
    """A choice for each element, or of all by a scalar."""
    pred = t.get(op.pred)
    pairs = zip(t.parts(op.on_true), t.parts(op.on_false), strict=True)
    return [tuple(graph.select(spread_to(pred, chosen), chosen, other) for chosen, other in pairs)]


@translates(stablehlo.ClampOp)
def translate_clamp(op: stablehlo.ClampOp, t: Translation) -> Value:
    """Numbers between two others."""
    low, source, high = t.get(op.low), t.get(op.source), t.get(op.high)
    if element_of(source) is i1:
        return graph.and_(graph.or_(source, spread_to(low, source)), spread_to(high, source))
    return graph.minimum(graph.maximum(source, spread_to(low, source)), spread_to(high, source))


# -- Constants ---------------------------------------------------------------------------------------------------------


@translates(stablehlo.ConstantOp)
def translate_constant(op: stablehlo.ConstantOp, t: Translation) -> Translated:
    """The given elements."""
    del t
    return constant(op.value)


@translates(arith.ConstantOp)
def translate_constant_of_arith(op: arith.ConstantOp, t: Translation) -> Translated:
    """Complex elements by their parts; others stay."""
    del t
    if is_unchanged(op.result.type) or not isinstance(op.value, DenseElementsAttr):
        return Builder.current().insert(op.clone()).result
    return constant(op.value)


def constant(value: DenseElementsAttr) -> Translated:
    """Return elements as a constant; of complex ones, the parts apart."""
    [*types] = parts_of_type(value.type)
    if len(types) == 1 and types[0] is value.type:
        return graph.constant(value)
    array = value.to_numpy()
    if len(types) == 1:
        return graph.constant(DenseElementsAttr.from_numpy(array, TensorType(array.shape, i64)))
    parts = array.real, array.imag
    return [
        tuple(
            graph.constant(DenseElementsAttr.from_numpy(numpy().array(part, order="C").reshape(type.shape), type))
            for part, type in zip(parts, types, strict=True)
        )
    ]
