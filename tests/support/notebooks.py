"""Notebooks without Jupyter: run the cells of one, and write what they show into it.

    python tests/support/notebooks.py docs/notebooks/passes.ipynb

A cell shows what it prints, and the value of its last line: in HTML where it has that, otherwise as text. A cell with
the tag `varies` shows something else each time, such as times.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

VARIES = "varies"


def run_notebook(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run the cells with code in order, and return the outputs of each."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [_run_cell("".join(cell["source"]), namespace) for cell in code_cells(notebook)]


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def varies(cell: dict[str, Any]) -> bool:
    return VARIES in cell["metadata"].get("tags", ())


def _run_cell(source: str, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    value: Any = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
    if value is not None:
        outputs.append({"output_type": "display_data", "metadata": {}, "data": _shown(value)})
    return outputs


def _shown(value: Any) -> dict[str, Any]:
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if hasattr(value, method):
            return {kind: _lines(getattr(value, method)())}
    return {"text/plain": _lines(repr(value))}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell, outputs in zip(code_cells(notebook), run_notebook(notebook), strict=True):
            cell["outputs"] = [] if varies(cell) else outputs
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
