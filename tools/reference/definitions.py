"""Documents of ops, types, attributes and dialects, from their definitions.

Whoever shows what an op means calls `op_document`: `dlc-opt --help-op`, the pages of the reference, editors. Nothing
here reads files or runs passes.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, TypeVar

from dlc.ir import Attribute, Type, builtin_attributes, builtin_types
from dlc.ir.assembly import HAND_WRITTEN
from dlc.ir.definition import ONE, OPTIONAL, Field, Op
from dlc.ir.dialect import Dialect
from dlc.ir.docstrings import Docstring, docstring_of
from dlc.ir.enums import BitEnumAttr, EnumAttr
from dlc.ir.interfaces import Foldable
from dlc.ir.op_functions import function_name, has_function
from dlc.ir.patterns import Pattern

from .documents import WIDTH, Code, Document, Part, Section, Table

_A = TypeVar("_A", bound=Attribute)


# -- Ops ---------------------------------------------------------------------------------------------------------------


def op_document(cls: type[Op], dialect: Dialect | None = None, lowerings: Sequence[tuple[str, str]] = ()) -> Document:
    """Return everything that an op's definition says.

    `dialect` adds its patterns and functions, `lowerings` the passes that rewrite the op, and by what.
    """
    docstring, definition = docstring_of(cls), cls.definition
    sections = [
        Section("", _paragraphs(docstring)),
        Section("Syntax", [Code(syntax_of(cls), "text")]),
        Section("Operands", _fields(definition.operands)),
        Section("Properties", _fields(list(definition.attrs.values()))),
        Section("Results", _fields(definition.results)),
        Section("Regions", _fields(definition.regions)),
        Section("Successors", _fields(definition.successors)),
        Section("Rules", _rules(docstring)),
        Section("Example", [Code(text) for text in docstring.examples]),
        Section("Traits and interfaces", _traits(cls)),
        Section("Simplified by", _simplifications(cls, dialect.patterns if dialect else ())),
        Section("Rewritten by", [Table(("Pass", "Pattern or table"), lowerings)] if lowerings else []),
        Section("In Python", [Code(_in_python(cls, dialect), "python")]),
    ]
    return Document(cls.name, "op", sections)


def _paragraphs(docstring: Docstring) -> list[Part]:
    return [docstring.meaning] if docstring.meaning else []


def syntax_of(cls: type[Op]) -> str:
    """Return how an op is written: its declared syntax, or the generic form."""
    if cls.syntax is None:
        return f'"{cls.name}"(operands) <{{properties}}> : functional-type(operands, results)'
    if cls.syntax == HAND_WRITTEN:
        return f"{cls.name} …, read and printed by functions of its own: see the example"
    return textwrap.fill(f"{cls.name} {cls.syntax}", WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _fields(fields: Sequence[Field]) -> list[Part]:
    """Return the table of some fields of an op."""
    if not fields:
        return []
    rows = [(field.name, COUNTS[field.count], _described(field)) for field in fields]
    if all(count == COUNTS[ONE] for _, count, _ in rows):
        return [Table(("Name", "Meaning"), [(name, text) for name, _, text in rows])]
    return [Table(("Name", "Number", "Meaning"), rows)]


COUNTS = {ONE: "one", OPTIONAL: "optional", "variadic": "any number"}


def _described(field: Field) -> str:
    """Return what a field admits, with its default."""
    if field.kind in ("region", "successor"):
        return f"a {field.kind}"
    if field.kind == "attr":
        kind, default = field.constraint.kind, field.default if field.has_default else None
        text = _words(kind) if issubclass(kind, (EnumAttr, BitEnumAttr)) else str(field.constraint.description)
        return text + (f", by default `{default}`" if default is not None else "")
    text = field.type_constraint.description
    if field.variable is not None:
        text = f"{field.variable.name}: {text}"
    if field.type_from is not None:
        text += f"; its type follows from that of `{field.type_from[0]}`"
    return text + ("; inferred" if field.inferred else "")


def _rules(docstring: Docstring) -> list[Part]:
    return [Table(("Rule", "Meaning"), docstring.rules)] if docstring.rules else []


def _traits(cls: type[Op]) -> list[Part]:
    names = sorted(kind.__name__ for kind in (*cls.traits, *cls.interfaces))
    return [", ".join(f"`{name}`" for name in names)] if names else []


def _simplifications(cls: type[Op], patterns: Iterable[Pattern[Any]]) -> list[Part]:
    """Return the table of an op's fold and canonicalization patterns."""
    rows: list[tuple[str, str]] = []
    if Foldable in cls.interfaces:
        rows.append(("fold", docstring_of(getattr(cls, "fold", None)).meaning or "a fold of its own"))
    return _meanings([*rows, *((each.name, pattern_equation(each)) for each in patterns if _is_for(each, cls))])


