"""The printed form of an op with a declared syntax belongs to the language that the syntax declares.

The language is read off the declaration here once more, as a grammar for Lark's Earley parser, which shares nothing
with ours. The ops are those of the dialects' own files of examples.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from lark import Lark

from dlc.dialects import BUNDLED, register_all
from dlc.ir.assembly import HAND_WRITTEN
from dlc.ir.context import Context
from dlc.ir.definition import ONE, Op
from dlc.ir.enums import WordAttr
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
WITHOUT_FORMS = ("dlti", "ub")
"""Dialects without an op that has a declared form."""
EXAMPLES = Path(__file__).parent.parent / "filecheck" / "dialects"
COMMON = r"""
value: /%[\w$.-]+(#[0-9]+)?/
values: (value ("," value)*)?
types: (type ("," type)*)?
type: /!?[A-Za-z_][\w.$]*/ ("<" inners ">")? | "(" types ")" "->" function_results
function_results: type | "(" types ")"
attribute: /-?[0-9][\w.]*([-+][0-9]+)?/ (":" type)? | STRING (":" type)? | type | symbol | dict | "[" inners "]"
    | /(dense|sparse)(_resource)?/ "<" inners ">" ":" type | /#[\w.$]+/ ("<" inners ">")?
symbol: /@[\w$.-]+/ ("::" symbol)? | "@" STRING
block: /\^[\w$.-]+/
blocks: (block ("," block)*)?
region: "{" inners "}"
regions: (region ("," region)*)?
dict: "{" inners "}"
dictionary: dict?
attributes: ("attributes" dict)?
properties: ("<" dict ">")?
inners: inner*
inner: /[^<>()\[\]{}",\s-]+/ | "," | "-" | "->" | STRING | "<" inners ">" | "(" inners ")" | "[" inners "]"
    | "{" inners "}"
STRING: /"([^"\\]|\\.)*"/
%ignore /\s+/
"""


class Form:
    """The syntax of an op in Lark's notation: the rule `start`, and a rule for each group, whose name begins alike.

    A group that may be missing is a rule of its own, because Lark writes out the alternatives inside a rule: n of them
    would be 2^n rules.
    """

    def __init__(self, start: str, elements: Sequence[Element]) -> None:
        self.start = start
        self.rules: list[str] = []
        self.rules.append(f"{start}: {self.sequence(elements)}")

    def sequence(self, elements: Sequence[Element]) -> str:
        return " ".join(filter(None, map(self.part, elements)))

    def alternatives(self, *texts: str) -> str:
        """Return the name of a rule of these alternatives."""
        name = f"{self.start}_{len(self.rules)}"
        self.rules.append(f"{name}: {' | '.join(texts)}")
        return name

    def part(self, element: Element) -> str:
        """Return an element in Lark's notation."""
        if isinstance(element, Space):
            return ""
        if isinstance(element, Literal):
            return json.dumps(element.text)
        if isinstance(element, Group):
            return self.alternatives(self.sequence(element.elements), self.sequence(element.otherwise))
        if isinstance(element, OIList):
            return f"{self.alternatives(*map(self.sequence, element.clauses))}*"
        if isinstance(element, Custom):
            return "inners"
        if isinstance(element, FunctionalType):
            return '"(" types ")" "->" function_results'
        if isinstance(element, TypeOf):
            return "type" if element.group is None and element.field.count == ONE else "types"
        if isinstance(element, Keyword):
            return {
                "attr-dict": "dictionary", "attr-dict-with-keyword": "attributes", "prop-dict": "properties",
                "operands": "values", "successors": "blocks", "regions": "regions",
            }[element.name]  # fmt: skip
        assert isinstance(element, Variable)
        return self.variable(element)

    def variable(self, element: Variable) -> str:
        field = element.field
        if field.kind == "operand":
            return "value" if field.count == ONE else "values"
        if field.kind in ("region", "successor"):
            name = {"region": "region", "successor": "block"}[field.kind]
            return name if field.count == ONE else f"{name}s"
        form = "attribute" if element.qualified else field.constraint.form
        if form == "enum":
            return self.alternatives(*map(json.dumps, field.constraint.cases or ()))
        if form == "parameters" and issubclass(field.constraint.kind, WordAttr):
            return self.alternatives(*map(json.dumps, field.constraint.kind.cases))
        forms = {"unit": "", "symbol_name": "symbol", "parameters": '"<" inners ">"'}
        return forms.get(form, "attribute")


def check_forms(texts_of: Mapping[type[Op], Iterable[str]]) -> None:
    """Check that texts have the forms of their ops."""
    forms = []
    for number, cls in enumerate(texts_of):
        assert cls.syntax is not None
        forms.append(Form(f"form{number}", parse_format(cls.name, cls.syntax, cls.definition.by_name())))
    rules = "\n".join(line for form in forms for line in form.rules)
    grammar = Lark(f"{rules}\n{COMMON}", parser="earley", start=[form.start for form in forms])
    for form, texts in zip(forms, texts_of.values(), strict=True):
        for text in texts:
            grammar.parse(text, start=form.start)


@pytest.mark.sampled(2)
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
                text = text.replace("<<UNKNOWN SSA VALUE>>", "%x")  # what an isolated op takes has no name inside
                body = re.sub(r"^(%[^=]*= )?[\w.]+|//[^\n]*", "", text)
                if f'"{current.name}"(' in text:  # an op that is wrong on purpose is printed in generic form
                    continue
                if len(seen[cls]) < FORMS_OF_AN_OP:
                    seen[cls].setdefault(re.sub(r"%[\w$.-]+|[0-9]+|\b[su]?[if][0-9]+\b", "", body), body)
    assert seen or name in WITHOUT_FORMS
    if seen:
        check_forms({cls: bodies.values() for cls, bodies in seen.items()})
