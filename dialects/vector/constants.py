"""Dense constants under the ops that move elements: the same bits in another order, or as another type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from dlc.ir.attributes import Attribute
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, element_attribute
from dlc.ir.builtin_types import ComplexType, VectorType, bit_width

LARGEST_FOLD = 256
"""Vectors with more elements are not rebuilt element by element at compile time, if the old one stays too."""

LARGEST_REBUILD = 1 << 16
"""Larger ones never are: a splat of any size is a short text."""


def bits_of(value: Attribute) -> int | None:
    """The bits of a scalar constant."""
    if isinstance(value, IntegerAttr):
        return value.unsigned
    return value.bits if isinstance(value, FloatAttr) else None


def dense_constant(value: Attribute | None) -> DenseElementsAttr | None:
    """A constant whose elements can be taken apart: complex ones are left alone."""
    if isinstance(value, DenseElementsAttr) and not isinstance(value.type.element_type, ComplexType):
        return value
    return None


def reshape_constant(value: DenseElementsAttr, type: VectorType) -> DenseElementsAttr:
    """The same elements, in order, as another type of vector."""
    return DenseElementsAttr.from_bytes(type, value.raw)


def from_bits(type: VectorType, bits: Sequence[int]) -> DenseElementsAttr:
    """A vector of these elements; all of them are given."""
    if bits and all(each == bits[0] for each in bits):
        bits = bits[:1]
    return DenseElementsAttr.of(type, bits)


def bitcast_constant(value: DenseElementsAttr, type: VectorType) -> DenseElementsAttr | None:
    """A splat's bits read as another element type of the same, or a whole number of times the, width."""
    source, target = bit_width(value.type.element_type), bit_width(type.element_type)
    if not value.is_splat or source is None or target is None:
        return None
    bits = value.stored_bits()[0]
    if source == target:
        return DenseElementsAttr.of(type, [bits])
    if target % source == 0:
        widened = 0
        for _ in range(target // source):
            widened = widened << source | bits
        return DenseElementsAttr.of(type, [widened])
    return None


def element_at(value: DenseElementsAttr, position: Sequence[int], type: VectorType | None) -> Attribute:
    """What `vector.extract` takes out: the scalar at a full position, else the vector of this type."""
    shape = value.type.shape
    if value.is_splat:
        if type is not None:
            return DenseElementsAttr.from_bytes(type, value.raw)
        return element_attribute(value.stored_bits()[0], value.type.element_type)
    start, count = slice_of(shape, position)
    bits = value.stored_bits()[start : start + count]
    return from_bits(type, bits) if type is not None else element_attribute(bits[0], value.type.element_type)


def slice_of(shape: Sequence[int], position: Sequence[int]) -> tuple[int, int]:
    """Where in row-major order the part at a position starts, and how many elements it has."""
    start, count = 0, 1
    for size in shape[len(position) :]:
        count *= size
    stride = count
    for size, index in zip(reversed(shape[: len(position)]), reversed(position), strict=True):
        start += index * stride
        stride *= size
    return start, count


def strided_positions(shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int]) -> Iterator[int]:
    """The row-major numbers of a block's elements, in the block's own row-major order; all strides are 1."""
    strides = [1] * len(shape)
    for dim in range(len(shape) - 2, -1, -1):
        strides[dim] = strides[dim + 1] * shape[dim + 1]
    ranges = [
        range(offset * stride, (offset + size) * stride, stride)
        for offset, size, stride in zip(offsets, sizes, strides, strict=True)
    ]
    return map(sum, product(*ranges))
