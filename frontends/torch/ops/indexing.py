"""Elements at computed positions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from dlc.ir.sizes import Dim, Size, add, product

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import StringAttr, Value
from ....ir.builtin_types import i1, i64
from ...emitter import is_float
from ...floor_division import floor_quotient
from ...positions import gather, gather_along, scatter, scatter_along, scatter_rows, scatter_slices, take
from ..layouts import Layout, order_of
from ..node import Node
from ..registry import imports
from .functions import wide
from .movement import strided


@imports("index_select", "embedding")
def import_take(node: Node, x: Value, dim: Any, places: Any = None, *_: Any, **__: Any) -> Value:
    """Slices of a tensor at positions along a dimension; of an embedding, its rows."""
    if ".embedding" in node.op:
        return take(node, x, node.places_in(x, dim, 0), 0)
    if not shape_of(x):
        return node.reshape(x, node.result_shape)
    at = node.dim_in(dim, len(shape_of(x)))
    places = node.places_in(x, places, at)
    return take(node, x, places if shape_of(places) else node.reshape(places, (1,)), at)


@imports("gather")
def import_gather(node: Node, x: Value, dim: int, places: Value, sparse_grad: bool = False) -> Value:
    """Elements at the position of each index, but for one dimension, where the index says it."""
    if not shape_of(x) or not shape_of(places):
        return node.broadcast(node.reshape(x, ()), (), node.result_shape)
    at = node.dim_in(dim, len(shape_of(x)))
    return gather_along(node, x, node.places_in(x, places, at), at)


# -- Tensors as indices ------------------------------------------------------------------------------------------------


@imports("index", "_unsafe_index")
def import_index(node: Node, x: Value, indices: Sequence[Value | None]) -> Value:
    """Slices at positions along some dimensions, which are broadcast together."""
    vectors, dims, order = _index_vectors(node, x, indices)
    rank, count = len(shape_of(x)), len(shape_of(vectors)) - 1
    sizes: list[Dim] = [1 if dim in dims else None for dim in range(rank)]
    windows = range(count, count + rank - len(dims))
    taken = gather(node, x, vectors, windows, dims, dims, sizes, vector_dim=count)
    return node.transpose(taken, order)


@imports("masked_select")
def import_masked_select(node: Node, x: Value, mask: Value) -> Value:
    """The elements where a mask holds, in order."""
    [x, mask] = node.together([x, mask])
    return import_index(node, x, [mask])


def _index_vectors(node: Node, x: Value, indices: Sequence[Value | None]) -> tuple[Value, list[int], list[int]]:
    """Return index vectors, the dimensions they index, and the order of dimensions of the result.

    The dimensions of the indices stand where the first of them is, or in front if others are between them.
    """
    parts = _positions(node, x, indices)
    dims = list(parts)
    places = node.together(list(parts.values()))
    shape = shape_of(places[0])
    count, rank = len(shape), len(shape_of(x))
    vectors = node.concat([node.reshape(each, [*shape, 1]) for each in places], count)
    is_run = dims == list(range(dims[0], dims[0] + len(dims)))
    front = dims[0] if is_run else 0
    kept = rank - len(dims)
    order = [*range(count, count + front), *range(count), *range(count + front, count + kept)]
    return vectors, dims, order


def _positions(node: Node, x: Value, indices: Sequence[Value | None]) -> dict[int, Value]:
    """Return positions by the dimensions that they index; a mask has those of its elements that hold."""
    positions: dict[int, Value] = {}
    dim = 0
    for index in indices:
        if index is None:
            dim += 1
        elif element_of(index) is i1:
            rows = node.with_names(graph.nonzero(index))
            for number in range(len(shape_of(index))):
                column = node.slice(rows, 1, number, number + 1)
                positions[dim + number] = node.reshape(column, [shape_of(rows)[0]])
            dim += len(shape_of(index))
        else:
            positions[dim] = node.places_in(x, index, dim, signed=True)
            dim += 1
    return positions


@imports("index_put", "_unsafe_index_put", "_index_put_impl")
def import_index_put(
    node: Node,
    x: Value,
    indices: Sequence[Value | None],
    values: Value,
    accumulate: bool = False,
    unsafe: bool = False,
) -> Value:
    """A tensor with elements replaced, or added to, at positions along some dimensions."""
    if len(indices) == 1 and indices[0] is not None and element_of(indices[0]) is i1:
        return _masked_put(node, x, indices[0], values, accumulates=accumulate)
    vectors, dims, order = _index_vectors(node, x, indices)
    rank, count = len(shape_of(x)), len(shape_of(vectors)) - 1
    kept = [size for dim, size in enumerate(shape_of(x)) if dim not in dims]
    own = [*shape_of(vectors)[:-1], *kept]
    shown = [own[dim] for dim in order]
    updates = node.transpose(node.spread(values, shown), sorted(range(len(order)), key=order.__getitem__))
    windows = range(count, count + rank - len(dims))
    return combined(x, vectors, updates, "add" if accumulate else "assign", windows, dims)


def combined(x: Value, vectors: Value, updates: Value, kind: str, windows: Sequence[int], dims: Sequence[int]) -> Value:
    """Return a value with updates at index vectors."""
    if 0 in shape_of(updates):
        return x
    return scatter(x, vectors, updates, kind, windows, dims)


def _masked_put(node: Node, x: Value, mask: Value, values: Value, *, accumulates: bool) -> Value:
    """Return a tensor with other slices, or sums with them, where a mask of its leading dimensions holds."""
    rank = len(shape_of(mask))
    slice_rank = len(shape_of(x)) - rank
    if len(shape_of(values)) > slice_rank and shape_of(values)[0] != 1:
        values = _slices_in_order(node, x, mask, values)
    elif len(shape_of(values)) > slice_rank:
        values = node.squeeze(values, [0])
    values = node.spread(values, shape_of(x))
    lines = node.spread(node.expand(mask, range(rank, rank + slice_rank)), shape_of(x))
    return graph.select(lines, graph.add(x, values) if accumulates else values, x)


def _slices_in_order(node: Node, x: Value, mask: Value, values: Value) -> Value:
    """Return slices for all elements of a mask: where it holds, one after the other of those that are given."""
    if 0 in shape_of(values) or 0 in shape_of(x):
        raise node.refusal("nothing is put where a mask holds")
    count, *sizes = shape_of(values)
    masked = node.reshape(mask, [product(shape_of(mask))])
    numbers = graph.cumulative("sum", node.cast(masked, i64), 0, True)
    holds = node.reduce("sum", node.cast(masked, i64), [0])
    missing = graph.sub(node.number(count if count is not None else node.dim(values, 0), i64), holds)
    message = f"{node.subject} has a mask that holds for another number of elements than there are values"
    fits = node.add(graph.CheckIndicesOp(missing, node.constant(1, i64), StringAttr(message)))
    places = graph.select(masked, graph.add(numbers, node.spread(fits, shape_of(numbers))), 0)
    slices = take(node, values, places, 0)
    return node.reshape(slices, [*shape_of(mask), *sizes])


@imports("masked_scatter")
def import_masked_scatter(node: Node, x: Value, mask: Value, source: Value) -> Value:
    """A tensor whose elements are taken from another one, in order, where a mask holds."""
    shape = node.result_shape
    total = product(shape)
    [x, mask] = [node.reshape(node.spread(each, shape), [total]) for each in (x, mask)]
    flat = node.reshape(source, [product(shape_of(source))])
    ranks = graph.cumulative("sum", node.cast(mask, i64), 0, True)
    places = node.places_in(flat, graph.select(mask, ranks, 0), 0) if 0 not in shape_of(flat) else ranks
    return node.reshape(graph.select(mask, take(node, flat, places, 0), x), shape)


@imports("repeat_interleave.Tensor")
def import_repeated_positions(node: Node, counts: Value, *, output_size: Dim = None) -> Value:
    """Each position as often as a count says."""
    if 0 in shape_of(counts):
        raise node.refusal("there are no positions")
    counts = checked_as_indices(node, node.cast(counts, i64), "a count that is negative")
    ends, total = graph.cumulative("sum", counts, 0), node.reduce("sum", counts, [0])
    if output_size is None:
        output_size, fits = node.size_from(node.vector_of(total)), node.constant(0, i64)
    else:
        message = f"{node.subject} has counts whose sum is not the size of the output"
        missing = graph.sub(node.number(output_size, i64), total)
        fits = node.add(graph.CheckIndicesOp(missing, node.constant(1, i64), StringAttr(message)))
    room = node.broadcast(fits, (), [add(output_size, 1)])
    begins = scatter_rows(room, node.expand(ends, [1]), node.full(1, ends), "add")
    return node.cast(graph.cumulative("sum", node.slice(begins, 0, 0, output_size), 0), node.result_element)


def checked_as_indices(node: Node, numbers: Value, fact: str) -> Value:
    """Return numbers that must not be negative; one that is stops the program, as the node has what `fact` says."""
    limit = node.constant(np.iinfo(np.int64).max, i64)
    return node.add(graph.CheckIndicesOp(numbers, limit, StringAttr(f"{node.subject} has {fact}")))


@imports("bincount")
def import_counts(node: Node, x: Value, weights: Value | None = None, minlength: int = 0) -> Value:
    """The number of times that each number occurs, or the sum of the weights at its places."""
    element = node.result_element
    if 0 in shape_of(x):
        return node.zeros((minlength,), element)
    places = checked_as_indices(node, node.cast(x, i64), "a number that is negative")
    count = graph.maximum(graph.add(node.reduce("max", places, [0]), 1), minlength)
    room = node.broadcast(node.constant(0, element), (), [node.size_from(node.vector_of(count))])
    added = node.full(1, node.cast(places, element)) if weights is None else node.cast(weights, element)
    return scatter_rows(room, node.expand(places, [1]), added, "add")


@imports("_unique2", "unique_consecutive")
def import_unique(node: Node, x: Value, *given: Any, **named: Any) -> Sequence[Value]:
    """The elements that differ from all others, or from the one before; the place of each, and how often it occurs."""
    if named.get("dim") is not None or (".unique_consecutive" in node.op and given[2:] not in ((), (None,))):
        raise node.refusal("slices along a dimension are not compared")
    count = prod(node.static_sizes(x, "comparisons"))
    if not count:
        raise node.refusal("there are no elements")
    flat, order = node.reshape(x, [count]), node.iota([count], 0)
    if "._unique2" in node.op:
        flat, order = graph.sort([flat, order], 0, None)
    differs = node.compare("ne", node.slice(flat, 0, 1, count), node.slice(flat, 0, 0, count - 1))
    is_new = node.concat([node.constant([True], i1), differs], 0)
    starts = node.with_names(graph.nonzero(is_new))
    starts = node.reshape(starts, [shape_of(starts)[0]])
    groups = graph.sub(graph.cumulative("sum", node.cast(is_new, i64), 0), 1)
    inverse = scatter_rows(node.zeros((count,), i64), node.expand(order, [1]), groups, "assign")
    counts = scatter_rows(node.full(0, starts), node.expand(groups, [1]), node.full(1, groups), "add")
    others = [node.reshape(inverse, shape_of(x)), counts]
    nothing = node.zeros((0,), i64)
    kept = [nothing if node.traced_shape(place) == (0,) else each for place, each in enumerate(others, 1)]
    return [take(node, flat, starts, 0), *kept]


# -- Scatter -----------------------------------------------------------------------------------------------------------

KINDS = {"sum": "add", "add": "add", "prod": "mul", "multiply": "mul", "amax": "max", "amin": "min"}


@imports("scatter", "scatter_add", "scatter_reduce", "index_add", "index_copy", "index_reduce")
def import_scatter(
    node: Node,
    x: Value,
    dim: int,
    places: Value,
    source: Value | float,
    how: str | None = None,
    *,
    reduce: str | None = None,
    include_self: bool = True,
    alpha: float = 1,
) -> Value:
    """A tensor with elements replaced, or combined, at positions along a dimension."""
    name = node.op.split(".")[1]
    mode = how or reduce or ("add" if name in ("scatter_add", "index_add") else None)
    along = name.startswith("index_")
    if mode == "mean" or not include_self:
        return _scatter_of_updates(node, x, dim, places, source, mode or "", along=along)
    kind = "assign" if mode is None else KINDS[mode]
    return _scattered(node, x, dim, places, source, kind, along=along, alpha=alpha)


@imports("index_fill")
def import_index_fill(node: Node, x: Value, dim: int, places: Value, value: Value | float) -> Value:
    """A tensor with a number at positions along a dimension, some of which may count from its end."""
    shape = list(shape_of(x)) or [1]
    shape[node.dim_in(dim, len(shape))] = product(shape_of(places))
    numbers = node.spread(node.reshape(node.number(value, element_of(x)), ()), shape)
    return _scattered(node, x, dim, places, numbers, "assign", along=True)


def _scattered(
    node: Node, x: Value, dim: int, places: Value, source: Value | float, kind: str, *, along: bool, alpha: float = 1
) -> Value:
    element = element_of(x)
    if element is i1 and kind != "assign":
        raise node.refusal("truth values cannot be combined at positions")
    at = node.dim_in(dim, len(shape_of(x)))
    if not shape_of(x):
        x, places = node.reshape(x, (1,)), node.reshape(places, (1,))
        source = node.reshape(source, (1,)) if isinstance(source, Value) else source
    places = node.places_in(x, places, at, signed=node.op.startswith("aten.index_fill"))
    if along:
        assert isinstance(source, Value)
        source = node.reshape(source, (1,)) if not shape_of(source) else source
        source = node.with_sizes(source, {at: product(shape_of(places))})  # torch may know that expressions are equal
        places = node.reshape(places, [shape_of(source)[at]])
        updates = node.number(graph.mul(source, alpha) if alpha != 1 else source, element)
    else:
        places = places if shape_of(places) else node.expand(places, list(range(len(shape_of(x)))))
        updates = node.number(source, element)
        for each, size in enumerate(shape_of(places) if shape_of(updates) else ()):
            updates = updates if shape_of(updates)[each] == size else node.slice(updates, each, 0, size)
        updates = node.spread(updates, shape_of(places))
    if 0 not in shape_of(updates):
        x = scatter_slices(x, places, updates, kind, at) if along else scatter_along(node, x, places, updates, kind, at)
    return node.reshape(x, node.result_shape)


def _scatter_of_updates(node: Node, x: Value, dim: int, places: Value, source: Any, mode: str, *, along: bool) -> Value:
    """Return updates combined without the element that was there before, or their mean."""
    ones = node.full(1, node.cast(source, i64)) if isinstance(source, Value) else 1
    zeros = node.full(0, node.cast(x, i64))
    counts = _scattered(node, zeros, dim, places, ones, "add", along=along)
    is_hit = graph.compare("ne", counts, 0)
    includes = node.fx_node.kwargs.get("include_self", True)
    start = {"prod": 1, "sum": 0, "mean": 0}
    if mode in start:
        base = x if includes else graph.select(is_hit, node.full(start[mode], x), x)
    else:
        limit = _limit(element_of(x), is_largest=mode == "amin")
        base = graph.select(is_hit, node.full(limit, x), x)
    total = _scattered(node, base, dim, places, source, KINDS.get(mode, "add"), along=along)
    if mode != "mean":
        return total
    number = graph.add(counts, 1) if includes else graph.maximum(counts, 1)
    number = node.cast(number, element_of(x))
    if is_float(total):
        return graph.div(total, number)
    return floor_quotient(total, number)


@imports("histc")
def import_histogram(node: Node, x: Value, bins: int = 100, min: float = 0, max: float = 0) -> Value:
    """The numbers of elements in bins of equal width; those outside of all bins, NaN among them, are not counted."""
    x = wide(node, node.reshape(x, [product(shape_of(x))]))
    if 0 in shape_of(x):
        return node.zeros((bins,), element_of(x))
    low, high = (node.spread(each, shape_of(x)) for each in _range(node, x, min, max))
    is_inside = graph.and_(graph.compare("ge", x, low), graph.compare("le", x, high))
    scaled = graph.div(graph.mul(graph.sub(x, low), float(bins)), graph.sub(high, low))
    places = node.cast(graph.select(is_inside, scaled, 0.0), i64)
    vectors = node.expand(graph.minimum(places, bins - 1), [1])
    counts = node.zeros((bins,), element_of(x))
    return combined(counts, vectors, node.cast(is_inside, element_of(x)), "add", [], [0])


def _range(node: Node, x: Value, low: float, high: float) -> tuple[Value, Value]:
    """Return the limits of a range; of an empty one, those of the elements, or 1 around them if all are equal."""
    if low != high:
        return node.constant(low, element_of(x)), node.constant(high, element_of(x))
    smallest, largest = (node.reduce(kind, x, [0]) for kind in ("min", "max"))
    margin = node.cast(graph.compare("eq", smallest, largest), element_of(x))
    return graph.sub(smallest, margin), graph.add(largest, margin)


@imports("put")
def import_put(node: Node, x: Value, places: Value, source: Value, accumulate: bool = False) -> Value:
    """A tensor with elements replaced, or added to, at positions in the order of memory."""
    flat, [places, updates] = (
        node.reshape(x, [product(shape_of(x))]),
        [node.reshape(each, [product(shape_of(each))]) for each in (places, source)],
    )
    places = node.places_in(flat, places, 0, signed=True)
    vectors = node.expand(places, [1])
    return node.reshape(combined(flat, vectors, updates, "add" if accumulate else "assign", [], [0]), shape_of(x))


@imports("as_strided_scatter")
def import_as_strided_scatter(
    node: Node, x: Value, source: Value, size: Sequence[Dim], stride: Sequence[Size | int], storage_offset: Dim = None
) -> Value:
    """A tensor with other elements where it would be seen with other strides."""
    flat, places = strided(node, x, size, stride, storage_offset)
    vectors = node.expand(places, [len(size)])
    result = combined(flat, vectors, node.spread(source, size), "assign", [], [0])
    layout = Layout(order_of(node.fx_node.args[0].meta["val"]))
    if layout.order is None or layout.inverse is None:
        return node.reshape(result, shape_of(x))
    return node.transpose(node.reshape(result, [shape_of(x)[dim] for dim in layout.order]), layout.inverse)


def _limit(element: Any, *, is_largest: bool) -> float:
    """Return the largest or the smallest number of a type."""
    if not hasattr(element, "is_unsigned"):
        return float("inf") if is_largest else float("-inf")
    bits = element.width if element.is_unsigned else element.width - 1
    return (1 << bits) - 1 if is_largest else (0 if element.is_unsigned else -(1 << bits))


@imports("nonzero")
def import_nonzero(node: Node, x: Value) -> Value:
    """The positions of elements that are not 0, one a row."""
    return graph.nonzero(x)
