"""The language of `syntax`: MLIR's declarative assembly format as a tree.

    "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

This module parses the text and checks it against the op's fields; `syntax` generates a reader and a printer from the
tree. A syntax that cannot be parsed with one token of look-ahead is rejected when the op's form is first needed, with
the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..ir.diagnostics import did_you_mean
from ..ir.errors import InvalidDefinitionError

_TOKEN = r"\s*(?:`([^`]*)`|\$([A-Za-z_]\w*)|(custom<\w+>|[a-z][a-z-]*)|(\(|\)\?|\)|,|\^|\||\?|:|<|>))"


class Element:
    """Base of all elements of a syntax."""

    __slots__ = ()


class Literal(Element):
    """A keyword or punctuation."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Space(Element):
    """An empty literal: ` ` ` inserts a space, ` `` ` suppresses one; and a newline."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Variable(Element):
    """`$name`; `qualified` prints an attribute with its prefix."""

    __slots__ = ("field", "qualified")

    def __init__(self, field: Any, qualified: bool = False) -> None:
        self.field = field
        self.qualified = qualified


class TypeOf(Element):
    """`type($name)`, `type(operands)`, `type(results)`."""

    __slots__ = ("field", "group")

    def __init__(self, field: Any, group: str | None = None) -> None:
        self.field = field
        self.group = group


class FunctionalType(Element):
    """`functional-type(inputs, results)`"""

    __slots__ = ("inputs", "results")

    def __init__(self, inputs: TypeOf, results: TypeOf) -> None:
        self.inputs = inputs
        self.results = results


class Keyword(Element):
    """`attr-dict`, `attr-dict-with-keyword`, `prop-dict`, `operands`, `regions`, `successors`, `results`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Group(Element):
    """An optional group `( … )?`, possibly with an alternative `: ( … )`. It is printed if `anchor` is present."""

    __slots__ = ("anchor", "elements", "otherwise")

    def __init__(self, elements: list[Element], anchor: Element | None, otherwise: list[Element]) -> None:
        self.elements = elements
        self.anchor = anchor
        self.otherwise = otherwise


class OIList(Element):
    """Clauses in any order, each beginning with its own keyword."""

    __slots__ = ("clauses",)

    def __init__(self, clauses: list[list[Element]]) -> None:
        self.clauses = clauses


class Reference(Element):
    """`ref($x)` in a custom directive: an element that was already read."""

    __slots__ = ("inner",)

    def __init__(self, inner: Element) -> None:
        self.inner = inner


class Custom(Element):
    """`custom<Name>(…)`: a part that functions of the op's class read and write."""

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, arguments: list[Element]) -> None:
        self.name = name
        self.arguments = arguments


KEYWORDS = ("attr-dict", "attr-dict-with-keyword", "prop-dict", "operands", "regions", "successors", "results")
DIRECTIVES = ("type", "functional-type", "qualified", "ref", "oilist", "custom")


