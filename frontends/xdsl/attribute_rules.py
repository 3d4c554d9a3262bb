"""Constraints of xDSL on the attributes of an op, as constraints of dlc; they also say how `$attribute` is written."""

from __future__ import annotations

from typing import Any

from xdsl.dialects import builtin as x
from xdsl.ir import BuiltinAttribute, TypeAttribute
from xdsl.irdl import AttrConstraint, ParamAttrConstraint, VarConstraint

from ...ir import builtin_attributes as attributes
from ...ir.attributes import Attribute, Type
from ...ir.builtin_types import FloatType, IndexType, IntegerType
from ...ir.constraints import AttributeConstraint
from ...ir.errors import DlcError
from .constraints import accepts, describe, only_attribute, remembered
from .counterparts import pair_of
from .declared_attributes import declared_class

_BUILTIN: dict[Any, type[Attribute]] = {
    x.UnitAttr: attributes.UnitAttr,
    x.IntegerAttr: attributes.IntegerAttr,
    x.FloatAttr: attributes.FloatAttr,
    x.StringAttr: attributes.StringAttr,
    x.SymbolRefAttr: attributes.SymbolRefAttr,
    x.ArrayAttr: attributes.ArrayAttr,
    x.DictionaryAttr: attributes.DictionaryAttr,
    x.AffineMapAttr: attributes.AffineMapAttr,
    x.AffineSetAttr: attributes.IntegerSetAttr,
    x.DenseArrayBase: attributes.DenseArrayAttr,
    x.DenseIntOrFPElementsAttr: attributes.DenseElementsAttr,
}


def attribute_constraint(constraint: AttrConstraint[Any]) -> AttributeConstraint:
    """A constraint of xDSL as one of dlc on attributes."""
    kind, form, type = _form(constraint)
    return AttributeConstraint(
        describe(constraint), remembered(lambda attr: accepts(constraint, attr)), kind, form=form, type=type
    )


def class_of(base: Any) -> type[Attribute]:
    """The class of dlc for a class of xDSL, where there is one for all of its attributes."""
    if base in _BUILTIN:
        return _BUILTIN[base]
    if issubclass(base, TypeAttribute):
        return attributes.TypeAttr
    if issubclass(base, BuiltinAttribute):
        return Attribute
    try:
        pair = pair_of(base)
    except DlcError:
        return Attribute
    return pair.kind if pair is not None else declared_class(base)


def only_base(constraint: AttrConstraint[Any]) -> Any:
    """The class of xDSL that all attributes belong to which a constraint accepts."""
    bases = constraint.get_bases()
    return next(iter(bases)) if bases is not None and len(bases) == 1 else None


def _form(constraint: AttrConstraint[Any]) -> tuple[type[Attribute], str, Type | None]:
    """The class, the form and the type of dlc's constraint; what xDSL's format does with the same attribute."""
    base = only_base(constraint)
    if base is None:
        return Attribute, "attribute", None
    kind = class_of(base)
    if base is x.UnitAttr:
        return kind, "unit", None
    if isinstance(constraint, x.SymbolNameConstraint):
        return kind, "symbol_name", None
    inner = constraint.constraint if isinstance(constraint, VarConstraint) else constraint
    if isinstance(inner, ParamAttrConstraint):
        if base is x.DenseArrayBase:
            element = only_attribute(inner.param_constrs[0])
            return kind, "list" if isinstance(element, IntegerType) else "attribute", _type(element)
        if base in (x.IntegerAttr, x.FloatAttr):
            type = only_attribute(inner.param_constrs[base.get_type_index()])
            if isinstance(type, (IntegerType, IndexType, FloatType)):
                return kind, "untyped", type
    if base in _BUILTIN or issubclass(base, (TypeAttribute, BuiltinAttribute)):
        return kind, "attribute", None
    return kind, "parameters", None


def _type(attr: Attribute | None) -> Type | None:
    return attr if isinstance(attr, Type) else None
