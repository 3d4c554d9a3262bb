"""Known facts about constant integers."""

from __future__ import annotations

from dlc.ir.builtin_attributes import DenseElementsAttr, IntegerAttr
from dlc.ir.builtin_types import IntegerType
from dlc.ir.values import Value, constant_of


def _bits(value: Value) -> tuple[list[int], int] | None:
    """The bits of each element as an unsigned number, and the width."""
    known = constant_of(value)
    if isinstance(known, IntegerAttr):
        width = known.type.width if isinstance(known.type, IntegerType) else 64
        return [known.unsigned], width
    if isinstance(known, DenseElementsAttr) and isinstance(known.type.element_type, IntegerType):
        return known.bits(), known.type.element_type.width
    return None


def constant_integer(value: Value) -> int | None:
    """The value as a signed number, if it is a constant scalar."""
    known = constant_of(value)
    return known.signed if isinstance(known, IntegerAttr) else None


def never_zero(divisor: Value) -> bool:
    """Return whether a divisor is known to have no element that is zero."""
    known = _bits(divisor)
    return known is not None and 0 not in known[0]


def never_zero_or_minus_one(divisor: Value) -> bool:
    """Return whether a value is never zero and never -1, by which the smallest number cannot be divided."""
    known = _bits(divisor)
    return known is not None and 0 not in known[0] and (1 << known[1]) - 1 not in known[0]