class FormatParser:
    """A recursive descent parser over the tokens of one syntax string."""

    def __init__(self, name: str, text: str, fields: Mapping[str, Any]) -> None:
        self.name = name
        self.fields = fields
        self.tokens = [*self._tokens(text), ("end", "")]
        self.position = 0

    def _tokens(self, text: str) -> Iterator[tuple[str, str]]:
        match_token = re.compile(_TOKEN, re.DOTALL).match  # few runs need it: forms are compiled once
        position = 0
        text = text.rstrip()
        while position < len(text):
            match = match_token(text, position)
            if match is None:
                rest = text[position : position + 20]
                hint = "; a backquote before it is missing or one too many" if rest.startswith("`") else ""
                raise self.failure(f"cannot read '{rest}'{hint}")
            position = match.end()
            kind = ("literal", "variable", "word", "sign")[(match.lastindex or 1) - 1]
            yield kind, match.group(match.lastindex or 1)

    def failure(self, message: str) -> InvalidDefinitionError:
        """Return the error to be raised for an invalid syntax."""
        return InvalidDefinitionError(f"syntax of '{self.name}': {message}")

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.position]

    def take(self, sign: str | None = None) -> tuple[str, str]:
        token = self.peek()
        if token[0] == "end" or (sign is not None and token != ("sign", sign)):
            raise self.failure(f"expected '{sign or 'more'}', but got '{token[1] or 'the end'}'")
        self.position += 1
        return token

    def parse(self) -> list[Element]:
        elements, _ = self.sequence(())
        if self.peek()[0] != "end":
            raise self.failure(f"unexpected '{self.peek()[1]}'")
        return elements

    def sequence(self, ends: Sequence[str]) -> tuple[list[Element], Element | None]:
        """Parse elements up to a closing token; return them and the anchor marked with `^`."""
        elements: list[Element] = []
        anchor: Element | None = None
        while True:
            kind, text = self.peek()
            if kind == "end" or (kind == "sign" and text in ends):
                return elements, anchor
            elements.append(self.element())
            if self.peek() == ("sign", "^"):
                self.take()
                anchor = elements[-1]

    def element(self) -> Element:
        kind, text = self.take()
        if kind == "literal":
            return Literal(text) if text.strip() else Space(text)
        if kind == "variable":
            return Variable(self.field(text))
        if kind == "word":
            return self.word(text)
        if text == "(":
            return self.group()
        raise self.failure(f"unexpected '{text}'; a literal stands in backquotes: `{text}`")

    def field(self, name: str) -> Any:
        if name not in self.fields:
            others = ", ".join(f"${each}" for each in self.fields) or "none"
            raise self.failure(f"there is no field '${name}'; there are: {others}")
        return self.fields[name]

    def word(self, text: str) -> Element:
        if text in KEYWORDS:
            return Keyword(text)
        if text == "type":
            self.take("(")
            argument = self.type_argument()
            self.take(")")
            return argument
        if text == "functional-type":
            self.take("(")
            inputs = self.type_argument()
            self.take(",")
            results = self.type_argument()
            self.take(")")
            return FunctionalType(inputs, results)
        if text == "qualified":
            self.take("(")
            inner = self.element()
            self.take(")")
            if isinstance(inner, Variable):
                inner.qualified = True
            return inner
        if text == "ref":
            self.take("(")
            inner = self.element()
            self.take(")")
            return Reference(inner)
        if text == "oilist":
            return self.oilist()
        if text.startswith("custom<"):
            return self.custom(text[7:-1])
        hint = did_you_mean(text, (*KEYWORDS, *DIRECTIVES)) or f"; a literal stands in backquotes: `{text}`"
        raise self.failure(f"unknown directive '{text}'{hint}")

    def type_argument(self) -> TypeOf:
        kind, text = self.take()
        if kind == "variable":
            return TypeOf(self.field(text))
        if text in ("operands", "results"):
            return TypeOf(None, text)
        raise self.failure(f"'{text}' does not have a type")

    def group(self) -> Group:
        elements, anchor = self.sequence((")", ")?"))
        otherwise: list[Element] = []
        closing = self.take()[1]
        if closing == ")":
            if self.peek() == ("sign", "?"):
                self.take()
            elif self.peek() != ("sign", ":"):
                raise self.failure("a group must end with ')?'")
        if self.peek() == ("sign", ":"):
            self.take()
            self.take("(")
            otherwise, other_anchor = self.sequence((")", ")?"))
            anchor = anchor or other_anchor
            if self.take()[1] == ")" and self.peek() == ("sign", "?"):
                self.take()
        if not elements and not otherwise:
            raise self.failure("an optional group must not be empty")
        return Group(elements, anchor, otherwise)

    def oilist(self) -> OIList:
        self.take("(")
        clauses: list[list[Element]] = []
        while True:
            elements, _ = self.sequence(("|", ")", ")?"))
            clauses.append(elements)
            if self.take()[1] != "|":
                return OIList(clauses)

    def custom(self, name: str) -> Custom:
        self.take("(")
        arguments: list[Element] = []
        while self.peek() != ("sign", ")"):
            arguments.append(self.element())
            if self.peek() == ("sign", ","):
                self.take()
        self.take(")")
        return Custom(name, arguments)


def parts_of(elements: Iterable[Element]) -> Iterator[Element]:
    """Return all elements of a form, those of groups, clauses and custom directives among them."""
    for element in elements:
        yield element
        if isinstance(element, Group):
            yield from parts_of([*element.elements, *element.otherwise])
        elif isinstance(element, OIList):
            for clause in element.clauses:
                yield from parts_of(clause)
        elif isinstance(element, Custom):
            yield from parts_of(element.arguments)


def parse_format(name: str, text: str, fields: Mapping[str, Any]) -> list[Element]:
    """Return the tree of a syntax string, in which `$name` stands for one of the fields."""
    return FormatParser(name, text, fields).parse()
