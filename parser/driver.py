"""The parsing loop over the LALR tables.

`Driver.run` reads the longest text that a start symbol derives. A state that can only reduce does so before the next
token is read, so an action may continue reading by itself (a custom form, a region) and leave the position at the end
of what it read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..ir.attributes import Attribute
from ..ir.locations import Source
from .tables import HEADS, SKIP, lazy_matcher, load_tables

skip_space = re.compile(SKIP).match
BEGINS_SPACE = " \n\t\r/"
"""The characters at which there may be white space or a comment; at all others `skip_space` skips nothing."""
DEEPEST_STACK = {"file": 8000, "region_rest": 8000}
"""Maximum depth of the parse stack, which limits nesting; within attributes, types and locations it is lower."""
DEEPEST_ATTRIBUTE_STACK = 1000
LONGEST_MESSAGE = 1000
END = "$END"
ALL: int | None = None
HEAD: Any = object()
"""Marks tokens whose value is the match object."""
CLOSED_STRING = lazy_matcher(r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"')
OPEN_ELEMENTS = lazy_matcher(r"(?:dense|sparse)\s*<")
ANY_ERROR_TOKEN = r'[\w$.%@^#!-]+|"[^"\n]*"?|.'


OPEN_STRING = "expected '\"' in string literal"
LOADING = "--load-dialect=MODULE, in Python context.load_module, loads one"
"""How a dialect is loaded that is unknown."""
ACCEPTING = "--allow-unregistered-dialect, in Python dlc.make_context(allow_unregistered=True), accepts any"
"""How text of unknown dialects is accepted."""


FIRST_ESCAPED, LAST_ESCAPED = "\udc80", "\udcff"
"""The first and the last surrogate escape, which stand for bytes that are not UTF-8."""


class SyntaxFailure(Exception):
    """A syntax error. It is caught where reading can continue with the next operation."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]}…"
        self.op_start: int | None = None
        """Where the innermost op begins whose form was broken, if one was."""
        self.attribute: tuple[type[Attribute], int] | None = None
        """The innermost attribute or type whose parameters were broken, if one was, and where they begin."""


class WithoutExample(SyntaxFailure):
    """A failure for which an example of the op is no help: a dialect is unknown, or code of a definition raised."""


class Reported(SyntaxFailure):
    """A failure whose diagnostic, with its notes, was already emitted."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset, "")


Reduction = tuple[str, int, Callable[..., Any] | None, int | None]
"""The result of a rule, its number of symbols, its method, and its argument: `ALL`, or the index of the only one.

