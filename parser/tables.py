"""The parse tables: loaded once, with a matcher for each terminal, created on demand."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from typing import Any

# Without `pathlib`, whose import takes a tenth of the start of `dlc-opt`.
GRAMMAR_FILE = os.path.join(os.path.dirname(__file__), "mlir.lark")
TABLES_FILE = os.path.join(os.path.dirname(__file__), "tables.json")

WORD_START = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
DIGITS = "0123456789"

STARTS_OF_TERMINAL = {
    "RESULTS": "%",
    "CUSTOM_HEAD": WORD_START + "%",
    "GENERIC_HEAD": '"%',
    "GENERIC_TAIL": "<:",
    "VALUE": "%",
    "BLOCK_HEAD": "^",
    "BLOCK": "^",
    "ALIAS_DEFINITION": "#",
    "TYPE_ALIAS_DEFINITION": "!",
    "FILE_METADATA": "{",
    "ATTR_DICT": "{",
    "PROPERTIES": "<",
    "FUNCTION_TYPE": ":",
    "LOCATION": "l",
    "TYPE": WORD_START + "!(",
    "INTEGER": "-" + DIGITS,
    "NATURAL": DIGITS,
    "FLOAT": "-" + DIGITS,
    "STRING": '"',
    "HEX_BLOB": '"',
    "NAME": WORD_START,
    "SYMBOL": "@",
    "MAP": "a",
    "DENSE": "d",
    "SPARSE": "s",
    "DIALECT_ATTRIBUTE": "#",
    "DIALECT_TYPE": "!",
    "INTEGER_TYPE": "sui",
    "FLOAT_TYPE": "bft",
    "SHAPE": DIGITS + "?",
    "VECTOR_SHAPE": DIGITS + "[",
    "UNRANKED": "*",
}
"""The first characters of terminals. `ATTRIBUTE`, which is not listed, begins with any."""

PREFERENCE = (
    "LOCATION", "MAP", "DENSE", "SPARSE", "HEX_BLOB", "INTEGER_TYPE", "FLOAT_TYPE", "SHAPE", "VECTOR_SHAPE", "FLOAT",
    "INTEGER", "CUSTOM_HEAD", "GENERIC_HEAD", "GENERIC_TAIL", "BLOCK_HEAD", "RESULTS", "FILE_METADATA",
)  # fmt: skip
"""Terminals in the order in which they are tried for the same first character, before literals and all others."""

HEADS = ("CUSTOM_HEAD", "GENERIC_HEAD", "GENERIC_TAIL", "BLOCK_HEAD")
"""Tokens whose value is the match itself, with their parts as groups."""

_COMMENT = r"//[^\n\0]*(?![^\n\0])[ \t\r\n]*"
SKIP = rf"[ \t\r\n]*(?:{_COMMENT}(?:{_COMMENT})*|)"
"""White space and comments."""
SPACED = ("CUSTOM_HEAD", "GENERIC_HEAD")
"""Tokens whose matchers skip what is before them: the head of an op is looked for where the last one ends. None of them
begins with space itself, which could be divided in many ways.
"""


def lazy_matcher(pattern: str) -> Callable[..., Any]:
    """Return a matcher of a regular expression that is compiled when it is first used: compiling all of them takes
    longer than reading most files.
    """
    compiled: Callable[..., Any] | None = None

    def match(text: str, pos: int = 0) -> Any:
        nonlocal compiled
        if compiled is None:
            compiled = re.compile(pattern, re.ASCII).match
        return compiled(text, pos)

    return match


Candidate = tuple[str, "Callable[..., Any] | None", str]
"""A terminal, with the matcher of its pattern, or `None` and its literal text."""


class Tables:
    """LALR tables in the form that the driver uses."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.starts: dict[str, int] = data["starts"]
        self.ends: dict[str, int] = data["ends"]
        self.actions: list[dict[str, int]] = data["actions"]
        self.gotos: list[dict[str, int]] = data["gotos"]
        self.rules: list[tuple[str, int, str, list[int]]] = [tuple(rule) for rule in data["rules"]]
        self.literals: dict[str, str] = data["literals"]
        self.patterns: dict[str, str] = data["patterns"]
        self.defaults = [self._default(actions) for actions in self.actions]
        self._matchers: dict[str, Callable[..., Any]] = {}
        self.candidates_by_state: list[dict[str, list[Candidate]]] = [{} for _ in self.actions]

    @staticmethod
    def _default(actions: dict[str, int]) -> int | None:
        """Return the only reduction of a state, for which the next token need not be read."""
        reductions = set(actions.values())
        only = reductions.pop() if len(reductions) == 1 else 0
        return only if only < 0 else None

    def candidates(self, state: int, character: str) -> list[Candidate]:
        """Return the terminals that this state accepts and that may begin with this character, best first."""
        by_character = self.candidates_by_state[state]
        candidates = by_character.get(character)
        if candidates is None:
            candidates = by_character[character] = self._find_candidates(state, character)
        return candidates

    def _find_candidates(self, state: int, character: str) -> list[Candidate]:
        candidates: list[tuple[tuple[int, int], Candidate]] = []
        for name in self.actions[state]:
            literal = self.literals.get(name)
            if literal is not None:
                if literal[0] == character:
                    matcher = self._literal_matcher(literal)
                    candidates.append(((len(PREFERENCE), -len(literal)), (name, matcher, literal)))
            elif name in self.patterns and character in STARTS_OF_TERMINAL.get(name, character):
                rank = PREFERENCE.index(name) if name in PREFERENCE else len(PREFERENCE) + 1
                candidates.append(((rank, 0), (name, self.matcher(name), "")))
        return [candidate for _, candidate in sorted(candidates, key=lambda entry: entry[0])]

    def _literal_matcher(self, literal: str) -> Callable[..., Any] | None:
        """Return a matcher for a literal: keywords must end at a word boundary, punctuation is compared directly."""
        if not literal[0].isalpha():
            return None
        return re.compile(re.escape(literal) + r"(?![\w$])", re.ASCII).match

    def matcher(self, name: str) -> Callable[..., Any]:
        """Return the matcher of a terminal, compiled on demand: compiling takes longer than reading most files."""
        matcher = self._matchers.get(name)
        if matcher is None:

            def compile_first(text: str, pos: int) -> Any:
                pattern = SKIP + self.patterns[name] if name in SPACED else self.patterns[name]
                compiled = self._matchers[name] = re.compile(pattern, re.ASCII).match
                for by_character in self.candidates_by_state:
                    for candidates in by_character.values():
                        candidates[:] = [(n, compiled if n == name else m, literal) for n, m, literal in candidates]
                return compiled(text, pos)

            matcher = self._matchers[name] = compile_first
        return matcher

    def expected(self, state: int) -> list[str]:
        """Return the tokens that a state accepts, as text."""
        names = set(self.actions[state])
        tokens: set[str] = set()
        for start in ("attribute", "type"):
            first = self.actions[self.starts[start]].keys()
            if first <= names:
                names -= first
                tokens.add(start)
        if "RESULTS" in names:  # an op may begin here: listing other tokens does not help
            names -= {"STRING", "LOCATION", "ALIAS_DEFINITION", "TYPE_ALIAS_DEFINITION", "FILE_METADATA", "$END"}
        tokens |= {
            f"'{self.literals[name]}'" if name in self.literals else WORDS.get(name, name.lower()) for name in names
        }
        return sorted(tokens, key=lambda word: (word.startswith("'"), word))


