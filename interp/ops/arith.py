"""The meaning of `arith`. Fast-math flags only ever allow more, so they change nothing here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlc.dialects import arith
from dlc.ir import Attribute, Operation
from dlc.ir.floats import F8E8M0FNU, FloatFormat

from .. import float_arithmetic as floats, integer_arithmetic as integers
from ..combining import bit_and, bit_or, bit_xor
from ..errors import Fault
from ..integer_arithmetic import Width
from ..semantics import (
    Binary,
    Kernel,
    Machine,
    Nullary,
    PerOp,
    Prepare,
    ScalarFunction,
    Unary,
    elementwise,
    extend,
    lanewise,
    poison_strict,
    semantics,
    unless_poisoned,
)
from ..values import POISON, Elements, constant, float_format, is_vector_like, scalar_width


@semantics(arith.ConstantOp)
def constant_value(op: arith.ConstantOp, machine: Machine) -> Nullary:
    """The attribute's value."""
    value = constant(op.value, op.result.type, machine.vscale)
    return lambda: value


# -- Integers --------------------------------------------------------------------------------------------------------


def width_of(op: Operation) -> Width:
    """The width of the first operand (of its elements)."""
    return Width(scalar_width(op.operands[0].type))


def result_width(op: Operation) -> Width:
    """The width of the first result (of its elements)."""
    return Width(scalar_width(op.results[0].type))


def same_for_all(function: ScalarFunction) -> Callable[[Any], ScalarFunction]:
    """A function that does not depend on the op."""
    return lambda _: function


def _overflowing(function: integers.Binary) -> Callable[[Any], ScalarFunction]:
    def prepare(op: arith.AddIOp) -> ScalarFunction:
        flags = op.overflowFlags
        return integers.overflowing(width_of(op), function, nsw="nsw" in flags, nuw="nuw" in flags)

    return prepare


elementwise(arith.AddIOp)(_overflowing(lambda a, b: a + b))
elementwise(arith.SubIOp)(_overflowing(lambda a, b: a - b))
elementwise(arith.MulIOp)(_overflowing(lambda a, b: a * b))
elementwise(arith.AndIOp)(same_for_all(bit_and))
elementwise(arith.OrIOp)(same_for_all(bit_or))
elementwise(arith.XOrIOp)(same_for_all(bit_xor))


@elementwise(arith.ShLIOp)
def shift_left(op: arith.ShLIOp) -> ScalarFunction:
    """Shift left; as far as the width is poison."""
    return integers.shift_left(width_of(op), nsw="nsw" in op.overflowFlags, nuw="nuw" in op.overflowFlags)


@elementwise(arith.ShRUIOp, arith.ShRSIOp)
def shift_right(op: arith.ShRUIOp | arith.ShRSIOp) -> ScalarFunction:
    """Shift right, zeros or copies of the sign coming in; as far as the width is poison."""
    return integers.shift_right(width_of(op), signed=isinstance(op, arith.ShRSIOp), exact=op.isExact is not None)


def _division(prepare: PerOp) -> Prepare:
    """A division: a divisor that is poison may be zero, so it is undefined behaviour."""

    def prepare_checked(op: Operation, machine: Machine) -> Kernel:
        del machine
        function = prepare(op)

        def run(a: Any, b: Any) -> Any:
            if b is POISON:
                raise Fault("depends on poison: the divisor")
            if a is not POISON:
                return function(a, b)
            if not b:
                raise Fault("division by zero")
            return POISON

        return extend(run, op.results[0].type)

    return prepare_checked


