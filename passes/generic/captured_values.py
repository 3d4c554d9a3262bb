"""Captured values of an op that is to become a function: constants are copied, other values become arguments."""

from __future__ import annotations

from collections.abc import Container, Sequence

from dlc.dialects import memref
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import UNIT, DictionaryAttr
from dlc.ir.builtin_types import MemRefType
from dlc.ir.effects import iterate_effects
from dlc.ir.traits import ConstantLike
from dlc.ir.values import used_from_outside

from ..memory.aliases import NO_ALIAS, may_share_at_once, origin_of

NOTHING = DictionaryAttr(())
"""The attributes of an argument of which nothing is said."""
ALONE = DictionaryAttr.of({NO_ALIAS: UNIT})
"""Argument attributes of memory that no other argument reaches."""


def is_copied(op: Operation | None) -> bool:
    """Return whether an op is made again inside the function, rather than what it gives passed to it."""
    return op is not None and (ConstantLike in op.traits or isinstance(op, memref.GetGlobalOp))


def outside_values(op: Operation) -> list[Value]:
    """Return the values defined outside an op that the ops in it use, once each; not the op's own operands."""
    own = {arg for block in op.blocks for arg in block.args}
    return [value for value in used_from_outside(each for each in op.walk() if each is not op) if value not in own]


def used_values(op: Operation) -> list[Value]:
    """Return the values defined outside an op that it and the ops in it use, once each."""
    return list(dict.fromkeys([*op.operands, *outside_values(op)]))


def passed_values(op: Operation, captured: Sequence[Value]) -> list[Value]:
    """Return the values to pass to a function that runs an op: captured values, but no slices of memory that overlap.

    For a slice of memory that another value reaches as well, and that is written, the memref that it is taken from is
    passed, and its offsets. The function takes the slice itself, so that accesses of both can be compared there.
    """
    written = _written_in(op)
    passed = dict.fromkeys(captured)
    while written is not None and (slice := _overlapping_slice(list(passed), written)) is not None:
        del passed[slice.result]
        passed.update(dict.fromkeys(value for value in slice.operands if not is_copied(value.defining_op)))
    return list(passed)


def _overlapping_slice(values: Sequence[Value], written: Container[Value]) -> memref.SubViewOp | None:
    """Return a slice of written memory that another of these values may reach."""
    memory = {value: origin_of(value) for value in values if isinstance(value.type, MemRefType)}
    for value, origin in memory.items():
        view = value.defined_by(memref.SubViewOp) if origin.base in written else None
        others = [other for each, other in memory.items() if each is not value and other.base is origin.base]
        if view is not None and any(may_share_at_once(origin, other) for other in others):
            return view
    return None


def argument_attributes(op: Operation, captured: Sequence[Value]) -> Sequence[DictionaryAttr] | None:
    """Return argument attributes: `llvm.noalias` for memory that no other argument reaches, if either is written to."""
    memory = {value: origin_of(value) for value in captured if isinstance(value.type, MemRefType)}
    written = _written_in(op)
    if written is None or any(isinstance(each.type.element_type, MemRefType) for each in memory):  # type: ignore[attr-defined]
        return None
    attributes = attributes_beside(captured, {value for value, origin in memory.items() if origin.base in written})
    return attributes if any(each is not NOTHING for each in attributes) else None


def attributes_beside(captured: Sequence[Value], written: Container[Value]) -> list[DictionaryAttr]:
    """`llvm.noalias` for memory that no other of these values reaches, if either is among those written to."""
    memory = {value: origin_of(value) for value in captured if isinstance(value.type, MemRefType)}
    alone = {
        value
        for value, origin in memory.items()
        if not any(
            other is not value and (value in written or other in written) and may_share_at_once(origin, second)
            for other, second in memory.items()
        )
    }
    return [ALONE if value in alone else NOTHING for value in captured]


def _written_in(op: Operation) -> set[Value] | None:
    """The memory, by where it comes from, that a loop may write to; `None` if it may be any."""
    written: set[Value] = set()
    for effect in iterate_effects(op):
        if effect is None or (effect.kind in ("write", "free") and effect.value is None):
            return None
        if effect.kind in ("write", "free") and effect.value is not None:
            written.add(origin_of(effect.value).base)
    return written
