"""Dialects of xDSL as dialects of dlc, in a context."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from xdsl.dialects.builtin import FloatData, IntAttr, NoneAttr, SignednessAttr
from xdsl.ir import Operation as XOperation

from ...ir import Attribute
from ...ir.context import Context
from ...ir.definition import Op
from ...ir.diagnostics import did_you_mean
from ...ir.dialect import Dialect
from ...ir.errors import DlcError
from . import catalog
from .counterparts import bundled_dialect, pair_of
from .declared_attributes import declared_class
from .op_pairs import op_class_for

ALL = "all"
_BUILTIN_EXTRAS = (IntAttr, FloatData, SignednessAttr, NoneAttr)
"""Parameters of xDSL's dialects that dlc's builtin dialect does not know."""


@cache
def load_dialect(name: str) -> Dialect:
    """A dialect of xDSL by name. Of one that dlc has as well, dlc's, with what only xDSL's has."""
    dialect = catalog.contents(name)
    if dialect is None:
        hint = did_you_mean(name, catalog.dialect_names())
        raise DlcError(f"xDSL has no dialect '{name}'{hint}")
    bundled = bundled_dialect(name)
    if name == "builtin":
        attributes = [declared_class(each) for each in _BUILTIN_EXTRAS]
        return _merged(bundled, [], attributes)
    x_attributes = [*dialect.attributes.values(), *dialect.types.values()]
    attributes = [declared_class(each) for each in x_attributes if bundled is None or pair_of(each) is None]
    ops = [_op(each) for each in dialect.ops.values() if bundled is None or each.name not in bundled.ops]
    return Dialect(name, ops=ops, attributes=attributes) if bundled is None else _merged(bundled, ops, attributes)


def _op(x_class: type[XOperation]) -> type[Op]:
    cls = op_class_for(x_class)
    assert issubclass(cls, Op)
    return cls


def _merged(dialect: Dialect, ops: Iterable[type[Op]], attributes: Iterable[type[Attribute]]) -> Dialect:
    """A dialect with more members; its own come first, and win."""
    known = {*dialect.attributes, *dialect.types}
    return Dialect(
        dialect.name,
        ops=[*dialect.ops.values(), *ops],
        attributes=[
            *dialect.attributes.values(),
            *dialect.types.values(),
            *(each for each in attributes if each.name not in known),
        ],
        patterns=dialect.patterns,
        materialize_constant=dialect.materialize_constant,
        dependencies=dialect.dependencies,
    )


def load_into(context: Context, names: Iterable[str]) -> None:
    """Make dialects of xDSL known to a context, by name or all of them; each is loaded when something of it is met."""
    wanted: list[str] = []
    for name in names:
        wanted += catalog.dialect_names() if name == ALL else [name]
    for name in dict.fromkeys(wanted):
        if name not in catalog.factories():
            load_dialect(name)  # says what is meant
        _load(context, name)
    _load(context, "builtin")


def _load(context: Context, name: str) -> None:
    if name in context.dialects:  # without what only xDSL has of it
        context.load(load_dialect(name))
    else:
        context.register_loader(name, _loader(name))


def _loader(name: str) -> Callable[[], Dialect]:
    return lambda: load_dialect(name)
