"""Elements at computed positions."""

from __future__ import annotations

from dlc.ir.sizes import Dim, product

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_types import i64
from ...positions import (
    checked,
    checked_vectors,
    from_the_end,
    gather,
    gather_along,
    scatter,
    scatter_along,
    take,
    vectors_from_the_end,
)
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports

MOST_SLICES = 8
"""The maximum number of places in a vector that are taken one by one, so that sizes among them stay known."""

SCATTER_KINDS = {"none": "assign", "add": "add", "mul": "mul", "max": "max", "min": "min"}


def _scatter_kind(node: Node) -> str:
    name = node.string("reduction", "none")
    if name not in SCATTER_KINDS:
        raise CannotImport(f"attribute 'reduction' must be one of {', '.join(SCATTER_KINDS)}, but got '{name}'")
    return SCATTER_KINDS[name]


@imports("Gather")
def import_gather(node: Node) -> Value:
    """Slices of a tensor at positions along one dimension."""
    x, dim = node[0], node.axis()
    places = node.known(node[1])
    if len(shape_of(x)) == 1 and places is not None and 0 < places.size <= MOST_SLICES:
        size = shape_of(x)[0]
        numbers = [int(each) for each in places.reshape(-1)]
        if isinstance(size, int) and -size <= min(numbers) and max(numbers) < size:
            slices = [node.slice(x, 0, each % size, each % size + 1) for each in numbers]
            return node.reshape(node.concat(slices, 0), shape_of(node[1]))
    return take(node, x, _places_in(node, x, dim), dim)


def _places_in(node: Node, x: Value, dim: int) -> Value:
    """Return the indices along a dimension, which are checked; negative ones count from its end."""
    return checked(node, from_the_end(node, node[1], x, dim), x, dim, node.subject)


def _vectors_in(node: Node, x: Value, first: int = 0) -> Value:
    """Return the index vectors for dimensions from `first` on, which are checked; negative ones count from the end."""
    return checked_vectors(node, vectors_from_the_end(node, node[1], x, first), x, first, node.subject)


@imports("GatherElements")
def import_gather_elements(node: Node) -> Value:
    """Elements at the position of each index, but for one dimension, where the index says it."""
    x, dim = node[0], node.axis()
    return gather_along(node, x, _places_in(node, x, dim), dim)


@imports("GatherND", domain=MICROSOFT)
@imports("GatherND")
def import_gather_nd(node: Node) -> Value:
    """Slices of a tensor at positions along its first dimensions, after some that run along."""
    x, batch = node[0], node.int("batch_dims", 0)
    rank, count = node.rank(), node.rank(1)
    length = node.shape(1)[-1]
    if not isinstance(length, int) or not 0 <= batch < min(rank, count) or batch + length > rank:
        raise CannotImport(f"index vectors must have at most {rank - batch} components, but got {length}")
    places, indexed_dims = _vectors_in(node, x, batch), range(batch, batch + length)
    kept = rank - batch - length
    windows = range(count - 1, count - 1 + kept)
    sizes: list[Dim] = [1 if dim < batch + length else None for dim in range(rank)]
    pairs = (range(batch), range(batch))
    return gather(node, x, places, windows, indexed_dims, indexed_dims, sizes, vector_dim=count - 1, batch=pairs)


@imports("Scatter", "ScatterElements")
def import_scatter_elements(node: Node) -> Value:
    """A tensor with elements replaced at the position of each index, but for one dimension, where the index says it."""
    x, dim = node[0], node.axis()
    kind = _scatter_kind(node)
    updates = node.with_sizes(node[2], dict(enumerate(node.shape(1))))
    return scatter_along(node, x, _places_in(node, x, dim), updates, kind, dim)


@imports("ScatterND")
def import_scatter_nd(node: Node) -> Value:
    """A tensor with slices replaced at positions along its first dimensions."""
    x = node[0]
    length, count = node.shape(1)[-1], node.rank(1)
    if not isinstance(length, int) or length > node.rank():
        raise CannotImport(f"index vectors must have at most {node.rank()} components, but got {length}")
    windows = range(count - 1, count - 1 + node.rank() - length)
    kind = _scatter_kind(node)
    updates = node.with_sizes(node[2], dict(enumerate((*node.shape(1)[:-1], *node.shape()[length:]))))
    return scatter(x, _vectors_in(node, x), updates, kind, windows, range(length))


@imports("TensorScatter")
def import_tensor_scatter(node: Node) -> Value:
    """A cache with updates of each batch written from a position on, which may wrap around."""
    cache, updates, starts = node[0], node[1], node.get(2)
    dim = node.dim_of(node.int("axis"), node.rank())
    shape = shape_of(updates)
    places = node.iota(shape, dim)
    if starts is not None:
        places = node.add(graph.AddOp(places, node.broadcast(node.cast(starts, i64), [0], shape)))
    if node.string("mode") == "circular":
        length = node.static_shape(0, "positions that wrap around")[dim]
        places = node.add(graph.RemOp(places, node.full(length, places)))
    places = checked(node, places, cache, dim, node.subject)
    return scatter_along(node, cache, places, updates, "assign", dim)


@imports("NonZero")
def import_nonzero(node: Node) -> Value:
    """The positions of elements that are not 0, one a column."""
    return node.transpose(node.add(graph.NonzeroOp(node[0])), [1, 0])


@imports("Compress")
def import_compress(node: Node) -> Value:
    """Slices of a tensor where a condition holds."""
    x = node[0]
    if not node.has("axis"):
        x, dim = node.reshape(x, [product(shape_of(x))]), 0
    else:
        dim = node.axis()
    rows = node.add(graph.NonzeroOp(node[1]))
    return take(node, x, node.reshape(rows, [shape_of(rows)[0]]), dim)


@imports("OneHot")
def import_one_hot(node: Node) -> Value:
    """One value at the position that an index says, and another one everywhere else."""
    places, values = node[0], node[2]
    depth = int(node.known_number(1, "the depth"))
    rank = node.rank() + 1
    dim = node.dim_of(node.int("axis"), rank)
    shape = [*node.shape()[:dim], depth, *node.shape()[dim:]]
    indices = node.cast(places, i64)
    is_negative = node.compare("lt", indices, node.full(0, indices))
    moved = node.add(graph.AddOp(indices, node.full(depth, indices)))
    indices = node.add(graph.SelectOp(is_negative, moved, indices))
    spread = node.broadcast(indices, [each for each in range(rank) if each != dim], shape)
    hits = node.compare("eq", spread, node.iota(shape, dim))
    off, on = (node.spread(node.pick(values, 0, place), shape, hits) for place in (0, 1))
    return node.add(graph.SelectOp(hits, on, off))


@imports("ReverseSequence")
def import_reverse_sequence(node: Node) -> Value:
    """The first elements of each sequence in reverse order."""
    return reversed_sequences(node, node[0], node[1], node.int("time_axis"), node.int("batch_axis"))


def reversed_sequences(node: Node, x: Value, lengths: Value, time: int, batch: int) -> Value:
    """Return a value with the first elements of each sequence in reverse order."""
    shape = shape_of(x)
    steps = node.iota(shape, time)
    counts = node.broadcast(node.cast(lengths, i64), [batch], shape)
    mirrored = node.add(graph.SubOp(node.add(graph.SubOp(counts, steps)), node.full(1, steps)))
    places = node.add(graph.SelectOp(node.compare("lt", steps, counts), mirrored, steps))
    others = [dim for dim in range(len(shape)) if dim != time]
    return gather(node, x, places, [], [time], [time], [1] * len(shape), vector_dim=len(shape), batch=(others, others))
