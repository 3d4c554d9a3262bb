"""Gradients of normalizations. Means and variances are computed again, in f32 at least."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import i64
from dlc.ir.sizes import Dim, floor_divide

from .gradients import Gradients, differentiates
from .like import broadcast_like, rank_of, reshape_like, spread, sum_to, working


@differentiates(graph.BatchNormOp)
def gradient_of_batch_norm(op: graph.BatchNormOp, g: Gradients) -> None:
    dims = [op.dim.value]
    x, out, scale, mean, variance = map(working, (op.source, g.out, op.scale, op.mean, op.variance))
    root = graph.rsqrt(graph.add(variance, op.epsilon.value))
    factor = graph.mul(scale, root)
    total = sum_to(out, dims)
    distances = sum_to(graph.mul(out, graph.sub(x, broadcast_like(mean, dims, x))), dims)
    g.add(op.source, graph.mul(out, broadcast_like(factor, dims, x)))
    g.add(op.scale, graph.mul(distances, root))
    g.add(op.offset, total)
    g.add(op.mean, graph.neg(graph.mul(total, factor)))
    g.add(op.variance, graph.mul(graph.mul(distances, graph.mul(factor, graph.mul(root, root))), -0.5))


@differentiates(graph.LayerNormOp)
def gradient_of_layer_norm(op: graph.LayerNormOp, g: Gradients) -> None:
    _add_standardized(g, op.source, op.scale, op.offset, op.dims.elements, op.dims.elements, op.epsilon.value)


@differentiates(graph.RmsNormOp)
def gradient_of_rms_norm(op: graph.RmsNormOp, g: Gradients) -> None:
    dims = op.dims.elements
    _add_standardized(g, op.source, op.scale, None, dims, dims, op.epsilon.value, is_centered=False)


@differentiates(graph.InstanceNormOp)
def gradient_of_instance_norm(op: graph.InstanceNormOp, g: Gradients) -> None:
    _add_standardized(g, op.source, op.scale, op.offset, op.dims.elements, [op.dim.value], op.epsilon.value)


def _add_standardized(
    g: Gradients,
    source: Value,
    scale: Value | None,
    offset: Value | None,
    dims: Sequence[int],
    scaled_dims: Sequence[int],
    epsilon: float,
    *,
    is_centered: bool = True,
) -> None:
    """Add the gradients of (source - mean) / sqrt(variance + epsilon) * scale + offset."""
    x, out = working(source), working(g.out)
    normal, root = _standardized(x, dims, epsilon, is_centered=is_centered)
    g.add(scale, sum_to(graph.mul(out, normal), scaled_dims))
    g.add(offset, sum_to(out, scaled_dims))
    if g.needs(source):
        inner = out if scale is None else graph.mul(out, _along(working(scale), scaled_dims, x))
        g.add(source, _through_standardized(inner, normal, root, dims, is_centered=is_centered))


def _along(value: Value, dims: Sequence[int], like: Value) -> Value:
    """Return a value whose dimensions are `dims` of another one, in any order, repeated to its sizes."""
    order = sorted(range(len(dims)), key=lambda place: dims[place])
    return broadcast_like(graph.transpose(value, order), sorted(dims), like)


def _mean(x: Value, dims: Sequence[int]) -> Value:
    return spread(graph.reduce("mean", x, dims), dims, x)


def _standardized(x: Value, dims: Sequence[int], epsilon: float, *, is_centered: bool) -> tuple[Value, Value]:
    """Return the standardized source, and what it was multiplied with."""
    centered = graph.sub(x, _mean(x, dims)) if is_centered else x
    variance = graph.reduce("mean", graph.mul(centered, centered), dims)
    root = spread(graph.rsqrt(graph.add(variance, epsilon)), dims, x)
    return graph.mul(centered, root), root


def _through_standardized(
    gradient: Value, normal: Value, root: Value, dims: Sequence[int], *, is_centered: bool
) -> Value:
    """root * (g - mean(g) - normal * mean(g * normal)); the mean of g is left out where none was subtracted."""
    rest = graph.sub(gradient, graph.mul(normal, _mean(graph.mul(gradient, normal), dims)))
    return graph.mul(root, graph.sub(rest, _mean(gradient, dims)) if is_centered else rest)


@differentiates(graph.GroupNormOp)
def gradient_of_group_norm(op: graph.GroupNormOp, g: Gradients) -> None:
    """Standardized with the channels of each group as a dimension of their own, which is normalized along, too."""
    dim = op.dim.value
    x, out = working(op.source), working(g.out)
    shape = list(shape_of(x))
    shape[dim : dim + 1] = [op.groups.value, floor_divide(shape[dim], op.groups.value)]
    dims = [dim + 1, *(other + (other > dim) for other in op.dims.elements)]
    normal, root = _standardized(_in_groups(x, shape, dim), dims, op.epsilon.value, is_centered=True)
    g.add(op.scale, sum_to(graph.mul(out, reshape_like(normal, x)), [dim]))
    g.add(op.offset, sum_to(out, [dim]))
    inner = out if op.scale is None else graph.mul(out, broadcast_like(working(op.scale), [dim], x))
    gradient = _through_standardized(_in_groups(inner, shape, dim), normal, root, dims, is_centered=True)
    g.add(op.source, reshape_like(gradient, x))


def _in_groups(value: Value, shape: Sequence[Dim], dim: int) -> Value:
    if shape.count(None) <= 1:
        return graph.reshape(value, shape)
    sizes, rank = graph.shape(value), rank_of(value)
    before, behind = graph.slice(sizes, [0], [dim], [1]), graph.slice(sizes, [dim + 1], [rank], [1])
    groups = constant([shape[dim], -1], i64)
    return graph.reshape(value, shape, sizes=graph.concat([before, groups, behind], 0))


@differentiates(graph.LocalResponseNormOp)
def gradient_of_local_response_norm(op: graph.LocalResponseNormOp, g: Gradients) -> None:
    g.expand(lambda: _local_response_norm(op))


def _local_response_norm(op: graph.LocalResponseNormOp) -> Value:
    x, size = working(op.source), op.size.value
    low, high = (size - 1) // 2, size // 2
    squares = graph.pool(graph.mul(x, x), [op.dim.value], [size], "sum", pad_low=[low], pad_high=[high])
    base = graph.add(graph.mul(squares, op.alpha.value / size), op.bias.value)
    return graph.div(x, graph.pow(base, op.beta.value))


@differentiates(graph.LpNormalizeOp)
def gradient_of_lp_normalize(op: graph.LpNormalizeOp, g: Gradients) -> None:
    g.expand(lambda: _lp_normalized(op))


def _lp_normalized(op: graph.LpNormalizeOp) -> Value:
    x, dims, order = working(op.source), op.dims.elements, op.order.value
    powers = graph.pow(graph.abs(x), order)
    norm = graph.pow(graph.reduce("sum", powers, dims), 1 / order)
    return graph.div(x, spread(graph.maximum(norm, op.epsilon.value), dims, x))


@differentiates(graph.SoftmaxOp)
def gradient_of_softmax(op: graph.SoftmaxOp, g: Gradients) -> None:
    """y * (g - sum(g * y))"""
    dims = op.dims.elements
    y, out = working(op.result), working(g.out)
    total = graph.reduce("sum", graph.mul(out, y), dims)
    g.add(op.source, graph.mul(y, graph.sub(out, spread(total, dims, y))))


@differentiates(graph.LogSoftmaxOp)
def gradient_of_log_softmax(op: graph.LogSoftmaxOp, g: Gradients) -> None:
    """g - e^y * sum(g)"""
    dims = op.dims.elements
    y, out = working(op.result), working(g.out)
    total = graph.reduce("sum", out, dims)
    g.add(op.source, graph.sub(out, graph.mul(graph.exp(y), spread(total, dims, y))))
