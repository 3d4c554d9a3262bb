"""Comparisons and choices."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of
from ....ir import Value
from ....ir.builtin_types import IntegerType, f32
from ...emitter import is_float
from ..node import Node
from ..registry import imports
from .arithmetic import operands

PREDICATES = {"Equal": "eq", "Less": "lt", "LessOrEqual": "le", "Greater": "gt", "GreaterOrEqual": "ge"}


@imports(*PREDICATES)
def import_comparison(node: Node) -> Value:
    """Return whether a predicate holds."""
    node.same_elements([node[0], node[1]])
    return node.compare(PREDICATES[node.op], *operands(node))


@imports("Where")
def import_where(node: Node) -> Value:
    """Elements of one of two inputs, chosen by a condition."""
    node.same_elements([node[1], node[2]])
    return node.add(graph.SelectOp(*node.together([node[0], node[1], node[2]])))


@imports("IsNaN")
def import_is_nan(node: Node) -> Value:
    """Return whether elements are NaN."""
    return node.add(graph.IsNanOp(node[0]))


@imports("IsInf")
def import_is_inf(node: Node) -> Value:
    """Return whether elements are infinite, of one sign or of both."""
    x = node[0]
    positive, negative = bool(node.int("detect_positive")), bool(node.int("detect_negative"))
    if positive and negative:
        return node.add(graph.IsInfOp(x))
    if not positive and not negative:
        return node.compare("ne", x, x) if not is_float(x) else node.add(graph.AndOp(*[_never(node, x)] * 2))
    return node.compare("eq", x, node.full(float("inf") if positive else float("-inf"), x))


def _never(node: Node, x: Value) -> Value:
    """Return false for each element."""
    return node.add(graph.AndOp(node.add(graph.IsNanOp(x)), node.add(graph.IsFiniteOp(x))))


@imports("Shrink")
def import_shrink(node: Node) -> Value:
    """x + bias below -lambd, else x - bias above lambd, 0 between."""
    x, limit, bias = node[0], node.float("lambd"), node.float("bias")
    element = element_of(x)
    wide = node.cast(x, f32) if isinstance(element, IntegerType) else x
    shift, zero = node.full(bias, wide), node.full(0, wide)
    above = node.compare("gt", wide, node.full(limit, wide))
    above = node.add(graph.SelectOp(above, node.add(graph.SubOp(wide, shift)), zero))
    below = node.compare("lt", wide, node.full(-limit, wide))
    return node.cast(node.add(graph.SelectOp(below, _sum(node, wide, shift), above)), element)


def _sum(node: Node, a: Value, b: Value) -> Value:
    return node.add(graph.AddOp(a, b))
