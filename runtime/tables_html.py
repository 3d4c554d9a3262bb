"""Tables in HTML, as notebooks show programs and profiles. Whatever is in a cell is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table_html(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """Return a table with a caption."""
    lines = "".join(_row("td", row) for row in rows)
    return f"<table><caption>{escape(caption)}</caption>{_row('th', head)}{lines}</table>"


def _row(tag: str, cells: Sequence[str]) -> str:
    inner = "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells)
    return f"<tr>{inner}</tr>"
