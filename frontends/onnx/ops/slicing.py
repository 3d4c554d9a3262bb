"""Parts of tensors, and tensors put together."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim, Size, add, ceil_divide, multiply, subtract

from ....dialects import graph
from ....dialects.graph.size_lists import surely_at_most
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import i64_array
from ....ir.builtin_types import i64
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

FAR = 1 << 31
"""Positions beyond this are the end of any dimension."""


@imports("Concat")
def import_concat(node: Node) -> Value:
    """Tensors joined along a dimension."""
    values = [value for value in node.inputs if value is not None]
    if not values:
        raise CannotImport("there must be an input")
    node.same_elements(values)
    return node.concat(values, node.dim_of(node.int("axis", 1), node.rank()))


@imports("Slice")
def import_old_slice(node: Node) -> Value:
    """A part of a tensor, whose bounds are attributes."""
    starts, ends = node.ints("starts"), node.ints("ends")
    axes = node.optional_ints("axes") or list(range(len(starts)))
    return sliced(node, starts, ends, axes, [1] * len(starts))


@imports("Slice", since=10)
def import_slice(node: Node) -> Value:
    """A part of a tensor, whose bounds are inputs."""
    starts, ends = (_bounds(node, number, what) for number, what in ((1, "starts"), (2, "ends")))
    axes = node.known_ints(3, "axes") if node.get(3) is not None else list(range(len(starts)))
    steps = node.known_ints(4, "steps") if node.get(4) is not None else [1] * len(starts)
    return sliced(node, starts, ends, axes, steps)


Bound = Dim | Value
"""A position: a number, an expression over names, or a scalar that is computed."""


def _bounds(node: Node, number: int, what: str) -> list[Bound]:
    """Return bounds, of which those that are neither numbers nor expressions over names are scalars."""
    bounds = node.sizes_of(number, what)
    if None in bounds and not node.names_computed_sizes:
        raise node.needed(number, what)
    return [node.entry(number, place) if bound is None else bound for place, bound in enumerate(bounds)]


def sliced(
    node: Node, starts: Sequence[Bound], ends: Sequence[Bound], axes: Sequence[int], steps: Sequence[int]
) -> Value:
    """Return the part of the first input between bounds that may count from the end."""
    if not len(starts) == len(ends) == len(axes) == len(steps):
        raise CannotImport("starts, ends, axes and steps must have as many entries")
    value = node[0]
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        dim = node.dim_of(axis, node.rank())
        value = _sliced_once(node, value, dim, start, end, step)
    return value


def _sliced_once(node: Node, value: Value, dim: int, start: Bound, end: Bound, step: int) -> Value:
    """Return a value between two bounds of one dimension; with a negative step, from the end to the start."""
    if step == 0:
        raise CannotImport("the step of a slice must not be 0")
    if start == 0 and step == 1 and isinstance(end, int) and end >= FAR:
        return value
    if step > 0:
        return _part(node, value, dim, _bound(node, value, dim, start), _bound(node, value, dim, end), step)
    low, high = (_bound(node, value, dim, bound, behind=1) for bound in (end, start))
    part = node.add(graph.ReverseOp(_part(node, value, dim, low, high), i64_array([dim])))
    return part if step == -1 else node.slice(part, dim, 0, None, -step)


def _part(node: Node, value: Value, dim: int, low: Bound, high: Bound, step: int = 1) -> Value:
    """Return the elements between two positions of a dimension, none where the second one is before the first."""
    if isinstance(low, int) and isinstance(high, int):
        return node.slice(value, dim, low, max(low, high), step)
    if not isinstance(low, Value) and not isinstance(high, Value):
        return node.slice(value, dim, low, high, step)  # the program stops where the second one is before the first
    first, last = node.size_value(low), node.size_value(high)
    last = last if low == 0 else graph.maximum(first, last)
    if not node.names_sizes:
        part = _computed_part(node, value, dim, first, graph.sub(last, first))
        return part if step == 1 else node.slice(part, dim, 0, None, step)
    low, high = (
        node.size_from(node.vector_of(each)) if isinstance(bound, Value) else bound
        for bound, each in ((low, first), (last, last))
    )
    return node.slice(value, dim, low, high, step)


def _computed_part(node: Node, value: Value, dim: int, start: Value, count: Value) -> Value:
    """Return as many elements of a dimension as a scalar says, from a position on, whose number gets no name."""
    shape = shape_of(value)
    starts = node.size_vector([start if each == dim else 0 for each in range(len(shape))])
    known = [node.dim(value, each) if size is None else size for each, size in enumerate(shape)]
    sizes = node.size_vector([count if each == dim else size for each, size in enumerate(known)])
    open_shape = tuple(None if each == dim else size for each, size in enumerate(shape))
    return node.add(graph.DynamicSliceOp(value, starts, tensor_of(open_shape, element_of(value)), sizes=sizes))


def _bound(node: Node, value: Value, dim: int, bound: Bound, behind: int = 0) -> Bound:
    """Return the position of a bound in a dimension, or the one behind it; a scalar where it is computed."""
    size = shape_of(value)[dim]
    if isinstance(bound, Value) or (isinstance(bound, Size) and surely_at_most(bound, 0)) or size is None:
        return _computed_bound(node, value, dim, bound, behind)
    if isinstance(bound, int) and not -FAR <= bound < FAR:
        return size if bound > 0 else 0
    position = size if bound == -1 and behind else add(bound, behind)
    if isinstance(position, int) and position < 0:
        position = add(size, position)
    if isinstance(position, int) and isinstance(size, int):
        return min(max(position, 0), size)
    if surely_at_most(0, position) and surely_at_most(position, size):
        return position
    if isinstance(position, int):
        return graph.minimum(node.size_value(size), position)
    if isinstance(size, int):
        if not node.names_computed_sizes or not surely_at_most(0, position):
            raise node.needed(0, "the size of a dimension that is sliced")
        return graph.minimum(node.size_value(position), size)
    return position  # the program stops where it is outside


def _computed_bound(node: Node, value: Value, dim: int, bound: Bound, behind: int) -> Value:
    """Return the position of a bound in a dimension, or the one behind it, as a scalar."""
    size = node.dim(value, dim)
    bound = node.size_value(bound)
    from_the_end = node.compare("lt", bound, node.constant(0, i64))
    position = graph.select(from_the_end, graph.add(bound, size), bound)
    return graph.minimum(graph.maximum(graph.add(position, behind), 0), size)


@imports("Split")
def import_split(node: Node) -> list[Value]:
    """Parts of a tensor along a dimension."""
    dim = node.axis(0)
    if node.has("split"):
        lengths: Sequence[Dim] = node.ints("split")
    else:
        lengths = node.named_sizes_of(1, "split") if node.get(1) is not None else _equal_parts(node, dim)
    if len(lengths) != node.output_count:
        raise CannotImport(f"there must be {node.output_count} lengths, but got {len(lengths)}")
    parts: list[Value] = []
    start: Dim = 0
    for length in lengths:
        end = add(start, length)
        parts.append(node.slice(node[0], dim, start, end))
        start = end
    size = node.shape()[dim]
    if isinstance(size, int) and isinstance(start, int) and size != start:
        raise CannotImport(f"lengths must add up to {size}, but got {start}")
    return parts


def _equal_parts(node: Node, dim: int) -> list[Dim]:
    """Return the lengths of parts, of which the last one may be smaller."""
    size, count = node.shape()[dim], node.int("num_outputs", node.output_count)
    length = ceil_divide(size, count)
    if isinstance(size, int) and isinstance(length, int):
        return [max(min(length, size - number * length), 0) for number in range(count)]
    if length is None:
        raise node.needed(0, "the size of the dimension that is split")
    return [*[length] * (count - 1), subtract(size, multiply(length, count - 1))]


@imports("CenterCropPad")
def import_center_crop_pad(node: Node) -> Value:
    """The middle of a tensor, or a tensor with 0 around it, in a given size."""
    sizes = node.known_ints(1, "the shape")
    axes = node.optional_ints("axes")
    dims = [node.dim_of(axis, node.rank()) for axis in axes] if axes is not None else list(range(node.rank()))
    value, known = node[0], node.static_shape(0, "the middle")
    for dim, target in zip(dims, sizes, strict=True):
        size = known[dim]
        if target <= size:
            start = (size - target) // 2
            value = node.slice(value, dim, start, start + target)
        else:
            low = [(target - size) // 2 if each == dim else 0 for each in range(len(known))]
            high = [target - size - low[dim] if each == dim else 0 for each in range(len(known))]
            value = node.pad(value, low, high)
    return value
