"""Elements in other places: reshapes, permutations, repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.ir.sizes import Dim, Size, multiply, product, remainder, spell

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_types import i64
from ...positions import checked, take
from ..layouts import order_of
from ..node import Node
from ..registry import imports
from ..symbolic import several


@imports("view", "_unsafe_view", "reshape", "view_copy", "_reshape_alias", "flatten", "unflatten")
@imports("squeeze", "unsqueeze", "squeeze_copy", "unsqueeze_copy", "prims.collapse", "prims.collapse_view", "expand_as")
def import_reshape(node: Node, x: Value, *_: Any) -> Value:
    """The same elements in another shape, in their order."""
    return node.reshape(x, node.result_shape)


@imports("expand", "expand_copy", "broadcast_to", "prims.broadcast_in_dim")
def import_expand(
    node: Node, x: Value, _: Any = None, dims: Sequence[int] | None = None, implicit: Any = None
) -> Value:
    """Elements repeated along dimensions of size 1 and new ones in front."""
    if dims is not None:
        return node.broadcast(x, dims, node.result_shape)
    return node.spread(x, node.result_shape)


@imports("permute", "permute_copy", "transpose", "transpose_copy", "t", "t_copy", "numpy_T", "prims.transpose")
def import_permute(node: Node, x: Value, first: Any = None, second: int | None = None) -> Value:
    """Dimensions in another order."""
    rank = len(shape_of(x))
    if isinstance(first, (list, tuple)):
        return node.transpose(x, [node.dim_in(dim, rank) for dim in several(first)])
    order = list(range(rank))
    if rank > 1 and first is None:
        order.reverse()
    elif rank > 1 and second is not None:
        a, b = node.dim_in(first, rank), node.dim_in(second, rank)
        order[a], order[b] = order[b], order[a]
    return node.transpose(x, order)


@imports("flip")
def import_flip(node: Node, x: Value, dims: Sequence[int]) -> Value:
    """Elements in reverse order along dimensions."""
    if not dims or not shape_of(x):
        return x
    return graph.reverse(x, sorted(node.dim_in(dim, len(shape_of(x))) for dim in dims))


@imports("repeat")
def import_repeat(node: Node, x: Value, repeats: Sequence[Dim]) -> Value:
    """The whole tensor several times along each dimension."""
    shape: list[Dim] = [*[1] * (len(repeats) - len(shape_of(x))), *shape_of(x)]
    x = node.reshape(x, shape)
    inner = [part for count, size in zip(repeats, shape, strict=True) for part in (count, size)]
    spread = node.broadcast(x, range(1, 2 * len(shape), 2), inner)
    return node.reshape(spread, node.result_shape)


@imports("cat", "concat")
def import_cat(node: Node, parts: Sequence[Value], dim: int = 0) -> Value:
    """Tensors one after the other along a dimension; empty vectors are left out."""
    rank = len(node.result_shape)
    kept = [node.cast(part, node.result_element) for part in parts if len(shape_of(part)) == rank]
    return node.concat(kept, node.dim_in(dim, rank))


@imports("stack")
def import_stack(node: Node, parts: Sequence[Value], dim: int = 0) -> Value:
    """Tensors one after the other along a new dimension."""
    at = node.dim_in(dim, len(node.result_shape))
    return node.concat([node.expand(node.cast(part, node.result_element), [at]) for part in parts], at)


@imports("roll")
def import_roll(node: Node, x: Value, shifts: Any, dims: Any = ()) -> Value:
    """Elements moved along dimensions; those that leave at one end come back at the other."""
    shifts, dims = ([each] if isinstance(each, (int, Size)) else list(each) for each in (shifts, dims))
    rolled = [node.dim_in(dim, len(shape_of(x))) for dim in dims] or range(len(shape_of(x)))
    if any(node.may_be_empty(0, dim) for dim in rolled):
        raise node.refusal(f"sizes must be numbers, or be known to be at least 1, but got {spell(shape_of(x))}")
    result = x if dims else node.reshape(x, [product(shape_of(x))])
    for shift, dim in zip(shifts, dims or [0], strict=True):
        at = node.dim_in(dim, len(shape_of(result)))
        size = shape_of(result)[at]
        start = remainder(multiply(-1, shift), size) if size != 0 else 0
        if start is None:
            raise node.refusal(f"size and shift must be expressions of named sizes, but got {size} and {shift}")
        if start != 0:
            result = node.concat([node.slice(result, at, start, size), node.slice(result, at, 0, start)], at)
    return node.reshape(result, node.result_shape)


def _count(node: Node, x: Value) -> int:
    count = 1
    for size in node.static_sizes(x, "the order of elements"):
        count *= size
    return count


@imports("as_strided", "as_strided_copy")
def import_as_strided(
    node: Node, x: Value, size: Sequence[Dim], stride: Sequence[Size | int], storage_offset: Dim = None
) -> Value:
    """Elements of the memory of a tensor, with any distances between them."""
    flat, places = strided(node, x, size, stride, storage_offset)
    return take(node, flat, places, 0)


def strided(
    node: Node, x: Value, size: Sequence[Dim], stride: Sequence[Size | int], storage_offset: Dim
) -> tuple[Value, Value]:
    """Return the memory of a tensor, and the positions in it that have these distances."""
    source = node.fx_node.args[0].meta["val"]
    order = order_of(source)
    if source.storage_offset() or (order is None and not source.is_contiguous()):
        raise node.refusal("a tensor must lie densely in its memory to be seen with other strides")
    count = _count(node, x)
    is_known = all(isinstance(each, int) for each in (*size, *stride, storage_offset or 0))
    reach = _reach(size, stride, storage_offset) if is_known else 0
    if reach >= count:
        raise node.refusal(f"a tensor must be seen within its elements, but got place {reach} of {count}")
    flat = node.reshape(x if order is None else node.transpose(x, order), [count])
    places = node.broadcast(node.number(storage_offset or 0, i64), (), size)
    for dim, step in enumerate(stride):
        places = graph.add(places, graph.mul(node.iota(size, dim), node.spread(node.number(step, i64), size)))
    return flat, places if is_known else checked(node, places, flat, 0, node.subject)


def _reach(size: Sequence[Any], stride: Sequence[Any], storage_offset: Any) -> int:
    """Return the last place in memory that is seen, -1 if there is none."""
    if 0 in size:
        return -1
    return (storage_offset or 0) + sum((count - 1) * step for count, step in zip(size, stride, strict=True))
