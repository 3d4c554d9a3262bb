"""The printed form of an op with a declared syntax belongs to the language that the syntax declares.

The language is read off the declaration here once more, as a grammar for Lark's Earley parser, which shares nothing
with ours. The ops are those of the dialects' own files of examples.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from lark import Lark

from dlc.dialects import BUNDLED, register_all
from dlc.ir.assembly import HAND_WRITTEN
from dlc.ir.context import Context
from dlc.ir.definition import ONE, Op
from dlc.parser import PrintOptions, parse, print_ir
from dlc.parser.format import (
    Custom,
    Element,
    FunctionalType,
    Group,
    Keyword,
    Literal,
    OIList,
    Space,
    TypeOf,
    Variable,
    parse_format,
)

FORMS_OF_AN_OP = 6
"""The largest number of texts of an op that are parsed, which differ in more than names and numbers."""
FORMS_OF_A_GRAMMAR = 16
"""Making a grammar takes long, and more than in proportion to its rules."""
EXAMPLES = Path(__file__).parent.parent / "filecheck" / "dialects"
COMMON = r"""
value: /%[\w$.-]+(#[0-9]+)?/
values: (value ("," value)*)?
types: (type ("," type)*)?
type: /!?[A-Za-z_][\w.$]*/ ("<" inner* ">")? | "(" types ")" "->" (type | "(" types ")")
attribute: /-?[0-9][\w.]*([-+][0-9]+)?/ (":" type)? | STRING (":" type)? | type | symbol | dict | "[" inner* "]"
    | /(dense|sparse)(_resource)?/ "<" inner* ">" ":" type | /#[\w.$]+/ ("<" inner* ">")?
symbol: /@[\w$.-]+/ ("::" symbol)? | "@" STRING
block: /\^[\w$.-]+/
blocks: block ("," block)*
region: "{" inner* "}"
dict: "{" inner* "}"
inner: /[^<>()\[\]{}"\s-]+/ | "-" | "->" | STRING | "<" inner* ">" | "(" inner* ")" | "[" inner* "]" | "{" inner* "}"
STRING: /"([^"\\]|\\.)*"/
%ignore /\s+/
"""


def rule(elements: Sequence[Element]) -> str:
    return " ".join(filter(None, map(part, elements)))


def part(element: Element) -> str:
    """An element in Lark's notation."""
    if isinstance(element, Space):
        return ""
    if isinstance(element, Literal):
        return json.dumps(element.text)
    if isinstance(element, Group):
        present, missing = rule(element.elements), rule(element.otherwise)
        return f"({present} | {missing})" if present and missing else f"({present or missing})?"
    if isinstance(element, OIList):
        return f"({' | '.join(f'({rule(clause)})' for clause in element.clauses)})*"
    if isinstance(element, Custom):
        return "inner*"
    if isinstance(element, FunctionalType):
        return '"(" types ")" "->" (type | "(" types ")")'
    if isinstance(element, TypeOf):
        return "type" if element.group is None and element.field.count == ONE else "types"
    if isinstance(element, Keyword):
        return {
            "attr-dict": "dict?", "attr-dict-with-keyword": '("attributes" dict)?', "prop-dict": '("<" dict ">")?',
            "operands": "values", "successors": "blocks?", "regions": '(region ("," region)*)?',
        }[element.name]  # fmt: skip
    assert isinstance(element, Variable)
    return variable(element)


def variable(element: Variable) -> str:
    field = element.field
    if field.kind == "operand":
        return "value" if field.count == ONE else "values"
    if field.kind in ("region", "successor"):
        name = {"region": "region", "successor": "block"}[field.kind]
        return name if field.count == ONE else f'({name} ("," {name})*)?'
    form = "attribute" if element.qualified else field.constraint.form
    alternatives = " | ".join(map(json.dumps, field.constraint.cases or ()))
    forms = {"unit": "", "symbol_name": "symbol", "enum": f"({alternatives})", "parameters": '"<" inner* ">"'}
    return forms.get(form, "attribute")


def form_of(cls: type[Op]) -> str:
    """Return the syntax of an op as the right side of a rule."""
    assert cls.syntax is not None
    return rule(parse_format(cls.name, cls.syntax, cls.definition.field))


def check_forms(forms: Sequence[tuple[str, list[str]]]) -> None:
    """Check that texts have the forms that they come with."""
    for begin in range(0, len(forms), FORMS_OF_A_GRAMMAR):
        some = [(f"form{number}", *each) for number, each in enumerate(forms[begin : begin + FORMS_OF_A_GRAMMAR])]
        rules = "\n".join(f"{start}: {form}" for start, form, _ in some)
        grammar = Lark(f"{rules}\n{COMMON}", parser="earley", start=[start for start, *_ in some])
        for start, _, texts in some:
            for text in texts:
                grammar.parse(text, start=start)


@pytest.mark.parametrize("name", sorted(BUNDLED))
def test_printed_ops_are_in_their_language(name: str) -> None:
    seen: dict[type[Op], dict[str, str]] = defaultdict(dict)
    for path in sorted((EXAMPLES / name).glob("*.mlir")):
        for chunk in path.read_text().split("// -----"):
            context = Context(allow_unregistered=True)
            register_all(context)
            module = parse(chunk, context)
            for current in module.walk() if module is not None else ():
                cls = type(current)
                if not issubclass(cls, Op) or cls.syntax in (None, HAND_WRITTEN) or not cls.name.startswith(f"{name}."):
                    continue
                text = print_ir(current, PrintOptions(local_scope=True))
                body = re.sub(r"^(%[^=]*= )?[\w.]+|//[^\n]*", "", text)
                if f'"{current.name}"(' in text:  # an op that is wrong on purpose is printed in generic form
                    continue
                if len(seen[cls]) < FORMS_OF_AN_OP:
                    seen[cls].setdefault(re.sub(r"%[\w$.-]+|[0-9]+|\b[su]?[if][0-9]+\b", "", body), body)
    assert seen or name == "ub"
    forms: dict[str, list[str]] = defaultdict(list)
    for cls, bodies in seen.items():
        forms[form_of(cls)] += bodies.values()
    check_forms(list(forms.items()))
