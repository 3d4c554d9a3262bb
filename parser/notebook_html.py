"""IR in HTML, as notebooks show it: in color, and ops with regions can be folded. Whatever IR contains is escaped."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir import Attribute, Operation
from .attribute_printer import AttributePrinter
from .highlighting import highlighted
from .print import print_ir
from .printer import PrintOptions

MOST_ELEMENTS = 64
"""The number of elements from which a constant is elided."""
MOST_LINES = 5000
"""The number of lines from which a text is cut off: a browser must still show the page."""
STYLE = "white-space:pre;overflow-x:auto;font-family:monospace"


def operation_html(op: Operation) -> str:
    """Return the MLIR text of an op in HTML with colors. What is between braces can be folded."""
    options = PrintOptions(elide_elements_from=MOST_ELEMENTS, elide_resources_from=2 * MOST_ELEMENTS)
    lines = print_ir(op, options).rstrip("\n").split("\n")
    left_out = [f"// … {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    return f'<div style="{STYLE}">{"".join(_folded([*lines[:MOST_LINES], *left_out]))}</div>'


def _folded(lines: list[str]) -> Iterator[str]:
    """Return lines in HTML, those from one that opens a brace to the one that closes it in an element that folds."""
    opened = 0
    for number, line in enumerate(lines):
        text = highlighted(line) + ("\n" if number + 1 < len(lines) else "")
        closes = line.lstrip().startswith("}") and opened > 0
        if line.endswith("{") and not closes:
            opened += 1
            yield f'<details open><summary style="display:block;cursor:pointer">{text}</summary>'
        elif closes and not line.endswith("{"):
            opened -= 1
            yield f"{text}</details>"
        else:
            yield text
    yield "</details>" * opened


def attribute_html(attr: Attribute) -> str:
    """Return the MLIR text of an attribute or type in HTML with colors."""
    return f"<code>{highlighted(AttributePrinter(elide_elements_from=MOST_ELEMENTS).texts[attr])}</code>"
