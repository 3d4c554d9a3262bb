"""Check that a declared syntax has all parts of its op, and that it can be parsed with one token of look-ahead;
otherwise it is rejected, with the reason.

Each element has first tokens, and may be empty. Wherever the reader decides (is this optional part present? does this
list continue?), the tokens that mean yes must not be possible if the answer is no. Tokens after the op itself are not
considered. Custom directives are assumed to be correct.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from ..ir import ArrayAttr, Attribute, DictionaryAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from ..ir.builtin_attributes import TypedAttribute
from ..ir.definition import ONE, VARIADIC, Field, Op
from ..ir.errors import InvalidDefinitionError
from .format import (
    Custom,
    Element,
    FunctionalType,
    Group,
    Keyword,
    Literal,
    OIList,
    Reference,
    Space,
    TypeOf,
    Variable,
    parse_format,
    parts_of,
)

Tokens = frozenset[str]
"""Tokens by their first character; keywords as they are, `WORD` for any of them."""

WORD = "a word"
NOTHING: Tokens = frozenset()
TYPE: Tokens = frozenset({WORD, "!", "("})
NUMBER: Tokens = frozenset({"0", "-"})
ATTRIBUTE: Tokens = TYPE | NUMBER | frozenset('"@#[{')
_KEYWORDS = {
    "attr-dict": frozenset({"{"}),
    "attr-dict-with-keyword": frozenset({"attributes"}),
    "prop-dict": frozenset({"<"}),
    "operands": frozenset({"%"}),
    "regions": frozenset({"{"}),
    "successors": frozenset({"^"}),
    "results": NOTHING,
}
_BY_KIND = {"operand": frozenset({"%"}), "region": frozenset({"{"}), "successor": frozenset({"^"})}
_ELEMENTS: Tokens = frozenset({"dense", "sparse", "dense_resource"})
_BY_ATTRIBUTE: dict[type[Attribute], Tokens] = {
    IntegerAttr: NUMBER | {"#", "true", "false"},
    FloatAttr: NUMBER | {"#"},
    TypedAttribute: NUMBER | _ELEMENTS | {"#", '"', "true", "false"},
    ArrayAttr: frozenset("#["),
    DictionaryAttr: frozenset("#{"),
    TypeAttr: TYPE | {"#"},
}
"""The first tokens of attributes of a kind; other kinds may begin with any token of an attribute."""
_TAKES_TYPE = (Attribute, TypedAttribute, IntegerAttr, FloatAttr, StringAttr)


@cache
def form_of(cls: type[Op]) -> list[Element]:
    """Return the tree of an op's syntax; reject one that lacks parts of the op, or whose parts have ambiguous
    boundaries.
    """
    assert cls.syntax is not None
    elements = parse_format(cls.name, cls.syntax, cls.definition.by_name())
    _check_complete(cls, elements)
    _Checker(cls.name).sequence(elements, NOTHING, None)
    return elements


def _check_complete(cls: type[Op], elements: Sequence[Element]) -> None:
    """Reject a syntax that leaves out or repeats a part of the op."""
    parts = list(parts_of(elements))
    written = Counter(part.field.name for part in parts if isinstance(part, Variable))
    keywords = {part.name for part in parts if isinstance(part, Keyword)}
    has_dictionary = not keywords.isdisjoint(("attr-dict", "attr-dict-with-keyword", "prop-dict"))
    for field in cls.definition.fields:
        if written[field.name] or field.kind == "result" or f"{field.kind}s" in keywords:
            continue
        if field.kind != "attr":
            raise _error(cls, f"{field.kind} '${field.name}' is missing; write ${field.name} where its text belongs")
        if not has_dictionary:
            raise _error(
                cls,
                f"attribute '{field.name}' is missing; write ${field.name} where its text belongs, or attr-dict for "
                "all attributes without a place of their own",
            )
    if not has_dictionary:
        raise _error(cls, "attr-dict is missing; write attr-dict where other attributes belong")
    for element in elements:
        if isinstance(element, Variable) and written[element.field.name] > 1:
            raise _error(cls, f"'${element.field.name}' stands there twice")


def _error(cls: type[Op], message: str) -> InvalidDefinitionError:
    return InvalidDefinitionError(f"syntax of '{cls.name}': {message}")


class _Checker:
    def __init__(self, name: str) -> None:
        self.name = name

    def fail(self, message: str) -> None:
        raise InvalidDefinitionError(f"syntax of '{self.name}': {message}")

    def sequence(self, elements: Sequence[Element], follow: Tokens, present: Field | None) -> Tokens:
        """Check elements from the last to the first; return the first tokens of the sequence and of what follows it."""
        for element in reversed(elements):
            follow = self.element(element, follow, present)
        return follow

    def element(self, element: Element, follow: Tokens, present: Field | None) -> Tokens:
        """Check one element; `present` is the field that is known to be present, because its group is."""
        if isinstance(element, (Space, Custom, Reference)):
            return follow if isinstance(element, Space) else NOTHING
        if isinstance(element, Group):
            return self.group(element, follow)
        if isinstance(element, OIList):
            return self.clauses(element, follow)
        first = self.first(element)
        self.check_list(element, follow)
        if isinstance(element, Variable) and ":" in follow and _may_take_type(element):
            self.fail(f"'${element.field.name}' may end in ': type', so what follows it must not begin with ':'")
        if not _may_be_empty(element, present):
            return first
        if common(first, follow):
            self.fail(
                f"{_describe(element)} is optional, but what follows it can also begin with {shown(first, follow)}"
            )
        return first | follow

    def group(self, element: Group, follow: Tokens) -> Tokens:
        anchor = element.anchor
        field = anchor.field if isinstance(anchor, (Variable, TypeOf)) else None
        inside = self.sequence(element.elements, follow, field)
        first = self.begin_of(element.elements)
        missing = self.sequence(element.otherwise, follow, None) if element.otherwise else follow
        if common(first, missing):
            self.fail(f"an optional group and its alternative can both begin with {shown(first, missing)}")
        return (first or inside) | missing

    def begin_of(self, elements: Sequence[Element]) -> Tokens:
        """Return the first tokens of a group that is present: those of its first element, which is not empty then."""
        first = next((element for element in elements if not isinstance(element, Space)), None)
        if isinstance(first, Variable) and not _first_of_field(first):
            self.fail(f"an optional group must begin with a literal or a field, but '${first.field.name}' has no text")
        return NOTHING if first is None else self.first(first)

    def clauses(self, element: OIList, follow: Tokens) -> Tokens:
        firsts = [self.begin_of(clause) for clause in element.clauses]
        every = NOTHING.union(*firsts)
        for index, clause in enumerate(element.clauses):
            earlier = NOTHING.union(*firsts[:index])
            if common(firsts[index], earlier):
                self.fail(f"a clause of 'oilist' is never reached: another begins with {shown(firsts[index], earlier)}")
            self.sequence(clause, follow | every, None)
        if common(every, follow):
            self.fail(f"a clause of 'oilist' and what follows it can both begin with {shown(every, follow)}")
        return every | follow

    def check_list(self, element: Element, follow: Tokens) -> None:
        if "," in follow and _is_list(element):
            self.fail(f"{_describe(element)} continues after each ',', so what follows it must not begin with ','")

    def first(self, element: Element) -> Tokens:
        if isinstance(element, Literal):
            text = element.text
            return frozenset({text if text[0].isalpha() or text[0] == "_" else text[0]})
        if isinstance(element, Keyword):
            return _KEYWORDS[element.name]
        if isinstance(element, FunctionalType):
            return frozenset({"("})
        if isinstance(element, TypeOf):
            return TYPE
        return _first_of_field(element) if isinstance(element, Variable) else NOTHING


def _first_of_field(element: Variable) -> Tokens:
    field: Field = element.field
    if field.kind != "attr":
        return _BY_KIND.get(field.kind, NOTHING)
    constraint = field.constraint
    form = "attribute" if element.qualified else constraint.form
    if form == "symbol_name" or constraint.kind is SymbolRefAttr:
        return frozenset({"@"})
    if form == "enum":
        return frozenset(constraint.cases or ()) | {'"'}
    if constraint.kind is StringAttr:
        return frozenset({'"'})
    simple = {"parameters": frozenset({"<"}), "list": frozenset({"["})}
    if form == "unit":
        return NOTHING
    if form == "untyped":
        return NUMBER | _ELEMENTS | {"true", "false"}
    return simple.get(form) or _BY_ATTRIBUTE.get(constraint.kind, ATTRIBUTE)


def _may_take_type(element: Variable) -> bool:
    field: Field = element.field
    return field.kind == "attr" and field.constraint.form == "attribute" and field.constraint.kind in _TAKES_TYPE


def _may_be_empty(element: Element, present: Field | None) -> bool:
    if isinstance(element, Keyword):
        return True
    if isinstance(element, TypeOf):
        return element.group is not None or (element.field.count != ONE and element.field is not present)
    if isinstance(element, Variable):
        field: Field = element.field
        return field.kind != "attr" and field.count != ONE and field is not present
    return False


def _is_list(element: Element) -> bool:
    if isinstance(element, Keyword):
        return element.name in ("operands", "regions", "successors")
    if isinstance(element, TypeOf):
        return element.group is not None or element.field.count == VARIADIC
    return isinstance(element, Variable) and element.field.kind != "attr" and element.field.count == VARIADIC


def _describe(element: Element) -> str:
    if isinstance(element, Keyword):
        return f"'{element.name}'"
    if isinstance(element, TypeOf):
        return f"'type({element.group or '$' + element.field.name})'"
    return f"'${element.field.name}'" if isinstance(element, Variable) else "a part"


def common(left: Tokens, right: Tokens) -> Tokens:
    """Return the common first tokens of both; `WORD` is every word."""
    both = left & right
    if WORD in left:
        both |= {token for token in right if token[0].isalpha()}
    if WORD in right:
        both |= {token for token in left if token[0].isalpha()}
    return both


def shown(left: Tokens, right: Tokens) -> str:
    return " or ".join(f"'{token}'" if token != WORD else token for token in sorted(common(left, right)))
