"""The meaning of `graph`'s gather, scatter, nonzero and check_indices, element by element or window by window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.indexing import IndexedOp
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine, Unary
from dlc.interp.values import Array, positions

from .arrays import ArrayFunction, on_arrays, on_arrays_and_sizes, rounded_to, wide
from .checks import numbers_of
from .slicing import window_at


def vectors(op: IndexedOp, source: Array, indices: Array) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Each place among those that count vectors, and where in the source its window begins."""
    if op.index_vector_dim.value == indices.ndim:
        indices = indices[..., np.newaxis]
    rows = np.moveaxis(indices, op.index_vector_dim.value, -1)
    counted = op.counting_dims(indices.ndim)
    for place in positions(*rows.shape[:-1]):
        begin = [0] * source.ndim
        for dim, component in zip(op.index_map, rows[place], strict=True):
            begin[dim] = int(component)
        for mine, theirs in zip(op.batch_dims, op.index_batch_dims, strict=True):
            begin[mine] = place[counted.index(theirs)]
        yield place, begin


def joined(windows: Sequence[int], place: Sequence[Any], inside: Sequence[Any]) -> tuple[Any, ...]:
    """A position in the result of a gather, from one among the vectors and one in the window."""
    places, insides = iter(place), iter(inside)
    return tuple(next(insides) if dim in windows else next(places) for dim in range(len(place) + len(inside)))


@on_arrays_and_sizes(dialect.GatherOp)
def gather(op: dialect.GatherOp, machine: Machine) -> ArrayFunction:
    """Windows, each put where its vector is."""
    windows = op.window_dims.elements

    def run(source: Array, indices: Array) -> Array:
        given = numbers_of(op.slice_sizes.entries, machine.sizes)
        sizes = [whole if size is None else size for size, whole in zip(given, source.shape, strict=True)]
        kept = op.kept_dims(source.ndim)
        counted = [indices.shape[dim] for dim in op.counting_dims(indices.ndim)]
        result = np.empty(joined(windows, counted, [sizes[dim] for dim in kept]), source.dtype)
        for place, begin in vectors(op, source, indices):
            window = source[window_at(begin, sizes, source.shape)]
            result[joined(windows, place, [slice(None)] * len(kept))] = window.reshape([sizes[dim] for dim in kept])
        return result

    return run


_UPDATES: dict[str, Callable[[Any, Any], Any]] = {
    "assign": lambda _, new: new,
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


@on_arrays(dialect.ScatterOp)
def scatter(op: dialect.ScatterOp) -> ArrayFunction:
    """One update after the other, in the order of the updates; those that lie outside are left out."""
    windows, combine = op.window_dims.elements, _UPDATES[op.kind.value]

    def run(source: Array, indices: Array, updates: Array) -> Array:
        result, kept, met = source.copy(), op.kept_dims(source.ndim), set[tuple[int, ...]]()
        begins = dict(vectors(op, source, indices))
        for place in positions(*updates.shape):
            position = list(begins[tuple(at for dim, at in enumerate(place) if dim not in windows)])
            for dim, inside in zip(kept, (place[dim] for dim in windows), strict=True):
                position[dim] += inside
            at = tuple(position)
            if all(0 <= where < size for where, size in zip(at, source.shape, strict=True)):
                if op.unique is not None and at in met:
                    raise Fault(f"updates element {position} twice, against its promise")
                met.add(at)
                result[at] = rounded_to(np.asarray(combine(wide(result[at]), wide(updates[place]))), source.dtype)
        return result

    return run


@on_arrays(dialect.NonzeroOp)
def nonzero(op: dialect.NonzeroOp) -> Unary:
    """The positions of what is not zero."""
    del op
    return lambda source: np.argwhere(wide(source) != 0)


@on_arrays(dialect.CheckIndicesOp)
def check_indices(op: dialect.CheckIndicesOp) -> ArrayFunction:
    """The indices, after a comparison of each with its limit."""

    def run(indices: Array, limits: Array) -> Array:
        numbers = indices.astype(object)
        wrong = numbers[(numbers < 0) | (numbers >= limits)]
        if wrong.size:
            raise Fault(f"assertion failed: {op.msg.value}, but got {wrong[0]}")
        return indices

    return run
