"""From an op's definition to straight-line Python: its constructor and its structural verifier.

Both are made once for each class, when first needed, as `dataclasses` makes `__init__`. The text that was compiled is
kept: `dumped_source(AddFOp)` shows it.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .attributes import Attribute, Type
from .blocks import Region
from .builtin_attributes import DenseArrayAttr, i32_array
from .constraints import TypeVariable
from .definition import ONE, OPTIONAL, SEGMENT_PROPERTIES, VARIADIC, Field, Op, OpDefinition, set_constructor_compiler
from .errors import InvalidDefinitionError
from .interfaces import InferTypes
from .locations import UNKNOWN_LOC
from .operations import make_operation
from .values import OpResult

if TYPE_CHECKING:
    from .verifier import Report

_sources: dict[str, str] = {}


def compile_function(name: str, lines: Iterable[str], scope: dict[str, Any], label: str) -> Callable[..., Any]:
    """Compile generated lines; tracebacks and debuggers show them under `<dlc label>`."""
    text = "\n".join(lines) + "\n"
    filename = f"<dlc {label}>"
    exec(compile(text, filename, "exec"), scope)
    _sources[label] = text
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    return scope[name]


def dumped_source(label: str) -> str | None:
    """The generated text under a label such as `arith.addf constructor`, if it has been needed yet."""
    return _sources.get(label)


# -- Constructors ----------------------------------------------------------------------------------------------------


def compile_constructor(cls: type[Op]) -> Callable[..., None]:
    """`__init__(self, operands…, result types…, properties…, regions…, *, location, attributes)`."""
    definition = cls.definition
    scope: dict[str, Any] = {
        "UNKNOWN_LOC": UNKNOWN_LOC,
        "OpResult": OpResult,
        "Region": Region,
        "new": object.__new__,
        "segments": i32_array,
        "fill": _fill,
        "infer_results": _infer_results,
    }
    body = [*_operand_lines(definition), *_property_lines(definition, scope)]
    body += _list_lines(definition.regions, "_regions", "region")
    body += _list_lines(definition.successors, "_successors", "successor")
    body += ["self._attributes = attributes or {}", "self._location = location"]
    body += ["self._parent = self._prev = self._next = None"]
    body += _result_lines(cls, scope)
    if definition.regions or definition.successors:
        body.append("fill(self)")
    header = f"def __init__({', '.join(_parameters(definition, scope))}):"
    lines = [header, *(f"    {line}" for line in body)]
    return compile_function("__init__", lines, scope, f"{cls.name} constructor")


set_constructor_compiler(compile_constructor)


def _parameters(definition: OpDefinition, scope: dict[str, Any]) -> list[str]:
    positional, keyword = ["self"], ["*", "location=UNKNOWN_LOC", "attributes=None"]
    for field in definition.fields:
        if field.inferred:
            continue
        text = field.name
        if field.has_default:
            scope[f"default_{field.name}"] = field.default
            text += f"=default_{field.name}"
        (keyword if field.keyword else positional).append(text)
    return [*positional, *keyword]


def _group_expression(fields: list[Field]) -> str:
    """The list of all operands (or regions, successors) from the parameters."""
    parts: list[str] = []
    for field in fields:
        if field.count == ONE:
            parts.append(field.name)
        elif field.count == VARIADIC:
            parts.append(f"*{field.name}")
        else:
            parts.append(f"*(() if {field.name} is None else ({field.name},))")
    return f"[{', '.join(parts)}]"


def _operand_lines(definition: OpDefinition) -> list[str]:
    fields = definition.operands
    if all(field.count == ONE for field in fields):
        lines = [f"self._operands = {_group_expression(fields)}"]
        return lines + [f"{field.name}._uses[self, {field.index}] = None" for field in fields]
    return [
        f"self._operands = operands = {_group_expression(fields)}",
        "for index, value in enumerate(operands):",
        "    value._uses[self, index] = None",
    ]


def _property_lines(definition: OpDefinition, scope: dict[str, Any]) -> list[str]:
    always = [field for field in definition.attrs.values() if field.count == ONE]
    entries = [f"{field.name!r}: {field.name}" for field in always]
    for kind in ("operand", "result"):
        if definition.has_segments(kind):
            fields = definition.operands if kind == "operand" else definition.results
            entries.append(f"{SEGMENT_PROPERTIES[kind]!r}: segments(({', '.join(map(_size_expression, fields))},))")
    lines = [f"self._properties = properties = {{{', '.join(entries)}}}"]
    for field in definition.attrs.values():
        if field.count == OPTIONAL:
            lines += [f"if {field.name} is not None:", f"    properties[{field.name!r}] = {field.name}"]
    return lines


def _size_expression(field: Field) -> str:
    if field.count == ONE:
        return "1"
    return f"len({field.name})" if field.count == VARIADIC else f"int({field.name} is not None)"


def _list_lines(fields: list[Field], slot: str, kind: str) -> list[str]:
    if not fields:
        return [f"self.{slot} = ()"]
    lines: list[str] = []
    if kind == "region":
        lines = [f"if {field.name} is None: {field.name} = Region()" for field in fields if field.count == ONE]
    return [*lines, f"self.{slot} = {_group_expression(fields)}"]


def _result_lines(cls: type[Op], scope: dict[str, Any]) -> list[str]:
    definition = cls.definition
    fields = definition.results
    if not fields:
        return ["self._results = []"]
    if len(fields) == 1 and fields[0].count == ONE:
        expression = fields[0].name if not fields[0].inferred else _inference(cls, fields[0], scope)
        if expression is not None:
            return [
                "self._results = [result_0 := new(OpResult)]",
                f"result_0.type = {expression}",
                "result_0._uses = {}",
                "result_0.name_hint = None",
                "result_0.owner = self",
                "result_0.index = 0",
            ]
    if any(field.inferred for field in fields):
        if any(not field.inferred for field in fields):
            raise InvalidDefinitionError(f"'{cls.name}': either all results are inferred, or none")
        return ["self._results = []", "infer_results(self)"]
    scope["make_results"] = _make_results
    return [f"self._results = make_results(self, {_group_expression(fields)})"]


def _inference(cls: type[Op], field: Field, scope: dict[str, Any]) -> str | None:
    """The type of a result as an expression over the constructor's parameters; `None`: ask `infer_types`."""
    definition = cls.definition
    if field.type_from is not None:
        source = definition.field(field.type_from[0])
        if source is not None and source.kind in ("operand", "attr") and source.count == ONE:
            scope["type_of_result"] = field.type_from[1]
            return f"type_of_result({source.name}.type)"
    if InferTypes in cls.interfaces:
        return None
    if field.variable is not None:
        for other in definition.operands:
            if other.constraint is field.constraint and other.count != OPTIONAL:
                return f"{other.name}.type" if other.count == ONE else f"{other.name}[0].type"
    only = None if field.variable else field.type_constraint.only_type
    if only is not None:
        scope["only_type"] = only
        return "only_type"
    return None


