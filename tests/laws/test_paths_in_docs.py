"""The files and folders that the documentation names are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.project import FOLDERS
from support.run_lines import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
ROOMS = (*FOLDERS, "tests", "benchmarks", "docs", "examples")
PATH = re.compile(rf"`((?:{'|'.join(ROOMS)})/[\w./*<>-]*)`")
PLACEHOLDER = re.compile(r"<\w+>")
"""`<dialect>` in a path stands for any name."""


def missing_paths(text: str) -> Iterator[str]:
    """The paths that a page names and that do not exist, with their lines."""
    for number, line in enumerate(text.split("\n"), start=1):
        for path in PATH.findall(line):
            if not any(ROOT.glob(PLACEHOLDER.sub("*", path).rstrip("/"))):
                yield f"line {number}: {path}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_paths_exist(page: Path) -> None:
    assert not list(missing_paths(page.read_text(encoding="utf-8")))


def test_a_missing_path_is_noticed() -> None:
    text = "see `passes/catalog.py`,\n`dialects/<dialect>/__init__.py`, `passes/no_such_file.py`"
    assert list(missing_paths(text)) == ["line 2: passes/no_such_file.py"]
