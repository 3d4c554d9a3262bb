"""Ordered elements."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, StringAttr, int_attr
from ....ir.builtin_types import i64
from ..node import Node
from ..registry import imports


@imports("TopK")
def import_top_k(node: Node) -> list[Value]:
    """The largest or the smallest elements along a dimension, and where they are."""
    x, dim = node[0], node.axis()
    smallest = None if node.int("largest", 1) else UNIT
    if not node.has("k") and node.known(node[1]) is None:
        return _first_sorted(node, dim, descending=smallest is None)
    count = node.int("k") if node.has("k") else int(node.known_number(1, "k"))
    shape = list(shape_of(x))
    shape[dim] = count
    values, places = (tensor_of(tuple(shape), element) for element in (element_of(x), i64))
    return node.add_all(graph.TopKOp(x, int_attr(dim), int_attr(count), values, places, smallest))


def _first_sorted(node: Node, dim: int, *, descending: bool) -> list[Value]:
    """Return as many of the sorted elements as the second input says, which is computed, and where they are."""
    x = node[0]
    sizes = node.add(graph.ShapeOp(x)) if None in shape_of(x) else None
    places = node.add(graph.IotaOp(int_attr(dim), tensor_of(shape_of(x), i64), sizes=sizes))
    ordered = node.add_all(graph.SortOp([x, places], int_attr(dim), UNIT if descending else None))
    limit = graph.add(node.dim(x, dim), 1)
    message = StringAttr(f"{node.subject} has a k that is negative, or more than size {dim} of the input")
    count = node.add(graph.CheckIndicesOp(node.reshape(node[1], [1]), limit, message))
    size = node.size_from(count)
    return [node.slice(each, dim, 0, size) for each in ordered]
