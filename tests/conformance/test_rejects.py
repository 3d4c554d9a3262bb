"""Malformed text ends in an error with a line and a column: never in success, an exception or a traceback.

rejects/ holds what mlir-opt-22 refuses, one fact a chunk. That dlc's words and places are MLIR's is not asked here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.corpus import MLIR_OPT, REJECTS, SPLIT, chunks, error_positions, read, run_mlir_opt
from conformance.tool_under_test import run_tool

CASES = [
    pytest.param(chunk, id=f"{path.stem}: {chunk.splitlines()[0].removeprefix('// ')}")
    for path in sorted(REJECTS.glob("*.mlir"))
    for chunk in chunks(read(path))
]


@pytest.mark.parametrize("text", CASES)
def test_tool_rejects(text: str) -> None:
    outcome = run_tool(text)
    assert outcome.status == 1
    assert "Traceback" not in outcome.errors
    positions = error_positions(outcome.errors)
    assert positions, outcome.errors
    last = len(text.splitlines()) + 1
    assert all(1 <= line <= last and column >= 1 for line, column in positions), outcome.errors


@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
@pytest.mark.parametrize("path", sorted(REJECTS.glob("*.mlir")), ids=lambda path: path.stem)
def test_mlir_rejects_every_case(path: Path) -> None:
    cases = chunks(read(path))
    text = f"{SPLIT}\n".join(cases)
    failing = {line for line, _ in error_positions(run_mlir_opt(text).errors)}
    first = 1
    for case in cases:
        size = len(case.splitlines()) + 1
        assert failing & set(range(first, first + size)), case
        first += size


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 250