WORDS = {
    "$END": "end of input",
    "RESULTS": "operation",
    "CUSTOM_HEAD": "operation",
    "GENERIC_HEAD": "operation",
    "GENERIC_TAIL": "':' and the operation's function type",
    "VALUE": "SSA value",
    "BLOCK": "block name",
    "BLOCK_HEAD": "block name",
    "ALIAS_DEFINITION": "attribute alias",
    "TYPE_ALIAS_DEFINITION": "type alias",
    "FILE_METADATA": "file metadata",
    "ATTR_DICT": "attribute dictionary",
    "PROPERTIES": "properties",
    "FUNCTION_TYPE": "':' and the operation's function type",
    "LOCATION": "location",
    "TYPE": "type",
    "ATTRIBUTE": "attribute",
    "INTEGER_TYPE": "type",
    "FLOAT_TYPE": "type",
    "DIALECT_TYPE": "type",
    "DIALECT_ATTRIBUTE": "attribute",
    "STRING": "string",
    "NAME": "identifier",
    "NATURAL": "integer",
    "INTEGER": "integer",
    "FLOAT": "number",
    "SYMBOL": "symbol",
    "SHAPE": "dimensions",
    "VECTOR_SHAPE": "dimensions",
    "UNRANKED": "dimensions",
    "HEX_BLOB": "string",
    "MAP": "'affine_map'",
    "DENSE": "elements",
    "SPARSE": "elements",
}


@cache
def load_tables() -> Tables:
    """Return the tables of `mlir.lark`, loaded on first use."""
    with open(TABLES_FILE, encoding="utf-8") as file:
        return Tables(json.load(file))
