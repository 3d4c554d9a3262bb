"""Documents of ops, types, attributes and dialects, from their definitions.

Whoever shows what an op means calls `op_document`: `dlc-opt --help-op`, the pages of the reference, editors. Nothing here
reads files or runs passes.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence

from dlc.ir.attributes import Attribute, Type
from dlc.ir.definition import ONE, OPTIONAL, Field, Op
from dlc.ir.dialect import Dialect
from dlc.ir.enums import BitEnumAttr, EnumAttr
from dlc.ir.interfaces import Foldable
from dlc.ir.op_functions import function_name, has_function
from dlc.ir.patterns import Pattern

from .docstrings import Docstring, docstring_of
from .documents import Code, Document, Part, Section, Table

# -- Ops ---------------------------------------------------------------------------------------------------------------


def op_document(cls: type[Op], dialect: Dialect | None = None) -> Document:
    """Return everything that an op's definition says; `dialect` adds its patterns and functions."""
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
        Section("In Python", [Code(_in_python(cls, dialect), "python")]),
    ]
    return Document(cls.name, "op", sections)


def _paragraphs(docstring: Docstring) -> list[Part]:
    return [docstring.meaning] if docstring.meaning else []


def syntax_of(cls: type[Op]) -> str:
    """Return how an op is written: its declared syntax, or the generic form."""
    if cls.syntax is None:
        return f'"{cls.name}"(operands) <{{properties}}> : functional-type(operands, results)'
    if cls.syntax == "hand-written":
        return f"{cls.name} …, read and printed by functions of its own: see the example"
    return f"{cls.name} {cls.syntax}".replace("\n", " ")


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
        shown = field.default if field.has_default and field.default is not None else None
        return str(field.constraint.description) + (f", by default `{shown}`" if shown is not None else "")
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


def _simplifications(cls: type[Op], patterns: Iterable[Pattern]) -> list[Part]:
    """Return the table of an op's fold and canonicalization patterns."""
    rows: list[tuple[str, str]] = []
    if Foldable in cls.interfaces:
        rows.append(("fold", docstring_of(getattr(cls, "fold", None)).meaning or "a fold of its own"))
    rows += [(pattern.name, pattern_equation(pattern)) for pattern in patterns if _is_for(pattern, cls)]
    return [Table(("Name", "Meaning"), rows)] if rows else []


def _is_for(pattern: Pattern, cls: type[Op]) -> bool:
    return any(kind == cls.name if isinstance(kind, str) else issubclass(cls, kind) for kind in pattern.kinds)


def pattern_equation(pattern: Pattern) -> str:
    """Return what a pattern does, without the reason why it terminates."""
    return " ".join(pattern.doc.partition("Terminates:")[0].split()).rstrip(".")


def _in_python(cls: type[Op], dialect: Dialect | None) -> str:
    """Return how an op is made: by its class, and by its function if the dialect has them."""
    lines = [f"from {_importable(cls)} import {cls.__name__}", f"{cls.__name__}{inspect.signature(cls)}"]
    if dialect is not None and dialect.functions is not None and has_function(cls):
        name = function_name(cls.name)
        parameters = ", ".join(inspect.signature(dialect.function(name)).parameters)
        lines.append(f"{dialect.name}.{name}({parameters})")
    return "\n".join(lines)


def _importable(cls: type[Attribute] | type[Op]) -> str:
    """Return the module to import a class from: the package of its dialect, if that has it."""
    package = cls.__module__.rpartition(".")[0]
    module = inspect.sys.modules.get(package)  # type: ignore[attr-defined]
    return package if getattr(module, cls.__name__, None) is cls else cls.__module__


# -- Types and attributes ----------------------------------------------------------------------------------------------


def attribute_document(cls: type[Attribute]) -> Document:
    """Return everything that the definition of a type or an attribute says."""
    docstring = docstring_of(cls)
    sections = [
        Section("", _paragraphs(docstring)),
        Section("Syntax", [Code(attribute_syntax(cls), "text")]),
        Section("Parameters", _parameters(cls)),
        Section("Words", _words(cls)),
        Section("Rules", _rules(docstring)),
        Section("Example", [Code(text) for text in docstring.examples]),
        Section(
            "In Python",
            [Code(f"from {_importable(cls)} import {cls.__name__}\n{cls.__name__}{inspect.signature(cls)}", "python")],
        ),
    ]
    return Document(cls.name, "type" if issubclass(cls, Type) else "attribute", sections)


def attribute_syntax(cls: type[Attribute]) -> str:
    """Return how a type or attribute is written."""
    sigil = "!" if issubclass(cls, Type) else "#"
    prefix, _, mnemonic = cls.name.partition(".")
    if prefix == "builtin":
        return "see the examples above"
    start = f"{sigil}{prefix}<{mnemonic}" if cls.in_brackets else f"{sigil}{cls.name}"
    end = ">" if cls.in_brackets else ""
    if "read_parameters" in vars(cls):
        return f"{start}<…>{end}"
    if issubclass(cls, (EnumAttr, BitEnumAttr)):
        return f"{start} word{end}" if cls.in_brackets else f"{start}<word>"
    if cls.syntax is not None:
        return f"{start}{cls.syntax}{end}"
    names = ", ".join(cls.parameters)
    return f"{start}<{names}>{end}" if names else f"{start}{end}"


def _parameters(cls: type[Attribute]) -> list[Part]:
    if issubclass(cls, (EnumAttr, BitEnumAttr)) or not cls.parameters:
        return []
    parameters = inspect.signature(cls).parameters.values()
    rows = [
        (each.name, str(each.annotation) + (f", by default `{each.default}`" if each.default is not each.empty else ""))
        for each in parameters
    ]
    return [Table(("Name", "Type"), rows)]


def _words(cls: type[Attribute]) -> list[Part]:
    if not issubclass(cls, (EnumAttr, BitEnumAttr)):
        return []
    several = "a set of " if issubclass(cls, BitEnumAttr) else "one of "
    return [several + ", ".join(f"`{case}`" for case in cls.cases)]


# -- Dialects ----------------------------------------------------------------------------------------------------------


def dialect_document(dialect: Dialect, about: str) -> Document:
    """Return an overview of a dialect; `about` is the docstring of its module."""
    contents = (("Ops", dialect.ops), ("Types", dialect.types), ("Attributes", dialect.attributes))
    sections = [Section("", [about] if about else [])]
    for title, kinds in contents:
        rows = [(name, docstring_of(cls).summary) for name, cls in kinds.items()]
        sections.append(Section(title, [Table(("Name", "Meaning"), rows)] if rows else []))
    rows = [(pattern.name, pattern_equation(pattern)) for pattern in dialect.patterns]
    sections.append(Section("Canonicalization patterns", [Table(("Name", "Meaning"), rows)] if rows else []))
    return Document(dialect.name, "dialect", sections)
