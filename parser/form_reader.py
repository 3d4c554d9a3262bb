"""Compiles an op's declared form to the function that reads it. See `syntax` for an overview."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from ..ir import Block, Operation, Region
from ..ir.builtin_attributes import UNIT, IntegerAttr, StringAttr, SymbolRefAttr, i32_array
from ..ir.compilation import CREATION_SCOPE, Generated, compile_for, creation_lines
from ..ir.definition import ONE, OPTIONAL, SEGMENT_PROPERTIES, VARIADIC, Field, Op
from ..ir.diagnostics import did_you_mean
from ..ir.errors import InvalidDefinitionError
from ..ir.interfaces import InferTypes
from ..ir.locations import PendingLocation
from ..ir.operations import make_operation
from ..ir.traits import IsolatedFromAbove, SingleBlock
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
from .syntax import attribute_reader
from .tables import SKIP

OpReader = Callable[[Any, PendingLocation], Operation]
FIRST_USES = 12
"""An op that is used more often in a process gets an expression for its usual form, which takes longer to compile."""
_SPACE = r"[ \t]*"
# `(?:…|)` instead of `(?:…)?`, for which `re` allocates memory whether it occurs or not
_VALUE = r"%(?:[0-9]+|[A-Za-z_$.-][\w$.-]*)(?:#[0-9]+|)(?![\w$.#-])"
_TYPE = r'!?[A-Za-z_][\w$.]*(?:<[^<>"()/-]*>|)(?![\w$.<])'
_LITERAL = r"(?:-?(?:0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+|)|))|true|false)(?![\w.$])"
_NUMBER = rf"{_LITERAL}(?:[ ]*:[ ]*\w+|)(?![\w.<$]|[ ]*:)"


def make_operation_reader(cls: type[Op]) -> OpReader:
    """Return `read(p, location) -> op` for a declared syntax."""
    return _FirstUses(cls).read


class _FirstUses:
    """Reads the first ops of a kind element by element: most kinds are rare in a file, and need nothing else."""

    def __init__(self, cls: type[Op]) -> None:
        self.cls = cls
        general = self._compile("reader", lambda: _ReaderCompiler(cls).general(), {})
        assert general is not None
        self.general: OpReader = general
        self.later: OpReader | None = None
        self.uses = 0

    def read(self, p: Any, location: PendingLocation) -> Operation:
        self.uses += 1
        if self.uses <= FIRST_USES:
            return self.general(p, location)
        if self.later is None:
            self.later = self._usual() or self.general
        p.replace_reader(self.read, self.later)
        return self.later(p, location)

    def _usual(self) -> OpReader | None:
        """Return the reader that tries the expression for the usual form, if there is one."""
        scope = {**CREATION_SCOPE, "general": self.general, "re": re}
        return self._compile("reader of the usual form", lambda: _ReaderCompiler(self.cls).usual(), scope)

    def _compile(
        self, purpose: str, generate: Callable[[], Generated | None], scope: dict[str, Any]
    ) -> OpReader | None:
        cls = self.cls
        return compile_for(
            cls, purpose, "read", generate, lambda name: _value_of(cls, name), {**_SCOPE, "cls": cls, **scope}
        )


def _value_of(cls: type[Op], name: str) -> Any:
    """Return the value of a name such as `kind_value` in the scope of a reader."""
    part, _, rest = name.partition("_")
    if part == "custom":
        directives: dict[str, Any] = getattr(cls, "directives")  # noqa: B009
        return directives[rest][0]
    return _PARTS_OF_FIELDS[part](cls.definition.field(rest))


_PARTS_OF_FIELDS: dict[str, Callable[[Any], Any]] = {
    "d": lambda field: field.default,
    "type": lambda field: field.constraint.type,
    "cases": lambda field: field.constraint.cases,
    "kind": lambda field: field.constraint.kind,
    "read": lambda field: attribute_reader(field.constraint.kind),
    "from": lambda field: field.type_from[1],
    "only": lambda field: field.type_constraint.only_type,
    "attrs": lambda field: {
        word: IntegerAttr(value, field.constraint.type) for word, value in field.constraint.cases.items()
    },
}


class _ReaderCompiler:
    def __init__(self, cls: type[Op]) -> None:
        self.cls = cls
        self.definition = cls.definition
        self.elements = form_of(cls)
        self.names: dict[str, None] = {}
        """Names whose values depend on the class; see `_value_of`."""
        self.read_types: set[str] = set()
        self.read_fields: set[str] = set()
        self.groups: set[str] = set()
        self._note_parts()

    # -- What the form says --------------------------------------------------------------------------------------------

    def _note_parts(self) -> None:
        """Record which fields and types the form contains."""
        for element in parts_of(self.elements):
            if isinstance(element, Variable):
                self.read_fields.add(element.field.name)
            elif isinstance(element, TypeOf):
                self._note_type(element)
            elif isinstance(element, FunctionalType):
                self._note_type(element.inputs)
                self._note_type(element.results)
            elif isinstance(element, Keyword):
                self.groups.add(element.name)

    def _note_type(self, element: TypeOf) -> None:
        if element.group is not None:
            self.groups.add(f"type({element.group})")
        else:
            self.read_types.add(element.field.name)

    def _error(self, message: str) -> InvalidDefinitionError:
        return InvalidDefinitionError(f"syntax of '{self.cls.name}': {message}")

    # -- The function --------------------------------------------------------------------------------------------------

    def general(self) -> Generated:
        """Return the function that reads element by element."""
        read = self._sequence(self.elements)
        body = ["offset = location[1]", "attrs = {}", *self._initial(read), *read, *self._finish()]
        return Generated(["def read(p, location):", *(f"    {line}" for line in body)], self.names)

    def usual(self) -> Generated | None:
        """Return the function that reads the usual form by one expression, and anything else as `general` does."""
        usual = self._usual_form()
        if usual is None:
            return None
        pattern, assignments, count = usual
        head = ["m = usual(p.text, p.pos)", "if m is None: return general(p, location)", "p.pos = m.end()"]
        groups = ", ".join(f"g{number}" for number in range(1, count + 1))
        body = [
            *head,
            f"{groups}, = m.groups()",
            "offset = location[1]",
            "attrs = NO_ATTRIBUTES",
            *self._initial(assignments),
            *assignments,
        ]
        constants = [f"usual = re.compile({pattern!r}, re.ASCII).match"]
        if any("find_values" in line for line in assignments):
            constants.append(f"find_values = re.compile({_VALUE!r}).findall")
        lines = ["def read(p, location):", *(f"    {line}" for line in [*body, *self._finish(inline=True)])]
        return Generated([*constants, *lines], self.names)

    def _name(self, name: str) -> str:
        self.names[name] = None
        return name

    def _initial(self, lines: Sequence[str]) -> list[str]:
        """Return the initial values that these lines need: of fields which are not assigned before all else."""
        initial: list[str] = []
        for assignment in self._all_initial():
            target = assignment.partition(" = ")[0]
            first = next((line for line in lines if target in line), "")
            if not first.startswith(f"{target} = "):
                initial.append(assignment)
        return initial

    def _all_initial(self) -> list[str]:
        """Return the initial values of all fields."""
        lines: list[str] = []
        for field in self.definition.fields:
            name = field.name
            if field.kind == "operand":
                lines.append(f"o_{name} = {'[]' if field.count == VARIADIC else 'None'}")
                if name in self.read_types:
                    lines.append(f"t_{name} = {'[]' if field.count == VARIADIC else 'None'}")
            elif field.kind == "result" and name in self.read_types:
                lines.append(f"t_{name} = {'[]' if field.count == VARIADIC else 'None'}")
            elif field.kind == "attr" and name in self.read_fields:
                lines.append(f"a_{name} = {self._name(f'd_{name}')}")
            elif field.kind in ("region", "successor"):
                lines.append(f"{field.kind[0]}_{name} = {'[]' if field.count == VARIADIC else 'None'}")
        for group in ("operands", "results"):
            if f"type({group})" in self.groups:
                lines += [f"t_{group} = []"]
        if "operands" in self.groups:
            lines.append("o_operands = []")
        return lines

    # -- Element by element --------------------------------------------------------------------------------------------

    def _sequence(self, elements: Sequence[Element]) -> list[str]:
        return [line for element in elements for line in self._element(element)] or ["pass"]

    def _element(self, element: Element) -> list[str]:
        if isinstance(element, Literal):
            return [f"p.expect({element.text!r})"]
        if isinstance(element, Space):
            return []
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
            return self._oilist(element)
        if isinstance(element, Custom):
            return self._custom(element)
        raise self._error(f"misplaced {type(element).__name__}")

    def _variable(self, element: Variable) -> list[str]:
        field: Field = element.field
        name = field.name
        if field.kind == "operand":
            method = {ONE: "value_name", OPTIONAL: "accept_value_name", VARIADIC: "value_names"}[field.count]
            return [f"o_{name} = p.{method}()"]
        if field.kind == "attr":
            return [f"a_{name} = {self._attribute(element)}"]
        if field.kind == "region":
            return self._region(field)
        if field.kind == "successor":
            if field.count == ONE:
                return [f"s_{name} = p.block_label()"]
            return [f"s_{name} = [p.block_label()]", f"while p.accept(','): s_{name}.append(p.block_label())"]
        raise self._error(f"result '${name}' cannot appear in it")

    def _region(self, field: Field) -> list[str]:
        isolated = IsolatedFromAbove in self.cls.traits
        call = f"p.region(isolated={isolated}, default_dialect={self.cls.default_dialect!r})"
        if SingleBlock in self.cls.traits:
            call = f"with_block({call})"
        if field.count == ONE:
            return [f"r_{field.name} = {call}"]
        return [
            "if p.at('{'):",
            f"    r_{field.name} = [{call}]",
            f"    while p.accept(','): r_{field.name}.append({call})",
        ]

    def _attribute(self, element: Variable) -> str:
        field: Field = element.field
        constraint = field.constraint
        name = field.name
        form = "attribute" if element.qualified else constraint.form
        if form == "unit":
            return "UNIT"
        if form == "symbol_name":
            return "StringAttr(p.symbol_name())"
        if form == "untyped":
            return f"p.attribute_of_type({self._name(f'type_{name}')})"
        if form == "list":
            return f"p.integer_list({self._name(f'type_{name}')})"
        if form == "enum":
            cases, kind = self._name(f"cases_{name}"), self._name(f"type_{name}")
            return f"IntegerAttr(enum_word(p, {cases}), {kind})"
        if form == "parameters":
            kind, read = self._name(f"kind_{name}"), self._name(f"read_{name}")
            return f"p.short_attribute({kind}, {read})"
        if constraint.kind is SymbolRefAttr:
            return "p.symbol_ref()"
        return f"p.attribute_of({self._name(f'kind_{name}')}, {constraint.description!r})"

    def _type(self, element: TypeOf) -> list[str]:
        if element.group is not None:
            return [f"t_{element.group} = p.optional_types()"]
        field: Field = element.field
        method = {ONE: "type", OPTIONAL: "accept_type", VARIADIC: "optional_types"}[field.count]
        return [f"t_{field.name} = p.{method}()"]

    def _functional_type(self, element: FunctionalType) -> list[str]:
        lines = ["t_in, t_out = p.functional_type()"]
        for source, argument in (("t_in", element.inputs), ("t_out", element.results)):
            if argument.group is not None:
                lines.append(f"t_{argument.group} = {source}")
            elif argument.field.count == VARIADIC:
                lines.append(f"t_{argument.field.name} = {source}")
            else:
                required = argument.field.count == ONE
                lines.append(f"t_{argument.field.name} = p.single_type({source}, {argument.field.name!r}, {required})")
        return lines

    def _keyword(self, element: Keyword) -> list[str]:
        read = {
            "attr-dict": "p.attr_dict()",
            "attr-dict-with-keyword": "p.attr_dict_with_keyword()",
            "prop-dict": "p.properties()",
        }.get(element.name)
        if read is not None:
            return [f"attrs = {read}" if "prop-dict" not in self.groups else f"attrs = {{**attrs, **{read}}}"]
        if element.name == "operands":
            return ["o_operands = p.value_names()"]
        fields = self.definition.regions if element.name == "regions" else self.definition.successors
        return [line for field in fields for line in self._variable(Variable(field))]

    # -- Optional parts ------------------------------------------------------------------------------------------------

    def _group(self, element: Group) -> list[str]:
        condition, rest = self._condition(element.elements)
        lines = [f"if {condition}:", *(f"    {line}" for line in self._sequence(rest))]
        if element.otherwise:
            lines += ["else:", *(f"    {line}" for line in self._sequence(element.otherwise))]
        return lines

    def _condition(self, elements: Sequence[Element]) -> tuple[str, Sequence[Element]]:
        """Return the condition under which a group comes next, and the elements that are still to be read then."""
        for position, element in enumerate(elements):
            if isinstance(element, Space):
                continue
            if isinstance(element, Literal):
                return f"p.accept({element.text!r})", elements[position + 1 :]
            if isinstance(element, Variable):
                return self._variable_condition(element), elements[position:]
            if isinstance(element, (TypeOf, FunctionalType)):
                return "p.at_type()", elements[position:]
            if isinstance(element, Custom):
                return "True", elements[position:]
            if isinstance(element, Keyword) and element.name in ("operands", "regions", "successors"):
                sign = {"operands": "%", "regions": "{", "successors": "^"}[element.name]
                return f"p.at({sign!r})", elements[position:]
            break
        raise self._error("an optional group must begin with a literal or a field")

    def _variable_condition(self, element: Variable) -> str:
        field: Field = element.field
        if field.kind != "attr":
            sign = {"operand": "%", "region": "{", "successor": "^"}[field.kind]
            return f"p.at({sign!r})"
        constraint = field.constraint
        if constraint.form == "symbol_name" or constraint.kind is SymbolRefAttr:
            return "p.at('@')"
        if constraint.kind is StringAttr:
            return "p.at('\"')"
        if constraint.form == "parameters":
            return "p.at('<', '#')"
        if constraint.form == "list":
            return "p.at('[')"
        if constraint.form == "enum":
            return f"p.at_word({', '.join(map(repr, constraint.cases))})"
        if constraint.form == "untyped":
            return "p.at(*'-0123456789tf')"
        return "p.at_attribute()"

    def _oilist(self, element: OIList) -> list[str]:
        lines = ["while True:"]
        for index, clause in enumerate(element.clauses):
            condition, rest = self._condition(clause)
            lines.append(f"    {'el' if index else ''}if {condition}:")
            lines += [f"        {line}" for line in self._sequence(rest)]
        return [*lines, "    else:", "        break"]

    def _custom(self, element: Custom) -> list[str]:
        directives: dict[str, Any] = getattr(self.cls, "directives", {})
        if element.name not in directives:
            raise self._error(f"no directive '{element.name}' in `directives`")
        custom = self._name(f"custom_{element.name}")
        references = [self._name_of(a.inner) for a in element.arguments if isinstance(a, Reference)]
        targets = [self._name_of(a) for a in element.arguments if not isinstance(a, (Reference, Keyword))]
        call = f"{custom}({', '.join(['p', *references])})"
        if any(isinstance(a, Keyword) for a in element.arguments):
            targets.append("attrs")
        if len(targets) == 1:
            return [f"{targets[0]} = single({call})"]
        return [f"{', '.join(targets)} = {call}"]

    @staticmethod
    def _name_of(element: Element) -> str:
        if isinstance(element, TypeOf):
            return f"t_{element.group or element.field.name}"
        assert isinstance(element, Variable)
        return f"{element.field.kind[0]}_{element.field.name}"

    # -- Making the op -------------------------------------------------------------------------------------------------

    def _finish(self, *, inline: bool = False) -> list[str]:
        """Return the lines that make the op; `inline` saves the calls, where that is what reading costs."""
        lines, operands = self._operands(inline)
        lines += self._properties(reads_attributes=not inline)
        regions = self._list("region")
        successors = self._list("successor")
        results = self._results()
        if results is None:
            return [*lines, f"return p.create(cls, {operands}, props, attrs, {regions}, {successors}, location)"]
        definition = self.definition
        is_plain = not definition.regions and not definition.successors and results.startswith("(")
        if inline and is_plain and [field.count for field in definition.results] in ([], [ONE]):
            result = results[1:-2] if definition.results else None
            attributes = "attrs or NO_ATTRIBUTES" if any("attrs" in line for line in lines) else "NO_ATTRIBUTES"
            return [*lines, *creation_lines(operands, result, attributes)]
        return [*lines, f"return make(cls, {operands}, {results}, props, attrs, {regions}, {successors}, location)"]

    def _operands(self, inline: bool) -> tuple[list[str], str]:
        fields = self.definition.operands
        if "operands" in self.groups:
            return self._operands_as_group("o_operands")
        if "type(operands)" in self.groups:
            parts = [
                f"o_{f.name}"
                if f.count == ONE
                else f"*o_{f.name}"
                if f.count == VARIADIC
                else f"*([o_{f.name}] if o_{f.name} else [])"
                for f in fields
            ]
            return self._operands_as_group(f"[{', '.join(parts)}]")
        lines: list[str] = ["values = p.values"] if inline else []
        parts: list[str] = []
        for field in fields:
            name = field.name
            kind = self._type_of(field, set())
            if kind is None:
                raise self._error(
                    f"the type of operand '${name}' is neither written nor inferable; write type(${name})"
                )
            if field.count == ONE and not inline:
                parts.append(f"p.resolve(o_{name}, offset, {kind})")
            elif field.count == ONE:
                lines += [
                    f"t = {kind}",
                    f"v_{name} = values.get(o_{name})",
                    f"if v_{name} is None or v_{name}.type is not t: v_{name} = p.resolve(o_{name}, offset, t)",
                ]
                parts.append(f"v_{name}")
            elif field.count == OPTIONAL:
                lines.append(f"v_{name} = [] if o_{name} is None else [p.resolve(o_{name}, offset, {kind})]")
                parts.append(f"*v_{name}")
            elif field.name in self.read_types:
                lines.append(f"v_{name} = p.resolve_all(o_{name}, offset, t_{name})")
                parts.append(f"*v_{name}")
            else:
                lines.append(f"v_{name} = [p.resolve(n, offset, {kind}) for n in o_{name}] if o_{name} else []")
                parts.append(f"*v_{name}")
        return lines, f"[{', '.join(parts)}]"

    def _operands_as_group(self, names: str) -> tuple[list[str], str]:
        if "type(operands)" not in self.groups:
            field, *others = self.definition.operands
            kind = self._type_of(field, set())
            in_list = field.count == VARIADIC and field.name in self.read_types
            own = [other for other in others if in_list or self._type_of(other, set()) != kind]
            if kind is not None and own:
                raise self._error(
                    f"'operands' would give all operands the type of '${field.name}', but "
                    f"'${own[0].name}' has one of its own; write 'type(operands)', or the operands one by one"
                )
            if kind is None:
                raise InvalidDefinitionError(
                    f"syntax of '{self.cls.name}': the types of the operands are not written; write type(operands)"
                )
            if field.count == VARIADIC and field.name in self.read_types:
                return [], f"p.resolve_all({names}, offset, t_{field.name})"
            return [], f"[p.resolve(n, offset, {kind}) for n in {names}]"
        return [], f"p.resolve_all({names}, offset, t_operands)"

    def _type_of(self, field: Field, seen: set[str]) -> str | None:
        """Return an expression for a field's type: written, shared, inferred, or the only possible one."""
        if field.name in seen:
            return None
        seen = {*seen, field.name}
        if field.name in self.read_types:
            return f"t_{field.name}"
        for group, fields in (("operands", self.definition.operands), ("results", self.definition.results)):
            if f"type({group})" in self.groups and field in fields and all(f.count == ONE for f in fields):
                return f"t_{group}[{field.index}]"
        if field.variable is not None:
            for other in (*self.definition.operands, *self.definition.results):
                if other is not field and other.constraint is field.constraint:
                    source_type = self._written_type(other)
                    if source_type is not None:
                        return source_type
        if field.type_from is not None:
            source = self.definition.field(field.type_from[0])
            source_type = self._source_type(source, seen) if source is not None else None
            if source_type is not None:
                return f"{self._name(f'from_{field.name}')}({source_type})"
        if field.variable is not None:
            for other in (*self.definition.operands, *self.definition.results):
                if other.constraint is field.constraint and other.name not in seen:
                    source_type = self._type_of(other, seen)
                    if source_type is not None:
                        return source_type
        only = field.type_constraint.only_type
        if only is not None:
            return self._name(f"only_{field.name}")
        return None

    def _source_type(self, source: Field, seen: set[str]) -> str | None:
        """Return the type that another follows from: of a value, or of a typed attribute."""
        if source.kind != "attr":
            return self._type_of(source, seen)
        return f"a_{source.name}.type" if source.name in self.read_fields else None

    def _written_type(self, field: Field) -> str | None:
        if field.name in self.read_types:
            return f"t_{field.name}" if field.count != VARIADIC else f"(t_{field.name} or [None])[0]"
        for group, fields in (("operands", self.definition.operands), ("results", self.definition.results)):
            if f"type({group})" in self.groups and field in fields and all(f.count == ONE for f in fields):
                return f"t_{group}[{field.index}]"
        return None

    def _results(self) -> str | None:
        """Return the list of result types, or `None` if the op infers them."""
        if "type(results)" in self.groups:
            return "t_results"
        parts: list[str] = []
        for field in self.definition.results:
            if InferTypes in self.cls.interfaces and field.inferred and field.name not in self.read_types:
                return None
            kind = self._type_of(field, set())
            if kind is None:
                if field.inferred:
                    return None
                raise self._error(
                    f"the type of result '${field.name}' is neither written nor inferable; write type(${field.name}), "
                    "or declare it as inferred_result and give the op 'infer_types'"
                )
            if field.count == ONE:
                parts.append(kind)
            elif field.count == VARIADIC:
                parts.append(f"*{kind}")
            else:
                parts.append(f"*([{kind}] if {kind} is not None else [])")
        return f"({', '.join(parts)}{',' if parts else ''})"

    def _properties(self, *, reads_attributes: bool) -> list[str]:
        entries: list[str] = []
        optional: list[str] = []
        hidden_default = False
        for field in self.definition.attrs.values():
            name = field.name
            if name not in self.read_fields:
                hidden_default = hidden_default or (
                    field.count == ONE and field.has_default and field.default is not None
                )
            elif field.count == ONE and not (field.has_default and field.default is None) and self._always_read(name):
                entries.append(f"{name!r}: a_{name}")
            else:
                optional.append(f"if a_{name} is not None: props[{name!r}] = a_{name}")
        for kind in ("operand", "result"):
            if self.definition.has_segments(kind) and "operands" not in self.groups:
                fields = self.definition.operands if kind == "operand" else self.definition.results
                entries.append(f"{SEGMENT_PROPERTIES[kind]!r}: segments(({', '.join(map(self._size, fields))},))")
        lines = [f"props = {{{', '.join(entries)}}}", *optional]
        if hidden_default:
            return [*lines, "props, attrs = p.sorted_attributes(cls, props, attrs)"]
        if reads_attributes:
            lines.append("if attrs: props, attrs = p.sorted_attributes(cls, props, attrs)")
        return lines

    def _always_read(self, name: str) -> bool:
        field = self.definition.attrs[name]
        return field.default is not None or any(
            isinstance(element, Variable) and element.field is field for element in self.elements
        )

    def _size(self, field: Field) -> str:
        prefix = "o" if field.kind == "operand" else "t"
        if field.count == ONE:
            return "1"
        name = f"{prefix}_{field.name}"
        return f"len({name})" if field.count == VARIADIC else f"int({name} is not None)"

    def _list(self, kind: str) -> str:
        fields = self.definition.regions if kind == "region" else self.definition.successors
        if not fields:
            return "()"
        if kind == "region":
            from_none = "p.new_region()"
            parts = [
                f"*r_{f.name}" if f.count == VARIADIC else f"r_{f.name} if r_{f.name} is not None else {from_none}"
                for f in fields
            ]
        else:
            parts = [f"*s_{f.name}" if f.count == VARIADIC else f"s_{f.name}" for f in fields]
        return f"[{', '.join(parts)}]"

    # -- The usual form ------------------------------------------------------------------------------------------------

    def _usual_form(self) -> tuple[str, list[str], int] | None:
        """Return a regular expression for the form without optional parts, what its groups mean, and their number."""
        pattern: list[str] = []
        assignments: list[str] = []
        group = 0
        for element in self.elements:
            if isinstance(element, Literal):
                pattern.append(_SPACE + _literal_pattern(element.text))
            elif isinstance(element, (Space, Group)):
                if isinstance(element, Group) and (element.otherwise or not isinstance(element.elements[0], Literal)):
                    return None
            elif isinstance(element, Keyword):
                if element.name not in ("attr-dict", "attr-dict-with-keyword"):
                    return None
            else:
                part = self._usual_part(element, group + 1)
                if part is None:
                    return None
                group += 1
                pattern.append(f"{_SPACE}({part[0]})")
                assignments += part[1]
        if not group:
            return None
        # an omitted part must not come next: an attribute dictionary, or the beginning of an optional group
        tail = self._not_next()
        return "".join(pattern) + tail, assignments, group

    def _not_next(self) -> str:
        """Return a look-ahead that rejects optional parts that were assumed to be missing."""
        refused: list[str] = []
        for element in reversed(self.elements):
            if isinstance(element, Group):
                first = element.elements[0]
                assert isinstance(first, Literal)
                refused.append(_literal_pattern(first.text))
            elif isinstance(element, Keyword):
                refused.append(r"\{" if element.name == "attr-dict" else r"attributes(?![\w$])")
            elif not isinstance(element, Space):
                break
        return f"(?!{SKIP}(?:{'|'.join(refused)}))" if refused else ""

    def _usual_part(self, element: Element, group: int) -> tuple[str, list[str]] | None:
        text = f"g{group}"
        span = f"m.start({group}), m.end({group})"
        keep = "p.pos = m.end()"
        if isinstance(element, TypeOf):
            if element.group is not None or element.field.count != ONE:
                return None
            name = f"t_{element.field.name}"
            lines = [f"{name} = p.type_spellings.get({text})"]
            lines.append(f"if {name} is None: {name} = p._chunks['TYPE']({span}); {keep}")
            return _TYPE, lines
        if not isinstance(element, Variable) or element.qualified:
            return None
        field: Field = element.field
        if field.kind == "operand" and field.count == ONE:
            return _VALUE, [f"o_{field.name} = {text}"]
        if field.kind == "operand" and field.count == VARIADIC:
            pattern = rf"(?:{_VALUE}(?:\s*,\s*{_VALUE})*)?(?!\s*[,%])"
            return pattern, [f"o_{field.name} = find_values({text}) if {text} else []"]
        if field.kind != "attr":
            return None
        if field.constraint.form == "enum":
            spelled: list[str] = [re.escape(word) for word in field.constraint.cases]
            alternatives = "|".join(sorted(spelled, key=len, reverse=True))
            return rf"(?:{alternatives})(?![\w$])", [f"a_{field.name} = {self._name(f'attrs_{field.name}')}[{text}]"]
        if field.constraint.form == "attribute" and not issubclass(field.constraint.kind, (StringAttr, SymbolRefAttr)):
            return _NUMBER, [
                f"a_{field.name} = p.attribute_spellings.get({text})",
                f"if a_{field.name} is None: a_{field.name} = p.number({text}, {span}); {keep}",
            ]
        return None


