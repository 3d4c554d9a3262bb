"""Elements in other places: reshapes, transposes, broadcasts, repetitions."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim, multiply, product, spell

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i1
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports


@imports("Identity")
def import_identity(node: Node) -> Value:
    """The input itself."""
    return node[0]


@imports("Dropout")
def import_dropout(node: Node) -> list[Value]:
    """The input itself, and a mask that keeps all of it; dropping elements is for training."""
    training = node.get(2) is not None and bool(node.known_number(2, "whether it is training"))
    ratio = node.known_number(1, "the ratio") if node.get(1) is not None else 0.5
    if training and ratio:
        raise CannotImport(f"elements must not be dropped in training, but got a ratio of {ratio}")
    mask = node.spread(node.constant(True, i1), node.shape(), node[0])
    return [node[0], node.cast(mask, node.element()) if node.opset < 10 else mask]


@imports("Reshape")
def import_reshape(node: Node) -> Value:
    """Elements in another shape: 0 is the size that there was, -1 one that follows."""
    x = node[0]
    sizes: Sequence[Dim] = node.ints("shape") if node.has("shape") else node.sizes_of(1, "the shape")
    keeps = not node.int("allowzero", 0)
    wanted = [_kept_size(node.shape(), dim) if size == 0 and keeps else size for dim, size in enumerate(sizes)]
    if wanted.count(-1) > 1:
        raise CannotImport(f"at most one size of the shape may be -1, but got {wanted}")
    shape: list[Dim] = [None if size == -1 else size for size in wanted]
    if shape.count(None) <= 1 and None not in wanted:
        return node.reshape(x, shape)
    vector = node[1]
    if keeps:
        vector = _with_kept_sizes(node, vector)
    return node.reshape(x, shape, vector)


def _kept_size(shape: Sequence[Dim], dim: int) -> Dim:
    if dim >= len(shape):
        raise CannotImport(f"size {dim} is kept, but the input has rank {len(shape)}")
    return shape[dim]


def _with_kept_sizes(node: Node, sizes: Value) -> Value:
    """Return sizes that are computed, with those of the input where they are 0."""
    count, rank = shape_of(sizes)[0], node.rank()
    assert isinstance(count, int)
    own = node.add(graph.ShapeOp(node[0]))
    own = node.slice(own, 0, 0, count) if count < rank else node.pad(own, [0], [count - rank])
    return node.add(graph.SelectOp(node.compare("eq", sizes, node.full(0, sizes)), own, sizes))


@imports("Flatten")
def import_flatten(node: Node) -> Value:
    """A matrix: the dimensions before an axis as rows, the others as columns."""
    axis = node.int("axis")
    if not -node.rank() <= axis <= node.rank():
        raise CannotImport(f"axis must be in {-node.rank()}..{node.rank()}, but got {axis}")
    axis = axis + node.rank() if axis < 0 else axis
    shape = node.shape()
    return node.reshape(node[0], [product(shape[:axis]), product(shape[axis:])])


@imports("Transpose")
def import_transpose(node: Node) -> Value:
    """Dimensions in another order, by default the reverse one."""
    order = node.optional_ints("perm")
    return node.transpose(node[0], order if order is not None else list(reversed(range(node.rank()))))


@imports("Squeeze")
def import_squeeze(node: Node) -> Value:
    """The input without dimensions of size 1, either all of them or some."""
    axes = node.ints_of("axes", 1)
    if axes is None:
        sizes = node.static_shape(0, "finding those that are 1")
        dims = [dim for dim, size in enumerate(sizes) if size == 1]
    else:
        dims = node.dims_of(axes, node.rank())
    for dim in dims:
        if isinstance(node.shape()[dim], int) and node.shape()[dim] != 1:
            raise CannotImport(f"size {dim} must be 1 to be removed, but got {node.shape()[dim]}")
    return node.squeeze(node[0], dims)


@imports("Unsqueeze")
def import_unsqueeze(node: Node) -> Value:
    """The input with dimensions of size 1 in between."""
    axes = node.ints_of("axes", 1)
    if axes is None:
        raise CannotImport("axes are missing")
    return node.expand(node[0], node.dims_of(axes, node.rank() + len(axes)))


@imports("ExpandDims", domain=MICROSOFT)
def import_expand_dims(node: Node) -> Value:
    """The input with one dimension of size 1 more."""
    axis = int(node.known_number(1, "the new dimension"))
    return node.expand(node[0], node.dims_of([axis], node.rank() + 1))


@imports("Expand")
def import_expand(node: Node) -> Value:
    """The input broadcast with a shape."""
    x, sizes = node[0], node.sizes_of(1, "the shape")
    if None not in sizes:
        return node.together([x, _shaped(node, sizes)])[0]
    rank = max(len(sizes), node.rank())
    vector = node[1]
    own = node.add(graph.ShapeOp(x))
    vector, own = (_with_leading_ones(node, each, rank) for each in (vector, own))
    common = node.add(graph.SelectOp(node.compare("eq", vector, node.full(1, vector)), own, vector))
    return node.broadcast(x, range(rank - node.rank(), rank), [None] * rank, common)


def _shaped(node: Node, sizes: Sequence[Dim]) -> Value:
    """Return a value that has a shape and the elements of the first input, for broadcasting only."""
    return node.broadcast(node.constant(0, element_of(node[0])), (), sizes)


def _with_leading_ones(node: Node, sizes: Value, rank: int) -> Value:
    count = shape_of(sizes)[0]
    assert isinstance(count, int)
    return node.pad(sizes, [rank - count], [0], 1)


def broadcast_to_sizes(node: Node, scalar: Value, number: int) -> Value:
    """Return a scalar in the shape that an input says."""
    sizes = node.sizes_of(number, "the shape")
    if any(isinstance(size, int) and size < 0 for size in sizes):
        raise CannotImport(f"sizes must not be negative, but got {sizes}")
    return node.broadcast(scalar, (), sizes, node[number] if None in sizes else None)


@imports("Tile")
def import_tile(node: Node) -> Value:
    """The input repeated as a whole along each dimension."""
    x = node[0]
    if node.opset < 6 and node.get(2) is not None:
        count, axis = node.known_number(1, "the number of tiles"), node.known_number(2, "the axis")
        repeats: list[Dim] = [int(count) if dim == axis else 1 for dim in range(node.rank())]
    else:
        repeats = node.named_sizes_of(1, "repeats")
    if len(repeats) != node.rank():
        raise CannotImport(f"repeats must have {node.rank()} entries, but got {len(repeats)}")
    for dim in range(node.rank()):
        if repeats[dim] != 1:
            x = repeat(node, x, dim, repeats[dim])
    return x


def repeat(node: Node, x: Value, dim: int, count: Dim) -> Value:
    """Return a value repeated as a whole along a dimension."""
    shape = list(shape_of(x))
    dims = [each if each < dim else each + 1 for each in range(len(shape))]
    repeated = node.broadcast(x, dims, [*shape[:dim], count, *shape[dim:]])
    return node.reshape(repeated, [*shape[:dim], multiply(shape[dim], count), *shape[dim + 1 :]])


@imports("DepthToSpace")
def import_depth_to_space(node: Node) -> Value:
    """Blocks of channels as blocks of rows and columns."""
    batch, channels, rows, columns = node.shape()
    block = node.int("blocksize")
    if not isinstance(channels, int) or block < 1 or channels % (block * block):
        raise CannotImport(f"channels must be a multiple of {block}^2, but got {channels}")
    depth = channels // (block * block)
    if node.string("mode", "DCR") == "DCR":
        parts = node.reshape(node[0], [batch, block, block, depth, rows, columns])
        moved = node.transpose(parts, [0, 3, 4, 1, 5, 2])
    else:
        parts = node.reshape(node[0], [batch, depth, block, block, rows, columns])
        moved = node.transpose(parts, [0, 1, 4, 2, 5, 3])
    return node.reshape(moved, [batch, depth, multiply(rows, block), multiply(columns, block)])


@imports("SpaceToDepth")
def import_space_to_depth(node: Node) -> Value:
    """Blocks of rows and columns as channels."""
    batch, channels, rows, columns = node.shape()
    block = node.int("blocksize")
    if not isinstance(rows, int) or not isinstance(columns, int) or block < 1 or rows % block or columns % block:
        raise CannotImport(f"rows and columns must be multiples of {block}, but got {rows} and {columns}")
    parts = node.reshape(node[0], [batch, channels, rows // block, block, columns // block, block])
    crd = node.string("mode", "DCR") == "CRD"
    moved = node.transpose(parts, [0, 1, 3, 5, 2, 4] if crd else [0, 3, 5, 1, 2, 4])
    return node.reshape(moved, [batch, multiply(channels, block * block), rows // block, columns // block])


@imports("Trilu", domain=MICROSOFT)
@imports("Trilu")
def import_trilu(node: Node) -> Value:
    """The part of matrices above or below a diagonal, with 0 elsewhere."""
    x, shape = node[0], node.shape()
    rank = len(shape)
    if rank < 2:
        raise CannotImport(f"the input must have two dimensions or more, but got {rank}")
    if node.get(1) is not None and shape_of(node[1]) not in ((), (1,)):
        raise CannotImport(f"the diagonal must be one number, but got {spell(shape_of(node[1]))}")
    rows, columns = node.iota(shape, rank - 2), node.iota(shape, rank - 1)
    distance = node.add(graph.SubOp(columns, rows))
    diagonal = node.spread(node[1], shape, distance) if node.get(1) is not None else node.full(0, distance)
    kept = node.compare("ge" if node.int("upper", 1) else "le", distance, diagonal)
    return node.add(graph.SelectOp(kept, x, node.full(0, x)))
