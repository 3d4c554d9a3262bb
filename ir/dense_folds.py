"""Dense constants under the ops that move elements: the same bits in another order, or as another type.

What folds of vectors and tensors share.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from .attributes import Attribute
from .builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, element_attribute
from .builtin_types import ComplexType, ShapedType, bit_width
from .elements import unpack

LARGEST_FOLD = 256
"""Constants with more elements are not rebuilt element by element at compile time, if the old one stays too."""

LARGEST_REBUILD = 1 << 16
"""Larger ones never are: a splat of any size is a short text."""


def bits_of(value: Attribute) -> int | None:
    """Return the bits of a scalar constant."""
    if isinstance(value, IntegerAttr):
        return value.unsigned
    return value.bits if isinstance(value, FloatAttr) else None


def dense_constant(value: Attribute | None) -> DenseElementsAttr | None:
    """Return a constant whose elements can be taken apart: complex ones are left alone."""
    if isinstance(value, DenseElementsAttr) and not isinstance(value.type.element_type, ComplexType):
        return value
    return None


def reshape_constant(value: DenseElementsAttr, type: ShapedType) -> DenseElementsAttr:
    """Return the constant with the same elements, in order, as another type."""
    return DenseElementsAttr.from_bytes(type, value.raw)


def from_bits(type: ShapedType, bits: Sequence[int]) -> DenseElementsAttr:
    """Dense elements; all of them are given."""
    if bits and all(each == bits[0] for each in bits):
        bits = bits[:1]
    return DenseElementsAttr.from_bits(type, bits)


def bitcast_constant(value: DenseElementsAttr, type: ShapedType) -> DenseElementsAttr | None:
    """Return a splat's bits read as another element type of the same, or a whole number of times the, width."""
    source, target = bit_width(value.type.element_type), bit_width(type.element_type)
    if not value.is_splat or source is None or target is None:
        return None
    bits = value.stored_bits()[0]
    if source == target:
        return DenseElementsAttr.from_bits(type, [bits])
    if target % source == 0:
        widened = 0
        for _ in range(target // source):
            widened = widened << source | bits
        return DenseElementsAttr.from_bits(type, [widened])
    return None


def element_at(value: DenseElementsAttr, position: Sequence[int], type: ShapedType | None) -> Attribute:
    """Return the element at a position: a scalar if the position is complete, else the part as `type`."""
    shape = value.type.shape
    if value.is_splat:
        if type is not None:
            return DenseElementsAttr.from_bytes(type, value.raw)
        return element_attribute(value.stored_bits()[0], value.type.element_type)
    start, count = slice_of(shape, position)
    bits = _stored_slice(value, start, count)
    return from_bits(type, bits) if type is not None else element_attribute(bits[0], value.type.element_type)


def _stored_slice(value: DenseElementsAttr, start: int, count: int) -> list[int]:
    """Some of the elements' bits, without unpacking the others."""
    layout = value.layout
    if layout.is_packed:
        first, last = start // 8, (start + count + 7) // 8
        return unpack(value.raw[first:last], layout)[start - 8 * first :][:count]
    return unpack(value.raw[start * layout.stride : (start + count) * layout.stride], layout)


def slice_of(shape: Sequence[int], position: Sequence[int]) -> tuple[int, int]:
    """Return the row-major start of the part at a position, and its number of elements."""
    start, count = 0, 1
    for size in shape[len(position) :]:
        count *= size
    stride = count
    for size, index in zip(reversed(shape[: len(position)]), reversed(position), strict=True):
        start += index * stride
        stride *= size
    return start, count


def strided_positions(shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int]) -> Iterator[int]:
    """Return the row-major numbers of a block's elements, in the block's own row-major order; all strides are 1."""
    strides = [1] * len(shape)
    for dim in range(len(shape) - 2, -1, -1):
        strides[dim] = strides[dim + 1] * shape[dim + 1]
    ranges = [
        range(offset * stride, (offset + size) * stride, stride)
        for offset, size, stride in zip(offsets, sizes, strides, strict=True)
    ]
    return map(sum, product(*ranges))
