"""Sizes of new tensors, checked positions in tensors, and checks of types, for the meanings of `tensor`'s ops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, Prepare, semantics
from dlc.interp.values import POISON, Array, Elements, checked_sizes, filled, is_vector_like, used_indices
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import DYNAMIC, TensorType


def tensor_semantics(*kinds: type[Operation]) -> Callable[[Prepare], Prepare]:
    """Like `semantics`, for ops that look at all their tensors: one that is poison as a whole is an error."""

    def register(prepare: Prepare) -> Prepare:
        def prepare_checked(op: Operation, machine: Machine) -> Kernel:
            run = prepare(op, machine)
            places = [place for place, value in enumerate(op.operands) if is_vector_like(value.type)]

            def checked(*operands: Any) -> Any:
                if any(operands[place] is POISON for place in places):
                    raise Fault("depends on poison: a tensor")
                return run(*operands)

            return checked

        semantics(*kinds)(prepare_checked)
        return prepare

    return register


def new_sizes(shape: Sequence[int], dynamic: Sequence[Any], width: int) -> tuple[int, ...]:
    """The shape of a tensor that is made: that of its type, with the next of the operands for each dynamic size."""
    return checked_sizes(filled(shape, iter(dynamic)), width)


def checked_tensor(value: Elements, type: Type) -> Elements:
    """The tensor, if its sizes are those that a type promises."""
    if isinstance(type, TensorType):
        agrees = len(type.shape) == len(value.shape) and all(
            promised in (DYNAMIC, size) for promised, size in zip(type.shape, value.shape, strict=True)
        )
        if not agrees:
            raise Fault(f"a tensor of sizes {list(value.shape)} is not a '{type}'")
    return value


def checked_place(indices: Sequence[Any], shape: Sequence[int]) -> tuple[int, ...]:
    """Return the position of an element, which must exist."""
    place = tuple(used_indices(indices))
    if not all(0 <= index < size for index, size in zip(place, shape, strict=True)):
        raise Fault(f"is out of bounds: {list(place)} in a tensor of sizes {list(shape)}")
    return place


def slice_index(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], steps: Sequence[int]
) -> tuple[Array, ...]:
    """The numpy index of a slice, which must lie inside."""
    for offset, size, step, extent in zip(offsets, sizes, steps, shape, strict=True):
        if size < 0 or (size and not (0 <= offset < extent and 0 <= offset + (size - 1) * step < extent)):
            raise Fault(f"takes {size} elements from {offset} on, {step} apart, where there are {extent}")
    places = zip(offsets, sizes, steps, strict=True)
    grid: tuple[Array, ...] = np.ix_(*(offset + step * np.arange(size) for offset, size, step in places))
    return grid
