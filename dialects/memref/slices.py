"""Slices of memrefs: the type of a `memref.subview`, and the dimensions that one drops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dlc.ir.builtin_attributes import StridedLayoutAttr
from dlc.ir.builtin_types import MemRefType
from dlc.ir.index_lists import Index
from dlc.ir.strided_layout import add_sizes, multiply_sizes, strides_of


def slice_type(
    source: MemRefType, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> MemRefType | None:
    """The type of a slice that keeps all dimensions; `None` where the source's layout has no strides."""
    layout = strides_of(source)
    if layout is None:
        return None
    offset = layout.offset
    for index, stride in zip(offsets, layout.strides, strict=True):
        offset = add_sizes(offset, multiply_sizes(index, stride))
    steps = tuple(multiply_sizes(own, step) for own, step in zip(layout.strides, strides, strict=True))
    return MemRefType(tuple(sizes), source.element_type, StridedLayoutAttr(steps, offset), source.memory_space)


def without_dims(type: MemRefType, dropped: Sequence[bool]) -> MemRefType:
    """A strided type with some dimensions left out."""
    layout = strides_of(type)
    assert layout is not None, "a slice has strides"
    shape = tuple(size for size, gone in zip(type.shape, dropped, strict=True) if not gone)
    strides = tuple(stride for stride, gone in zip(layout.strides, dropped, strict=True) if not gone)
    return MemRefType(shape, type.element_type, StridedLayoutAttr(strides, layout.offset), type.memory_space)


def dropped_dims(full: MemRefType, reduced: MemRefType, sizes: Sequence[Index]) -> list[bool] | None:
    """Return for each dimension of `full` whether `reduced` drops it, or `None` if that is unknown.

    Only sizes that are the constant 1 can be dropped. Where there are more of these than are missing, a dimension that
    is gone takes its stride with it.
    """
    count = len(full.shape) - len(reduced.shape)
    if count == 0:
        return [False] * len(full.shape)
    unit = [size == 1 for size in sizes]
    if sum(unit) == count:
        return unit
    before, after = strides_of(full), strides_of(reduced)
    if before is None or after is None:
        return None
    left, kept = Counter(before.strides), Counter(after.strides)
    for dim, stride in enumerate(before.strides):
        if not unit[dim]:
            continue
        if left[stride] < kept[stride]:
            return None
        if left[stride] == kept[stride]:
            unit[dim] = False
        else:
            left[stride] -= 1
    return unit if sum(unit) == count else None
