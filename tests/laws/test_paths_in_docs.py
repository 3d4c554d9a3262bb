"""The files and folders that the documentation, docstrings and messages name are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.project import FOLDERS, shown, sources
from support.run_lines import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
ROOMS = (*FOLDERS, "tests", "benchmarks", "docs", "examples")
PATH = re.compile(rf"`((?:{'|'.join(ROOMS)})/[\w./*<>-]*)`")
NAMED_FILE = re.compile(rf"(?<![\w/.<-])((?:{'|'.join(ROOMS)})/[\w./*<>-]*\.(?:pyi?|md|mlir))\b")
"""A file in Python source: in messages, comments and docstrings."""
MODULES = sorted({*ROOT.glob("*.py"), *sources(*ROOMS)} - {Path(__file__).resolve()})
PLACEHOLDER = re.compile(r"<\w+>")
"""`<dialect>` in a path stands for any name."""


def missing_paths(text: str, paths: re.Pattern[str] = PATH) -> Iterator[str]:
    """The paths that a page names and that do not exist, with their lines."""
    for number, line in enumerate(text.split("\n"), start=1):
        for path in paths.findall(line):
            if not any(ROOT.glob(PLACEHOLDER.sub("*", path).rstrip("/"))):
                yield f"line {number}: {path}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_paths_exist(page: Path) -> None:
    assert not list(missing_paths(page.read_text(encoding="utf-8")))


def test_paths_named_in_python_exist() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES}
    assert [f"{shown(path)}, {each}" for path, text in texts.items() for each in missing_paths(text, NAMED_FILE)] == []


def test_a_missing_path_is_noticed() -> None:
    text = "see `passes/catalog.py`,\n`dialects/<dialect>/__init__.py`, `passes/no_such_file.py`"
    assert list(missing_paths(text)) == ["line 2: passes/no_such_file.py"]
    message = 'PIN = "it goes into tests/unit/no_such_test.py, see tests/laws/test_docs.py."'
    assert list(missing_paths(message, NAMED_FILE)) == ["line 1: tests/unit/no_such_test.py"]
