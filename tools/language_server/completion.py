"""Completion: the names that can stand at the cursor, by what is written before it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...ir.attributes import Type
from ...ir.definition import Op
from ...ir.symbol_table import symbol_name
from ...parser.highlighting import OP, Token, tokens_of
from ...parser.source_ranges import Definition, Scope
from .document import Document
from .hover import enclosing_dialect, field_documentation, op_class_named
from .segments import ALIAS

_WORD = re.compile(r"[%@^#!]?[\w$.#-]*$")
_TOP_LEVEL_SYMBOL = re.compile(r"@([A-Za-z_][\w$.-]*)")
_RESULT = r"%[\w$.-]+(?::[0-9]+)?"
_OP_PLACE = re.compile(rf"^[ \t]*(?:{_RESULT}(?:[ \t]*,[ \t]*{_RESULT})*[ \t]*=[ \t]*)?\}}?[ \t]*$")
MOST_VALUES = 500
"""The largest number of values that are offered at once; an editor asks again for more when a character is typed."""
TYPES = ("i1", "i8", "i32", "i64", "f16", "bf16", "f32", "f64", "index", "tensor", "memref", "vector", "complex")


class Candidate(NamedTuple):
    """A name that can stand at the cursor."""

    kind: str
    """`op`, `dialect`, `value`, `symbol`, `block`, `attribute`, `type` or `word`."""
    label: str
    detail: str = ""
    documented: str = ""
    """The name of the op whose documentation belongs to it, which is looked up when the candidate is shown."""
    types: tuple[Type, ...] = ()
    """The types of a value, or of all results of that name."""


def complete(document: Document, offset: int) -> tuple[int, list[Candidate]]:
    """Return where the name at the cursor begins, and what it can be."""
    line_start, _ = document.line_at(offset)
    before = document.text[line_start:offset]
    match = _WORD.search(before)
    assert match is not None
    start = line_start + match.start()
    last = list(tokens_of(document.text, line_start, offset))[-1:]
    if last and last[0].kind in ("comment", "string"):
        return offset, []
    return start, list(_candidates(document, start, match[0], before[: match.start()]))


def _candidates(document: Document, start: int, word: str, before: str) -> Iterable[Candidate]:
    sign = word[:1]
    if sign == "%":
        return _values(document, start, word)
    if sign == "@":
        return _symbols(document, start)
    if sign == "^":
        return _blocks(document, start)
    if sign in ("#", "!") and sign:
        return _dialect_names(document, word)
    if _OP_PLACE.match(before):
        return _ops(document, start, word)
    if before.endswith('"') and _OP_PLACE.match(before[:-1]):  # the generic form has whole names
        return [each for each in _ops(document, start, word) if each.kind == "dialect" or "." in each.label]
    fitting, others = _operands(document, start)
    return [*fitting, *_of_the_op(document, start), *others, *(Candidate("type", name) for name in TYPES)]


def _values(document: Document, start: int, word: str) -> Iterator[Candidate]:
    """Return the values that can be used, nearest first; of very many, those whose names have what is written."""
    view = document.view_at(start)
    definitions = _visible(view.analysis.ranges.scope_at(view.inner(start)), view.inner(start))
    line = view.inner(document.line_at(start)[0])  # what an unfinished op here defines is no operand of it
    definitions = [each for each in definitions if each.values or each.start < line]
    if len(definitions) > MOST_VALUES:
        definitions = [each for each in definitions if word[1:] in each.name]
    for definition in definitions[:MOST_VALUES]:
        kinds = tuple(value.type for value in definition.values)
        yield Candidate("value", definition.name, ", ".join(map(str, kinds)), types=kinds)


def _operands(document: Document, start: int) -> tuple[list[Candidate], list[Candidate]]:
    """Return the values that can be an operand at the cursor, if one can stand there: of types that fit, and others.

    An operand of a custom form follows the op's name or a comma, before the types and attributes.
    """
    op, cls = _op_at(document, start)
    if op is None or cls is None or not cls.definition.operands:
        return [], []
    written = document.text[op.end : start]
    if re.search(r"[:{}<]|->", written) or not re.search(r"(^|,|\()\s*$", written):
        return [], []
    place = re.sub(r"\[[^\]]*\]", "", written).count(",")
    fields = cls.definition.operands
    field = fields[min(place, len(fields) - 1)]
    candidates = list(_values(document, start, "%"))
    types = {each.label: each.types for each in candidates}
    first = re.match(r"\s*(%[\w$.-]+)", written)
    is_same = first is not None and field.variable is fields[0].variable is not None
    wanted = set(types.get(first[1], ())) if is_same and first is not None else set[Type]()
    fitting: list[Candidate] = []
    others: list[Candidate] = []
    for each in candidates:
        is_fitting = all(map(field.type_constraint.accepts, each.types)) and wanted in (set(), set(each.types))
        (fitting if is_fitting else others).append(each)
    return fitting, others


def _visible(scope: Scope | None, offset: int) -> list[Definition]:
    """Return the definitions before an offset that are visible in a scope, nearest first."""
    visible: dict[str, Definition] = {}
    while scope is not None:
        for name, definition in reversed(scope.definitions.items()):
            if definition.start < offset:
                visible.setdefault(name, definition)
        scope = None if scope.isolated else scope.parent
    return [*visible.values()]


def _symbols(document: Document, start: int) -> Iterator[Candidate]:
    part = document.segment_at(start).part
    seen: set[str] = set()
    for segment in document.segments:
        if segment.part != part:
            continue
        if segment.analysis is None:
            names = [(match[1], "") for match in _TOP_LEVEL_SYMBOL.finditer(segment.text[:500])][:1]
        else:
            ops = (each.op for each in segment.analysis.ranges.ops)
            names = [(name, op.name) for op in ops if (name := symbol_name(op)) is not None]
        for name, detail in names:
            if name not in seen:
                seen.add(name)
                yield Candidate("symbol", f"@{name}", detail)


def _blocks(document: Document, start: int) -> Iterator[Candidate]:
    view = document.view_at(start)
    for label, block in view.analysis.ranges.scope_at(view.inner(start)).blocks.items():
        yield Candidate("block", label, ", ".join(str(argument.type) for argument in block.args))


def _dialect_names(document: Document, word: str) -> Iterator[Candidate]:
    """Return aliases, and the attributes or types of the dialect that is written, or the names of dialects."""
    sign, name = word[0], word[1:]
    for segment in document.segments:
        if segment.kind == ALIAS:
            match = re.search(rf"^[ \t]*({re.escape(sign)}[\w$-]+)[ \t]*=[ \t]*(.*)", segment.text, re.MULTILINE)
            if match is not None:
                yield Candidate("attribute" if sign == "#" else "type", match[1], match[2])
    context = document.context
    dialect = context.dialect(name.partition(".")[0]) if "." in name else None
    if dialect is None:
        yield from (Candidate("dialect", f"{sign}{each}") for each in context.available)
        return
    for kind in (dialect.types if sign == "!" else dialect.attributes).values():
        meaning = (inspect.getdoc(kind) or "").partition("\n")[0]
        yield Candidate("type" if sign == "!" else "attribute", f"{sign}{kind.name}", meaning)


def _ops(document: Document, start: int, word: str) -> Iterator[Candidate]:
    context = document.context
    prefix, dot, _ = word.partition(".")
    default = enclosing_dialect(document, start)
    dialect = context.dialect(prefix) if dot else context.dialect(default)
    if dialect is not None:
        for cls in dialect.ops.values():
            label = cls.name if dot else cls.name.partition(".")[2]
            yield Candidate("op", label, _first_line(cls), cls.name)
    if not dot:
        yield from (Candidate("dialect", name) for name in context.available)


def _first_line(cls: type[Op]) -> str:
    return (inspect.getdoc(cls) or "").partition("\n")[0]


def _of_the_op(document: Document, start: int) -> Iterator[Candidate]:
    """Return the attributes of the op on this line, and the words that they can be."""
    _, cls = _op_at(document, start)
    if cls is None:
        return
    for field in cls.definition.attrs.values():
        yield Candidate("attribute", field.name, field_documentation(field))
        for word in [*(field.constraint.cases or ()), *getattr(field.constraint.kind, "cases", ())]:
            yield Candidate("word", word, field.name)


def _op_at(document: Document, offset: int) -> tuple[Token | None, type[Op] | None]:
    """Return the name of the op that an offset is in, and its class, if it has one."""
    op = _op_before(document, offset)
    if op is None:
        return None, None
    name = document.text[op.start : op.end].strip('"')
    return op, op_class_named(document.context, name, enclosing_dialect(document, op.start))


def _op_before(document: Document, offset: int) -> Token | None:
    """Return the last name of an op before an offset, looking at some lines."""
    start = document.line_at(offset)[0]
    for _ in range(8):
        names = [token for token in tokens_of(document.text, start, offset) if token.kind == OP]
        if names:
            return names[-1]
        if start == 0:
            return None
        start = document.line_at(start - 1)[0]
    return None
