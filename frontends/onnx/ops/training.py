"""The gradients and optimizers of `ai.onnx.preview.training`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from onnx import GraphProto, NodeProto, ValueInfoProto

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

TRAINING = "ai.onnx.preview.training"

Update = Callable[[Node, Value, list[Value]], list[Value]]
"""Returns the new tensor and its new states, for the rate and the tensor with its gradient and states."""


@imports("Gradient", domain=TRAINING)
def import_gradient(node: Node) -> list[Value]:
    """The derivatives of a value of the graph by other ones, at the inputs."""
    names = node.strings("xs") or []
    inputs = [node[number] for number in range(len(node.inputs))]
    others, y = node.strings("zs") or [], node.string("y")
    between = GraphProto(node=_nodes_between(node.model.proto.graph.node, {*names, *others}, y))
    between.input.extend(ValueInfoProto(name=name) for name in (*names, *others))
    between.output.add(name=y)
    grad: Any = importlib.import_module("dlc.passes.graph_grad.gradients")  # heavy: the rules of all ops
    with grad.recorded() as ops:
        [result] = node.regions.body(between, node, inputs)
    wrt = inputs[: len(names)]
    try:
        gradients = grad.backpropagate(ops, {result: node.full(1, result)}, wrt)
    except grad.CannotDifferentiate as error:
        raise CannotImport(str(error)) from None
    return [gradients.get(value) or node.full(0, value) for value in wrt]


def _nodes_between(nodes: Sequence[NodeProto], inputs: Iterable[str], y: str) -> list[NodeProto]:
    """Return the nodes that compute a value from inputs, in order."""
    needed = {y}
    between: list[NodeProto] = []
    for node in reversed(nodes):
        if not needed.isdisjoint(node.output):
            between.append(node)
            needed.update(name for name in node.input if name not in inputs)
    if not between:
        raise CannotImport(f"no node of the graph computes '{y}'")
    return between[::-1]


@imports("Adagrad", domain=TRAINING)
def import_adagrad(node: Node) -> list[Value]:
    """Steps divided by the root of the sum of all squared gradients."""
    return _updated(node, 1, _adagrad)


@imports("Momentum", domain=TRAINING)
def import_momentum(node: Node) -> list[Value]:
    """Steps that go on in the direction of earlier ones."""
    return _updated(node, 1, _momentum)


@imports("Adam", domain=TRAINING)
def import_adam(node: Node) -> list[Value]:
    """Steps by running means of gradients and of their squares."""
    return _updated(node, 2, _adam)


def _updated(node: Node, states: int, update: Update) -> list[Value]:
    """Return the new tensors, then each of their states."""
    count = (len(node.inputs) - 2) // (2 + states)
    if count * (2 + states) + 2 != len(node.inputs):
        raise CannotImport(f"each tensor must have a gradient and {states} states, but got {len(node.inputs)} inputs")
    results: list[list[Value]] = []
    for number in range(count):
        given = [node[2 + number + group * count] for group in range(2 + states)]
        results.append(update(node, node[0], given))
    return [each[group] for group in range(1 + states) for each in results]


def _like(node: Node, scalar: Value, x: Value) -> Value:
    """Return a number of one element with the shape of a tensor."""
    return node.spread(node.cast(node.reshape(scalar, ()), element_of(x)), shape_of(x), x)


def _with_decay(node: Node, x: Value, gradient: Value) -> Value:
    """Return a gradient that pulls towards 0 as well."""
    return graph.add(gradient, graph.mul(x, node.float("norm_coefficient")))


def _adagrad(node: Node, rate: Value, given: list[Value]) -> list[Value]:
    x, gradient, squares = given
    decay = node.float("decay_factor")
    count = node.cast(node.reshape(node[1], ()), element_of(rate))
    step = graph.div(node.reshape(rate, ()), graph.add(graph.mul(count, decay), 1.0))
    gradient = _with_decay(node, x, gradient)
    squares = graph.add(squares, graph.mul(gradient, gradient))
    divisor = graph.add(graph.sqrt(squares), node.float("epsilon"))
    return [graph.sub(x, graph.div(graph.mul(_like(node, step, x), gradient), divisor)), squares]


def _momentum(node: Node, rate: Value, given: list[Value]) -> list[Value]:
    x, gradient, velocity = given
    alpha, beta = node.float("alpha"), node.float("beta")
    gradient = _with_decay(node, x, gradient)
    count = node.cast(node.reshape(node[1], ()), element_of(x))
    is_first = node.compare("eq", _like(node, count, x), node.full(0, x))
    share = graph.select(is_first, 1.0, node.full(beta, x))
    velocity = graph.add(graph.mul(velocity, alpha), graph.mul(gradient, share))
    step = velocity
    if node.string("mode") == "nesterov":
        step = graph.add(gradient, graph.mul(velocity, alpha))
    return [graph.sub(x, graph.mul(_like(node, rate, x), step)), velocity]


def _adam(node: Node, rate: Value, given: list[Value]) -> list[Value]:
    x, gradient, means, squares = given
    alpha, beta = node.float("alpha"), node.float("beta")
    gradient = _with_decay(node, x, gradient)
    means = graph.add(graph.mul(means, alpha), graph.mul(gradient, 1 - alpha))
    squares = graph.add(graph.mul(squares, beta), graph.mul(graph.mul(gradient, gradient), 1 - beta))
    count = node.cast(node.reshape(node[1], ()), element_of(x))
    correction = graph.div(graph.sqrt(_distance(node, beta, count)), _distance(node, alpha, count))
    scale = node.reshape(rate, ())
    scale = graph.select(graph.compare("gt", count, 0.0), graph.mul(scale, correction), scale)
    divisor = graph.add(graph.sqrt(squares), node.float("epsilon"))
    new = graph.sub(x, graph.div(graph.mul(_like(node, scale, x), means), divisor))
    return [graph.mul(new, 1 - node.float("norm_coefficient_post")), means, squares]


def _distance(node: Node, base: float, count: Value) -> Value:
    """Return 1 - base^count."""
    return graph.add(graph.neg(graph.pow(node.full(base, count), count)), 1.0)
