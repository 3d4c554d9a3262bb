"""Constraints on operands and attributes of memref ops, in MLIR's words."""

from __future__ import annotations

from dlc.ir import Attribute, IntegerAttr, Type, TypeAttr
from dlc.ir.builtin_constraints import any_float, any_memref, signless_integer
from dlc.ir.builtin_types import IndexType, MemRefType, UnrankedMemRefType, i8, i32, i64
from dlc.ir.constraints import AttributeConstraint, TypeConstraint
from dlc.ir.strided_layout import is_strided

# -- Types -----------------------------------------------------------------------------------------------------------


def _is_memref(type: Type) -> bool:
    return isinstance(type, (MemRefType, UnrankedMemRefType))


ranked_or_unranked = TypeConstraint("ranked or unranked memref of any type values", _is_memref)
memref_with_dims = TypeConstraint(
    "unranked.memref of any type values or non-0-ranked.memref of any type values",
    lambda type: _is_memref(type) and getattr(type, "shape", None) != (),
)
strided_memref = TypeConstraint("strided memref of any type values", is_strided)
strided_rank_0 = TypeConstraint(
    "strided memref of any type values of rank 0", lambda type: isinstance(type, MemRefType) and not type.shape
)
memref_1d = TypeConstraint(
    "1D memref of any type values", lambda type: isinstance(type, MemRefType) and len(type.shape) == 1
)
bytes_1d = TypeConstraint(
    "1D memref of 8-bit signless integer values", lambda type: memref_1d.accepts(type) and _element(type) is i8
)
shape_1d = TypeConstraint(
    "1D memref of signless integer or index values",
    lambda type: (
        memref_1d.accepts(type) and (signless_integer.accepts(_element(type)) or isinstance(_element(type), IndexType))
    ),
)
static_memref = TypeConstraint(
    "statically shaped memref of any type values", lambda type: isinstance(type, MemRefType) and type.has_static_shape
)
number = TypeConstraint(
    "signless integer or floating-point", lambda type: signless_integer.accepts(type) or any_float.accepts(type)
)
memref_of_numbers = TypeConstraint(
    "memref of signless integer or floating-point values",
    lambda type: any_memref.accepts(type) and number.accepts(_element(type)),
)


def _element(type: Type) -> Type:
    return type.element_type if isinstance(type, (MemRefType, UnrankedMemRefType)) else type


# -- Attributes ------------------------------------------------------------------------------------------------------


def _integer_of(attr: Attribute, type: Type) -> int | None:
    return attr.value if isinstance(attr, IntegerAttr) and attr.type is type else None


def is_power_of_two(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


alignment_attr = AttributeConstraint(
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
    lambda attr: is_power_of_two(_integer_of(attr, i64) or 0),
    IntegerAttr,
    form="untyped",
    type=i64,
)
positive_i32 = AttributeConstraint(
    "32-bit signless integer attribute whose value is positive",
    lambda attr: (_integer_of(attr, i32) or 0) > 0,
    IntegerAttr,
    form="untyped",
    type=i32,
)
memref_type_attr = AttributeConstraint(
    "memref type attribute", lambda attr: isinstance(attr, TypeAttr) and isinstance(attr.type, MemRefType), TypeAttr
)
