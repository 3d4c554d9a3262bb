"""CONTRIBUTING.md says of each target of the Makefile when to run it, and of no other."""

from __future__ import annotations

import re

from support.run_lines import ROOT

IN_TEXT = {"demo"}
"""Targets that the text above the table explains."""


def phony_targets(makefile: str) -> set[str]:
    """Return the targets that are commands and not files."""
    (names,) = re.findall(r"^\.PHONY:((?:.*\\\n)*.*)$", makefile, re.MULTILINE)
    return set(names.replace("\\\n", " ").split())


def targets_of_table(page: str) -> set[str]:
    """Return the targets in the first cells of a page's tables."""
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    return {target for cell in cells for target in re.findall(r"`make ([\w-]+)", cell)}


def test_every_target_is_in_the_table() -> None:
    targets = phony_targets((ROOT / "Makefile").read_text(encoding="utf-8"))
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert targets_of_table(page) == targets - IN_TEXT
    assert [target for target in IN_TEXT if f"`make {target}`" not in page] == []


def test_targets_are_read_over_several_lines() -> None:
    assert phony_targets("a:\n.PHONY: a b \\\n  c-d\n\ne:\n") == {"a", "b", "c-d"}
    assert targets_of_table("| `make a`, `make b N=1` | `make c` |\n`make d`") == {"a", "b"}