semantics(arith.DivUIOp)(_division(lambda op: integers.divide_unsigned(exact=op.isExact is not None)))
semantics(arith.DivSIOp)(
    _division(lambda op: integers.divide_signed(width_of(op), rounding="toward_zero", exact=op.isExact is not None))
)
semantics(arith.CeilDivUIOp)(_division(same_for_all(integers.divide_unsigned(upward=True))))
semantics(arith.CeilDivSIOp)(_division(lambda op: integers.divide_signed(width_of(op), rounding="up")))
semantics(arith.FloorDivSIOp)(_division(lambda op: integers.divide_signed(width_of(op), rounding="down")))
semantics(arith.RemUIOp)(_division(same_for_all(integers.remainder_unsigned())))
semantics(arith.RemSIOp)(_division(lambda op: integers.remainder_signed(width_of(op))))

elementwise(arith.MaxUIOp)(same_for_all(max))
elementwise(arith.MinUIOp)(same_for_all(min))


@elementwise(arith.MaxSIOp)
def signed_maximum(op: Operation) -> Binary:
    """The larger signed number."""
    signed = width_of(op).signed
    return lambda a, b: a if signed(a) > signed(b) else b


@elementwise(arith.MinSIOp)
def signed_minimum(op: Operation) -> Binary:
    """The smaller signed number."""
    signed = width_of(op).signed
    return lambda a, b: a if signed(a) < signed(b) else b


@elementwise(arith.CmpIOp)
def compare_integers(op: arith.CmpIOp) -> ScalarFunction:
    """One bit: whether the predicate holds."""
    return integers.compare(width_of(op), op.predicate.value)


HalvesOf = Callable[[Width, int, int], tuple[int, int]]


def _extended(function: HalvesOf, second_width: int | None) -> Prepare:
    """An op with two results, each elementwise."""

    def prepare(op: Operation, machine: Machine) -> Binary:
        del machine
        width = width_of(op)

        def half(which: int) -> Binary:
            def run(a: int, b: int) -> int:
                return function(width, a, b)[which]

            return poison_strict(run)

        low, high = half(0), half(1)
        if is_vector_like(op.results[0].type):
            low, high = lanewise(low, width.bits), lanewise(high, second_width or width.bits)
        return lambda a, b: (low(a, b), high(a, b))

    return prepare


def _add_extended(width: Width, a: int, b: int) -> tuple[int, int]:
    """The sum, and whether it does not fit."""
    return a + b & width.mask, int(a + b > width.mask)


def _multiply_unsigned(width: Width, a: int, b: int) -> tuple[int, int]:
    """The low and the high half of the product."""
    return a * b & width.mask, a * b >> width.bits


def _multiply_signed(width: Width, a: int, b: int) -> tuple[int, int]:
    """The same of signed numbers."""
    return a * b & width.mask, width.signed(a) * width.signed(b) >> width.bits & width.mask


semantics(arith.AddUIExtendedOp)(_extended(_add_extended, 1))
semantics(arith.MulUIExtendedOp)(_extended(_multiply_unsigned, None))
semantics(arith.MulSIExtendedOp)(_extended(_multiply_signed, None))


# -- Between integers ------------------------------------------------------------------------------------------------


@elementwise(arith.ExtUIOp)
def extend_zeros(op: arith.ExtUIOp) -> ScalarFunction:
    """The same unsigned number in more bits; poison where it was promised not to be negative and is."""
    return _nonnegative(op, lambda value: value)


@elementwise(arith.ExtSIOp, arith.IndexCastOp)
def extend_sign(op: Operation) -> Unary:
    """The same signed number in more bits (or fewer, of an index)."""
    signed, mask = width_of(op).signed, result_width(op).mask
    return lambda value: signed(value) & mask


@elementwise(arith.IndexCastUIOp)
def cast_unsigned(op: arith.IndexCastUIOp) -> ScalarFunction:
    """The same unsigned number as an index, or its low bits."""
    mask = result_width(op).mask
    return _nonnegative(op, lambda value: value & mask)


def _nonnegative(op: Operation, function: Unary) -> Unary:
    """Return the function with poison for negative numbers if the op is flagged `nneg`."""
    if op.properties.get("nonNeg") is None:
        return function
    sign = width_of(op).sign
    return lambda value: POISON if value & sign else function(value)


