"""Lowering of views (casts, slices, reshapes), and of queries about a memref."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.dialects.memref import (
    AssumeAlignmentOp,
    CastOp,
    CollapseShapeOp,
    DimOp,
    ExpandShapeOp,
    ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp,
    MemorySpaceCastOp,
    RankOp,
    ReinterpretCastOp,
    SubViewOp,
    TransposeOp,
    ViewOp,
)
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import ArrayAttr, StringAttr, i32_array
from dlc.ir.builtin_types import MemRefType, UnrankedMemRefType, i1, i8
from dlc.ir.patterns import Match
from dlc.passes.rewriting.cannot_lower import CannotLower
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.calling_convention import as_one, from_one
from ..lowering.index_math import EXACT, INDEX, NOT_NEGATIVE, Index, IndexMath, known_number, known_numbers
from ..lowering.memref_parts import MemRefParts, offset_by, row_major, start_address
from ..lowering.type_converter import descriptor_type, pointer_to
from ..lowering.unranked import placed_on_stack
from .allocation import sizes_of


def ranked(value: Value) -> MemRefType:
    """Return the type of a ranked memref."""
    if not isinstance(value.type, MemRefType):
        raise CannotLower(f"expected a ranked memref, but got '{value.type}'")
    return value.type


def converted_indices(rw: ConversionRewriter, mixed: Sequence[Index]) -> list[Index]:
    """Return a mixed list with its values converted, and integers for constants."""
    return known_numbers([index if isinstance(index, int) else rw.converted_to_one(index) for index in mixed])


def _replace_by_view(
    op: Operation, source: MemRefParts, sizes: Sequence[Index], strides: Sequence[Index], math: IndexMath
) -> Match:
    """Replace a memref by the buffer of `source` with this offset, sizes and strides."""
    parts = source._replace(type=ranked(op.results[0]), sizes=sizes, strides=strides)
    return math.rewriter.replace_with_many(op, [parts.values(math)])


# -- Slices and shapes -------------------------------------------------------------------------------------------------


@conversion(SubViewOp)
def lower_subview(op: SubViewOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.subview  ->  the source with another offset, sizes and strides"""
    math, source = IndexMath(rw, op, EXACT), MemRefParts.of(rw, op.source)
    lists = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    offsets, sizes, steps = (converted_indices(rw, mixed) for mixed in lists)
    offset = source.offset
    for start, stride in zip(offsets, source.strides, strict=True):
        offset = math.add(offset, math.mul(start, stride))
    strides = [math.mul(stride, step) for stride, step in zip(source.strides, steps, strict=True)]
    kept = [dim for dim, gone in enumerate(op.dropped_dims()) if not gone]
    moved = source._replace(offset=offset)
    return _replace_by_view(op, moved, [sizes[dim] for dim in kept], [strides[dim] for dim in kept], math)


