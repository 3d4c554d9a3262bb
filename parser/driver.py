"""The loop over the LALR tables.

`Driver.run` reads the longest text that a start symbol derives. A state that can only reduce does so before the next
token is looked at, so that an action may read on by itself (a custom form, a region) and leave the position behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..ir.locations import Source
from .tables import load_tables

SKIP = r"(?:[ \t\r\n]+|//[^\n]*)*"
skip_space = re.compile(SKIP).match
MOST_PENDING = 20_000
"""How deep the parse stack may get: a bound on the nesting of regions and attributes."""
END = "$END"
ANY_ERROR_TOKEN = re.compile(r'[\w$.%@^#!-]+|"[^"\n]*"?|.', re.DOTALL)


class SyntaxFailure(Exception):
    """Reading cannot go on: what was found does not fit. Caught where reading can go on with the next operation."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


class Driver:
    """Runs the tables over one text. Subclasses have a method `on_<name>` for every rule with that name."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text + "\0"
        self.length = len(source.text)
        self.pos = 0
        self.token_start = 0
        """Where the token began that was shifted last."""
        self.tables = load_tables()
        self._handlers: list[Callable[..., Any]] = [getattr(self, f"on_{rule[2]}") for rule in self.tables.rules]
        self._chunks: dict[str, Callable[[int, int], Any]] = {}
        """For tokens that are read as a whole: `(start, end of the short spelling) -> value`, sets `pos`."""

    def run(self, start: str, pos: int) -> Any:
        """Read `start` from `pos`; returns its value and leaves `self.pos` behind it."""
        tables = self.tables
        actions, gotos, rules, defaults, handlers = (
            tables.actions, tables.gotos, tables.rules, tables.defaults, self._handlers,
        )  # fmt: skip
        end_state = tables.ends[start]
        self.pos = pos
        state = tables.starts[start]
        states = [state]
        values: list[Any] = []
        token: str | None = None
        while True:
            action = defaults[state]
            try:
                if action is None:
                    if token is None:
                        token, token_value, token_start, token_end = self.next_token(state)
                    action = actions[state].get(token)
                    if action is None:
                        action = actions[state].get(END)
                        if action is None or start == "file":
                            raise self.unexpected(state, token_start)
                    if action >= 0:
                        state = action
                        states.append(state)
                        values.append(token_value)
                        self.token_start = token_start
                        self.pos = token_end
                        token = None
                        if len(states) > MOST_PENDING:
                            raise SyntaxFailure(token_start, "nesting is too deep")
                        continue
                origin, count, _, kept = rules[~action]
                if count:
                    if len(kept) == count == 1:
                        value = handlers[~action](values[-1])
                    else:
                        base = len(values) - count
                        value = handlers[~action](*[values[base + index] for index in kept])
                    del states[-count:]
                    del values[-count:]
                else:
                    value = handlers[~action]()
                state = gotos[states[-1]][origin]
                states.append(state)
                values.append(value)
                if state == end_state:
                    return value
            except SyntaxFailure as failure:
                state = self.recover(failure, states, values)
                token = None

    def recover(self, failure: SyntaxFailure, states: list[int], values: list[Any]) -> int:
        """Go on behind an error: returns the state to do so in. This base gives up."""
        raise failure

    # -- Tokens ------------------------------------------------------------------------------------------------------

    def next_token(self, state: int) -> tuple[str, Any, int, int]:
        """The next token that `state` can use: its terminal, value, start and end."""
        text = self.text
        pos = self.pos
        character = text[pos]
        if character in " \n\t\r/":
            pos = skip_space(text, pos).end()  # type: ignore[union-attr]
            character = text[pos]
        for name, matcher, literal in self.tables.candidates(state, character):
            if matcher is None:
                if text.startswith(literal, pos):
                    return name, literal, pos, pos + len(literal)
                continue
            found = matcher(text, pos)
            if found is None:
                continue
            chunk = self._chunks.get(name)
            if chunk is None:
                return name, found.group(), pos, found.end()
            value = chunk(pos, found.end())
            return name, value, pos, self.pos
        return END if pos >= self.length else "", None, pos, pos

    def unexpected(self, state: int, offset: int) -> SyntaxFailure:
        expected = self.tables.expected(state)
        wanted = " or ".join([", ".join(expected[:-1]), expected[-1]] if len(expected) > 1 else expected)
        return SyntaxFailure(offset, f"expected {wanted}, but got {self.describe(offset)}")

    def describe(self, offset: int) -> str:
        """What stands at an offset, quoted, for a message."""
        if offset >= self.length:
            return "end of input"
        if self.text[offset] == '"' and '"' not in self.text[offset + 1 :].split("\n", 1)[0]:
            return "a string that does not end on its line"
        found = ANY_ERROR_TOKEN.match(self.text, offset)
        return f"'{found.group()[:60]}'" if found is not None else "nothing"
