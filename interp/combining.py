"""Combinations of two elements, by the word that reductions and atomic updates use: `add`, `maxsi`, `minimumf` …"""

from __future__ import annotations

from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, element_type

from . import float_arithmetic as floats
from .integer_arithmetic import Width
from .semantics import Binary, ScalarFunction, poison_strict
from .values import float_format, scalar_width


def combination(word: str, type: Type) -> ScalarFunction:
    """The function of the element so far and the next, with poison for poison."""
    is_float = isinstance(element_type(type), FloatType)
    return poison_strict(_of_floats(word, type) if is_float else _of_integers(word, type))


def bit_and(a: int, b: int) -> int:
    return a & b


def bit_or(a: int, b: int) -> int:
    return a | b


def bit_xor(a: int, b: int) -> int:
    return a ^ b


def _of_integers(word: str, type: Type) -> ScalarFunction:
    width = Width(scalar_width(type))
    signed, mask = width.signed, width.mask
    functions: dict[str, Binary] = {
        "add": lambda a, b: a + b & mask,
        "mul": lambda a, b: a * b & mask,
        "and": bit_and,
        "or": bit_or,
        "xor": bit_xor,
        "maxui": max,
        "minui": min,
        "maxsi": lambda a, b: max(a, b, key=signed),
        "minsi": lambda a, b: min(a, b, key=signed),
    }
    return functions[word]


def _of_floats(word: str, type: Type) -> ScalarFunction:
    form = float_format(type)
    if word == "add":
        return floats.add(form)
    if word == "mul":
        return floats.multiply(form)
    return floats.extremum(form, largest=word.startswith("max"), keeps_nan=word in ("maximumf", "minimumf"))
