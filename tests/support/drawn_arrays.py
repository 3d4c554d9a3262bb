"""Arrays for the arguments of programs: moderate numbers, with what is special among them now and then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.interp.conversion import dtype_of
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, i1

ROUGH = 0.3
"""How many arrays of floats have halves only, so that some of them are equal."""
SPECIAL = 0.04
"""How many arrays have a zero with a sign, a NaN or an infinity, or the bounds of an integer type."""


def draw_array(random: np.random.Generator, shape: Sequence[int], type: Type) -> Any:
    """An array of elements of this type."""
    sizes = tuple(shape)
    if type is i1:
        return random.integers(0, 2, sizes).astype(bool)
    dtype = dtype_of(type)
    if isinstance(type, IntegerType):
        low, high = (0 if type.is_unsigned else -8), 9
        array = np.asarray(random.integers(low, high, sizes)).astype(dtype)
        _put(random, array, [np.iinfo(dtype).min, np.iinfo(dtype).max])
        return array
    assert isinstance(type, FloatType)
    if random.random() < ROUGH:
        array = np.asarray(random.integers(-8, 9, sizes) / 2).astype(dtype)
    else:
        array = np.asarray(random.normal(0.0, 1.5, sizes)).astype(dtype)
    _put(random, array, [0.0, -0.0, float("nan"), float("inf"), -float("inf")])
    return array


def _put(random: np.random.Generator, array: Any, specials: Sequence[Any]) -> None:
    size: int = array.size
    if size and random.random() < SPECIAL:
        array.flat[int(random.integers(0, size))] = specials[int(random.integers(0, len(specials)))]
