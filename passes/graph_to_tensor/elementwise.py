"""Lowerings of elementwise graph ops: a `tensor.generic` with identity maps, whose body computes one element.

Functions of narrow floats are computed in f32 and rounded once at the end; arithmetic only on floats of a byte, as the
others have it themselves, rounded as it should be.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import overload

from dlc.dialects import arith, graph, math
from dlc.dialects.graph.tensors import is_unsigned
from dlc.dialects.math.bases import FloatUnaryOp
from dlc.dialects.tensor.structured import element_of
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, TensorType, i1
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from .lowering import ToTensor, lowers, plain_element
from .scalars import Scalars, arithmetic_type, is_float, working_type

Choose = Callable[[Type], Type]
"""The type in which elements of a type are computed with."""
OfOne = Callable[[Scalars, Value], Value]
OfTwo = Callable[[Scalars, Value, Value], Value]


@overload
def computed_in(choose: Choose, to: ToTensor, compute: OfOne) -> Value: ...
@overload
def computed_in(choose: Choose, to: ToTensor, compute: OfTwo) -> Value: ...
def computed_in(choose: Choose, to: ToTensor, compute: Callable[..., Value]) -> Value:
    """A generic over all operands, whose body computes in another type if need be."""
    unsigned = to.is_unsigned()
    element, is_kept = _element_of_result(choose, to.result_types[0], *to.operand_types)
    if is_kept:
        return to.elementwise(to.operands, compute, element=element, unsigned=unsigned)

    def body(scalars: Scalars, *elements: Value) -> Value:
        found = compute(scalars, *[resized_to(scalars, each, choose(each.type)) for each in elements])
        return resized_to(scalars, found, element)

    return to.elementwise(to.operands, body, element=element, unsigned=unsigned)


@lru_cache(maxsize=1024)
def _element_of_result(choose: Choose, result: Type, *operands: Type) -> tuple[Type, bool]:
    """The elements of a result, and whether nothing changes its type on the way to them: those of all operands are the
    same, and are computed with as they are."""
    element = plain_element(element_of(result))
    is_one = all(plain_element(element_of(type)) is element for type in operands)
    return element, is_one and choose(element) is element


def resized_to(scalars: Scalars, value: Value, type: Type) -> Value:
    """A float in another format; what is no float as it is."""
    if value.type is type:
        return value
    return scalars.resized(value, type) if is_float(value) and isinstance(type, FloatType) else value


# -- Arithmetic --------------------------------------------------------------------------------------------------------

_ONE: dict[type[Operation], OfOne] = {
    graph.NegOp: Scalars.neg,
    graph.AbsOp: Scalars.abs,
    graph.ReciprocalOp: lambda s, x: s.div(s.number(1, x), x),
    graph.FloorOp: lambda s, x: s.insert(math.FloorOp(x)),
    graph.CeilOp: lambda s, x: s.insert(math.CeilOp(x)),
    graph.RoundOp: lambda s, x: s.insert(math.RoundEvenOp(x)),
    graph.RoundHalfAwayOp: lambda s, x: s.insert(math.RoundOp(x)),
    graph.TruncOp: lambda s, x: s.insert(math.TruncOp(x)),
    graph.NotOp: lambda s, x: s.bit_xor(x, s.number(-1, x)),
    graph.PopcountOp: lambda s, x: s.insert(math.CtPopOp(x)),
    graph.CountLeadingZerosOp: lambda s, x: s.insert(math.CountLeadingZerosOp(x)),
}
_TWO: dict[type[Operation], OfTwo] = {
    graph.AddOp: Scalars.add,
    graph.SubOp: Scalars.sub,
    graph.MulOp: Scalars.mul,
    graph.DivOp: Scalars.div,
    graph.RemOp: Scalars.rem,
    graph.ModOp: Scalars.mod,
    graph.MaximumOp: Scalars.maximum,
    graph.MinimumOp: Scalars.minimum,
    graph.CopysignOp: lambda s, x, y: s.insert(math.CopySignOp(x, y)),
    graph.AndOp: Scalars.bit_and,
    graph.OrOp: Scalars.bit_or,
    graph.XorOp: Scalars.bit_xor,
    graph.ShiftLeftOp: Scalars.shift_left,
    graph.ShiftRightOp: Scalars.shift_right,
}


@lowers(*_ONE)
def lower_unary(op: Operation, to: ToTensor) -> Value:
    """f(x) -> generic { f }"""
    return computed_in(arithmetic_type, to, _ONE[type(op)])


@lowers(*_TWO)
def lower_binary(op: Operation, to: ToTensor) -> Value:
    """f(x, y) -> generic { f }"""
    return computed_in(arithmetic_type, to, _TWO[type(op)])


@lowers(graph.SignOp)
def lower_sign(op: graph.SignOp, to: ToTensor) -> Value:
    """sign(x) -> generic { x > 0 ? 1 : x < 0 ? -1 : x }, or { max(min(x, 1), -1) } of integers"""

    def body(s: Scalars, x: Value) -> Value:
        one = s.number(1, x)
        if not is_float(x):
            return s.minimum(x, one) if s.unsigned else s.maximum(s.minimum(x, one), s.number(-1, x))
        zero = s.number(0, x)
        negative = s.select(s.compare("lt", x, zero), s.number(-1, x), x)
        return s.select(s.compare("gt", x, zero), one, negative)

    return computed_in(arithmetic_type, to, body)


# -- Functions ---------------------------------------------------------------------------------------------------------

_FUNCTIONS: dict[type[Operation], type[FloatUnaryOp]] = {
    graph.ExpOp: math.ExpOp,
    graph.Exp2Op: math.Exp2Op,
    graph.ExpM1Op: math.ExpM1Op,
    graph.LogOp: math.LogOp,
    graph.Log2Op: math.Log2Op,
    graph.Log1pOp: math.Log1pOp,
    graph.SqrtOp: math.SqrtOp,
    graph.RsqrtOp: math.RsqrtOp,
    graph.CbrtOp: math.CbrtOp,
    graph.SinOp: math.SinOp,
    graph.CosOp: math.CosOp,
    graph.TanOp: math.TanOp,
    graph.AsinOp: math.AsinOp,
    graph.AcosOp: math.AcosOp,
    graph.AtanOp: math.AtanOp,
    graph.SinhOp: math.SinhOp,
    graph.CoshOp: math.CoshOp,
    graph.TanhOp: math.TanhOp,
    graph.AsinhOp: math.AsinhOp,
    graph.AcoshOp: math.AcoshOp,
    graph.AtanhOp: math.AtanhOp,
    graph.ErfOp: math.ErfOp,
}


@lowers(*_FUNCTIONS)
def lower_function_of_float(op: Operation, to: ToTensor) -> Value:
    """f(x) -> generic { math.f }"""
    function = _FUNCTIONS[type(op)]
    return computed_in(working_type, to, lambda s, x: s.insert(function(x)))


@lowers(graph.Atan2Op)
def lower_atan2(op: graph.Atan2Op, to: ToTensor) -> Value:
    """atan2(y, x) -> generic { math.atan2 }"""
    return computed_in(working_type, to, lambda s, y, x: s.insert(math.Atan2Op(y, x)))


@lowers(graph.PowOp)
def lower_pow(op: graph.PowOp, to: ToTensor) -> Value:
    """pow(x, y) -> generic { math.powf or math.ipowi }"""

    def body(s: Scalars, x: Value, y: Value) -> Value:
        if is_float(x):
            return s.insert(math.PowFOp(x, y))
        return unsigned_power(s, x, y) if s.unsigned else signed_power(s, x, y)

    return computed_in(working_type, to, body)


def signed_power(s: Scalars, x: Value, y: Value) -> Value:
    """x^y, where a negative power of 0, which `math.ipowi` has not, is taken of -2 instead: that is 0."""
    zero = s.number(0, x)
    lacks = s.bit_and(s.compare("eq", x, zero), s.compare("lt", y, zero))
    return s.insert(math.IPowIOp(s.select(lacks, s.number(-2, x), x), y))


def unsigned_power(s: Scalars, x: Value, y: Value) -> Value:
    """x^y modulo 2^w, where `math.ipowi` takes y for signed: x^(2^(w-1)) is 1 if x is odd, else 0."""
    one, zero = s.number(1, x), s.number(0, x)
    positive = s.insert(arith.ShRUIOp(s.insert(arith.ShLIOp(y, one)), one))
    power = s.insert(math.IPowIOp(x, positive))
    is_even = s.compare("eq", s.bit_and(x, one), zero)
    vanishes = s.bit_and(is_even, s.compare("ne", y, positive))
    return s.select(vanishes, zero, power)


# -- Comparisons and choices -------------------------------------------------------------------------------------------


@lowers(graph.CompareOp)
def lower_compare(op: graph.CompareOp, to: ToTensor) -> Value:
    """compare(x, y) -> generic { cmp }"""
    predicate = op.predicate.value
    return computed_in(arithmetic_type, to, lambda s, x, y: s.compare(predicate, x, y))


@lowers(graph.IsNanOp)
def lower_is_nan(op: graph.IsNanOp, to: ToTensor) -> Value:
    """is_nan(x) -> generic { x, x are unordered }"""
    return computed_in(arithmetic_type, to, Scalars.is_nan)


@lowers(graph.IsInfOp, graph.IsFiniteOp)
def lower_finiteness(op: graph.IsInfOp | graph.IsFiniteOp, to: ToTensor) -> Value:
    """is_inf(x) -> generic { |x| = inf };  is_finite(x) -> generic { |x| < inf }"""
    predicate = "eq" if isinstance(op, graph.IsInfOp) else "lt"
    infinity = float("inf")
    return computed_in(arithmetic_type, to, lambda s, x: s.compare(predicate, s.abs(x), s.number(infinity, x)))


@lowers(graph.SelectOp)
def lower_select(op: graph.SelectOp, to: ToTensor) -> Value:
    """select(c, x, y) -> generic { select }"""
    return to.elementwise(to.operands, Scalars.select)


@lowers(graph.ClampOp)
def lower_clamp(op: graph.ClampOp, to: ToTensor) -> Value:
    """clamp(x) -> generic { min(max(x, low), high) }, without bounds that are infinite"""
    low = op.low.value if op.low.value != float("-inf") else None
    high = op.high.value if op.high.value != float("inf") else None
    return computed_in(arithmetic_type, to, lambda s, x: s.between(x, low, high))


# -- Casts -------------------------------------------------------------------------------------------------------------


@lowers(graph.CastOp)
def lower_cast(op: graph.CastOp, to: ToTensor) -> Value:
    """cast(x) -> generic { casts of arith }"""
    target, from_unsigned, into_unsigned = to.element(), to.is_unsigned(), is_unsigned(graph_element(to))
    [source] = to.operands
    if element_is(source, target):
        return source

    def body(s: Scalars, x: Value) -> Value:
        if isinstance(target, FloatType):
            return s.resized(x, target) if is_float(x) else s.to_float(x, target, unsigned=from_unsigned)
        assert isinstance(target, IntegerType)
        if target is i1:
            return s.compare("ne", x, s.number(0, x))
        if is_float(x):
            return s.to_integer(x, target, unsigned=into_unsigned)
        return s.to_width(x, target, unsigned=from_unsigned)

    return to.elementwise(to.operands, body)


def graph_element(to: ToTensor) -> Type:
    """The element type of the result, as it is in the graph."""
    [type] = to.result_types
    assert isinstance(type, TensorType)
    return type.element_type


def element_is(value: Value, type: Type) -> bool:
    """Whether a tensor's elements are of a type already."""
    return getattr(value.type, "element_type", None) is type


@lowers(graph.BitcastOp)
def lower_bitcast(op: graph.BitcastOp, to: ToTensor) -> Value:
    """bitcast(x) -> generic { arith.bitcast }"""
    [source], target = to.operands, to.element()
    if element_is(source, target):
        return source

    def body(s: Scalars, x: Value) -> Value:
        return s.insert(arith.BitcastOp(x, target))

    return to.elementwise([source], body)
