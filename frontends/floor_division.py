"""Quotients that are rounded downwards, which importers of all frameworks share."""

from __future__ import annotations

from ..dialects import graph
from ..ir import Value


def floor_quotient(x: Value, y: Value) -> Value:
    """Return x / y of integers rounded downwards, by one division: a second one for the remainder takes as long."""
    quotient = graph.div(x, y)
    rest = graph.sub(x, graph.mul(quotient, y))
    has_other_sign = graph.xor(graph.compare("lt", rest, 0), graph.compare("lt", y, 0))
    was_rounded_up = graph.and_(graph.compare("ne", rest, 0), has_other_sign)
    return graph.select(was_rounded_up, graph.sub(quotient, 1), quotient)


def floor_quotient_of_floats(x: Value, y: Value) -> Value:
    """Return x / y of floats rounded downwards, as Python's `//`: from the remainder, which is exact."""
    rest = graph.rem(x, y)
    has_other_sign = graph.xor(graph.compare("lt", rest, 0.0), graph.compare("lt", y, 0.0))
    was_rounded_up = graph.and_(graph.compare("ne", rest, 0.0), has_other_sign)
    quotient = graph.div(graph.sub(x, rest), y)
    quotient = graph.select(was_rounded_up, graph.sub(quotient, 1.0), quotient)
    down = graph.floor(quotient)
    down = graph.select(graph.compare("gt", graph.sub(quotient, down), 0.5), graph.add(down, 1.0), down)
    exact = graph.div(x, y)
    down = graph.select(graph.compare("eq", quotient, 0.0), graph.copysign(graph.sub(x, x), exact), down)
    return graph.select(graph.compare("eq", y, 0.0), exact, down)
