"""Ops of `com.microsoft` on quantized tensors, as ONNX Runtime's quantizers write them.

Products are products of integers; the other ops compute with the real numbers that the integers stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.ir.sizes import Dim, multiply

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_attributes import i64_array
from ....ir.builtin_types import f32, i32, i64
from ...emitter import is_float
from ...positions import checked, from_the_end, take
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
    last, is_last = node.rank() - 1, bool(node.int("channels_last", 0))
    x = _real(node, 0)
    if node.op == "QLinearGlobalAveragePool":
        return _small(node, node.reduce("mean", x, range(1, last) if is_last else range(2, last + 1), keep=True), 3)
    x = node.move_dim(x, last, 1) if is_last else x
    result = _small(node, pool(node, "average", x, count_padding=bool(node.int("count_include_pad", 0))), 3)
    return node.move_dim(result, 1, last) if is_last else result


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
    if bits not in (2, 4, 8):
        raise CannotImport(f"attribute 'bits' must be 2, 4 or 8, but got {bits}")
    blocks = -(-depth // block)
    weights = _unpacked(node, node[1], bits, [rows, blocks * block])
    weights = node.slice(weights, 1, 0, depth) if blocks * block != depth else weights
    scales, points = node.reshape(node[2], [rows, blocks]), node.get(3)
    zeros = None if points is None else _unpacked_points(node, points, bits, [rows, blocks], element_of(scales))
    groups = node.get(4)
    if groups is not None and shape_of(groups) != (0,):  # the block of each column, in an order of its own
        places = checked(node, node.cast(groups, i64), scales, 1, node.subject)
        spread: Callable[[Value], Value] = lambda each: take(node, each, places, 1)
    else:
        spread = lambda each: _repeated(node, each, 1, block, depth)
    real = node.cast(weights, element_of(scales))
    real = graph.sub(real, float(1 << (bits - 1)) if zeros is None else spread(zeros))
    matrix = graph.mul(real, spread(scales))
    result = node.contract(node[0], matrix, ((), ()), ([node.rank() - 1], [1]))
    bias = node.get(5)
    return graph.add(result, node.spread(bias, shape_of(result), result)) if bias is not None else result


@imports("MatMulBnb4", domain=MICROSOFT)
def import_matmul_of_levels(node: Node) -> Value:
    """The product with a matrix of 4-bit numbers of levels, whose blocks have a largest magnitude."""
    block, rows, depth = node.int("block_size"), node.int("N"), node.int("K")
    kind = node.int("quant_type")
    if kind not in range(len(LEVELS)):
        raise CannotImport(f"attribute 'quant_type' must be 0 or 1, but got {kind}")
    if node.int("transB", 1) != 1:
        raise CannotImport("attribute 'transB' must be 1")
    count = rows * depth
    pairs = _unpacked(node, node[1], 4, [-(-count // 2), 2])
    places = node.reshape(node.add(graph.ReverseOp(pairs, i64_array([1]))), [-(-count // 2) * 2])
    element = node.element()
    levels = take(node, node.constant(LEVELS[kind], element), node.cast(node.slice(places, 0, 0, count), i64), 0)
    matrix = graph.mul(levels, _repeated(node, node[2], 0, block, count))
    return node.contract(node[0], node.reshape(matrix, [rows, depth]), ((), ()), ([node.rank() - 1], [1]))


POSITIVE_FLOAT_LEVELS = (0.0, 1 / 192, 2 / 3, 1.0, 1 / 3, 1 / 2, 1 / 6, 1 / 4)

NORMAL_LEVELS = (
    -1.0,
    -0.6961928009986877,
    -0.5250730514526367,
    -0.39491748809814453,
    -0.28444138169288635,
    -0.18477343022823334,
    -0.09105003625154495,
    0.0,
    0.07958029955625534,
    0.16093020141124725,
    0.24611230194568634,
    0.33791524171829224,
    0.44070982933044434,
    0.5626170039176941,
    0.7229568362236023,
    1.0,
)
"""Quantiles of a normal distribution, from -1 to 1."""

LEVELS = ((*POSITIVE_FLOAT_LEVELS, *(-each for each in POSITIVE_FLOAT_LEVELS)), NORMAL_LEVELS)
"""The levels that numbers of 4 bits are of, as bitsandbytes has them: floats of 4 bits, and NF4."""


@imports("GatherBlockQuantized", domain=MICROSOFT)
def import_gather_of_few_bits(node: Node) -> Value:
    """Slices of a tensor of few bits, whose blocks along a dimension have scales and zero points."""
    data, scales, points = node[0], node[2], node.get(3)
    bits, block = node.int("bits", 4), node.int("block_size", 128)
    rank, count = node.rank(), node.rank(1)
    at, along = (node.dim_of(node.int(name, value), rank) for name, value in (("gather_axis", 0), ("quantize_axis", 1)))
    is_packed = element_of(data) is UI8 and bits < 8
    if is_packed and at == rank - 1:
        raise CannotImport("slices must be gathered along another dimension than the one whose elements share bytes")
    if not block:
        raise CannotImport("attribute 'block_size' must not be 0")
    places = from_the_end(node, node.cast(node[1], i64), data, at)
    places = checked(node, places, data, at, node.subject)
    taken = take(node, data, places, at)
    of_blocks = graph.div(places, block) if at == along else places
    scales, points = (None if each is None else take(node, each, of_blocks, at) for each in (scales, points))
    assert scales is not None
    shape = [*shape_of(taken)[:-1], multiply(shape_of(taken)[-1], 8 // bits)] if is_packed else [*shape_of(taken)]
    real = node.cast(_unpacked(node, taken, bits if is_packed else 8, shape), element_of(scales))
    zeros: Value | float = float(1 << (bits - 1)) if element_of(data) is UI8 else 0.0
    if points is not None:
        unpacked = _unpacked_points(node, points, bits if is_packed else 8, shape_of(scales), element_of(scales))
        zeros = unpacked
    if at != along:
        dim = along + count - 1 if along > at else along
        scales = _repeated(node, scales, dim, block, shape[dim])
        zeros = _repeated(node, zeros, dim, block, shape[dim]) if isinstance(zeros, Value) else zeros
    return graph.mul(graph.sub(real, zeros), scales)


def _repeated(node: Node, value: Value, dim: int, times: int, size: Dim) -> Value:
    """Return a value whose slices along a dimension are repeated for the elements of a block, cut to a size."""
    shape = [*shape_of(value)]
    blocks = shape[dim]
    wide = [*shape[: dim + 1], times, *shape[dim + 1 :]]
    dims = [each if each <= dim else each + 1 for each in range(len(shape))]
    whole = [*shape[:dim], multiply(blocks, times), *shape[dim + 1 :]]
    spread = node.reshape(node.broadcast(value, dims, wide), whole)
    return spread if whole[dim] == size else node.slice(spread, dim, 0, size)


def _unpacked(node: Node, packed: Value, bits: int, shape: Sequence[Dim]) -> Value:
    """Return packed unsigned integers as i32, the low bits first."""
    wide = node.cast(packed, i32)
    if bits == 8:
        return node.reshape(wide, shape)
    shifted = [graph.shift_right(wide, node.full(first, wide)) for first in range(0, 8, bits)]
    parts = [graph.and_(each, node.full((1 << bits) - 1, wide)) for each in shifted]
    rank = len(shape_of(wide))
    return node.reshape(node.concat([node.expand(each, [rank]) for each in parts], rank), shape)


def _unpacked_points(node: Node, points: Value, bits: int, shape: Sequence[Dim], element: Type) -> Value:
    """Return a zero point for each block, of which the last dimension begins with a byte of its own."""
    if is_float(points):
        return node.cast(node.reshape(points, shape), element)
    *others, blocks = shape
    if not isinstance(blocks, int):
        raise CannotImport("the number of blocks must be known")
    per_byte = 8 // bits
    whole = -(-blocks // per_byte) * per_byte
    unpacked = _unpacked(node, points, bits, [*others, whole])
    return node.cast(node.slice(unpacked, len(others), 0, blocks), element)
