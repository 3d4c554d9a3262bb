"""The meaning of `graph`'s operations on bits."""

from __future__ import annotations

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import element_of, is_unsigned
from dlc.interp.semantics import Binary, Unary
from dlc.interp.values import Array
from dlc.ir import Operation
from dlc.ir.builtin_types import bit_width

from .arrays import ArrayFunction, on_arrays, where, wide, widely

widely(dialect.NotOp)(np.invert)
widely(dialect.AndOp)(np.bitwise_and)
widely(dialect.OrOp)(np.bitwise_or)
widely(dialect.XorOp)(np.bitwise_xor)


def width_of(op: Operation) -> int:
    """Return the bit width of the elements of the first operand."""
    return bit_width(element_of(op.operands[0])) or 0


def places(y: Array, limit: int) -> Array:
    """Amounts to shift by, read as unsigned, but not more than the limit."""
    return np.minimum(wide(y).astype(np.uint64), np.uint64(limit)).astype(np.int64)


@on_arrays(dialect.ShiftLeftOp)
def shift_left(op: dialect.ShiftLeftOp) -> Binary:
    """Zeros move in from the right."""
    width = width_of(op)
    return lambda x, y: where(places(y, width) < width, wide(x) << places(y, width - 1).astype(wide(x).dtype), 0)


@on_arrays(dialect.ShiftRightOp)
def shift_right(op: dialect.ShiftRightOp) -> ArrayFunction:
    """The sign moves in from the left, or zeros."""
    width, has_sign = width_of(op), not is_unsigned(element_of(op.lhs))

    def run(x: Array, y: Array) -> Array:
        moved = wide(x) >> places(y, width - 1).astype(wide(x).dtype)
        return moved if has_sign else where(places(y, width) < width, moved, 0)

    return run


def bits_of(x: Array, width: int) -> list[Array]:
    """Return whether each bit is 1, the lowest first."""
    bits = wide(x).astype(np.uint64)
    return [bits >> np.uint64(position) & np.uint64(1) for position in range(width)]


@on_arrays(dialect.PopcountOp)
def popcount(op: dialect.PopcountOp) -> Unary:
    """Count the bits that are 1."""
    width = width_of(op)
    return lambda x: np.sum(bits_of(x, width), axis=0)


@on_arrays(dialect.CountLeadingZerosOp)
def count_leading_zeros(op: dialect.CountLeadingZerosOp) -> Unary:
    """The width, but for the bits up to the highest that is 1."""
    width = width_of(op)
    return lambda x: np.sum(np.cumsum(bits_of(x, width)[::-1], axis=0) == 0, axis=0)
