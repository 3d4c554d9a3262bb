"""Operands and results of an op by the groups of its definition, and what is wrong with their types.

The verifier reports all of it; where result types follow from operands, the first mistake is why they cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .attributes import Type, spelled
from .constraints import TypeVariable
from .definition import ONE, SEGMENT_PROPERTIES, VARIADIC, Field, Op, OpDefinition
from .errors import WrongOperand
from .values import Value


def groups_of(definition: OpDefinition, kind: str) -> list[Field]:
    """Return the groups of the operands or the results."""
    return definition.operands if kind == "operand" else definition.results


def spans_of(op: Op, definition: OpDefinition, kind: str) -> list[tuple[Field, int, Sequence[Value]]]:
    """Return each group with the number of its first value, and its values. Counts and segments have been checked."""
    fields = groups_of(definition, kind)
    everything: Sequence[Value] = op._operands if kind == "operand" else op._results
    if len(fields) == definition.fixed[kind]:
        return [(field, field.index, (value,)) for field, value in zip(fields, everything, strict=True)]
    if definition.has_segments(kind):
        segments: Any = op._properties[SEGMENT_PROPERTIES[kind]]
        sizes = list(segments.elements)
    else:
        rest = len(everything) - definition.fixed[kind]
        sizes = [1 if field.count == ONE else rest for field in fields]
    spans: list[tuple[Field, int, Sequence[Value]]] = []
    start = 0
    for field, size in zip(fields, sizes, strict=True):
        spans.append((field, start, everything[start : start + size]))
        start += size
    return spans


def type_mistakes(op: Op, definition: OpDefinition, kinds: Iterable[str] = tuple(SEGMENT_PROPERTIES)) -> Iterator[str]:
    """Yield what is wrong with the types of operands and results. Counts and segments have been checked."""
    bound: dict[TypeVariable, list[tuple[Field, Type]]] = {}
    for kind in kinds:
        for field, start, values in spans_of(op, definition, kind):
            for position, value in enumerate(values, start):
                if not field.type_constraint.accepts(value.type):
                    requirement = "variadic of " if field.count == VARIADIC else ""
                    wanted = f"{requirement}{field.type_constraint.description}"
                    yield f"{kind} #{position} must be {wanted}, but got '{value.type}'"
                elif field.variable is not None:
                    bound.setdefault(field.variable, []).append((field, value.type))
    for variable, typed_values in bound.items():
        if any(type is not typed_values[0][1] for _, type in typed_values):
            yield _difference(definition, variable, typed_values)


def wrong_operand(op: Op) -> WrongOperand | None:
    """Return the error for an op without results yet, if it is the type of an operand that keeps them from it."""
    definition = op.definition
    count, fixed = len(op._operands), definition.fixed["operand"]
    if count < fixed or (count > fixed and fixed == len(definition.operands)):
        return None
    mistake = next(type_mistakes(op, definition, ["operand"]), None)
    return WrongOperand(f"'{op.name}' op {mistake}") if mistake is not None else None


def _difference(definition: OpDefinition, variable: TypeVariable, typed_values: Sequence[tuple[Field, Type]]) -> str:
    """MLIR's words for types that should be the same."""
    got = spelled(dict.fromkeys(type for _, type in typed_values), " and ")
    if all(field.variable is variable for field in (*definition.operands, *definition.results)):
        both = definition.operands and definition.results
        parts = "operands and results" if both else "operands" if definition.operands else "results"
        return f"requires the same type for all {parts}, but got {got}"
    names = ", ".join(dict.fromkeys(field.name for field, _ in typed_values))
    return f"failed to verify that all of {{{names}}} have same type, but got {got}"
