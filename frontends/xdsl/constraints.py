"""Constraints of xDSL as constraints of dlc: of types, of attributes, and variables that tie several together.

A constraint of xDSL raises; here it is asked for a yes or no, and described in words for messages. What depends on more
than one type at a time, other than a plain variable, is left to xDSL: see `verification`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from xdsl.dialects.builtin import ArrayOfConstraint, SymbolNameConstraint
from xdsl.ir import TypeAttribute
from xdsl.irdl import (
    AllOf,
    AnyAttr,
    AnyOf,
    AttrConstraint,
    AttrSetConstraint,
    BaseAttr,
    EqAttrConstraint,
    MessageConstraint,
    ParamAttrConstraint,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    VarConstraint,
    VerificationContext,
)
from xdsl.utils.exceptions import VerifyException

from ...ir import Attribute, Type
from ...ir.constraints import REMEMBERED_TYPES, ExactType, TypeConstraint, TypeVariable
from ...ir.errors import DlcError, InvalidAttributeError
from .attributes import AttributeExporter, AttributeImporter, ConversionError


def accepts(constraint: AttrConstraint[Any], attr: Attribute) -> bool:
    """Return whether a constraint of xDSL holds of one attribute, whatever its variables may be."""
    try:
        constraint.verify(AttributeExporter().plain(attr), VerificationContext())
    except (VerifyException, DlcError, ValueError, TypeError, AttributeError, NotImplementedError):
        return False
    return True


def remembered(predicate: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return the same predicate with a memory of what it accepted."""
    known: set[Any] = set()

    def answer(value: Any) -> bool:
        if value in known:
            return True
        if not predicate(value):
            return False
        if len(known) >= REMEMBERED_TYPES:
            known.clear()
        known.add(value)
        return True

    return answer


# -- Types of operands and results -------------------------------------------------------------------------------------


def of_each(constraint: RangeConstraint[Any]) -> AttrConstraint[Any]:
    """Return the constraint on each of several types."""
    while isinstance(constraint, RangeLengthConstraint):
        constraint = constraint.constraint
    return constraint.constr if isinstance(constraint, RangeOf) else AnyAttr()


class TypeRules:
    """The constraints of one op: each variable of xDSL is one variable here."""

    def __init__(self) -> None:
        self._variables: dict[str, tuple[AttrConstraint[Any], TypeVariable]] = {}

    def of(self, constraint: RangeConstraint[Any]) -> TypeConstraint | TypeVariable:
        inner = of_each(constraint)
        if not isinstance(inner, VarConstraint):
            return type_constraint(inner)
        known, variable = self._variables.setdefault(
            inner.name, (inner.constraint, TypeVariable(inner.name, type_constraint(inner.constraint)))
        )
        return variable if known == inner.constraint else type_constraint(inner)


def type_constraint(constraint: AttrConstraint[Any]) -> TypeConstraint:
    """A constraint of xDSL as one of dlc on types."""
    only = only_attribute(constraint)
    if isinstance(only, Type):
        return ExactType(only, str(only))
    return TypeConstraint(describe(constraint), lambda type: accepts(constraint, type))


def only_attribute(constraint: AttrConstraint[Any]) -> Attribute | None:
    """The one attribute or type that a constraint accepts, where there is just one."""
    if not constraint.can_infer(set()):
        return None
    try:
        return AttributeImporter().plain(constraint.infer(VerificationContext()))
    except (ConversionError, InvalidAttributeError):
        return None


# -- Words -------------------------------------------------------------------------------------------------------------


def describe(constraint: AttrConstraint[Any]) -> str:
    """Describe a constraint in the words of a message."""
    if isinstance(constraint, AnyAttr):
        return "anything"
    if isinstance(constraint, BaseAttr):
        return _kind(constraint.attr)
    if isinstance(constraint, EqAttrConstraint):
        return str(constraint.attr)
    if isinstance(constraint, AttrSetConstraint):
        return " or ".join(sorted(map(str, constraint.values)))
    if isinstance(constraint, AnyOf):
        return " or ".join(map(describe, constraint.attr_constrs))
    if isinstance(constraint, AllOf):
        return " and ".join(map(describe, constraint.attr_constrs))
    if isinstance(constraint, VarConstraint):
        return describe(constraint.constraint)
    if isinstance(constraint, MessageConstraint):
        return constraint.message.strip().rstrip(".")
    if isinstance(constraint, ParamAttrConstraint):
        return _parametrized(constraint)
    if isinstance(constraint, ArrayOfConstraint):
        return f"array of {describe(of_each(cast(Any, constraint).elem_range_constraint))}"
    return "string" if isinstance(constraint, SymbolNameConstraint) else f"what {type(constraint).__name__} accepts"


def _kind(cls: Any) -> str:
    """The name of a class of attributes."""
    name: Any = getattr(cls, "name", None)
    if not isinstance(name, str):
        return cls.__name__
    return f"{name} type" if issubclass(cls, TypeAttribute) and "." in name else name


def _parametrized(constraint: ParamAttrConstraint[Any]) -> str:
    inner = [describe(each) for each in constraint.param_constrs if not isinstance(each, AnyAttr)]
    return f"{_kind(constraint.base_attr)} of {', '.join(inner)}" if inner else _kind(constraint.base_attr)
