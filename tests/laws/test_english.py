"""English: docstrings can be read alone, messages stand in one piece, and the worst private words are gone.

docs/glossary.md has the words to use, CONTRIBUTING.md the rules. Rooms that are still to be rewritten are listed in
`NOT_YET` and `NAMES_NOT_YET`. These lists only shrink: a room without findings must be removed from them.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from support.project import FOLDERS, nodes_of, shown, walk
from support.run_lines import ROOT

NOT_YET: tuple[str, ...] = ()
"""Rooms, folders or files, whose English is still to be rewritten."""

NAMES_NOT_YET: tuple[str, ...] = ()
"""Rooms whose variables are still to be named for their content."""

EXEMPT = ("docs/glossary.md", "docs/graph-ops.md", "tests/laws/test_english.py")
"""Files that list the words, and a page that is generated from docstrings."""

HEADLESS = re.compile(r"(What|Which|Those|That of)\b|\w+\.$")
"""Beginnings of docstrings that do not name their subject, and docstrings of one word."""

PREPOSITION = re.compile(r"(Of|In|By|With|From|To|For|As|On|Into|Between)\b")
"""Beginnings of docstrings of functions that leave out what the function does."""

INDIRECT = re.compile(r"(Whether|How|Where|Why|When)\b")
"""Indirect questions: a function says "Return whether …", a module begins with its subject."""

FRAGMENT = re.compile(r"; whether\b")
"""The end of a docstring that does not say that something is returned: "… ; return whether that succeeded."."""

PATTERN_REASON = re.compile(r"\bEnds: ")
"""The reason why a pattern ends begins with "Terminates: "."""

PRIVATE = re.compile(
    r"so-manieth|\bsurely\b|\bfor sure\b|\bneeds? no leave\b|\bnobody knows\b|\bis known of\b|\bwhat is done to\b"
    r"|\bhand(s|ed|ing)? on\b|\bso many (?!that\b)|\bone behind the other\b|\bnumbered through\b"
    r"|\b(says?|tells?) nothing of\b|\binside of\b|\bin front of\b",
    re.IGNORECASE,
)
"""Words that docs/glossary.md replaces."""

DENIAL = re.compile(
    r"(?<!there )\b(is|are) no (?!longer\b|more\b|larger\b|smaller\b|less\b|greater\b)|\b(nobody|somebody)\b",
    re.IGNORECASE,
)
"""Denials that are not plain English: a message says `source is not a transpose` and `has no other uses`."""

PARTS = (
    *("manieth", "surely", "for sure", "no leave", "nobody knows", "is known of", "what is done to", "hand on"),
    *("hands on", "handed on", "handing on", "so many ", "one behind", "numbered through", "nothing of", "inside of"),
    "in front of",
)
"""Text of which every private word contains one, as plain strings are found much faster."""

VAGUE_NAMES = frozenset({"found", "made", "words"})


@cache
def files() -> list[Path]:
    """Return the Python files and pages of the project."""
    folders = (*FOLDERS, "benchmarks", "docs", "examples", "tests")
    nested = [path for folder in folders for kind in ("*.py", "*.md") for path in (ROOT / folder).rglob(kind)]
    top = [path for kind in ("*.py", "*.md") for path in ROOT.glob(kind)]
    return sorted(path for path in [*top, *nested] if path.relative_to(ROOT).as_posix() not in EXEMPT)


SUSPICIOUS = re.compile(
    r'"""(What|Which|Those|That of|Whether|How|Where|Why|When|Of|In|By|With|From|To|For|As|On'
    r'|Into|Between)\b|"""\w+\."|\bEnds: '
    r"|; whether\b|\b(words|found|made)\b(?=\s*[=:,)]| in )"
)
"""Text without which a file has no finding in its syntax tree, which takes long to make."""


def nodes(path: Path) -> list[ast.AST]:
    """Return all nodes of a Python file that may have findings."""
    return nodes_of(path) if SUSPICIOUS.search(path.read_text(encoding="utf-8")) else []


def room_of(path: Path, rooms: tuple[str, ...]) -> str | None:
    """Return the listed room that contains a file, or `None`."""
    name = path.relative_to(ROOT).as_posix()
    return next((room for room in rooms if name == room or name.startswith(f"{room}/")), None)


