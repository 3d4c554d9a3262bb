"""Tensors with the sizes of others, whether these are numbers, have names, or are known only when running."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant, constant_like
from dlc.dialects.graph.size_lists import surely_at_most
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Block, Builder, Region, Type, Value
from dlc.ir.builtin_types import FloatType, f32, i64
from dlc.ir.sizes import Dim, add


def zeros_like(value: Value) -> Value:
    """Return zeros of a value's type."""
    return constant_like(0, value)


def rank_of(value: Value) -> int:
    """Return the number of dimensions of a tensor."""
    return len(shape_of(value))


def sizes_of(value: Value) -> Value | None:
    """Return the sizes of a tensor as an operand, if its type does not give all."""
    return graph.shape(value) if None in shape_of(value) else None


def broadcast_like(value: Value, dims: Sequence[int], like: Value) -> Value:
    """Return a value repeated to the sizes of another one; its dimensions become `dims`."""
    return graph.broadcast(value, dims, shape_of(like), sizes=sizes_of(like))


def spread(reduced: Value, dims: Sequence[int], like: Value) -> Value:
    """Return what was reduced along `dims`, with these left out or of size 1, repeated to another's sizes."""
    rank = rank_of(like)
    if rank_of(reduced) == rank:
        return broadcast_like(reduced, range(rank), like)
    return broadcast_like(reduced, [dim for dim in range(rank) if dim not in dims], like)


def reshape_like(value: Value, like: Value) -> Value:
    """Return a value in the shape of another one with as many elements."""
    return graph.reshape(value, shape_of(like), sizes=sizes_of(like))


def sum_to(value: Value, dims: Sequence[int]) -> Value:
    """Return the sums over all dimensions but `dims`, which are then in this order."""
    others = [dim for dim in range(rank_of(value)) if dim not in dims]
    summed = graph.reduce("sum", value, others) if others else value
    ranks = sorted(dims)
    return summed if ranks == list(dims) else graph.transpose(summed, [ranks.index(dim) for dim in dims])


def size_value(value: Value, dim: int) -> Value:
    """Return a size of a tensor as a scalar of i64."""
    size = shape_of(value)[dim]
    return constant_i64(size) if isinstance(size, int) else graph.dim(value, dim)


def constant_i64(number: int) -> Value:
    """Return a scalar of i64."""
    return constant(number, i64)


def part_like(value: Value, starts: Sequence[Dim], like: Value) -> Value:
    """Return the part of a tensor that begins at `starts`, with the sizes of another one."""
    shape, sizes = shape_of(value), shape_of(like)
    limits = [add(start, size) for start, size in zip(starts, sizes, strict=True)]
    if None not in limits and all(surely_at_most(limit, size) for limit, size in zip(limits, shape, strict=True)):
        return graph.slice(value, starts, limits, [1] * len(shape))
    return graph.dynamic_slice(value, list_of([dim_value(start) for start in starts]), sizes, sizes=sizes_of(like))


def dim_value(size: Dim) -> Value:
    """Return a number, or an expression over names, as a scalar of i64."""
    assert size is not None
    return constant_i64(size) if isinstance(size, int) else graph.dim(graph.iota(0, (size,)), 0)


def list_of(scalars: Sequence[Value]) -> Value:
    """Return scalars of i64 as a list."""
    if not scalars:
        return graph.iota(0, (0,))
    return graph.concat([graph.reshape(scalar, (1,)) for scalar in scalars], 0)


def working(value: Value) -> Value:
    """Return a value in f32 where its type is narrower, so that sums keep their places."""
    element = element_of(value)
    return graph.cast(value, f32) if isinstance(element, FloatType) and element.width < f32.width else value


def if_else(
    condition: Value,
    types: Sequence[Type],
    then: Callable[[], Sequence[Value]],
    otherwise: Callable[[], Sequence[Value]],
) -> Sequence[Value]:
    """Insert a `graph.if` with regions that two functions build, and return its results."""
    regions = [Region([Block([])]) for _ in range(2)]
    op = Builder.current().insert(graph.IfOp(condition, types, *regions))
    for region, build in zip(regions, (then, otherwise), strict=True):
        fill(region.entry, build)
    return op.outputs


def fill(block: Block, build: Callable[[], Sequence[Value]]) -> None:
    """Insert ops into an empty block, and a `graph.yield` of what `build` returns.

    The block is in the program already: ops that are inserted may refer to symbols.
    """
    location = Builder.current().location
    with Builder.at_end(block) as builder, builder.at(location=location):
        graph.yield_(build())
