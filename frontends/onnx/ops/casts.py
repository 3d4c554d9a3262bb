"""Changes of the element type."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Type, Value
from ....ir.builtin_types import FloatType, IntegerType, bit_width, f32, i1, i8, i32
from ...emitter import is_float, number
from ..element_types import element_type
from ..node import Node
from ..registry import imports


@imports("Cast")
def import_cast(node: Node) -> Value:
    """Elements converted to the type that an attribute says."""
    return _converted(node, element_type(node.int("to")))


@imports("CastLike")
def import_cast_like(node: Node) -> Value:
    """Elements converted to the type of the second input."""
    return _converted(node, node.element(1))


def _converted(node: Node, element: Type) -> Value:
    x = node[0]
    if isinstance(element, FloatType) and element.width <= 8 and node.int("saturate", 1):
        x = saturated(node, x, element)
    elif isinstance(element, IntegerType) and i1.width < element.width < i8.width and is_float(x):
        x = node.cast(x, i32)  # integers of fewer than 8 bits wrap
    return node.cast(x, element)


def width_of(value: Value) -> int:
    """Return the number of bits of each element."""
    return bit_width(element_of(value)) or 0


def saturated(node: Node, x: Value, element: FloatType) -> Value:
    """Return numbers within the range of a narrower type of floats."""
    wide = x if is_float(x) else node.cast(x, f32)
    if width_of(wide) <= element.width:
        return wide
    largest = float(element.format.to_fraction(element.format.largest))
    return node.add(graph.ClampOp(wide, number(-largest), number(largest)))


@imports("BitCast")
def import_bitcast(node: Node) -> Value:
    """The same bits as elements of another type."""
    x, element = node[0], element_type(node.int("to"))
    if element_of(x) is i1:  # a truth value has a byte, which is 0 or 1
        return node.cast(x, element)
    return node.add(graph.BitcastOp(x, tensor_of(shape_of(x), element))) if element_of(x) is not element else x
