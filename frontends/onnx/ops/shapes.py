"""Sizes as values, and numbers in a row."""

from __future__ import annotations

import numpy as np

from dlc.ir.sizes import Dim, ceil_divide, subtract

from ....dialects import graph
from ....dialects.graph.size_lists import surely_at_most
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import StringAttr, int_attr
from ....ir.builtin_types import f64, i64
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

LONGEST_RANGE = 1 << 24
LONG_RANGE = f"a range must have at most {LONGEST_RANGE} numbers"
ZERO_STEP = "the step of a range must not be 0"


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
    count = _count_of_range(node, start, limit, delta)
    if isinstance(count, Value):
        positions = node.add(graph.IotaOp(int_attr(0), tensor_of((None,), element_of(start)), sizes=count))
    else:
        positions = node.iota([count], 0, element_of(start))
    if node.known(delta) != 1:
        positions = node.add(graph.MulOp(positions, node.spread(delta, shape_of(positions), positions)))
    if node.known(start) == 0:
        return positions
    return node.add(graph.AddOp(positions, node.spread(start, shape_of(positions), positions)))


def _count_of_range(node: Node, start: Value, limit: Value, delta: Value) -> Dim | Value:
    """Return how many numbers a range has; a vector of one element where that is computed."""
    known = [node.known(value) for value in (start, limit, delta)]
    numbers = [each.item() for each in known if each is not None]
    if len(numbers) == len(known):
        first, behind, step = numbers
        if step == 0:
            raise CannotImport(ZERO_STEP)
        count = max(int(np.ceil((behind - first) / step)), 0)
        if count > LONGEST_RANGE:
            raise CannotImport(f"{LONG_RANGE}, but got {count}")
        return count
    sizes = [node.sizes(value) or [None] for value in (start, limit, delta)]
    [first], [behind], [step] = sizes
    count = ceil_divide(subtract(behind, first), step)
    if isinstance(step, int) and surely_at_most(0, count):
        return count
    if not node.names_computed_sizes:
        raise node.needed(next(number for number, each in enumerate(known) if each is None), "the range")
    return _computed_count(node, start, limit, delta)


def _computed_count(node: Node, start: Value, limit: Value, delta: Value) -> Value:
    """Return how many numbers a range has as a vector of one element; a step of 0, or too many, stops the program."""
    distance, step = node.cast(graph.sub(limit, start), f64), node.cast(delta, f64)
    is_zero = node.cast(node.compare("eq", step, node.constant(0, f64)), i64)
    zeros = at_most(node, is_zero, 0, ZERO_STEP)
    steps = graph.ceil(graph.div(distance, graph.add(step, node.cast(zeros, f64))))
    most = graph.minimum(graph.maximum(steps, 0), float(LONGEST_RANGE + 1))
    return node.vector_of(at_most(node, node.cast(most, i64), LONGEST_RANGE, LONG_RANGE))


def at_most(node: Node, number: Value, most: int, fact: str) -> Value:
    """Return a number that is not negative; one that is larger than another stops the program."""
    limit, message = node.constant(most + 1, i64), StringAttr(f"{node.subject}: {fact}")
    return node.add(graph.CheckIndicesOp(number, limit, message))
