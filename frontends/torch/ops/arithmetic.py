"""Arithmetic with torch's promotion of element types and numpy's broadcasting."""

from __future__ import annotations

from dlc.ir.sizes import Size

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import bf16, f16, f32, i1
from ....passes.graph.complex_parts import absolute
from ...emitter import is_float, is_unsigned
from ...floor_division import floor_quotient, floor_quotient_of_floats
from ...problems import CannotImport
from ..node import Node
from ..registry import imports
from .functions import wide

Operand = Value | Size | float


@imports("add", "sub", "rsub")
def import_sum(node: Node, x: Operand, y: Operand, alpha: Size | float = 1) -> Value:
    """A sum or a difference, of which the second operand has a factor; of truth values `or`."""
    left, right = node.operands(x, y)
    if element_of(left) is i1:
        if "sub" in node.op:
            raise CannotImport("truth values cannot be subtracted")
        return graph.or_(left, right) if alpha else left
    if "rsub" in node.op:
        left, right = right, left
    if alpha != 1:
        factor = node.spread(node.number(alpha, element_of(left)), shape_of(left))
        left, right, factor = (wide(node, each) for each in (left, right, factor))
        right = graph.mul(right, factor)
    return graph.add(left, right) if "add" in node.op else graph.sub(left, right)


@imports("mul")
def import_product(node: Node, x: Operand, y: Operand) -> Value:
    """A product; of truth values `and`."""
    left, right = _beside_numbers(node, x, y)
    return graph.and_(left, right) if element_of(left) is i1 else graph.mul(left, right)


def _beside_numbers(node: Node, x: Operand, y: Operand, *, to_float: bool = False) -> list[Value]:
    """Return operands in the type in which torch computes: beside a number, elements of 16 bits have more digits."""
    element = node.promoted(to_float=to_float)
    is_number = not isinstance(y, Value) or not shape_of(y)
    return node.operands(x, y, element=f32 if is_number and element in (f16, bf16) else element)


@imports("prims.fma")
def import_product_and_sum(node: Node, x: Operand, y: Operand, z: Operand) -> Value:
    """x * y + z"""
    first, second, third = node.operands(x, y, z)
    return graph.add(graph.mul(first, second), third)


@imports("div", "true_divide", "floor_divide")
def import_quotient(node: Node, x: Operand, y: Operand, rounding_mode: str | None = None) -> Value:
    """A quotient, exact or rounded towards zero or downwards."""
    mode = "floor" if "floor_divide" in node.op else rounding_mode
    if mode is None:
        return graph.div(*_beside_numbers(node, x, y, to_float=True))
    left, right = _beside_numbers(node, x, y)
    if not is_float(left):
        return graph.div(left, right) if mode == "trunc" else floor_quotient(left, right)
    return graph.trunc(graph.div(left, right)) if mode == "trunc" else floor_quotient_of_floats(left, right)


@imports("remainder", "fmod")
def import_remainder(node: Node, x: Operand, y: Operand) -> Value:
    """The remainder with the sign of the divisor, or, of `fmod`, of the dividend."""
    left, right = node.operands(x, y)
    return graph.rem(left, right) if "fmod" in node.op else graph.mod(left, right)


@imports("pow")
def import_power(node: Node, x: Operand, y: Operand) -> Value:
    """A power."""
    left, right = node.operands(x, y)
    return graph.and_(left, left) if element_of(left) is i1 else graph.pow(left, right)


@imports("maximum", "minimum", "fmax", "fmin")
def import_extremum(node: Node, x: Value, y: Value) -> Value:
    """The larger or the smaller of two numbers; `fmax` and `fmin` prefer a number to NaN."""
    left, right = node.operands(x, y)
    if element_of(left) is i1:
        return graph.or_(left, right) if "max" in node.op else graph.and_(left, right)
    result = graph.maximum(left, right) if "max" in node.op else graph.minimum(left, right)
    if ".f" in node.op and is_float(left):
        result = graph.select(graph.is_nan(left), right, graph.select(graph.is_nan(right), left, result))
    return result


@imports("clamp", "clamp_min", "clamp_max")
def import_clamp(node: Node, x: Value, low: Operand | None = None, high: Operand | None = None) -> Value:
    """Elements limited to a range."""
    if "clamp_max" in node.op:
        low, high = None, low
    bounds = [each for each in (low, high) if each is not None]
    element = node.result_element
    [x, *bounds] = node.operands(x, *bounds, element=element)
    if low is not None:
        x = graph.maximum(x, bounds[0])
    return graph.minimum(x, bounds[-1]) if high is not None else x


@imports("neg")
def import_negative(node: Node, x: Value) -> Value:
    """The negative number; of unsigned integers modulo a power of two."""
    return graph.sub(node.full(0, x), x) if is_unsigned(x) else graph.neg(x)


@imports("abs")
def import_absolute(node: Node, x: Value) -> Value:
    """The absolute value."""
    return x if is_unsigned(x) else graph.abs(x)


@imports("sign", "sgn")
def import_sign(node: Node, x: Value) -> Value:
    """-1, 0 or 1; 0 of NaN."""
    if element_of(x) is i1:
        return x
    if is_unsigned(x):
        return graph.minimum(x, node.full(1, x))
    signs = graph.sign(x)
    return graph.select(graph.is_nan(x), 0.0, signs) if is_float(x) else signs


@imports("signbit")
def import_sign_bit(node: Node, x: Value) -> Value:
    """A test for negative numbers, of which -0.0 is one."""
    if is_float(x):
        x = graph.copysign(node.full(1, x), x)
    return graph.compare("lt", x, node.full(0, x))


@imports("hypot")
def import_hypotenuse(node: Node, x: Value, y: Value) -> Value:
    """Distances of points from 0, whose squares may be too large."""
    left, right = node.operands(x, y)
    return absolute((left, right))


@imports("ldexp")
def import_scaled(node: Node, x: Value, exponent: Value) -> Value:
    """x * 2^exponent"""
    left, right = node.operands(x, exponent, element=node.result_element)
    return graph.mul(left, graph.pow(node.full(2, right), right))


@imports("floor", "ceil", "trunc", "round")
def import_rounding(node: Node, x: Value, decimals: int = 0) -> Value:
    """A whole number near to each element; integers stay."""
    if not is_float(x):
        return x
    kinds = {"floor": graph.floor, "ceil": graph.ceil, "trunc": graph.trunc, "round": graph.round}
    make = kinds[node.op.split(".")[1]]
    if not decimals:
        return make(x)
    scale = 10.0 ** abs(decimals)
    if decimals > 0:
        return graph.div(make(graph.mul(x, scale)), scale)
    return graph.mul(make(graph.div(x, scale)), scale)