Without a method the value of an only symbol is passed on; several symbols, and none, have no value.
"""


class Driver:
    """Runs the tables over one text. Subclasses have a method `on_<name>` for every rule with that name."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text + "\0"
        self.length = len(source.text)
        self.pos = 0
        self.token_start = 0
        """The start of the last shifted token."""
        self.tables = load_tables()
        self._reductions: list[Reduction | None] = [None] * len(self.tables.rules)
        """By the number of the rule, each made when it is first needed: most texts need few."""
        self._chunks: dict[str, Any] = dict.fromkeys(HEADS, HEAD)
        """Readers of tokens that are read as a whole: `(start, end of the short form) -> value`; they set `pos`."""

    def _reduction(self, number: int) -> Reduction:
        """Return what reducing by a rule does, which is made when the rule is first needed."""
        reduction = self._reductions[number] = self._reduction_of(self.tables.rules[number])
        return reduction

    def _reduction_of(self, rule: tuple[str, int, str, list[int]]) -> Reduction:
        origin, count, name, kept = rule
        if name == "nothing":
            return origin, count, None, ALL
        handler = getattr(self, f"on_{name}")
        if len(kept) == count:
            if count == 1:
                passes_on = getattr(handler, "__func__", None) is Driver.on_pass_on
                return origin, 1, None if passes_on else handler, 0
            return origin, count, handler, ALL
        if len(kept) == 1:
            return origin, count, handler, kept[0] - count
        if not kept:
            return origin, count, lambda *_: handler(), ALL
        return origin, count, lambda *values: handler(*[values[index] for index in kept]), ALL

    def on_pass_on(self, item: Any) -> Any:
        """Return the value of a rule that only groups."""
        return item

    def run(self, start: str, pos: int) -> Any:
        """Read `start` from `pos`, return its value and set `self.pos` to its end."""
        tables = self.tables
        text = self.text
        chunks = self._chunks
        actions, gotos, defaults, candidates = tables.actions, tables.gotos, tables.defaults, tables.candidates_by_state
        reductions = self._reductions
        end_state = tables.ends[start]
        deepest = DEEPEST_STACK.get(start, DEEPEST_ATTRIBUTE_STACK)
        self.pos = pos
        state = tables.starts[start]
        states = [state]
        values: list[Any] = []
        token: str | None = None
        value: Any = None
        end = pos
        while True:
            action = defaults[state]
            try:
                if action is None:
                    if token is None:
                        pos = self.pos
                        character = text[pos]
                        if character in BEGINS_SPACE:
                            pos = skip_space(text, pos).end()  # type: ignore[union-attr]
                            character = text[pos]
                        tried = candidates[state].get(character) or tables.candidates(state, character)
                        for token, matcher, literal in tried:
                            if matcher is None:
                                if text.startswith(literal, pos):
                                    value = literal
                                    end = pos + len(literal)
                                    break
                            else:
                                match = matcher(text, pos)
                                if match is not None:
                                    chunk = chunks.get(token)
                                    if chunk is None:
                                        value = match.group()
                                        end = match.end()
                                    elif chunk is HEAD:
                                        value = match
                                        end = match.end()
                                        # a file uses one form: try this one first, but no op is called `loc`
                                        if tried[0][0] is not token and tried[0][0] != "LOCATION":
                                            tried.sort(key=lambda candidate: candidate[0] != token)
                                    else:
                                        value = chunk(pos, match.end())
                                        end = self.pos
                                    break
                        else:
                            token = END if pos >= self.length else ""
                            end = pos
                    action = actions[state].get(token)
                    if action is None:
                        action = actions[state].get(END)
                        if action is None or start == "file":
                            raise self.unexpected(state, pos)
                    if action >= 0:
                        state = action
                        states.append(state)
                        values.append(value)
                        self.token_start = pos
                        self.pos = end
                        token = None
                        if len(states) > deepest:
                            raise WithoutExample(pos, "nesting is too deep")
                        continue
                origin, count, handler, kept = reductions[~action] or self._reduction(~action)
                if handler is None:
                    if count == 1:
                        states.pop()
                    else:
                        if count:
                            del states[-count:]
                            del values[-count:]
                        values.append(None)
                elif kept is None:
                    if count:
                        outcome = handler(*values[-count:])
                        del states[-count:]
                        del values[-count:]
                    else:
                        outcome = handler()
                    values.append(outcome)
                else:
                    if count == 1:
                        values[-1] = handler(values[-1])
                        states.pop()
                    else:
                        outcome = handler(values[kept])
                        del states[-count:]
                        del values[-count:]
                        values.append(outcome)
                state = gotos[states[-1]][origin]
                states.append(state)
                if state == end_state:
                    return values[-1]
            except SyntaxFailure as failure:
                state = self.recover(failure, states, values)
                token = None

    def recover(self, failure: SyntaxFailure, states: list[int], values: list[Any]) -> int:
        """Recover from an error and return the state to continue in. This base class cannot recover."""
        del states, values
        raise failure

    def unexpected(self, state: int, offset: int) -> SyntaxFailure:
        if self.is_open_string(offset):
            return SyntaxFailure(offset, OPEN_STRING)
        if OPEN_ELEMENTS(self.text, offset):
            return SyntaxFailure(offset, "expected '>' at the end of the elements literal")
        expected = self.tables.expected(state)
        choices = " or ".join([", ".join(expected[:-1]), expected[-1]] if len(expected) > 1 else expected)
        return SyntaxFailure(offset, f"expected {choices}, but got {self.describe(offset)}")

    def is_open_string(self, offset: int) -> bool:
        """Return whether a string or quoted symbol begins at an offset that does not end."""
        quote = offset + self.text.startswith('@"', offset)
        return self.text[quote] == '"' and not CLOSED_STRING(self.text, quote)

    def describe(self, offset: int) -> str:
        """Return a description of the text at an offset, quoted, for a message."""
        if offset >= self.length:
            return "end of input"
        first = self.text[offset]
        if FIRST_ESCAPED <= first <= LAST_ESCAPED:
            return f"byte {ord(first) - ord(FIRST_ESCAPED) + 0x80:#04x}, which is not text in UTF-8"
        match = re.compile(ANY_ERROR_TOKEN, re.DOTALL).match(self.text, offset)
        return f"'{match.group()[:60]}'" if match is not None else "nothing"
