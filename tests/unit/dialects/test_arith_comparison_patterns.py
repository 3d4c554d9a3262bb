"""Comparisons of converted integers with constants are comparisons of integers only where no rounding matters."""

from __future__ import annotations

import pytest

from dlc.dialects.arith import ConstantOp, SIToFPOp, UIToFPOp
from dlc.dialects.arith.float_comparison_patterns import Conversion
from dlc.ir import FloatAttr
from dlc.ir.builtin_types import FloatType, IntegerType
from dlc.ir.float_arithmetic import from_integer
from dlc.ir.floats import FLOAT_FORMATS, FloatFormat

SMALL = [form for form in FLOAT_FORMATS.values() if form.width <= 8]
WIDTHS = (3, 5, 8, 11)


def order(value: int, form: FloatFormat, limit: int) -> int:
    """Return how an integer compares with a float, which is not nan."""
    if form.is_inf(limit):
        return 1 if form.is_negative(limit) else -1
    other = form.to_fraction(limit)
    return (value > other) - (value < other)


def order_of_converted(value: int, form: FloatFormat, limit: int) -> int | None:
    """Return how an integer that was converted compares; `None` if it has become nan."""
    bits = from_integer(form, value)
    if bits is None or form.is_nan(bits):
        return None
    if form.is_inf(bits) or form.is_inf(limit):
        infinities = [form.is_inf(each) * (-1 if form.is_negative(each) else 1) for each in (bits, limit)]
        return (infinities[0] > infinities[1]) - (infinities[0] < infinities[1])
    first, second = map(form.to_fraction, (bits, limit))
    return (first > second) - (first < second)


@pytest.mark.parametrize("form", SMALL, ids=lambda form: form.name)
@pytest.mark.parametrize("kind", [SIToFPOp, UIToFPOp])
def test_a_comparison_that_is_said_to_keep_its_order_does(form: FloatFormat, kind: type[SIToFPOp | UIToFPOp]) -> None:
    kept = 0
    for width in WIDTHS:
        op = kind(ConstantOp.integer(0, IntegerType(width)).result, FloatType(form.name))
        conversion = Conversion(op)
        values = range(conversion.smallest, conversion.largest + 1)
        for bits in range(1 << form.width):
            if form.is_nan(bits) or not conversion.keeps_order_to(FloatAttr(bits, op.target.type)):
                continue
            kept += 1
            step = max(1, len(values) // 16)
            for value in (*values[::step], conversion.largest):
                assert order_of_converted(value, form, bits) == order(value, form, bits), (width, hex(bits), value)
    assert kept or form.width < 8 or not form.is_zero(0)
