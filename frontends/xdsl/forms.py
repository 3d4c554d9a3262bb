"""The custom forms of xDSL's ops: declared ones become dlc's `syntax` and are compiled like any other.

What dlc's language of forms cannot say the same way is read and printed by xDSL's own methods (`asm_reader`,
`asm_writer`), as are forms that xDSL has written by hand: types that follow by more than a shared variable, attributes
that are left out where they have a default, optional regions. Which of the two an op gets is decided once, when the
first op of its kind is read or printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from xdsl.ir import Operation as XOperation
from xdsl.irdl import IRDLOperation, OptionalDef, declarative_assembly_format as x
from xdsl.traits import SingleBlockImplicitTerminator

from ...ir.definition import Op
from ...ir.errors import InvalidDefinitionError
from ...ir.traits import SingleBlock
from ...parser.form_printer import make_operation_printer
from ...parser.form_reader import make_operation_reader
from . import asm_reader, asm_writer


def has_custom_form(x_class: Any) -> bool:
    """Return whether xDSL can read and print ops of a class in a form of their own."""
    base: Any = XOperation
    if getattr(x_class, "assembly_format", None) is not None:
        return True
    return x_class.parse.__func__ is not base.parse.__func__ and x_class.print is not base.print


def read(cls: Any, p: Any, location: Any) -> Any:
    return methods_of(cls)[0](p, location)


def write(op: Any, p: Any) -> None:
    methods_of(op.__class__)[1](op, p)


Methods = tuple[Callable[[Any, Any], Any], Callable[[Any, Any], None]]


@cache
def methods_of(cls: Any) -> Methods:
    """Return the functions that read and print ops of a class."""
    syntax = compiled_syntax(cls)
    if syntax is None:
        x_class = cls.x_class
        return lambda p, location: asm_reader.read(cls, x_class, p, location), asm_writer.write
    return _compile(cls, syntax)


def _compile(cls: Any, syntax: str) -> Methods:
    """dlc's reader and printer for a declared form."""
    saved = cls.syntax
    cls.syntax = syntax
    try:
        return make_operation_reader(cls), make_operation_printer(cls)
    finally:
        cls.syntax = saved


@cache
def compiled_syntax(cls: Any) -> str | None:
    """The syntax of dlc for a class whose form dlc can compile; `None` where xDSL's own methods are used."""
    syntax = _translated(cls)
    if syntax is None:
        return None
    try:
        _compile(cls, syntax)
    except InvalidDefinitionError:
        return None
    return syntax


def _translated(cls: type[Op]) -> str | None:
    x_class: Any = getattr(cls, "x_class", None)
    if not issubclass(x_class, IRDLOperation) or x_class.assembly_format is None:
        return None
    definition = x_class.get_irdl_definition()
    if any(isinstance(trait, SingleBlockImplicitTerminator) for trait in x_class.traits):
        return None  # xDSL's methods put terminators in
    if definition.regions and SingleBlock not in cls.traits:
        return None  # an empty block is told from no block by xDSL's printer alone
    program = x.FormatProgram.from_str(x_class.assembly_format, definition)
    try:
        return _Translation(cls, definition).sequence(program.stmts)
    except _Untranslatable:
        return None


class _Untranslatable(Exception):
    """Part of a form that dlc cannot compile to mean the same."""


_SIGNS: dict[type[Any], str] = {
    x.OperandsDirective: "operands",
    x.ResultsDirective: "results",
}
_FORM_OF: dict[type[Any], str] = {
    x.OptionalUnitAttrVariable: "unit",
    x.SymbolNameAttributeVariable: "symbol_name",
    x.DenseArrayAttributeVariable: "list",
    x.TypedAttributeVariable: "untyped",
    x.UniqueBaseAttributeVariable: "parameters",
}
"""The kind of attribute that `$name` must have in dlc to mean the same as in xDSL."""


class _Translation:
    """The translation of a form, directive by directive."""

    def __init__(self, cls: type[Op], definition: Any) -> None:
        self.cls = cls
        self.definition = definition

    def sequence(self, directives: Sequence[Any], anchor: Any = None) -> str:
        return " ".join([self.directive(each, anchor) + ("^" if each is anchor else "") for each in directives])

    def directive(self, each: Any, anchor: Any) -> str:
        if isinstance(each, x.WhitespaceDirective):
            return f"`{each.whitespace}`"
        if isinstance(each, x.PunctuationDirective):
            return f"`{each.punctuation}`"
        if isinstance(each, x.KeywordDirective):
            return f"`{each.keyword}`"
        if isinstance(each, x.AttrDictDirective):
            return "attr-dict-with-keyword" if each.with_keyword else "attr-dict"
        if isinstance(each, x.OptionalGroupDirective):
            return self.group(each)
        if isinstance(each, x.TypeDirective):
            return f"type({self.typeable(each.inner)})"
        if isinstance(each, x.FunctionalTypeDirective):
            inputs, results = each.operand_typeable_directive, each.result_typeable_directive
            return f"functional-type({self.typeable(inputs)}, {self.typeable(results)})"
        if isinstance(each, x.AttributeVariable):
            return self.attribute(each, is_anchor=each is anchor)
        if isinstance(each, x.OperandsDirective):
            return "operands"
        if isinstance(each, (x.OptionalRegionVariable, x.VariadicRegionVariable, x.OptionalSuccessorVariable)):
            raise _Untranslatable
        if isinstance(each, (x.OperandDirective, x.RegionVariable, x.SuccessorDirective)):
            return self.field(each)
        raise _Untranslatable

    def field(self, each: Any) -> str:
        field = self.cls.definition.field(each.name)
        if field is None:
            raise _Untranslatable
        return f"${each.name}"

    def typeable(self, each: Any) -> str:
        return _SIGNS.get(each.__class__) or self.field(each)

    def group(self, each: Any) -> str:
        anchor = each.anchor
        inside = self.sequence((*each.then_whitespace, each.then_first, *each.then_elements), anchor)
        otherwise = f" : ({self.sequence(each.else_elements)})" if each.else_elements else ""
        return f"({inside}){otherwise}?"

    def attribute(self, each: Any, *, is_anchor: bool) -> str:
        field = self.cls.definition.attrs.get(each.name)
        if field is None:
            raise _Untranslatable
        declared = (self.definition.properties if each.is_property else self.definition.attributes)[each.name]
        has_default = declared.default_value is not None
        if (isinstance(declared, OptionalDef) and has_default) or ((each.is_optional or has_default) and not is_anchor):
            raise _Untranslatable
        wanted = _FORM_OF.get(each.__class__, "attribute")
        if wanted == "attribute" and field.constraint.form == "parameters":
            return f"qualified(${each.name})"
        if field.constraint.form != wanted:
            raise _Untranslatable
        return f"${each.name}"
