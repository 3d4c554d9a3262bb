"""Changes of the element type."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir.values import Value
from ..element_types import element_type
from ..node import Node
from ..registry import imports


@imports("Cast")
def import_cast(node: Node) -> Value:
    """Elements converted to the type that an attribute says."""
    return convert(node, node[0], element_type(node.int("to")))


@imports("CastLike")
def import_cast_like(node: Node) -> Value:
    """Elements converted to the type of the second input."""
    return convert(node, node[0], node.element(1))


def convert(node: Node, value: Value, element: object) -> Value:
    """Return elements converted to a type; floats of 8 bits saturate unless an attribute forbids it."""
    return node.cast(value, element)  # type: ignore[arg-type]


@imports("BitCast")
def import_bitcast(node: Node) -> Value:
    """The same bits as elements of another type."""
    x, element = node[0], element_type(node.int("to"))
    return node.add(graph.BitcastOp(x, tensor_of(shape_of(x), element))) if element_of(x) is not element else x
