"""Analysis of how a function uses the memory of an argument: it reads it, may write to it, or frees it.

An answer of `READS` is exact; every use that is not known to be a read counts as a write. Returning memory counts as a
write too: the caller could write to it, and expects the argument to change.

For a whole module, `forgets_addresses` returns whether a failed call can leave addresses of memory that it has
allocated, and `heap_use` how it allocates.
"""

from __future__ import annotations

from dlc.dialects import llvm, memref, tensor
from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.dialects.func import FuncOp
from dlc.ir import Operation, Type, Value
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
from dlc.ir.interfaces import ViewLike
from dlc.ir.views import uses_of_memory

from .heap import C_ALLOCATE, C_FREE
from .image import HeapUse
from .thread_pool import CATCH, FAIL, PARALLEL_FOR

READS, WRITES, FREES = range(3)
HARMLESS = (C_ALLOCATE, C_FREE, "write", "abort", CATCH, FAIL, PARALLEL_FOR)
"""Functions that neither allocate or free memory in another way, nor store addresses."""


def use_of(argument: Value) -> int:
    """Return the strongest use of the memory of a memref: read, write or free."""
    return max((_use_by(user, user.operands[at]) for user, at in uses_of_memory(argument)), default=READS)


def forgets_addresses(module: Operation) -> bool:
    """Return whether no reference to memory that a call has allocated can remain after the call has failed.

    Memrefs exist only as values if there are no memrefs of memrefs and no op takes an address.
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
    """Return whether the elements of a memref or tensor are numbers, or vectors of numbers."""
    element = getattr(type, "element_type", None)
    while isinstance(element, (VectorType, ComplexType)):
        element = element.element_type
    return isinstance(element, (IntegerType, FloatType, IndexType))


def _use_by(user: Operation, value: Value) -> int:
    if ViewLike.of(user) is not None:
        return READS
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


def heap_use(module: Operation, compiled: set[str], *, goes_with_call: bool) -> HeapUse:
    """Return how a module of the llvm dialect allocates. If its memory `goes_with_call`, a failing call frees it.

    Functions that were `compiled` before are declared in the module, and are no external ones.
    """
    functions = {op.sym_name.value: op for op in module.regions[0].entry.ops if isinstance(op, llvm.FuncOp)}
    used = [name for name in (C_ALLOCATE, C_FREE) if name in functions]
    if not used:
        return HeapUse()
    declared = [name for name in used if functions[name].is_declaration()]
    others = [each for name, each in functions.items() if name not in compiled]
    is_call = goes_with_call and used == declared and not any(map(_touches_memory, others))
    return HeapUse("call" if is_call else "process", tuple(declared))


def _touches_memory(function: llvm.FuncOp) -> bool:
    """Return whether an external function may have unknown effects on memory."""
    if not function.is_declaration() or function.sym_name.value in HARMLESS:
        return False
    return any(isinstance(type, llvm.PointerType) for type in (*function.type.inputs, function.type.result))
