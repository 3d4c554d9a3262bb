"""`arith.constant`, and short ways to make and to recognize constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from dlc.ir import Attribute, DenseElementsAttr, FloatAttr, IntegerAttr, Location, Type, TypedAttribute
from dlc.ir.builtin_attributes import DenseResourceElementsAttr, DenseStringElementsAttr, SparseElementsAttr, type_of
from dlc.ir.builtin_types import IndexType, IntegerType, ShapedType, VectorType, element_type, i1, i32, none
from dlc.ir.constraints import AttributeConstraint, any_type
from dlc.ir.definition import Attr, Op, Result, attr, inferred_result, op
from dlc.ir.poison import PoisonOp, materialize_poison
from dlc.ir.traits import ConstantLike, Pure

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

typed_attribute = AttributeConstraint(
    "TypedAttr instance", lambda a: isinstance(a, TypedAttribute) or type_of(a) not in (None, none), TypedAttribute
)

_Element = TypeVar("_Element", IntegerAttr, FloatAttr)
_INDEX = IntegerType(64)
_ELEMENTS = (DenseElementsAttr, DenseResourceElementsAttr, DenseStringElementsAttr, SparseElementsAttr)
_CONSTANTS = (IntegerAttr, FloatAttr, *_ELEMENTS)


@op("arith.constant", traits=(ConstantLike, Pure))
class ConstantOp(Op):
    """A number, or a vector or tensor of numbers.

    Rules: (constant_c1) an integer result is signless. (constant_c2) the value is an integer, float or elements
    attribute. (constant_c3) elements of a scalable vector are all the same.
    Example: %c = arith.constant dense<[1, 2]> : vector<2xi32>
    """

    value: Attr[TypedAttribute] = attr(typed_attribute)
    result: Result = inferred_result(any_type, type_from=("value", lambda type: type))
    syntax = "attr-dict $value"

    @classmethod
    def integer(cls, value: int, type: Type = i32) -> ConstantOp:
        """An integer, or all elements equal to it where `type` is shaped: one that the type can hold."""
        return cls(_splat_if_shaped(IntegerAttr(value, element_type(type)), type))

    @classmethod
    def floating(cls, value: float, type: Type) -> ConstantOp:
        """A float, or all elements equal to it where `type` is shaped."""
        return cls(_splat_if_shaped(FloatAttr.of(value, element_type(type)), type))

    def result_names(self) -> Sequence[str | None]:
        value = self._properties["value"]
        if not isinstance(value, IntegerAttr):
            return ("cst",)
        type = value.type
        if type is i1:
            return ("true" if value.value else "false",)
        if isinstance(type, IntegerType):
            return (f"c{value.value}_{type.signedness}i{type.width}",)
        return (f"c{value.value}",)

    def verify(self, report: Report) -> None:
        type = self.result.type
        if isinstance(type, IntegerType) and not type.is_signless:
            report.error("constant_c1", "integer return type must be signless")
        if not isinstance(self.value, _CONSTANTS):
            report.error("constant_c2", "value must be an integer, float, or elements attribute")
        if isinstance(type, VectorType) and type.is_scalable and not _is_splat(self.value):
            report.error(
                "constant_c3",
                "initializing scalable vectors with elements attribute is not supported unless it's a vector splat",
            )


def _is_splat(value: Attribute) -> bool:
    return isinstance(value, DenseElementsAttr) and value.is_splat


def materialize_constant(value: Attribute, type: Type, location: Location) -> ConstantOp | PoisonOp | None:
    """The op for a folded constant."""
    if isinstance(value, _CONSTANTS) and value.type is type:
        element = element_type(type)
        if isinstance(element, IntegerType) and not element.is_signless:
            return None
        constant = ConstantOp(value)
        constant.location = location
        return constant
    return materialize_poison(value, type, location)


# -- Making constants ------------------------------------------------------------------------------------------------


def integer_constant(value: int, type: Type) -> IntegerAttr | DenseElementsAttr:
    """An integer attribute, or dense elements that all equal it. `value` may lie outside the type: it wraps."""
    element = element_type(type)
    wrapped = element.wrap(value) if isinstance(element, IntegerType) else _INDEX.wrap(value)
    return _splat_if_shaped(IntegerAttr(wrapped, element), type)


def _splat_if_shaped(element: _Element, type: Type) -> _Element | DenseElementsAttr:
    return DenseElementsAttr.splat(type, element) if isinstance(type, ShapedType) else element


def can_be_constant(type: Type) -> bool:
    """Return whether there are attributes for values of this type: its shape must be static."""
    if isinstance(type, ShapedType):
        return type.has_static_shape and isinstance(type.element_type, (IntegerType, IndexType))
    return isinstance(type, (IntegerType, IndexType))
