"""Normalizations and softmax."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from dlc.ir.sizes import Dim, multiply

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import f64
from ..node import Node
from ..registry import imports
from .functions import wide


@imports("_softmax", "_log_softmax", "softmax", "log_softmax")
def import_softmax(node: Node, x: Value, dim: int, _: Any = None) -> Value:
    """Softmax, or its logarithm, along a dimension."""
    x = node.cast(x, node.result_element)
    if not shape_of(x):
        return node.reshape(_softmax(node, node.reshape(x, (1,)), 0), ())
    return _softmax(node, x, node.dim_in(dim, len(shape_of(x))))


def _softmax(node: Node, x: Value, dim: int) -> Value:
    return graph.log_softmax(x, [dim]) if "log_softmax" in node.op else graph.softmax(x, [dim])


# -- Layers and groups -------------------------------------------------------------------------------------------------


@imports("native_layer_norm")
def import_layer_norm(
    node: Node, x: Value, shape: Sequence[Dim], weight: Value | None, bias: Value | None, epsilon: float
) -> Sequence[Value | None]:
    """Normalization along the last dimensions, and its mean and reciprocal deviation."""
    rank = len(shape_of(x))
    dims = list(range(rank - len(shape), rank))
    if not (node.wants(1) or node.wants(2)):
        scale, offset = (node.cast(each, element_of(x)) if each is not None else None for each in (weight, bias))
        return [graph.layer_norm(x, dims, epsilon, scale=scale, offset=offset), None, None]
    result, mean, deviation = normalized(node, x, dims, epsilon)
    result = affine(node, result, weight, bias, dims)
    return [result, *(node.reshape(each, node.traced_shape(1)) for each in (mean, deviation))]


def normalized(node: Node, x: Value, dims: Sequence[int], epsilon: float) -> tuple[Value, Value, Value]:
    """Return a value normalized along dimensions, its mean and its reciprocal deviation, with these dimensions."""
    x = wide(node, x)
    mean, variance, distance = moments(node, x, dims)
    deviation = graph.rsqrt(graph.add(variance, epsilon))
    return graph.mul(distance, node.spread(deviation, shape_of(x))), mean, deviation


def moments(node: Node, x: Value, dims: Sequence[int]) -> tuple[Value, Value, Value]:
    """Return the mean, the variance, and the distance of each element to the mean."""
    mean = node.reduce("mean", x, dims, keep=True)
    distance = graph.sub(x, node.spread(mean, shape_of(x)))
    return mean, node.reduce("mean", graph.mul(distance, distance), dims, keep=True), distance


def affine(node: Node, x: Value, weight: Value | None, bias: Value | None, dims: Sequence[int]) -> Value:
    """Return x * weight + bias, which have the dimensions `dims`."""
    if weight is not None:
        x = graph.mul(x, node.broadcast(node.cast(weight, element_of(x)), dims, shape_of(x)))
    if bias is not None:
        x = graph.add(x, node.broadcast(node.cast(bias, element_of(x)), dims, shape_of(x)))
    return x


@imports("native_group_norm")
def import_group_norm(
    node: Node,
    x: Value,
    weight: Value | None,
    bias: Value | None,
    batch: Dim,
    channels: int,
    spatial: Dim,
    groups: int,
    epsilon: float,
) -> Sequence[Value | None]:
    """Normalization of groups of channels, and its mean and reciprocal deviation."""
    rank = len(shape_of(x))
    if not (node.wants(1) or node.wants(2)):
        dims = list(range(2, rank))
        scale, offset = (node.cast(each, element_of(x)) if each is not None else None for each in (weight, bias))
        return [graph.group_norm(x, 1, dims, groups, epsilon, scale=scale, offset=offset), None, None]
    rows = node.reshape(x, [batch, groups, channels // groups, *shape_of(x)[2:]])
    result, mean, deviation = normalized(node, rows, list(range(2, rank + 1)), epsilon)
    result = affine(node, node.reshape(result, shape_of(x)), weight, bias, [1])
    return [result, *(node.reshape(each, [batch, groups]) for each in (mean, deviation))]


# -- Batches -----------------------------------------------------------------------------------------------------------


@imports("_native_batch_norm_legit_no_training")
def import_batch_norm_in_inference(
    node: Node,
    x: Value,
    weight: Value | None,
    bias: Value | None,
    mean: Value,
    variance: Value,
    momentum: float,
    epsilon: float,
) -> Sequence[Value]:
    """Batch normalization with given statistics."""
    element = element_of(x)
    channels = shape_of(mean)
    scale = weight if weight is not None else node.broadcast(node.constant(1, element), (), channels)
    offset = bias if bias is not None else node.broadcast(node.constant(0, element), (), channels)
    [scale, offset, mean, variance] = [node.cast(each, element) for each in (scale, offset, mean, variance)]
    empty = node.zeros((0,), element)
    return [graph.batch_norm(x, scale, offset, mean, variance, 1, epsilon), empty, empty]


@imports("_native_batch_norm_legit.no_stats")
def import_batch_norm_without_statistics(
    node: Node, x: Value, weight: Value | None, bias: Value | None, training: bool, momentum: float, epsilon: float
) -> Sequence[Value]:
    """Batch normalization with the statistics of the batch."""
    return _of_batch(node, x, weight, bias, epsilon)[0]


@imports("native_batch_norm", "_native_batch_norm_legit", "_native_batch_norm_legit_functional")
def import_batch_norm(
    node: Node,
    x: Value,
    weight: Value | None,
    bias: Value | None,
    mean: Value | None,
    variance: Value | None,
    training: bool,
    momentum: float,
    epsilon: float,
) -> Sequence[Value]:
    """Batch normalization, and running statistics after this batch."""
    if not training and mean is not None and variance is not None:
        results = import_batch_norm_in_inference(node, x, weight, bias, mean, variance, momentum, epsilon)
        return [*results, mean, variance][: len(node.traced)]
    results, (batch_mean, batch_variance) = _of_batch(node, x, weight, bias, epsilon)
    if len(node.traced) == 3:
        if mean is not None:
            raise node.refusal("running statistics are changed in place")
        return results
    assert mean is not None
    assert variance is not None
    return [*results, *_updated(node, x, mean, variance, batch_mean, batch_variance, momentum)]


@imports("_batch_norm_with_update_functional")
def import_batch_norm_with_update(
    node: Node,
    x: Value,
    weight: Value | None,
    bias: Value | None,
    mean: Value,
    variance: Value,
    momentum: float,
    epsilon: float,
) -> Sequence[Value]:
    """Batch normalization, and running statistics after this batch; the memory for the gradient is empty."""
    results, (batch_mean, batch_variance) = _of_batch(node, x, weight, bias, epsilon)
    reserved = node.zeros((0,), node.element_of_result(3))
    return [*results, reserved, *_updated(node, x, mean, variance, batch_mean, batch_variance, momentum)]


def _of_batch(
    node: Node, x: Value, weight: Value | None, bias: Value | None, epsilon: float
) -> tuple[list[Value], tuple[Value, Value]]:
    """Return a normalized batch with its mean and reciprocal deviation, and its mean and variance."""
    plain = wide(node, x)
    dims = [dim for dim in range(len(shape_of(x))) if dim != 1]
    mean, variance, distance = moments(node, plain, dims)
    deviation = graph.rsqrt(graph.add(variance, epsilon))
    result = graph.mul(distance, node.spread(deviation, shape_of(x)))
    channels = [shape_of(x)[1]]
    [mean, variance, deviation] = [node.reshape(each, channels) for each in (mean, variance, deviation)]
    return [affine(node, result, weight, bias, [1]), mean, deviation], (mean, variance)


def _updated(
    node: Node, x: Value, mean: Value, variance: Value, batch_mean: Value, batch_variance: Value, momentum: float
) -> list[Value]:
    """Return running statistics after a batch, whose variance is that of a sample."""
    count = reduce(multiply, (size for dim, size in enumerate(shape_of(x)) if dim != 1))
    if isinstance(count, int):
        batch_variance = graph.mul(batch_variance, count / max(count - 1, 1))
    else:
        number = node.cast(node.size_value(count), f64)
        factor = graph.div(number, graph.maximum(graph.sub(number, 1.0), 1.0))
        factor = node.spread(node.cast(factor, element_of(batch_variance)), shape_of(batch_variance))
        batch_variance = graph.mul(batch_variance, factor)
    return [
        graph.add(graph.mul(old, 1 - momentum), graph.mul(node.cast(new, element_of(old)), momentum))
        for old, new in ((mean, batch_mean), (variance, batch_variance))
    ]
