"""The answers to `--help-op`, `--help-type`, `--help-attr`, `--help-dialect` and `--help-pass`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from dlc.dialects.synonyms import has_no_op, plain, stems
from dlc.ir import Attribute
from dlc.ir.context import Context
from dlc.ir.diagnostics import did_you_mean, meaning
from dlc.ir.dialect import Dialect
from dlc.ir.docstrings import docstring_of
from dlc.passes.manager.registry import REGISTRY

from ..options import QUESTIONS, Options, UsageError
from .definitions import attribute_document, attributes_of, dialect_document, op_document, types_of
from .documents import Document
from .lowerings import lowerings_of
from .passes import pass_document

_Kind = Literal["type", "attribute"]


def answers(options: Options, context: Context) -> str:
    """Return the answers to all questions of a command line."""
    documents = [document_of(question, name, context) for question in QUESTIONS for name in options[question]]
    return "\n".join(document.as_text() for document in documents)


def document_of(question: str, name: str, context: Context) -> Document:
    """Return the document that answers a question, such as `document_of("help-op", "graph.pool", context)`."""
    return _ANSWERS[question](name.strip("\"'"), context)


def _op(name: str, context: Context) -> Document:
    cls = context.op_class(name)
    if cls is None:
        hint = _nothing(name) or meaning(_namesakes(name, context)) or context.suggest_op(name)
        raise UsageError(f"there is no op '{name}'{hint or _in_dialect(name, context)}")
    return op_document(cls, context.dialect(name.partition(".")[0]), lowerings_of(cls))


def _namesakes(name: str, context: Context) -> list[str]:
    """Return the ops that people mean by a name without a dialect, or by one of another framework: `aten.relu`.

    Another framework's op is one of dlc's own levels, if there is one.
    """
    prefix, _, last = name.rpartition(".")
    if prefix.partition(".")[0] in context.available:
        return []
    ops = (op for dialect in every_dialect(context) for op in dialect.ops)
    meant = stems(plain(last))
    same = [op for op in ops if plain(op.partition(".")[2]) in meant]
    own = [*context.synonyms_of(name), *(op for op in same if op.partition(".")[0] in LEVELS)]
    others = [] if prefix and own else same
    return list(dict.fromkeys([*own, *others])) if same else []


def _nothing(name: str) -> str:
    return ": programs here use its operand instead" if has_no_op(name) else ""


def _type(name: str, context: Context) -> Document:
    return attribute_document(_class_of(name.lstrip("!"), "type", context))


def _attribute(name: str, context: Context) -> Document:
    return attribute_document(_class_of(name.lstrip("#"), "attribute", context))


def _class_of(name: str, kind: _Kind, context: Context) -> type[Attribute]:
    """Return the class of a type or attribute by its name, or by the keyword that its text begins with."""
    stem = name.partition("<")[0]
    known = _classes(kind, context)
    cls = _known_as(stem, known)
    if cls is None:
        homonyms = [each for each in known if each.partition(".")[2] == stem]
        mnemonics = [each.partition(".")[2] for each in known]
        near = did_you_mean(stem, [*known, *mnemonics])
        hint = meaning(homonyms) or _of_other_kind(stem, kind, context) or near
        raise UsageError(f"there is no {kind} '{name}'{hint or _in_dialect(name, context)}")
    return cls


def _classes(kind: _Kind, context: Context) -> dict[str, type[Attribute]]:
    members: Callable[[Dialect], Mapping[str, type[Attribute]]] = types_of if kind == "type" else attributes_of
    return {each: cls for dialect in every_dialect(context) for each, cls in members(dialect).items()}


def _known_as(stem: str, known: Mapping[str, type[Attribute]]) -> type[Attribute] | None:
    return known.get(stem) or known.get(f"builtin.{stem}") or _written_as(stem, known)


def _of_other_kind(stem: str, kind: _Kind, context: Context) -> str:
    """Return the question about an attribute if a type has its name, or about a type."""
    other: _Kind = "attribute" if kind == "type" else "type"
    plain_stem = stem.lstrip("!#")
    if _known_as(plain_stem, _classes(other, context)) is None:
        return ""
    return f", but a{'n' * (other == 'attribute')} {other}: --help-{other[:4]}={plain_stem}"


def _written_as(keyword: str, known: Mapping[str, type[Attribute]]) -> type[Attribute] | None:
    """Return the builtin type or attribute whose docstring shows a text that begins with a keyword, such as `f32`."""
    builtin = [cls for name, cls in known.items() if name.startswith("builtin.") and keyword]
    return next((cls for cls in builtin if f"`{keyword}" in docstring_of(cls).meaning), None)


def _dialect(name: str, context: Context) -> Document:
    return dialect_document(dialect_of(name, context))


def dialect_of(name: str, context: Context) -> Dialect:
    """Return a dialect by its name; raise `UsageError` if there is none."""
    dialect = context.dialect(name)
    if dialect is None:
        raise UsageError(f"there is no dialect '{name}'{did_you_mean(name, context.available) or _available(context)}")
    return dialect


def _pass(name: str, context: Context) -> Document:
    kind = REGISTRY.find(name.lstrip("-"))
    if kind is None:
        raise UsageError(f"there is no pass '{name}'{REGISTRY.suggest(name) or '; see --list-passes'}")
    return pass_document(kind, context)


LEVELS = ("graph", "tensor", "loop")
"""The dialects that the compiler goes through, whose ops are named before those of dialects that it imports."""

_ANSWERS: Mapping[str, Callable[[str, Context], Document]] = {
    "help-op": _op,
    "help-type": _type,
    "help-attr": _attribute,
    "help-dialect": _dialect,
    "help-pass": _pass,
}


def every_dialect(context: Context) -> list[Dialect]:
    """Return all dialects, loaded."""
    return [dialect for name in context.available if (dialect := context.dialect(name)) is not None]


def _in_dialect(name: str, context: Context) -> str:
    """Return where the op could be looked for: in its dialect, or in all of them."""
    prefix = name.partition(".")[0]
    if prefix in context.available:
        return f"; --help-dialect={prefix} lists what there is"
    return _available(context)


def _available(context: Context) -> str:
    return f"; the dialects are {', '.join(context.available)}"
