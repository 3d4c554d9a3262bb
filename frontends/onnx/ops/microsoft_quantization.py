"""Ops of `com.microsoft` on quantized tensors, as ONNX Runtime's quantizers write them.

Products are products of integers; the other ops compute with the real numbers that the integers stand for.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_attributes import i64_array
from ....ir.builtin_types import f32, i32
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports
from .contraction import less_zero_point, matmul
from .microsoft_attention import attention
from .pooling import pool
from .quantization import UI8, by_own_range, import_dequantize, import_quantize, quantized, spread_parameter
from .requantized import quotient_of

imports("QuantizeLinear", domain=MICROSOFT)(import_quantize)
imports("DequantizeLinear", domain=MICROSOFT)(import_dequantize)


def _real(node: Node, number: int) -> Value:
    """Return the real numbers that an input stands for, with its scale and zero point in the next inputs."""
    x, scale, point = node[number], node[number + 1], node.get(number + 2)
    value = node.cast(x, f32) if point is None else node.cast(less_zero_point(node, x, point), f32)
    return graph.mul(value, spread_parameter(node, scale, value))


def _small(node: Node, value: Value, number: int, element: Type = UI8) -> Value:
    """Return real numbers quantized with the scale and zero point in two inputs."""
    scale, point = spread_parameter(node, node[number], value), node.get(number + 1)
    element = element if point is None else element_of(point)
    points = None if point is None else spread_parameter(node, point, value)
    return quantized(node, quotient_of(node, value, scale), points, element)


@imports("QLinearAdd", "QLinearMul", domain=MICROSOFT)
def import_binary(node: Node) -> Value:
    """The sum or the product of two tensors."""
    make = graph.add if node.op == "QLinearAdd" else graph.mul
    return _small(node, make(*node.together([_real(node, 0), _real(node, 3)])), 6, node.element())


@imports("QLinearSigmoid", "QLinearLeakyRelu", domain=MICROSOFT)
def import_unary(node: Node) -> Value:
    """A function of each element."""
    x = _real(node, 0)
    y = graph.sigmoid(x) if node.op == "QLinearSigmoid" else graph.leaky_relu(x, node.float("alpha", 0.01))
    return _small(node, y, 3, node.element())


@imports("QLinearSoftmax", domain=MICROSOFT)
def import_softmax(node: Node) -> Value:
    """Softmax along one dimension, or before opset 13 along all from that one on."""
    axis, rank = node.dim_of(node.int("axis", -1), node.rank()), node.rank()
    dims = [axis] if node.int("opset") >= 13 else range(axis, rank)
    return _small(node, node.add(graph.SoftmaxOp(_real(node, 0), i64_array(dims))), 3, node.element())


@imports("QLinearAveragePool", "QLinearGlobalAveragePool", domain=MICROSOFT)
def import_average_pool(node: Node) -> Value:
    """The mean of each window, or of all elements of a channel."""
    if node.int("channels_last", 0):
        raise CannotImport("channels must precede the spatial dimensions")
    x = _real(node, 0)
    if node.op == "QLinearGlobalAveragePool":
        return _small(node, node.reduce("mean", x, range(2, node.rank()), keep=True), 3, node.element())
    return _small(node, pool(node, "average", x, count_padding=bool(node.int("count_include_pad", 0))), 3)


@imports("QLinearConcat", domain=MICROSOFT)
def import_concat(node: Node) -> Value:
    """Tensors joined along a dimension, in one scale."""
    parts = [_real(node, number) for number in range(2, len(node.inputs), 3)]
    return _small(node, node.concat(parts, node.dim_of(node.int("axis"), len(shape_of(parts[0])))), 0)


@imports("QLinearWhere", domain=MICROSOFT)
def import_where(node: Node) -> Value:
    """Elements chosen by a condition, in one scale."""
    return _small(node, graph.select(*node.together([node[0], _real(node, 1), _real(node, 4)])), 7)


# -- Products ----------------------------------------------------------------------------------------------------------


def _product(node: Node, lhs: Value, rhs: Value, scales: Sequence[Value], bias: Value | None = None) -> Value:
    """Return the real product of integers less their zero points, by one scale or one for each column."""
    product = node.cast(matmul(node, lhs, rhs, i32), f32)
    factor = graph.mul(*node.together([node.cast(scale, f32) for scale in scales]))
    result = graph.mul(product, spread_scale(node, factor, product))
    return result if bias is None else graph.add(result, node.spread(bias, shape_of(result), result))


def spread_scale(node: Node, scale: Value, x: Value) -> Value:
    """Return a scale for each element: one for all, or one for each column."""
    return node.spread(node.reshape(scale, ()) if shape_of(scale) == (1,) else scale, shape_of(x), x)


@imports("MatMulIntegerToFloat", domain=MICROSOFT)
def import_matmul_to_float(node: Node) -> Value:
    """The real product of quantized matrices."""
    lhs, rhs = (less_zero_point(node, node[number], node.get(4 + number)) for number in (0, 1))
    return _product(node, lhs, rhs, [node[2], node[3]], node.get(6))


@imports("DynamicQuantizeMatMul", domain=MICROSOFT)
def import_dynamic_matmul(node: Node) -> Value:
    """The product of a matrix, quantized by its own range, and a quantized one."""
    small, scale, point = by_own_range(node, node[0])
    lhs, rhs = less_zero_point(node, small, point), less_zero_point(node, node[1], node.get(3))
    return _product(node, lhs, rhs, [scale, node[2]], node.get(4))


@imports("QGemm", domain=MICROSOFT)
def import_gemm(node: Node) -> Value:
    """alpha * (a * b + c), quantized if there is a scale for it."""
    a = less_zero_point(node, node[0], node.get(2))
    b, points = node[3], node.get(5)
    if node.int("transB", 0):
        b = node.transpose(b, [1, 0])
    total = matmul(
        node, node.transpose(a, [1, 0]) if node.int("transA", 0) else a, less_zero_point(node, b, points), i32
    )
    bias = node.get(6)
    if bias is not None:
        total = graph.add(total, node.spread(bias, shape_of(total), total))
    factor = graph.mul(*node.together([node[1], node[4]]))
    real = graph.mul(node.cast(total, f32), node.float("alpha", 1.0))
    real = graph.mul(real, spread_scale(node, factor, real))
    return _small(node, real, 7) if node.get(7) is not None else real


@imports("QAttention", domain=MICROSOFT)
def import_attention(node: Node) -> list[Value]:
    """Attention whose query, key and value are one product of quantized tensors."""
    lhs, rhs = (less_zero_point(node, node[number], node.get(6 + number)) for number in (0, 1))
    packed = _product(node, lhs, rhs, [node[3], node[4]], node[2])
    sizes = [node.static_shape(1, "the heads")[1] // 3] * 3
    return attention(node, packed, sizes, mask=node.get(5), past=node.get(8), bias=None)


# -- Few bits ----------------------------------------------------------------------------------------------------------


@imports("MatMulNBits", domain=MICROSOFT)
def import_matmul_of_few_bits(node: Node) -> Value:
    """The product with a matrix of 4 or 8 bits, with a scale and a zero point for each block of a row."""
    bits, block = node.int("bits", 4), node.int("block_size")
    rows, depth = node.int("N"), node.int("K")
    if bits not in (4, 8):
        raise CannotImport(f"attribute 'bits' must be 4 or 8, but got {bits}")
    blocks = -(-depth // block)
    weights = _unpacked(node, node[1], bits, [rows, blocks, block])
    scales = node.reshape(node[2], [rows, blocks])
    points = node.get(3)
    if points is None:
        zero = node.full(1 << (bits - 1), weights)
    else:
        unpacked = _unpacked_points(node, points, bits, rows, blocks)
        zero = node.broadcast(unpacked, [0, 1], shape_of(weights))
    real = node.cast(graph.sub(weights, zero), element_of(scales))
    real = graph.mul(real, node.broadcast(scales, [0, 1], shape_of(weights)))
    matrix = node.reshape(real, [rows, blocks * block])
    matrix = node.slice(matrix, 1, 0, depth) if blocks * block != depth else matrix
    result = node.contract(node[0], matrix, ((), ()), ([node.rank() - 1], [1]))
    bias = node.get(5)
    return graph.add(result, node.spread(bias, shape_of(result), result)) if bias is not None else result


def _unpacked(node: Node, packed: Value, bits: int, shape: list[int]) -> Value:
    """Return packed unsigned integers as i32, the low bits first."""
    wide = node.cast(packed, i32)
    if bits == 8:
        return node.reshape(wide, shape)
    halves = [graph.and_(wide, node.full(15, wide)), graph.shift_right(wide, node.full(4, wide))]
    rank = len(shape_of(wide))
    return node.reshape(node.concat([node.expand(each, [rank]) for each in halves], rank), shape)


def _unpacked_points(node: Node, points: Value, bits: int, rows: int, blocks: int) -> Value:
    """Return a zero point for each block."""
    if element_of(points) is f32:
        raise CannotImport("zero points that are floats are not supported")
    per_row = blocks if bits == 8 else blocks + blocks % 2
    unpacked = _unpacked(node, points, bits, [rows, per_row])
    return node.slice(unpacked, 1, 0, blocks)
