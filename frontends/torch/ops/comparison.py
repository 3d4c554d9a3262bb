"""Comparisons, and choices that depend on them."""

from __future__ import annotations

from dlc.ir.sizes import Size

from ....dialects import graph
from ....ir import Value
from ....ir.builtin_types import i1
from ...emitter import is_float
from ..node import Node
from ..registry import imports

Operand = Value | Size | float


@imports("eq", "ne", "lt", "le", "gt", "ge")
def import_comparison(node: Node, x: Operand, y: Operand) -> Value:
    """A predicate, element by element."""
    return node.compare(node.op.split(".")[1], *node.operands(x, y))


@imports("isnan", "isinf", "isfinite")
def import_test(node: Node, x: Value) -> Value:
    """A test for NaN, for infinity, or for finite numbers."""
    name = node.op.split(".")[1]
    if not is_float(x):
        return node.compare("eq" if name == "isfinite" else "ne", x, x)
    return {"isnan": graph.is_nan, "isinf": graph.is_inf, "isfinite": graph.is_finite}[name](x)


@imports("where")
def import_choice(node: Node, condition: Value, x: Operand, y: Operand) -> Value:
    """Elements of one operand where a condition holds, of another one elsewhere."""
    condition = node.spread(node.cast(condition, i1), node.result_shape)
    return graph.select(condition, *node.operands(x, y, element=node.result_element))


@imports("masked_fill")
def import_masked_fill(node: Node, x: Value, mask: Value, number: Operand) -> Value:
    """A number where a mask holds, elements elsewhere."""
    return import_choice(node, mask, number, x)
