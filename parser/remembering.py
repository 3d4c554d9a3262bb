"""Reading what a file spells many times: each distinct text of a type or attribute is parsed once.

Dictionaries and function types that are new are read part by part, as their parts are known more often than not. What
cannot be read so, and every error, is left to the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ir import Attribute, Type
from ..ir.builtin_attributes import UNIT, StringAttr, TypeAttr
from ..ir.builtin_types import FunctionType
from ..ir.locations import Source
from .driver import Driver, Reported, SyntaxFailure, skip_space
from .tables import SKIP, lazy_matcher

LONGEST_REMEMBERED = 1024
"""Texts up to this length are memoized."""
LENGTH_OF_BEGINNING, MOST_ALIKE = 32, 16
"""Texts that are not the short form of their token are found by their beginning; the limit for one beginning."""
_ENDS_WITH_ITSELF = frozenset({"type", "function_type_text", "attr_dict_text", "properties_text"})
"""Starts whose text ends the same whatever follows, except a word or `<`; an attribute may go on with `: type`."""
_continues = lazy_matcher(r"[\w$.<]")
_PLAIN = r'[^{}"<>\[\]()/,=\s-]'
_PLAIN_TEXT = r'[^{}"<>\[\]()/,=]*'
_STRING = r'"[^"\\\n]*"'
_SHORT_STRING = r'"[^"\\\n]{0,200}"'
"""In brackets, so that large constants are not looked through."""
_IN_BRACKETS = rf'<[^<>"{{}}()\[\]/-]*(?:(?:-(?!>)|{_SHORT_STRING})[^<>"{{}}()\[\]/-]*)*>'
_VALUE = rf"({_STRING}|-?{_PLAIN}{_PLAIN_TEXT}(?:{_IN_BRACKETS}{_PLAIN_TEXT})*)"
"""A value without brackets in brackets: a number or string, a symbol, `#arith.fastmath<none>`, `vector<4xf32>`."""
_plain_value = lazy_matcher(rf"({_STRING})(?!{SKIP}:)|{_VALUE}{SKIP}[,>)\]}}]")
_plain_entry = lazy_matcher(rf"{SKIP}([A-Za-z_][\w$.]*){SKIP}(?:={SKIP}{_VALUE}{SKIP})?([,}}])")
_name_of_entry = lazy_matcher(rf"{SKIP}([A-Za-z_][\w$.]*){SKIP}={SKIP}")
_end_of_entry = lazy_matcher(rf"{SKIP}([,}}])")
_arrow = lazy_matcher(rf"{SKIP}->{SKIP}")


class RememberingReader(Driver):
    """Reads types and attributes by their spelling."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.type_spellings: dict[str, Type] = {}
        self.attribute_spellings: dict[str, Attribute] = {}
        self.property_spellings: dict[str, dict[str, Attribute]] = {}
        self.function_type_spellings: dict[str, FunctionType] = {}
        self._chunks |= {
            "TYPE": self._remembering("type", self.type_spellings),
            "ATTR_DICT": self._remembering("attr_dict_text", {}, self._dictionary),
            "PROPERTIES": self._remembering("properties_text", self.property_spellings, self._properties),
            "FUNCTION_TYPE": self._remembering("function_type_text", self.function_type_spellings, self._function_type),
            "MAP": self._remembering("map_text", {}),
            "ATTRIBUTE": self._read_attribute,
            "FILE_METADATA": self._remembering("metadata_text", {}),
        }
        self.attribute_between = self._remembering("attribute", self.attribute_spellings)
        """Reads the attribute that has the text between two offsets, or a longer one that begins with it."""

    def _remembering(
        self, start: str, memory: dict[str, Any], in_parts: Callable[[int], Any] = lambda _: None
    ) -> Callable[[int, int], Any]:
        """Read `start` as one token; a text that was read before is not parsed again. `in_parts` returns the value of
        the text at an offset, or `None` for what the tables should read.
        """
        text = self.text
        longer: dict[str, list[tuple[str, Any]]] | None = {} if start in _ENDS_WITH_ITSELF else None

        def read(begin: int, end: int) -> Any:
            spelling = text[begin:end]
            known = memory.get(spelling)
            if known is not None:
                self.pos = end
                return known
            if longer is not None:
                beginning = text[begin : begin + LENGTH_OF_BEGINNING]
                for spelling, value in longer.get(beginning, ()):
                    if text.startswith(spelling, begin) and not _continues(text, begin + len(spelling)):
                        self.pos = begin + len(spelling)
                        return value
            value = in_parts(begin)
            if value is None:
                value = self.run(start, begin)
            if self.pos - begin <= LONGEST_REMEMBERED:
                if self.pos == end:
                    memory[text[begin:end]] = value
                elif longer is not None:
                    alike = longer.setdefault(text[begin : begin + LENGTH_OF_BEGINNING], [])
                    if len(alike) < MOST_ALIKE:
                        alike.append((text[begin : self.pos], value))
            return value

        return read

    def _read_attribute(self, begin: int, end: int) -> Attribute:
        del end
        return self.attribute_at(begin)

    def attribute_at(self, start: int) -> Attribute:
        """Return the attribute at an offset."""
        plain = _plain_value(self.text, start)
        if plain is None:
            return self.run("attribute", start)
        string, spelling = plain.groups()
        if string is not None:
            self.pos = plain.end()
            return StringAttr(string[1:-1])
        return self.attribute_between(start, start + len(spelling.rstrip()))

    # -- Dictionaries --------------------------------------------------------------------------------------------------

    def _properties(self, begin: int) -> dict[str, Attribute] | None:
        """Return the properties of `<{…}>` in the order of their names."""
        start = skip_space(self.text, begin + 1).end()  # type: ignore[union-attr]
        entries = self._dictionary(start) if self.text[start] == "{" else None
        if not entries:
            return None
        close = skip_space(self.text, self.pos).end()  # type: ignore[union-attr]
        if self.text[close] != ">":
            return None
        self.pos = close + 1
        return dict(sorted(entries.items()))

    def _dictionary(self, begin: int) -> dict[str, Attribute] | None:
        """Return the entries of `{…}`."""
        text, known = self.text, self.attribute_spellings
        entries: dict[str, Attribute] = {}
        pos = begin + 1
        close = ","
        while close == ",":
            plain = _plain_entry(text, pos)
            if plain is not None:
                name, spelling, close = plain.groups()
                pos = plain.end()
                if spelling is None:
                    value = UNIT
                else:
                    value = known.get(spelling) or self._plain_attribute(spelling.rstrip(), plain.start(2))
            else:
                head = _name_of_entry(text, pos)
                value = None if head is None else self._nested_attribute(head.end())
                end = _end_of_entry(text, self.pos)
                if head is None or end is None:
                    return None
                name, close, pos = head.group(1), end.group(1), end.end()
            if value is None or name in entries:
                return None
            entries[name] = value
        self.pos = pos
        return entries

    def _plain_attribute(self, spelling: str, start: int) -> Attribute | None:
        """Return an attribute that is spelled so, or `None` if its text ends elsewhere."""
        if spelling[0] == '"':
            return StringAttr(spelling[1:-1])
        self.token_start = start
        value = self.attribute_between(start, start + len(spelling))
        return value if self.pos == start + len(spelling) else None

    def _nested_attribute(self, start: int) -> Attribute:
        self.token_start = start
        if self.text[start] in "!(":
            return TypeAttr(self._chunks["TYPE"](start, self.tables.matcher("TYPE")(self.text, start).end()))
        return self.attribute_at(start)

    # -- Function types ------------------------------------------------------------------------------------------------

    def _function_type(self, begin: int) -> FunctionType | None:
        """Return the type behind a colon."""
        return self.function_type_at(skip_space(self.text, begin + 1).end())  # type: ignore[union-attr]

    def function_type_at(self, start: int) -> FunctionType | None:
        """Return the function type at an offset, or `None` for what the tables should read."""
        try:
            inputs = self._types_in_parentheses(start)
            arrow = None if inputs is None else _arrow(self.text, self.pos)
            if inputs is None or arrow is None:
                return None
            results = self._types_in_parentheses(arrow.end())
            if results is None:
                results = [self._type_at(arrow.end())]
        except Reported:
            raise
        except SyntaxFailure:
            return None
        return FunctionType(tuple(inputs), tuple(results))

    def _types_in_parentheses(self, start: int) -> list[Type] | None:
        """Return the types of `(…)`, or `None` if there is something else."""
        text = self.text
        if text[start] != "(":
            return None
        types: list[Type] = []
        pos = skip_space(text, start + 1).end()  # type: ignore[union-attr]
        if text[pos] == ")":
            self.pos = pos + 1
            return types
        while True:
            types.append(self._type_at(pos))
            pos = skip_space(text, self.pos).end()  # type: ignore[union-attr]
            if text[pos] == ")":
                self.pos = pos + 1
                return types
            if text[pos] != ",":
                raise SyntaxFailure(pos, "expected ',' or ')'")
            pos = skip_space(text, pos + 1).end()  # type: ignore[union-attr]

    def _type_at(self, start: int) -> Type:
        token = self.tables.matcher("TYPE")(self.text, start)
        if token is None:
            raise SyntaxFailure(start, "expected type")
        return self._chunks["TYPE"](start, token.end())
