"""Elements in ascending or descending order."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, prod
from typing import Any

from dlc.ir.sizes import Dim, product

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_types import f64, i64
from ...emitter import is_float
from ...positions import gather_along
from ...searching import bisects, is_before, place_by_halves
from ..node import Node
from ..registry import imports


@imports("sort")
def import_sort(node: Node, x: Value, dim: int | bool = -1, descending: bool = False) -> Sequence[Value]:
    """Sorted elements, and where each one was; equal ones keep their order."""
    return _sorted(node, x, dim, descending)


@imports("sort.stable")
def import_stable_sort(
    node: Node, x: Value, *, stable: bool | None = None, dim: int = -1, descending: bool = False
) -> Sequence[Value]:
    """Sorted elements, and where each one was."""
    return _sorted(node, x, dim, descending)


def _sorted(node: Node, x: Value, dim: int, descending: bool) -> Sequence[Value]:
    shape = shape_of(x)
    if not shape:
        return [x, node.constant(0, i64)]
    at = node.dim_in(dim, len(shape))
    return graph.sort([x, node.iota(shape, at)], at, descending or None)


@imports("topk")
def import_top_k(
    node: Node, x: Value, k: Dim, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Sequence[Value]:
    """The largest or the smallest elements along a dimension, and their positions."""
    if not shape_of(x):
        return [node.reshape(each, node.result_shape) for each in (x, node.constant(0, i64))]
    if not isinstance(k, int):
        raise node.refusal("the number of elements must be known when compiling")
    return graph.top_k(x, node.dim_in(dim, len(shape_of(x))), k, i64, None if largest else True)


@imports("kthvalue")
def import_element_in_order(node: Node, x: Value, k: Dim, dim: int = -1, keepdim: bool = False) -> Sequence[Value]:
    """The element at a place of the sorted ones along a dimension, and its position."""
    if not isinstance(k, int):
        raise node.refusal("the place of the element must be known when compiling")
    return _at_place(node, _sorted(node, x, dim, descending=False), k - 1, dim, keepdim)


@imports("median.dim")
def import_median(node: Node, x: Value, dim: int, keepdim: bool = False) -> Sequence[Value]:
    """The lower element in the middle of the sorted ones along a dimension, and its position; NaN if there is one."""
    if not shape_of(x):
        return _sorted(node, x, dim, descending=False)
    at = node.dim_in(dim, len(shape_of(x)))
    size = node.static_sizes(x, "the median")[at]
    value, place = _at_place(node, _sorted(node, x, dim, descending=False), (size - 1) // 2, dim, keepdim)
    if not is_float(x):
        return [value, place]
    is_nan = graph.is_nan(x)
    has_nan = node.reduce("or", is_nan, [at], keep=keepdim)
    first = node.arg("max", node.cast(is_nan, i64), at, keep=keepdim)
    return [graph.select(has_nan, node.full(nan, value), value), graph.select(has_nan, first, place)]


@imports("median")
def import_median_of_all(node: Node, x: Value) -> Value:
    """The lower element in the middle of all sorted ones; NaN if there is one."""
    return import_median(node, node.reshape(x, [prod(node.static_sizes(x, "the median"))]), 0)[0]


@imports("nanmedian.dim")
def import_median_of_numbers(node: Node, x: Value, dim: int, keepdim: bool = False) -> Sequence[Value]:
    """The lower element in the middle of those that are not NaN, and its position."""
    if not is_float(x) or not shape_of(x):
        return import_median(node, x, dim, keepdim)
    at = node.dim_in(dim, len(shape_of(x)))
    values, places = _sorted(node, x, dim, descending=False)  # NaN is behind all numbers
    count = node.reduce("sum", node.cast(graph.not_(graph.is_nan(x)), i64), [at], keep=True)
    middle = graph.div(graph.maximum(graph.sub(count, 1), 0), 2)
    chosen = [gather_along(node, each, middle, at) for each in (values, places)]
    return chosen if keepdim else [node.squeeze(each, [at]) for each in chosen]


@imports("nanmedian")
def import_median_of_all_numbers(node: Node, x: Value) -> Value:
    """The lower element in the middle of all that are not NaN."""
    return import_median_of_numbers(node, node.reshape(x, [product(shape_of(x))]), 0)[0]


def _at_place(node: Node, parts: Sequence[Value], place: int, dim: int, keep: bool) -> list[Value]:
    """Return the elements at a place of a dimension."""
    if not shape_of(parts[0]):
        return list(parts)
    at = node.dim_in(dim, len(shape_of(parts[0])))
    chosen = [node.slice(each, at, place, place + 1) for each in parts]
    return chosen if keep else [node.squeeze(each, [at]) for each in chosen]


@imports("bucketize", "searchsorted")
def import_search(
    node: Node, x: Value, y: Value, *, out_int32: bool = False, right: bool = False, side: str | None = None, **_: Any
) -> Value:
    """The places of values between sorted boundaries: the numbers of boundaries that are smaller."""
    values, boundaries = (x, y) if "bucketize" in node.op else (y, x)
    if node.fx_node.kwargs.get("sorter") is not None:
        raise node.refusal("an order of the boundaries is given")
    return places_between(node, values, boundaries, right=right or side == "right")


def places_between(node: Node, values: Value, boundaries: Value, *, right: bool) -> Value:
    """Return the numbers of boundaries that are smaller than each value or, with `right`, equal to it."""
    element = f64 if is_float(values) or is_float(boundaries) else i64
    values, boundaries = node.cast(values, element), node.cast(boundaries, element)
    if bisects(boundaries):
        with node.builder:
            return place_by_halves(values, boundaries, right=right)
    shape = [*shape_of(values), shape_of(boundaries)[-1]]
    if len(shape_of(boundaries)) > 1:
        boundaries = node.expand(boundaries, [len(shape_of(boundaries)) - 1])
    values = node.spread(node.expand(values, [len(shape) - 1]), shape)
    with node.builder:
        compared = is_before(node.spread(boundaries, shape), values, right=right)
    return node.reduce("sum", node.cast(compared, i64), [len(shape) - 1])
