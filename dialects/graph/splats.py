"""Splat constants: values that are the same constant everywhere, as exact simplifications query them.

A constant that is broadcast is as good as one of the larger shape, which it could not be where sizes have names.
"""

from __future__ import annotations

from dlc.ir import Attribute, DenseElementsAttr, Type, Value
from dlc.ir.builtin_types import DYNAMIC, FloatType, IntegerType, TensorType, bit_width
from dlc.ir.values import constant_of

from .tensors import is_unsigned

BROADCAST = "graph.broadcast"


def splat_bits(attr: Attribute | None) -> int | None:
    """The bits that all elements of a constant have, if they do."""
    if isinstance(attr, DenseElementsAttr) and attr.is_splat:
        return attr.stored_bits()[0]
    return None


def known_splat(value: Value, constant: Attribute | None = None) -> int | None:
    """The bits of all elements of a value; `constant` is what is known about it apart from the IR."""
    source = value.defining_op
    if constant is None and source is not None and source.name == BROADCAST:
        value = source.operands[0]
    return splat_bits(constant if constant is not None else constant_of(value))


def element_type(value: Value) -> Type | None:
    """The element type; `None` of what is no tensor."""
    return value.type.element_type if isinstance(value.type, TensorType) else None


def bits_of(number: float, type: Type | None) -> int | None:
    """The bits of a number in an element type."""
    if isinstance(type, FloatType):
        return type.format.from_float(float(number))
    if isinstance(type, IntegerType):
        return int(number) & ((1 << type.width) - 1)
    return None


def is_splat_of(number: float, value: Value, constant: Attribute | None = None) -> bool:
    """Return whether all elements are known to be a number, with its sign if that is a zero; -1 is all ones of an
    integer.
    """
    bits = known_splat(value, constant)
    return bits is not None and bits == bits_of(number, element_type(value))


def is_float(value: Value) -> bool:
    """Return whether the elements are floats."""
    return isinstance(element_type(value), FloatType)


def number_of(bits: int, type: Type) -> int | float:
    """The number that bits of an element type mean."""
    if isinstance(type, FloatType):
        return type.format.to_float(bits)
    assert isinstance(type, IntegerType)
    return bits if is_unsigned(type) else type.wrap(bits)


def smallest(type: Type) -> int | None:
    """The bits of the smallest number of a type: -inf, where there is one."""
    if isinstance(type, FloatType):
        infinity = type.format.infinity
        return infinity | type.format.sign_bit if infinity is not None else None
    return 0 if is_unsigned(type) else 1 << (bit_width(type) or 0) >> 1


def largest(type: Type) -> int | None:
    """The bits of the largest number of a type: inf, where there is one."""
    if isinstance(type, FloatType):
        return type.format.infinity
    ones = (1 << (bit_width(type) or 0)) - 1
    return ones if is_unsigned(type) else ones >> 1


def splat(bits: int, type: Type) -> DenseElementsAttr | None:
    """A constant all of whose elements have these bits; `None` where its sizes are not all numbers."""
    if not isinstance(type, TensorType) or DYNAMIC in type.shape:
        return None
    return DenseElementsAttr.from_bits(type, [bits] if 0 not in type.shape else [])


def splat_of(number: float, type: Type) -> DenseElementsAttr | None:
    """Return a splat of a number."""
    bits = bits_of(number, type.element_type) if isinstance(type, TensorType) else None
    return splat(bits, type) if bits is not None else None


LARGEST_SEARCHED = 1024
"""Constants with more elements are not looked through."""


def has_no_zero(value: Value) -> bool:
    """Return whether no element is zero, of a constant of integers that is not too large to look."""
    attr = constant_of(value)
    if isinstance(attr, DenseElementsAttr) and not attr.is_splat:
        return attr.type.num_elements <= LARGEST_SEARCHED and 0 not in attr.stored_bits()
    return known_splat(value) not in (None, 0)
