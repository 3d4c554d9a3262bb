"""The meaning of `graph.attention`, in float64."""

from __future__ import annotations

import math

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays, wide


@on_arrays(dialect.AttentionOp)
def attention(op: dialect.AttentionOp) -> ArrayFunction:
    """Values, weighted by how well keys fit queries."""

    def run(query: Array, key: Array, value: Array, *masks: Array) -> Array:
        heads, shared = query.shape[-3], key.shape[-3]
        features = query.shape[-1]
        scale = op.scale.value if op.scale is not None else 1 / math.sqrt(features) if features else 1.0
        key, value = (np.repeat(wide(x), heads // max(shared, 1), axis=-3) for x in (key, value))
        scores = np.matmul(wide(query), np.swapaxes(key, -1, -2)) * scale
        for mask in masks:
            scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + wide(mask)
        if op.causal is not None:
            scores = np.where(_seen(scores.shape[-2], scores.shape[-1], op.causal.value), scores, -np.inf)
        return _weighted(scores, value)

    return run


def _seen(queries: int, keys: int, first_or_last: str) -> Array:
    """Return the keys that each query sees."""
    more = keys - queries if first_or_last == "last" else 0
    return np.arange(keys) <= np.arange(queries)[:, None] + more


def _weighted(scores: Array, value: Array) -> Array:
    """The sums of values by the softmax of scores; keys without weight have no part in them."""
    if not scores.shape[-1]:
        return np.zeros((*scores.shape[:-1], value.shape[-1]))
    largest: Array = np.max(scores, axis=-1, keepdims=True)
    weights: Array = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = np.sum(weights, axis=-1, keepdims=True)
    weights = np.where(total == 0, 0.0, weights / np.where(total == 0, 1.0, total))
    return np.where(total == 0, 0.0, np.matmul(weights, value))