def infer_result_types(op: Op) -> list[Type]:
    """The result types that follow from `op`'s operands and properties, as its definition says."""
    infer = InferTypes.of(op)
    if infer is not None:
        return list(infer.infer_types(op))
    return [_infer_one(op, field) for field in op.definition.results]


def _infer_one(op: Op, field: Field) -> Type:
    if field.type_from is not None:
        return field.type_from[1](getattr(op, field.type_from[0]).type)
    if field.variable is not None:
        for other in op.definition.operands:
            if other.constraint is field.constraint:
                value = getattr(op, other.name)
                if value is not None and other.count == VARIADIC:
                    value = value[0] if value else None
                if value is not None:
                    return value.type
    only = field.type_constraint.only_type
    if only is None:
        raise InvalidDefinitionError(
            f"'{op.name}': nothing says what type '{field.name}' has; declare it as `result`, or write `infer_types`"
        )
    return only


def _infer_results(op: Op) -> None:
    op._results = _make_results(op, infer_result_types(op))


def _make_results(op: Op, types: Iterable[Type]) -> list[OpResult]:
    made: list[OpResult] = []
    for index, type in enumerate(types):
        result = object.__new__(OpResult)
        result.type = type
        result._uses = {}
        result.name_hint = None
        result.owner = op
        result.index = index
        made.append(result)
    return made


def _fill(op: Op) -> None:
    """Enter a new op with its regions and successors."""
    for index, region in enumerate(op._regions):
        if region._parent is not None:
            raise InvalidDefinitionError(
                f"cannot give the region to '{op.name}': it belongs to '{region._parent.name}'"
            )
        region._parent = op
        region.index = index
    for index, block in enumerate(op._successors):
        block._uses[op, index] = None


# -- Reading: from pieces of text to an op -----------------------------------------------------------------------------


def create_with_inferred_results(
    cls: type[Op],
    operands: list[Any],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    regions: Any,
    successors: Any,
    location: Any,
) -> Op:
    """Make an op by position, whose result types follow from the rest."""
    made = make_operation(cls, operands, (), properties, attributes, regions, successors, location)
    made._results = _make_results(made, infer_result_types(made))
    return made


