"""Shapes as lists of i64."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import graph, tosa
from dlc.ir import Operation, Value

from ..graph.translated_values import filled
from .translation import known_numbers, needed_numbers, numbers, translates

Function = Callable[..., Value]
BITS = 64


def _ceil_quotient(lhs: Value, rhs: Value) -> Value:
    return graph.div(graph.add(lhs, graph.sub(rhs, 1)), rhs)


BINARY: dict[type[Operation], Function] = {
    tosa.AddShapeOp: graph.add,
    tosa.DivCeilShapeOp: _ceil_quotient,
    tosa.DivFloorShapeOp: graph.div,
    tosa.MaxShapeOp: graph.maximum,
    tosa.MinShapeOp: graph.minimum,
    tosa.ModShapeOp: graph.rem,
    tosa.MulShapeOp: graph.mul,
    tosa.SubShapeOp: graph.sub,
}


@translates(*BINARY)
def translate_binary_shape(op: Operation) -> Value:
    """A function of pairs of sizes."""
    return BINARY[type(op)](*op.operands)


def _folded(op: tosa.UnaryShapeOp, function: Callable[[int], int]) -> Value | None:
    """Return a function of sizes that are known."""
    known = known_numbers(op.input)
    return numbers([function(size) for size in known]) if known is not None else None


@translates(tosa.Exp2ShapeOp)
def translate_exp2_shape(op: tosa.UnaryShapeOp) -> Value:
    """Powers of two."""
    folded = _folded(op, lambda size: 1 << size)
    return folded if folded is not None else graph.shift_left(filled(1, op.input), op.input)


@translates(tosa.Log2FloorShapeOp)
def translate_log2_floor_shape(op: tosa.UnaryShapeOp) -> Value:
    """The place of the highest bit."""
    folded = _folded(op, lambda size: size.bit_length() - 1)
    return folded if folded is not None else graph.sub(filled(BITS - 1, op.input), graph.count_leading_zeros(op.input))


@translates(tosa.Log2CeilShapeOp)
def translate_log2_ceil_shape(op: tosa.UnaryShapeOp) -> Value:
    """The number of bits of the number before."""
    folded = _folded(op, lambda size: (size - 1).bit_length())
    if folded is not None:
        return folded
    zeros = graph.count_leading_zeros(graph.sub(op.input, 1))
    return graph.sub(filled(BITS, op.input), zeros)


@translates(tosa.ConstShapeOp)
def translate_const_shape(op: tosa.ConstShapeOp) -> Value:
    """The given sizes."""
    return numbers(op.values.ints()[: op.output.type_as(tosa.ShapeType).rank])


@translates(tosa.ConcatShapeOp)
def translate_concat_shape(op: tosa.ConcatShapeOp) -> Value:
    """Lists behind one another."""
    return graph.concat(list(op.input), 0)


@translates(tosa.DimOp)
def translate_dim(op: tosa.DimOp) -> Value:
    """The size along an axis."""
    return graph.reshape(graph.dim(op.input1, op.axis.value), [1])


@translates(tosa.SliceShapeOp)
def translate_slice_shape(op: tosa.SliceShapeOp) -> Value:
    """Some sizes of a list."""
    [start], [size] = needed_numbers(op.start, "start"), needed_numbers(op.size, "size")
    return graph.slice(op.input, [start], [start + size], [1])
