"""Matrices that the threads of a subgroup hold together: from the fragments of its threads to numbers, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType

from .conversion import dtype_of, elements_as_array, elements_over
from .errors import Fault
from .values import POISON, Array, Elements


class Fragment(Protocol):
    """The elements of a matrix that a thread holds."""

    def places(self) -> Sequence[tuple[int, ...]]:
        """Return the indices of all elements in the vector of a thread."""
        ...

    def position(self, lane: int, place: tuple[int, ...]) -> tuple[int, int]:
        """Return the row and column of one of them."""
        ...


def whole(fragments: Sequence[Elements], fragment: Fragment, shape: tuple[int, int], element: Type) -> Array:
    """Return a matrix whose fragments the threads of a subgroup hold, as numbers in which products are exact.

    Where several threads hold an element, they must agree on it.
    """
    matrix = np.zeros(shape, np.float64 if isinstance(element, FloatType) else np.int64)
    owners = np.full(shape, -1)
    for lane, own in enumerate(fragments):
        if POISON in own.items():
            raise Fault(f"has poison in the operand of thread {lane} of the subgroup")
        numbers = elements_as_array(own, element)
        for place in fragment.places():
            position, number = fragment.position(lane, place), numbers[place]
            other = owners[position]
            if other >= 0 and not np.array_equal(matrix[position], number, equal_nan=True):
                raise Fault(
                    f"has {number} in thread {lane} of the subgroup, but {matrix[position]} in thread {other}, for the "
                    f"element {list(position)} that both hold"
                )
            matrix[position], owners[position] = number, lane
    return matrix


def divided(matrix: Array, fragment: Fragment, threads: int, type: VectorType) -> Sequence[Elements]:
    """Return what each thread of a subgroup holds of a matrix, rounded to the elements of a type."""
    element = type.element_type
    numbers = rounded(matrix, element)
    places = fragment.places()
    lanes: list[Array] = [
        np.array([numbers[fragment.position(lane, place)] for place in places]) for lane in range(threads)
    ]
    return [elements_over(lane.reshape(type.shape), element) for lane in lanes]


def rounded(numbers: Array, element: Type) -> Array:
    """Return numbers as elements of a type: floats are rounded, and integers wrap."""
    if isinstance(element, IntegerType):
        return numbers.astype(np.int64).astype(np.int32)
    return numbers.astype(dtype_of(element))


def cut_to_tf32(matrix: Array) -> Array:
    """Return numbers of f32 with the 10 bits of fraction that matrix units multiply."""
    return (matrix.astype(np.float32).view(np.uint32) & 0xFFFFE000).view(np.float32).astype(np.float64)
