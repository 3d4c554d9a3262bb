"""Lowering of `memref.copy`, and of `memref.reshape`, whose sizes are read from memory.

Inner dimensions that are contiguous on both sides are copied together, in loops over the outer dimensions.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.dialects.memref import CopyOp, ReshapeOp
from dlc.ir import Value
from dlc.ir.builtin_attributes import FALSE
from dlc.ir.builtin_types import DYNAMIC, IntegerType, MemRefType, UnrankedMemRefType
from dlc.ir.patterns import Match
from dlc.ir.strided_layout import has_identity_layout
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.index_math import INDEX, NOT_NEGATIVE, Index, IndexMath
from ..lowering.loop_nest import enter_loops
from ..lowering.memref_parts import MemRefParts, element_address, packed, row_major
from ..lowering.unranked import placed_on_stack
from .allocation import element_bytes, element_kind
from .views import pointers_of

# -- Copies ------------------------------------------------------------------------------------------------------------


@conversion(CopyOp)
def lower_copy(op: CopyOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.copy  ->  llvm.intr.memcpy of dimensions that are contiguous on both sides, in loops over the others"""
    source, target = MemRefParts.of(rw, op.source), MemRefParts.of(rw, op.target)
    sizes = [b if isinstance(a, Value) else a for a, b in zip(source.sizes, target.sizes, strict=True)]
    outer = _loop_count(source, target, sizes)
    math = IndexMath(rw, op, NOT_NEGATIVE)
    kind = element_kind(source.type)
    size = math.product([*sizes[outer:], element_bytes(math, kind)])
    point = [*enter_loops(rw, op, sizes[:outer]), *[0] * (len(sizes) - outer)]
    into, out_of = (element_address(rw, op, parts, point) for parts in (target, source))
    if outer == len(sizes):
        rw.insert_before(op, llvm.StoreOp(rw.insert_before(op, llvm.LoadOp(out_of, kind)).res, into))
    else:
        rw.insert_before(op, llvm.MemcpyOp(into, out_of, math.value(size), FALSE))
    return rw.erase(op)


def _loop_count(source: MemRefParts, target: MemRefParts, sizes: Sequence[Index]) -> int:
    """Return the number of outer dimensions that need loops."""
    if has_identity_layout(source.type) and has_identity_layout(target.type):
        return 0
    reach: Index = 1
    for outer in reversed(range(len(sizes))):
        strides = (source.strides[outer], target.strides[outer])
        if sizes[outer] == 1:
            continue
        if not isinstance(reach, int) or any(not isinstance(stride, int) or stride != reach for stride in strides):
            return outer + 1
        size = sizes[outer]
        reach = reach * size if isinstance(size, int) else size
    return 0


# -- Reshapes ----------------------------------------------------------------------------------------------------------


@conversion(ReshapeOp)
def lower_reshape(op: ReshapeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.reshape %m(%shape)  ->  the source's pointers with the sizes from %shape"""
    type = op.result.type
    assert isinstance(type, (MemRefType, UnrankedMemRefType)), "the result of a reshape is a memref"
    shape = MemRefParts.of(rw, op.shape)
    rank = shape.sizes[0]
    if not isinstance(rank, int):
        return rw.no_match("the rank of the result is not static")
    wanted = type.shape if isinstance(type, MemRefType) else (DYNAMIC,) * rank
    math = IndexMath(rw, op, NOT_NEGATIVE)
    sizes = [_size_at(rw, op, shape, dim) if size == DYNAMIC else size for dim, size in enumerate(wanted)]
    ranked = MemRefType(tuple(wanted), type.element_type, None, type.memory_space)
    parts = MemRefParts(ranked, *pointers_of(rw, op, op.source), 0, sizes, row_major(math, sizes))
    if isinstance(type, MemRefType):
        return rw.replace_with_many(op, [parts.values(math)])
    return rw.replace_with_many(op, [[math.value(rank), placed_on_stack(math, packed(math, parts))]])


def _size_at(rw: ConversionRewriter, op: ReshapeOp, shape: MemRefParts, dim: int) -> Value:
    """Return an element of the shape as an index; sizes are not negative."""
    kind = element_kind(shape.type)
    assert isinstance(kind, IntegerType), "the elements of a shape are integers"
    size = rw.insert_before(op, llvm.LoadOp(element_address(rw, op, shape, [dim]), kind)).res
    if kind.width == INDEX.width:
        return size
    change = llvm.SExtOp if kind.width < INDEX.width else llvm.TruncOp
    return rw.insert_before(op, change(size, INDEX)).results[0]


PATTERNS = (lower_copy, lower_reshape)
