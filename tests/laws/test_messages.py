"""Habit 7: messages are facts in lower case without a full stop, and quote what they got."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.project import nodes_of, shown, sources

FOLDERS = ("ir", "parser", "dialects", "passes", "interp", "tools")
REPORTING = {"error": 1, "error_at": 2}
"""Methods of a report, and which argument is the message (an attribute's report takes nothing else)."""

NAMES = re.compile(r"[A-Z][\w]*[A-Z_a-z]\w*\b|[A-Z]\b|[A-Z]+\b")
CAPITALIZED = ("MLIR", "IR", "SSA", "UTF", "Python", "AVX", "FMA", "NaN", "PTX", "LLVM", "JSON", "CUDA", "Lark")
"""Words that are written like this wherever they stand."""


def messages(path: Path) -> Iterator[tuple[ast.Call, str, bool]]:
    """Return the messages reported in a file: the call, the text with `{}` for inserted values, and whether its end is
    known.
    """
    for node in nodes_of(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        place = REPORTING.get(node.func.attr)
        if place is None or not node.args:
            continue
        argument = node.args[min(place, len(node.args) - 1)]
        text = template(argument)
        if text is not None:
            yield node, text, not text.endswith("{}")


def template(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


@cache
def found(path: Path) -> list[tuple[ast.Call, str, bool]]:
    return list(messages(path))


PATHS = [path for path in sources(*FOLDERS) if re.search(r"\.error(_at)?\(", path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", PATHS, ids=shown)
def test_messages_begin_in_lower_case(path: Path) -> None:
    wrong = [
        f"{shown(path, call)}: {text}"
        for call, text, _ in found(path)
        if text[:1].isupper() and not text.startswith(CAPITALIZED)
    ]
    assert wrong == []


@pytest.mark.parametrize("path", PATHS, ids=shown)
def test_messages_have_no_full_stop(path: Path) -> None:
    wrong = [
        f"{shown(path, call)}: {text}"
        for call, text, known in found(path)
        if known and text.rstrip().endswith((".", "!"))
    ]
    assert wrong == []


@pytest.mark.parametrize("path", PATHS, ids=shown)
def test_messages_say_what_they_got(path: Path) -> None:
    """`but got` is followed by what was got, in quotes if it is a text."""
    wrong = [
        f"{shown(path, call)}: {text}"
        for call, text, _ in found(path)
        for tail in re.findall(r"but (?:got|found) ?(.{0,2})", text)
        if not re.match(r"['\"{\[(<\d]|no|an?|on", tail)
    ]
    assert wrong == []


def test_the_walk_finds_messages() -> None:
    assert sum(len(found(path)) for path in PATHS) > 100
