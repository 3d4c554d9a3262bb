"""Lowering of loads and stores of vectors: whole, masked, gathered and scattered, expanded and compressed."""

from __future__ import annotations

from dlc.dialects import llvm, vector
from dlc.ir import Value
from dlc.ir.builtin_types import IntegerType, MemRefType, VectorType, i64
from dlc.ir.patterns import Match
from dlc.ir.strided_layout import strides_of
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.calling_convention import as_one, from_one
from ..lowering.memref_parts import MemRefParts, element_address
from .places import Places
from .rows import outer_positions, vector_of

# -- Whole -------------------------------------------------------------------------------------------------------------


@conversion(vector.LoadOp)
def lower_load(op: vector.LoadOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.load  ->  llvm.load of each row; an element that is a vector is loaded whole"""
    type = vector_of(op.result)
    if _is_element(op.base):
        address = element_address(rw, op, MemRefParts.of(rw, op.base), new.indices)
        value = rw.insert_before(op, llvm.LoadOp(address, new.result_types[0], alignment=op.alignment)).res
        return rw.replace_with_many(op, [from_one(rw, op, type, value)])
    places = Places(op, rw, op.base, type, nontemporal=_is_set(op))
    rows = [
        places.load(places.address(places.moved(new.indices, position), may_be_outside=False))
        for position in outer_positions(type.shape)
    ]
    return rw.replace(op, places.whole(type, rows))


@conversion(vector.StoreOp)
def lower_store(op: vector.StoreOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.store  ->  llvm.store of each row; an element that is a vector is stored whole"""
    type = vector_of(op.valueToStore)
    if _is_element(op.base):
        address = element_address(rw, op, MemRefParts.of(rw, op.base), new.indices)
        return rw.replace(op, llvm.StoreOp(as_one(rw, op, op.valueToStore), address, alignment=op.alignment))
    places = Places(op, rw, op.base, type, nontemporal=_is_set(op))
    for position, row in zip(outer_positions(type.shape), places.rows(op.valueToStore), strict=True):
        places.store(row, places.address(places.moved(new.indices, position), may_be_outside=False))
    return rw.erase(op)


def _is_element(base: Value) -> bool:
    return isinstance(base.type, MemRefType) and isinstance(base.type.element_type, VectorType)


def _is_set(op: vector.LoadOp | vector.StoreOp) -> bool:
    return op.nontemporal is not None and bool(op.nontemporal.value)


# -- Masked ------------------------------------------------------------------------------------------------------------


@conversion(vector.MaskedLoadOp)
def lower_masked_load(op: vector.MaskedLoadOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.maskedload  ->  llvm.intr.masked.load of each row"""
    type = vector_of(op.result)
    places = Places(op, rw, op.base, type)
    given = zip(outer_positions(type.shape), places.rows(op.mask), places.rows(op.pass_thru), strict=True)
    rows = [
        places.load(places.address(places.moved(new.indices, position), may_be_outside=True), mask, other)
        for position, mask, other in given
    ]
    return rw.replace(op, places.whole(type, rows))


@conversion(vector.MaskedStoreOp)
def lower_masked_store(op: vector.MaskedStoreOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.maskedstore  ->  llvm.intr.masked.store of each row"""
    type = vector_of(op.valueToStore)
    places = Places(op, rw, op.base, type)
    given = zip(outer_positions(type.shape), places.rows(op.mask), places.rows(op.valueToStore), strict=True)
    for position, mask, row in given:
        places.store(row, places.address(places.moved(new.indices, position), may_be_outside=True), mask)
    return rw.erase(op)


# -- From anywhere -----------------------------------------------------------------------------------------------------


@conversion(vector.GatherOp)
def lower_gather(op: vector.GatherOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.gather  ->  llvm.intr.masked.gather of each row"""
    type = vector_of(op.result)
    places = Places(op, rw, op.base, type)
    base = places.address(new.indices, may_be_outside=True)
    given = zip(places.rows(op.index_vec), places.rows(op.mask), places.rows(op.pass_thru), strict=True)
    rows = [places.gather(places.pointers(base, _steps(places, index)), mask, other) for index, mask, other in given]
    return rw.replace(op, places.whole(type, rows))


@conversion(vector.ScatterOp)
def lower_scatter(op: vector.ScatterOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.scatter  ->  llvm.intr.masked.scatter of each row"""
    places = Places(op, rw, op.base, vector_of(op.valueToStore))
    base = places.address(new.indices, may_be_outside=True)
    given = zip(places.rows(op.index_vec), places.rows(op.mask), places.rows(op.valueToStore), strict=True)
    for index, mask, row in given:
        places.scatter(row, places.pointers(base, _steps(places, index)), mask)
    return rw.erase(op)


def _steps(places: Places, index: Value) -> Value:
    """Return offsets in elements, from indices along the last dimension."""
    stride = places.parts.strides[-1] if places.parts.strides else 1
    if stride == 1:
        return index
    assert isinstance(index.type, VectorType)
    wide = VectorType(index.type.shape, i64, index.type.scalable)
    element = index.type.element_type
    if isinstance(element, IntegerType) and element.width < i64.width:
        index = places.emit(llvm.SExtOp(index, wide))
    factor = places.constant(stride, wide) if isinstance(stride, int) else places.splat(stride, wide)
    return places.emit(llvm.MulOp(index, factor))


# -- Packed ------------------------------------------------------------------------------------------------------------


def _is_dense(base: Value) -> bool:
    """Return whether the elements of a memref's last dimension are contiguous."""
    layout = strides_of(base.type) if isinstance(base.type, MemRefType) else None
    return layout is not None and bool(layout.strides) and layout.strides[-1] == 1


@conversion(vector.ExpandLoadOp)
def lower_expand_load(op: vector.ExpandLoadOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.expandload  ->  llvm.intr.masked.expandload"""
    type = vector_of(op.result)
    if len(type.shape) != 1 or not _is_dense(op.base):
        return rw.no_match("it has several dimensions, or its elements are not contiguous")
    places = Places(op, rw, op.base, type)
    address = places.address(new.indices, may_be_outside=True)
    load = llvm.MaskedExpandLoadOp(address, new.mask, places.widened(new.pass_thru), places.stored_row)
    return rw.replace(op, places.narrowed(places.emit(load)))


@conversion(vector.CompressStoreOp)
def lower_compress_store(op: vector.CompressStoreOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.compressstore  ->  llvm.intr.masked.compressstore"""
    type = vector_of(op.valueToStore)
    if len(type.shape) != 1 or not _is_dense(op.base):
        return rw.no_match("it has several dimensions, or its elements are not contiguous")
    places = Places(op, rw, op.base, type)
    address = places.address(new.indices, may_be_outside=True)
    return rw.replace(op, llvm.MaskedCompressStoreOp(places.widened(new.valueToStore), address, new.mask))


PATTERNS = (
    *(lower_load, lower_store, lower_masked_load, lower_masked_store),
    *(lower_gather, lower_scatter, lower_expand_load, lower_compress_store),
)
