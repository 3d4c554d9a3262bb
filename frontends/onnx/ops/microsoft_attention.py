"""Attention of `com.microsoft`, as ONNX Runtime's optimizer and exporters of transformers write it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate

from dlc.ir.sizes import Dim, floor_divide, multiply, subtract

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import float_attr, i64_array, int_attr
from ....ir.builtin_types import f32, f64, i1, i64
from ...emitter import number
from ...positions import checked, gather, take
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports
from .contraction import matmul


def _heads(node: Node, value: Value, count: int) -> Value:
    """Return [batch, sequence, features] as [batch, heads, sequence, features of a head]."""
    batch, steps, width = shape_of(value)
    parts = node.reshape(value, [batch, steps, count, floor_divide(width, count)])
    return node.transpose(parts, [0, 2, 1, 3])


def _joined(node: Node, value: Value) -> Value:
    """Return [batch, heads, sequence, features] as [batch, sequence, all features]."""
    batch, heads, steps, width = shape_of(value)
    return node.reshape(node.transpose(value, [0, 2, 1, 3]), [batch, steps, multiply(heads, width)])


def _known(size: Dim, what: str) -> int:
    """Return a size that must be known when compiling."""
    if not isinstance(size, int):
        raise CannotImport(f"the number of {what} must be known, but got {size}")
    return size


def _attend(node: Node, query: Value, key: Value, value: Value, mask: Value | None, causal: str | None) -> Value:
    scale = float_attr(node.float("scale"), f64) if node.has("scale") and node.float("scale") else None
    kind = graph.CausalAttr(causal) if causal else None
    return node.add(graph.AttentionOp(query, key, value, mask=mask, causal=kind, scale=scale))


@imports("Attention", domain=MICROSOFT)
def import_attention(node: Node) -> list[Value]:
    """Attention whose query, key and value are one product with packed weights."""
    packed = matmul(node, node[0], node[1])
    bias = node.get(2)
    if bias is not None:
        packed = graph.add(packed, node.spread(bias, shape_of(packed), packed))
    sizes = node.optional_ints("qkv_hidden_sizes") or [node.static_shape(1, "the heads")[1] // 3] * 3
    return attention(node, packed, sizes, mask=node.get(3), past=node.get(4), bias=node.get(5))


def attention(
    node: Node, packed: Value, sizes: Sequence[int], *, mask: Value | None, past: Value | None, bias: Value | None
) -> list[Value]:
    """Return attention whose query, key and value have these sizes side by side, and present keys with values."""
    query, key, value = (_heads(node, part, node.int("num_heads")) for part in _side_by_side(node, packed, sizes))
    if past is not None:
        key, value = (node.concat([node.pick(past, 0, number), new], 2) for number, new in enumerate((key, value)))
    causal = "last" if node.int("unidirectional", 0) else None
    added = _added(node, mask, bias, query, key)
    result = _joined(node, _attend(node, query, key, value, added, causal))
    return [result, node.concat([node.expand(each, [0]) for each in (key, value)], 0)] if node.wants(1) else [result]


def _side_by_side(node: Node, packed: Value, sizes: Sequence[int]) -> list[Value]:
    """Return parts of the features of these sizes."""
    ends = [*accumulate(sizes)]
    return [node.slice(packed, 2, end - size, end) for size, end in zip(sizes, ends, strict=True)]


def _both(node: Node, mask: Value, bias: Value) -> Value:
    """Return a bias of scores that is minus infinity where a mask excludes keys."""
    mask, bias = node.together([mask, bias])
    return graph.select(mask, bias, float("-inf"))


def _added(node: Node, mask: Value | None, bias: Value | None, query: Value, key: Value) -> Value | None:
    """Return what is added to the scores: a bias, and the attribute's value for keys that a mask excludes.

    As that value is finite by default, a query without any key has a share of all; minus infinity would give it none.
    """
    if mask is None:
        return bias
    value = node.float("mask_filter_value") if node.has("mask_filter_value") else MASKED
    used = _used_keys(node, mask, query, key)
    zero = node.zeros(shape_of(used), element_of(query))
    masked = graph.select(used, zero, value)
    return masked if bias is None else graph.add(*node.together([masked, bias]))


MASKED = -10000.0
"""The default of `mask_filter_value`."""


def _used_keys(node: Node, mask: Value, query: Value, key: Value) -> Value:
    """Return which keys take part, as truth values that fit the scores.

    A mask has a truth value for each key, or for each query and key (with four dimensions also for those to come), or
    numbers for each sequence: the position after its last key, and in a second half those of its first key.
    """
    batch, length = shape_of(query)[0], shape_of(key)[2]
    rank = len(shape_of(mask))
    if rank == 2 and shape_of(mask) == (batch, length):
        return node.expand(node.cast(mask, i1), [1, 2])
    if rank == 1 and shape_of(mask) in ((batch,), (multiply(2, batch),)):
        positions = node.iota([batch, length], 1)
        ends = node.slice(mask, 0, 0, batch)
        used = node.compare("lt", positions, node.broadcast(node.cast(ends, i64), [0], [batch, length]))
        if shape_of(mask) != (batch,):
            starts = node.slice(mask, 0, batch, multiply(2, batch))
            started = node.compare("ge", positions, node.broadcast(node.cast(starts, i64), [0], [batch, length]))
            used = node.add(graph.AndOp(used, started))
        return node.expand(used, [1, 2])
    if rank == 3:
        return node.expand(node.cast(mask, i1), [1])
    if rank == 4:  # for each query and key that there may ever be
        rows = node.slice(node.cast(mask, i1), 2, subtract(length, shape_of(query)[2]), length)
        return node.slice(rows, 3, 0, length)
    raise CannotImport(f"a mask of shape {shape_of(mask)} is not supported")


@imports("MultiHeadAttention", domain=MICROSOFT)
def import_multi_head_attention(node: Node) -> list[Value]:
    """Attention of query, key and value, with past keys and values in front."""
    heads = node.int("num_heads")
    bias = node.get(3)
    inputs = _unpacked(node)
    if bias is not None:
        start = 0
        for place, each in enumerate(inputs):
            width = _known(shape_of(each)[-1], "features")
            part = node.slice(bias, 0, start, start + width)
            inputs[place] = graph.add(each, node.spread(part, shape_of(each), each))
            start += width
    query, key, value = (_heads(node, each, heads) if len(shape_of(each)) == 3 else each for each in inputs)
    past_key, past_value = node.get(6), node.get(7)
    if past_key is not None and past_value is not None:
        key, value = node.concat([past_key, key], 2), node.concat([past_value, value], 2)
    causal = "last" if node.int("unidirectional", 0) else None
    added = _added(node, node.get(4), node.get(5), query, key)
    result = _joined(node, _attend(node, query, key, value, added, causal))
    return [result, key, value][: max(node.output_count, 1)]


def _unpacked(node: Node) -> list[Value]:
    """Return query, key and value; all of them, or keys and values, may lie side by side for each head."""
    query, key, value = node[0], node.get(1), node.get(2)
    if key is not None and value is not None:
        return [query, key, value]
    packed = query if key is None else key
    if len(shape_of(packed)) != 5:
        raise CannotImport(f"packed features must have 5 dimensions, but got {len(shape_of(packed))}")
    batch, steps, heads, count, width = shape_of(packed)
    if count != (3 if key is None else 2):
        raise CannotImport(f"dimension 3 of packed features must be {3 if key is None else 2}, but got {count}")
    shape = [batch, steps, multiply(heads, width)]
    parts = [node.reshape(node.pick(packed, 3, number), shape) for number in range(_known(count, "packed parts"))]
    return parts if key is None else [query, *parts]


@imports("RotaryEmbedding", domain=MICROSOFT)
def import_rotary_embedding(node: Node) -> Value:
    """Pairs of features rotated by angles that grow with the position."""
    x, positions, cosines, sines = (node[place] for place in range(4))
    is_flat = len(shape_of(x)) == 3
    if is_flat:
        count = node.int("num_heads", 0) or floor_divide(shape_of(x)[2], multiply(2, shape_of(cosines)[-1]))
        batch, steps, features = shape_of(x)
        x = node.reshape(x, [batch, steps, count, floor_divide(features, count)])
    else:
        x = node.transpose(x, [0, 2, 1, 3])
    batch, steps = shape_of(x)[:2]
    if shape_of(positions) == (1,):
        first = node.spread(node.reshape(node.cast(positions, i64), ()), [batch, steps])
        positions = graph.add(node.iota([batch, steps], 1), first)
    positions = checked(node, node.cast(positions, i64), cosines, 0, node.subject)
    rotated = _rotated(node, x, positions, cosines, sines, interleaved=bool(node.int("interleaved", 0)))
    return node.reshape(rotated, shape_of(node[0])) if is_flat else node.transpose(rotated, [0, 2, 1, 3])


def _rotated(node: Node, x: Value, positions: Value, cosines: Value, sines: Value, *, interleaved: bool) -> Value:
    """Return [batch, sequence, heads, features of a head] with pairs of features rotated by the angles of positions:
    neighbours, or one of each half.
    """
    width, features = _known(shape_of(cosines)[-1], "angles"), shape_of(x)[-1]
    sizes = [*shape_of(x)[:3], width]
    cosine, sine = (node.broadcast(take(node, each, positions, 0), [0, 1, 3], sizes) for each in (cosines, sines))
    step = 2 if interleaved else 1
    first = node.slice(x, 3, 0, width * step, step)
    second = node.slice(x, 3, 1 if interleaved else width, 2 * width, step)
    turned: list[Value] = [
        graph.sub(graph.mul(first, cosine), graph.mul(second, sine)),
        graph.add(graph.mul(first, sine), graph.mul(second, cosine)),
    ]
    if interleaved:
        pairs = node.concat([node.expand(each, [4]) for each in turned], 4)
        turned = [node.reshape(pairs, [*shape_of(x)[:3], 2 * width])]
    if features != 2 * width:
        turned.append(node.slice(x, 3, 2 * width, features))
    return node.concat(turned, 3)


# -- Group queries -----------------------------------------------------------------------------------------------------


@imports("GroupQueryAttention", domain=MICROSOFT)
def import_group_query_attention(node: Node) -> list[Value]:
    """Causal attention whose keys and values are shared by heads, with a buffer of past ones for each sequence."""
    for name, default in UNSUPPORTED.items():
        if node.has(name) and node.int(name) != default:
            raise CannotImport(f"attribute '{name}' must be {default}, but got {node.int(name)}")
    if node.wants(3):
        raise CannotImport("an output of scores is not supported")
    parts = _query_key_value(node, node.int("num_heads"), node.int("kv_num_heads"))
    parts[:2] = [_normalized(node, part, name) for part, name in zip(parts, ("q", "k"), strict=False)]
    batch, steps = shape_of(parts[0])[:2]
    total = graph.add(node.reshape(node.cast(node[5], i64), [batch]), 1)
    before = graph.maximum(graph.sub(total, node.spread(node.size_value(steps), [batch])), 0)
    places = graph.add(node.iota([batch, steps], 1), node.broadcast(before, [0], [batch, steps]))
    if node.int("do_rotary", 0):
        positions = node.get(9)
        positions = places if positions is None else node.reshape(positions, [batch, steps])
        turned = bool(node.int("rotary_interleaved", 0))
        parts[:2] = [_rotated(node, each, positions, node[7], node[8], interleaved=turned) for each in parts[:2]]
    query, key, value = (node.transpose(part, [0, 2, 1, 3]) for part in parts)
    keys = _places_of_keys(node, batch, shape_of(node[3])[2])
    key, value = (_present(node, past, new, keys, before) for past, new in ((node[3], key), (node[4], value)))
    mask: Value = _seen(node, places, keys, total, node.int("local_window_size", -1))
    bias = node.get(10)
    if bias is not None:
        mask = _both(node, mask, bias)
    sink = node.get(11)
    cap = node.float("softcap", 0.0)
    if sink is None and node.int("smooth_softmax", 0) == 1:
        sink = node.zeros((node.int("num_heads"),), element_of(query))
    if sink is None and not cap:
        return [_joined(node, _attend(node, query, key, value, mask, None)), key, value]
    return [_joined(node, _attend_with_sink(node, query, key, value, mask, sink, cap)), key, value]


UNSUPPORTED = {"causal": 1, "sliding_window_cache": 0, "kv_cache_bit_width": 0}
"""Attributes that must have these values."""


def _normalized(node: Node, x: Value, name: str) -> Value:
    """Return the features of each head normalized by the root of their mean square, if there are weights for that."""
    weights = node.get(14 if name == "q" else 15)
    if weights is None:
        return x
    both = node.float("qk_norm_epsilon", 1e-6)
    own = f"{name}_norm_epsilon"
    epsilon = node.float(own) if node.has(own) and node.float(own) > 0 else both
    return node.add(graph.RmsNormOp(x, i64_array([3]), number(epsilon), scale=weights))


def _attend_with_sink(
    node: Node, query: Value, key: Value, value: Value, mask: Value, sink: Value | None, cap: float
) -> Value:
    """Return attention whose scores are limited softly, and whose weights have a share that goes to no key.

    `sink` is the score of that share for each head.
    """
    batch, heads, steps, width = shape_of(query)
    shared, keys = shape_of(key)[1:3]
    group = floor_divide(heads, shared)
    scale = node.float("scale", 0.0) or 1 / math.sqrt(_known(width, "features"))
    grouped = node.reshape(graph.mul(query, scale), [batch, shared, multiply(group, steps), width])
    scores = node.contract(grouped, key, ([0, 1], [0, 1]), ([3], [3]), f32)
    scores = node.reshape(scores, [batch, heads, steps, keys])
    scores = graph.mul(graph.tanh(graph.div(scores, cap)), cap) if cap else scores
    mask = node.spread(mask if element_of(mask) is i1 else node.cast(mask, f32), shape_of(scores))
    scores = graph.select(mask, scores, float("-inf")) if element_of(mask) is i1 else graph.add(scores, mask)
    largest = node.reduce("max", scores, [3], keep=True)
    if sink is not None:
        sink = node.broadcast(node.cast(node.reshape(sink, [heads]), f32), [1], shape_of(largest))
        largest = graph.maximum(largest, sink)
    largest = graph.maximum(largest, -1e30)  # queries without keys have no weights, and not NaN
    powers = graph.exp(graph.sub(scores, node.spread(largest, shape_of(scores))))
    total = node.reduce("sum", powers, [3], keep=True)
    if sink is not None:
        total = graph.add(total, graph.exp(graph.sub(sink, largest)))
    total = graph.maximum(total, 1e-37)
    weights = node.cast(graph.div(powers, node.spread(total, shape_of(powers))), element_of(value))
    grouped = node.reshape(weights, [batch, shared, multiply(group, steps), keys])
    result = node.contract(grouped, value, ([0, 1], [0, 1]), ([3], [2]))
    return node.reshape(result, [batch, heads, steps, shape_of(value)[3]])


def _query_key_value(node: Node, heads: int, shared: int) -> list[Value]:
    """Return query, key and value as [batch, sequence, heads, features of a head]."""
    query, key, value = node[0], node.get(1), node.get(2)
    if key is None or value is None:
        width = _known(floor_divide(shape_of(query)[2], heads + 2 * shared), "features")
        query, key, value = _side_by_side(node, query, [heads * width, shared * width, shared * width])
    split: list[Value] = []
    for part, count in ((query, heads), (key, shared), (value, shared)):
        batch, steps, features = shape_of(part)
        split.append(node.reshape(part, [batch, steps, count, floor_divide(features, count)]))
    return split


def _places_of_keys(node: Node, batch: Dim, buffer: Dim) -> Value:
    """Return [batch, places] with the number of each place: as many as the buffer has, or the longest sequence."""
    longest = node.reshape(node.cast(node[6], i64), ())
    wanted = node.vector_of(graph.maximum(longest, node.size_value(buffer)))
    known = node.sizes(wanted)
    if known is not None and isinstance(known[0], int):
        return node.iota([batch, known[0]], 1)
    row = node.add(graph.IotaOp(int_attr(0), tensor_of((None,), i64), sizes=wanted))
    return node.broadcast(row, [1], [batch, *shape_of(row)])


def _present(node: Node, past: Value, new: Value, keys: Value, before: Value) -> Value:
    """Return past keys or values with the new ones behind those of each sequence that are in use, and then zeros."""
    joined = node.concat([past, new], 2)
    start = graph.sub(node.spread(node.dim(past, 2), shape_of(before)), before)
    is_past = node.compare("lt", keys, node.broadcast(before, [0], shape_of(keys)))
    moved = graph.add(keys, node.broadcast(start, [0], shape_of(keys)))
    last = graph.sub(node.dim(joined, 2), 1)
    rows = graph.minimum(graph.select(is_past, keys, moved), node.broadcast(last, [], shape_of(keys)))
    sizes: list[Dim] = [1, None, 1, None]
    present = gather(node, joined, rows, [1, 3], [2], [2], sizes, vector_dim=2, batch=([0], [0]))
    end = graph.add(before, node.spread(node.dim(new, 2), shape_of(before)))
    is_used = node.compare("lt", keys, node.broadcast(end, [0], shape_of(keys)))
    return graph.select(node.broadcast(is_used, [0, 2], shape_of(present)), present, node.full(0, present))


def _seen(node: Node, places: Value, keys: Value, total: Value, window: int) -> Value:
    """Return which keys take part: those at the place of the query and before it, as many as the window has."""
    batch, steps = shape_of(places)
    sizes = [batch, steps, shape_of(keys)[1]]
    query, key = node.broadcast(places, [0, 1], sizes), node.broadcast(keys, [0, 2], sizes)
    seen = graph.and_(node.compare("le", key, query), node.compare("lt", key, node.broadcast(total, [0], sizes)))
    if window > 0:
        seen = graph.and_(seen, node.compare("gt", key, graph.sub(query, window)))
    return node.expand(seen, [1])
