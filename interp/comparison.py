"""Refinement of results: poison may become anything, and all NaNs are the same."""

from __future__ import annotations

from typing import Any

from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, element_type

from .memory import UNWRITTEN, MemRef
from .values import POISON, Elements, float_format, positions


def refines(actual: Any, expected: Any, type: Type) -> bool:
    """Return whether a value of the interpreter may stand for another of the same type: it is that, or that is
    poison.
    """
    if isinstance(expected, Elements):
        same_shape = isinstance(actual, Elements) and actual.shape == expected.shape
        return same_shape and _all_refine(actual.items(), expected.items(), type)
    if isinstance(expected, MemRef):
        same_shape = isinstance(actual, MemRef) and actual.sizes == expected.sizes
        return same_shape and _all_refine(elements_of(actual), elements_of(expected), type)
    if expected is POISON or actual == expected:
        return True
    if actual is POISON or not isinstance(element_type(type), FloatType):
        return False
    form = float_format(type)
    return form.is_nan(actual) and form.is_nan(expected)


def _all_refine(actual: list[Any], expected: list[Any], type: Type) -> bool:
    element = element_type(type)
    return all(refines(a, b, element) for a, b in zip(actual, expected, strict=True))


def elements_of(memref: MemRef) -> list[Any]:
    """Return the contents of a memref; poison for elements that were never written."""
    states = memref.bytes(states=True) if memref.buffer.state is not None else None
    elements: list[Any] = []
    for position in positions(*memref.sizes):
        is_unwritten = states is not None and bool((states[position] == UNWRITTEN).any())
        elements.append(POISON if is_unwritten else memref.load(position))
    return elements