def _literal_pattern(literal: str) -> str:
    """Return an expression for a literal. A keyword must end at a word boundary."""
    return re.escape(literal) + (r"(?![\w$])" if literal[-1].isalnum() or literal[-1] == "_" else "")


def _only(value: Any) -> Any:
    """Return the result of a directive with one argument, as a tuple or a single value."""
    return cast("tuple[Any, ...]", value)[0] if isinstance(value, tuple) else value


def _enum_word(p: Any, cases: dict[str, int]) -> int:
    offset = p.pos
    word = p.accept_keyword() or ""
    if not word and p.at('"'):
        word = p.string()
    if word not in cases:
        p.fail(f"expected one of {', '.join(cases)}, but got '{word}'{did_you_mean(word, cases)}", offset)
    return cases[word]


def _with_block(region: Region) -> Region:
    """Return a region of an op that has exactly one block; `{}` is an empty block."""
    if region.is_empty:
        region.append(Block())
    return region


_SCOPE: dict[str, Any] = {
    "make": make_operation,
    "UNIT": UNIT,
    "StringAttr": StringAttr,
    "IntegerAttr": IntegerAttr,
    "enum_word": _enum_word,
    "segments": i32_array,
    "single": _only,
    "with_block": _with_block,
}
"""Global names of all readers."""
