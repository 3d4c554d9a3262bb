"""The notebooks of the documentation: they run, and show what is written in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.notebooks import code_cells, run_notebook, varies
from support.run_lines import ROOT

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_show_what_the_notebook_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell, outputs in zip(code_cells(notebook), run_notebook(notebook), strict=True):
        if not varies(cell):
            assert cell["outputs"] == outputs, "".join(cell["source"])
