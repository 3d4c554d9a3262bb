"""The text of ops and attributes for `str` and `print`.

The syntax belongs to `dlc.parser`, which `ir` does not import: it is found by name when a text is first needed, so that
building and transforming IR does not load it.
"""

from __future__ import annotations

import html
import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .forks import at_work

if TYPE_CHECKING:
    from .attributes import Attribute
    from .operations import Operation

SYNTAX = "dlc.parser"


@cache
def _syntax() -> Any:
    with at_work():
        return import_module(SYNTAX)  # a third of a second, once


def print_attribute(attr: Attribute) -> str:
    """Return the MLIR text of an attribute or type."""
    return _syntax().attribute_text(attr)


def print_operation(op: Operation) -> str:
    """Return the MLIR text of an op without a newline at the end."""
    return _syntax().operation_text(op)


_COLORS = {
    "comment": ("//.*", "#6a737d"),
    "string": (r'"(?:[^"\\]|\\.)*"', "#22863a"),
    "value": (r"[%^][\w$.#-]+", "#005cc5"),
    "symbol": (r"@[\w$.]+", "#6f42c1"),
    "attribute": (r"#[\w.]+", "#b08800"),
    "op": (r"\b[a-z]\w*\.[\w.]+", "#d73a49"),
    "type": (r"!\w[\w.]*|\b(?:tensor|memref|vector)\b|\b(?:[su]?i|b?f)\d+\w*|\bindex\b", "#e36209"),
}
_TOKENS = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, (pattern, _) in _COLORS.items()))


def operation_html(op: Operation) -> str:
    """Return the MLIR text of an op in HTML with colors, as notebooks show it."""
    text = print_operation(op)
    parts: list[str] = []
    end = 0
    for token in _TOKENS.finditer(text):
        color = _COLORS[token.lastgroup or "comment"][1]
        parts.append(html.escape(text[end : token.start()]))
        parts.append(f'<span style="color:{color}">{html.escape(token[0])}</span>')
        end = token.end()
    return f"<pre>{''.join(parts)}{html.escape(text[end:])}</pre>"
