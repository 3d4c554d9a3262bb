"""Compiles an op's declared form to the function that prints it. See `syntax` for an overview.

Spaces are determined here, as in MLIR: one before each part, none inside brackets or before punctuation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..ir.compilation import Generated, compile_for
from ..ir.definition import ONE, OPTIONAL, SEGMENT_PROPERTIES, VARIADIC, Field, Op
from ..ir.errors import InvalidDefinitionError
from ..ir.structure import place_of
from .form_check import form_of
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
    parts_of,
)


def make_operation_printer(cls: type[Op]) -> Callable[..., Any]:
    """Return `write(op, p)` for a declared syntax."""
    printer = compile_for(
        cls, "printer", "write", lambda: _PrinterCompiler(cls).generated(), lambda name: _value_of(cls, name), {}
    )
    assert printer is not None
    return printer


def _value_of(cls: type[Op], name: str) -> Any:
    """Return the value of a name such as `words_predicate` in the scope of a printer."""
    part, _, rest = name.partition("_")
    if part == "custom":
        directives: dict[str, Any] = getattr(cls, "directives")  # noqa: B009
        return directives[rest][1]
    field = cls.definition.attrs[rest]
    if part == "default":
        return field.default
    return {value: word for word, value in field.constraint.cases.items()}


class _PrinterCompiler:
    def __init__(self, cls: type[Op]) -> None:
        self.cls = cls
        self.definition = cls.definition
        self.elements = form_of(cls)
        self.names: dict[str, None] = {}
        """Names whose values depend on the class; see `_value_of`."""
        self.constants: dict[str, str] = {}
        """Expressions that are evaluated once, by the names of their values."""
        self.shown = {
            part.field.name
            for part in parts_of(self.elements)
            if isinstance(part, Variable) and part.field.kind == "attr"
        }
        """The properties that the form prints, which an attribute dictionary omits."""
        self.pending: list[str] = []
        self.space = True
        self.after_punctuation = False

    def generated(self) -> Generated:
        body = [*self._sequence(self.elements), *self._flush()]
        text = "\n".join(body)
        parts = {"out": "p.out", "names": "p.names", "texts": "p.texts"}
        parts |= {"operands": "op._operands", "results": "op._results", "props": "op._properties"}
        head = [f"{name} = {part}" for name, part in parts.items() if name in text]
        constants = [f"{name} = {value}" for name, value in self.constants.items()]
        return Generated([*constants, "def write(op, p):", *(f"    {line}" for line in [*head, *body])], self.names)

    def _name(self, name: str) -> str:
        self.names[name] = None
        return name

    # -- Text ----------------------------------------------------------------------------------------------------------

    def _text(self, text: str) -> None:
        self.pending.append(
            text.replace("\\", "\\\\").replace("{", "{{").replace("}", "}}").replace('"', '\\"').replace("\n", "\\n")
        )

    def _expression(self, expression: str) -> None:
        self.pending.append("{" + expression + "}")

    def _flush(self) -> list[str]:
        if not self.pending:
            return []
        text = "".join(self.pending)
        self.pending = []
        return [f'out(f"{text}")']

    def _before_part(self) -> None:
        """Return the space before a part that is not a literal."""
        if self.space or not self.after_punctuation:
            self._text(" ")
        self.space = True
        self.after_punctuation = False

    # -- Elements ------------------------------------------------------------------------------------------------------

    def _sequence(self, elements: Sequence[Element]) -> list[str]:
        return [line for element in elements for line in self._element(element)]

    def _element(self, element: Element) -> list[str]:
        if isinstance(element, Literal):
            return self._literal(element.text)
        if isinstance(element, Space):
            return self._put_space(element.text)
        if isinstance(element, Variable):
            return self._variable(element)
        if isinstance(element, TypeOf):
            return self._type(element)
        if isinstance(element, FunctionalType):
            return self._functional_type(element)
        if isinstance(element, Keyword):
            return self._keyword(element)
        if isinstance(element, Group):
            return self._group(element)
        if isinstance(element, OIList):
            return [
                line for clause in element.clauses for line in self._group(Group(clause, self._anchor_of(clause), []))
            ]
        if isinstance(element, Custom):
            return self._custom(element)
        raise InvalidDefinitionError(f"syntax of '{self.cls.name}': misplaced {type(element).__name__}")

    def _literal(self, text: str) -> list[str]:
        alone = len(text) == 1
        if self.space and (not alone or text not in (">)}]," if self.after_punctuation else "<>(){}[],")):
            self._text(" ")
        self._text(text)
        self.space = not alone or text not in "<({["
        self.after_punctuation = not (text[0].isalpha() or text[0] == "_")
        return []

    def _put_space(self, text: str) -> list[str]:
        if text == " ":
            self._text(" ")
            self.after_punctuation = False
        elif "n" in text:
            lines = [*self._flush(), "p.newline()"]
            self.space, self.after_punctuation = False, True
            return lines
        else:
            self.after_punctuation = True
        self.space = False
        return []

    def _variable(self, element: Variable) -> list[str]:
        field: Field = element.field
        if field.kind == "attr":
            if field.constraint.form == "unit" and not element.qualified:
                return []
            self._before_part()
            if field.constraint.form == "list" and not element.qualified:
                self._text("[")
                self._expression(f"', '.join(map(str, op.{field.accessor}.elements))")
                self._text("]")
                return []
            self._expression(self._attribute(element))
            return []
        self._before_part()
        if field.kind == "operand":
            self._expression(self._operand(field))
            return []
        if field.kind == "region":
            call = "p.region({})" if field.count == ONE else "p.regions({})"
            return [*self._flush(), call.format(f"op.{field.accessor}")]
        if field.kind == "successor":
            self._expression(
                f"p.block_name(op.{field.accessor})" if field.count == ONE else f"p.block_names(op.{field.accessor})"
            )
            return []
        raise InvalidDefinitionError(f"syntax of '{self.cls.name}': result '${field.name}' cannot appear in it")

    def _value(self, field: Field) -> str:
        """Return an expression for an operand, a result or a group of them, by position if it is fixed."""
        if field.count == OPTIONAL or self.definition.has_segments(field.kind):
            return f"op.{field.accessor}"
        return place_of(self.definition, field)

    def _operand(self, field: Field) -> str:
        value = self._value(field)
        if field.count == VARIADIC:
            return f"', '.join([names[v] for v in {value}])"
        return f"names[{value}]" if field.count == ONE else f"names[{value}] if {value} is not None else ''"

    def _attribute(self, element: Variable) -> str:
        field: Field = element.field
        value = f"props['{field.name}']" if field.count == ONE else f"op.{field.accessor}"
        form = "attribute" if element.qualified else field.constraint.form
        if form == "enum":
            return f"{self._name(f'words_{field.name}')}[{value}.value]"
        if form == "untyped":
            return f"p.untyped[{value}]"
        if form == "symbol_name":
            return f"p.symbol({value}.value)"
        if form == "parameters":
            return f"p.parameters({value})"
        return f"texts[{value}]"

    def _type(self, element: TypeOf) -> list[str]:
        self._before_part()
        self._expression(self._types(element))
        return []

    def _types(self, element: TypeOf) -> str:
        if element.group is not None:
            return f"', '.join([texts[v.type] for v in {element.group}])"
        field: Field = element.field
        value = self._value(field)
        if field.count == VARIADIC:
            return f"', '.join([texts[v.type] for v in {value}])"
        return f"texts[{value}.type]" if field.count == ONE else f"texts[{value}.type] if {value} is not None else ''"

    def _functional_type(self, element: FunctionalType) -> list[str]:
        self._before_part()
        self._text("(")
        self._expression(self._types(element.inputs))
        self._text(") -> ")
        results = element.results
        if results.group is None and results.field.count == ONE:
            self._expression(f"p.one_result({self._value(results.field)}.type)")
        else:
            values = results.group if results.group is not None else f"p.listed({self._value(results.field)})"
            self._expression(f"p.result_types({values})")
        return []

    def _keyword(self, element: Keyword) -> list[str]:
        if element.name in ("attr-dict", "attr-dict-with-keyword", "prop-dict"):
            return self._attr_dict(element.name)
        if element.name == "operands":
            self._before_part()
            self._expression("', '.join([names[v] for v in operands])")
            return []
        fields = self.definition.regions if element.name == "regions" else self.definition.successors
        return [line for field in fields for line in self._variable(Variable(field))]

    def _attr_dict(self, name: str) -> list[str]:
        segments = {SEGMENT_PROPERTIES[kind] for kind in SEGMENT_PROPERTIES if self.definition.has_segments(kind)}
        hidden = [n for n in self.definition.attrs if n not in self.shown]
        apart = any(isinstance(element, Keyword) and element.name == "prop-dict" for element in self.elements)
        elided = sorted({*self.shown, *segments, *(hidden if apart else ())})
        self.constants["elided"] = f"frozenset({elided})"
        with_default = [n for n in hidden if self.definition.attrs[n].default is not None]
        defaults = ", ".join(f"{n!r}: {self._name(f'default_{n}')}" for n in with_default)
        self.constants["defaults"] = f"{{{defaults}}}"
        if name == "prop-dict":
            return self._prop_dict(hidden)
        if apart:
            hidden = []
        keyword = name == "attr-dict-with-keyword"
        self.space, self.after_punctuation = True, False
        condition = (
            f"op._attributes or {' or '.join(f'{n!r} in props' for n in hidden)}" if hidden else "op._attributes"
        )
        return [*self._flush(), f"if {condition}: p.attr_dict(op, elided, keyword={keyword}, defaults=defaults)"]

    def _prop_dict(self, hidden: list[str]) -> list[str]:
        """Print `<{…}>` with the properties that the form does not show."""
        self.space, self.after_punctuation = True, False
        self.constants["hidden"] = repr(hidden)
        return [
            *self._flush(),
            "rest = [(n, props[n]) for n in hidden if n in props and props[n] is not defaults.get(n)]",
            "if rest: out(f' <{p.entries(rest)}>')",
        ]

    # -- Optional parts ------------------------------------------------------------------------------------------------

    def _group(self, element: Group) -> list[str]:
        before = self._flush()
        condition = self._present(element.anchor if element.anchor is not None else self._anchor_of(element.elements))
        space, after = self.space, self.after_punctuation
        inner = [*self._sequence(element.elements), *self._flush()]
        lines = [*before, f"if {condition}:", *(f"    {line}" for line in inner or ["pass"])]
        if element.otherwise:
            self.space, self.after_punctuation = space, after
            other = [*self._sequence(element.otherwise), *self._flush()]
            lines += ["else:", *(f"    {line}" for line in other or ["pass"])]
        return lines

    def _anchor_of(self, elements: Sequence[Element]) -> Element:
        """Return the anchor of a group without `^`: its first field."""
        for element in elements:
            if isinstance(element, (Variable, TypeOf, Custom)):
                return element
        raise InvalidDefinitionError(f"syntax of '{self.cls.name}': an optional group needs an anchor '^'")

    def _present(self, anchor: Element) -> str:
        if isinstance(anchor, Custom):
            arguments = [argument for argument in anchor.arguments if not isinstance(argument, Reference)]
            return " or ".join(f"({self._present(argument)})" for argument in arguments)
        if isinstance(anchor, Keyword):
            return f"op.{anchor.name}"
        assert isinstance(anchor, (Variable, TypeOf))
        if isinstance(anchor, TypeOf) and anchor.group is not None:
            return anchor.group
        field: Field = anchor.field
        if field.kind == "attr":
            if field.count == ONE and field.has_default and field.default is not None:
                default = self._name(f"default_{field.name}")
                return f"props.get({field.name!r}, {default}) is not {default}"
            return f"props.get({field.name!r}) is not None"
        if field.kind == "region":
            return f"not op.{field.accessor}.is_empty" if field.count == ONE else f"op.{field.accessor}"
        return f"op.{field.accessor} is not None" if field.count != VARIADIC else f"op.{field.accessor}"

    def _custom(self, element: Custom) -> list[str]:
        custom = self._name(f"custom_{element.name}")
        self._before_part()
        arguments = ", ".join(
            ["p", "op", *(self._argument(a) for a in element.arguments if not isinstance(a, Keyword))]
        )
        return [*self._flush(), f"{custom}({arguments})"]

    def _argument(self, element: Element) -> str:
        if isinstance(element, Reference):
            return self._argument(element.inner)
        if isinstance(element, TypeOf):
            if element.group is not None:
                return f"[v.type for v in {element.group}]"
            field: Field = element.field
            if field.count == VARIADIC:
                return f"[v.type for v in op.{field.accessor}]"
            return (
                f"op.{field.accessor}.type"
                if field.count == ONE
                else f"(op.{field.accessor}.type if op.{field.accessor} is not None else None)"
            )
        assert isinstance(element, Variable)
        return f"op.{element.field.accessor}"
