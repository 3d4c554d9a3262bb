"""What a slice of a memref looks like: the type of a `memref.subview`, and which dimensions one leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dlc.ir.builtin_attributes import StridedLayoutAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType
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


def is_shape_reduced(shape: Sequence[int], reduced: Sequence[int]) -> bool:
    """Whether `reduced` is `shape` with some sizes of 1 left out."""
    position = 0
    for size in shape:
        if position < len(reduced) and reduced[position] == size:
            position += 1
        elif size != 1:
            return False
    return position == len(reduced)


def dropped_dims(full: MemRefType, reduced: MemRefType, sizes: Sequence[Index]) -> list[bool] | None:
    """For each dimension of `full` whether `reduced` lacks it; `None` where that cannot be told.

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


def out_of_bounds(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> str | None:
    """What of a slice is known to lie outside, in words."""
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


def list_mismatch(
    names: tuple[str, str, str], lists: Sequence[tuple[Sequence[int], int]], ranks: tuple[int, int, int]
) -> str | None:
    """What is wrong with an op's lists of offsets, sizes and strides, given as static parts and counts of operands."""
    offsets, sizes, strides = (len(static) for static, _ in lists)
    well_formed = "so the rank of the result type is well-formed"
    if offsets != sizes and not (offsets == 1 and ranks[0] == 1):
        return f"expected mixed offsets rank to match mixed sizes rank ({offsets} vs {sizes}) {well_formed}"
    if sizes != strides:
        return f"expected mixed sizes rank to match mixed strides rank ({sizes} vs {strides}) {well_formed}"
    for name, (static, operands), rank in zip(names, lists, ranks, strict=True):
        if len(static) != rank:
            return f"expected {rank} {name[:-1]} values, got {len(static)}"
        dynamic = list(static).count(DYNAMIC)
        if dynamic != operands:
            entries = f"the number of dynamic entries in 'static_{name}'"
            return f"expected the number of '{name}' to match {entries} ({operands} vs {dynamic})"
        negative = next((value for value in static if value < 0 and value != DYNAMIC), None)
        if negative is not None and name != "strides":
            return f"expected {name} to be non-negative, but got {negative}"
    return None