# -- Structural verification -----------------------------------------------------------------------------------------

Check = Callable[[Any, "Report"], bool]


def compile_structure_check(cls: type[Op]) -> Check:
    """`check(op, report) -> bool`: counts, segment sizes, types, properties, regions. False: something was reported."""
    definition = cls.definition
    scope: dict[str, Any] = {"slow": _slow_check, "definition": definition}
    conditions = _count_conditions(definition)
    lines = ["def check(op, report):", "    operands = op._operands; results = op._results"]
    lines.append(f"    if {' or '.join(conditions)}: return slow(op, definition, report)")
    simple = all(field.count == ONE for field in (*definition.operands, *definition.results))
    if not simple:
        lines.append("    return slow(op, definition, report)")
        return compile_function("check", lines, scope, f"{cls.name} check")
    tests = [*_type_tests(definition, scope), *_property_tests(definition, scope)]
    if InferTypes in cls.interfaces or any(field.type_from for field in definition.fields):
        tests.append("not derived(op)")
        scope["derived"] = _derived_types_hold
    lines += [f"    if {test}: return slow(op, definition, report)" for test in tests]
    lines.append("    return True")
    return compile_function("check", lines, scope, f"{cls.name} check")


def _count_conditions(definition: OpDefinition) -> list[str]:
    conditions: list[str] = []
    for fields, text in ((definition.operands, "operands"), (definition.results, "results")):
        fixed = sum(field.count == ONE for field in fields)
        comparison = "!=" if fixed == len(fields) else "<"
        conditions.append(f"len({text}) {comparison} {fixed}")
    for fields, slot in ((definition.regions, "_regions"), (definition.successors, "_successors")):
        fixed = sum(field.count == ONE for field in fields)
        comparison = "!=" if fixed == len(fields) else "<"
        conditions.append(f"len(op.{slot}) {comparison} {fixed}")
    return conditions


def _type_tests(definition: OpDefinition, scope: dict[str, Any]) -> list[str]:
    """Expressions that are true where a type has to be looked at closely."""
    tests: list[str] = []
    first_of: dict[TypeVariable, str] = {}
    for field, text in [(f, f"operands[{f.index}].type") for f in definition.operands] + [
        (f, f"results[{f.index}].type") for f in definition.results
    ]:
        variable = field.variable
        if variable is not None and variable in first_of:
            tests.append(f"{text} is not {first_of[variable]}")
            continue
        if variable is not None:
            first_of[variable] = text
        accepted = f"accepted_{field.kind}_{field.index}"
        scope[accepted] = field.type_constraint.accepted
        scope[f"accepts_{accepted}"] = field.type_constraint.accepts
        tests.append(f"{text} not in {accepted} and not accepts_{accepted}({text})")
    return tests


def _property_tests(definition: OpDefinition, scope: dict[str, Any]) -> list[str]:
    tests: list[str] = []
    for field in definition.attrs.values():
        name = f"accepts_attr_{field.name}"
        scope[name] = field.constraint.accepts
        value = f"op._properties.get({field.name!r})"
        if field.count == ONE:
            tests.append(f"(value := {value}) is None or not {name}(value)")
        else:
            tests.append(f"(value := {value}) is not None and not {name}(value)")
    return tests


def _derived_types_hold(op: Op) -> bool:
    for field in (*op.definition.operands, *op.definition.results):
        if field.type_from is not None and field.count == ONE:
            if getattr(op, field.name).type is not _derived_type(op, field):
                return False
    infer = InferTypes.of(op)
    return infer is None or list(infer.infer_types(op)) == op.result_types


def _derived_type(op: Op, field: Field) -> Type:
    assert field.type_from is not None
    return field.type_from[1](getattr(op, field.type_from[0]).type)


def _slow_check(op: Op, definition: OpDefinition, report: Report) -> bool:
    """The same checks one by one, with words for what fails."""
    before = report.count
    if not (_check_counts(op, definition, report) and _check_segments(op, definition, report)):
        return False
    bound: dict[TypeVariable, tuple[Field, Type]] = {}
    for field in (*definition.operands, *definition.results):
        for position, value in _positions(op, field):
            _check_type(field, position, value.type, bound, report)
    for field in definition.attrs.values():
        _check_property(op, field, report)
    if report.count == before:
        _check_derived(op, definition, report)
    return report.count == before


