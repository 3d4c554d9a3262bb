"""Ops on the bits of integers, and on truth values."""

from __future__ import annotations

from dlc.ir.sizes import Size

from ....dialects import graph
from ....ir import Value
from ....ir.builtin_types import i1
from ..node import Node
from ..registry import imports

Operand = Value | Size | float
BINARY = {
    "bitwise_and": graph.and_,
    "bitwise_or": graph.or_,
    "bitwise_xor": graph.xor,
    "bitwise_left_shift": graph.shift_left,
    "bitwise_right_shift": graph.shift_right,
    "__lshift__": graph.shift_left,
    "__rshift__": graph.shift_right,
}
LOGICAL = {"logical_and": graph.and_, "logical_or": graph.or_, "logical_xor": graph.xor}


@imports(*BINARY)
def import_bitwise(node: Node, x: Operand, y: Operand) -> Value:
    """A function of the bits of two integers."""
    return BINARY[node.op.split(".")[1]](*node.operands(x, y))


@imports("bitwise_not")
def import_not(node: Node, x: Value) -> Value:
    """All bits the other way."""
    return graph.not_(x)


@imports(*LOGICAL)
def import_logical(node: Node, x: Value, y: Value) -> Value:
    """A function of two truth values; a number is true if it is not 0."""
    return LOGICAL[node.op.split(".")[1]](*node.operands(x, y, element=i1))


@imports("logical_not")
def import_logical_not(node: Node, x: Value) -> Value:
    """The other truth value."""
    return graph.not_(node.cast(x, i1))
