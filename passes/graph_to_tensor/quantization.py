"""Lowerings of quantization and of its inverse: one structured op each, over the elements with their scales."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import graph, math, tensor
from dlc.dialects.graph.tensors import is_unsigned
from dlc.ir import IntegerAttr, Type, Value
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.builtin_types import FloatType, IntegerType, f32, f64, i32, i64

from .elementwise import graph_element
from .lowering import ToTensor, lowers
from .scalars import Scalars

Compute = Callable[[Scalars, Value, Value, Value], Value]


def with_parameters(axis: IntegerAttr | None, to: ToTensor, compute: Compute) -> Value:
    """Emit a generic over x, and over scale and zero point along the axis."""
    rank = len(to.operands[0].shape)
    position = [affine_dims(rank)[axis.value]] if axis is not None else []
    along = AffineMap(rank, 0, position)
    return to.each(to.operands, [tensor.identity(rank), along, along], to.empty_like(to.operands[0]), compute)


def working_float(type: Type) -> FloatType:
    """Return the type that quotients and products are computed in."""
    return f64 if type is f64 else f32


@lowers(graph.QuantizeOp)
def lower_quantize(op: graph.QuantizeOp, to: ToTensor) -> Value:
    """quantize(x, s, z) -> generic { min(max(roundeven(x / s) + z, low), high) }, z of NaN"""
    target = to.element()
    assert isinstance(target, IntegerType)
    unsigned = is_unsigned(graph_element(to))
    low = 0 if unsigned else -(2 ** (target.width - 1))
    high = low + 2**target.width - 1

    def body(s: Scalars, x: Value, scale: Value, zero_point: Value) -> Value:
        working = working_float(x.type)
        zero = s.to_float(zero_point, working, unsigned=unsigned)
        quotient = s.div(s.resized(x, working), s.resized(scale, working))
        rounded = s.add(s.insert(math.RoundEvenOp(quotient)), zero)
        bounded = s.between(s.select(s.is_nan(rounded), zero, rounded), low, high)
        return s.truncated(bounded, target, unsigned=unsigned)

    return with_parameters(op.axis, to, body)


@lowers(graph.DequantizeOp)
def lower_dequantize(op: graph.DequantizeOp, to: ToTensor) -> Value:
    """dequantize(x, s, z) -> generic { float(x - z) * s }"""
    element, unsigned = to.element(), to.is_unsigned()
    assert isinstance(element, FloatType)

    def body(s: Scalars, x: Value, scale: Value, zero_point: Value) -> Value:
        wide, working = i32 if x.type_as(IntegerType).width < 32 else i64, working_float(scale.type)
        difference = s.sub(*(s.to_width(each, wide, unsigned=unsigned) for each in (x, zero_point)))
        product = s.mul(s.to_float(difference, working, unsigned=False), s.resized(scale, working))
        return s.resized(product, element)

    return with_parameters(op.axis, to, body)
