"""Reductions along dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.ir.sizes import product

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i1, i8, i64
from ..node import Node
from ..registry import imports
from .functions import wide

Dims = Sequence[int] | int | None


@imports("sum", "mean", "nansum")
def import_sum(node: Node, x: Value, dims: Dims = None, keepdim: bool = False, dtype: Any = None) -> Value:
    """A sum or a mean, along all dimensions by default, in the type of the result."""
    kind = "mean" if "mean" in node.op else "sum"
    return reduced(node, kind, node.cast(x, node.result_element), dims, keepdim)


def reduced(node: Node, kind: str, x: Value, dims: Dims, keepdim: bool = False) -> Value:
    """Return a value reduced along dimensions; floats of 16 bits are added in 32."""
    return node.reduce(kind, wide(node, x), node.dims_in(dims, len(shape_of(x))), keep=keepdim)


@imports("prod")
def import_product(node: Node, x: Value, dim: int | None = None, keepdim: bool = False, dtype: Any = None) -> Value:
    """A product."""
    return reduced(node, "product", node.cast(x, node.result_element), dim, keepdim)


@imports("amax", "amin", "max", "min")
def import_extremum(node: Node, x: Value, dims: Dims = None, keepdim: bool = False) -> Value:
    """The largest or the smallest element."""
    kind = "max" if "max" in node.op else "min"
    if element_of(x) is i1:
        kind = "or" if kind == "max" else "and"
    return node.reduce(kind, x, node.dims_in(dims, len(shape_of(x))), keep=keepdim)


@imports("any", "all")
def import_truth(node: Node, x: Value, dims: Dims = None, keepdim: bool = False) -> Value:
    """True if any element, or all of them, are not 0."""
    kind = "or" if ".any" in node.op else "and"
    dims = [] if dims == [] else node.dims_in(dims, len(shape_of(x)))
    return node.reduce(kind, node.cast(x, i1), dims, keep=keepdim)


@imports("argmax", "argmin")
def import_place(node: Node, x: Value, dim: int | None = None, keepdim: bool = False) -> Value:
    """The position of the largest or the smallest element, in the flat tensor by default."""
    kind = "max" if "argmax" in node.op else "min"
    if dim is None or not shape_of(x):
        flat = node.arg(kind, node.reshape(x, (product(shape_of(x)),)), 0)
        return node.reshape(flat, node.result_shape)
    return node.arg(kind, x, node.dim_in(dim, len(shape_of(x))), keep=keepdim)


@imports("max.dim", "min.dim")
def import_extremum_and_place(node: Node, x: Value, dim: int, keepdim: bool = False) -> list[Value]:
    """The largest or the smallest element along a dimension, and its position."""
    if not shape_of(x):
        return [x, node.constant(0, i64)]
    kind, at = ("max" if "max" in node.op else "min"), node.dim_in(dim, len(shape_of(x)))
    numbers = node.cast(x, i8) if element_of(x) is i1 else x  # places are those of numbers
    return [import_extremum(node, x, [at], keepdim), node.arg(kind, numbers, at, keep=keepdim)]


@imports("var", "std")
def import_variance(
    node: Node, x: Value, dims: Dims = None, *, correction: float | None = 1, keepdim: bool = False
) -> Value:
    """The variance or its root, whose divisor is corrected."""
    squares, _, count = _deviations(node, x, dims, keepdim)
    return _variance(node, squares, count, 1 if correction is None else correction, "std" in node.op)


@imports("var_mean", "std_mean")
def import_variance_and_mean(
    node: Node, x: Value, dims: Dims = None, *, correction: float | None = 1, keepdim: bool = False
) -> list[Value]:
    """The variance, or its root, and the mean."""
    squares, mean, count = _deviations(node, x, dims, keepdim)
    return [_variance(node, squares, count, 1 if correction is None else correction, "std" in node.op), mean]


def _deviations(node: Node, x: Value, dims: Dims, keepdim: bool) -> tuple[Value, Value, Value]:
    """Return the sum of squared distances to the mean, the mean, and the number of elements as a float."""
    x = wide(node, x)
    shape = shape_of(x)
    along = node.dims_in(dims, len(shape))
    mean = node.reduce("mean", x, along, keep=True)
    distance = graph.sub(x, node.spread(mean, shape))
    squares = node.reduce("sum", graph.mul(distance, distance), along, keep=keepdim)
    kept = shape_of(squares)
    count = node.number(product(tuple(shape[dim] for dim in along)), element_of(x))  # type: ignore[arg-type]
    return squares, mean if keepdim else node.reshape(mean, kept), count


def _variance(node: Node, squares: Value, count: Value, correction: float, is_root: bool) -> Value:
    divisor = graph.maximum(graph.sub(count, float(correction)), 0.0)
    variance = graph.div(squares, node.spread(divisor, shape_of(squares)))
    return graph.sqrt(variance) if is_root else variance


@imports("logsumexp")
def import_logsumexp(node: Node, x: Value, dims: Dims, keepdim: bool = False) -> Value:
    """The logarithm of the sum of exponentials."""
    return reduced(node, "logsumexp", node.cast(x, node.result_element), dims, keepdim)


@imports("count_nonzero")
def import_count(node: Node, x: Value, dims: Dims = None) -> Value:
    """The number of elements that are not 0."""
    return reduced(node, "sum", node.cast(node.cast(x, i1), i64), dims)


@imports("linalg_vector_norm")
def import_norm(
    node: Node, x: Value, p: float = 2, dims: Dims = None, keepdim: bool = False, *, dtype: Any = None
) -> Value:
    """The p-norm of vectors along dimensions."""
    x = wide(node, node.cast(x, node.result_element))
    return norm(node, x, p, node.dims_in(dims, len(shape_of(x))), keep=keepdim)


def norm(node: Node, x: Value, p: float, dims: Sequence[int], *, keep: bool = False) -> Value:
    """Return the p-norm of a value along dimensions."""
    magnitudes = graph.abs(x)
    if p in (float("inf"), float("-inf")):
        return node.reduce("max" if p > 0 else "min", magnitudes, dims, keep=keep)
    if p == 0:
        return node.reduce("sum", node.cast(graph.compare("ne", x, 0.0), element_of(x)), dims, keep=keep)
    if p == 1:
        return node.reduce("sum", magnitudes, dims, keep=keep)
    if p == 2:
        return graph.sqrt(node.reduce("sum", graph.mul(x, x), dims, keep=keep))
    return graph.pow(node.reduce("sum", graph.pow(magnitudes, float(p)), dims, keep=keep), 1 / p)
