"""The gradient of attention: that of the contractions and the softmax that it is made of, which are computed again."""

from __future__ import annotations

import math

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant, constant_like
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import i1, i64
from dlc.ir.sizes import floor_divide

from .gradients import Gradients, differentiates
from .like import broadcast_like, rank_of, reshape_like, size_value, sizes_of, working, zeros_like


@differentiates(graph.AttentionOp)
def gradient_of_attention(op: graph.AttentionOp, g: Gradients) -> None:
    g.expand(lambda: _attention(op))


def _attention(op: graph.AttentionOp) -> Value:
    """Return the attention as contractions, in which heads that share a key have a dimension of their own."""
    query, key, value = working(op.query), working(op.key), working(op.value)
    rank = rank_of(query)
    shared = _by_shared_heads(query, key)
    batch = list(range(rank - 2))
    features = graph.contract(shared, key, ([rank], [rank - 1]), (batch, batch), element_of(query))
    scores = _scaled(reshape_like(features, _like_scores(query, key)), op)
    weights = _weights(op, scores)
    grouped = reshape_like(weights, features)
    product = graph.contract(grouped, value, ([rank], [rank - 2]), (batch, batch), element_of(query))
    return graph.cast(reshape_like(product, op.result), element_of(op.query))


def _by_shared_heads(query: Value, key: Value) -> Value:
    """Return the query as [..., heads of the key, heads that share one, places, features]."""
    *others, heads, places, features = shape_of(query)
    shared = shape_of(key)[-3]
    sizes = (*others, shared, floor_divide(heads, shared), places, features)
    if sizes.count(None) <= 1:
        return graph.reshape(query, sizes)
    rank = rank_of(query)
    whole, of_key = graph.shape(query), graph.shape(key)
    parts = [
        graph.slice(whole, [0], [rank - 3], [1]),
        graph.slice(of_key, [rank - 3], [rank - 2], [1]),
        constant([-1], i64),
        graph.slice(whole, [rank - 2], [rank], [1]),
    ]
    return graph.reshape(query, sizes, sizes=graph.concat(parts, 0))


def _like_scores(query: Value, key: Value) -> Value:
    """Return a tensor with the shape of the scores: queries and keys for each head."""
    shape = (*shape_of(query)[:-1], shape_of(key)[-2])
    sizes = None
    if None in shape:
        rank = rank_of(query)
        parts = [graph.slice(graph.shape(query), [0], [rank - 1], [1])]
        parts.append(graph.slice(graph.shape(key), [rank - 2], [rank - 1], [1]))
        sizes = graph.concat(parts, 0)
    return graph.broadcast(constant(0, element_of(query)), [], shape, sizes=sizes)


def _scaled(scores: Value, op: graph.AttentionOp) -> Value:
    if op.scale is not None:
        return graph.mul(scores, op.scale.value)
    features = shape_of(op.query)[-1]
    if isinstance(features, int):
        return graph.mul(scores, 1 / math.sqrt(features) if features else 1.0)
    count = graph.cast(size_value(op.query, rank_of(op.query) - 1), element_of(scores))
    return graph.mul(scores, broadcast_like(graph.rsqrt(count), [], scores))


def _weights(op: graph.AttentionOp, scores: Value) -> Value:
    """Return the softmax along the keys that take part. Others have finite scores, so that nothing becomes NaN."""
    mask, takes_part = op.mask, _seen(op, scores)
    if mask is not None:
        spread_mask = broadcast_like(mask, range(rank_of(scores) - rank_of(mask), rank_of(scores)), scores)
        if element_of(mask) is i1:
            takes_part = graph.and_(takes_part, spread_mask)
        else:
            spread_mask = graph.cast(spread_mask, element_of(scores))
            takes_part = graph.and_(takes_part, graph.compare("gt", spread_mask, float("-inf")))
            scores = graph.add(scores, graph.select(takes_part, spread_mask, zeros_like(scores)))
    low = constant_like(-1e30, scores)
    weights = graph.softmax(graph.select(takes_part, scores, low), [rank_of(scores) - 1])
    return graph.select(takes_part, weights, zeros_like(weights))


def _seen(op: graph.AttentionOp, scores: Value) -> Value:
    """Return the keys that each query sees."""
    if op.causal is None:
        return graph.not_(graph.cast(zeros_like(scores), i1))
    shape, sizes, rank = shape_of(scores), sizes_of(scores), rank_of(scores)
    query, key = (graph.iota(dim, shape, i64, sizes=sizes) for dim in (rank - 2, rank - 1))
    if op.causal.value == "last":
        more = graph.sub(size_value(scores, rank - 1), size_value(scores, rank - 2))
        query = graph.add(query, broadcast_like(more, [], query))
    return graph.compare("le", key, query)
