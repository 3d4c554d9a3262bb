"""Lowering of allocations on the heap and the stack, deallocation and reallocation."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import llvm
from dlc.dialects.memref import AllocaOp, AllocOp, DeallocOp, ReallocOp
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_attributes import FALSE
from dlc.ir.builtin_types import DYNAMIC, FloatType, IntegerType, MemRefType, UnrankedMemRefType, i8
from dlc.ir.patterns import Match
from dlc.ir.strided_layout import has_identity_layout
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.index_math import INDEX, NOT_NEGATIVE, Index, IndexMath, known_numbers
from ..lowering.memref_parts import MemRefParts, row_major, start_address
from ..lowering.needed_functions import call_c, declare_c
from ..lowering.type_converter import converter_of, element_in_memory, pointer_to

MALLOC_ALIGNMENT = 16
"""The alignment of the results of `malloc` on 64-bit machines."""

MOST_ELEMENTS = 1 << 56
"""The largest number of elements that are allocated: no processor has more addresses."""

# -- Sizes -------------------------------------------------------------------------------------------------------------


def element_kind(type: MemRefType) -> Type:
    """Return the type of a memref's elements in memory."""
    kind = element_in_memory(type.element_type)
    if kind is None:
        raise CannotLower(f"element type '{type.element_type}' cannot be converted")
    return kind


def element_bytes(math: IndexMath, kind: Type) -> Index:
    """Return the size of an element in bytes, computed by `getelementptr` because it depends on the target."""
    if isinstance(kind, (IntegerType, FloatType)):
        known = max(8, 1 << (kind.width - 1).bit_length()) // 8
        if known <= 8:
            return known
    if isinstance(kind, llvm.PointerType) and kind.address_space == 0:
        return 8
    null = math.insert(llvm.ZeroOp(llvm.PTR)).res
    second = math.insert(llvm.GetElementPtrOp.of(null, [1], kind)).res
    return math.insert(llvm.PtrToIntOp(second, INDEX)).results[0]


def sizes_of(type: MemRefType, dynamic: Sequence[Value]) -> list[Index]:
    """Return all sizes of a memref type, given the dynamic ones."""
    values = iter(known_numbers(dynamic))
    return [next(values) if size == DYNAMIC else size for size in type.shape]


def alignment_of(op: AllocOp | AllocaOp | ReallocOp) -> int:
    return op.alignment.value if op.alignment is not None else 0


# -- Allocating --------------------------------------------------------------------------------------------------------


