"""Places of values between sorted boundaries, which importers of all frameworks share."""

from __future__ import annotations

from ..dialects import graph
from ..dialects.graph.tensors import element_of, shape_of
from ..ir import Value
from ..ir.builtin_types import FloatType, i64
from ..passes.graph.translated_values import spread_to

MOST_COMPARED = 32
"""The number of boundaries from which on halving their number again and again takes less time than comparing all."""


def is_before(boundary: Value, value: Value, *, right: bool) -> Value:
    """Return whether a boundary comes before a value or, with `right`, is equal to it. NaN comes after all numbers."""
    before = graph.compare("le" if right else "lt", boundary, value)
    if not isinstance(element_of(value), FloatType):
        return before
    is_last = graph.is_nan(value)
    return graph.or_(before, is_last if right else graph.and_(is_last, graph.not_(graph.is_nan(boundary))))


def bisects(boundaries: Value) -> bool:
    """Return whether boundaries are one long sequence, in which halving finds places sooner than comparing all."""
    shape = shape_of(boundaries)
    return len(shape) == 1 and isinstance(shape[0], int) and shape[0] > MOST_COMPARED


def place_by_halves(values: Value, boundaries: Value, *, right: bool) -> Value:
    """Return how many boundaries, in one sequence of known length, come before each value."""
    [count] = shape_of(boundaries)
    assert isinstance(count, int)
    step = 1 << (count.bit_length() - 1)
    middle = graph.reshape(graph.slice(boundaries, [step - 1], [step], [1]), ())
    is_behind = is_before(spread_to(middle, values), values, right=right)
    place = graph.mul(graph.cast(is_behind, i64), step)
    while step := step >> 1:
        next_place = graph.add(place, step)
        at = graph.sub(graph.minimum(next_place, count), 1)
        boundary = graph.gather(boundaries, at, [], [0], [], [], [0], len(shape_of(at)), [1])
        is_behind = graph.and_(graph.compare("le", next_place, count), is_before(boundary, values, right=right))
        place = graph.select(is_behind, next_place, place)
    return place
