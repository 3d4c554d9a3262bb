"""Parts of tensors, and tensors with other parts."""

from __future__ import annotations

import sys
from typing import Any

from dlc.ir.sizes import Dim, add, floor_divide, subtract

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_types import i1
from ...positions import scatter_slices, take
from ..node import Node
from ..registry import imports
from .indexing import import_index


@imports("select", "select_copy")
def import_select(node: Node, x: Value, dim: int, index: Dim) -> Value:
    """The elements at one position of a dimension."""
    at = node.dim_in(dim, len(shape_of(x)))
    return node.squeeze(_sliced(node, x, at, *_place(node, x, at, index, 2)), [at])


def _place(node: Node, x: Value, dim: int, index: Dim, argument: int) -> tuple[Dim, Dim]:
    """Return a position, the argument of this number, and the one behind it."""
    size = shape_of(x)[dim]
    if node.counts_from_the_end(argument) or (isinstance(index, int) and index < 0):
        index = add(size, index)
    if isinstance(index, int) and isinstance(size, int) and not 0 <= index < size:
        raise node.refusal(f"position must be in {-size}..{size - 1}, but got {index}")
    return index, add(index, 1)


def _sliced(node: Node, x: Value, dim: int, start: Dim, end: Dim, step: int = 1) -> Value:
    return node.slice(x, dim, start, end, step)


@imports("slice", "slice_copy")
def import_slice(node: Node, x: Value, dim: int = 0, start: Dim = None, end: Dim = None, step: int = 1) -> Value:
    """Elements of a range of positions along a dimension."""
    at = node.dim_in(dim, len(shape_of(x)))
    bounds = _within(_range(node, x, at, start, end, 2), shape_of(x)[at], node.result_shape[at], step)
    return _sliced(node, x, at, *bounds, step)


def _range(node: Node, x: Value, dim: int, start: Dim, end: Dim, argument: int) -> tuple[Dim, Dim]:
    """Return the bounds of a slice, within the dimension; `start` is the argument of this number."""
    size = shape_of(x)[dim]
    start = add(size, start) if node.counts_from_the_end(argument) else start
    end = add(size, end) if node.counts_from_the_end(argument + 1) else end
    first, limit = _bound(start, size, 0), _bound(end, size, size)
    if isinstance(first, int) and isinstance(limit, int):
        limit = max(first, limit)
    return first, limit


def _within(bounds: tuple[Dim, Dim], size: Dim, count: Dim, step: int) -> tuple[Dim, Dim]:
    """Return the bounds of a slice of this length: given ones that may be beside an open dimension are its ends.

    PyTorch knows on which side of them the size is.
    """
    start, limit = bounds
    if isinstance(size, int) or count is None:
        return bounds
    candidates = [bounds, (0, limit), (start, size), (0, size)] if count != 0 else [(0, 0)]
    return next(
        (each for each in candidates if floor_divide(add(subtract(each[1], each[0]), step - 1), step) == count), bounds
    )


def _bound(given: Dim, size: Dim, default: Dim) -> Dim:
    if given is None or (isinstance(given, int) and given == sys.maxsize):
        return default
    if isinstance(given, int) and given < 0:
        given = add(size, given)
        if isinstance(size, int) and isinstance(given, int):
            return max(given, 0)
        return given
    if isinstance(given, int) and isinstance(size, int):
        return min(given, size)
    return given


@imports("split_with_sizes", "split", "split_with_sizes_copy", "split_copy", "chunk")
def import_split(node: Node, x: Value, _: Any, dim: int = 0) -> list[Value]:
    """Parts one after the other along a dimension."""
    at = node.dim_in(dim, len(shape_of(x)))
    parts: list[Value] = []
    start: Dim = 0
    for number in range(len(node.traced)):
        end = add(start, node.traced_shape(number)[at])
        parts.append(_sliced(node, x, at, start, end))
        start = end
    return parts


@imports("unbind", "unbind_copy")
def import_unbind(node: Node, x: Value, dim: int = 0) -> list[Value]:
    """The elements at each position of a dimension."""
    at = node.dim_in(dim, len(shape_of(x)))
    return [node.squeeze(_sliced(node, x, at, place, place + 1), [at]) for place in range(len(node.traced))]


