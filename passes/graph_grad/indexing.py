"""Gradients of gather and scatter: of one by the other, at the same positions."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value
from dlc.ir.builtin_types import i64
from dlc.ir.sizes import Dim, product

from .gradients import Gradients, differentiates
from .like import constant_i64, dim_value, list_of, rank_of, reshape_like, size_value, zeros_like

Indexed = graph.GatherOp | graph.ScatterOp


def add_along(source: Value, positions: Value, updates: Value, dim: int) -> Value:
    """Return a tensor with updates added at positions along a dimension, which are a list."""
    rank = rank_of(source)
    windows = [other for other in range(rank) if other != dim]
    return graph.scatter(source, positions, windows, [dim], [], [], [dim], 1, updates, "add")


def add_at(source: Value, positions: Value, updates: Value, dim: int) -> Value:
    """Return a tensor with each update added at its own position along a dimension."""
    batch = [other for other in range(rank_of(source)) if other != dim]
    return graph.scatter(source, positions, [], [dim], batch, batch, [dim], rank_of(positions), updates, "add")


@differentiates(graph.GatherOp)
def gradient_of_gather(op: graph.GatherOp, g: Gradients) -> None:
    """The gradient is added where each window was found, after it was moved into the source."""
    source = shape_of(op.source)
    sizes = [size if entry is None else entry for entry, size in zip(op.slice_sizes.entries, source, strict=True)]
    room: list[Value] = []
    for dim in op.index_map.elements:
        whole, part = size_value(op.source, dim), sizes[dim]
        room.append(constant_i64(0) if part is None else graph.sub(whole, dim_value(part)))
    positions = _within(op, list_of([constant_i64(0)] * len(room)), list_of(room))
    g.add(op.source, _scattered(op, zeros_like(op.source), positions, g.out, "add"))


def _scattered(op: Indexed, source: Value, indices: Value, updates: Value, kind: str) -> Value:
    """Return a scatter of updates to the positions of a gather or another scatter."""
    places = (op.window_dims, op.collapsed_dims, op.batch_dims, op.index_batch_dims, op.index_map, op.index_vector_dim)
    return graph.scatter(source, indices, *places, updates, kind)  # type: ignore[arg-type]


def _within(op: Indexed, low: Value, high: Value) -> Value:
    """Return the positions of i64, none below `low` or above `high`, lists with an entry for each component."""
    indices: Value = op.indices if element_of(op.indices) is i64 else graph.cast(op.indices, i64)
    return graph.maximum(graph.minimum(indices, _along_vectors(op, high)), _along_vectors(op, low))


# -- Scatter -----------------------------------------------------------------------------------------------------------


@differentiates(graph.ScatterOp)
def gradient_of_scatter(op: graph.ScatterOp, g: Gradients) -> None:
    _SCATTER_RULES[op.kind.value](op, g)


def _gradient_of_assign(op: graph.ScatterOp, g: Gradients) -> None:
    """Elements that were assigned depend on the last update alone."""
    g.add(op.source, _scattered(op, g.out, op.indices, zeros_like(op.updates), "assign"))
    if not g.needs(op.updates):
        return
    gradient = _gathered(op, g.out, 0)
    if op.unique is None:
        number = _numbered(op.updates)
        none = graph.cast(zeros_like(op.source), i64)
        winner = _scattered(op, graph.sub(none, 1), op.indices, number, "assign")
        wins = graph.compare("eq", _gathered(op, winner, -1), number)
        gradient = graph.select(wins, gradient, zeros_like(gradient))
    g.add(op.updates, gradient)


def _gradient_of_add(op: graph.ScatterOp, g: Gradients) -> None:
    g.add(op.source, g.out)
    if g.needs(op.updates):
        g.add(op.updates, _gathered(op, g.out, 0))


def _gradient_of_mul(op: graph.ScatterOp, g: Gradients) -> None:
    """Each factor has the product of the others: of the source and the other updates, where an element has several."""
    g.add(op.source, _scattered(op, g.out, op.indices, op.updates, "mul"))
    if not g.needs(op.updates):
        return
    if op.unique is not None:
        g.add(op.updates, _gathered(op, graph.mul(g.out, op.source), 0))
    else:
        g.add(op.updates, graph.div(_gathered(op, graph.mul(g.out, op.result), 0), op.updates))


def _gradient_of_extremum(op: graph.ScatterOp, g: Gradients) -> None:
    """The elements that are the result share its gradient."""
    is_source = graph.cast(graph.compare("eq", op.source, op.result), element_of(op.source))
    is_update = graph.cast(graph.compare("eq", op.updates, _gathered(op, op.result, 0)), element_of(op.source))
    share = graph.div(g.out, _scattered(op, is_source, op.indices, is_update, "add"))
    g.add(op.source, graph.mul(share, is_source))
    g.add(op.updates, graph.mul(_gathered(op, share, 0), is_update))


_SCATTER_RULES = {
    "assign": _gradient_of_assign,
    "add": _gradient_of_add,
    "mul": _gradient_of_mul,
    "max": _gradient_of_extremum,
    "min": _gradient_of_extremum,
}


def _gathered(op: graph.ScatterOp, value: Value, outside: int) -> Value:
    """Return the windows of updates in another tensor like the source, with a number for what lies outside.

    A scatter leaves elements outside of the source out, where a gather moves its window. So there is a margin around
    the source, as large as a window, that positions far away are moved into.
    """
    rank, windows = rank_of(value), _window_sizes(op)
    margin: list[Dim] = [windows[dim] if dim in op.index_map.elements else 0 for dim in range(rank)]
    padding = constant(outside, element_of(value))
    padded = graph.pad("constant", value, margin, margin, [0] * rank, value=padding)
    sizes = list_of([dim_value(margin[dim]) for dim in op.index_map.elements])
    room = [size_value(value, dim) for dim in op.index_map.elements]
    moved = graph.add(_within(op, graph.neg(sizes), list_of(room)), _along_vectors(op, sizes))
    places = (op.window_dims, op.collapsed_dims, op.batch_dims, op.index_batch_dims, op.index_map, op.index_vector_dim)
    return graph.gather(padded, moved, *places, windows)  # type: ignore[arg-type]


def _window_sizes(op: graph.ScatterOp) -> list[Dim]:
    """Return the sizes of windows along the dimensions of the source."""
    sizes: list[Dim] = [1] * rank_of(op.source)
    updates = shape_of(op.updates)
    for dim, window in zip(op.kept_dims(len(sizes)), op.window_dims.elements, strict=True):
        sizes[dim] = updates[window]
    return sizes


def _along_vectors(op: Indexed, entries: Value) -> Value:
    """Return a list with an entry for each component, repeated for each vector of the indices."""
    shape, dim = shape_of(op.indices), op.index_vector_dim.value
    sizes = graph.shape(op.indices) if None in shape else None
    if dim == len(shape):
        return graph.broadcast(graph.reshape(entries, ()), [], shape, sizes=sizes)
    return graph.broadcast(entries, [dim], shape, sizes=sizes)


def _numbered(value: Value) -> Value:
    """Return the positions of the elements of a tensor in row-major order."""
    if None in shape_of(value):
        return reshape_like(graph.iota(0, (None,), sizes=graph.reshape(graph.size(value), (1,))), value)
    return reshape_like(graph.iota(0, (product(shape_of(value)),)), value)
