"""Sizes as values, and numbers in a row."""

from __future__ import annotations

import numpy as np

from ....dialects import graph
from ....dialects.graph.tensors import element_of
from ....ir import Value
from ....ir.builtin_types import i64
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

LONGEST_RANGE = 1 << 24


@imports("Shape")
def import_shape(node: Node) -> Value:
    """The sizes of a tensor, all or those of neighbouring dimensions."""
    rank = node.rank()
    start, end = node.int("start", 0), node.int("end", rank)
    low, high = (min(max(each + rank if each < 0 else each, 0), rank) for each in (start, end))
    shape = node.add(graph.ShapeOp(node[0]))
    return shape if (low, high) == (0, rank) else node.slice(shape, 0, low, max(low, high))


@imports("Size")
def import_size(node: Node) -> Value:
    """The number of elements."""
    return node.add(graph.SizeOp(node[0]))


@imports("Range")
def import_range(node: Node) -> Value:
    """Numbers from a start to below a limit."""
    start, limit, delta = (node.reshape(node[number], ()) for number in range(3))
    element = element_of(start)
    sizes = [node.sizes(value) for value in (start, limit, delta)] if element is i64 else []
    known = [size[0] if size else None for size in sizes]
    if len(known) == 3 and known[0] == 0 and known[2] == 1 and known[1] is not None and not isinstance(known[1], int):
        return node.iota([known[1]], 0)
    numbers = [node.known_number(number, "the range") for number in range(3)]
    if numbers[2] == 0:
        raise CannotImport("the step of a range must not be 0")
    count = max(int(np.ceil((numbers[1] - numbers[0]) / numbers[2])), 0)
    if count > LONGEST_RANGE:
        raise CannotImport(f"a range must have at most {LONGEST_RANGE} numbers, but got {count}")
    positions = node.iota([count], 0, element)
    steps = node.add(graph.MulOp(positions, node.spread(delta, [count])))
    return node.add(graph.AddOp(steps, node.spread(start, [count])))
