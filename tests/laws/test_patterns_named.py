"""Habit 10: every canonicalization has a name, an equation and a reason to end, and the suite hits it."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import Any

import pytest

from dlc.ir.patterns import Pattern
from dlc.tools import dlc_opt
from support.project import FILECHECK, dialects

PATTERNS = [pattern for dialect in dialects() for pattern in dialect.patterns]
IDS = [pattern.qualified_name.removeprefix("dlc.dialects.") for pattern in PATTERNS]


@pytest.mark.parametrize("pattern", PATTERNS, ids=IDS)
def test_patterns_are_documented_by_an_equation(pattern: Pattern[Any]) -> None:
    assert re.search(r"->|→|=", pattern.doc), "write what becomes what: `add(x, 0) -> x`"


def test_names_are_unique_in_a_dialect() -> None:
    for dialect in dialects():
        names = [pattern.name for pattern in dialect.patterns]
        assert len(names) == len(set(names))


@cache
def hits() -> dict[Pattern[Any], int]:
    """Return how often each pattern applied in all FileCheck tests that canonicalize."""
    before = {pattern: pattern.hits for pattern in PATTERNS}
    for path in sorted(FILECHECK.rglob("*.mlir")):
        text = path.read_text(encoding="utf-8")
        if "canonicalize" not in text:
            continue
        flags = ["--allow-unregistered-dialect", "--canonicalize"]
        flags += ["--split-input-file"] if "// -----" in text else []
        dlc_opt.run(flags, text, io.StringIO(), io.StringIO())
    return {pattern: pattern.hits - before[pattern] for pattern in PATTERNS}


@pytest.mark.slow
@pytest.mark.parametrize("pattern", PATTERNS, ids=IDS)
def test_patterns_are_hit_by_the_suite(pattern: Pattern[Any]) -> None:
    assert hits()[pattern] > 0
