"""Writes the table of passes in `docs/coming-from-mlir-or-xdsl.md`, from the names that `dlc-opt` knows.

python tests/support/pass_counterparts.py
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dlc.passes.synonyms import OTHER_NAMES
from support.run_lines import ROOT

PAGE = ROOT / "docs" / "coming-from-mlir-or-xdsl.md"
BEGIN, END = "<!-- passes -->\n", "<!-- end of passes -->"


def table() -> str:
    """Return the lines of the table."""
    rows = [f"| {', '.join(f'`{name}`' for name in names.split())} | `{ours}` |" for ours, names in OTHER_NAMES.items()]
    return "\n".join(["| elsewhere | here |", "| --- | --- |", *rows]) + "\n"


def page_with_table(page: str) -> str:
    """Return the page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
