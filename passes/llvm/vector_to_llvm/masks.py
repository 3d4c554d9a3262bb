"""Lowering of ops that create masks, and of `vector.mask`, under which other ops run."""

from __future__ import annotations

from dlc.dialects import arith, llvm, vector
from dlc.ir import DenseElementsAttr, Operation, Value
from dlc.ir.builtin_types import VectorType, element_type, i64
from dlc.ir.effects import is_memory_effect_free
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.elementwise import positions, row_of
from .combining import multi_reduction, outer_product, reduction
from .contractions import contraction
from .kinds import can_combine
from .rows import Rows, outer_positions, row_length, vector_of


@conversion(vector.ConstantMaskOp)
def lower_constant_mask(op: vector.ConstantMaskOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.constant_mask  ->  llvm.mlir.constant for each row"""
    rows, type = Rows(op, rw), vector_of(op.result)
    sizes, row = op.mask_dim_sizes.elements, rows.row_type(type)
    mask_rows: list[Value] = []
    for position in outer_positions(type.shape):
        is_inside = all(at < size for at, size in zip(position, sizes, strict=False))
        count = sizes[-1] if is_inside else 0
        if count in (0, row.num_elements):
            bits = [int(bool(count))]
        else:
            bits = [int(place < count) for place in range(row.num_elements)]
        mask_rows.append(rows.emit(llvm.ConstantOp(DenseElementsAttr.of(row, bits), row)))
    return rw.replace(op, rows.whole(type, mask_rows))


@conversion(vector.CreateMaskOp)
def lower_create_mask(op: vector.CreateMaskOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.create_mask  ->  0, 1, 2 … compared with the bound, in the rows inside the bounds"""
    rows, type = Rows(op, rw), vector_of(op.result)
    bounds, row = new.bounds, rows.row_type(type)
    inner = _up_to(rows, bounds[-1], row)
    nothing = rows.constant(0, row) if len(bounds) > 1 else inner
    mask_rows: list[Value] = []
    for position in outer_positions(type.shape):
        is_inside: Value | None = None
        for at, bound in zip(position, bounds, strict=False):
            is_inside = rows.both(is_inside, rows.compare("slt", rows.index(at), bound))
        mask_rows.append(inner if is_inside is None else rows.select(is_inside, inner, nothing))
    return rw.replace(op, rows.whole(type, mask_rows))


def _up_to(rows: Rows, bound: Value, row: VectorType) -> Value:
    """Return the mask of the positions below a bound, computed with 32 bits if the length is static."""
    if row.is_scalable:
        wide = VectorType(row.shape, i64, row.scalable)
        return rows.compare("slt", rows.emit(llvm.StepVectorOp(wide)), rows.splat(bound, wide))
    length = row.num_elements
    steps = rows.steps(length)
    return rows.compare("slt", steps, rows.splat(rows.clamped(bound, 0, length), steps.type_as(VectorType)))


@conversion(vector.StepOp)
def lower_step(op: vector.StepOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.step  ->  the constant 0, 1, 2 …, or llvm.intr.stepvector"""
    rows, type = Rows(op, rw), vector_of(op.result)
    row = rows.row_type(type)
    if row.is_scalable:
        return rw.replace(op, llvm.StepVectorOp(row))
    return rw.replace(op, rows.constant_row(list(range(row_length(type.shape))), row))


@conversion(vector.VectorScaleOp)
def lower_vector_scale(op: vector.VectorScaleOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.vscale  ->  llvm.intr.vscale"""
    return rw.replace(op, llvm.VScaleOp(new.result_types[0]))


# -- Under a mask ------------------------------------------------------------------------------------------------------

Computed = vector.ReductionOp | vector.MultiDimReductionOp | vector.OuterProductOp | vector.ContractionOp
"""Ops that combine only the elements whose mask bit is set."""


@conversion(vector.MaskOp)
def lower_mask(op: vector.MaskOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.mask %k { f(x) }  ->  f with a mask of its own, or f of the identity in masked-off elements"""
    inner, last = op.masked_op, op.maskRegion.entry.last
    if last is None:
        return rw.no_match("its region has no terminator")
    problem = _why_not(inner)
    if problem is not None:
        return rw.no_match(problem)
    results = list(last.operands)
    rw.erase(last)
    rw.inline_block_before(op.maskRegion.entry, op, ())
    if isinstance(inner, Computed):
        value = _computed(inner, Rows(inner, rw).rows(op.mask), rw)
        rw.replace(inner, value)
        results = [value]
    elif isinstance(inner, vector.TransferReadOp | vector.TransferWriteOp):
        results = _masked(inner, op.mask, rw)
    return rw.replace(op, [_or_passthru(op, value, rw) for value in results])


def _why_not(inner: Operation | None) -> str | None:
    """Return why an op cannot be lowered under a mask, or `None` if it can."""
    if isinstance(inner, Computed):
        if not can_combine(inner.kind, element_type(inner.results[0].type)):
            return f"'{inner.name}' is of a type that LLVM does not compute with"
        vectors = [value.type for value in inner.operands if isinstance(value.type, VectorType)]
        if isinstance(inner, vector.ContractionOp) and any(type.is_scalable for type in vectors):
            return "scalable vectors cannot be unrolled"
    elif inner is not None and not isinstance(inner, vector.TransferReadOp | vector.TransferWriteOp):
        return None if is_memory_effect_free(inner) else f"'{inner.name}' is not lowered under a mask"
    return None


def _computed(inner: Computed, mask: list[Value], rw: ConversionRewriter) -> Value:
    if isinstance(inner, vector.ReductionOp):
        return reduction(inner, rw, mask[0])
    if isinstance(inner, vector.MultiDimReductionOp):
        return multi_reduction(inner, rw, mask)
    return outer_product(inner, rw, mask) if isinstance(inner, vector.OuterProductOp) else contraction(inner, rw, mask)


def _masked(inner: vector.TransferReadOp | vector.TransferWriteOp, mask: Value, rw: ConversionRewriter) -> list[Value]:
    """Return a transfer with one more mask."""
    if inner.mask is not None:
        mask = rw.insert_before(inner, arith.AndIOp(inner.mask, mask)).result
    order, bounds = inner.permutation_map, inner.in_bounds
    transfer: Operation
    if isinstance(inner, vector.TransferReadOp):
        transfer = vector.TransferReadOp(
            inner.base, inner.indices, order, inner.padding, bounds, inner.vector.type, mask=mask
        )
    else:
        types = [result.type for result in inner.results]
        transfer = vector.TransferWriteOp(
            inner.valueToStore, inner.base, inner.indices, order, bounds, *types, mask=mask
        )
    rw.insert_before(inner, transfer)
    rw.replace(inner, list(transfer.results))
    return list(transfer.results)


def _or_passthru(op: vector.MaskOp, value: Value, rw: ConversionRewriter) -> Value:
    """Select between a value and the pass-through by the mask; values of another shape are masked already."""
    if op.passthru is None or not isinstance(op.results[0].type, VectorType):
        return value
    if op.results[0].type.shape != vector_of(op.mask).shape:
        return value
    rows = Rows(op, rw)
    triples = zip(rows.rows(op.mask), rows_of_any(rows, value), rows.rows(op.passthru), strict=True)
    return rows.whole(op.results[0].type, [rows.select(*triple) for triple in triples])


def rows_of_any(rows: Rows, value: Value) -> list[Value]:
    """Return the rows of a value, converted already or not."""
    if isinstance(value.type, VectorType) and len(value.type.shape) > 1:
        return rows.rows(value)
    return [row_of(rows, value, position) for position in positions(value.type)]


PATTERNS = (lower_constant_mask, lower_create_mask, lower_step, lower_vector_scale, lower_mask)
