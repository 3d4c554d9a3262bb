"""Slices of memrefs and tensors, given by lists of offsets, sizes and strides, which may be `DYNAMIC`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .builtin_types import DYNAMIC
from .definition import Op
from .index_lists import INDEX_LIST, Index, known_index, mixed_indices

Statics = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""The static offsets, sizes and strides of an op."""


class SliceListsOp(Op):
    """An op with lists of offsets, sizes and strides, each with constants and operands."""

    directives = INDEX_LIST

    @property
    def mixed_offsets(self: Any) -> list[Index]:
        return mixed_indices(self.static_offsets, self.offsets)

    @property
    def mixed_sizes(self: Any) -> list[Index]:
        return mixed_indices(self.static_sizes, self.sizes)

    @property
    def mixed_strides(self: Any) -> list[Index]:
        return mixed_indices(self.static_strides, self.strides)

    @property
    def static_lists(self: Any) -> Statics:
        return self.static_offsets.elements, self.static_sizes.elements, self.static_strides.elements

    def list_mismatch(self, rank: int, *, has_one_offset: bool = False) -> str | None:
        """Return the problem with the lists, which should have an entry for each dimension, or `None`."""
        offsets, sizes, strides = map(len, self.static_lists)
        well_formed = "so the rank of the result type is well-formed"
        if offsets != sizes and not (offsets == 1 and has_one_offset):
            return f"expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes}) {well_formed}"
        if sizes != strides:
            return f"expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides}) {well_formed}"
        lists = zip(("offsets", "sizes", "strides"), self.static_lists, strict=True)
        for (name, static), count in zip(lists, (1 if has_one_offset else rank, rank, rank), strict=True):
            if len(static) != count:
                return f"expected {count} {name[:-1]} values, got {len(static)}"
            dynamic, operands = list(static).count(DYNAMIC), len(getattr(self, name))
            if dynamic != operands:
                return (
                    f"expected the number of '{name}' to match the number of dynamic entries in 'static_{name}' "
                    f"({operands} vs {dynamic})"
                )
            negative = next((value for value in static if value < 0 and value != DYNAMIC), None)
            if negative is not None and name != "strides":
                return f"expected {name} to be non-negative, but got {negative}"
        return None


def is_shape_reduced(shape: Sequence[int], reduced: Sequence[int]) -> bool:
    """Return whether `reduced` is `shape` with some sizes of 1 left out."""
    position = 0
    for size in shape:
        if position < len(reduced) and reduced[position] == size:
            position += 1
        elif size != 1:
            return False
    return position == len(reduced)


def out_of_bounds(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> str | None:
    """Return the provably out-of-bounds part of a slice, in words."""
    for dim, (extent, offset, size, stride) in enumerate(zip(shape, offsets, sizes, strides, strict=True)):
        if DYNAMIC in (extent, offset):
            continue
        if offset >= extent:
            return f"offset {dim} is out-of-bounds: {offset} >= {extent}"
        if DYNAMIC in (size, stride):
            continue
        last = offset + (size - 1) * stride
        if last >= extent:
            return f"slice along dimension {dim} runs out-of-bounds: {last} >= {extent}"
    return None


def is_surely_inside(
    shape: Sequence[int], offsets: Sequence[Index], sizes: Sequence[Index], strides: Sequence[Index]
) -> bool:
    """Return whether all of a slice is known to lie inside."""
    for extent, *given in zip(shape, offsets, sizes, strides, strict=True):
        offset, size, stride = map(known_index, given)
        if size == 0:
            continue
        if extent == DYNAMIC or offset is None or size is None or stride is None or size < 0:
            return False
        if not (0 <= offset < extent and 0 <= offset + (size - 1) * stride < extent):
            return False
    return True


def with_known_numbers(
    offsets: Sequence[Index], sizes: Sequence[Index], strides: Sequence[Index]
) -> tuple[list[Index], list[Index], list[Index]]:
    """Return the lists with operands replaced by the constants that they are, except for what a list must not say."""
    return _numbers(offsets, lambda n: n >= 0), _numbers(sizes, lambda n: n >= 0), _numbers(strides, lambda n: n != 0)


def _numbers(indices: Sequence[Index], allowed: Callable[[int], bool]) -> list[Index]:
    known = [known_index(index) for index in indices]
    return [
        index if number is None or not allowed(number) else number for index, number in zip(indices, known, strict=True)
    ]
