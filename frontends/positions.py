"""Elements at computed positions, which importers of all frameworks share: slices and elements by their indices."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim

from ..dialects import graph
from ..dialects.graph.size_lists import SizesAttr
from ..dialects.graph.tensors import element_of, shape_of
from ..ir import StringAttr, Value
from ..ir.builtin_types import i64
from .emitter import Emitter


def take(emitter: Emitter, x: Value, places: Value, dim: int) -> Value:
    """Return slices of a value at positions along a dimension, whose dimensions are put in its place."""
    rank, count = len(shape_of(x)), len(shape_of(places))
    windows = [each for each in range(rank + count - 1) if not dim <= each < dim + count]
    sizes: list[Dim] = [1 if each == dim else None for each in range(rank)]
    return gather(emitter, x, places, windows, [dim], [dim], sizes, vector_dim=count)


def gather(
    emitter: Emitter,
    x: Value,
    places: Value,
    windows: Sequence[int],
    collapsed: Sequence[int],
    index_map: Sequence[int],
    sizes: Sequence[Dim],
    *,
    vector_dim: int,
    batch: tuple[Sequence[int], Sequence[int]] = ((), ()),
) -> Value:
    """Return windows of a value at positions."""
    with emitter.builder:
        return emitter.with_names(
            graph.gather(x, places, windows, collapsed, batch[0], batch[1], index_map, vector_dim, SizesAttr.of(sizes))
        )


def from_the_end(emitter: Emitter, places: Value, x: Value, dim: int) -> Value:
    """Return positions along a dimension, of which negative ones count from its end."""
    known = emitter.known(places)
    if known is not None and (known.size == 0 or int(known.min()) >= 0):
        return places
    size = shape_of(x)[dim]
    length = emitter.full(size, places) if isinstance(size, int) else _length(emitter, x, dim, places)
    is_negative = emitter.compare("lt", places, emitter.full(0, places))
    return emitter.add(graph.SelectOp(is_negative, emitter.add(graph.AddOp(places, length)), places))


def _length(emitter: Emitter, x: Value, dim: int, like: Value) -> Value:
    """Return the size of a dimension with the type of another value."""
    size = emitter.cast(emitter.dim(x, dim), element_of(like))
    return emitter.spread(size, shape_of(like), like)


def vectors_from_the_end(emitter: Emitter, places: Value, x: Value, first: int = 0) -> Value:
    """Return index vectors of which negative components count from the end."""
    known = emitter.known(places)
    if known is not None and (known.size == 0 or int(known.min()) >= 0):
        return places
    length = shape_of(places)[-1]
    assert isinstance(length, int)
    sizes = emitter.slice(emitter.add(graph.ShapeOp(x)), 0, first, first + length)
    lengths = emitter.spread(emitter.cast(sizes, element_of(places)), shape_of(places), places)
    is_negative = emitter.compare("lt", places, emitter.full(0, places))
    return emitter.add(graph.SelectOp(is_negative, emitter.add(graph.AddOp(places, lengths)), places))


def checked(emitter: Emitter, places: Value, x: Value, dim: int, subject: str) -> Value:
    """Return positions along a dimension. One that is not in it stops the program, with an error about `subject`."""
    size = shape_of(x)[dim]
    limit = emitter.constant(size, i64) if isinstance(size, int) else emitter.dim(x, dim)
    has_size = f": dimension {dim} has size {size}" if isinstance(size, int) else f" in dimension {dim}"
    return _checked(emitter, places, limit, f"{subject} has an index out of range{has_size}")


def checked_vectors(emitter: Emitter, places: Value, x: Value, first: int, subject: str) -> Value:
    """Return index vectors for the dimensions from `first` on; like `checked`, which has one dimension."""
    length = shape_of(places)[-1]
    assert isinstance(length, int)
    limits = emitter.slice(emitter.add(graph.ShapeOp(x)), 0, first, first + length)
    shown = ", ".join(map(str, shape_of(x)[first : first + length]))
    return _checked(emitter, places, limits, f"{subject} has an index out of range: sizes are {shown}")


def _checked(emitter: Emitter, places: Value, limits: Value, message: str) -> Value:
    """Return indices behind a check, unless they are known to be in range."""
    known, sizes = emitter.known(places), emitter.known(limits)
    if known is not None and sizes is not None and bool(((known >= 0) & (known < sizes)).all()):
        return places
    return emitter.add(graph.CheckIndicesOp(places, limits, StringAttr(message)))


def gather_along(emitter: Emitter, x: Value, places: Value, dim: int) -> Value:
    """Return the element at each position along a dimension, which has the position's own place along the others."""
    rank, others = len(shape_of(x)), _dims_alike(x, places, dim)
    if others is not None:
        return gather(emitter, x, places, [], [dim], [dim], [1] * rank, vector_dim=rank, batch=(others, others))
    dims = range(rank)
    return gather(emitter, x, _full_positions(emitter, places, dim), [], dims, dims, [1] * rank, vector_dim=rank)


def scatter_along(emitter: Emitter, x: Value, places: Value, updates: Value, kind: str, dim: int) -> Value:
    """Return a value with elements at positions along a dimension replaced or combined; like `gather_along`."""
    rank, others = len(shape_of(x)), _dims_alike(x, places, dim)
    if others is not None and shape_of(updates) == shape_of(places):
        return graph.scatter(x, places, [], [dim], others, others, [dim], rank, updates, graph.ScatterKindAttr(kind))
    return scatter(x, _full_positions(emitter, places, dim), updates, kind, [], range(rank))


def _dims_alike(x: Value, places: Value, dim: int) -> list[int] | None:
    """Return all dimensions but one, or `None` if two values differ in one of them."""
    others = [each for each in range(len(shape_of(x))) if each != dim]
    return others if all(shape_of(x)[each] == shape_of(places)[each] for each in others) else None


def _full_positions(emitter: Emitter, places: Value, dim: int) -> Value:
    """Return an index vector for each element of some positions along a dimension."""
    shape = shape_of(places)
    rank = len(shape)
    parts = [places if each == dim else emitter.iota(shape, each, element_of(places)) for each in range(rank)]
    return emitter.concat([emitter.reshape(part, [*shape, 1]) for part in parts], rank)


def scatter(x: Value, vectors: Value, updates: Value, kind: str, windows: Sequence[int], dims: Sequence[int]) -> Value:
    """Return a value with windows at index vectors replaced or combined."""
    vector_dim = len(shape_of(vectors)) - 1
    return graph.scatter(x, vectors, windows, dims, (), (), dims, vector_dim, updates, graph.ScatterKindAttr(kind))


def scatter_slices(x: Value, places: Value, updates: Value, kind: str, dim: int) -> Value:
    """Return a value with slices at positions along a dimension replaced or combined; updates have the same layout."""
    windows = [each for each in range(len(shape_of(x))) if each != dim]
    return graph.scatter(x, places, windows, [dim], (), (), [dim], 1, updates, graph.ScatterKindAttr(kind))


def scatter_rows(x: Value, places: Value, updates: Value, kind: str) -> Value:
    """Return a vector with elements at positions, one in each row of a matrix, replaced or combined."""
    return scatter(x, places, updates, kind, [], [0])
