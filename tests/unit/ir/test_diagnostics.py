"""Diagnostics: what is shown of a program, in text and JSON, and suggestions for what was misspelt."""

from __future__ import annotations

import json
import random

import pytest

from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.diagnostics import (
    MOST_ERRORS,
    Diagnostic,
    DiagnosticEngine,
    did_you_mean,
    file_location,
)
from dlc.ir.locations import (
    UNKNOWN_LOC,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
    OpaqueLoc,
    Source,
)
from support.cost import assert_cheap

TEXT = '%c = graph.matmul %a, %b : i32\n\tx "a b" @f\nlast'
PLACE = FileLineColLoc.at("n.mlir", 1, 6)


def engine(text: str = TEXT) -> DiagnosticEngine:
    diagnostics = DiagnosticEngine()
    diagnostics.add_source(Source("n.mlir", text))
    return diagnostics


def test_a_message_with_its_line_and_notes() -> None:
    e = engine()
    error = e.error(PLACE, "inner sizes must agree", "matmul_c1", [(FileLineColLoc.at("n.mlir", 3, 1), "defined here")])
    assert e.render(error) == (
        "n.mlir:1:6: error: inner sizes must agree [matmul_c1]\n"
        "  %c = graph.matmul %a, %b : i32\n"
        "       ^~~~~~~~~~~~\n"
        "n.mlir:3:1: note: defined here\n"
        "  last\n"
        "  ^~~~"
    )
    assert e.error_count == 1
    assert repr(error) == "<error: inner sizes must agree [matmul_c1]>"


@pytest.mark.parametrize(
    ("place", "underlined"),
    [
        (FileLineColLoc("n.mlir", 1, 1, 1, 12), "^~~~~~~~~~~"),
        (FileLineColLoc.at("n.mlir", 2, 4), "^~~~~"),
        (FileLineColLoc.at("n.mlir", 2, 10), "^~"),
        (FileLineColLoc.at("n.mlir", 1, 31), "^"),
        (FileLineColLoc.at("n.mlir", 1, 32), None),
        (FileLineColLoc.at("n.mlir", 9, 1), None),
        (FileLineColLoc.at("n.mlir", 0, 0), None),
        (FileLineColLoc.at("other.mlir", 1, 1), None),
    ],
)
def test_what_is_underlined(place: FileLineColLoc, underlined: str | None) -> None:
    e = engine()
    lines = e.render(e.error(place, "m")).split("\n")
    assert (lines[2].strip() if len(lines) > 1 else None) == underlined
    if underlined is not None and place.line == 2:
        assert lines[2].startswith("  \t")


def test_long_lines_are_cut_around_the_place() -> None:
    text = "x" * 5_000 + " here " + "y" * 5_000
    e = engine(text)
    shown = e.render(e.error(FileLineColLoc.at("n.mlir", 1, 5_002), "m")).split("\n")
    assert len(shown[1]) < 250
    assert shown[1][shown[2].index("^") :].startswith("here")


def test_parts_of_split_files_have_their_own_first_line() -> None:
    source = Source("s.mlir", "a\nbc\r\nd", first_line=11)
    assert source.position(2) == (12, 1)
    assert source.position(99) == (13, 94)
    assert source.line(12) == "bc"
    assert source.line(10) is None
    assert source.line(14) is None
    assert source.location(3) is FileLineColLoc.at("s.mlir", 12, 2)


def test_places_are_found_in_any_location() -> None:
    at = FileLineColLoc.at("f", 1, 2)
    other = FileLineColLoc.at("g", 3, 4)
    for location in (
        at,
        NameLoc("x", at),
        CallSiteLoc(at, other),
        CallSiteLoc(UNKNOWN_LOC, at),
        FusedLoc((UNKNOWN_LOC, NameLoc("n", at), other), StringAttr("p")),
        OpaqueLoc(1, at),
    ):
        assert file_location(location) is at
    assert file_location(UNKNOWN_LOC) is None
    tangled: Location = UNKNOWN_LOC
    for _ in range(200):
        tangled = CallSiteLoc(tangled, tangled)
    assert file_location(tangled) is None


def test_handlers_hear_everything_in_order() -> None:
    e = DiagnosticEngine()
    heard: list[Diagnostic] = []
    e.handlers.append(heard.append)
    e.remark(UNKNOWN_LOC, "r")
    e.warning(UNKNOWN_LOC, "w")
    e.error(UNKNOWN_LOC, "e").note(UNKNOWN_LOC, "n").note(UNKNOWN_LOC, "n2")
    assert [(d.severity, d.message, len(d.notes)) for d in heard] == [
        ("remark", "r", 0),
        ("warning", "w", 0),
        ("error", "e", 2),
    ]
    assert e.error_count == 1
    assert e.render(heard[2]).startswith("<unknown>: error: e\n<unknown>: note: n\n")


