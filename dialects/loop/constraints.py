"""Constraints on attributes of loop ops, and conversions of Python values to maps."""

from __future__ import annotations

from functools import lru_cache

from dlc.ir import ArrayAttr, Attribute, DenseArrayAttr, DenseElementsAttr, IntegerAttr
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerSetAttr, i32_array, int_attr
from dlc.ir.builtin_types import IntegerType, i32, i64, index
from dlc.ir.constraints import AttributeConstraint, attribute_of

map_attr = attribute_of(AffineMapAttr, "AffineMap attribute")
set_attr = attribute_of(IntegerSetAttr, "IntegerSet attribute")


def _integers(attr: Attribute, width: IntegerType) -> bool:
    return isinstance(attr, ArrayAttr) and all(isinstance(each, IntegerAttr) and each.type is width for each in attr)


i64_list = AttributeConstraint("64-bit integer array attribute", lambda attr: _integers(attr, i64), ArrayAttr)
groups_attr = AttributeConstraint(
    "32-bit signless integer elements attribute",
    lambda attr: isinstance(attr, DenseElementsAttr) and attr.type.element_type is i32,
    DenseElementsAttr,
)
i64_dense_array = AttributeConstraint(
    "i64 dense array attribute",
    lambda attr: isinstance(attr, DenseArrayAttr) and attr.element_type is i64,
    DenseArrayAttr,
)

# -- Attributes that are made again and again --------------------------------------------------------------------------

# They are kept for a while: making one anew looks up expression, map and attribute.


@lru_cache(maxsize=4096)
def constant_map(value: int) -> AffineMapAttr:
    """`() -> (value)`"""
    return AffineMapAttr(AffineMap.constant(value))


@lru_cache(maxsize=64)
def identity_map(rank: int) -> AffineMapAttr:
    """`(d0, d1) -> (d0, d1)`"""
    return AffineMapAttr(AffineMap.identity(rank))


@lru_cache(maxsize=64)
def step_attr(step: int) -> IntegerAttr:
    """The step of a loop."""
    return int_attr(step, index)


@lru_cache(maxsize=256)
def segments(*sizes: int) -> DenseArrayAttr:
    """The number of operands of each group."""
    return i32_array(sizes)


SYMBOL_MAP = AffineMapAttr(AffineMap.symbol_identity(1))
"""`()[s0] -> (s0)`"""
DIM_MAP = identity_map(1)
"""`(d0) -> (d0)`"""
