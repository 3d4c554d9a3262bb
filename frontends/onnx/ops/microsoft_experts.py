"""The op `MoE` of `com.microsoft`: layers of experts, of which each row goes to a few.

The matrices of the experts of few rows are gathered. Otherwise every expert computes every row, and those that a row
does not go to count as 0: two contractions, whatever the rows choose.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from dlc.ir.sizes import multiply, product

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import i64_array, int_attr
from ....ir.builtin_types import f32, i64
from ...positions import take
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports

INTERLEAVED, ONE_AFTER_THE_OTHER = 1, 2
"""How the features of a gate and those that it is for lie in the first product."""


class _Layer(NamedTuple):
    """The matrices of experts, and what is added to their products."""

    weights: Value
    offsets: Value | None

    def of(self, node: Node, experts: Value) -> _Layer:
        """Return those of some experts."""
        offsets = None if self.offsets is None else take(node, self.offsets, experts, 0)
        return _Layer(take(node, self.weights, experts, 0), offsets)


@imports("MoE", domain=MICROSOFT)
def import_experts(node: Node) -> Value:
    """The sum of what the experts of each row give, weighted by their probabilities."""
    if node.int("use_sparse_mixer", 0):
        raise CannotImport("attribute 'use_sparse_mixer' is not supported")
    shape = shape_of(node[0])
    x = node.reshape(node[0], (product(shape[:-1]), shape[-1]))
    up, down = _Layer(node[2], node.get(3)), _Layer(node[4], node.get(5))
    gated = None if node.get(6) is None else _Layer(node[6], node.get(7))
    count = shape_of(node[2])[0]
    if not isinstance(count, int):
        raise CannotImport("the number of experts must be known")
    weights, places = _routes(node, count)
    rows, each = shape_of(weights)
    assert isinstance(each, int)
    few = isinstance(rows, int) and rows * each < count
    result = (_few_rows if few else _all_rows)(node, x, (weights, places, count), up, down, gated)
    return node.reshape(result, shape)


def _routes(node: Node, experts: int) -> tuple[Value, Value]:
    """Return the weights of the experts of each row, and their numbers."""
    scores, count = node.cast(node[1], f32), node.int("k", 1)
    if len(shape_of(scores)) != 2 or shape_of(scores)[1] != experts or not 0 < count <= experts:
        raise CannotImport(f"needs scores of {experts} experts for each row, of which at most as many are taken")
    scores = node.add(graph.SoftmaxOp(scores, i64_array([1])))
    values, numbers = (tensor_of((shape_of(scores)[0], count), element) for element in (f32, i64))
    weights, places = node.add_all(graph.TopKOp(scores, int_attr(1), int_attr(count), values, numbers))
    if node.int("normalize_routing_weights", 0):
        total = node.reduce("sum", weights, [1])
        weights = graph.div(weights, node.broadcast(total, [0], shape_of(weights)))
    return node.cast(weights, element_of(node[0])), places


def _all_rows(
    node: Node, x: Value, routes: tuple[Value, Value, int], up: _Layer, down: _Layer, gated: _Layer | None
) -> Value:
    """Return the sum of all experts of all rows, most of them times 0."""
    weights, places, experts = routes
    shape = (*shape_of(weights), experts)
    is_chosen = node.compare("eq", node.broadcast(places, [0, 1], shape), node.iota(shape, 2))
    spread = node.broadcast(weights, [0, 1], shape)
    factors = node.reduce("sum", graph.select(is_chosen, spread, node.zeros(shape, element_of(x))), [1])

    def computed(layer: _Layer) -> Value:
        result = node.contract(x, layer.weights, ([], []), ([1], [2]))
        return result if layer.offsets is None else graph.add(result, node.spread(layer.offsets, shape_of(result)))

    inner = _activated(node, computed(up), None if gated is None else computed(gated))
    inner = graph.mul(inner, node.broadcast(factors, [0, 1], shape_of(inner)))
    result = node.contract(inner, down.weights, ([], []), ([1, 2], [0, 2]))
    return (
        result
        if down.offsets is None
        else graph.add(result, node.contract(factors, down.offsets, ([], []), ([1], [0])))
    )


def _few_rows(
    node: Node, x: Value, routes: tuple[Value, Value, int], up: _Layer, down: _Layer, gated: _Layer | None
) -> Value:
    """Return the sum of the experts of each row, whose matrices are gathered."""
    weights, places, _ = routes
    rows, each = shape_of(weights)
    count, width = multiply(rows, each), shape_of(x)[1]
    experts = node.reshape(places, (count,))
    repeated = node.reshape(node.broadcast(x, [0, 2], (rows, each, width)), (count, width))

    def computed(values: Value, layer: _Layer) -> Value:
        layer = layer.of(node, experts)
        result = node.contract(layer.weights, values, ([0], [0]), ([2], [1]))
        return result if layer.offsets is None else graph.add(result, layer.offsets)

    inner = _activated(node, computed(repeated, up), None if gated is None else computed(repeated, gated))
    result = node.reshape(computed(inner, down), (rows, each, width))
    return node.reduce("sum", graph.mul(result, node.broadcast(weights, [0, 1], shape_of(result))), [1])


def _activated(node: Node, x: Value, other: Value | None) -> Value:
    """Return the activation of the first product, times the other one if there is one."""
    kind = node.string("activation_type", "relu")
    if kind == "swiglu":
        return _gated(node, x, other)
    if kind == "gelu":
        x = node.add(graph.GeluOp(graph.GeluFormAttr("tanh"), x))
    elif kind in ("relu", "silu"):
        x = node.add(graph.ReluOp(x) if kind == "relu" else graph.SiluOp(x))
    elif kind != "identity":
        raise CannotImport(f"attribute 'activation_type' must name an activation, but got '{kind}'")
    return x if other is None else graph.mul(x, other)


def _gated(node: Node, x: Value, other: Value | None) -> Value:
    """Return g sigmoid(alpha g) (l + beta) for features g and l, which a limit may bound."""
    gate, linear = (x, other) if other is not None else _halves(node, x)
    limit = node.float("swiglu_limit", inf)
    if limit != inf:
        high = node.full(limit, gate)
        gate = graph.minimum(gate, high)
        linear = graph.maximum(graph.minimum(linear, high), graph.neg(high))
    alpha, beta = node.float("activation_alpha", 1.0), node.float("activation_beta", 0.0)
    scaled = gate if alpha == 1 else graph.mul(gate, node.full(alpha, gate))
    linear = linear if beta == 0 else graph.add(linear, node.full(beta, linear))
    return graph.mul(graph.mul(gate, node.add(graph.SigmoidOp(scaled))), linear)


def _halves(node: Node, x: Value) -> tuple[Value, Value]:
    """Return the features of the gate and those that it is for."""
    *others, width = shape_of(x)
    form = node.int("swiglu_fusion", 0)
    if not isinstance(width, int) or width % 2 or form not in (INTERLEAVED, ONE_AFTER_THE_OTHER):
        raise CannotImport("needs 'swiglu_fusion' of 1 or 2 and an even number of features, or a third matrix")
    pair = (width // 2, 2) if form == INTERLEAVED else (2, width // 2)
    dim = len(others) + (form == INTERLEAVED)
    split = node.reshape(x, (*others, *pair))
    gate, linear = (node.reshape(node.slice(split, dim, at, at + 1), (*others, width // 2)) for at in (0, 1))
    return gate, linear
