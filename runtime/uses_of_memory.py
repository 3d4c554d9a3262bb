"""What a function does with the memory of an argument: it reads it, it may write to it, or it frees it.

An answer of `READS` is certain; everything that is not known to read counts as writing. What is returned counts so too:
who gets it could write to it, and expects the argument to change.
"""

from __future__ import annotations

from dlc.dialects import memref, tensor
from dlc.ir.builtin_types import MemRefType, UnrankedMemRefType
from dlc.ir.effects import memory_effects
from dlc.ir.operations import Operation
from dlc.ir.values import Value

READS, WRITES, FREES = range(3)
VIEWS = (
    *(memref.SubViewOp, memref.CastOp, memref.ExpandShapeOp, memref.CollapseShapeOp, memref.ReshapeOp),
    *(memref.TransposeOp, memref.ViewOp, memref.ReinterpretCastOp, memref.MemorySpaceCastOp),
)
"""Ops whose result looks into their first operand's memory, and nothing else of it."""


def use_of(argument: Value) -> int:
    """The worst that is done with the memory of a memref."""
    worst = READS
    seen = [argument]
    for value in seen:
        for user, position in value.uses:
            if isinstance(user, VIEWS) and position == 0:
                seen.append(user.results[0])
            else:
                worst = max(worst, _use_by(user, value))
    return worst


def _use_by(user: Operation, value: Value) -> int:
    if user.may_be_terminator or isinstance(user, memref.ExtractAlignedPointerAsIndexOp):
        return WRITES
    if any(isinstance(result.type, (MemRefType, UnrankedMemRefType)) for result in user.results):
        return WRITES
    if user.regions and not isinstance(user, (tensor.StructuredOp, tensor.KernelOp)):
        return WRITES
    effects = memory_effects(user)
    if effects is None:
        return WRITES
    kinds = {effect.kind for effect in effects if effect.value is None or effect.value is value}
    if "free" in kinds:
        return FREES
    return READS if kinds <= {"read"} else WRITES
