"""Every text in generic/ parses, prints, prints the same again, and means the same module to mlir-opt-22.

The text is MLIR's own, of all its dialects; dlc takes those it does not have as unregistered. Two texts mean the same
if mlir-opt prints them alike, locations included where the original gives them. Malformed text is in test_rejects.py.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest

from conformance.corpus import GENERIC, MLIR_OPT, PRINT_DEBUGINFO, PRINT_GENERIC, SPLIT, chunks, read, run_mlir_opt
from conformance.tool_under_test import print_generic

FILES = sorted(GENERIC.glob("*.mlir"))
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def assert_same_modules(expected: str, actual: str) -> None:
    """Fail with the difference of the first module that differs."""
    wanted, got = chunks(expected), chunks(actual)
    for number, (want, have) in enumerate(zip(wanted, got, strict=False)):
        lines = difflib.unified_diff(want.splitlines(), have.splitlines(), "expected", "actual", lineterm="", n=1)
        assert want == have, f"module {number} differs\n" + "\n".join(list(lines)[:20])
    assert len(wanted) == len(got), "the number of modules differs"


def printed_by_tool(path: Path) -> str:
    """The tool's print of a corpus file, which it must accept."""
    printed = print_generic(read(path))
    assert printed.status == 0, printed.errors[:2000]
    return printed.output


def canonical(text: str, path: Path) -> str:
    """mlir-opt's print of a text, with locations if the file is a variant that spells them out."""
    has_locations = path.stem.endswith((".debuginfo", ".local"))
    printed = run_mlir_opt(text, PRINT_GENERIC, *([PRINT_DEBUGINFO] if has_locations else []))
    assert printed.status == 0, printed.errors[:2000]
    return printed.output


@pytest.mark.sampled(3)
@every_file
def test_print_is_a_fixpoint(path: Path) -> None:
    once = printed_by_tool(path)
    again = print_generic(once)
    assert again.status == 0, again.errors[:2000]
    assert_same_modules(once, again.output)


@pytest.mark.sampled(3)
@every_file
@pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-22 is not installed")
def test_mlir_reads_the_same_module(path: Path) -> None:
    assert_same_modules(canonical(read(path), path), canonical(printed_by_tool(path), path))


def test_corpus_is_broad() -> None:
    text = f"\n{SPLIT}\n".join(read(path) for path in FILES)
    dialects = set(re.findall(r'"([a-z]\w+)\.[^"]*"\(', text))
    assert len(dialects) >= 45, sorted(dialects)
    assert len(chunks(text)) >= 500
