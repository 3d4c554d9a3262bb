"""Elements at computed positions."""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.size_lists import SizesAttr
from ....dialects.graph.sizes import Dim, product
from ....dialects.graph.tensors import element_of, shape_of
from ....ir.builtin_types import i64
from ....ir.values import Value
from ..node import Node
from ..problems import CannotImport
from ..registry import imports

SCATTER_KINDS = {"none": "assign", "add": "add", "mul": "mul", "max": "max", "min": "min"}


@imports("Gather")
def import_gather(node: Node) -> Value:
    """Slices of a tensor at positions along one dimension."""
    x, dim = node[0], node.axis()
    places = node.known(node[1])
    if len(shape_of(x)) == 1 and places is not None and places.size == 1:
        sizes = shape_of(x)[0]
        place = int(places.reshape(-1)[0])
        if isinstance(sizes, int) and -sizes <= place < sizes:
            return node.reshape(node.slice(x, 0, place % sizes, place % sizes + 1), shape_of(node[1]))
    return take(node, x, from_the_end(node, node[1], x, dim), dim)


def take(node: Node, x: Value, places: Value, dim: int) -> Value:
    """Return slices of a value at positions along a dimension, whose dimensions are put in its place."""
    rank, count = len(shape_of(x)), len(shape_of(places))
    windows = [each for each in range(rank + count - 1) if not dim <= each < dim + count]
    sizes: list[Dim] = [1 if each == dim else None for each in range(rank)]
    return gather(node, x, places, windows, [dim], [dim], sizes, vector_dim=count)


def gather(
    node: Node,
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
    with node.builder:
        return node.with_names(
            graph.gather(x, places, windows, collapsed, batch[0], batch[1], index_map, vector_dim, SizesAttr.of(sizes))
        )


def from_the_end(node: Node, places: Value, x: Value, dim: int) -> Value:
    """Return positions along a dimension, of which negative ones count from its end."""
    known = node.known(places)
    if known is not None and (known.size == 0 or int(known.min()) >= 0):
        return places
    size = shape_of(x)[dim]
    length = node.full(size, places) if isinstance(size, int) else _length(node, x, dim, places)
    is_negative = node.compare("lt", places, node.full(0, places))
    return node.add(graph.SelectOp(is_negative, node.add(graph.AddOp(places, length)), places))


def _length(node: Node, x: Value, dim: int, like: Value) -> Value:
    """Return the size of a dimension with the type of another value."""
    size = node.cast(node.dim(x, dim), element_of(like))
    return node.spread(size, shape_of(like), like)


@imports("GatherElements")
def import_gather_elements(node: Node) -> Value:
    """Elements at the position of each index, but for one dimension, where the index says it."""
    x, places, dim = node[0], node[1], node.axis()
    places = from_the_end(node, places, x, dim)
    rank = node.rank()
    others = [each for each in range(rank) if each != dim]
    if all(shape_of(x)[each] == shape_of(places)[each] for each in others):
        return gather(node, x, places, [], [dim], [dim], [1] * rank, vector_dim=rank, batch=(others, others))
    return gather(
        node, x, _full_positions(node, places, dim), [], range(rank), range(rank), [1] * rank, vector_dim=rank
    )


def _full_positions(node: Node, places: Value, dim: int) -> Value:
    """Return an index vector for each element of some positions along a dimension."""
    shape = shape_of(places)
    rank = len(shape)
    parts = [places if each == dim else node.iota(shape, each, element_of(places)) for each in range(rank)]
    return node.concat([node.reshape(part, [*shape, 1]) for part in parts], rank)


@imports("GatherND")
def import_gather_nd(node: Node) -> Value:
    """Slices of a tensor at positions along its first dimensions, after some that run along."""
    x, batch = node[0], node.int("batch_dims", 0)
    places = vectors_from_the_end(node, node[1], x, batch)
    rank, count = node.rank(), len(shape_of(places))
    length = shape_of(places)[-1]
    if not isinstance(length, int) or not 0 <= batch < min(rank, count) or batch + length > rank:
        raise CannotImport(f"index vectors must have at most {rank - batch} components, but got {length}")
    indexed_dims = range(batch, batch + length)
    kept = rank - batch - length
    windows = range(count - 1, count - 1 + kept)
    sizes: list[Dim] = [1 if dim < batch + length else None for dim in range(rank)]
    pairs = (range(batch), range(batch))
    return gather(node, x, places, windows, indexed_dims, indexed_dims, sizes, vector_dim=count - 1, batch=pairs)


def vectors_from_the_end(node: Node, places: Value, x: Value, first: int = 0) -> Value:
    """Return index vectors of which negative components count from the end."""
    known = node.known(places)
    if known is not None and (known.size == 0 or int(known.min()) >= 0):
        return places
    length = shape_of(places)[-1]
    assert isinstance(length, int)
    sizes = node.slice(node.add(graph.ShapeOp(x)), 0, first, first + length)
    lengths = node.spread(node.cast(sizes, element_of(places)), shape_of(places), places)
    is_negative = node.compare("lt", places, node.full(0, places))
    return node.add(graph.SelectOp(is_negative, node.add(graph.AddOp(places, lengths)), places))


@imports("Scatter", "ScatterElements")
def import_scatter_elements(node: Node) -> Value:
    """A tensor with elements replaced at the position of each index, but for one dimension, where the index says it."""
    x, dim = node[0], node.axis()
    places = from_the_end(node, node[1], x, dim)
    rank = node.rank()
    vectors = _full_positions(node, places, dim)
    kind = SCATTER_KINDS[node.string("reduction", "none")]
    return _scatter(x, vectors, node[2], kind, [], range(rank))


@imports("ScatterND")
def import_scatter_nd(node: Node) -> Value:
    """A tensor with slices replaced at positions along its first dimensions."""
    x = node[0]
    places = vectors_from_the_end(node, node[1], x)
    length, count = shape_of(places)[-1], len(shape_of(places))
    if not isinstance(length, int) or length > node.rank():
        raise CannotImport(f"index vectors must have at most {node.rank()} components, but got {length}")
    windows = range(count - 1, count - 1 + node.rank() - length)
    kind = SCATTER_KINDS[node.string("reduction", "none")]
    return _scatter(x, places, node[2], kind, windows, range(length))


def _scatter(x: Value, vectors: Value, updates: Value, kind: str, windows: Sequence[int], dims: Sequence[int]) -> Value:
    """Return a value with windows at index vectors replaced or combined."""
    vector_dim = len(shape_of(vectors)) - 1
    return graph.scatter(x, vectors, windows, dims, (), (), dims, vector_dim, updates, graph.ScatterKindAttr(kind))


def scatter_rows(x: Value, places: Value, updates: Value, kind: str) -> Value:
    """Return a vector with elements at positions, one in each row of a matrix, replaced or combined."""
    return _scatter(x, places, updates, kind, [], [0])


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
    return _scatter(cache, _full_positions(node, places, dim), updates, "assign", [], range(node.rank()))


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
