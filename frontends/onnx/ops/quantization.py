"""Importers of quantization."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_types import UNSIGNED, FloatType, IntegerType, f32, f64, i32
from ...problems import CannotImport
from ..element_types import element_type
from ..node import Node
from ..registry import MICROSOFT, imports
from .casts import saturated
from .contraction import matmul, without_zero_point
from .convolution import convolve
from .requantized import quotient_of

UI8 = IntegerType(8, UNSIGNED)


@imports("QuantizeLinear")
def import_quantize(node: Node) -> Value:
    """Real numbers as small ones: round(x / scale) + zero point, saturated."""
    x, scale = node[0], node[1]
    zero = node.get(2)
    declared = node.int("output_dtype", 0)
    element = element_of(zero) if zero is not None else element_type(declared) if declared else UI8
    scales = spread_parameter(node, scale, x)
    compute = element_type(node.int("precision", 0)) if node.int("precision", 0) else element_of(scale)
    quotient = quotient_of(node, node.cast(x, compute), node.cast(scales, compute))
    if isinstance(element, FloatType):
        return node.cast(saturated(node, quotient, element) if node.int("saturate", 1) else quotient, element)
    points = spread_parameter(node, zero, x) if zero is not None else None
    return quantized(node, quotient, points, element)


def quantized(node: Node, quotient: Value, points: Value | None, element: Type) -> Value:
    """Return real numbers rounded, plus zero points, within the range of a type of integers."""
    rounded = node.add(graph.RoundOp(node.cast(quotient, f32)))
    if points is not None:
        rounded = node.add(graph.AddOp(rounded, node.cast(points, f32)))
    return node.cast(rounded, element)


@imports("DequantizeLinear")
def import_dequantize(node: Node) -> Value:
    """Small numbers as real ones: (x - zero point) * scale."""
    x, scale, zero = node[0], node[1], node.get(2)
    declared = node.int("output_dtype", 0)
    result = element_type(declared) if declared else element_of(scale)
    compute = f64 if element_of(scale) is f64 else f32
    scales = node.cast(spread_parameter(node, scale, x), compute)
    if zero is None:
        value = node.cast(x, compute)
    elif isinstance(element_of(x), FloatType):
        value = node.add(graph.SubOp(node.cast(x, compute), node.cast(spread_parameter(node, zero, x), compute)))
    else:
        value = node.cast(node.add(graph.SubOp(*_wide(node, x, spread_parameter(node, zero, x)))), compute)
    return node.cast(node.add(graph.MulOp(value, scales)), result)


def _wide(node: Node, *values: Value) -> list[Value]:
    return [node.cast(value, i32) for value in values]


def spread_parameter(node: Node, parameter: Value, x: Value) -> Value:
    """Return scales or zero points for each element: one for all, one for each place of an axis, or one a block."""
    shape, given = shape_of(x), shape_of(parameter)
    if not given or given == (1,):
        return node.spread(node.reshape(parameter, ()), shape, x)
    axis = node.dim_of(node.int("axis", 1), len(shape))
    if len(given) == 1 and len(shape) >= 1 and not node.int("block_size", 0):
        return node.broadcast(parameter, [axis], shape)
    return _blocks(node, parameter, shape, axis)


def _blocks(node: Node, parameter: Value, shape: tuple[object, ...], axis: int) -> Value:
    """Return a parameter of each block along an axis, repeated for the elements of the block."""
    block, given = node.int("block_size", 0), shape_of(parameter)
    size, count = shape[axis], given[axis]
    if not isinstance(size, int) or not isinstance(count, int) or not count:
        raise CannotImport("sizes must be known for quantization in blocks")
    block = block or -(-size // count)
    parts = node.broadcast(
        parameter,
        [dim if dim <= axis else dim + 1 for dim in range(len(given))],
        [*given[: axis + 1], block, *given[axis + 1 :]],
    )
    whole = node.reshape(parts, [*given[:axis], count * block, *given[axis + 1 :]])
    return whole if count * block == size else node.slice(whole, axis, 0, size)


@imports("DynamicQuantizeLinear")
def import_dynamic_quantize(node: Node) -> list[Value]:
    """A tensor quantized by its own range, with scale and zero point."""
    return [*by_own_range(node, node[0])]


def by_own_range(node: Node, x: Value) -> tuple[Value, Value, Value]:
    """Return a tensor quantized by its own range, with scale and zero point."""
    dims = range(len(shape_of(x)))
    zero = node.constant(0.0, f32)
    low = node.add(graph.MinimumOp(node.reduce("min", x, dims), zero))
    high = node.add(graph.MaximumOp(node.reduce("max", x, dims), zero))
    scale = node.add(graph.DivOp(node.add(graph.SubOp(high, low)), node.constant(255.0, f32)))
    point = node.add(graph.NegOp(node.add(graph.DivOp(low, scale))))
    point = node.cast(node.add(graph.RoundOp(point)), UI8)
    quotient = node.add(graph.DivOp(x, node.spread(scale, shape_of(x), x)))
    return quantized(node, quotient, node.spread(point, shape_of(x), x), UI8), scale, point


@imports("QLinearMatMul")
def import_quantized_matmul(node: Node) -> Value:
    """The product of quantized matrices, quantized again."""
    lhs, rhs = without_zero_point(node, 0, 2, True), without_zero_point(node, 3, 5, False)
    total = matmul(node, lhs, rhs, i32)
    scale = _product_of_scales(node, node[1], node[4])
    return _requantized(node, total, scale, node[6], node[7])


def _product_of_scales(node: Node, a: Value, b: Value) -> Value:
    """Return the scale of products: one number, or one for each row or column."""
    a, b = node.cast(a, f32), node.cast(b, f32)
    if len(shape_of(a)) == 1 and shape_of(a) != (1,):
        a = node.expand(a, [1])
    return node.add(graph.MulOp(*node.together([a, b])))


def _requantized(node: Node, total: Value, scale: Value, target: Value, point: Value) -> Value:
    """Return sums of products in the scale and with the zero point of the result."""
    values = node.together([node.cast(total, f32), scale])
    real = node.add(graph.MulOp(*values))
    quotient = quotient_of(node, *node.together([real, node.cast(target, f32)]))
    return quantized(node, quotient, node.together([point, quotient])[0], element_of(point))


@imports("QLinearConv", domain=MICROSOFT)
@imports("QLinearConv")
def import_quantized_convolution(node: Node) -> Value:
    """The convolution of quantized tensors, quantized again."""
    last, is_last = node.rank() - 1, bool(node.int("channels_last", 0))
    x, kernel = node.move_dim(node[0], last, 1) if is_last else node[0], node[3]
    points = {"source_zero_point": _scalar(node, node[2]), "kernel_zero_point": _scalar(node, node[5])}
    total = convolve(node, x, kernel, i32, **points)
    bias = node.get(8)
    shape = shape_of(total)
    if bias is not None:
        total = node.add(graph.AddOp(total, node.broadcast(bias, [1], shape)))
    scale = node.add(graph.MulOp(*node.together([node.reshape(node[1], ()), node[4]])))
    if len(shape_of(scale)) == 1 and shape_of(scale) != (1,):
        scale = node.broadcast(scale, [1], shape)
    result = _requantized(node, total, scale, node.reshape(node[6], ()), node.reshape(node[7], ()))
    return node.move_dim(result, 1, last) if is_last else result


def _scalar(node: Node, point: Value) -> Value:
    return node.reshape(point, ()) if shape_of(point) == (1,) else point
