"""Arithmetic with numpy's broadcasting."""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ...emitter import Maker, is_float, is_unsigned
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

BINARY: dict[str, Maker] = {
    "Add": graph.AddOp,
    "Sub": graph.SubOp,
    "Mul": graph.MulOp,
    "Div": graph.DivOp,
}
EXTREMA: dict[str, Maker] = {"Max": graph.MaximumOp, "Min": graph.MinimumOp}


def operands(node: Node) -> list[Value]:
    """Return two inputs broadcast to one shape, also as opsets before 7 did it."""
    lhs, rhs = node[0], node[1]
    if node.opset < 7 and node.int("broadcast", 0):
        axis = node.int("axis", node.rank(0) - node.rank(1))
        missing = range(len(shape_of(rhs)), node.rank(0) - axis)
        rhs = node.expand(rhs, list(missing))
    return node.together([lhs, rhs])


@imports(*BINARY)
def import_binary(node: Node) -> Value:
    """A function of two numbers."""
    node.same_elements([node[0], node[1]])
    return node.add(BINARY[node.op](*operands(node)))


@imports("Pow")
def import_power(node: Node) -> Value:
    """The base to the power of the exponent, in the type of the base."""
    base, exponent = operands(node)
    element = element_of(base)
    if element_of(exponent) is not element:
        if is_float(base) or not is_float(exponent):
            exponent = node.cast(exponent, element)
        else:  # an integer to a power that may be a fraction
            power = node.add(graph.PowOp(node.cast(base, element_of(exponent)), exponent))
            return node.cast(power, element)
    return node.add(graph.PowOp(base, exponent))


@imports("Mod")
def import_mod(node: Node) -> Value:
    """The remainder with the sign of the divisor, or as C's fmod computes it."""
    node.same_elements([node[0], node[1]])
    lhs, rhs = operands(node)
    return node.add(graph.RemOp(lhs, rhs) if node.int("fmod") else graph.ModOp(lhs, rhs))


@imports(*EXTREMA, "Sum", "Mean")
def import_variadic(node: Node) -> Value:
    """The largest, the smallest, the sum or the mean of any number of inputs."""
    values = [value for value in node.inputs if value is not None]
    if not values:
        raise CannotImport("there must be an input")
    node.same_elements(values)
    values = node.together(values)
    combine: Maker = EXTREMA.get(node.op, graph.AddOp)
    total = fold_together(node, combine, values)
    if node.op != "Mean" or len(values) == 1:
        return total
    return node.add(graph.DivOp(total, node.full(len(values), total)))


def fold_together(node: Node, combine: Maker, values: Sequence[Value]) -> Value:
    """Return values combined from the first to the last."""
    total = values[0]
    for value in values[1:]:
        total = node.add(combine(total, value))
    return total


@imports("Neg", "Abs", "Sign")
def import_sign(node: Node) -> Value:
    """A function of the sign."""
    kinds: dict[str, Maker] = {"Neg": graph.NegOp, "Abs": graph.AbsOp, "Sign": graph.SignOp}
    if node.op == "Sign" and is_unsigned(node[0]):
        return node.add(graph.MinimumOp(node[0], node.full(1, node[0])))
    return node.add(kinds[node.op](node[0]))


@imports("Floor", "Ceil", "Round")
def import_rounding(node: Node) -> Value:
    """A whole number near to each element."""
    kinds: dict[str, Maker] = {
        "Floor": graph.FloorOp,
        "Ceil": graph.CeilOp,
        "Round": graph.RoundOp,
    }
    return node.add(kinds[node.op](node[0]))


@imports("Clip")
def import_clip(node: Node) -> Value:
    """Elements limited to a range, whose bounds are attributes or inputs."""
    x = node[0]
    low, high = (_bound(node, number, name) for number, name in ((1, "min"), (2, "max")))
    if low is not None:
        x = node.add(graph.MaximumOp(x, low))
    return node.add(graph.MinimumOp(x, high)) if high is not None else x


def _bound(node: Node, number: int, name: str) -> Value | None:
    """Return a bound with the shape of the first input."""
    if node.has(name):
        return node.full(node.float(name), node[0])
    bound = node.get(number)
    if bound is None:
        return None
    if len(shape_of(bound)):
        bound = node.reshape(bound, ())
    return node.spread(bound, node.shape(), node[0])


@imports("BitShift")
def import_shift(node: Node) -> Value:
    """Bits shifted to the left or to the right."""
    node.same_elements([node[0], node[1]])
    lhs, rhs = operands(node)
    left = node.string("direction") == "LEFT"
    return node.add(graph.ShiftLeftOp(lhs, rhs) if left else graph.ShiftRightOp(lhs, rhs))
