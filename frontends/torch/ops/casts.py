"""Other element types, and copies."""

from __future__ import annotations

from typing import Any

from ....dialects import graph
from ....ir import Value
from ...problems import CannotImport
from ..element_types import element_type
from ..node import Node
from ..registry import imports


@imports("_to_copy", "prims.convert_element_type")
def import_cast(node: Node, x: Value | float, dtype: Any = None) -> Value:
    """Elements of another type; functions that are mapped over dimensions cast numbers too."""
    return node.cast(x, node.result_element) if isinstance(x, Value) else node.number(x, node.result_element)


@imports("alias", "clone", "detach", "detach_copy", "alias_copy", "lift_fresh_copy", "contiguous", "prims.view_of")
def import_copy(node: Node, x: Value) -> Value:
    """The same elements."""
    return x


@imports("copy")
def import_copied(node: Node, target: Value, x: Value) -> Value:
    """The elements of one tensor, with the shape and the type of another one."""
    return node.operands(x, element=node.result_element)[0]


@imports("view.dtype")
def import_bitcast(node: Node, x: Value, dtype: Any) -> Value:
    """The same bits as elements of a type of the same width."""
    if node.traced[0].dtype.itemsize != node.fx_node.args[0].meta["val"].dtype.itemsize:
        raise CannotImport("elements of another width would change the shape")
    return graph.bitcast(x, element_type(dtype))
