"""Quotients that are rounded downwards, which importers of all frameworks share."""

from __future__ import annotations

from ..dialects import graph
from ..dialects.graph.tensors import element_of
from ..ir import Value
from ..ir.builtin_types import FloatType, f32


def floor_quotient(x: Value, y: Value) -> Value:
    """Return x / y of integers rounded downwards, by one division: a second one for the remainder takes as long."""
    quotient = graph.div(x, y)
    rest = graph.sub(x, graph.mul(quotient, y))
    has_other_sign = graph.xor(graph.compare("lt", rest, 0), graph.compare("lt", y, 0))
    was_rounded_up = graph.and_(graph.compare("ne", rest, 0), has_other_sign)
    return graph.select(was_rounded_up, graph.sub(quotient, 1), quotient)


def floor_quotient_of_floats(x: Value, y: Value) -> Value:
    """Return x / y of floats rounded downwards, as Python's `//`: from the remainder, which is exact.

    Floats of 16 bits are divided in f32, in which fewer quotients are rounded.
    """
    element = element_of(x)
    if isinstance(element, FloatType) and element.width < f32.width:
        wide = (graph.cast(each, f32) for each in (x, y))
        return graph.cast(floor_quotient_of_floats(*wide), element)
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