def _is_for(pattern: Pattern[Any], cls: type[Op]) -> bool:
    return any(kind == cls.name if isinstance(kind, str) else issubclass(cls, kind) for kind in pattern.kinds)


def pattern_equation(pattern: Pattern[Any]) -> str:
    """Return what a pattern does, without the reason why it terminates."""
    return " ".join(pattern.doc.partition("Terminates:")[0].split()).rstrip(".")


def _in_python(cls: type[Op], dialect: Dialect | None) -> str:
    """Return how an op is made: by its class, and by its function if the dialect has them."""
    lines = _constructor_lines(cls)
    if dialect is not None and dialect.functions is not None and has_function(cls):
        name = function_name(cls.name)
        lines.append(_call_text(f"{dialect.name}.{name}", inspect.signature(dialect.function(name))))
    return "\n".join(lines)


def _constructor_lines(cls: type[Attribute] | type[Op]) -> list[str]:
    """Return how a class is imported, from the package of its dialect if that has it, and called."""
    package = cls.__module__.rpartition(".")[0]
    exported = getattr(sys.modules.get(package), cls.__name__, None) is cls
    module = package if exported else cls.__module__
    call = _call_text(cls.__name__, inspect.signature(cls))
    return [f"from {module} import {cls.__name__}", call, *_shorthands(cls)]


def _shorthands(cls: type[Attribute] | type[Op]) -> Iterator[str]:
    """Return calls of the class methods that make an instance from simpler values, such as `ConstantOp.integer`."""
    for name, member in vars(cls).items():
        if isinstance(member, classmethod) and not name.startswith("_") and name != "read":
            signature = inspect.signature(getattr(cls, name))
            if signature.return_annotation in (cls, cls.__name__):
                yield _call_text(f"{cls.__name__}.{name}", signature)


def _call_text(name: str, signature: inspect.Signature) -> str:
    """Return a call with a signature; the parameters that every op has are left out."""
    parameters: list[str] = []
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        default = "" if each.default is each.empty else f" = {_default_text(each.default)}"
        parameters.append(f"{each.name}: {each.annotation}{default}")
    shown = [text for text in parameters if text.partition(":")[0] not in ("location", "attributes")]
    if shown and shown[-1] == "*":
        shown.pop()
    line = f"{name}({', '.join(shown)})"
    return line if len(line) <= WIDTH else "\n".join([f"{name}(", *(f"    {text}," for text in shown), ")"])


def _default_text(default: object) -> str:
    return str(default) if isinstance(default, Attribute) else repr(default)


# -- Types and attributes ----------------------------------------------------------------------------------------------


def attribute_document(cls: type[Attribute]) -> Document:
    """Return everything that the definition of a type or an attribute says."""
    docstring = docstring_of(cls)
    sections = [
        Section("", _paragraphs(docstring)),
        Section("Syntax", [Code(attribute_syntax(cls), "text")] if not cls.name.startswith("builtin.") else []),
        Section("Parameters", _parameters(cls)),
        Section("Words", [_words(cls)] if issubclass(cls, (EnumAttr, BitEnumAttr)) else []),
        Section("Rules", _rules(docstring)),
        Section("Example", [Code(text) for text in docstring.examples]),
        Section(
            "In Python",
            [Code("\n".join(_constructor_lines(cls)), "python")],
        ),
    ]
    return Document(cls.name, "type" if issubclass(cls, Type) else "attribute", sections)