@conversion(ExpandShapeOp)
def lower_expand_shape(op: ExpandShapeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.expand_shape  ->  in each group the last dimension has the source's stride, outer ones multiples of it"""
    math, source = IndexMath(rw, op, EXACT), MemRefParts.of(rw, op.src)
    sizes = converted_indices(rw, op.mixed_output_shape)
    strides: list[Index] = [1] * len(sizes)
    for group, stride in zip(op.groups, source.strides, strict=True):
        for dim in reversed(group):
            strides[dim] = stride
            if dim != group[0]:
                stride = math.mul(stride, sizes[dim])
    return _replace_by_view(op, source, sizes, strides, math)


@conversion(CollapseShapeOp)
def lower_collapse_shape(op: CollapseShapeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.collapse_shape  ->  sizes multiplied, and the stride of the last dimension that is not 1"""
    math, source = IndexMath(rw, op, EXACT), MemRefParts.of(rw, op.src)
    sizes = [math.product([source.sizes[dim] for dim in group]) for group in op.groups]
    strides = [_joined_stride(math, source, group) for group in op.groups]
    return _replace_by_view(op, source, sizes, strides, math)


def _joined_stride(math: IndexMath, source: MemRefParts, group: Sequence[int]) -> Index:
    """Return the stride of the last dimension of a group whose size is not 1; of the first if there is none."""
    if not group:
        return 1
    stride = source.strides[group[0]]
    for dim in group[1:]:
        size, own = source.sizes[dim], source.strides[dim]
        if isinstance(size, int):
            stride = stride if size == 1 else own
        elif own is not stride:
            is_one = math.insert(llvm.ICmpOp.of("eq", size, math.value(1))).res
            stride = math.insert(llvm.SelectOp(is_one, math.value(stride), math.value(own))).results[0]
    return stride


@conversion(TransposeOp)
def lower_transpose(op: TransposeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.transpose  ->  sizes and strides in another order"""
    source, order = MemRefParts.of(rw, op.source), op.permutation.value
    dims = [order.dim_position(position) for position in range(order.num_results)]
    sizes, strides = ([own[dim] for dim in dims] for own in (source.sizes, source.strides))
    return _replace_by_view(op, source, sizes, strides, IndexMath(rw, op))


@conversion(ViewOp)
def lower_view(op: ViewOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.view %bytes[%shift]  ->  contiguous elements from %shift bytes on"""
    math, source = IndexMath(rw, op, NOT_NEGATIVE), MemRefParts.of(rw, op.source)
    [shift] = converted_indices(rw, [op.byte_shift])
    begin = offset_by(math, source.aligned, shift, i8)
    sizes = sizes_of(ranked(op.result), new.sizes)
    return _replace_by_view(op, source._replace(aligned=begin, offset=0), sizes, row_major(math, sizes), math)


@conversion(ReinterpretCastOp)
def lower_reinterpret_cast(op: ReinterpretCastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.reinterpret_cast  ->  the source's pointers with another offset, sizes and strides"""
    allocated, aligned = pointers_of(rw, op, op.source)
    type = ranked(op.result)
    offset, *numbers = converted_indices(rw, op.mixed)
    rank = len(type.shape)
    parts = MemRefParts(type, allocated, aligned, offset, numbers[:rank], numbers[rank:])
    return rw.replace_with_many(op, [parts.values(IndexMath(rw, op))])


def pointers_of(rw: ConversionRewriter, op: Operation, memref: Value) -> tuple[Value, Value]:
    """Return the two pointers of a memref; those of an unranked one are the first members of its descriptor."""
    if isinstance(memref.type, MemRefType):
        parts = MemRefParts.of(rw, memref)
        return parts.allocated, parts.aligned
    _, descriptor = rw.converted(memref)
    pointer = pointer_to(memref.type) if isinstance(memref.type, UnrankedMemRefType) else None
    if pointer is None:
        raise CannotLower(f"type '{memref.type}' cannot be converted")
    math = IndexMath(rw, op)
    members = [descriptor, math.insert(llvm.GetElementPtrOp.of(descriptor, [1], pointer, "inbounds")).res]
    allocated, aligned = (math.insert(llvm.LoadOp(member, pointer)).res for member in members)
    return allocated, aligned


# -- Casts -------------------------------------------------------------------------------------------------------------


@conversion(CastOp)
def lower_cast(op: CastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.cast  ->  the same parts; a descriptor in memory if the result is unranked"""
    source, dest = op.source.type, op.dest.type
    math = IndexMath(rw, op)
    if isinstance(source, MemRefType) and isinstance(dest, MemRefType):
        return rw.replace_with_many(op, [MemRefParts.of(rw, op.source).as_type(math, dest)])
    if isinstance(source, MemRefType):
        place = placed_on_stack(math, as_one(rw, op, op.source))
        return rw.replace_with_many(op, [[math.value(len(source.shape)), place]])
    kind = descriptor_type(dest)
    if kind is None:
        return rw.no_match(f"type '{dest}' cannot be converted")
    _, place = rw.converted(op.source)
    return rw.replace_with_many(op, [from_one(rw, op, dest, math.insert(llvm.LoadOp(place, kind)).res)])


@conversion(MemorySpaceCastOp)
def lower_memory_space_cast(op: MemorySpaceCastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.memory_space_cast  ->  llvm.addrspacecast of the pointers"""
    dest = op.dest.type
    if not isinstance(dest, MemRefType):
        return rw.no_match(f"the memory space of an unranked memref cannot change, but got '{dest}'")
    pointer, values = pointer_to(dest), list(rw.converted(op.source))
    if pointer is None:
        return rw.no_match(f"type '{dest}' cannot be converted")
    if values[0].type is not pointer:
        values[:2] = [rw.insert_before(op, llvm.AddrSpaceCastOp(value, pointer)).results[0] for value in values[:2]]
    return rw.replace_with_many(op, [values])


@conversion(AssumeAlignmentOp)
def lower_assume_alignment(op: AssumeAlignmentOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.assume_alignment %m, n  ->  llvm.intr.assume ["align"(the address of the first element, n)]"""
    parts, math = MemRefParts.of(rw, op.memref), IndexMath(rw, op)
    place = start_address(rw, op, parts)
    holds = math.insert(llvm.ConstantOp.of(1, i1)).res
    said = ArrayAttr((StringAttr("align"),))
    math.insert(llvm.AssumeOp(holds, [place, math.value(op.alignment.value)], i32_array((2,)), said))
    return rw.replace_with_many(op, [rw.converted(op.memref)])


# -- What there is to know ---------------------------------------------------------------------------------------------


@conversion(RankOp)
def lower_rank(op: RankOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.rank  ->  a constant; of an unranked memref its first value"""
    type = op.memref.type
    if isinstance(type, MemRefType):
        return rw.replace(op, llvm.ConstantOp.of(len(type.shape), INDEX))
    return rw.replace(op, rw.converted(op.memref)[0])


@conversion(DimOp)
def lower_dim(op: DimOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.dim %m, %i  ->  the size; selected from all sizes if the index is dynamic"""
    math = IndexMath(rw, op)
    if not isinstance(op.source.type, MemRefType):
        return rw.replace(op, _size_in_descriptor(rw, op, math, new.index))
    sizes, number = MemRefParts.of(rw, op.source).sizes, known_number(op.index)
    if number is not None:
        known = sizes[number] if 0 <= number < len(sizes) else 0
        return rw.replace(op, math.value(known))
    chosen = math.value(sizes[-1])
    for dim in reversed(range(len(sizes) - 1)):
        is_this = math.insert(llvm.ICmpOp.of("eq", new.index, math.value(dim))).res
        chosen = math.insert(llvm.SelectOp(is_this, math.value(sizes[dim]), chosen)).res
    return rw.replace(op, chosen)


def _size_in_descriptor(rw: ConversionRewriter, op: DimOp, math: IndexMath, index: Value) -> Value:
    """Return a size of an unranked memref, which follows two pointers and the offset in its descriptor."""
    _, descriptor = rw.converted(op.source)
    kind = llvm.StructType((llvm.PTR, llvm.PTR, INDEX, INDEX))
    first = math.insert(llvm.GetElementPtrOp.of(descriptor, [0, 3], kind, "inbounds")).res
    place = math.insert(llvm.GetElementPtrOp.of(first, [index], INDEX, "inbounds")).res
    return math.insert(llvm.LoadOp(place, INDEX)).res


@conversion(ExtractAlignedPointerAsIndexOp)
def lower_extract_pointer(op: ExtractAlignedPointerAsIndexOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.extract_aligned_pointer_as_index  ->  llvm.ptrtoint"""
    _, aligned = pointers_of(rw, op, op.source)
    return rw.replace(op, llvm.PtrToIntOp(aligned, INDEX))


@conversion(ExtractStridedMetadataOp)
def lower_extract_metadata(op: ExtractStridedMetadataOp, new: Converted, rw: ConversionRewriter) -> Match:
    """memref.extract_strided_metadata  ->  the parts, static ones as constants"""
    parts, math = MemRefParts.of(rw, op.source), IndexMath(rw, op)
    return rw.replace_with_many(
        op, [[parts.allocated, parts.aligned], *([value] for value in math.values(parts.numbers))]
    )


PATTERNS = (
    *(lower_subview, lower_expand_shape, lower_collapse_shape, lower_transpose, lower_view, lower_reinterpret_cast),
    *(lower_cast, lower_memory_space_cast, lower_assume_alignment),
    *(lower_rank, lower_dim, lower_extract_pointer, lower_extract_metadata),
)
