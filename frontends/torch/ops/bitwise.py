"""Ops on the bits of integers, and on truth values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.ir.sizes import Size

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_types import i1
from ...emitter import Emitter
from ...loops import repeated
from ..node import Node
from ..registry import imports

Operand = Value | Size | float
Condition = Callable[[Emitter, Sequence[Value]], Value]
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


@imports("gcd", "lcm")
def import_common_divisor(node: Node, x: Value, y: Value) -> Value:
    """The greatest common divisor or the least common multiple, by Euclid's algorithm."""
    x, y = (graph.abs(each) for each in node.operands(x, y))
    goes_on: Condition = lambda e, pair: e.reduce("or", graph.compare("ne", pair[1], 0), range(len(shape_of(x))))
    divisor, _ = repeated(node, goes_on, _euclidean_step, [x, y])
    if ".gcd" in node.op:
        return divisor
    is_zero = graph.compare("eq", divisor, 0)
    return graph.abs(graph.mul(graph.div(x, graph.select(is_zero, node.full(1, x), divisor)), y))


def _euclidean_step(e: Emitter, pair: Sequence[Value]) -> list[Value]:
    """Return the smaller one of two numbers and what it leaves of the other; pairs with 0 stay."""
    x, y = pair
    is_done = graph.compare("eq", y, 0)
    rest = graph.rem(x, graph.select(is_done, e.full(1, y), y))
    return [graph.select(is_done, x, y), graph.select(is_done, y, rest)]
