"""Hovers: the meaning of the op at the cursor, the type of a value, the value of an alias."""

from __future__ import annotations

import inspect

from ...ir import Attribute
from ...ir.constraints import AttributeConstraint
from ...ir.context import Context
from ...ir.definition import VARIADIC, Field, Op
from ...parser.highlighting import ATTRIBUTE, BLOCK, KEYWORD, OP, STRING, SYMBOL, TYPE, VALUE, Token
from ..reference.definitions import op_document
from .document import Document
from .names import Span, alias_value, symbol_at

LONGEST_SHOWN = 2000
"""The number of characters from which an attribute's value is cut off."""


def hover(document: Document, offset: int) -> tuple[Span, str] | None:
    """Return a text in Markdown about the token at an offset."""
    token = document.token_at(offset)
    text = None if token is None else _about(document, token)
    return None if token is None or text is None else ((token.start, token.end), text)


def _about(document: Document, token: Token) -> str | None:
    spelled = document.text[token.start : token.end]
    if token.kind == VALUE:
        return _about_value(document, token, spelled)
    if token.kind == BLOCK:
        return _about_block(document, token, spelled)
    if token.kind == OP or (token.kind == KEYWORD and _names_op(document, token)):
        return _about_op(document, token)
    if token.kind in (ATTRIBUTE, TYPE) and spelled[0] in "#!":
        return _about_alias(document, token, spelled)
    if token.kind in (SYMBOL, STRING):
        return _about_symbol(document, token)
    if token.kind == KEYWORD:
        return _about_property(document, token, spelled)
    return None


def _about_value(document: Document, token: Token, name: str) -> str | None:
    view = document.view_at(token.start)
    definition = view.analysis.ranges.definition_of(name, view.inner(token.start))
    if definition is None:
        return None
    if not definition.values:
        return f"{code(definition.name)}\n\nthe op that defines this has an error"
    base, _, number = name.partition("#")
    values = definition.values
    if number and int(number) < len(values):
        return code(f"{name} : {values[int(number)].type}")
    lines = [f"{base}{f'#{index}' if len(values) > 1 else ''} : {value.type}" for index, value in enumerate(values)]
    return code("\n".join(lines))


def _about_block(document: Document, token: Token, label: str) -> str | None:
    view = document.view_at(token.start)
    block = view.analysis.ranges.scope_at(view.inner(token.start)).blocks.get(label)
    if block is None:
        return None
    types = ", ".join(str(argument.type) for argument in block.args)
    return code(f"{label}({types})" if types else label)


def _names_op(document: Document, token: Token) -> bool:
    """Return whether the name of an op stands at a token, as the parser read it."""
    view = document.view_at(token.start)
    here = view.analysis.ranges.op_at(view.inner(token.start))
    return here is not None and here.name_start == view.inner(token.start)


def _about_op(document: Document, token: Token) -> str | None:
    cls = op_class_at(document, token)
    return op_documentation(document.context, cls) if cls is not None else None


def op_class_at(document: Document, token: Token) -> type[Op] | None:
    """Return the definition of the op whose name stands at a token, whether its text can be read or not."""
    view = document.view_at(token.start)
    ranges = view.analysis.ranges
    here = ranges.op_at(view.inner(token.start))
    if here is not None and here.name_start == view.inner(token.start):
        return type(here.op) if isinstance(here.op, Op) else None
    name = document.text[token.start : token.end].strip('"')
    return op_class_named(document.context, name, enclosing_dialect(document, token.start))


def enclosing_dialect(document: Document, offset: int) -> str:
    """Return the dialect whose name an op at this offset may leave out."""
    view = document.view_at(offset)
    inner = view.inner(offset)
    around = [each for each in view.analysis.ranges.ops if each.start < inner <= each.end and each.op.regions]
    default = getattr(around[-1].op, "default_dialect", None) if around else None
    return default or ("func" if "func." in view.segment.text else "builtin")


def op_class_named(context: Context, name: str, default_dialect: str) -> type[Op] | None:
    """Return the op that a name means where this dialect's name may be left out."""
    for candidate in (name, f"{default_dialect}.{name}", f"builtin.{name}"):
        cls = context.op_class(candidate)
        if cls is not None:
            return cls
    return None


def op_documentation(context: Context, cls: type[Op]) -> str:
    """Return what an op's definition says, in Markdown."""
    return op_document(cls, context.dialect(cls.name.partition(".")[0])).as_markdown()


def field_documentation(field: Field) -> str:
    """Return the kind, the name and the constraint of a part of an op, in one line."""
    kind = "attribute" if field.kind == "attr" else field.kind
    count = {VARIADIC: "any number of "}.get(field.count, "optional, " if field.count != "one" else "")
    if field.kind == "attr":
        constraint: AttributeConstraint = field.constraint
        cases = f": one of {', '.join(constraint.cases)}" if constraint.cases else ""
        return f"{kind} `{field.name}`: {count}{constraint.description}{cases}"
    return f"{kind} `{field.name}`: {count}{field.type_constraint.description}"


def _about_alias(document: Document, token: Token, spelled: str) -> str | None:
    value = alias_value(document, token)
    if value is not None:
        return code(f"{spelled} = {_shortened(str(value))}")
    name = spelled[1:]
    context = document.context
    kind: type[Attribute] | None = context.type_class(name) if token.kind == TYPE else context.attribute_class(name)
    doc = inspect.getdoc(kind) if kind is not None else None
    return f"**{spelled}**\n\n{doc}" if doc else None


def _about_symbol(document: Document, token: Token) -> str | None:
    symbol_range = symbol_at(document, token)
    if symbol_range is None:
        return None
    segment, symbol = symbol_range
    text = document.view(segment).analysis.text[symbol.start : symbol.end]
    return code(_shortened(text.partition("\n")[0].rstrip("{ ")))


def _about_property(document: Document, token: Token, name: str) -> str | None:
    view = document.view_at(token.start)
    here = view.analysis.ranges.op_at(view.inner(token.start))
    if here is None or not isinstance(here.op, Op):
        return None
    field = here.op.definition.attrs.get(name)
    return f"{field_documentation(field)} (of `{here.op.name}`)" if field is not None else None


def code(text: str) -> str:
    """Return a block of MLIR in Markdown, whose fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}mlir\n{text}\n{fence}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
