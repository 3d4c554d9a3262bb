"""The meaning of `graph`'s arithmetic. What can be computed exactly is rounded once; the rest is computed in float64.

Integers are computed in 64 bits, and wrapped to as many as they have when they become the value of a result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import element_of, is_unsigned
from dlc.interp.errors import Fault
from dlc.interp.semantics import Binary, Unary
from dlc.interp.values import Array
from dlc.ir.builtin_types import bit_width
from dlc.ir.operations import Operation

from .arrays import ArrayFunction, PerOp, is_float_array, on_arrays, wide

where: Callable[[Any, Any, Any], Array] = np.where
"""Elements of one array or of another; numpy's own type says that nothing is known of the result."""


def on_elements(*kinds: type[Operation]) -> Callable[[PerOp], PerOp]:
    """Make `function(op)`, which gives a function of arrays of one shape, the meaning of some kinds of op."""

    def register(function: PerOp) -> PerOp:
        on_arrays(*kinds)(lambda op: with_one_shape(function(op)))
        return function

    return register


def with_one_shape(function: ArrayFunction) -> ArrayFunction:
    """The same function, which refuses arrays that numpy would broadcast: unknown sizes may turn out to differ."""

    def run(*arrays: Array) -> Array:
        shapes = [list(array.shape) for array in arrays]
        if any(shape != shapes[0] for shape in shapes):
            raise Fault(f"combines shapes {' and '.join(map(str, shapes))}")
        return function(*arrays)

    return run


def widely(*kinds: type[Operation]) -> Callable[[ArrayFunction], ArrayFunction]:
    """Make a function of float64 and 64-bit integers the meaning of some kinds of op."""

    def register(function: ArrayFunction) -> ArrayFunction:
        on_elements(*kinds)(lambda _: lambda *arrays: function(*map(wide, arrays)))
        return function

    return register


def rounded_once(*kinds: type[Operation]) -> Callable[[ArrayFunction], ArrayFunction]:
    """The same for functions that numpy rounds correctly: of float32 they give at once what float64, rounded, gives."""

    def register(function: ArrayFunction) -> ArrayFunction:
        on_elements(*kinds)(lambda _: lambda *arrays: function(*map(_wide_enough, arrays)))
        return function

    return register


def _wide_enough(array: Array) -> Array:
    return array if array.dtype in (np.float32, np.float64) else wide(array)


rounded_once(dialect.NegOp)(np.negative)
rounded_once(dialect.AbsOp)(np.abs)
rounded_once(dialect.AddOp)(np.add)
rounded_once(dialect.SubOp)(np.subtract)
rounded_once(dialect.MulOp)(np.multiply)


@widely(dialect.SignOp)
def sign(x: Array) -> Array:
    """1, -1, or x itself."""
    return where(x > 0, 1, where(x < 0, np.negative(1), x)) if is_float_array(x) else np.sign(x)


@widely(dialect.MaximumOp)
def maximum(x: Array, y: Array) -> Array:
    """The larger one, or NaN; 0 is larger than -0."""
    if not is_float_array(x):
        return np.maximum(x, y)
    return where(x == y, where(np.signbit(x), y, x), np.maximum(x, y))


@widely(dialect.MinimumOp)
def minimum(x: Array, y: Array) -> Array:
    """The smaller one, or NaN; -0 is smaller than 0."""
    if not is_float_array(x):
        return np.minimum(x, y)
    return where(x == y, where(np.signbit(y), y, x), np.minimum(x, y))


# -- Division and powers -----------------------------------------------------------------------------------------------


def check_divisor(y: Array) -> None:
    """Refuse to divide integers by zero."""
    if (y == 0).any():
        raise Fault("divides by zero")


@rounded_once(dialect.DivOp)
def divide(x: Array, y: Array) -> Array:
    """x / y, of integers towards zero."""
    if is_float_array(x):
        return np.divide(x, y)
    check_divisor(y)
    quotient = np.floor_divide(x, y)
    return quotient + ((np.remainder(x, y) != 0) & ((x < 0) != (y < 0)))


@widely(dialect.RemOp)
def remainder(x: Array, y: Array) -> Array:
    """The rest, with the sign of x."""
    if not is_float_array(x):
        check_divisor(y)
    return np.fmod(x, y)


@widely(dialect.ModOp)
def floor_remainder(x: Array, y: Array) -> Array:
    """The rest, with the sign of y."""
    rest = remainder(x, y)
    return where((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


@widely(dialect.PowOp)
def power(x: Array, y: Array) -> Array:
    """x^y, of integers wrapped, or rounded towards zero."""
    if is_float_array(x):
        return np.power(x, y)
    found = np.power(x, where(y < 0, 0, y))
    is_odd = (y & 1).astype(bool)
    of_one = where((x == -1) & is_odd, np.negative(1), (x == 1) | (x == -1))
    return where(y < 0, of_one, found) if x.dtype.kind == "i" else found


# -- Bits --------------------------------------------------------------------------------------------------------------

widely(dialect.NotOp)(np.invert)
widely(dialect.AndOp)(np.bitwise_and)
widely(dialect.OrOp)(np.bitwise_or)
widely(dialect.XorOp)(np.bitwise_xor)


def width_of(op: Operation) -> int:
    """How many bits the elements of the first operand have."""
    return bit_width(element_of(op.operands[0])) or 0


def places(y: Array, limit: int) -> Array:
    """Amounts to shift by, read as unsigned, but not more than the limit."""
    return np.minimum(wide(y).astype(np.uint64), np.uint64(limit)).astype(np.int64)


@on_elements(dialect.ShiftLeftOp)
def shift_left(op: dialect.ShiftLeftOp) -> Binary:
    """Zeros move in from the right."""
    width = width_of(op)
    return lambda x, y: where(places(y, width) < width, wide(x) << places(y, width - 1).astype(wide(x).dtype), 0)


@on_elements(dialect.ShiftRightOp)
def shift_right(op: dialect.ShiftRightOp) -> ArrayFunction:
    """The sign moves in from the left, or zeros."""
    width, has_sign = width_of(op), not is_unsigned(element_of(op.lhs))

    def run(x: Array, y: Array) -> Array:
        moved = wide(x) >> places(y, width - 1).astype(wide(x).dtype)
        return moved if has_sign else where(places(y, width) < width, moved, 0)

    return run


def bits_of(x: Array, width: int) -> list[Array]:
    """For each bit, whether it is 1; the lowest first."""
    bits = wide(x).astype(np.uint64)
    return [bits >> np.uint64(position) & np.uint64(1) for position in range(width)]


@on_elements(dialect.PopcountOp)
def popcount(op: dialect.PopcountOp) -> Unary:
    """How many bits are 1."""
    width = width_of(op)
    return lambda x: np.sum(bits_of(x, width), axis=0)


@on_elements(dialect.CountLeadingZerosOp)
def count_leading_zeros(op: dialect.CountLeadingZerosOp) -> Unary:
    """The width, but for the bits up to the highest that is 1."""
    width = width_of(op)
    return lambda x: np.sum(np.cumsum(bits_of(x, width)[::-1], axis=0) == 0, axis=0)