@conversion(AllocOp)
def lower_alloc(op: AllocOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.alloc  ->  a call of malloc with room to align, or of aligned_alloc"""
    type = op.memref.type_as(MemRefType)
    if not has_identity_layout(type):
        return rw.no_match(f"the layout of '{type}' is not row-major")
    if pointer_to(type) is not llvm.PTR:
        return rw.no_match(f"heap memory must be in memory space 0, but got '{type}'")
    sizes = sizes_of(type, new.dynamicSizes)
    if prod(size for size in sizes if isinstance(size, int)) > MOST_ELEMENTS:
        return rw.no_match("it has more elements than there are addresses")
    kind, alignment = element_kind(type), alignment_of(op)
    declare_c(rw, op, _allocator(rw, alignment))
    math = IndexMath(rw, op, NOT_NEGATIVE)
    size = math.product([*sizes, element_bytes(math, kind)])
    allocated, aligned = _allocate(math, size, alignment)
    parts = MemRefParts(type, allocated, aligned, 0, sizes, row_major(math, sizes))
    return rw.replace_with_many(op, [parts.values(math)])


def _allocator(rw: ConversionRewriter, alignment: int) -> str:
    by_itself = alignment <= MALLOC_ALIGNMENT or not converter_of(rw).options.aligned_alloc
    return "malloc" if by_itself else "aligned_alloc"


def _allocate(math: IndexMath, size: Index, alignment: int) -> tuple[Value, Value]:
    """Return the allocated pointer, and the first aligned address in the allocation."""
    rw, op = math.rewriter, math.anchor
    if alignment <= MALLOC_ALIGNMENT:
        memory = _called(rw, op, "malloc", [math.value(size)])
        return memory, memory
    if _allocator(rw, alignment) == "aligned_alloc":
        rounded = _rounded_up(math, size, alignment)
        memory = _called(rw, op, "aligned_alloc", [math.value(alignment), math.value(rounded)])
        return memory, memory
    memory = _called(rw, op, "malloc", [math.value(math.add(size, alignment - 1))])
    last = math.insert(llvm.GetElementPtrOp.of(memory, [alignment - 1], i8)).res
    aligned = math.insert(llvm.PtrMaskOp(last, math.value(-alignment))).res
    return memory, aligned


def _called(rw: ConversionRewriter, op: Operation, name: str, arguments: Sequence[Value]) -> Value:
    result = call_c(rw, op, name, arguments).result
    assert result is not None, "an allocation gives something"
    return result


def _rounded_up(math: IndexMath, size: Index, alignment: int) -> Index:
    """Return a size rounded up to a multiple of the alignment, which C11 requires."""
    if isinstance(size, int):
        return -(-size // alignment) * alignment
    raised = math.value(math.add(size, alignment - 1))
    return math.insert(llvm.AndOp(raised, math.value(-alignment))).res


@conversion(AllocaOp)
def lower_alloca(op: AllocaOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.alloca  ->  llvm.alloca"""
    type = op.memref.type_as(MemRefType)
    pointer = pointer_to(type)
    if not has_identity_layout(type) or pointer is None:
        return rw.no_match(f"the layout of '{type}' is not row-major")
    math = IndexMath(rw, op, NOT_NEGATIVE)
    sizes = sizes_of(type, new.dynamicSizes)
    count = math.value(math.product(sizes))
    alloca = llvm.AllocaOp.of(element_kind(type), count, alignment_of(op) or None, pointer.address_space)
    memory = math.insert(alloca).res
    parts = MemRefParts(type, memory, memory, 0, sizes, row_major(math, sizes))
    return rw.replace_with_many(op, [parts.values(math)])


# -- Freeing -----------------------------------------------------------------------------------------------------------


@conversion(DeallocOp)
def lower_dealloc(op: DeallocOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.dealloc %m  ->  a call of free with the allocated pointer"""
    declare_c(rw, op, "free")
    if isinstance(op.memref.type, UnrankedMemRefType):
        _, descriptor = rw.converted(op.memref)
        allocated = rw.insert_before(op, llvm.LoadOp(descriptor, llvm.PTR)).res  # the first member of any descriptor
    else:
        allocated = MemRefParts.of(rw, op.memref).allocated
    call_c(rw, op, "free", [allocated])
    return rw.erase(op)


@conversion(ReallocOp)
def lower_realloc(op: ReallocOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.realloc %m(%n)  ->  allocate, copy what fits, free"""
    type = op.memref.type_as(MemRefType)
    if pointer_to(type) is not llvm.PTR:
        return rw.no_match(f"heap memory must be in memory space 0, but got '{type}'")
    source, kind, alignment = MemRefParts.of(rw, op.source), element_kind(type), alignment_of(op)
    declare_c(rw, op, _allocator(rw, alignment), "free")
    math = IndexMath(rw, op, NOT_NEGATIVE)
    given = [] if op.dynamicResultSize is None else [rw.converted_to_one(op.dynamicResultSize)]
    [count] = sizes_of(type, given)
    each = element_bytes(math, kind)
    size, before = math.mul(count, each), math.mul(source.sizes[0], each)
    allocated, aligned = _allocate(math, size, alignment)
    kept = math.insert(llvm.UMinOp(math.value(size), math.value(before))).res
    math.insert(llvm.MemcpyOp(aligned, start_address(rw, op, source), kept, FALSE))
    call_c(rw, op, "free", [source.allocated])
    return rw.replace_with_many(op, [MemRefParts(type, allocated, aligned, 0, [count], [1]).values(math)])


PATTERNS = (lower_alloc, lower_alloca, lower_dealloc, lower_realloc)