@imports("diagonal", "diagonal_copy")
def import_diagonal(node: Node, x: Value, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Value:
    """Elements whose positions along two dimensions differ by an offset, as a last dimension."""
    shape = shape_of(x)
    rank = len(shape)
    rows, columns = node.dim_in(dim1, rank), node.dim_in(dim2, rank)
    x = node.move_dim(node.move_dim(x, rows, rank - 1), columns - (columns > rows), rank - 1)
    length = node.result_shape[-1]
    if length is None:
        distances = graph.sub(*(node.iota(shape_of(x)[-2:], number) for number in (1, 0)))
        return import_index(node, x, [*[None] * (rank - 2), graph.compare("eq", distances, offset)])
    first, second = (0, offset) if offset >= 0 else (-offset, 0)
    x = _sliced(node, x, rank - 2, first, add(first, length))
    x = _sliced(node, x, rank - 1, second, add(second, length))
    on_diagonal = node.compare("eq", node.iota(shape_of(x), rank - 2), node.iota(shape_of(x), rank - 1))
    if shape_of(x)[-1] == 0:
        return node.reshape(x, node.result_shape)
    return _picked(node, x, on_diagonal)


def _picked(node: Node, x: Value, mask: Value) -> Value:
    """Return the only element of each row where a mask holds; others count as 0, also NaN."""
    chosen = graph.select(mask, x, node.full(0, x))
    kind = "or" if node.result_element is i1 else "sum"
    return node.reduce(kind, chosen, [len(shape_of(x)) - 2])


@imports("diagonal_scatter")
def import_diagonal_scatter(
    node: Node, x: Value, source: Value, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Value:
    """A tensor with other elements where positions along two dimensions differ by an offset."""
    shape = shape_of(x)
    rows, columns = (node.dim_in(dim, len(shape)) for dim in (dim1, dim2))
    *others, length = node.static_sizes(source, "the diagonal")
    along = rows if offset >= 0 else columns
    size = node.static_sizes(x, "the diagonal")[along]
    filled = node.pad(source, [0] * (len(others) + 1), [0] * len(others) + [size - length])
    kept = [dim for dim in range(len(shape)) if dim not in (rows, columns)]
    places = sorted([*kept, along])
    lines = node.transpose(filled, [[*kept, along].index(dim) for dim in places])
    is_there = graph.compare("eq", graph.sub(node.iota(shape, columns), node.iota(shape, rows)), offset)
    return graph.select(is_there, node.broadcast(lines, places, shape), x)


@imports("slice_scatter")
def import_slice_scatter(
    node: Node, x: Value, source: Value, dim: int = 0, start: Dim = None, end: Dim = None, step: int = 1
) -> Value:
    """A tensor with other elements in a range of positions along a dimension."""
    shape = shape_of(x)
    at = node.dim_in(dim, len(shape))
    first, limit = _range(node, x, at, start, end, 3)
    if step == 1:
        parts = [_sliced(node, x, at, 0, first), source, _sliced(node, x, at, limit, shape[at])]
        return node.concat([part for part in parts if shape_of(part)[at] != 0] or [x], at)
    length = [shape_of(source)[at]]
    places = graph.add(graph.mul(node.iota(length, 0), step), node.spread(node.size_value(first), length))
    return scatter_slices(x, places, source, "assign", at)


@imports("select_scatter")
def import_select_scatter(node: Node, x: Value, source: Value, dim: int, index: Dim) -> Value:
    """A tensor with other elements at one position of a dimension."""
    at = node.dim_in(dim, len(shape_of(x)))
    first, limit = _place(node, x, at, index, 3)
    parts = [_sliced(node, x, at, 0, first), node.expand(source, [at]), _sliced(node, x, at, limit, shape_of(x)[at])]
    return node.concat([part for part in parts if shape_of(part)[at] != 0], at)


@imports("unfold", "unfold_copy")
def import_unfold(node: Node, x: Value, dim: int, size: int, step: int) -> Value:
    """Windows of a dimension, whose elements are a last dimension."""
    if not shape_of(x):
        return node.reshape(x, node.result_shape) if size else node.zeros(node.result_shape, node.result_element)
    at = node.dim_in(dim, len(shape_of(x)))
    count = node.result_shape[at]
    places = graph.add(graph.mul(node.iota([count, size], 0), step), node.iota([count, size], 1))
    windows = take(node, x, places, at)
    return node.move_dim(windows, at + 1, len(shape_of(windows)) - 1)
