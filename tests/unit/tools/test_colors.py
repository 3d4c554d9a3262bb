"""The colors that the language server sends: those of all tokens, whatever was remembered, and edits of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from dlc.dialects import register_all
from dlc.ir.context import Context
from dlc.parser.highlighting import Token, tokens_of
from dlc.tools.language_server.colors import TOKEN_TYPES, Colors, Edit, difference
from dlc.tools.language_server.document import Document
from support.run_lines import ROOT

NAMES = {"value": "variable", "block": "label", "symbol": "function", "attribute": "macro", "op": "operator"}
FILES = sorted((ROOT / "tests/filecheck").glob("*/*/*.mlir"))[::23]
PARAMETERS = """\
module {
  func.func @f(%a: i32) -> i32 {
    %x = arith.addi %a, %a : i32
    return %x : i32
  }
  func.func @g(%x: i32, %b: i32) -> i32 {
    %a = arith.addi %x, %b : i32
    return %a : i32
  }
}
"""
BREAKING = (" : ", '"', "//", "\n", "%a", " ", "😀", "x", "{", "}", "op : i32", "-> (", "\r\n", "\f", "!t", "4x")


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def decoded(data: list[int]) -> list[tuple[int, int, int, str]]:
    """Return the line, column, length and type of each token."""
    tokens: list[tuple[int, int, int, str]] = []
    line = column = 0
    for index in range(0, len(data), 5):
        lines, columns, length, number, _ = data[index : index + 5]
        line, column = line + lines, columns if lines else column + columns
        tokens.append((line, column, length, TOKEN_TYPES[number]))
    return tokens


def expected(text: str) -> list[tuple[int, int, int, str]]:
    """Return what `decoded` should: all tokens but punctuation, of a text whose ops were not parsed."""
    tokens: list[tuple[int, int, int, str]] = []
    for kind, start, end in tokens_of(text):
        if kind != "punctuation":
            line_start = text.rfind("\n", 0, start) + 1
            place = text.count("\n", 0, start), units(text[line_start:start])
            tokens.append((*place, units(text[start:end]), NAMES.get(kind, kind)))
    return tokens


@pytest.fixture(scope="module")
def context() -> Context:
    context = Context(allow_unregistered=True)
    register_all(context)
    return context


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_edits_leave_the_colors_of_the_text_and_tell_what_changed(path: Path, context: Context) -> None:
    draw = random.Random(path.stem)
    text = path.read_text()
    document = Document(text, context)
    colors = Colors(document, units)
    told: list[int] = []
    for _ in range(12):
        data = colors.encoded(0, len(text))
        assert decoded(data) == expected(text)
        for start, removed, inserted in difference(told, data):
            told[start : start + removed] = inserted
        assert told == data
        begin = draw.randrange(len(text) + 1)
        text = text[:begin] + draw.choice(BREAKING) + text[begin + draw.choice((0, 0, 1, 30)) :]
        document.update(text)


def test_a_part_has_the_tokens_of_its_lines(context: Context) -> None:
    document = Document(PARAMETERS, context)
    colors = Colors(document, units)
    start, end = PARAMETERS.index("addi"), PARAMETERS.index("@g")
    lines = [each for each in decoded(colors.encoded(0, len(PARAMETERS))) if 2 <= each[0] <= 5]
    assert decoded(colors.encoded(start, end)) == lines


def test_arguments_are_those_of_the_function_around_and_follow_its_analysis(context: Context) -> None:
    document = Document(PARAMETERS, context)
    colors = Colors(document, units)

    def parameters() -> list[str]:
        lines = document.text.split("\n")
        tokens = decoded(colors.encoded(0, len(document.text)))
        return [lines[line][at : at + length] for line, at, length, kind in tokens if kind == "parameter"]

    assert not parameters()
    document.check()
    assert parameters() == ["%a", "%a", "%a", "%x", "%b", "%x", "%b"]
    document.update(PARAMETERS.replace("%b: i32", "%c: i32").replace("%x, %b :", "%x, %c :"))
    document.check()
    assert parameters() == ["%a", "%a", "%a", "%x", "%c", "%x", "%c"]


def test_an_edit_divides_only_the_line_that_it_is_in(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(PARAMETERS, context)
    colors = Colors(document, units)
    colors.encoded(0, len(PARAMETERS))
    divided: list[str] = []

    def divide(text: str) -> Iterator[Token]:
        divided.append(text)
        return tokens_of(text)

    monkeypatch.setattr("dlc.tools.language_server.colors.tokens_of", divide)
    document.update(PARAMETERS.replace("addi %x, %b", "muli %x, %b"))
    colors.encoded(0, len(document.text))
    assert divided == ["    %a = arith.muli %x, %b"]


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ([], [], []),
        ([1, 2], [1, 2], []),
        ([], [1], [Edit(0, 0, [1])]),
        ([1, 2], [], [Edit(0, 2, [])]),
        ([1, 1], [1, 1, 1], [Edit(2, 0, [1])]),
        ([1, 2, 3, 4], [1, 5, 3, 4], [Edit(1, 1, [5])]),
    ],
)
def test_a_difference_is_everything_between_the_first_and_the_last_change(
    old: list[int], new: list[int], edits: list[Edit]
) -> None:
    assert difference(old, new) == edits
