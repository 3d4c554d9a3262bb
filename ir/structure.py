"""The structural verifier of each kind of op: counts, segment sizes, types and properties, as its definition says.

From a definition comes one function, made for a kind of op that is frequent, that answers for a sound op in a
microsecond. Where it finds anything wrong, and for rare ops, the same checks are gone through one by one, to say what.
The op's own rules are not checked here, and nothing outside the op is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .attributes import spelled
from .builtin_attributes import DenseArrayAttr
from .compilation import Generated, compile_for
from .constraints import TypeVariable
from .definition import ONE, OPTIONAL, SEGMENT_PROPERTIES, VARIADIC, Field, Op, OpDefinition
from .diagnostics import did_you_mean
from .errors import DlcError
from .interfaces import InferTypes
from .kept_code import is_kept
from .operations import Operation
from .part_types import groups_of, spans_of, type_mistakes

if TYPE_CHECKING:
    from .verifier import Report

Check = Callable[[Any, "Report"], bool]


_REFUSE = "return slow(op, definition, report)"

FIRST_USES = 12
"""An op that is verified more often in a process gets a compiled check, which takes longer to compile."""


class StructureCheck:
    """The check of one kind of op: `run(op, report) -> bool`. False: something was reported."""

    __slots__ = ("run", "uses")

    def __init__(self, cls: type[Operation]) -> None:
        self.uses = 0
        self.run: Check = self._run_first if issubclass(cls, Op) else _accept

    def _run_first(self, op: Op, report: Report) -> bool:
        self.uses += 1
        if self.uses > FIRST_USES or is_kept(type(op)):
            self.run = compile_structure_check(type(op))
            return self.run(op, report)
        return _check_slowly(op, op.definition, report)


def _accept(*_: object) -> bool:
    """Return true: of an unregistered op nothing is known."""
    return True


# -- Straight-line code ----------------------------------------------------------------------------------------------


def compile_structure_check(cls: type[Op]) -> Check:
    """`check(op, report) -> bool`. False: something was reported."""
    definition = cls.definition
    scope: dict[str, Any] = {
        "slow": _check_slowly,
        "definition": definition,
        "DenseArrayAttr": DenseArrayAttr,
        "types_hold": _types_hold,
        "derived": _derived_types_hold,
        "inferred": _inferred_types_hold,
        "is_defined": definition.property_names().issuperset,
    }
    fields = {f"{field.kind}_{field.index}": field for field in cls.definition.fields}
    check = compile_for(
        cls, "check", "check", lambda: _generate_check(cls), lambda name: _value_of(fields, name), scope
    )
    assert check is not None
    return check


def _generate_check(cls: type[Op]) -> Generated:
    definition = cls.definition
    names: list[str] = []
    lines = ["def check(op, report):", "    operands = op._operands; results = op._results"]
    undefined = " and not is_defined(op._properties)" if definition.property_names() else ""
    conditions = " or ".join([*_count_conditions(definition), f"op._properties{undefined}"])
    body = [f"if {conditions}: {_REFUSE}"]
    body += [line for kind in SEGMENT_PROPERTIES for line in _segment_lines(definition, kind)]
    body += _type_lines(definition, names)
    tests = [*_property_tests(definition, names), *_derived_tests(cls, names)]
    body += [f"if {test}: {_REFUSE}" for test in tests]
    lines += [f"    {line}" for line in body]
    lines.append("    return True")
    return Generated(lines, names)


def _value_of(fields: Mapping[str, Field], name: str) -> Any:
    """Return the value of a name such as `accepted_operand_0` in the scope of a check."""
    part, _, place = name.partition("_")
    return _PARTS_OF_FIELDS[part](fields[place])


_PARTS_OF_FIELDS: dict[str, Callable[[Any], Any]] = {
    "accepted": lambda field: field.type_constraint.accepted,
    "accepts": lambda field: field.type_constraint.accepts,
    "holds": lambda field: field.constraint.predicate,
    "default": lambda field: field.default,
    "derive": lambda field: field.type_from[1],
}


def _count_conditions(definition: OpDefinition) -> list[str]:
    conditions: list[str] = []
    for fields, text in (
        (definition.operands, "operands"),
        (definition.results, "results"),
        (definition.regions, "op._regions"),
        (definition.successors, "op._successors"),
    ):
        fixed = sum(field.count == ONE for field in fields)
        if not fields:
            conditions.append(text)
        elif fixed == len(fields):
            conditions.append(f"len({text}) != {fixed}")
        elif all(field.count != VARIADIC for field in fields):
            conditions.append(f"not {fixed} <= len({text}) <= {len(fields)}")
        elif fixed:
            conditions.append(f"len({text}) < {fixed}")
    return conditions


def _segment_lines(definition: OpDefinition, kind: str) -> list[str]:
    """Unpack the sizes of several groups, and make sure that they fit."""
    if not definition.has_segments(kind):
        return []
    fields = groups_of(definition, kind)
    sizes = [f"{kind}_size_{field.index}" for field in fields]
    wrong = [f"{' + '.join(sizes)} != len({kind}s)"]
    for field, size in zip(fields, sizes, strict=True):
        wrong.append({ONE: f"{size} != 1", OPTIONAL: f"not 0 <= {size} <= 1", VARIADIC: f"{size} < 0"}[field.count])
    lines = [
        f"sizes = op._properties.get({SEGMENT_PROPERTIES[kind]!r})",
        f"if sizes.__class__ is not DenseArrayAttr or len(sizes.elements) != {len(fields)}: {_REFUSE}",
        f"{', '.join(sizes)} = sizes.elements",
        f"if {' or '.join(wrong)}: {_REFUSE}",
    ]
    ends = [f"{kind}_end_{field.index}" for field in fields]
    lines.append(f"{ends[0]} = {sizes[0]}")
    lines += [f"{ends[i]} = {ends[i - 1]} + {sizes[i]}" for i in range(1, len(fields))]
    return lines


def place_of(definition: OpDefinition, field: Field) -> str:
    """Return an expression for a group of the operands or results; segments have been unpacked."""
    fields, kind = groups_of(definition, field.kind), field.kind
    if definition.has_segments(kind):
        start = f"{kind}_end_{field.index - 1}" if field.index else "0"
        return f"{kind}s[{start}]" if field.count == ONE else f"{kind}s[{start}:{kind}_end_{field.index}]"
    loose = next((other.index for other in fields if other.count != ONE), len(fields))
    after = len(fields) - field.index - 1
    if field.count == ONE:
        return f"{kind}s[{field.index if field.index < loose else -1 - after}]"
    if len(fields) == 1:
        return f"{kind}s"
    return f"{kind}s[{field.index}:{f'len({kind}s) - {after}' if after else ''}]"


def _type_lines(definition: OpDefinition, names: list[str]) -> list[str]:
    """Leave for the slow check where a type is not accepted, or differs from another that it must equal."""
    lines: list[str] = []
    bound: dict[TypeVariable, str] = {}
    for field in (*definition.operands, *definition.results):
        accepted, accepts = f"accepted_{field.kind}_{field.index}", f"accepts_{field.kind}_{field.index}"
        names += [accepted, accepts]
        unacceptable = f"not in {accepted} and not {accepts}"
        place, variable = place_of(definition, field), field.variable
        if field.count == ONE:
            if variable is None:
                lines.append(f"if (type := {place}.type) {unacceptable}(type): {_REFUSE}")
            elif variable in bound:
                lines.append(f"if {place}.type is not {bound[variable]}: {_REFUSE}")
            else:
                bound[variable] = f"type_{field.kind}_{field.index}"
                lines.append(f"{bound[variable]} = {place}.type")
                lines.append(f"if {bound[variable]} {unacceptable}({bound[variable]}): {_REFUSE}")
            continue
        lines.append(f"for value in {place}:")
        if variable is None:
            lines.append(f"    if (type := value.type) {unacceptable}(type): {_REFUSE}")
        elif variable in bound:
            lines.append(f"    if value.type is not {bound[variable]}: {_REFUSE}")
        else:  # nothing is bound yet, and an empty group binds nothing: too rare to be made fast
            return [f"if not types_hold(op, definition): {_REFUSE}"]
    return lines


def _property_tests(definition: OpDefinition, names: list[str]) -> list[str]:
    tests: list[str] = []
    for field in definition.attrs.values():
        predicate = f"holds_attr_{field.index}"
        names.append(predicate)
        test = f"(value := op._properties.get({field.name!r}))"
        if field.default is not None and field.constraint.accepts(field.default):
            names.append(f"default_attr_{field.index}")
            test = f"{test} is not default_attr_{field.index} and (value"
            tests.append(f"{test} is None or not {predicate}(value))")
        elif field.count == ONE:
            tests.append(f"{test} is None or not {predicate}(value)")
        else:
            tests.append(f"{test} is not None and not {predicate}(value)")
    return tests


def _derived_tests(cls: type[Op], names: list[str]) -> list[str]:
    """Tests of types that follow from other parts."""
    definition = cls.definition
    tests: list[str] = []
    for field in (*definition.operands, *definition.results):
        if field.type_from is None:
            continue
        source = definition.field(field.type_from[0])
        if source is None or source.kind not in (*SEGMENT_PROPERTIES, "attr") or {source.count, field.count} != {ONE}:
            return ["not derived(op)"]
        place = f"op._properties[{source.name!r}]" if source.kind == "attr" else place_of(definition, source)
        names.append(f"derive_{field.kind}_{field.index}")
        tests.append(f"{place_of(definition, field)}.type is not derive_{field.kind}_{field.index}({place}.type)")
    if InferTypes in cls.interfaces and not getattr(cls.interfaces[InferTypes], "checked_by_rules", False):
        tests.append("not inferred(op)")
    return tests


class _Silent:
    """A report that nobody reads."""

    def __init__(self) -> None:
        self.count = 0

    def error(self, *_: object) -> None:
        self.count += 1


def _types_hold(op: Op, definition: OpDefinition) -> bool:
    return next(iter(type_mistakes(op, definition)), None) is None


def _derived_types_hold(op: Op) -> bool:
    report: Any = _Silent()
    _check_derived(op, op.definition, report)
    return report.count == 0


def _inferred_types_hold(op: Op) -> bool:
    try:
        return list(op.interfaces[InferTypes].infer_types(op)) == [result.type for result in op._results]
    except DlcError:
        return False


# -- One by one, with words ------------------------------------------------------------------------------------------


def _check_slowly(op: Op, definition: OpDefinition, report: Report) -> bool:
    """Run the same checks, each with a message for what fails."""
    before = report.count
    if not (_check_counts(op, definition, report) and _check_segments(op, definition, report)):
        return False
    for mistake in type_mistakes(op, definition):
        report.error(None, mistake)
    for field in definition.attrs.values():
        _check_property(op, field, report)
    known = definition.property_names()
    for name in op._properties:
        if name not in known:
            suggestion = did_you_mean(name, known)
            report.error(f"has no property '{name}'{suggestion}; other attributes are in the attribute dictionary")
    if report.count == before:
        _check_derived(op, definition, report)
    return report.count == before


def _check_counts(op: Op, definition: OpDefinition, report: Report) -> bool:
    before = report.count
    for fields, count, kind in (
        (definition.operands, len(op._operands), "operand"),
        (definition.results, len(op._results), "result"),
        (definition.regions, len(op._regions), "region"),
        (definition.successors, len(op._successors), "successor"),
    ):
        fixed = definition.fixed[kind]
        if fixed == len(fields):
            if count != fixed:
                report.error(None, f"{_exact_count(fixed, kind)} but found {count}")
        elif count < fixed:
            report.error(None, f"expected {fixed} or more {kind}s, but found {count}")
        elif count > len(fields) and all(field.count != VARIADIC for field in fields):
            report.error(None, f"expected {len(fields)} or fewer {kind}s, but found {count}")
    return report.count == before


def _exact_count(count: int, kind: str) -> str:
    """MLIR's words for a fixed number of parts."""
    if kind == "successor":
        return f"requires {count} successor{'s' if count != 1 else ''}"
    if count == 0:
        return f"requires zero {kind}s,"
    if count == 1:
        return f"requires {'a single' if kind == 'operand' else 'one'} {kind},"
    return f"expected {count} {kind}s,"


