"""Documents: what is said of one op, type, attribute, pass or dialect, as text for terminals and as Markdown.

Document("toy.add", "op", [Section("", ["Add two numbers."]), Section("Syntax", [Code("toy.add $lhs, $rhs")])])
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

WIDTH = 100
"""Width of text for terminals."""
MOST_TABLE_INDENT = 45
"""The widest first columns of a table of which the last one stays beside them."""


class Code(NamedTuple):
    """A piece of code."""

    text: str
    language: str = "mlir"


class Table(NamedTuple):
    """Rows of cells under a head; cells of the first column are names."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


Part = str | Code | Table
"""A paragraph in the Markdown of docstrings, or something else."""


class Section(NamedTuple):
    """A part of a document; the first one has no title."""

    title: str
    parts: Sequence[Part]


class Document(NamedTuple):
    """Everything that is said of one thing; sections without parts are not shown."""

    name: str
    kind: str
    sections: Sequence[Section]

    def as_text(self) -> str:
        """Return the text for a terminal."""
        blocks = [f"{self.name} ({self.kind})"]
        for section in self.sections:
            if section.parts:
                blocks.append(textwrap.indent("\n\n".join(map(_text_of, section.parts)), "  "))
                if section.title:
                    blocks[-1] = f"{section.title}\n{blocks[-1]}"
        return "\n\n".join(blocks) + "\n"

    def as_markdown(self, level: int = 1) -> str:
        """Return Markdown whose heading has a level."""
        blocks = [f"{'#' * level} `{self.name}`"]
        for section in self.sections:
            if section.parts and section.title:
                blocks.append(f"**{section.title}**")
            blocks += map(markdown_of, section.parts)
        return "\n\n".join(blocks) + "\n"


# -- Text --------------------------------------------------------------------------------------------------------------


def _text_of(part: Part) -> str:
    if isinstance(part, Code):
        return part.text
    return _table_text(part) if isinstance(part, Table) else "\n\n".join(map(_wrapped, part.split("\n\n")))


def _wrapped(paragraph: str) -> str:
    """Return a paragraph at the width of a terminal; code and lists keep their lines."""
    if paragraph.startswith((" ", "- ", "| ")):
        return paragraph
    return textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)


def _table_text(table: Table) -> str:
    """Return the rows in columns; the last column is wrapped."""
    columns = list(zip(*table.rows, strict=True))[:-1]
    widths = [max(map(len, column)) for column in columns]
    indent = sum(widths) + 2 * len(widths)
    lines: list[str] = []
    for row in table.rows:
        head = "".join(f"{cell:<{width + 2}}" for cell, width in zip(row, widths, strict=False))
        if indent > MOST_TABLE_INDENT and indent + len(row[-1]) > WIDTH:
            lines += [head.rstrip(), textwrap.indent(_wrapped(row[-1]), "    ")]
        else:
            filled = textwrap.wrap(row[-1], WIDTH - indent, break_long_words=False, break_on_hyphens=False) or [""]
            lines += [f"{head}{filled[0]}".rstrip(), *(" " * indent + line for line in filled[1:])]
    return "\n".join(lines)


# -- Markdown ----------------------------------------------------------------------------------------------------------

_CODE_SPAN = re.compile(r"(``.*?``|`[^`]*`)", re.DOTALL)


def markdown_of(part: Part) -> str:
    """Return a part in Markdown."""
    if isinstance(part, Code):
        return f"```{part.language}\n{part.text}\n```"
    if isinstance(part, str):
        return "\n\n".join(p if p.startswith("    ") else escaped(p) for p in part.split("\n\n"))
    lines = [table_line(table_head) for table_head in (part.head, ["---"] * len(part.head))]
    return "\n".join([*lines, *(table_line([f"`{row[0]}`", *map(escaped, row[1:])]) for row in part.rows)])


def table_line(cells: Iterable[str]) -> str:
    """Return a line of a table in Markdown."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|').replace(chr(10), ' ') for cell in cells)} |"


def escaped(text: str) -> str:
    """Return text in which nothing but code spans is Markdown or HTML."""
    pieces = _CODE_SPAN.split(text)
    pieces[::2] = [re.sub(r"([\\*_\[\]])", r"\\\1", piece) for piece in pieces[::2]]
    pieces[::2] = [piece.replace("&", "&amp;").replace("<", "&lt;") for piece in pieces[::2]]
    return "".join(pieces)
