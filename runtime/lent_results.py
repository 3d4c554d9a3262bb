"""Memory for the results that a function writes to memory of its caller: `out=` of a call, or new arrays.

Small arrays are allocated by numpy, which is fastest. Large ones come from the allocator of programs, which keeps freed
blocks whose pages are mapped (`memory_blocks`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np

from dlc.ir.sizes import Dim, Size, substitute

from .dlpack import array_from
from .frames import result_slots_of
from .memory_blocks import ALLOCATE, FREE, allocator
from .numpy_memory import Free, Memory, NdArray, dense_array, is_array
from .signature import Array, Output, Parameter, Signature

LEAST_KEPT = 64 << 10
"""The bytes from which freed blocks are kept."""
Place = tuple[int, int]
"""The number of an array among the arguments, and one of its dimensions."""


def is_lendable(kind: object, parameters: Sequence[Parameter]) -> bool:
    """Return whether the sizes of a result are numbers, or names that are sizes of arguments."""
    if not isinstance(kind, Array) or kind.strides is not None:
        return False
    places = _places_of(parameters)
    return all(isinstance(size, int) or _name_of(size) in places for size in kind.sizes)


def _places_of(parameters: Sequence[Parameter]) -> dict[str | None, Place]:
    """Return the first place of each named size."""
    arrays = [each.kind for each in parameters if isinstance(each.kind, Array)]
    places: dict[str | None, Place] = {}
    for number, kind in enumerate(arrays):
        for dim, size in enumerate(kind.sizes):
            name = _name_of(size)
            if name is not None:
                places.setdefault(name, (number, dim))
    return places


def _name_of(size: Dim) -> str | None:
    return size.single_name if isinstance(size, Size) else None


class LentResults:
    """The lent results of one entry."""

    def __init__(self, signature: Signature) -> None:
        starts, places = result_slots_of(signature), _places_of(signature.parameters)
        self.numbers = [number for number, each in enumerate(signature.outputs) if each.is_lent]
        """The numbers of these results among all results."""
        self.slots = [starts[number] for number in self.numbers]
        """Their first slots in a frame."""
        self.parameters = [_as_parameter(signature.outputs[number]) for number in self.numbers]
        """The requirements for their arrays: those of arguments that are written."""
        self._makers = [_Maker(each.kind, places) for each in self.parameters]

    def with_sizes(self, sizes: Mapping[str, int]) -> list[Array]:
        """Return the kinds of the results where names have these sizes."""
        kinds = [each.kind for each in self.parameters]
        return [
            Array(each.dtype, tuple([substitute(size, sizes) for size in each.sizes]))
            for each in kinds
            if isinstance(each, Array)
        ]

    def memory(self, arrays: Sequence[NdArray], targets: Sequence[Any]) -> list[NdArray]:
        """Return the array for each result: the target for it that a caller gives, or a new one.

        `arrays` are the arguments; `targets` has an array of the caller or `None` for each result of the function.
        """
        if not targets:
            return [maker.new(arrays) for maker in self._makers]
        lent: list[NdArray] = []
        for number, maker in zip(self.numbers, self._makers, strict=True):
            target = maker.usable(targets[number], arrays)
            is_free = target is not None and not any(np.may_share_memory(target, other) for other in (*arrays, *lent))
            lent.append(target if is_free else maker.new(arrays))
        return lent


def _as_parameter(output: Output) -> Parameter:
    return Parameter(output.name, output.kind, is_written=True)


class _Maker:
    """Makes arrays for one result."""

    def __init__(self, kind: object, places: Mapping[str | None, Place]) -> None:
        assert isinstance(kind, Array), "numbers are not lent"
        self._dtype = kind.dtype
        self._sizes = kind.sizes
        self._places = [places[_name_of(size)] for size in kind.sizes if not isinstance(size, int)]
        """Where the unknown sizes are found among the arguments."""
        self._last: tuple[Sequence[int], tuple[int, ...], int] = ((), (), 0) if self._places else self._shape_of(())
        """The unknown sizes of the last array, its shape and its bytes: the next one often has them, too."""

    def new(self, arrays: Sequence[NdArray]) -> NdArray:
        """Return a new array of the right shape."""
        sizes, shape, count = self._last
        if self._places:
            given = self._given(arrays)
            if given != sizes:
                self._last = _, shape, count = self._shape_of(given)
        return np.empty(shape, self._dtype) if count < LEAST_KEPT else kept_array(count, shape, self._dtype)

    def _given(self, arrays: Sequence[NdArray]) -> list[int]:
        """Return the sizes that are unknown when compiling."""
        return [arrays[number].shape[dim] for number, dim in self._places]

    def _shape_of(self, given: Sequence[int]) -> tuple[Sequence[int], tuple[int, ...], int]:
        """Return unknown sizes, and the shape and the bytes of the array with these."""
        left = iter(given)
        shape = tuple([each if isinstance(each, int) else next(left) for each in self._sizes])
        return given, shape, prod(shape) * self._dtype.itemsize

    def usable(self, target: Any, arrays: Sequence[NdArray]) -> NdArray | None:
        """Return a target as an array that a function can write the result to, or `None` if it cannot."""
        if target is None:
            return None
        try:
            array = target if is_array(target) else array_from(target, self._dtype)
        except (BufferError, RuntimeError, TypeError, ValueError, AttributeError):  # what is wrong is said by the copy
            return None
        fits = array.dtype == self._dtype and array.shape == self._shape_of(self._given(arrays))[1]
        return array if fits and array.flags.carray else None


def kept_array(count: int, shape: tuple[int, ...], dtype: Any) -> NdArray:
    """Return a large array, whose memory is kept for another one when it is freed."""
    allocate, free = _allocator()
    address = allocate(count)
    if not address:
        raise MemoryError(f"no memory for {count} bytes")
    return dense_array(Memory(address, free), address, shape, dtype)


@cache
def _allocator() -> tuple[Callable[[int], int | None], Free]:
    addresses = allocator()
    allocate: Any = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(addresses[ALLOCATE])
    free: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(addresses[FREE])
    return allocate, free
