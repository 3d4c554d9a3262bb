"""Matrices that the threads of a subgroup hold together: from the fragments of its threads to numbers, and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType

from .conversion import dtype_of, elements_as_array, elements_over
from .errors import Fault
from .values import Array, Elements


class Fragment(Protocol):
    """The elements of a matrix that a thread holds."""

    def places(self) -> Sequence[tuple[int, ...]]:
        """Return the indices of all elements in the vector of a thread."""
        ...

    def position(self, lane: int, place: tuple[int, ...]) -> tuple[int, int]:
        """Return the row and column of one of them."""
        ...


@lru_cache(maxsize=256, typed=True)  # fragments of different dialects are equal as tuples
def _positions(fragment: Fragment, threads: int) -> tuple[Array, Array]:
    """Return the rows and the columns of the elements that threads hold, a line for each thread."""
    places = fragment.places()
    held = [[fragment.position(lane, place) for place in places] for lane in range(threads)]
    rows, columns = np.moveaxis(np.array(held), -1, 0)
    return rows, columns


def whole(fragments: Sequence[Elements], fragment: Fragment, shape: tuple[int, int], element: Type) -> Array:
    """Return a matrix whose fragments the threads of a subgroup hold, as numbers in which products are exact.

    Where several threads hold an element, they must agree on it.
    """
    matrix = np.zeros(shape, np.float64 if isinstance(element, FloatType) else np.int64)
    for lane, own in enumerate(fragments):
        if own.poison is not None and own.poison.any():
            raise Fault(f"has poison in the operand of thread {lane} of the subgroup")
    held = elements_as_array(Elements(np.stack([own.bits for own in fragments])), element)
    numbers = held[(slice(None), *zip(*fragment.places(), strict=True))].astype(matrix.dtype)
    positions = _positions(fragment, len(fragments))
    matrix[positions] = numbers
    if not np.array_equal(matrix[positions], numbers, equal_nan=True):
        raise _disagreement(held, fragment)
    return matrix


def _disagreement(held: Array, fragment: Fragment) -> Fault:
    """Return what to say of the first element on which two threads do not agree."""
    owners: dict[tuple[int, int], tuple[int, Any]] = {}
    for lane, numbers in enumerate(held):
        for place in fragment.places():
            position, number = fragment.position(lane, place), numbers[place]
            other, before = owners.setdefault(position, (lane, number))
            if not np.array_equal(before, number, equal_nan=True):
                return Fault(
                    f"has {number} in thread {lane} of the subgroup, but {before} in thread {other}, for the element "
                    f"{list(position)} that both hold"
                )
    raise AssertionError("all threads agree")


def divided(matrix: Array, fragment: Fragment, threads: int, type: VectorType) -> Sequence[Elements]:
    """Return what each thread of a subgroup holds of a matrix, rounded to the elements of a type."""
    element = type.element_type
    held = rounded(matrix, element)[_positions(fragment, threads)]
    elements = elements_over(held.reshape(threads, *type.shape), element)
    return [Elements(bits) for bits in elements.bits]


def rounded(numbers: Array, element: Type) -> Array:
    """Return numbers as elements of a type: floats are rounded, and integers wrap."""
    if isinstance(element, IntegerType):
        return numbers.astype(np.int64).astype(np.int32)
    return numbers.astype(dtype_of(element))


def cut_to_tf32(matrix: Array) -> Array:
    """Return numbers of f32 with the 10 bits of fraction that matrix units multiply."""
    return (matrix.astype(np.float32).view(np.uint32) & 0xFFFFE000).view(np.float32).astype(np.float64)