def attribute_syntax(cls: type[Attribute]) -> str:
    """Return how a type or attribute is written."""
    sigil = "!" if issubclass(cls, Type) else "#"
    prefix, _, mnemonic = cls.name.partition(".")
    start = f"{sigil}{prefix}<{mnemonic}" if cls.in_brackets else f"{sigil}{cls.name}"
    end = ">" if cls.in_brackets else ""
    if "read_parameters" in vars(cls):
        return f"{start}<…>{end}"
    if issubclass(cls, (EnumAttr, BitEnumAttr)):
        return f"{start} word{end}" if cls.in_brackets else f"{start}<word>"
    if cls.syntax is not None:
        return f"{start} {cls.syntax}{end}"
    names = ", ".join(cls.parameters)
    return f"{start}<{names}>{end}" if names else f"{start}{end}"


def _parameters(cls: type[Attribute]) -> list[Part]:
    if issubclass(cls, (EnumAttr, BitEnumAttr)) or not cls.parameters:
        return []
    parameters = inspect.signature(cls).parameters.values()
    rows = [
        (
            each.name,
            str(each.annotation)
            + (f", by default `{_default_text(each.default)}`" if each.default is not each.empty else ""),
        )
        for each in parameters
    ]
    return [Table(("Name", "Type"), rows)]


def _words(cls: type[EnumAttr] | type[BitEnumAttr]) -> str:
    several = "a set of " if issubclass(cls, BitEnumAttr) else "one of "
    return several + ", ".join(f"`{case}`" for case in cls.cases)


# -- Dialects ----------------------------------------------------------------------------------------------------------


def dialect_document(dialect: Dialect) -> Document:
    """Return an overview of a dialect."""
    about = about_dialect(dialect)
    kinds = {"Ops": dialect.ops, "Types": types_of(dialect), "Attributes": attributes_of(dialect)}
    sections = [Section("", [about] if about else [])]
    for title, classes in kinds.items():
        sections.append(Section(title, _meanings((name, docstring_of(cls).summary) for name, cls in classes.items())))
    patterns = _meanings((pattern.name, pattern_equation(pattern)) for pattern in dialect.patterns)
    return Document(dialect.name, "dialect", [*sections, Section("Canonicalization patterns", patterns)])


def _meanings(rows: Iterable[tuple[str, str]]) -> list[Part]:
    table = Table(("Name", "Meaning"), list(rows))
    return [table] if table.rows else []


def types_of(dialect: Dialect) -> Mapping[str, type[Type]]:
    """Return the types of a dialect by name, those that the parser knows by keyword included."""
    return dialect.types if dialect.name != "builtin" else {**dialect.types, **_classes_in(builtin_types, Type)}


def attributes_of(dialect: Dialect) -> Mapping[str, type[Attribute]]:
    """Return the attributes of a dialect by name, those that the parser knows by keyword included."""
    if dialect.name != "builtin":
        return dialect.attributes
    return {**dialect.attributes, **_classes_in(builtin_attributes, Attribute)}


def _classes_in(module: ModuleType, base: type[_A]) -> dict[str, type[_A]]:
    """Return the builtin types, or the attributes that are no types, of a module."""
    classes = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, base)]
    return {each.name: each for each in classes if each.name and issubclass(each, Type) == issubclass(base, Type)}


def about_dialect(dialect: Dialect) -> str:
    """Return the docstring of the module that defines a dialect."""
    for member in (*dialect.ops.values(), *dialect.types.values(), *dialect.attributes.values()):
        for name in (member.__module__, member.__module__.rpartition(".")[0]):
            if getattr(sys.modules.get(name), "DIALECT", None) is dialect:
                return docstring_of(sys.modules[name]).meaning
    return ""
