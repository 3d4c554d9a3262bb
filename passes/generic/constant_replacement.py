"""Putting constants in the place of values that an analysis found to be constant."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dlc.ir.attributes import Attribute
from dlc.ir.context import Context
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.operations import Operation
from dlc.ir.traits import ConstantLike
from dlc.ir.values import Value

from ..rewriting.folding import ConstantPool

ConstantOf = Callable[[Value], "Attribute | None"]

NUMBERS = "arith"
"""The dialect that makes constants which the dialect of an op does not know."""


def replace_by_constants(root: Operation, constant_of: ConstantOf, context: Context, provenance: str) -> int:
    """Use constants wherever something in `root` uses a value that is one; returns for how many values.

    Ops that are not needed any more are erased.
    """
    pool = ConstantPool(context, provenance)
    replaced = 0
    for value, user in list(_values_in(root)):
        attr = constant_of(value) if value.has_uses else None
        if attr is None:
            continue
        constant = pool.value_for(attr, value.type, user) or pool.value_for(attr, value.type, user, NUMBERS)
        if constant is None:
            continue
        value.replace_all_uses_with(constant[0])
        replaced += 1
        op = value.defining_op
        if op is not None and not op.has_uses and would_be_trivially_dead(op):
            op.erase()
    return replaced


def _values_in(root: Operation) -> Iterator[tuple[Value, Operation]]:
    """Every value that is made inside `root`, constants apart, with the op at which it is first there."""
    for op in root.walk():
        for region in op.regions:
            for block in region.blocks:
                if block.first is not None:
                    for arg in block.args:
                        yield arg, block.first
        if op is not root and ConstantLike not in op.traits:
            for result in op.results:
                yield result, op
