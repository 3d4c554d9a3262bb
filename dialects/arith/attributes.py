"""The attributes of `arith`: fast-math and overflow flags, rounding modes, predicates of comparisons."""

from __future__ import annotations

from dlc.ir import IntegerAttr, attribute
from dlc.ir.builtin_constraints import enum_of
from dlc.ir.builtin_types import i32, i64
from dlc.ir.enums import BitEnumAttr


@attribute("arith.fastmath")
class FastMathAttr(BitEnumAttr):
    """Floating-point assumptions and transformations allowed beyond IEEE 754: `#arith.fastmath<nnan,ninf>`.

    `reassoc`: reassociate. `nnan`, `ninf`: no nan, no infinity appears. `nsz`: the sign of zero does not matter.
    `arcp`: multiply by the reciprocal instead of dividing. `contract`: fuse, as in multiply-add. `afn`: approximate
    functions. `fast`: all of them.
    """

    cases = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
    all_word = "fast"


@attribute("arith.overflow")
class IntegerOverflowFlagsAttr(BitEnumAttr):
    """The overflows that make a result poison: `#arith.overflow<nsw, nuw>`, signed and unsigned."""

    cases = ("nsw", "nuw")
    separator = ", "


NO_FASTMATH = FastMathAttr(0)
NO_OVERFLOW_FLAGS = IntegerOverflowFlagsAttr(0)

# -- Enumerations that the properties of ops keep as numbers -----------------------------------------------------------

ROUNDING_MODES = {"to_nearest_even": 0, "downward": 1, "upward": 2, "toward_zero": 3, "to_nearest_away": 4}
CMPI_PREDICATES = {
    word: number for number, word in enumerate(("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"))
}
CMPF_PREDICATES = {
    word: number
    for number, word in enumerate(
        (
            *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
            *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
        )
    )
}

rounding_mode = enum_of(i32, ROUNDING_MODES, "Floating point rounding mode")
cmpi_predicate = enum_of(i64, CMPI_PREDICATES, "allowed 64-bit signless integer cases")
cmpf_predicate = enum_of(i64, CMPF_PREDICATES, "allowed 64-bit signless integer cases")


def rounding(mode: str) -> IntegerAttr:
    """The attribute for a rounding mode: `rounding("toward_zero")`."""
    return IntegerAttr(ROUNDING_MODES[mode], i32)


def cmpi_attr(word: str) -> IntegerAttr:
    """The attribute for an integer predicate: `cmpi_attr("slt")`."""
    return IntegerAttr(CMPI_PREDICATES[word], i64)


def cmpf_attr(word: str) -> IntegerAttr:
    """The attribute for a float predicate: `cmpf_attr("olt")`."""
    return IntegerAttr(CMPF_PREDICATES[word], i64)
