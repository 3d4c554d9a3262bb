"""The tokens of MLIR text by kind, for colors, outlines and layout: of any text, complete or not.

The parser has tokens of its own, which depend on what it expects. These do not: every text is divided, none is wrong.
Pygments, the language server, the formatter and notebooks share them; `editors/` has the same rules for editors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

COMMENT, STRING, VALUE, BLOCK, SYMBOL = "comment", "string", "value", "block", "symbol"
ATTRIBUTE, TYPE, NUMBER, OP, KEYWORD, PUNCTUATION = "attribute", "type", "number", "op", "keyword", "punctuation"

_NAME = r"[A-Za-z_$.-][\w$.-]*|[0-9]+"
_STRING = r'"(?:[^"\\\n]|\\[^\n])*"?'
_NUMBER = (
    r"-?0x[0-9a-fA-F]+(?!\w*x)|-?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|(?:(?:[0-9]+|\?|\*)x)+(?=[A-Za-z!?*0-9])|-?[0-9]+"
)
PATTERN = "|".join(
    f"(?P<{kind}>{pattern})"
    for kind, pattern in {
        "newline": r"\n",
        COMMENT: r"//[^\n]*",
        STRING: _STRING,
        VALUE: f"%(?:{_NAME})?(?:#[0-9]+)?",
        BLOCK: rf"\^(?:{_NAME})?",
        SYMBOL: rf"@(?:[A-Za-z_][\w$.-]*|{_STRING})?",
        ATTRIBUTE: r"#(?:[A-Za-z_$][\w$.]*|[0-9]+)",
        TYPE: r"!(?:[A-Za-z_$][\w$.]*|[0-9]+)",
        NUMBER: _NUMBER,
        "word": r"[A-Za-z_][\w$]*(?:\.[\w$]+)*",
        PUNCTUATION: r"->|::|[=<>]=|\{-#|#-\}|[^\s]",
    }.items()
)
"""All tokens by kind, also for scripts of pages; a word is a type, an op or a keyword by what stands before it."""
BUILTIN_TYPE = r"(?:[su]?i[0-9]+|bf16|tf32|f[0-9]+(?:E[0-9]+M[0-9]+\w*)?|index|none|tensor|memref|vector|complex|tuple)"
_TOKENS = re.compile(PATTERN, re.ASCII)
_is_builtin_type = re.compile(BUILTIN_TYPE).fullmatch
_BEFORE_NAME = frozenset("=,:")
"""Punctuation between the results of an op and its name."""


class Token(NamedTuple):
    """A piece of text with its kind; white space belongs to no token."""

    kind: str
    start: int
    end: int


def tokens_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """Return the tokens of a part of a text. A word is an op where one may begin: first in a line, or after `=`."""
    opens_op = True
    for match in _TOKENS.finditer(text, start, len(text) if end is None else end):
        kind = match.lastgroup
        if kind == "newline":
            opens_op = True
            continue
        assert kind is not None
        if kind == "word":
            word = match[0]
            if _is_builtin_type(word):
                kind = TYPE
            else:
                kind = OP if opens_op or "." in word else KEYWORD
            opens_op = False
        elif kind == STRING and opens_op:
            kind, opens_op = OP, False
        elif kind == PUNCTUATION:
            opens_op = opens_op and match[0] in _BEFORE_NAME
        elif kind not in (COMMENT, VALUE) and not (kind == NUMBER and opens_op):
            opens_op = False
        yield Token(kind, match.start(), match.end())


COLORS = {
    COMMENT: "#6a737d",
    STRING: "#22863a",
    VALUE: "#005cc5",
    BLOCK: "#005cc5",
    SYMBOL: "#6f42c1",
    ATTRIBUTE: "#b08800",
    TYPE: "#e36209",
    OP: "#d73a49",
}
"""The color of each kind on a light ground; the others have the color of text."""


def highlighted(text: str) -> str:
    """Return a text in HTML, with colors; whatever it contains is escaped."""
    parts: list[str] = []
    end = 0
    for kind, start, token_end in tokens_of(text):
        color = COLORS.get(kind)
        if color is not None:
            parts.append(escape(text[end:start]))
            parts.append(f'<span style="color:{color}">{escape(text[start:token_end])}</span>')
            end = token_end
    return f"{''.join(parts)}{escape(text[end:])}"
