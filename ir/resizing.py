"""Ops with more or fewer operands and results than they were made with, whatever groups their definitions declare.

The properties that hold the sizes of groups are kept in step. What else a property says of operands and results by
their number is for those to mend who know the op.
"""

# Lists of operands and results are changed where they lie: many values may come to one op, one after the other.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from .attributes import Type
from .builtin_attributes import DenseArrayAttr
from .definition import ONE, SEGMENT_PROPERTIES, VARIADIC, Op, OpDefinition
from .operations import Operation
from .values import OpResult, Value, check_unused


def group_sizes(op: Operation, kind: str) -> Sequence[int]:
    """Return the sizes of the groups of operands (`kind` is "operand") or results ("result").

    An op without a definition has one group.
    """
    count = len(op.operands if kind == "operand" else op.results)
    definition = _definition(op)
    if definition is None:
        return [count]
    sizes = op.properties.get(SEGMENT_PROPERTIES[kind]) if definition.has_segments(kind) else None
    if isinstance(sizes, DenseArrayAttr):
        return [int(size) for size in sizes.elements]
    groups = definition.operands if kind == "operand" else definition.results
    return [1 if group.count == ONE else count - len(groups) + 1 for group in groups]


def is_in_variadic_group(op: Operation, kind: str, index: int) -> bool:
    """Return whether the definition leaves open how many operands (or results) there are where this one stands."""
    definition = _definition(op)
    if definition is None:
        return False
    groups = definition.operands if kind == "operand" else definition.results
    end = 0
    for group, size in zip(groups, group_sizes(op, kind), strict=True):
        end += size
        if index < end:
            return group.count == VARIADIC
    return False


def erase_operands(op: Operation, positions: Collection[int]) -> None:
    """Remove operands."""
    _resize(op, "operand", _sizes_without(op, "operand", positions))
    op.set_operands([value for index, value in enumerate(op.operands) if index not in positions])


def can_append_operand(op: Operation) -> bool:
    """Return whether the last group of operands may have any number of them."""
    definition = _definition(op)
    return definition is not None and bool(definition.operands) and definition.operands[-1].count == VARIADIC


def append_operand(op: Operation, value: Value) -> None:
    """Add an operand to the last group."""
    _resize(op, "operand", _sizes_with_one_more(op, "operand"))
    value.add_use(op, len(op._operands))
    op._operands.append(value)


def append_result(op: Operation, type: Type) -> OpResult:
    """Add a result to the last group."""
    _resize(op, "result", _sizes_with_one_more(op, "result"))
    result = OpResult.__new__(OpResult)
    result.type = type
    result._uses = {}
    result.name_hint = None
    result.owner = op
    result.index = len(op._results)
    op._results.append(result)
    return result


def erase_results(op: Operation, positions: Collection[int]) -> None:
    """Remove results that nothing uses."""
    for position in positions:
        check_unused(op._results[position], f"erase a result of '{op.name}'")
    _resize(op, "result", _sizes_without(op, "result", positions))
    op._results[:] = [result for result in op._results if result.index not in positions]
    for index, result in enumerate(op._results):
        result.index = index


def _definition(op: Operation) -> OpDefinition | None:
    return op.definition if isinstance(op, Op) else None


def _sizes_without(op: Operation, kind: str, positions: Collection[int]) -> list[int]:
    sizes: list[int] = []
    start = 0
    for size in group_sizes(op, kind):
        sizes.append(sum(index not in positions for index in range(start, start + size)))
        start += size
    return sizes


def _sizes_with_one_more(op: Operation, kind: str) -> list[int]:
    sizes = group_sizes(op, kind)
    return [*sizes[:-1], sizes[-1] + 1] if sizes else []


def _resize(op: Operation, kind: str, sizes: Iterable[int]) -> None:
    """Note other sizes of groups, where the op keeps those."""
    name = SEGMENT_PROPERTIES[kind]
    before = op.properties.get(name)
    if isinstance(before, DenseArrayAttr):
        op.properties[name] = DenseArrayAttr(before.element_type, tuple(sizes))