@elementwise(arith.TruncIOp)
def truncate(op: arith.TruncIOp) -> ScalarFunction:
    """The low bits; poison where the number changes and was promised not to."""
    source, target = width_of(op), result_width(op)
    nsw, nuw = "nsw" in op.overflowFlags, "nuw" in op.overflowFlags

    def run(value: int) -> Any:
        if (nuw and value > target.mask) or (nsw and not target.fits_signed(source.signed(value))):
            return POISON
        return value & target.mask

    return run


# -- Floats ----------------------------------------------------------------------------------------------------------


def _format(op: Operation) -> FloatFormat:
    return float_format(op.operands[0].type)


_ROUNDED: tuple[tuple[type[Operation], Callable[[FloatFormat], floats.Binary], Callable[..., Any]], ...] = (
    (arith.AddFOp, floats.add, np.add),
    (arith.SubFOp, floats.subtract, np.subtract),
    (arith.MulFOp, floats.multiply, np.multiply),
    (arith.DivFOp, floats.divide, np.divide),
)
"""Ops with exact results that are rounded once: as functions of scalars, and of arrays."""


def _rounded(scalar: Callable[[FloatFormat], floats.Binary], whole: Callable[..., Any]) -> Prepare:
    def prepare(op: Operation, machine: Machine) -> Kernel:
        del machine
        each = extend(poison_strict(scalar(_format(op)), 2), op.results[0].type)
        at_once = floats.on_arrays(_format(op), whole) if is_vector_like(op.results[0].type) else None
        return each if at_once is None else unless_poisoned(at_once, each)

    return prepare


for _kind, _scalar, _whole in _ROUNDED:
    semantics(_kind)(_rounded(_scalar, _whole))
elementwise(arith.RemFOp)(lambda op: floats.remainder(_format(op)))
elementwise(arith.MaximumFOp)(lambda op: floats.extremum(_format(op), largest=True, keeps_nan=True))
elementwise(arith.MinimumFOp)(lambda op: floats.extremum(_format(op), largest=False, keeps_nan=True))
elementwise(arith.MaxNumFOp)(lambda op: floats.extremum(_format(op), largest=True, keeps_nan=False))
elementwise(arith.MinNumFOp)(lambda op: floats.extremum(_format(op), largest=False, keeps_nan=False))


@elementwise(arith.NegFOp)
def negate(op: arith.NegFOp) -> ScalarFunction:
    """The other sign, of whatever it is; a format without -0 has one zero."""
    return negation(_format(op))


def negation(form: FloatFormat) -> Unary:
    """-x"""
    if form.special == "negative_zero":
        return lambda bits: bits ^ form.sign_bit if bits & ~form.sign_bit else bits
    return lambda bits: bits ^ form.sign_bit


_LESS, _EQUAL, _GREATER, _UNORDERED = 4, 1, 2, 8
_HOLDS = (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15)
"""By the number of `arith.cmpf`'s predicate: the outcomes for which it holds."""


@elementwise(arith.CmpFOp)
def compare_floats(op: arith.CmpFOp) -> Binary:
    """One bit: whether the predicate holds. -0 equals 0; NaN is unordered."""
    order, holds = floats.compare(_format(op)), _HOLDS[op.predicate.value]
    outcome = {-1: _LESS, 0: _EQUAL, 1: _GREATER, None: _UNORDERED}
    return lambda a, b: int(bool(holds & outcome[order(a, b)]))


# -- Between floats and integers ---------------------------------------------------------------------------------------


@elementwise(arith.ExtFOp)
def extend_float(op: arith.ExtFOp) -> ScalarFunction:
    """The same number in a wider format."""
    return floats.convert(_format(op), float_format(op.results[0].type))


