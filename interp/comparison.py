"""When one result may stand for another: poison may become anything, and all NaNs are the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, element_type

from .values import POISON, Elements, float_format


def refines(found: Any, expected: Any) -> bool:
    """Whether what `Interpreter.run` gave is what was expected, or that was poison."""
    if expected is POISON:
        return True
    if found is POISON:
        return False
    if isinstance(expected, np.ndarray):
        return found.shape == expected.shape and all(
            refines(a, b) for a, b in zip(found.ravel().tolist(), expected.ravel().tolist(), strict=True)
        )
    if isinstance(expected, float):
        if expected != expected:
            return bool(found != found)
        return bool(found == expected and np.signbit(found) == np.signbit(expected))
    return bool(found == expected)


def refines_bits(found: Any, expected: Any, type: Type) -> bool:
    """The same of the interpreter's own values of a type, element by element."""
    if isinstance(expected, Elements):
        return found.shape == expected.shape and all(
            _refines_scalar(a, b, type) for a, b in zip(found.items(), expected.items(), strict=True)
        )
    return _refines_scalar(found, expected, type)


def _refines_scalar(found: Any, expected: Any, type: Type) -> bool:
    if expected is POISON or found == expected:
        return True
    if found is POISON or not isinstance(element_type(type), FloatType):
        return False
    form = float_format(type)
    return form.is_nan(found) and form.is_nan(expected)
