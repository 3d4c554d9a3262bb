"""Ops on bits and truth values."""

from __future__ import annotations

from ....dialects import graph
from ....ir import Value
from ...emitter import Maker
from ..node import Node
from ..registry import imports
from .arithmetic import operands

BINARY: dict[str, Maker] = {
    "And": graph.AndOp,
    "Or": graph.OrOp,
    "Xor": graph.XorOp,
    "BitwiseAnd": graph.AndOp,
    "BitwiseOr": graph.OrOp,
    "BitwiseXor": graph.XorOp,
}


@imports(*BINARY)
def import_bitwise(node: Node) -> Value:
    """A function of the bits of two inputs."""
    node.same_elements([node[0], node[1]])
    return node.add(BINARY[node.op](*operands(node)))


@imports("Not", "BitwiseNot")
def import_not(node: Node) -> Value:
    """Each bit the other way."""
    return node.add(graph.NotOp(node[0]))
