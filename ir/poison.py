"""Poison: the value of a computation that has none, such as a shift by more than the width.

It is part of the dialect `ub` (see `dialects/ub.py`), and kept here since folds of every dialect may give it.
"""

from __future__ import annotations

from .attributes import Attribute, Type
from .constraints import AttributeConstraint, any_type
from .definition import Attr, Op, Result, attr, op, result
from .locations import Location
from .traits import ConstantLike, Pure


class PoisonAttr(Attribute):
    """`#ub.poison`: no particular value. Whatever is computed from it is poison too."""

    name = "ub.poison"


POISON = PoisonAttr()

poison_attr = AttributeConstraint("poison attribute", lambda a: isinstance(a, PoisonAttr), PoisonAttr, form="attribute")


@op("ub.poison", traits=(ConstantLike, Pure))
class PoisonOp(Op):
    """A value that nothing is known about. It may be replaced by any value at all.

    Example: %0 = ub.poison : i32
    """

    result: Result = result(any_type)
    value: Attr[PoisonAttr] = attr(poison_attr, default=POISON)
    syntax = "attr-dict (`<` $value^ `>`)? `:` type($result)"


def materialize_poison(attribute: Attribute, type: Type, location: Location) -> PoisonOp | None:
    """Return the op for a fold's poison; for the `materialize_constant` of dialects."""
    if attribute is not POISON:
        return None
    poison = PoisonOp(type)
    poison.location = location
    return poison
