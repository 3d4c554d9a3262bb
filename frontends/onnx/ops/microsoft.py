"""Fused ops of `com.microsoft`, as ONNX Runtime's optimizer and exporters of transformers write them."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.sizes import Dim, floor_divide, multiply
from ....dialects.graph.tensors import element_of, shape_of
from ....ir.builtin_attributes import float_attr, i64_array
from ....ir.builtin_types import f32, f64, i1, i32, i64
from ....ir.values import Value
from ...emitter import number
from ...positions import take
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports
from .contraction import matmul
from .quantization import import_dequantize, import_quantize

imports("QuantizeLinear", domain=MICROSOFT)(import_quantize)
imports("DequantizeLinear", domain=MICROSOFT)(import_dequantize)


def _heads(node: Node, value: Value, count: int) -> Value:
    """Return [batch, sequence, features] as [batch, heads, sequence, features of a head]."""
    batch, steps, width = shape_of(value)
    parts = node.reshape(value, [batch, steps, count, floor_divide(width, count)])
    return node.transpose(parts, [0, 2, 1, 3])


def _joined(node: Node, value: Value) -> Value:
    """Return [batch, heads, sequence, features] as [batch, sequence, all features]."""
    batch, heads, steps, width = shape_of(value)
    return node.reshape(node.transpose(value, [0, 2, 1, 3]), [batch, steps, multiply(heads, width)])


def _attend(node: Node, query: Value, key: Value, value: Value, mask: Value | None, causal: str | None) -> Value:
    scale = float_attr(node.float("scale"), f64) if node.has("scale") and node.float("scale") else None
    kind = graph.CausalAttr(causal) if causal else None
    return node.add(graph.AttentionOp(query, key, value, mask=mask, causal=kind, scale=scale))


@imports("Attention", domain=MICROSOFT)
def import_attention(node: Node) -> list[Value]:
    """Attention whose query, key and value are one product with packed weights."""
    x, weights, bias = node[0], node[1], node.get(2)
    if node.get(4) is not None:
        raise CannotImport("past keys and values are not supported")
    heads = node.int("num_heads")
    packed = matmul(node, x, weights)
    if bias is not None:
        packed = graph.add(packed, node.spread(bias, shape_of(packed), packed))
    sizes = node.optional_ints("qkv_hidden_sizes") or [node.static_shape(1, "the heads")[1] // 3] * 3
    parts: list[Value] = []
    start = 0
    for size in sizes:
        parts.append(_heads(node, node.slice(packed, 2, start, start + size), heads))
        start += size
    query, key, value = parts
    mask = _mask(node, node.get(3), query, key)
    bias_of_scores = node.get(5)
    if bias_of_scores is not None:
        mask = bias_of_scores if mask is None else _both(node, mask, bias_of_scores)
    causal = "last" if node.int("unidirectional", 0) else None
    return [_joined(node, _attend(node, query, key, value, mask, causal))]


def _both(node: Node, mask: Value, bias: Value) -> Value:
    """Return a bias of scores that is minus infinity where a mask excludes keys."""
    mask, bias = node.together([mask, bias])
    return graph.select(mask, bias, float("-inf"))


def _mask(node: Node, mask: Value | None, query: Value, key: Value) -> Value | None:
    """Return which keys take part, as truth values that fit the scores."""
    if mask is None:
        return None
    batch, length = shape_of(query)[0], shape_of(key)[2]
    rank = len(shape_of(mask))
    if rank == 2 and shape_of(mask) == (batch, length):
        return node.expand(node.cast(mask, i1), [1, 2])
    if rank == 1 and shape_of(mask) == (batch,):
        positions = node.iota([batch, length], 1)
        used = node.compare("lt", positions, node.broadcast(node.cast(mask, i64), [0], [batch, length]))
        return node.expand(used, [1, 2])
    if rank == 3:
        return node.expand(node.cast(mask, i1), [1])
    raise CannotImport(f"a mask of shape {shape_of(mask)} is not supported")


@imports("MultiHeadAttention", domain=MICROSOFT)
def import_multi_head_attention(node: Node) -> list[Value]:
    """Attention of query, key and value, with past keys and values in front."""
    heads = node.int("num_heads")
    key, value, bias = node.get(1), node.get(2), node.get(3)
    if key is None or value is None:
        raise CannotImport("packed keys and values are not supported")
    inputs = [node[0], key, value]
    if bias is not None:
        start: Dim = 0
        for place, each in enumerate(inputs):
            width = shape_of(each)[-1]
            assert isinstance(width, int)
            assert isinstance(start, int)
            part = node.slice(bias, 0, start, start + width)
            inputs[place] = graph.add(each, node.spread(part, shape_of(each), each))
            start += width
    query, key, value = (_heads(node, each, heads) if len(shape_of(each)) == 3 else each for each in inputs)
    past_key, past_value = node.get(6), node.get(7)
    if past_key is not None and past_value is not None:
        key, value = node.concat([past_key, key], 2), node.concat([past_value, value], 2)
    mask = _mask(node, node.get(4), query, key)
    if node.get(5) is not None:
        mask = node[5] if mask is None else _both(node, mask, node[5])
    causal = "last" if node.int("unidirectional", 0) else None
    result = _joined(node, _attend(node, query, key, value, mask, causal))
    return [result, key, value][: max(node.output_count, 1)]


@imports("RotaryEmbedding", domain=MICROSOFT)
def import_rotary_embedding(node: Node) -> Value:
    """Pairs of features rotated by angles that grow with the position."""
    x, positions, cosines, sines = (node[place] for place in range(4))
    is_flat = len(shape_of(x)) == 3
    width = shape_of(cosines)[-1]
    assert isinstance(width, int)
    if is_flat:
        heads = node.int("num_heads", 0)
        count = heads or floor_divide(shape_of(x)[2], 2 * width)
        batch, steps, features = shape_of(x)
        x = node.reshape(x, [batch, steps, count, floor_divide(features, count)])
    else:
        x = node.transpose(x, [0, 2, 1, 3])
    batch, steps, heads_, features = shape_of(x)
    if shape_of(positions) == (1,):
        positions = graph.add(node.iota([batch, steps], 1), node.spread(node.reshape(positions, ()), [batch, steps]))
    angles = [
        node.broadcast(take(node, each, positions, 0), [0, 1, 3], [batch, steps, heads_, width])
        for each in (cosines, sines)
    ]
    rotated = _rotated(node, x, angles[0], angles[1], width, interleaved=bool(node.int("interleaved", 0)))
    if isinstance(features, int) and features > 2 * width:
        rotated = node.concat([rotated, node.slice(x, 3, 2 * width, features)], 3)
    return node.reshape(rotated, shape_of(node[0])) if is_flat else node.transpose(rotated, [0, 2, 1, 3])


def _rotated(node: Node, x: Value, cosine: Value, sine: Value, width: int, *, interleaved: bool) -> Value:
    """Return pairs of features rotated: neighbours, or one of each half."""
    if interleaved:
        first, second = node.slice(x, 3, 0, 2 * width, 2), node.slice(x, 3, 1, 2 * width, 2)
    else:
        first, second = node.slice(x, 3, 0, width), node.slice(x, 3, width, 2 * width)
    turned = [
        graph.sub(graph.mul(first, cosine), graph.mul(second, sine)),
        graph.add(graph.mul(first, sine), graph.mul(second, cosine)),
    ]
    if not interleaved:
        return node.concat(turned, 3)
    pairs = node.concat([node.expand(each, [4]) for each in turned], 4)
    return node.reshape(pairs, [*shape_of(x)[:3], 2 * width])


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


@imports("EmbedLayerNormalization", domain=MICROSOFT)
def import_embed_layer_norm(node: Node) -> list[Value | None]:
    """The normalized sum of embeddings of word_numbers, positions and segments."""
    word_numbers, segments = node[0], node.get(1)
    batch, steps = shape_of(word_numbers)
    positions = node.get(8)
    positions = node.broadcast(node.iota([steps], 0), [1], [batch, steps]) if positions is None else positions
    total = graph.add(take(node, node[2], word_numbers, 0), take(node, node[3], positions, 0))
    if segments is not None and node.get(4) is not None:
        total = graph.add(total, take(node, node[4], segments, 0))
    epsilon = number(node.float("epsilon", 1e-12))
    result = node.add(graph.LayerNormOp(total, i64_array([2]), epsilon, scale=node[5], offset=node[6]))
    mask = node.get(7)
    counts = node.reduce("sum", node.cast(mask, i32), [1]) if mask is not None else None
    return [result, counts, total]