# -- Findings ----------------------------------------------------------------------------------------------------------


def docstrings(path: Path) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Return the docstrings of a file with their module, class, function, or annotated field."""
    for node in nodes(path):
        body: Any = getattr(node, "body", None)
        statements = cast("list[ast.stmt]", body) if isinstance(body, list) else []
        for index, statement in enumerate(statements):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                is_first = index == 0 and isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                yield node if is_first else statement, statement.value


def is_question_allowed(node: ast.AST) -> bool:
    """Return whether "Whether …" may describe this node: a class, a field or a property."""
    if isinstance(node, ast.FunctionDef):
        return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
    return not isinstance(node, ast.Module)


def docstring_findings(path: Path) -> Iterator[str]:
    for node, constant in docstrings(path):
        text = str(constant.value)
        is_indirect = INDIRECT.match(text) and not is_question_allowed(node)
        if HEADLESS.match(text) or is_indirect or (isinstance(node, ast.FunctionDef) and PREPOSITION.match(text)):
            yield f"{shown(path, constant)}: cannot be read alone: {text.splitlines()[0]}"
        if isinstance(node, ast.FunctionDef) and FRAGMENT.search(text):
            yield f"{shown(path, constant)}: write '; return whether …': {text.splitlines()[0]}"
        if PATTERN_REASON.search(text):
            yield f"{shown(path, constant)}: write 'Terminates:' instead of 'Ends:'"


def word_findings(path: Path) -> Iterator[str]:
    """Return private words in a page, or in the docstrings, comments and messages of a Python file."""
    source = path.read_text(encoding="utf-8")
    joined = " ".join(source.split()).lower()
    if not any(part in joined for part in PARTS):  # taking it apart is slow
        return
    if path.suffix == ".md":
        texts = list(enumerate(source.split("\n"), start=1))
    else:
        kinds = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        texts = [(token.start[0], token.string) for token in tokens if token.type in kinds]
    for line, text in texts:
        for match in PRIVATE.finditer(re.sub(r"\s*\n\s*", " ", text)):
            yield f"{shown(path)}:{line}: '{match[0]}': see docs/glossary.md"


def message_findings(path: Path) -> Iterator[str]:
    """Return the variables that hold half of an error message, so that a search for its words does not find it."""
    if ".error(" not in path.read_text(encoding="utf-8"):
        return
    for function in nodes_of(path):
        if isinstance(function, ast.FunctionDef):
            inserted = inserted_names(function)
            for node in walk(function) if inserted else ():
                if isinstance(node, ast.Assign) and any(
                    inserted & names_of(target) and is_half_a_sentence(text)
                    for target, value in assigned(node)
                    for text in texts_of(value)
                ):
                    yield f"{shown(path, node)}: write the message in one piece where it is reported"


def denial_findings(path: Path) -> Iterator[str]:
    """Return the messages, which are strings but no docstrings, that deny in a way that is not plain English."""
    if not DENIAL.search(path.read_text(encoding="utf-8")):
        return
    all_nodes = nodes_of(path)
    docstrings = {node.value for node in all_nodes if isinstance(node, ast.Expr)}
    for node in all_nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            for match in DENIAL.finditer(node.value):
                yield f"{shown(path, node)}: '{match[0].strip()}' in a message: write 'is not a …' or 'without …'"


def inserted_names(function: ast.FunctionDef) -> set[str]:
    """Return the variables that a function inserts into messages of errors."""
    calls = [node for node in walk(function) if isinstance(node, ast.Call)]
    errors = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "error"]
    holes = [node.value for call in errors for node in walk(call) if isinstance(node, ast.FormattedValue)]
    return {hole.id for hole in holes if isinstance(hole, ast.Name)}


def names_of(target: ast.expr) -> set[str]:
    return {target.id} if isinstance(target, ast.Name) else set()


def assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return the targets of an assignment with their values."""
    [target, *_], value = node.targets, node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def texts_of(value: ast.expr) -> list[str]:
    """Return the texts that an expression may be, with spaces for the values that are inserted."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return [value.value]
    if isinstance(value, ast.JoinedStr):
        return [" ".join(str(part.value) if isinstance(part, ast.Constant) else "" for part in value.values)]
    if isinstance(value, ast.IfExp):
        return [*texts_of(value.body), *texts_of(value.orelse)]
    return []


def is_half_a_sentence(text: str) -> bool:
    """Return whether a text is more than a short value such as `4, 8 or 16 bytes`: it has four words or more."""
    return sum(word.strip("'\"`(,")[:1].isalpha() for word in text.split()) >= 4


def name_findings(path: Path) -> Iterator[str]:
    for node in nodes(path):
        name = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""
        name = node.arg if isinstance(node, ast.arg) else name
        if name in VAGUE_NAMES:
            yield f"{shown(path, node)}: '{name}' does not say what it holds"


def english_findings(path: Path) -> list[str]:
    if path.suffix == ".md":
        return list(word_findings(path))
    return [*docstring_findings(path), *word_findings(path), *message_findings(path), *denial_findings(path)]


def vague_names(path: Path) -> list[str]:
    return list(name_findings(path)) if path.suffix == ".py" else []


LAWS = [(english_findings, NOT_YET), (vague_names, NAMES_NOT_YET)]


@pytest.mark.parametrize(("findings", "not_yet"), LAWS, ids=["English", "names"])
def test_finished_rooms_stay_clean(findings: Callable[[Path], list[str]], not_yet: tuple[str, ...]) -> None:
    assert [each for path in files() if room_of(path, not_yet) is None for each in findings(path)] == []


@pytest.mark.parametrize(("findings", "not_yet"), LAWS, ids=["English", "names"])
def test_clean_rooms_are_not_listed(findings: Callable[[Path], list[str]], not_yet: tuple[str, ...]) -> None:
    """A room is listed as long as one of its files has a finding; the first one is enough."""
    clean = [room for room in not_yet if not any(findings(path) for path in files() if room_of(path, not_yet) == room)]
    assert clean == [], "remove these rooms from the list"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('def f():\n    """Whether it is so."""', "cannot be read alone"),
        ('"""How it works."""', "cannot be read alone"),
        ('def f():\n    """Erase an op; whether it was there."""', "return whether"),
        ('class C:\n    """Those of a block."""', "cannot be read alone"),
        ('class C:\n    """A block."""\n    x = 1\n    """What it holds."""', "cannot be read alone"),
        ('def f():\n    """Both."""', "cannot be read alone"),
        ('def f():\n    """Of the dimensions and of the symbols."""', "cannot be read alone"),
        ('class C:\n    """A block."""\n    x = 1\n    """For tests."""', None),
        ('def f():\n    """x + 0 -> x.  Ends: an op is gone."""', "Terminates:"),
        ("# is surely inside", "'surely'"),
        ('"""A value that is handed\n  on to a pass."""', "'handed on'"),
        ('"""A text."""\nx = "source is no mask"', "in a message"),
        ('"""A text."""\nx = "a product that nobody else needs"', "in a message"),
        ('"""A chain that is no cycle."""\nx = "there is no mask, and the source is no longer one"', None),
        ('def f(r):\n    x = "must have a value"\n    r.error(f"{x}, but got 1")', "in one piece"),
        (
            'def f(r):\n    x, y = 1, f"must {r} have no value" if r else ""\n    r.error(f"{y} {x}")',
            "in one piece",
        ),
        ('def f(r):\n    x = "4, 8 or 16 bytes"\n    r.error(f"expected {x}, but got 1")', None),
        ('def f(r):\n    message = "must have a value, but got none"\n    r.error(message)', None),
        ('class C:\n    """A block."""\n    x = 1\n    """Whether it is empty."""', None),
        ('class C:\n    @property\n    def x(self):\n        """Whether it is empty."""', None),
        ('def f():\n    """Return whether there are so many that it is full."""', None),
    ],
)
def test_what_is_refused(source: str, message: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("support.project.ROOT", tmp_path)
    path = tmp_path / "example.py"
    path.write_text(source + "\n", encoding="utf-8")
    findings = english_findings(path)
    assert findings == [] if message is None else any(message in finding for finding in findings)
