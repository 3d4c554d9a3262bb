"""The names in the table of counterparts exist: here, and in xDSL."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from dlc.dialects import BUNDLED
from dlc.dialects.elsewhere import XDSL
from dlc.tools.dlc_command import COMMANDS
from dlc.tools.options import FLAGS
from support.pass_counterparts import page_with_table
from support.project import sources
from support.run_lines import ROOT

PAGE = ROOT / "docs" / "coming-from-mlir-or-xdsl.md"
EXAMPLES = {"AddOp", "BedType", "FuncOp", "add", "pred", "op", "rw", "run"}
"""Names that stand for any."""


def rows() -> list[list[str]]:
    """Return the cells of the table, without headings."""
    text = PAGE.read_text(encoding="utf-8").partition("## Counterparts")[2].partition("\n## ")[0]
    lines = [line.replace("\\|", "or") for line in text.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[1:] != ["", "", ""] and row[0] not in ("", "---")]


def names_in(cell: str) -> set[str]:
    """Return the identifiers in the code of a cell, strings left out."""
    code = " ".join(re.findall(r"`([^`]*)`", cell))
    code = re.sub(r'"[^"]*"|--[\w-]+|\b[\w-]*-[\w-]+\b', " ", code)
    return set(re.findall(r"[A-Za-z_]\w+", code)) - EXAMPLES - {"class", "return", "isinstance", "globals", "str", "or"}


@cache
def names_of(*roots: Path) -> frozenset[str]:
    """Return every identifier in some Python files."""
    texts = (path.read_text(encoding="utf-8") for path in roots)
    return frozenset(name for text in texts for name in re.findall(r"[A-Za-z_]\w+", text))


def test_there_are_a_hundred() -> None:
    assert len(rows()) >= 100


def test_the_table_of_passes_has_the_names_that_tools_know() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == page_with_table(page), "python tests/support/pass_counterparts.py brings the page up to date"


def test_names_here_exist() -> None:
    definitions = re.compile(r"(?m)^\s*(?:class|def) (\w+)|^\s*(\w+)(?::[^=\n]*)? = |^\s*\"(\w+)\",$")
    texts = [path.read_text(encoding="utf-8") for path in (*sources(), *ROOT.glob("*.py"))]
    known = {name for text in texts for match in definitions.findall(text) for name in match}
    unknown = {(row[0], name) for row in rows() for name in names_in(row[3]) - known - {"dlc", "dialects", "passes"}}
    assert unknown == set()
    flags = {f"--{flag.name}" for flag in FLAGS}
    mentioned = {flag for row in rows() for flag in re.findall(r"--[\w-]+", row[3])}
    assert mentioned - flags == set()
    assert {command for row in rows() for command in re.findall(r"`dlc ([\w-]+)`", row[3])} <= set(COMMANDS)


def test_names_in_xdsl_exist() -> None:
    spec = find_spec("xdsl")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    parts = ("ir", "irdl", "utils", "traits", "analysis", "dialects/utils")
    paths = [*folder.glob("*.py"), folder / "dialects" / "builtin.py"]
    paths += [path for part in parts for path in folder.glob(f"{part}/**/*.py")]
    known = names_of(*paths) | {"results", "P", "ctx"}
    unknown = {(row[0], name) for row in rows() for name in names_in(row[2]) - known}
    assert unknown == set()


def lacking() -> list[str]:
    """Return the items of the section about what there is not."""
    section = PAGE.read_text(encoding="utf-8").partition("## What dlc lacks")[2].partition("\n## ")[0]
    return [" ".join(item.split()) for item in section.split("\n- ")[1:]]


def test_what_is_said_to_be_lacking_is() -> None:
    """No dialect that the section names is there, and xDSL has those of which it says so."""
    items = lacking()
    dialects = {name for item in items if "ialect" in item for name in re.findall(r"`([a-z_]+)`", item)}
    assert {"transform", "pdl", "async", "sparse_tensor"} <= dialects
    assert dialects.isdisjoint(BUNDLED)
    of_xdsl = {name for item in items if "--load-xdsl" in item for name in re.findall(r"`([a-z_]+)`", item)}
    assert {"transform", "pdl", "pdl_interp"} <= of_xdsl <= XDSL
    assert set(re.findall(r"--(?!import-llvm)[\w-]+", "\n".join(items))) <= {f"--{flag.name}" for flag in FLAGS}


@pytest.mark.skipif(find_spec("xdsl") is None, reason="xDSL is not installed")
def test_the_dialects_of_xdsl_that_errors_name_are_there() -> None:
    dialects = import_module("xdsl.dialects").get_all_dialects()
    assert frozenset(dialects) - set(BUNDLED) == XDSL
