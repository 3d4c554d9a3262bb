"""No regular expression of the reader takes more than its share of time, whatever it fails on."""

from __future__ import annotations

import re

import pytest

from dlc.parser.driver import SKIP
from dlc.parser.tables import load_tables
from support.cost import TookTooLong, guarded

PREFIXES = (
    "", "%0", "%0 =", "%a:", "%a,", "%a, %b:2", '"a.b"', '"a.b"(', '"a.b"(%a', '"a.b"(%a,', '%a = "a.b"', '%a = "a.b"(',
    "#a", "!a", "loc", "loc(", 'loc("a"', "{", "{a", "{a = x<", "{a = {", '{"', "<{", "<{a", "<{{", ":", ": (",
    ": () ->", ": (i32", "<", "@a", '@"a', '"', "dense", "dense<", 'dense<"a"', "sparse<", "4x", "[4", "array", "-",
    "1.", "1e", "!a.b<", "tensor<4",
)  # fmt: skip
PARTS = (
    " ", "\n", "// ", "/", "// x\n", "a", "%a, ", "a = 1, ", "a<b>, ", "1", "1, ", "4x", "[4]x", '\\"', '""', "<>", "-",
    "->", "::@a", ":2, %a", "{", "{}", '{"a"}',
)  # fmt: skip


EXPRESSIONS = {**load_tables().patterns, "space": f"{SKIP}x"}


@pytest.mark.parametrize("prefix", PREFIXES)
def test_terminals_are_linear(prefix: str) -> None:
    """Thirty repetitions show what doubles with each, many thousands what grows with their square.

    A match that is linear takes less than a thousandth of a second.
    """
    for part in PARTS:
        for repetitions in (30, 30_000):
            text = prefix + part * repetitions + "\x01"
            for name, expression in EXPRESSIONS.items():
                match = re.compile(expression, re.ASCII).match
                try:
                    with guarded(seconds=1):
                        match(text)
                except TookTooLong:
                    pytest.fail(f"{name} takes too long on {prefix!r} and {repetitions} times {part!r}")
