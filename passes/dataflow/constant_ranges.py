"""Constants as integer ranges, and ranges of a single integer as constants."""

from __future__ import annotations

from dlc.ir import Attribute, DenseElementsAttr, IntegerAttr, Type
from dlc.ir.builtin_types import (
    IndexType,
    IntegerType,
    ShapedType,
    TensorType,
    UnrankedTensorType,
    VectorType,
    bit_width,
    element_type,
)
from dlc.ir.integer_range import IntegerRange


def integer_width(type: Type) -> int | None:
    """The width of integers, and of elements that are integers; that of an index is 64."""
    element = element_type(type) if isinstance(type, (VectorType, TensorType, UnrankedTensorType)) else type
    return bit_width(element) if isinstance(element, (IntegerType, IndexType)) else None


def range_of_constant(constant: Attribute | None, type: Type) -> IntegerRange | None:
    """The range of a value that is this constant, or not known to be one; `None` of what is no integer."""
    width = integer_width(type)
    if width is None:
        return None
    if isinstance(constant, IntegerAttr):
        return IntegerRange.exactly(width, constant.value)
    return IntegerRange.full(width)


def constant_in_range(range: IntegerRange | None, type: Type) -> Attribute | None:
    """The attribute of the only integer in a range."""
    bits = range.constant if range is not None else None
    if bits is None or (isinstance(type, ShapedType) and not type.has_static_shape):
        return None
    element = element_type(type)
    number = element.wrap(bits) if isinstance(element, IntegerType) else bits - (bits >> 63 << 64)
    attr = IntegerAttr(number, element)
    return DenseElementsAttr.splat(type, attr) if isinstance(type, ShapedType) else attr
