"""Ops of dlc's dialects as ops of xDSL: classes made from their definitions, when an op of the kind is first met.

The mirror image of `declared_ops`. Types and attributes are checked by dlc's constraints, the op by dlc's structural
checks and by its rules, on a copy. Where an op has a custom form, dlc reads and prints it (`dlc_forms`); but not in a
dialect that xDSL has too: its parser would not find the op there, so that it is printed in generic form.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from typing_extensions import TypeVar
from xdsl import irdl, traits as x
from xdsl.dialects import get_all_dialects
from xdsl.ir import Attribute as XAttribute, Operation as XOperation
from xdsl.irdl import AttrConstraint, IntConstraint, IRDLOperation, VerificationContext
from xdsl.utils.exceptions import VerifyException

from ...ir import interfaces, traits
from ...ir.definition import ONE, OPTIONAL, Field, Op, rules_of
from ...ir.diagnostics import DiagnosticEngine
from ...ir.errors import DlcError
from ...ir.structure import compile_structure_check
from ...ir.verifier import Report
from . import dlc_forms
from .attributes import AttributeExporter, AttributeImporter
from .importing import Importer
from .op_pairs import declare_x_op


@dataclass(frozen=True)
class DlcConstraint(AttrConstraint[XAttribute]):
    """A constraint of dlc, for xDSL's verifier."""

    constraint: Any
    is_type: bool

    def verify(self, attr: XAttribute, constraint_context: VerificationContext) -> None:  # noqa: ARG002 (its signature)
        importer = AttributeImporter()
        try:
            converted = importer.type(attr) if self.is_type else importer.attribute(attr)
            accepted = self.constraint.accepts(converted)
        except DlcError as error:
            raise VerifyException(str(error)) from None
        if not accepted:
            raise VerifyException(f"must be {self.constraint.description}, but got '{converted}'")

    def mapping_type_vars(self, type_var_mapping: Mapping[TypeVar, AttrConstraint[Any] | IntConstraint]) -> Any:  # noqa: ARG002
        return self


@cache
def dlc_op(cls: type[Op]) -> type[XOperation]:
    """The class of xDSL for a class of dlc."""
    namespace: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": cls.__doc__,
        "__annotations__": {},
        "name": cls.name,
        "dlc_class": property(lambda _: cls),
        "traits": irdl.traits_def(*_traits(cls)),
        "irdl_options": tuple(_options(cls)),
        "verify_": _verify,
    }
    for field in cls.definition.fields:
        namespace[_field_name(field)] = _field(field)
    if cls.syntax is not None and cls.name.partition(".")[0] not in get_all_dialects():
        namespace["parse"] = classmethod(dlc_forms.parse)
        namespace["print"] = dlc_forms.print_op
    x_class: Any = type(cls.__name__, (IRDLOperation,), namespace)
    x_class = irdl.irdl_op_definition(x_class)
    x_class.dlc_class = cls
    return x_class


declare_x_op.append(dlc_op)

_TAKEN = frozenset(dir(IRDLOperation)) | {"properties", "attributes", "location", "parent", "results", "regions"}


def _field_name(field: Field) -> str:
    name = field.accessor
    return f"{name}_" if name in _TAKEN or keyword.iskeyword(name) else name


def _field(field: Field) -> Any:
    if field.kind in ("operand", "result"):
        constraint = DlcConstraint(field.type_constraint, is_type=True)
        return _VALUES[field.kind, field.count](constraint)
    if field.kind == "attr":
        constraint = DlcConstraint(field.constraint, is_type=False)
        if field.count == OPTIONAL:
            return irdl.opt_prop_def(constraint, prop_name=field.name)
        default = AttributeExporter().plain(field.default) if field.default is not None else None
        return irdl.prop_def(constraint, default, prop_name=field.name)
    if field.kind == "region":
        return irdl.region_def() if field.count == ONE else irdl.var_region_def()
    return irdl.successor_def() if field.count == ONE else irdl.var_successor_def()


_VALUES: Mapping[tuple[str, str], Any] = {
    ("operand", "one"): irdl.operand_def,
    ("operand", "optional"): irdl.opt_operand_def,
    ("operand", "variadic"): irdl.var_operand_def,
    ("result", "one"): irdl.result_def,
    ("result", "optional"): irdl.opt_result_def,
    ("result", "variadic"): irdl.var_result_def,
}


def _options(cls: type[Op]) -> list[Any]:
    options: list[Any] = []
    if cls.definition.has_segments("operand"):
        options.append(irdl.AttrSizedOperandSegments(as_property=True))
    if cls.definition.has_segments("result"):
        options.append(irdl.AttrSizedResultSegments(as_property=True))
    return options


_SAME: Mapping[type[traits.Trait], type[x.OpTrait]] = {
    traits.Pure: x.Pure,
    traits.AlwaysSpeculatable: x.AlwaysSpeculatable,
    traits.RecursiveMemoryEffects: x.RecursiveMemoryEffect,
    traits.RecursivelySpeculatable: x.RecursivelySpeculatable,
    traits.NoTerminator: x.NoTerminator,
    traits.IsolatedFromAbove: x.IsolatedFromAbove,
    traits.Commutative: x.Commutative,
    traits.SymbolTableTrait: x.SymbolTable,
    traits.ConstantLike: x.ConstantLike,
}


def _traits(cls: type[Op]) -> list[x.OpTrait]:
    x_traits: list[x.OpTrait] = [theirs() for ours, theirs in _SAME.items() if ours in cls.traits]
    if cls.may_be_terminator:
        x_traits.append(x.IsTerminator())
    if traits.ReturnLike in cls.traits:
        x_traits.append(x.ReturnLike())
    symbol = cls.interfaces.get(interfaces.Symbol)
    if symbol is not None:
        is_optional = "sym_name" not in cls.definition.attrs or cls.definition.attrs["sym_name"].count == OPTIONAL
        x_traits.append(x.OptionalSymbolOpInterface() if is_optional else x.SymbolOpInterface())
    return x_traits


def _verify(self: Any) -> None:
    """Raise the first thing that dlc finds wrong with an op by itself."""
    cls: type[Op] = self.dlc_class
    engine = DiagnosticEngine()
    try:
        op: Any = Importer().copy_of(self)
    except DlcError as error:
        raise VerifyException(str(error)) from None
    report = Report(engine, op)
    rules = rules_of(cls)
    if compile_structure_check(cls)(op, report) and rules is not None:
        rules(op, report)
    if engine.diagnostics:
        raise VerifyException(engine.diagnostics[0].text)
