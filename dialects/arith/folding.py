"""Folding: the same computation on scalar, splat and dense constants, over the raw bits of their elements.

A computation takes the bits of one element of each operand, as plain integers, and gives the bits of the result's
element, of which only as many count as the result has. `None` means that there is nothing to fold, for all elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

from dlc.ir import Attribute, Type, Value
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, element_attribute
from dlc.ir.builtin_types import ComplexType, ShapedType, bit_width, element_type
from dlc.ir.poison import POISON
from dlc.ir.values import constant_of

Compute = Callable[[int], "int | None"] | Callable[[int, int], "int | None"] | Callable[[int, int, int], "int | None"]
Operands = Sequence["Attribute | None"]


def fold_bits(operands: Operands, type: Type, compute: Compute, *, signed: bool = False) -> tuple[Attribute] | None:
    """Fold one result of type `type`. `signed`: the operands' bits are given to `compute` as two's complement.

    Poison in any operand makes the result poison.
    """
    if POISON in operands:
        return (POISON,)
    if None in operands:
        return None
    if not isinstance(type, ShapedType):
        return _fold_scalars(operands, type, compute, signed=signed)
    columns: list[list[int]] = []
    for attr in operands:
        bits = stored_bits(attr)
        if bits is None or attr is None:
            return None
        columns.append(_as_signed(bits, constant_width(attr)) if signed else bits)
    values = _compute(columns, compute)
    folded = constant_from_bits(values, type) if values is not None else None
    return (folded,) if folded is not None else None


def _fold_scalars(operands: Operands, type: Type, compute_element: Compute, *, signed: bool) -> tuple[Attribute] | None:
    """Fold an op whose result is a single number, which is the common case."""
    compute: Any = compute_element
    values: list[int] = []
    for attr in operands:
        if isinstance(attr, IntegerAttr):
            values.append(attr.signed if signed else attr.unsigned)
        elif isinstance(attr, FloatAttr):
            values.append(attr.bits)
        else:
            return None
    value: int | None = compute(*values)
    width = bit_width(type)
    if value is None or width is None:
        return None
    return (element_attribute(value & ((1 << width) - 1), type),)


def _compute(columns: list[list[int]], compute_element: Compute) -> list[int] | None:
    """Each element of the result; one where all operands are scalars or splats."""
    compute: Any = compute_element
    if all(len(column) == 1 for column in columns):
        value = compute(*[column[0] for column in columns])
        return None if value is None else [value]
    results: list[int] = []
    for elements in zip(*[repeat(column[0]) if len(column) == 1 else column for column in columns]):  # noqa: B905
        value = compute(*elements)
        if value is None:
            return None
        results.append(value)
    return results


def _as_signed(bits: list[int], width: int) -> list[int]:
    top = 1 << width >> 1
    return [(value ^ top) - top for value in bits]


def stored_bits(attr: Attribute | None) -> list[int] | None:
    """The raw bits of a constant: of one element for a scalar or splat; `None` of what is no constant."""
    if isinstance(attr, IntegerAttr):
        return [attr.unsigned]
    if isinstance(attr, FloatAttr):
        return [attr.bits]
    if isinstance(attr, DenseElementsAttr) and not isinstance(attr.type.element_type, ComplexType):
        return attr.stored_bits()
    return None


def constant_width(attr: Attribute) -> int:
    """The width of the elements of a constant that has bits."""
    type = getattr(attr, "type", None)
    return (bit_width(element_type(type)) if type is not None else None) or 0


def constant_from_bits(values: Sequence[int], type: Type) -> Attribute | None:
    """The constant of a type whose elements have these bits (one, for a scalar or splat)."""
    width = bit_width(element_type(type))
    if width is None:
        return None
    mask = (1 << width) - 1
    if not isinstance(type, ShapedType):
        return element_attribute(values[0] & mask, type)
    if not type.has_static_shape or not width:
        return None
    return DenseElementsAttr.from_bits(type, [value & mask for value in values])


# -- What a constant is ----------------------------------------------------------------------------------------------


def splat_bits(attr: Attribute | None) -> int | None:
    """The bits that all elements of a constant have, if they do."""
    bits = stored_bits(attr)
    return bits[0] if bits is not None and len(bits) == 1 else None


def splat_integer(attr: Attribute | None) -> int | None:
    """Return the integer of a constant or splat, or `None` if it is no integer."""
    return splat_bits(attr) if is_integer_constant(attr) else None


def is_integer_constant(attr: Attribute | None) -> bool:
    """Return whether an attribute is an integer, or elements that are integers."""
    if isinstance(attr, DenseElementsAttr):
        return bit_width(attr.type.element_type) is not None and attr.layout.kind == "int"
    return isinstance(attr, IntegerAttr)


def is_zero(attr: Attribute | None) -> bool:
    """The integer 0, or integers that are all 0."""
    return splat_integer(attr) == 0


def is_one(attr: Attribute | None) -> bool:
    """The integer 1, or integers that are all 1; `true` too."""
    return splat_integer(attr) == 1


def is_all_ones(attr: Attribute | None) -> bool:
    """Integers with no bit that is 0: -1, or `true`."""
    return attr is not None and splat_integer(attr) == (1 << constant_width(attr)) - 1


def constant_integers(value: Value) -> tuple[list[int], int] | None:
    """The raw bits (of one element, for a splat) and the width of a value known to be constant integers."""
    attr = constant_of(value)
    if attr is None or not is_integer_constant(attr):
        return None
    bits = stored_bits(attr)
    return (bits, constant_width(attr)) if bits is not None else None
