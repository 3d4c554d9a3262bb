"""Reductions of `loop.parallel`: the operations that combine what the iterations yield.

They are numbered as in MLIR's `arith::AtomicRMWKind`. MLIR wants integers of a sign for `maxs` and the like, which
nothing else there takes; here they reduce signless ones, and `maxnumf` and `minnumf` floats.
"""

from __future__ import annotations

import math

from dlc.ir.attributes import Type, TypedAttribute
from dlc.ir.builtin_attributes import FloatAttr, IntegerAttr
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType

KINDS = {
    word: number
    for number, word in enumerate(
        (
            *("addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu"),
            *("minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori"),
        )
    )
}
WORDS = {number: word for word, number in KINDS.items()}
_FLOATS = {
    "addf": "-0.0",  # 0.0 would turn the sum of negative zeros positive
    "mulf": "1.0",
    "maximumf": "-inf",
    "minimumf": "inf",
    "maxnumf": "nan",
    "minnumf": "nan",
}


def accepts(word: str, type: Type) -> bool:
    """Return whether values of a type can be combined so; whichever comes last is assigned, of any type."""
    if word == "assign":
        return True
    if word in _FLOATS:
        return isinstance(type, FloatType)
    return isinstance(type, IndexType) or (isinstance(type, IntegerType) and type.is_signless)


def identity_of(word: str, type: Type) -> TypedAttribute | None:
    """Return the identity of a reduction, its result without iterations; `assign` has none."""
    if isinstance(type, FloatType):
        return _float(float(_FLOATS[word]), type) if word in _FLOATS else None
    width = type.width if isinstance(type, IntegerType) else 64
    half = 1 << (width - 1) if width else 0
    known = {"addi": 0, "ori": 0, "xori": 0, "maxu": 0, "muli": 1, "andi": -1, "minu": -1}
    known |= {"maxs": -half, "mins": half - 1}
    value = known.get(word)
    if value is None or not accepts(word, type):
        return None
    return IntegerAttr(_as_signed(value, width), type)


def _as_signed(value: int, width: int) -> int:
    bits = value & ((1 << width) - 1)
    return bits - (1 << width) if width and bits >> (width - 1) else bits


def _float(value: float, type: FloatType) -> TypedAttribute | None:
    """The number in this format; `None` where the format has no infinity or no NaN, if it is one."""
    attr = FloatAttr.of(value, type)
    return attr if attr.value == value or (math.isnan(attr.value) and math.isnan(value)) else None
