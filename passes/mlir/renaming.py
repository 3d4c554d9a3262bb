"""Conversion of ops between dialects that differ in names alone, shared by the passes to and from MLIR's dialects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dlc.ir import Attribute, Builder, Operation, Region, UnregisteredOp
from dlc.ir.operations import make_operation

Properties = Callable[[Mapping[str, Attribute]], Mapping[str, Attribute]]
"""The names of properties in the other dialect."""


def rename_ops(
    root: Operation,
    new_name: Callable[[Operation], str | None],
    classes: Mapping[str, type[Operation]],
    properties: Properties = dict,
) -> int:
    """Rename ops by `new_name`, which returns `None` for ops that stay; return the number of renamed ops.

    Ops whose new name is not in `classes` become unregistered. Inner ops come before outer ones, so that a terminator
    is renamed while its parent has the old name.
    """
    renamed = [(op, name) for op in root.walk() if op is not root and (name := new_name(op)) is not None]
    for op, name in reversed(renamed):
        rename_op(op, classes.get(name), properties(op.properties), name)
    return len(renamed)


def rename_op(
    op: Operation,
    kind: type[Operation] | None,
    properties: Mapping[str, Attribute] | None = None,
    name: str = "",
) -> None:
    """Replace an op by one of another kind with the same parts; without a kind, by an unregistered one of a name."""
    regions = [Region() for _ in op.regions]
    for new, old in zip(regions, op.regions, strict=True):
        new.take_blocks(old)
    types: Sequence = op.result_types  # type: ignore[type-arg]
    entries = dict(op.properties if properties is None else properties)
    if kind is None:
        parts = (name, op.operands, types, entries, op.attributes, regions, op.successors)
        replace_op(op, UnregisteredOp.of(*parts, op.location))
        return
    operands, attributes, successors = list(op.operands), dict(op.attributes), list(op.successors)
    replace_op(op, make_operation(kind, operands, types, entries, attributes, regions, successors, op.location))


def replace_op(op: Operation, new_op: Operation) -> None:
    """Put a detached op in the place of another one, whose results it has."""
    Builder.before(op).insert(new_op)
    for old, new in zip(op.results, new_op.results, strict=True):
        old.hand_over_to(new)
    op.erase()
