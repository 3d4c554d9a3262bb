"""Functions of CHLO: those that graph ops have, and others by what approximates them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from dlc.dialects import chlo, graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import DenseElementsAttr, FloatAttr, IntegerAttr, Operation, Value
from dlc.ir.builtin_types import FloatType, IntegerType, TensorType, f32

from ..graph.special_functions import (
    complementary_error_function,
    digamma,
    error_function_inverse,
    log_gamma,
    polygamma,
    scaled_bessel,
    zeta,
)
from ..graph.translated_values import filled
from ..rewriting.cannot_lower import CannotLower
from . import complex_numbers
from .control import COMPOSITES, Composite
from .elementwise import BINARY, INTEGER, OF_TRUTH_VALUES, constant, in_total_order
from .movement import broadcast
from .translation import Translated, Translation, declared_shape, is_complex, parts_of_type, translates

Function = Callable[..., Value]


def _wide(function: Function) -> Function:
    """Return a function that is computed in f32 where floats have 16 bits or less."""

    def computed(*values: Value) -> Value:
        element = element_of(values[0])
        if not isinstance(element, FloatType) or element.width >= 32:
            return function(*values)
        return graph.cast(function(*(graph.cast(value, f32) for value in values)), element)

    return computed


def infinity(sign: float) -> Function:
    """Return a function that compares with an infinity."""

    def compared(x: Value) -> Value:
        return graph.compare("eq", x, filled(sign * math.inf, x))

    return compared


def square(x: Value) -> Value:
    """Return x * x."""
    return graph.mul(x, x)


UNARY: dict[type[Operation], Function] = {
    chlo.AcosOp: graph.acos,
    chlo.AcoshOp: graph.acosh,
    chlo.AsinOp: graph.asin,
    chlo.AsinhOp: graph.asinh,
    chlo.AtanOp: graph.atan,
    chlo.AtanhOp: graph.atanh,
    chlo.BesselI1eOp: _wide(partial(scaled_bessel, order=1)),
    chlo.CoshOp: graph.cosh,
    chlo.DigammaOp: _wide(digamma),
    chlo.ErfInvOp: _wide(error_function_inverse),
    chlo.ErfOp: graph.erf,
    chlo.IsInfOp: graph.is_inf,
    chlo.IsNegInfOp: infinity(-1),
    chlo.IsPosInfOp: infinity(1),
    chlo.LgammaOp: _wide(log_gamma),
    chlo.SinhOp: graph.sinh,
    chlo.SquareOp: square,
    chlo.TanOp: graph.tan,
}


@translates(*UNARY)
def translate_unary(op: chlo.UnaryOp, t: Translation) -> Translated:
    """A function of one number."""
    if is_complex(op.operand):
        return complex_numbers.apply(type(op), [t.parts(op.operand)])
    return UNARY[type(op)](t.get(op.operand))


@translates(chlo.ZetaOp, chlo.PolygammaOp)
def translate_zeta(op: chlo.BinaryOp, t: Translation) -> Translated:
    """A sum of powers, by which derivatives of digamma are computed, too."""
    return ZETAS[type(op)](t.get(op.lhs), t.get(op.rhs))


@translates(chlo.BroadcastZetaOp, chlo.BroadcastPolygammaOp)
def translate_broadcast_zeta(op: chlo.BroadcastOp, t: Translation) -> Translated:
    """The same, with broadcasting."""
    return ZETAS[type(op)](*_together(op, t))


ZETAS: dict[type[Operation], Function] = {
    chlo.BroadcastPolygammaOp: _wide(polygamma),
    chlo.BroadcastZetaOp: _wide(zeta),
    chlo.PolygammaOp: _wide(polygamma),
    chlo.ZetaOp: _wide(zeta),
}


@translates(chlo.ErfcOp)
def translate_erfc(op: chlo.UnaryOp, t: Translation) -> Translated:
    """1 - erf(x)."""
    return _wide(complementary_error_function)(t.get(op.operand))


@translates(chlo.ConjOp)
def translate_conj(op: chlo.UnaryOp, t: Translation) -> Translated:
    """The opposite imaginary part."""
    parts = t.parts(op.operand)
    return [(parts[0], *map(graph.neg, parts[1:]))]


@translates(chlo.NextAfterOp)
def translate_next_after(op: chlo.BinaryOp, t: Translation) -> Translated:
    """The neighbor of one number in the direction of another."""
    return next_after(t.get(op.lhs), t.get(op.rhs))


def next_after(x: Value, y: Value) -> Value:
    """Return x after a step of its bits, which are ordered as the numbers are, in the direction of y."""
    element = element_of(x)
    assert isinstance(element, FloatType)
    signed = IntegerType(element.width)
    bits = in_total_order(x)
    up = graph.compare("lt", x, y)
    start = graph.select(graph.compare("eq", x, 0), graph.select(up, filled(0, bits), filled(-1, bits)), bits)
    moved = graph.add(start, graph.select(up, filled(1, bits), filled(-1, bits)))
    largest = (1 << (element.width - 1)) - 1
    back = graph.select(graph.compare("lt", moved, 0), graph.xor(moved, largest), moved)
    stepped = graph.bitcast(back, element)
    no_number = graph.or_(graph.is_nan(x), graph.is_nan(y))
    result = graph.select(graph.compare("eq", x, y), y, stepped)
    assert element_of(bits) is signed
    return graph.select(no_number, graph.add(x, y), result)


@translates(chlo.MulhiOp)
def translate_mulhi(op: chlo.MulhiOp, t: Translation) -> Translated:
    """The upper half of products, from those of half words where there is no wider type."""
    x, y = t.get(op.lhs), t.get(op.rhs)
    element = element_of(x)
    assert isinstance(element, IntegerType)
    sign = "u" if element.is_unsigned else ""
    if element.width < 64:
        wide = IntegerType(2 * element.width, sign) if sign else IntegerType(2 * element.width)
        product = graph.mul(graph.cast(x, wide), graph.cast(y, wide))
        return graph.cast(graph.shift_right(product, element.width), element)
    unsigned = IntegerType(64, "u")
    upper = _upper_half(graph.bitcast(x, unsigned), graph.bitcast(y, unsigned))
    if element.is_unsigned:
        return upper
    signed = graph.bitcast(upper, element)
    for one, other in ((x, y), (y, x)):
        signed = graph.sub(signed, graph.select(graph.compare("lt", one, 0), other, filled(0, other)))
    return signed


def _upper_half(x: Value, y: Value) -> Value:
    low = (1 << 32) - 1
    (a, b), (c, d) = ((graph.shift_right(each, 32), graph.and_(each, low)) for each in (x, y))
    cross = graph.add(graph.mul(a, d), graph.shift_right(graph.mul(b, d), 32))
    other = graph.add(graph.mul(b, c), graph.and_(cross, low))
    return graph.add(graph.add(graph.mul(a, c), graph.shift_right(cross, 32)), graph.shift_right(other, 32))


@translates(chlo.ConstantOp)
def translate_constant(op: chlo.ConstantOp, t: Translation) -> Translated:
    """The given elements."""
    del t
    return constant(op.value)


@translates(chlo.ConstantLikeOp)
def translate_constant_like(op: chlo.ConstantLikeOp, t: Translation) -> Translated:
    """A number for each element."""
    if not isinstance(op.value, (FloatAttr, IntegerAttr)):
        raise CannotLower(f"value must be a real number, but got '{op.value}'")
    [type] = parts_of_type(op.result.type)
    splat = graph.constant(DenseElementsAttr.splat(TensorType((), type.element_type), op.value))
    like = t.parts(op.operand)[0]
    sizes = graph.shape(like) if None in shape_of(like) else None
    return graph.broadcast(splat, [], shape_of(like), sizes=sizes)


@translates(chlo.TopKOp)
def translate_top_k(op: chlo.TopKOp, t: Translation) -> Translated:
    """The largest elements and where they are."""
    source = t.get(op.source)
    [type] = parts_of_type(op.indices.type)
    return list(graph.top_k(source, len(shape_of(source)) - 1, op.k.value, type.element_type))


def _composite_top_k(op: stablehlo.CompositeOp, t: Translation) -> Translated:
    source = t.get(op.inputs[0])
    [type] = parts_of_type(op.outputs[1].type)
    given = op.composite_attributes.as_dict().get("k") if op.composite_attributes is not None else None
    if not isinstance(given, IntegerAttr):
        raise CannotLower("must have the attribute 'k', an integer")
    return list(graph.top_k(source, len(shape_of(source)) - 1, given.value, type.element_type))


def _composite_unary(function: Function) -> Composite:
    return lambda op, t: [function(t.get(op.inputs[0]))]


COMPOSITES.update({kind.name: _composite_unary(function) for kind, function in UNARY.items()})
COMPOSITES["chlo.top_k"] = _composite_top_k


# -- Broadcasting ------------------------------------------------------------------------------------------------------

BROADCAST: dict[type[Operation], type[Operation]] = {
    chlo.BroadcastAddOp: stablehlo.AddOp,
    chlo.BroadcastAndOp: stablehlo.AndOp,
    chlo.BroadcastAtan2Op: stablehlo.Atan2Op,
    chlo.BroadcastDivideOp: stablehlo.DivideOp,
    chlo.BroadcastMaximumOp: stablehlo.MaximumOp,
    chlo.BroadcastMinimumOp: stablehlo.MinimumOp,
    chlo.BroadcastMultiplyOp: stablehlo.MultiplyOp,
    chlo.BroadcastOrOp: stablehlo.OrOp,
    chlo.BroadcastPowerOp: stablehlo.PowerOp,
    chlo.BroadcastRemainderOp: stablehlo.RemainderOp,
    chlo.BroadcastShiftLeftOp: stablehlo.ShiftLeftOp,
    chlo.BroadcastShiftRightArithmeticOp: stablehlo.ShiftRightArithmeticOp,
    chlo.BroadcastShiftRightLogicalOp: stablehlo.ShiftRightLogicalOp,
    chlo.BroadcastSubtractOp: stablehlo.SubtractOp,
    chlo.BroadcastXorOp: stablehlo.XorOp,
}


def _together(op: chlo.BroadcastOp, t: Translation) -> list[Value]:
    """Return both operands in the shape of the result."""
    shape = declared_shape(op.result)
    if None in shape:
        raise CannotLower(f"needs sizes that are known, but got '{op.result.type}'")
    operands = [t.get(op.lhs), t.get(op.rhs)]
    ranks = [len(shape_of(each)) for each in operands]
    dims = [list(range(len(shape) - rank, len(shape))) for rank in ranks]
    if op.broadcast_dimensions is not None and ranks[0] != ranks[1]:
        dims[ranks.index(min(ranks))] = list(op.broadcast_dimensions)
    return [broadcast(each, places, shape) for each, places in zip(operands, dims, strict=True)]


@translates(*BROADCAST)
def translate_broadcast(op: chlo.BroadcastOp, t: Translation) -> Translated:
    """A function of two numbers, with broadcasting."""
    lhs, rhs = _together(op, t)
    kind, element = BROADCAST[type(op)], element_of(lhs)
    if isinstance(element, IntegerType) and element.width == 1 and kind in OF_TRUTH_VALUES:
        return OF_TRUTH_VALUES[kind](lhs, rhs)
    functions = INTEGER if isinstance(element, IntegerType) and kind in INTEGER else BINARY
    return functions[kind](lhs, rhs)


@translates(chlo.BroadcastCompareOp)
def translate_broadcast_compare(op: chlo.BroadcastCompareOp, t: Translation) -> Translated:
    """A predicate, with broadcasting."""
    return graph.compare(graph.PredicateAttr(op.comparison_direction.value.lower()), *_together(op, t))


@translates(chlo.BroadcastNextAfterOp)
def translate_broadcast_next_after(op: chlo.BroadcastOp, t: Translation) -> Translated:
    """The neighbor of one number in the direction of another, with broadcasting."""
    return next_after(*_together(op, t))


@translates(chlo.BroadcastComplexOp)
def translate_broadcast_complex(op: chlo.BroadcastOp, t: Translation) -> Translated:
    """Two numbers as parts of one, with broadcasting."""
    lhs, rhs = _together(op, t)
    return [(lhs, rhs)]


@translates(chlo.BroadcastSelectOp)
def translate_broadcast_select(op: chlo.BroadcastSelectOp, t: Translation) -> Translated:
    """A choice, with broadcasting."""
    shape = declared_shape(op.result)
    values = [t.get(each) for each in (op.pred, op.on_true, op.on_false)]
    ranks = [len(shape_of(each)) for each in values]
    spread = [
        broadcast(each, list(range(len(shape) - rank, len(shape))), shape)
        for each, rank in zip(values, ranks, strict=True)
    ]
    return graph.select(*spread)
