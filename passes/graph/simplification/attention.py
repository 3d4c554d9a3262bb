"""Attention that models write out: products of queries and keys, a softmax, and products with values.

Exporters write it with dimensions in any order, because transposes have become part of the products; with the scale on
queries, keys or scores; with a mask that is added or chooses; and with heads of keys repeated. Each dimension is
followed through both products, so that sizes that happen to be equal are not mistaken for one another.

What is recognized means the same, but for queries that see no key at all: written out they are NaN, unless that is
replaced by zero, and zero of the op.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import float_attr
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern

from ..matching import insert, is_float, number_in, sizes_are_numbers, transposed
from .arithmetic import both_ways
from .contractions import free_dims
from .products import Product


class _Scores(NamedTuple):
    """Products of queries and keys by the dimensions of the scores: what runs along, queries, keys."""

    query: Value
    key: Value
    query_order: Sequence[int]
    """The dimensions of the query in the order of attention: what runs along, places, features."""
    key_order: Sequence[int]
    scale: float


@pattern(graph.ContractOp, exactness="finite")
def recognize_attention(op: graph.ContractOp, rw: Rewriter) -> Match:
    """contract(softmax(contract(q, k) * scale + mask), v) -> attention(q, k, v, mask, scale), with transposes where
    dimensions are in another order.  Terminates: removes a contraction."""
    softmax = _softmax_without_nan(op.lhs)
    rank = len(shape_of(op.lhs))
    if softmax is None or list(softmax.dims) != [rank - 1] or len(op.operands) != 2 or rank < 3:
        return rw.no_match("not of the softmax of scores along the last dimension")
    along = list(range(rank - 2))
    if sorted(op.lhs_batch) != along or list(op.lhs_contracting) != [rank - 1] or len(shape_of(op.rhs)) != rank:
        return rw.no_match("not a product of matrices, keys by features of values")
    masked = _without_mask(softmax.source, rank)
    scores = _scores_of(masked.scores, rank)
    if scores is None:
        return rw.no_match("scores are not a scaled product of matrices")
    if len({element_of(value) for value in (scores.query, scores.key, op.rhs, masked.scores, op.result)}) > 1:
        return rw.no_match("types differ")
    mask = masked.mask
    if masked.is_added and mask is not None and element_of(mask) is not element_of(op.result):
        return rw.no_match("the mask has another type")
    batch = dict(zip(op.lhs_batch, op.rhs_batch, strict=True))
    value_order = [*(batch[dim] for dim in along), op.rhs_contracting[0]]
    value_order += free_dims(rank, value_order)
    key, value = (_Ordered(scores.key, scores.key_order), _Ordered(op.rhs, value_order))
    shared_key, shared_value = key.with_shared_heads(), value.with_shared_heads()
    if shared_key is not None and shared_value is not None:
        key, value = shared_key, shared_value
    operands = [transposed(scores.query, scores.query_order, op, rw)]
    operands += [transposed(each.value, each.order, op, rw) for each in (key, value)]
    mask = _narrow(mask, rank, op, rw) if mask is not None else None
    attention = insert(op, graph.AttentionOp(*operands, mask=mask, scale=float_attr(scores.scale)), rw)
    order = [*op.lhs_batch, rank - 2, rank - 1]
    if tuple(shape_of(attention)[dim] for dim in order) != shape_of(op.result):
        attention = insert(op, graph.WithShapeOp(attention, _type_in(order, op)), rw)
    return rw.replace(op, transposed(attention, order, op, rw))


def _type_in(order: Sequence[int], op: graph.ContractOp) -> Any:
    """Return the type of the result before its dimensions are brought into an order."""
    shape = shape_of(op.result)
    return tensor_of(tuple(shape[order.index(dim)] for dim in range(len(order))), element_of(op.result))


def _softmax_without_nan(value: Value) -> graph.SoftmaxOp | None:
    """softmax(x), or select(is_nan(softmax(x)), 0, softmax(x)), of which nothing else is needed."""
    if not value.has_one_use:
        return None
    chosen = value.defined_by(graph.SelectOp)
    if chosen is None:
        return value.defined_by(graph.SoftmaxOp)
    test, weights = chosen.condition.defined_by(graph.IsNanOp), chosen.on_false
    if test is None or test.operand is not weights or number_in(chosen.on_true) != 0.0:
        return None
    only_here = all(user in (test, chosen) for user, _ in weights.uses) and test.result.has_one_use
    return weights.defined_by(graph.SoftmaxOp) if only_here else None


# -- Masks -------------------------------------------------------------------------------------------------------------


class _Masked(NamedTuple):
    scores: Value
    mask: Value | None
    is_added: bool


def _without_mask(value: Value, rank: int) -> _Masked:
    """Return scores and the mask that is added to them, or that chooses between them and minus infinity."""
    added = value.defined_by(graph.AddOp)
    for scores, mask in both_ways(added) if added is not None else ():
        if _scores_of(scores, rank) is not None:
            return _Masked(scores, mask, is_added=True)
    chosen = value.defined_by(graph.SelectOp)
    if chosen is not None and number_in(chosen.on_false) == -math.inf and is_float(chosen.on_true):
        return _Masked(chosen.on_true, chosen.condition, is_added=False)
    return _Masked(value, None, is_added=False)


def _narrow(mask: Value, rank: int, op: Operation, rw: Rewriter) -> Value:
    """Return a mask before it is repeated, with a dimension of one element for each that it lacks."""
    repeated = mask.defined_by(graph.BroadcastOp)
    if repeated is None or repeated.sizes is not None or list(repeated.dims) != sorted(repeated.dims):
        return mask
    source, dims = repeated.source, list(repeated.dims)
    if dims == list(range(rank - len(dims), rank)):
        return source
    if not sizes_are_numbers(source):
        return mask
    sizes = dict(zip(dims, shape_of(source), strict=True))
    first = min(dims, default=rank)
    shape = tuple(sizes.get(dim, 1) for dim in range(first, rank))
    return insert(op, graph.ReshapeOp(source, tensor_of(shape, element_of(source))), rw)


# -- Scores ------------------------------------------------------------------------------------------------------------


def _scores_of(value: Value, rank: int) -> _Scores | None:
    """The product of queries and keys, and the number that it is multiplied by."""
    product = Product(value)
    inner = product.values[0].defined_by(graph.ContractOp) if len(product.values) == 1 else None
    if inner is None or len(inner.operands) != 2 or len(inner.lhs_contracting) != 1:
        return None
    if len(inner.lhs_batch) != rank - 2 or not len(shape_of(inner.lhs)) == len(shape_of(inner.rhs)) == rank:
        return None
    (query, of_query), (key, of_key) = map(_without_factor, (inner.lhs, inner.rhs))
    scale = product.number * of_query * of_key
    if not math.isfinite(scale):
        return None
    query_order = _features_last(rank, inner.lhs_batch.elements, inner.lhs_contracting[0])
    key_order = _features_last(rank, inner.rhs_batch.elements, inner.rhs_contracting[0])
    return _Scores(query, key, query_order, key_order, scale)


def _without_factor(value: Value) -> tuple[Value, float]:
    """Return what a value is a multiple of, and the factor."""
    product = Product(value)
    if len(product.values) == 1 and product.values[0].type is value.type:
        return product.values[0], product.number
    return value, 1.0


def _features_last(rank: int, batch: Sequence[int], features: int) -> list[int]:
    return [*batch, *free_dims(rank, batch, [features]), features]


# -- Shared heads ------------------------------------------------------------------------------------------------------


class _Ordered(NamedTuple):
    """A value, and the order of its dimensions for attention: what runs along, heads last; places; features."""

    value: Value
    order: Sequence[int]

    def with_shared_heads(self) -> _Ordered | None:
        """Return the value before each of its heads was repeated for several heads of the query."""
        head = self.order[-3]
        joined = self.value.defined_by(graph.ReshapeOp)
        repeated = joined.source.defined_by(graph.BroadcastOp) if joined is not None else None
        if repeated is None or repeated.sizes is not None or not sizes_are_numbers(repeated.result):
            return None
        shape, wide = shape_of(self.value), shape_of(repeated.result)
        if len(wide) != len(shape) + 1 or (*wide[:head], *wide[head + 2 :]) != (*shape[:head], *shape[head + 1 :]):
            return None
        kept = [dim for dim in range(len(wide)) if dim != head + 1]
        source = repeated.source
        if list(repeated.dims) != kept or shape_of(source) != tuple(wide[dim] for dim in kept):
            return None
        return _Ordered(source, self.order)


PATTERNS: Sequence[Pattern[Any]] = (recognize_attention,)
