"""What a function does with the memory of an argument: it reads it, it may write to it, or it frees it.

An answer of `READS` is certain; everything that is not known to read counts as writing. What is returned counts so too:
who gets it could write to it, and expects the argument to change.

Of a whole module it is told whether a call may leave an address of what it has allocated somewhere.
"""

from __future__ import annotations

from dlc.dialects import memref, tensor
from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.dialects.func import FuncOp
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
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


def forgets_addresses(module: Operation) -> bool:
    """Whether nothing can lead to memory that a call has allocated once the call has failed.

    Memrefs lie nowhere but in values, as long as there are no memrefs of memrefs, and nobody asks for addresses.
    """
    return not any(_may_note_address(op) for op in module.walk())


def _may_note_address(op: Operation) -> bool:
    is_opaque = not op.is_registered or op.name.startswith("llvm.")
    if is_opaque or isinstance(op, (memref.ExtractAlignedPointerAsIndexOp, UnrealizedConversionCastOp)):
        return True
    if isinstance(op, FuncOp) and op.is_declaration():
        return any(map(_is_memory, (*op.type.inputs, *op.type.results)))
    types = [result.type for result in op.results]
    types += [argument.type for region in op.regions for block in region.blocks for argument in block.args]
    return any(_is_memory(type) and not _has_numbers(type) for type in types)


def _is_memory(type: Type) -> bool:
    return isinstance(type, (MemRefType, UnrankedMemRefType, TensorType, UnrankedTensorType))


def _has_numbers(type: Type) -> bool:
    """Whether the elements of a memref or tensor are numbers, or vectors of such."""
    element = getattr(type, "element_type", None)
    while isinstance(element, (VectorType, ComplexType)):
        element = element.element_type
    return isinstance(element, (IntegerType, FloatType, IndexType))


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
