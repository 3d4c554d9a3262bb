"""Random numbers. Those that have no seed are the same in each run."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Type, Value
from ....ir.builtin_attributes import int_attr
from ....ir.builtin_types import f32, f64, i64
from ..element_types import element_type
from ..node import Node
from ..registry import imports

UNIFORM, NORMAL = graph.RandomUniformOp, graph.RandomNormalOp


@imports("RandomUniform", "RandomNormal")
def import_random(node: Node) -> Value:
    """Random numbers in a shape that is an attribute."""
    return _random(node, node.ints("shape"), element_type(node.int("dtype")))


@imports("RandomUniformLike", "RandomNormalLike")
def import_random_like(node: Node) -> Value:
    """Random numbers in the shape of an input."""
    element = element_type(node.int("dtype")) if node.has("dtype") else node.element()
    return _random(node, node.shape(), element)


def _random(node: Node, shape: Sequence[Dim], element: Type) -> Value:
    """Return numbers that are uniform between two bounds, or normal with a mean and a deviation."""
    is_uniform = node.op.startswith("RandomUniform")
    numbers = _drawn(node, UNIFORM if is_uniform else NORMAL, shape, element)
    if is_uniform:
        offset, factor = node.float("low"), node.float("high") - node.float("low")
    else:
        offset, factor = node.float("mean"), node.float("scale")
    return node.cast(graph.add(graph.mul(numbers, factor), offset), element)


def _drawn(
    node: Node, kind: type[graph.RandomUniformOp | graph.RandomNormalOp], shape: Sequence[Dim], element: Type
) -> Value:
    """Return numbers that depend on the seed and the name of a node."""
    seed = node.constant(int(node.float("seed", 0.0)), i64)
    stream = sum(ord(letter) << (number % 24) for number, letter in enumerate(node.proto.output[0]))
    drawn = f64 if element is f64 else f32
    return node.add(kind(seed, int_attr(stream), tensor_of(tuple(shape), drawn)))


@imports("Bernoulli")
def import_bernoulli(node: Node) -> Value:
    """1 with the probability that an element says, else 0."""
    x = node[0]
    element = element_type(node.int("dtype")) if node.has("dtype") else element_of(x)
    drawn = _drawn(node, UNIFORM, shape_of(x), element_of(x))
    return node.cast(node.compare("lt", drawn, node.cast(x, element_of(drawn))), element)


@imports("Multinomial")
def import_multinomial(node: Node) -> Value:
    """Numbers of classes, drawn by their logarithmic probabilities: each is the largest of perturbed ones."""
    x, count = node[0], node.int("sample_size")
    rows, classes = shape_of(x)
    drawn = _drawn(node, UNIFORM, [rows, count, classes], f32)
    noise = graph.neg(graph.log(graph.neg(graph.log(graph.maximum(drawn, 1e-30)))))
    scores = graph.add(node.broadcast(node.cast(x, f32), [0, 2], shape_of(noise)), noise)
    return node.cast(node.arg("max", scores, 2), element_type(node.int("dtype")))
