"""Elementwise ops: arithmetic, functions, bits, comparisons and choices."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import graph, tosa
from dlc.dialects.graph.tensors import element_of
from dlc.ir import FloatAttr, IntegerAttr, Operation, Value
from dlc.ir.builtin_types import IntegerType, i64

from ..graph.translated_values import filled, known_elements, spread_to
from .translation import broadcast_together, convert, declared, is_float, the_number, translates, zero_point

Function = Callable[..., Value]
MayIgnoreNan = tosa.ArgMaxOp | tosa.ClampOp | tosa.ExtremumOp | tosa.MaxPool2dOp | tosa.ReduceExtremumOp

UNARY: dict[type[Operation], Function] = {
    tosa.AbsOp: graph.abs,
    tosa.BitwiseNotOp: graph.not_,
    tosa.CeilOp: graph.ceil,
    tosa.ClzOp: graph.count_leading_zeros,
    tosa.CosOp: graph.cos,
    tosa.ErfOp: graph.erf,
    tosa.ExpOp: graph.exp,
    tosa.FloorOp: graph.floor,
    tosa.LogOp: graph.log,
    tosa.LogicalNotOp: graph.not_,
    tosa.ReciprocalOp: graph.reciprocal,
    tosa.RsqrtOp: graph.rsqrt,
    tosa.SigmoidOp: graph.sigmoid,
    tosa.SinOp: graph.sin,
    tosa.TanhOp: graph.tanh,
}
BINARY: dict[type[Operation], Function] = {
    tosa.AddOp: graph.add,
    tosa.BitwiseAndOp: graph.and_,
    tosa.BitwiseOrOp: graph.or_,
    tosa.BitwiseXorOp: graph.xor,
    tosa.IntDivOp: graph.div,
    tosa.LogicalAndOp: graph.and_,
    tosa.LogicalLeftShiftOp: graph.shift_left,
    tosa.LogicalOrOp: graph.or_,
    tosa.LogicalXorOp: graph.xor,
    tosa.PowOp: graph.pow,
    tosa.SubOp: graph.sub,
}
PREDICATES: dict[type[Operation], str] = {tosa.EqualOp: "eq", tosa.GreaterOp: "gt", tosa.GreaterEqualOp: "ge"}


@translates(*UNARY)
def translate_unary(op: Operation) -> Value:
    """A function of one number."""
    return UNARY[type(op)](op.operands[0])


@translates(*BINARY)
def translate_binary(op: Operation) -> Value:
    """A function of two numbers."""
    return BINARY[type(op)](*broadcast_together(*op.operands))


@translates(*PREDICATES)
def translate_comparison(op: Operation) -> Value:
    """A predicate of two numbers."""
    return graph.compare(graph.PredicateAttr(PREDICATES[type(op)]), *broadcast_together(*op.operands))


@translates(tosa.SelectOp)
def translate_select(op: tosa.SelectOp) -> Value:
    """Elements of one of two tensors."""
    return graph.select(*broadcast_together(*op.operands))


# -- Numbers without NaN -----------------------------------------------------------------------------------------------


def ignores_nan(op: MayIgnoreNan, value: Value) -> bool:
    """Return whether an op takes other numbers in the place of NaN."""
    return op.nan_mode.value == "IGNORE" and is_float(value)


def without_nan(value: Value, number: float) -> Value:
    """Return numbers with another one in the place of NaN."""
    return graph.select(graph.is_nan(value), filled(number, value), value)


@translates(tosa.MaximumOp, tosa.MinimumOp)
def translate_extremum(op: tosa.ExtremumOp) -> Value:
    """The larger or the smaller number, or the one that is not NaN."""
    lhs, rhs = broadcast_together(*op.operands)
    extremum = (graph.maximum if type(op) is tosa.MaximumOp else graph.minimum)(lhs, rhs)
    if not ignores_nan(op, lhs):
        return extremum
    return graph.select(graph.is_nan(lhs), rhs, graph.select(graph.is_nan(rhs), lhs, extremum))


@translates(tosa.ClampOp)
def translate_clamp(op: tosa.ClampOp) -> Value:
    """Numbers between two others."""
    low, high = (_number(each) for each in (op.min_val, op.max_val))
    clamped = graph.minimum(graph.maximum(op.input, filled(low, op.input)), filled(high, op.input))
    if not ignores_nan(op, op.input):
        return clamped
    return graph.select(graph.is_nan(op.input), filled(low, op.input), clamped)


def _number(attr: IntegerAttr | FloatAttr) -> float:
    return attr.value


# -- Integers ----------------------------------------------------------------------------------------------------------


@translates(tosa.NegateOp)
def translate_negate(op: tosa.NegateOp) -> Value:
    """The number with the opposite sign; of integers with the zero points, and clamped."""
    element = element_of(op.input1)
    if not isinstance(element, IntegerType):
        return graph.neg(op.input1)
    value = graph.neg(shifted_by(graph.cast(op.input1, i64), op.input1_zp, graph.sub))
    return clamped_to(shifted_by(value, op.output_zp, graph.add), element)


def shifted_by(value: Value, point: Value, shift: Function) -> Value:
    """Return integers plus or minus a zero point."""
    zero = zero_point(point)
    if zero is None:
        return value
    return shift(value, spread_to(convert(zero, element_of(value)), value))


def clamped_to(value: Value, element: IntegerType) -> Value:
    """Return integers as those of a type, or the least or the largest one of these."""
    least, most = element.limits
    return graph.cast(graph.minimum(graph.maximum(value, least), most), element)


@translates(tosa.ArithmeticRightShiftOp)
def translate_arithmetic_right_shift(op: tosa.ArithmeticRightShiftOp) -> Value:
    """Bits moved down, and the last one that is moved out."""
    value, count = broadcast_together(*op.operands)
    shifted = graph.shift_right(value, count)
    if not op.round.value:
        return shifted
    last = graph.and_(graph.shift_right(value, graph.maximum(graph.sub(count, 1), 0)), 1)
    return graph.select(graph.compare("gt", count, 0), graph.add(shifted, last), shifted)


@translates(tosa.LogicalRightShiftOp)
def translate_logical_right_shift(op: Operation) -> Value:
    """Bits moved down, with zeros above."""
    element = element_of(op.operands[0])
    assert isinstance(element, IntegerType)
    unsigned = IntegerType(element.width, "u")
    value, count = (graph.bitcast(each, unsigned) for each in broadcast_together(*op.operands))
    return graph.bitcast(graph.shift_right(value, count), element)


@translates(tosa.MulOp)
def translate_mul(op: tosa.MulOp) -> Value:
    """Products; of integers moved down by the shift, with half of the last bit added before."""
    lhs, rhs = broadcast_together(op.input1, op.input2)
    _, element = declared(op.output)
    if not isinstance(element, IntegerType):
        return graph.mul(lhs, rhs)
    shift = known_elements(op.shift)
    if shift is not None and not shift.to_numpy().any():
        return graph.mul(*(graph.cast(each, element) for each in (lhs, rhs)))
    product = graph.mul(graph.cast(lhs, i64), graph.cast(rhs, i64))
    count = spread_to(graph.cast(the_number(op.shift), i64), product)
    return graph.cast(graph.shift_right(graph.add(product, half_of_last(count)), count), element)


def half_of_last(count: Value) -> Value:
    """Return half of what the last bit stands for that is left after a shift to the right; 0 for no shift."""
    return graph.shift_right(graph.shift_left(filled(1, count), count), 1)