def _check_counts(op: Op, definition: OpDefinition, report: Report) -> bool:
    counts = (
        (definition.operands, len(op._operands), "operand"),
        (definition.results, len(op._results), "result"),
        (definition.regions, len(op._regions), "region"),
        (definition.successors, len(op._successors), "successor"),
    )
    before = report.count
    for fields, found, kind in counts:
        fixed = sum(field.count == ONE for field in fields)
        if fixed == len(fields) and found != fixed:
            plural = "s" if fixed != 1 else ""
            wanted = f"{fixed} {kind}{plural}" if fixed != 1 else ("one region" if kind == "region" else f"1 {kind}")
            wanted = f"zero {kind}s" if fixed == 0 else wanted
            report.error(None, f"requires {wanted}, but got {found}")
        elif found < fixed:
            report.error(None, f"expected {fixed} or more {kind}s, but found {found}")
        elif fixed + 1 == len(fields) and any(f.count == OPTIONAL for f in fields) and found > fixed + 1:
            report.error(None, f"expected at most {fixed + 1} {kind}s, but found {found}")
    return report.count == before


def _check_segments(op: Op, definition: OpDefinition, report: Report) -> bool:
    before = report.count
    for kind, fields, found in (
        ("operand", definition.operands, len(op._operands)),
        ("result", definition.results, len(op._results)),
    ):
        if not definition.has_segments(kind):
            continue
        name = SEGMENT_PROPERTIES[kind]
        sizes = op._properties.get(name)
        if not isinstance(sizes, DenseArrayAttr) or len(sizes) != len(fields):
            got = len(sizes) if isinstance(sizes, DenseArrayAttr) else "none"
            report.error(None, f"'{name}' attribute must have {len(fields)} elements, but got {got}")
        elif sum(sizes) != found or min(sizes) < 0:
            report.error(None, f"sum of elements in attribute '{name}' must be the {kind} count {found}, but got {sum(sizes)}")
        else:
            for field, size in zip(fields, sizes, strict=True):
                if (field.count == ONE and size != 1) or (field.count == OPTIONAL and size > 1):
                    report.error(None, f"{kind} group '{field.name}' requires one element, but got {size}")
    return report.count == before


def _positions(op: Op, field: Field) -> list[tuple[int, Any]]:
    """The values of a group, with their number among all operands or results."""
    found = getattr(op, field.name)
    values = list(found) if field.count == VARIADIC else [] if found is None else [found]
    everything: Any = op._operands if field.kind == "operand" else op._results
    if not values:
        return []
    if field.kind == "result":
        return [(value.index, value) for value in values]
    start = field.index if field.count == ONE and everything[field.index : field.index + 1] == values else None
    if start is None:
        start = next(i for i in range(len(everything)) if list(everything[i : i + len(values)]) == values)
    return [(start + offset, value) for offset, value in enumerate(values)]


def _check_type(
    field: Field, position: int, type: Type, bound: dict[TypeVariable, tuple[Field, Type]], report: Report
) -> None:
    constraint = field.type_constraint
    if not constraint.accepts(type):
        label = f"{field.kind} #{position}" if field.count == ONE else f"{field.kind} #{position}"
        prefix = "variadic of " if field.count == VARIADIC else ""
        report.error(None, f"{label} must be {prefix}{constraint.description}, but got '{type}'")
        return
    variable = field.variable
    if variable is None:
        return
    first = bound.setdefault(variable, (field, type))
    if first[1] is not type:
        report.error(
            None,
            f"requires the same type for '{first[0].name}' and '{field.name}', but got '{first[1]}' and '{type}'",
        )


def _check_property(op: Op, field: Field, report: Report) -> None:
    value = op._properties.get(field.name)
    if value is None:
        if field.count == ONE:
            report.error(None, f"requires attribute '{field.name}'")
    elif not field.constraint.accepts(value):
        report.error(
            None,
            f"attribute '{field.name}' failed to satisfy constraint: {field.constraint.description}, but got '{value}'",
        )


def _check_derived(op: Op, definition: OpDefinition, report: Report) -> None:
    for field in (*definition.operands, *definition.results):
        if field.type_from is None:
            continue
        expected = _derived_type(op, field)
        for position, value in _positions(op, field):
            if value.type is not expected:
                report.error(
                    None,
                    f"{field.kind} #{position} '{field.name}' must have type '{expected}', as follows from "
                    f"'{field.type_from[0]}', but got '{value.type}'",
                )
    infer = InferTypes.of(op)
    if infer is not None:
        expected_types = list(infer.infer_types(op))
        if expected_types != op.result_types:
            report.error(
                None,
                f"inferred type(s) {_spell(expected_types)} are incompatible with return type(s) "
                f"{_spell(op.result_types)} of operation",
            )


def _spell(types: list[Type]) -> str:
    return ", ".join(f"'{type}'" for type in types)
