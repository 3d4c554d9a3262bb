"""Quotients of integers that are rounded downwards, which importers of all frameworks share."""

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
