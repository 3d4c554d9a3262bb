"""Functions of each element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from ..floor_division import floor_quotient, floor_quotient_of_floats
from .arrays import Array
from .dtypes import checked_dtype, dtype_of_element, element_of_dtype, is_floating
from .errors import call_error
from .operands import (
    are_weak,
    as_array,
    broadcast_value,
    broadcast_values,
    checked_operand,
    common_dtype,
    promoted_operands,
    require_kind,
    with_dtype,
    wrap,
)
from .tracing import array_function, value_of

FLOAT, NUMERIC, INTEGRAL, BOOL = "real floating", "numeric", "integral", "bool"
Unary = Callable[[Array], Array]
Binary = Callable[[Any, Any], Array]


def _unary(name: str, build: Callable[[Value], Value], doc: str, *kinds: str, whole: bool = False) -> Unary:
    """Return a function of arrays of some kinds; `whole`: integers are returned as they are."""

    def function(x: Array, /) -> Array:
        array = as_array(name, x)
        require_kind(name, array, *kinds)
        if whole and not is_floating(array.dtype):
            return array
        return wrap(build(value_of(array)), array.is_weak)

    return _named(function, name, doc)


def _binary(name: str, build: Callable[[Value, Value], Value], doc: str, *kinds: str) -> Binary:
    """Return a function of two arrays of some kinds, or an array and a number."""

    def function(x1: Any, x2: Any, /) -> Array:
        left, right = promoted_operands(name, (x1, x2), *kinds)
        return wrap(build(left, right), are_weak((x1, x2)))

    return _named(function, name, doc)


def _named(function: Any, name: str, doc: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return array_function(function)


# -- One operand -------------------------------------------------------------------------------------------------------

abs = _unary("abs", graph.abs, "Return the absolute values.", NUMERIC)
acos = _unary("acos", graph.acos, "Return the arc cosines.", FLOAT)
acosh = _unary("acosh", graph.acosh, "Return the inverse hyperbolic cosines.", FLOAT)
asin = _unary("asin", graph.asin, "Return the arc sines.", FLOAT)
asinh = _unary("asinh", graph.asinh, "Return the inverse hyperbolic sines.", FLOAT)
atan = _unary("atan", graph.atan, "Return the arc tangents.", FLOAT)
atanh = _unary("atanh", graph.atanh, "Return the inverse hyperbolic tangents.", FLOAT)
bitwise_invert = _unary("bitwise_invert", graph.not_, "Return each bit the other way.", INTEGRAL, BOOL)
ceil = _unary("ceil", graph.ceil, "Return the elements rounded up.", NUMERIC, whole=True)
conj = _unary("conj", lambda x: x, "Return the complex conjugates, which are the elements.", NUMERIC)
cos = _unary("cos", graph.cos, "Return the cosines.", FLOAT)
cosh = _unary("cosh", graph.cosh, "Return the hyperbolic cosines.", FLOAT)
exp = _unary("exp", graph.exp, "Return e to the power of the elements.", FLOAT)
expm1 = _unary("expm1", graph.expm1, "Return exp(x) - 1.", FLOAT)
floor = _unary("floor", graph.floor, "Return the elements rounded down.", NUMERIC, whole=True)
log = _unary("log", graph.log, "Return the natural logarithms.", FLOAT)
log1p = _unary("log1p", graph.log1p, "Return log(1 + x).", FLOAT)
log2 = _unary("log2", graph.log2, "Return the logarithms to base 2.", FLOAT)
logical_not = _unary("logical_not", graph.not_, "Return the other truth values.", BOOL)
negative = _unary("negative", graph.neg, "Return -x.", NUMERIC)
positive = _unary("positive", lambda x: x, "Return the elements.", NUMERIC)
real = _unary("real", lambda x: x, "Return the real parts, which are the elements.", NUMERIC)
reciprocal = _unary("reciprocal", graph.reciprocal, "Return 1 / x.", FLOAT)
round = _unary("round", graph.round, "Return the nearest whole numbers, ties to even.", NUMERIC, whole=True)
sign = _unary("sign", lambda x: graph.add(graph.sign(x), 0), "Return -1, 0 or 1; 0 of both zeros.", NUMERIC)
sin = _unary("sin", graph.sin, "Return the sines.", FLOAT)
sinh = _unary("sinh", graph.sinh, "Return the hyperbolic sines.", FLOAT)
sqrt = _unary("sqrt", graph.sqrt, "Return the square roots.", FLOAT)
square = _unary("square", lambda x: graph.mul(x, x), "Return x * x.", NUMERIC)
tan = _unary("tan", graph.tan, "Return the tangents.", FLOAT)
tanh = _unary("tanh", graph.tanh, "Return the hyperbolic tangents.", FLOAT)
trunc = _unary("trunc", graph.trunc, "Return the elements rounded towards zero.", NUMERIC, whole=True)
log10 = _unary("log10", lambda x: graph.mul(graph.log(x), 1 / math.log(10)), "Return the logarithms to base 10.", FLOAT)


def _tested(test: Callable[[Value], Value], of_integers: bool) -> Callable[[Value], Value]:
    def build(value: Value) -> Value:
        if is_floating(dtype_of_element(value.type.element_type)):  # type: ignore[attr-defined]
            return test(value)
        return broadcast_value(graph.constant(np.array(of_integers)), shape_of(value), value)

    return build


isfinite = _unary("isfinite", _tested(graph.is_finite, True), "Return whether elements are finite.", NUMERIC)
isinf = _unary("isinf", _tested(graph.is_inf, False), "Return whether elements are infinite.", NUMERIC)
isnan = _unary("isnan", _tested(graph.is_nan, False), "Return whether elements are NaN.", NUMERIC)


def _bits(value: Value) -> Value:
    """Return floats as signed integers of the same bits."""
    dtype = dtype_of_element(value.type.element_type)  # type: ignore[attr-defined]
    return graph.bitcast(value, f"int{8 * dtype.itemsize}")


signbit = _unary("signbit", lambda x: graph.compare("lt", _bits(x), 0), "Return whether the sign bits are set.", FLOAT)


# -- Two operands ------------------------------------------------------------------------------------------------------

add = _binary("add", graph.add, "Return x1 + x2.", NUMERIC)
atan2 = _binary("atan2", graph.atan2, "Return the angles of the points (x2, x1).", FLOAT)
bitwise_and = _binary("bitwise_and", graph.and_, "Return the bits that both have.", INTEGRAL, BOOL)
bitwise_or = _binary("bitwise_or", graph.or_, "Return the bits that either has.", INTEGRAL, BOOL)
bitwise_xor = _binary("bitwise_xor", graph.xor, "Return the bits that one of both has.", INTEGRAL, BOOL)
bitwise_left_shift = _binary("bitwise_left_shift", graph.shift_left, "Return x1 << x2.", INTEGRAL)
bitwise_right_shift = _binary("bitwise_right_shift", graph.shift_right, "Return x1 >> x2.", INTEGRAL)
copysign = _binary("copysign", graph.copysign, "Return x1 with the signs of x2.", FLOAT)
divide = _binary("divide", graph.div, "Return x1 / x2.", FLOAT)
logical_and = _binary("logical_and", graph.and_, "Return whether both are true.", BOOL)
logical_or = _binary("logical_or", graph.or_, "Return whether either is true.", BOOL)
logical_xor = _binary("logical_xor", graph.xor, "Return whether one of both is true.", BOOL)
maximum = _binary("maximum", graph.maximum, "Return the larger elements, NaN if either is.", NUMERIC)
minimum = _binary("minimum", graph.minimum, "Return the smaller elements, NaN if either is.", NUMERIC)
multiply = _binary("multiply", graph.mul, "Return x1 * x2.", NUMERIC)
subtract = _binary("subtract", graph.sub, "Return x1 - x2.", NUMERIC)


def _comparison(name: str, predicate: Any, doc: str, *kinds: str) -> Binary:
    return _binary(name, lambda a, b: graph.compare(predicate, a, b), doc, *kinds)


equal = _comparison("equal", "eq", "Return whether elements are equal.")
not_equal = _comparison("not_equal", "ne", "Return whether elements differ.")
less = _comparison("less", "lt", "Return whether x1 < x2.", NUMERIC)
less_equal = _comparison("less_equal", "le", "Return whether x1 <= x2.", NUMERIC)
greater = _comparison("greater", "gt", "Return whether x1 > x2.", NUMERIC)
greater_equal = _comparison("greater_equal", "ge", "Return whether x1 >= x2.", NUMERIC)


def _remainder(a: Value, b: Value) -> Value:
    """Return the remainder with the sign of the divisor, also of a zero."""
    rest = graph.mod(a, b)
    if not is_floating(dtype_of_element(a.type.element_type)):  # type: ignore[attr-defined]
        return rest
    return graph.select(graph.compare("eq", rest, 0.0), graph.copysign(rest, b), rest)


def _floor_divide(a: Value, b: Value) -> Value:
    """Return the quotient rounded down; of infinities, as the standard asks, infinity."""
    if not is_floating(dtype_of_element(a.type.element_type)):  # type: ignore[attr-defined]
        return floor_quotient(a, b)
    return graph.select(graph.is_inf(a), graph.div(a, b), floor_quotient_of_floats(a, b))


floor_divide = _binary("floor_divide", _floor_divide, "Return x1 / x2 rounded down.", NUMERIC)
remainder = _binary("remainder", _remainder, "Return x1 - x2 * (x1 // x2), with the signs of x2.", NUMERIC)


def _hypot(a: Value, b: Value) -> Value:
    """Return sqrt(a * a + b * b) without overflow on the way."""
    a, b = graph.abs(a), graph.abs(b)
    large, small = graph.maximum(a, b), graph.minimum(a, b)
    ratio = graph.div(small, large)
    length = graph.mul(large, graph.sqrt(graph.add(graph.mul(ratio, ratio), 1.0)))
    length = graph.select(graph.compare("eq", small, 0.0), large, length)
    infinite = graph.or_(graph.is_inf(a), graph.is_inf(b))
    return graph.select(infinite, constant_like(math.inf, a), length)


hypot = _binary("hypot", _hypot, "Return sqrt(x1 * x1 + x2 * x2).", FLOAT)


def _logaddexp(a: Value, b: Value) -> Value:
    """Return log(exp(a) + exp(b)) without overflow on the way."""
    distance = graph.neg(graph.abs(graph.sub(a, b)))
    result = graph.add(graph.maximum(a, b), graph.log1p(graph.exp(distance)))
    return graph.select(graph.compare("eq", a, b), graph.add(a, math.log(2.0)), result)


logaddexp = _binary("logaddexp", _logaddexp, "Return log(exp(x1) + exp(x2)).", FLOAT)


def _nextafter(a: Value, b: Value) -> Value:
    """Return the neighbour of a towards b: its bits are those of a plus or minus 1."""
    bits = _bits(a)
    away = graph.compare("eq", graph.compare("gt", b, a), graph.compare("gt", a, 0.0))
    stepped = graph.bitcast(graph.select(away, graph.add(bits, 1), graph.sub(bits, 1)), _element(a))
    smallest = graph.copysign(graph.bitcast(constant_like(1, bits), _element(a)), b)
    result = graph.select(graph.compare("eq", a, 0.0), smallest, stepped)
    result = graph.select(graph.compare("eq", a, b), b, result)
    return graph.select(graph.or_(graph.is_nan(a), graph.is_nan(b)), graph.add(a, b), result)


def _element(value: Value) -> Any:
    return value.type.element_type  # type: ignore[attr-defined]


nextafter = _binary("nextafter", _nextafter, "Return the neighbours of x1 towards x2.", FLOAT)


_power = _binary("pow", graph.pow, "Return x1 to the power of x2.", NUMERIC)


@array_function
def pow(x1: Any, x2: Any, /) -> Array:
    """Return x1 to the power of x2. Exponents of integers must not be negative; computed ones are not checked."""
    base, exponent = (checked_operand("pow", each) for each in (x1, x2))
    smallest = _smallest_number(exponent)
    if smallest < 0 and not is_floating(common_dtype("pow", [base, exponent])):
        raise ValueError(
            f"pow: integers to negative integer powers are not allowed, but got the exponent {smallest}; make the base "
            "floats by `dlc.array.astype`"
        )
    return _power(base, exponent)


def _smallest_number(exponent: Any) -> float:
    """Return the smallest of the exponents, 0 if they are not known while a function is traced."""
    if isinstance(exponent, Array):
        return exponent.data.min(initial=0).item() if exponent.value is None else 0
    return exponent if isinstance(exponent, (int, float)) else 0


# -- Others ------------------------------------------------------------------------------------------------------------


@array_function
def clip(x: Array, /, min: Any = None, max: Any = None) -> Array:
    """Return the elements, or the bounds where they are beyond these."""
    array = as_array("clip", x)
    dtype = require_kind("clip", array, NUMERIC)
    bounds = [checked_operand("clip", each) for each in (min, max) if each is not None]
    common_dtype("clip", [array, *bounds])
    values = [with_dtype(each, dtype) for each in (array, *bounds)]
    result, *limits = broadcast_values("clip", values)
    if min is not None:
        result = graph.maximum(result, limits.pop(0))
    return wrap(graph.minimum(result, limits.pop(0)) if max is not None else result)


@array_function
def imag(x: Array, /) -> Array:
    """Refuse: arrays are not complex."""
    raise call_error(f"imag: a complex dtype is required, but got {x.dtype}; arrays cannot be complex")


@array_function
def where(condition: Array, x1: Any, x2: Any, /) -> Array:
    """Return the elements of x1 where the condition is true, and those of x2 elsewhere."""
    test = as_array("where", condition)
    require_kind("where", test, BOOL)
    operands = [checked_operand("where", each) for each in (x1, x2)]
    dtype = common_dtype("where", operands)
    values = [value_of(test), *[with_dtype(each, dtype) for each in operands]]
    return wrap(graph.select(*broadcast_values("where", values)))


@array_function
def astype(x: Array, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Array:
    """Return the elements converted to a dtype."""
    del copy, device
    array = as_array("astype", x)
    target = checked_dtype(dtype)
    if array.dtype == target:
        return wrap(value_of(array))
    return wrap(graph.cast(value_of(array), element_of_dtype(target)))
