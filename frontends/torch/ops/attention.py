"""Scaled dot product attention and its gradient."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from dlc.ir.sizes import floor_divide

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i1
from ..node import Node
from ..registry import imports
from .functions import wide


@imports("_scaled_dot_product_flash_attention_for_cpu")
def import_attention(
    node: Node,
    query: Value,
    key: Value,
    value: Value,
    dropout: float = 0.0,
    is_causal: bool = False,
    *,
    attn_mask: Value | None = None,
    scale: float | None = None,
) -> Sequence[Value | None]:
    """Attention, and the logarithm of the sum of exponentials of each query's scores."""
    if dropout:
        raise node.refusal("weights are dropped at random")
    query, key, value, mask = _agreeing(node, query, key, value, attn_mask)
    if mask is not None and element_of(mask) is not i1:
        mask = node.cast(mask, element_of(query))
    causal = "first" if is_causal else None
    result = graph.attention(query, key, value, mask=mask, causal=causal, scale=scale)
    if not node.wants(1):
        return [result, None]
    scores = _scores(node, query, key, is_causal, mask, scale)
    return [result, node.reduce("logsumexp", scores, [3])]


def _agreeing(
    node: Node, query: Value, key: Value, value: Value, mask: Value | None
) -> tuple[Value, Value, Value, Value | None]:
    """Return the operands with the same sizes where they must have them, which is checked when running if need be.

    PyTorch compares sizes of queries, keys and values only in its kernel, so that tracing a cache of keys and one of
    values, which grow alike, finds names for both. Of a mask, it knows which sizes are 1.
    """
    query, key = node.agreeing(query, key, [(0, 0), (3, 3)])
    key, value = node.agreeing(key, value, [(0, 0), (1, 1), (2, 2)])
    if mask is not None:
        scores = (*shape_of(query)[:3], shape_of(key)[2])
        own = shape_of(mask)
        sizes = enumerate(scores[4 - len(own) :])
        mask = node.with_sizes(mask, {dim: size for dim, size in sizes if own[dim] != 1})
    return query, key, value, mask


def _scores(node: Node, query: Value, key: Value, is_causal: bool, mask: Value | None, scale: float | None) -> Value:
    """Return the masked products of queries and keys."""
    query, key = wide(node, query), _for_heads(node, wide(node, key), query)
    batch = ([0, 1], [0, 1])
    scores = _scaled(node, node.contract(query, key, batch, ([3], [3])), query, scale)
    shape = shape_of(scores)
    if mask is not None:
        shown = node.spread(mask, shape)
        if element_of(mask) is i1:
            return graph.select(shown, scores, node.full(float("-inf"), scores))
        return graph.add(scores, node.cast(shown, element_of(scores)))
    if is_causal:
        is_seen = graph.compare("ge", node.iota(shape, 2), node.iota(shape, 3))
        return graph.select(is_seen, scores, node.full(float("-inf"), scores))
    return scores


def _for_heads(node: Node, x: Value, query: Value) -> Value:
    """Return keys or values of groups of heads, each repeated for the query heads of its group."""
    (batch, groups, length, features), heads = shape_of(x), shape_of(query)[1]
    if groups == heads:
        return x
    shape = (batch, groups, floor_divide(heads, groups), length, features)
    return node.reshape(node.broadcast(x, [0, 1, 3, 4], shape), (batch, heads, length, features))


def _for_groups(node: Node, gradient: Value, x: Value) -> Value:
    """Return the gradient of keys or values of groups of heads: the sum over the query heads of each group."""
    (batch, heads, length, features), groups = shape_of(gradient), shape_of(x)[1]
    if groups == heads:
        return gradient
    shape = (batch, groups, floor_divide(heads, groups), length, features)
    return node.reduce("sum", node.reshape(gradient, shape), [2])


def _scaled(node: Node, scores: Value, query: Value, scale: float | None) -> Value:
    """Return scores times the scale, which is usually the reciprocal root of the number of features."""
    features = shape_of(query)[3]
    if scale is None and isinstance(features, int):
        scale = 1 / sqrt(features)
    if scale is not None:
        return graph.mul(scores, scale)
    root = graph.rsqrt(node.cast(node.size_value(features), element_of(scores)))
    return graph.mul(scores, node.spread(root, shape_of(scores)))


def _finite(node: Node, logsumexp: Value, scores: Value) -> Value:
    """Return logarithms of sums of exponentials in the type of scores: 0 where all scores are -inf.

    The weights of a query that sees no key, such as one at the beginning of padded text, are 0 and not NaN.
    """
    logsumexp = node.cast(logsumexp, element_of(scores))
    sees_none = graph.compare("eq", logsumexp, float("-inf"))
    return graph.select(sees_none, node.full(0, logsumexp), logsumexp)


@imports("_scaled_dot_product_flash_attention_for_cpu_backward")
def import_attention_backward(
    node: Node,
    gradient: Value,
    query: Value,
    key: Value,
    value: Value,
    result: Value,
    logsumexp: Value,
    dropout: float,
    is_causal: bool,
    *,
    attn_mask: Value | None = None,
    scale: float | None = None,
) -> Sequence[Value]:
    """The gradients of queries, keys and values; the weights are computed again."""
    if dropout:
        raise node.refusal("weights are dropped at random")
    query, key, value, mask = _agreeing(node, query, key, value, attn_mask)
    scores = _scores(node, query, key, is_causal, mask, scale)
    shape = shape_of(scores)
    weights = graph.exp(graph.sub(scores, node.broadcast(_finite(node, logsumexp, scores), [0, 1, 2], shape)))
    [gradient, query, key, value, result] = [wide(node, each) for each in (gradient, query, key, value, result)]
    batch = ([0, 1], [0, 1])
    of_value = node.contract(weights, gradient, batch, ([2], [2]))
    of_weights = node.contract(gradient, _for_heads(node, value, query), batch, ([3], [3]))
    total = node.reduce("sum", graph.mul(gradient, result), [3], keep=True)
    of_scores = graph.mul(weights, graph.sub(of_weights, node.spread(total, shape)))
    of_scores = _scaled(node, of_scores, query, scale)
    of_query = node.contract(of_scores, _for_heads(node, key, query), batch, ([3], [2]))
    of_key = node.contract(of_scores, query, batch, ([2], [2]))
    return [of_query, _for_groups(node, of_key, key), _for_groups(node, of_value, value)]
