"""Casts between memrefs and their descriptors, which MLIR's passes leave after lowering a part of a module.

`to-llvm` keeps memrefs in parts between ops. If a module has MLIR's descriptors already, casts to and from memrefs are
lowered: members are extracted from the structure, or inserted into it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import MemRefType, UnrankedMemRefType
from dlc.ir.patterns import RewriteListener
from dlc.passes.generic.reconcile_unrealized_casts import reconcile_casts
from dlc.passes.rewriting.conversion import ConversionRewriter

from .calling_convention import from_one
from .index_math import IndexMath
from .memref_parts import MemRefParts, pack
from .type_converter import LLVMTypeConverter, descriptor_type


def resolve_descriptor_casts(root: Operation, converter: LLVMTypeConverter) -> None:
    """Replace chains of casts from a descriptor through a memref to its parts, and back."""
    casts = [op for op in root.walk() if isinstance(op, UnrealizedConversionCastOp)]
    rw = ConversionRewriter(RewriteListener(), converter)
    resolved = [cast for cast in casts if _resolve(rw, cast)]
    if resolved:
        reconcile_casts(casts)


def _resolve(rw: ConversionRewriter, cast: UnrealizedConversionCastOp) -> bool:
    """Return whether a cast from a memref that is itself the result of a cast can be lowered."""
    memref = cast.operands[0] if len(cast.operands) == 1 else None
    type = memref.type if memref is not None else None
    if memref is None or not isinstance(type, (MemRefType, UnrankedMemRefType)):
        return False
    above, kind = memref.defined_by(UnrealizedConversionCastOp), descriptor_type(type)
    parts = rw.converter.convert(type)
    if above is None or kind is None or parts is None:
        return False
    given, wanted = tuple(above.operand_types), tuple(cast.result_types)
    if (given, wanted) == ((kind,), parts):
        cast.replace_all_uses_with(from_one(rw, cast, type, above.operands[0]))
    elif (given, wanted) == (parts, (kind,)):
        cast.replace_all_uses_with([_packed(rw, cast, type, kind, above.operands)])
    else:
        return False
    return True


def _packed(
    rw: ConversionRewriter,
    op: Operation,
    type: MemRefType | UnrankedMemRefType,
    kind: llvm.StructType,
    values: Sequence[Value],
) -> Value:
    math = IndexMath(rw, op)
    if isinstance(type, MemRefType):
        values = MemRefParts.from_values(type, values).all_values(math)
    return pack(math, kind, values)
