"""Casts, tables and scaled integers: exactly the integers that the specification says."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import graph, tosa
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import IntegerAttr, Value
from dlc.ir.builtin_types import IntegerType, TensorType, i8, i32, i64

from ..graph.translated_values import filled, known_elements
from ..rewriting.cannot_lower import CannotLower
from .elementwise import clamped_to, half_of_last, shifted_by
from .translation import along, convert, declared, is_float, translates, zero_point

DOUBLE = 1 << 30
LONG_SHIFT = 31
"""The number that rounds a second time, and the largest shift with which there is no second time."""
TABLES = (8, 16)
"""The widths of the integers that tables are for."""


@translates(tosa.CastOp)
def translate_cast(op: tosa.CastOp) -> Value:
    """Numbers in another type, floats rounded to nearest before they become integers."""
    _, element = declared(op.output)
    becomes_integer = is_float(op.input) and isinstance(element, IntegerType) and element.width > 1
    return convert(graph.round(op.input) if becomes_integer else op.input, element)


# -- Tables ------------------------------------------------------------------------------------------------------------


@translates(tosa.TableOp)
def translate_table(op: tosa.TableOp) -> Value:
    """Entries of a table, for wider integers with the part of the way to the next one."""
    element, value = element_of(op.input1), graph.cast(op.input1, i32)
    if not isinstance(element, IntegerType) or element.width not in TABLES:
        raise CannotLower(f"needs integers of 8 or 16 bits, but got '{op.input1.type}'")
    if element.width == i8.width:
        return _entries(op.table, graph.sub(value, element.limits[0]))
    place = graph.add(graph.shift_right(value, 7), 256)
    rest = graph.and_(value, 127)
    base, following = (graph.cast(_entries(op.table, each), i32) for each in (place, graph.add(place, 1)))
    return graph.add(graph.shift_left(base, 7), graph.mul(graph.sub(following, base), rest))


def _entries(table: Value, places: Value) -> Value:
    return graph.gather(table, places, [], [0], [], [], [0], len(shape_of(places)), [1])


# -- Scales ------------------------------------------------------------------------------------------------------------


@translates(tosa.RescaleOp)
def translate_rescale(op: tosa.RescaleOp) -> Value:
    """Integers multiplied and moved down, between their zero points."""
    value = _shifted(_widened(op.input, op.input_unsigned), op.input_zp, op.input_unsigned, is_sum=False)
    scale = Scale(op.multiplier, op.shift, op.rounding_mode.value)
    scaled = scale.applied(value, lambda part: along(part, len(shape_of(value)) - 1, value))
    moved = _shifted(scaled, op.output_zp, op.output_unsigned, is_sum=True)
    _, element = declared(op.output)
    assert isinstance(element, IntegerType)
    if not op.output_unsigned.value:
        return clamped_to(moved, element)
    unsigned = clamped_to(moved, IntegerType(element.width, "u"))
    return unsigned if element.is_unsigned else graph.bitcast(unsigned, element)


def _widened(value: Value, unsigned: IntegerAttr) -> Value:
    """Return integers as i64, with a sign or without."""
    element = element_of(value)
    if not isinstance(element, IntegerType):
        raise CannotLower(f"needs integers, but got '{value.type}'")
    if unsigned.value and not element.is_unsigned and element.width > 1:
        value = graph.bitcast(value, IntegerType(element.width, "u"))
    return value if element_of(value) is i64 else graph.cast(value, i64)


def _shifted(value: Value, point: Value, unsigned: IntegerAttr, *, is_sum: bool) -> Value:
    """Return integers plus or minus a zero point that is read as the flag says."""
    if zero_point(point) is None:
        return value
    return shifted_by(value, _widened(point, unsigned), graph.add if is_sum else graph.sub)


class Scale:
    """Multipliers and shifts, with what is added before a shift so that results are rounded to nearest, half up."""

    def __init__(self, multiplier: Value, shift: Value, mode: str) -> None:
        self.multiplier, self.shift = graph.cast(multiplier, i64), graph.cast(shift, i64)
        self.half = half_of_last(self.shift)
        self.rounds_twice = mode == "DOUBLE_ROUND" and _may_exceed(shift, LONG_SHIFT)

    def applied(self, value: Value, spread: Callable[[Value], Value]) -> Value:
        """Return integers that are scaled, once the parts of the scale have been brought to their shape."""
        half = spread(self.half)
        if self.rounds_twice:
            is_long = graph.compare("gt", self.shift, LONG_SHIFT)
            more = spread(graph.select(is_long, filled(DOUBLE, self.shift), filled(0, self.shift)))
            half = graph.add(half, graph.select(graph.compare("ge", value, 0), more, graph.neg(more)))
        return graph.shift_right(graph.add(graph.mul(value, spread(self.multiplier)), half), spread(self.shift))


def _may_exceed(shift: Value, limit: int) -> bool:
    known = known_elements(shift)
    return known is None or bool((known.to_numpy() > limit).any())


@translates(tosa.ApplyScaleOp)
def translate_apply_scale(op: tosa.ApplyScaleOp) -> Value:
    """Integers multiplied and moved down."""
    if not isinstance(op.value.type, TensorType):
        raise CannotLower(f"is only supported on tensors, but got '{op.value.type}'")
    scale = Scale(op.multiplier, op.shift, op.rounding_mode.value)
    return graph.cast(scale.applied(graph.cast(op.value, i64), lambda part: part), declared(op.output)[1])