def _check_segments(op: Op, definition: OpDefinition, report: Report) -> bool:
    before = report.count
    for kind, name in SEGMENT_PROPERTIES.items():
        if not definition.has_segments(kind):
            continue
        fields = groups_of(definition, kind)
        count = len(op._operands if kind == "operand" else op._results)
        sizes = op._properties.get(name)
        if not isinstance(sizes, DenseArrayAttr) or len(sizes) != len(fields):
            got = len(sizes) if isinstance(sizes, DenseArrayAttr) else "none"
            report.error(
                None,
                f"'{name}' attribute for specifying {kind} segments must have {len(fields)} elements, but got {got}",
            )
        elif min(sizes) < 0:
            report.error(None, f"'{name}' attribute cannot have negative elements, but got {min(sizes)}")
        elif sum(sizes) != count:
            report.error(
                None,
                f"{kind} count ({count}) does not match with the total size ({sum(sizes)}) specified in "
                f"attribute '{name}'",
            )
        else:
            _check_segment_sizes(fields, sizes.elements, kind, report)
    return report.count == before


def _check_segment_sizes(fields: Sequence[Field], sizes: Sequence[int], kind: str, report: Report) -> None:
    start = 0
    for field, size in zip(fields, sizes, strict=True):
        if (field.count == ONE and size != 1) or (field.count == OPTIONAL and size > 1):
            wanted = "1" if field.count == ONE else "0 or 1"
            report.error(
                None, f"{kind} group starting at #{start} ('{field.name}') requires {wanted} element, but found {size}"
            )
        start += size


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
    for kind in SEGMENT_PROPERTIES:
        if all(field.type_from is None for field in groups_of(definition, kind)):
            continue
        for field, start, values in spans_of(op, definition, kind):
            if field.type_from is None or not values:
                continue
            source, derive = field.type_from
            source_part = getattr(op, definition.accessor_of(source))
            if source_part is None:  # a missing optional part says nothing
                continue
            expected = derive(source_part.type)
            for position, value in enumerate(values, start):
                if value.type is not expected:
                    report.error(
                        None,
                        f"{kind} #{position} '{field.name}' must have type '{expected}', as follows from '{source}', "
                        f"but got '{value.type}'",
                    )
    infer = InferTypes.of(op)
    if infer is not None and not getattr(infer, "checked_by_rules", False):
        _check_inferred(op, infer, report)


def _check_inferred(op: Op, infer: InferTypes, report: Report) -> None:
    try:
        expected = list(infer.infer_types(op))
    except DlcError as error:
        report.error(None, f"failed to infer returned types: {error}")
        return
    if expected != op.result_types:
        report.error(
            None,
            f"inferred type(s) {spelled(expected)} are incompatible with return type(s) of operation "
            f"{spelled(op.result_types)}",
        )
