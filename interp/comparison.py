"""When one result may stand for another: poison may become anything, and all NaNs are the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, element_type

from .memory import UNWRITTEN, MemRef
from .values import POISON, Elements, float_format


def refines(found: Any, expected: Any, type: Type) -> bool:
    """Whether a value of the interpreter may stand for another of the same type: it is that, or that is poison."""
    if isinstance(expected, Elements):
        return isinstance(found, Elements) and _all_refine(found.shape, found.items(), expected.shape, expected.items(), type)
    if isinstance(expected, MemRef):
        return isinstance(found, MemRef) and _all_refine(found.sizes, elements_of(found), expected.sizes, elements_of(expected), type)
    if expected is POISON or found == expected:
        return True
    if found is POISON or not isinstance(element_type(type), FloatType):
        return False
    form = float_format(type)
    return form.is_nan(found) and form.is_nan(expected)


def _all_refine(shape: Any, found: list[Any], expected_shape: Any, expected: list[Any], type: Type) -> bool:
    element = element_type(type)
    return shape == expected_shape and all(refines(a, b, element) for a, b in zip(found, expected, strict=True))


def elements_of(memref: MemRef) -> list[Any]:
    """What a memref holds; poison for what was never written."""
    states = memref.bytes(states=True) if memref.buffer.state is not None else None
    found: list[Any] = []
    for position in np.ndindex(memref.sizes):
        is_unwritten = states is not None and bool((states[position] == UNWRITTEN).any())
        found.append(POISON if is_unwritten else memref.load(position))
    return found
