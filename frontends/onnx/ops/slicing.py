"""Parts of tensors, and tensors put together."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim, add

from ....dialects import graph
from ....dialects.graph.size_lists import surely_at_most
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_attributes import i64_array
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


def _bounds(node: Node, number: int, what: str) -> list[Dim]:
    """Return bounds as numbers or expressions over names."""
    bounds = node.sizes_of(number, what)
    if None in bounds:
        raise node.needed(number, what)
    return bounds


def sliced(node: Node, starts: Sequence[Dim], ends: Sequence[Dim], axes: Sequence[int], steps: Sequence[int]) -> Value:
    """Return the part of the first input between bounds that may count from the end."""
    if not len(starts) == len(ends) == len(axes) == len(steps):
        raise CannotImport("starts, ends, axes and steps must have as many entries")
    value = node[0]
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        dim = node.dim_of(axis, node.rank())
        value = _sliced_once(node, value, dim, start, end, step)
    return value


def _sliced_once(node: Node, value: Value, dim: int, start: Dim, end: Dim, step: int) -> Value:
    """Return a value between two bounds of one dimension."""
    if step == 0:
        raise CannotImport("the step of a slice must not be 0")
    size = shape_of(value)[dim]
    if step < 0:
        size = _known_size(node, size)
        first, behind = _position(node, start, size - 1, -1), _position(node, end, size - 1, -1)
        value = node.add(graph.ReverseOp(value, i64_array([dim])))
        low, high = size - 1 - first, size - 1 - behind
        return node.slice(value, dim, low, max(low, high), -step)
    if isinstance(start, int) and isinstance(end, int) and 0 <= end < start:
        end = start
    low, high = _bound(node, start, size), _bound(node, end, size)
    if isinstance(low, int) and isinstance(high, int):
        high = max(low, high)
    return node.slice(value, dim, low, high, step)


def _known_size(node: Node, size: Dim) -> int:
    if not isinstance(size, int):
        raise node.needed(0, "the size of a dimension that is reversed")
    return size


def _position(node: Node, bound: Dim, highest: int, lowest: int) -> int:
    """Return where a bound of a reversed slice lies."""
    if not isinstance(bound, int):
        raise node.needed(0, "bounds of a reversed slice")
    return min(max(bound + highest + 1 if bound < 0 else bound, lowest), highest)


def _bound(node: Node, bound: Dim, size: Dim) -> Dim:
    """Return a bound within a dimension."""
    if isinstance(bound, int):
        if bound >= FAR or bound < -FAR:
            return size if bound > 0 else 0
        if isinstance(size, int):
            return min(max(bound + size if bound < 0 else bound, 0), size)
        if bound == 0:
            return 0
        bound = add(size, bound) if bound < 0 else bound
    if surely_at_most(0, bound) and surely_at_most(bound, size):
        return bound
    if isinstance(bound, int) and size is not None:
        return _minimum(node, size, bound)
    if isinstance(size, int) and bound is not None and surely_at_most(0, bound) and node.names_minima:
        return _minimum(node, bound, size)
    if isinstance(bound, int) or isinstance(size, int) or bound is None or size is None:
        raise node.needed(0, "the size of a dimension that is sliced")
    return bound  # the program stops where it is outside


def _minimum(node: Node, size: Dim, most: int) -> Dim:
    return node.size_from(node.vector_of(graph.minimum(node.size_value(size), most)))


@imports("Split")
def import_split(node: Node) -> list[Value]:
    """Parts of a tensor along a dimension."""
    dim = node.axis(0)
    lengths = node.ints_of("split", 1)
    if lengths is None:
        lengths = _equal_parts(node, dim)
    if len(lengths) != node.output_count:
        raise CannotImport(f"there must be {node.output_count} lengths, but got {len(lengths)}")
    parts: list[Value] = []
    start = 0
    for length in lengths:
        parts.append(node.slice(node[0], dim, start, start + length))
        start += length
    size = node.shape()[dim]
    if isinstance(size, int) and size != start:
        raise CannotImport(f"lengths must add up to {size}, but got {start}")
    return parts


def _equal_parts(node: Node, dim: int) -> list[int]:
    """Return the lengths of parts, of which the last one may be smaller."""
    size, count = node.static_shape(0, "the parts")[dim], node.int("num_outputs", node.output_count)
    length = -(-size // count)
    return [max(min(length, size - number * length), 0) for number in range(count)]


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
