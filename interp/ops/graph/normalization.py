"""The meaning of `graph`'s normalizations and softmax, in float64."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.values import Array

from .arrays import ArrayFunction, on_arrays, wide

Parameters = Callable[[Sequence[Array]], list[Any]]


@on_arrays(dialect.BatchNormOp)
def batch_norm(op: dialect.BatchNormOp) -> ArrayFunction:
    """Normalize with the given mean and variance."""
    dim, epsilon = op.dim.value, op.epsilon.value

    def run(source: Array, *parameters: Array) -> Array:
        scale, offset, mean, variance = (_spread(wide(each), [dim], source.ndim) for each in parameters)
        return (wide(source) - mean) / np.sqrt(variance + epsilon) * scale + offset

    return run


@on_arrays(dialect.LayerNormOp)
def layer_norm(op: dialect.LayerNormOp) -> ArrayFunction:
    """Normalize with the mean and variance along some dimensions."""
    dims, epsilon = op.dims.elements, op.epsilon.value
    affine = _affine(op, dims)

    def run(source: Array, *parameters: Array) -> Array:
        return affine(_standardized(wide(source), dims, epsilon), parameters)

    return run


@on_arrays(dialect.RmsNormOp)
def rms_norm(op: dialect.RmsNormOp) -> ArrayFunction:
    """Divided by the root of the mean of squares."""
    dims, epsilon = op.dims.elements, op.epsilon.value

    def run(source: Array, *parameters: Array) -> Array:
        x = wide(source)
        if not x.size:
            return x
        normalized = x / np.sqrt(np.mean(x * x, axis=dims, keepdims=True) + epsilon)
        return normalized * _spread(wide(parameters[0]), dims, x.ndim) if parameters else normalized

    return run


@on_arrays(dialect.GroupNormOp)
def group_norm(op: dialect.GroupNormOp) -> ArrayFunction:
    """Normalize with the mean and variance along some dimensions within a group of channels."""
    dim, groups, epsilon = op.dim.value, op.groups.value, op.epsilon.value
    affine = _affine(op, [dim])

    def run(source: Array, *parameters: Array) -> Array:
        x = wide(source)
        split = x.reshape(*x.shape[:dim], groups, x.shape[dim] // groups, *x.shape[dim + 1 :])
        within = [dim + 1, *(d + (d > dim) for d in op.dims.elements)]
        return affine(_standardized(split, within, epsilon).reshape(x.shape), parameters)

    return run


@on_arrays(dialect.InstanceNormOp)
def instance_norm(op: dialect.InstanceNormOp) -> ArrayFunction:
    """Normalize with the mean and variance along some dimensions of a channel."""
    dims, epsilon = op.dims.elements, op.epsilon.value
    affine = _affine(op, [op.dim.value])

    def run(source: Array, *parameters: Array) -> Array:
        return affine(_standardized(wide(source), dims, epsilon), parameters)

    return run


@on_arrays(dialect.LocalResponseNormOp)
def local_response_norm(op: dialect.LocalResponseNormOp) -> ArrayFunction:
    """Divide by a power of the scaled sum of the squares of neighbours."""
    dim, size = op.dim.value, op.size.value
    alpha, beta, bias = op.alpha.value, op.beta.value, op.bias.value

    def run(source: Array) -> Array:
        x = np.moveaxis(wide(source), dim, 0)
        squares = np.zeros(x.shape, np.float64)
        for place in range(x.shape[0]):
            first, last = place - (size - 1) // 2, place + size // 2
            squares[place] = np.sum(x[max(first, 0) : last + 1] ** 2, axis=0)
        return np.moveaxis(x / (bias + alpha / size * squares) ** beta, 0, dim)

    return run


@on_arrays(dialect.LpNormalizeOp)
def lp_normalize(op: dialect.LpNormalizeOp) -> ArrayFunction:
    """Divided by the norm."""
    dims, order, epsilon = op.dims.elements, op.order.value, op.epsilon.value

    def run(source: Array) -> Array:
        x = wide(source)
        norm = np.sum(np.abs(x) ** order, axis=dims, keepdims=True) ** (1 / order)
        return x / np.maximum(norm, epsilon)

    return run


@on_arrays(dialect.SoftmaxOp)
def softmax(op: dialect.SoftmaxOp) -> ArrayFunction:
    """Parts of a whole."""
    dims = op.dims.elements

    def run(source: Array) -> Array:
        return softmax_along(dims, source)

    return run


def softmax_along(dims: tuple[int, ...], source: Array) -> Array:
    """Return exponentials, divided by their sum along some dimensions."""
    powers = np.exp(_below_largest(wide(source), dims))
    return powers / np.sum(powers, axis=dims, keepdims=True)


@on_arrays(dialect.LogSoftmaxOp)
def log_softmax(op: dialect.LogSoftmaxOp) -> ArrayFunction:
    """The logarithm of that."""
    dims = op.dims.elements

    def run(source: Array) -> Array:
        x = _below_largest(wide(source), dims)
        return x - np.log(np.sum(np.exp(x), axis=dims, keepdims=True))

    return run


def _below_largest(x: Array, dims: Sequence[int]) -> Array:
    if not x.size:
        return x
    return x - np.max(x, axis=tuple(dims), keepdims=True)


def _standardized(x: Array, dims: Sequence[int], epsilon: float) -> Array:
    """Minus the mean, divided by the root of the variance."""
    if not x.size:
        return x
    mean = np.mean(x, axis=tuple(dims), keepdims=True)
    variance = np.mean((x - mean) ** 2, axis=tuple(dims), keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon)


def _affine(
    op: dialect.LayerNormOp | dialect.GroupNormOp | dialect.InstanceNormOp, dims: Sequence[int]
) -> Callable[[Array, Sequence[Array]], Array]:
    """Times scale, plus offset, where they are there."""
    has_scale, has_offset = op.scale is not None, op.offset is not None

    def run(x: Array, parameters: Sequence[Array]) -> Array:
        given = iter(parameters)
        scaled = x * _spread(wide(next(given)), dims, x.ndim) if has_scale else x
        return scaled + _spread(wide(next(given)), dims, x.ndim) if has_offset else scaled

    return run


def _spread(parameter: Array, dims: Sequence[int], rank: int) -> Array:
    """A parameter with its dimensions where those are, so that numpy repeats it along the others."""
    order = sorted(range(len(dims)), key=dims.__getitem__)
    ordered = parameter.transpose(order)
    shape = [1] * rank
    for dim, size in zip(sorted(dims), ordered.shape, strict=True):
        shape[dim] = size
    return ordered.reshape(shape)
