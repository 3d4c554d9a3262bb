"""The Pygments lexer for MLIR text, `mlir`: an entry point, so that sites, notebooks and terminals find it by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from pygments import token as tokens
from pygments.lexer import Lexer

from ..parser import highlighting as kinds

_TOKENS: dict[str, Any] = {
    kinds.COMMENT: tokens.Comment.Single,
    kinds.STRING: tokens.String,
    kinds.VALUE: tokens.Name.Variable,
    kinds.BLOCK: tokens.Name.Label,
    kinds.SYMBOL: tokens.Name.Function,
    kinds.ATTRIBUTE: tokens.Name.Constant,
    kinds.TYPE: tokens.Keyword.Type,
    kinds.NUMBER: tokens.Number,
    kinds.OP: tokens.Name.Builtin,
    kinds.KEYWORD: tokens.Keyword,
    kinds.PUNCTUATION: tokens.Punctuation,
}


class MlirLexer(Lexer):
    """Divides MLIR text into tokens for Pygments."""

    name = "MLIR"
    aliases: ClassVar[Sequence[str]] = ["mlir"]
    filenames: ClassVar[Sequence[str]] = ["*.mlir"]
    mimetypes: ClassVar[Sequence[str]] = ["text/x-mlir"]
    url = "https://mlir.llvm.org/docs/LangRef/"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Return the tokens of a text, white space included."""
        end = 0
        for kind, start, stop in kinds.tokens_of(text):
            if start > end:
                yield end, tokens.Whitespace, text[end:start]
            yield start, _TOKENS[kind], text[start:stop]
            end = stop
        if end < len(text):
            yield end, tokens.Whitespace, text[end:]
