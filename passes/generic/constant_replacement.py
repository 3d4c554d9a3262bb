"""Putting constants in the place of values that an analysis found to be constant."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dlc.ir import Attribute, Operation, Value
from dlc.ir.context import Context
from dlc.ir.effects import would_be_trivially_dead
from dlc.ir.traits import ConstantLike

from ..rewriting.folding import ConstantPool

ConstantOf = Callable[[Value], "Attribute | None"]

NUMBERS = "arith"
"""The dialect that makes constants which the dialect of an op does not know."""


def replace_by_constants(root: Operation, constant_of: ConstantOf, context: Context, provenance: str) -> int:
    """Use constants wherever something in `root` uses a value that is one; returns how many values that changed.

    Ops that are not needed any more are erased, and of equal constants all but one, which is at the top.
    """
    pool = ConstantPool(context, provenance)
    constants = [op for op in root.walk() if op is not root and ConstantLike in op.traits]
    changed = sum(_unify(op, pool) for op in constants)
    computed = dict.fromkeys(constants)
    """Ops whose results are constants, outer ones before those inside."""
    for value, user in list(_values_in(root)):
        attr = constant_of(value)
        if attr is None:
            continue
        if value.has_uses:
            constant = pool.value_for(attr, value.type, user) or pool.value_for(attr, value.type, user, NUMBERS)
            if constant is None:
                continue
            value.replace_all_uses_with(constant[0])
            changed += 1
        if value.defining_op is not None:
            computed[value.defining_op] = None
    return changed + sum(map(_erase_if_dead, reversed(computed)))


def _unify(constant: Operation, pool: ConstantPool) -> bool:
    """Keep a constant in the pool, or use the equal one there; return whether anything changed."""
    place = constant.parent, constant.prev
    known = pool.adopt(constant)
    if known is not None:
        constant.results[0].replace_all_uses_with(known.results[0])
    return known is not None or (constant.parent, constant.prev) != place


def _erase_if_dead(op: Operation) -> bool:
    if not would_be_trivially_dead(op) or any(result.has_uses for result in op.results):
        return False
    op.erase()
    return True


def _values_in(root: Operation) -> Iterator[tuple[Value, Operation]]:
    """Every value that is made inside `root`, constants apart, with the op at which it is first there."""
    for op in root.walk():
        for block in op.blocks:
            if block.first is not None:
                for arg in block.args:
                    yield arg, block.first
        if op is not root and ConstantLike not in op.traits:
            for result in op.results:
                yield result, op