def test_what_is_held_can_get_notes_and_keeps_its_place() -> None:
    e = DiagnosticEngine()
    heard: list[tuple[str, int]] = []
    e.handlers.append(lambda diagnostic: heard.append((diagnostic.message, len(diagnostic.notes))))
    e.hold(Diagnostic("error", UNKNOWN_LOC, "first")).note(UNKNOWN_LOC, "because")
    assert (heard, e.error_count) == ([], 1)
    e.remark(UNKNOWN_LOC, "second")
    e.hold(Diagnostic("error", UNKNOWN_LOC, "third")).note(UNKNOWN_LOC, "so").note(UNKNOWN_LOC, "there")
    e.release()
    e.release()
    assert heard == [("first", 1), ("second", 0), ("third", 2)]
    assert [each.message for each in e.diagnostics] == ["first", "second", "third"]


def test_errors_are_bounded() -> None:
    e = DiagnosticEngine()
    for _ in range(2 * MOST_ERRORS):
        e.error(UNKNOWN_LOC, "again")
    assert len(e.diagnostics) == MOST_ERRORS
    assert e.error_count == 2 * MOST_ERRORS


def test_json_is_read_back() -> None:
    e = DiagnosticEngine()
    odd = 'a "b" \\ \n\t\x01 é 😀 \udc80 </x>'
    error = e.error(FileLineColLoc.at(odd, 1, 2), odd, "r_c1").note(UNKNOWN_LOC, "n")
    text = e.as_json(error)
    assert "\n" not in text
    text.encode()
    assert json.loads(text) == {
        "severity": "error",
        "file": odd,
        "line": 1,
        "column": 2,
        "message": odd,
        "rule": "r_c1",
        "notes": [
            {"severity": "note", "file": None, "line": None, "column": None, "message": "n", "rule": None, "notes": []}
        ],
    }


def distance(a: str, b: str) -> int:
    """Optimal string alignment, by the book."""
    rows = [[max(i, j) if not min(i, j) else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            costs = [rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])]
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                costs.append(rows[i - 2][j - 2] + 1)
            rows[i][j] = min(costs)
    return rows[-1][-1]


def test_suggestions_against_the_plain_definition() -> None:
    rng = random.Random(2)
    random_texts = ["".join(rng.choices("abc.", k=rng.randrange(1, 9))) for _ in range(60)]
    for name in random_texts:
        limit = max(1, len(name) // 3)
        near = min(((distance(name, w), w) for w in random_texts[:30]), default=None)
        expected = f", did you mean '{near[1]}'?" if near is not None and near[0] <= limit else ""
        assert did_you_mean(name, random_texts[:30]) == expected


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("arith.adf", ["arith.addf", "arith.mulf"], "arith.addf"),
        ("cannonicalize", ["cse", "canonicalize"], "canonicalize"),
        ("ces", ["cse", "dce"], "cse"),
        ("x", ["arith.addf"], None),
        ("", ["a"], "a"),
        ("far.away", [], None),
        ("a" * 1000, ["a" * 999], None),
    ],
)
def test_suggestions(name: str, known: list[str], expected: str | None) -> None:
    assert did_you_mean(name, known) == (f", did you mean '{expected}'?" if expected is not None else "")


@pytest.mark.growth
def test_a_thousand_unknown_names_are_answered_quickly() -> None:
    known = [f"dialect{i % 7}.some_operation_{i}" for i in range(500)]
    asked = [f"dialect{i % 9}.sme_opreation_{i}" for i in range(20)]
    assert_cheap(lambda: [did_you_mean(name, known) for name in asked], lines=4_000_000, seconds=2)


def test_a_line_is_never_one_of_another_text_of_that_name() -> None:
    e = DiagnosticEngine()
    first, second = Source("-", "one\nboth\nthree\n"), Source("-", "eins\nboth\ndrei\n")
    e.add_source(first)
    e.add_source(second)
    assert e.render(e.error((first, 0), "wrong")) == "-:1:1: error: wrong\n  one\n  ^~~"
    assert e.render(e.error((second, 0), "wrong")) == "-:1:1: error: wrong\n  eins\n  ^~~~"
    assert e.render(e.error(first.location(0), "wrong")) == "-:1:1: error: wrong"
    assert e.render(e.error(first.location(4), "wrong")) == "-:2:1: error: wrong\n  both\n  ^~~~"
