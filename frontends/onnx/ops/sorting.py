"""Ordered elements."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, int_attr
from ....ir.builtin_types import i64
from ..node import Node
from ..registry import imports


@imports("TopK")
def import_top_k(node: Node) -> list[Value]:
    """The largest or the smallest elements along a dimension, and where they are."""
    x, dim = node[0], node.axis()
    count = node.int("k") if node.has("k") else int(node.known_number(1, "k"))
    shape = list(shape_of(x))
    shape[dim] = count
    smallest = None if node.int("largest", 1) else UNIT
    values, places = (tensor_of(tuple(shape), element) for element in (element_of(x), i64))
    return node.add_all(graph.TopKOp(x, int_attr(dim), int_attr(count), values, places, smallest))
