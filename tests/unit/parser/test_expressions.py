"""No regular expression of the reader takes more than its share of time, whatever it fails on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from dlc.parser.driver import SKIP
from dlc.parser.tables import load_tables
from support.cost import guarded

PREFIXES = (
    "", "%0", "%0 =", "%a:", "%a,", "%a, %b:2", '"a.b"', '"a.b"(', '"a.b"(%a', '"a.b"(%a,', '%a = "a.b"', '%a = "a.b"(',
    "#a", "!a", "loc", "loc(", 'loc("a"', "{", "{a", "{a = x<", "<{", "<{a", ":", ": (", ": () ->", ": (i32", "<", "@a",
    '@"a', '"', "dense", "dense<", 'dense<"a"', "sparse<", "4x", "[4", "array", "-", "1.", "1e", "!a.b<", "tensor<4",
)  # fmt: skip
PARTS = (
    " ", "\n", "// ", "/", "// x\n", "a", "%a, ", "a = 1, ", "a<b>, ", "1", "1, ", "4x", "[4]x", '\\"', '""', "<>", "-",
    "->", "::@a", ":2, %a",
)  # fmt: skip


@pytest.mark.parametrize("name", sorted(load_tables().patterns))
def test_terminal_is_linear(name: str) -> None:
    match = re.compile(load_tables().patterns[name], re.ASCII).match
    assert_linear(match)


def test_space_is_linear() -> None:
    assert_linear(re.compile(f"{SKIP}x").match)


def assert_linear(match: Callable[[str], object]) -> None:
    """Thirty repetitions show what doubles with each, many thousands what grows with their square.

    A match that is linear takes a thousandth of a second.
    """
    for prefix in PREFIXES:
        for part in PARTS:
            for repetitions in (30, 100_000):
                text = prefix + part * repetitions + "\x01"
                with guarded(seconds=10):
                    match(text)