@elementwise(arith.TruncFOp)
def truncate_float(op: arith.TruncFOp) -> ScalarFunction:
    """The number rounded to a narrower format."""
    return floats.convert(_format(op), float_format(op.results[0].type), _rounding(op.properties.get("roundingmode")))


def _rounding(mode: Attribute | None) -> int:
    return getattr(mode, "value", floats.TIES_TO_EVEN)


@elementwise(arith.ScalingExtFOp)
def extend_scaled(op: arith.ScalingExtFOp) -> Binary:
    """in * scale in the result's format; the scale is a power of two."""
    target = float_format(op.results[0].type)
    extend, scale, multiply = floats.convert(_format(op), target), _scale(op, target), floats.multiply(target)
    return lambda value, factor: poison_strict(multiply)(extend(value), scale(factor))


@elementwise(arith.ScalingTruncFOp)
def truncate_scaled(op: arith.ScalingTruncFOp) -> Binary:
    """in / scale, rounded to the result's format; the scale is a power of two."""
    source = _format(op)
    scale, divide = _scale(op, source), floats.divide(source)
    narrow = floats.convert(source, float_format(op.results[0].type), _rounding(op.properties.get("roundingmode")))
    return lambda value, factor: poison_strict(narrow)(poison_strict(divide)(value, scale(factor)))


def _scale(op: Operation, target: FloatFormat) -> Callable[[int], Any]:
    """The second operand as f8E8M0FNU, and that in the format in which it is used."""
    narrow, widen = floats.convert(float_format(op.operands[1].type), F8E8M0FNU), floats.convert(F8E8M0FNU, target)
    return lambda factor: poison_strict(widen)(narrow(factor))


@elementwise(arith.SIToFPOp)
def from_signed(op: arith.SIToFPOp) -> Unary:
    """The float nearest to a signed number."""
    signed, form = width_of(op).signed, float_format(op.results[0].type)
    return lambda value: form.from_fraction(signed(value))


@elementwise(arith.UIToFPOp)
def from_unsigned(op: arith.UIToFPOp) -> ScalarFunction:
    """The float nearest to an unsigned number."""
    return _nonnegative(op, float_format(op.results[0].type).from_fraction)


@elementwise(arith.FPToSIOp)
def to_signed(op: arith.FPToSIOp) -> ScalarFunction:
    """The number without its fraction; poison where it does not fit."""
    return _to_integer(op, result_width(op).fits_signed)


@elementwise(arith.FPToUIOp)
def to_unsigned(op: arith.FPToUIOp) -> ScalarFunction:
    """The number without its fraction; poison where it does not fit."""
    return _to_integer(op, result_width(op).fits_unsigned)


def _to_integer(op: Operation, fits: Callable[[int], bool]) -> ScalarFunction:
    cut, mask = floats.to_integer(_format(op)), result_width(op).mask

    def run(bits: int) -> Any:
        number = cut(bits)
        return POISON if number is None or not fits(number) else number & mask

    return run


@semantics(arith.BitcastOp)
def bitcast(op: arith.BitcastOp, machine: Machine) -> Unary:
    """The same bits: a value is nothing else here."""
    del op, machine
    return lambda value: value


# -- Choice ----------------------------------------------------------------------------------------------------------


@semantics(arith.SelectOp)
def select(op: arith.SelectOp, machine: Machine) -> Kernel:
    """The second operand where the first is true, else the third. What is not chosen may be poison."""
    del machine

    def choose(condition: Any, on_true: Any, on_false: Any) -> Any:
        if condition is POISON:
            return _all_poison(on_true)
        return on_true if condition else on_false

    if is_vector_like(op.operands[0].type):
        return lanewise(choose, scalar_width(op.results[0].type))
    return choose


def _all_poison(like: Any) -> Any:
    """Poison in the shape of a value."""
    if not isinstance(like, Elements):
        return POISON
    return Elements(like.bits, Elements.splat(POISON, like.shape, 1).poison)
