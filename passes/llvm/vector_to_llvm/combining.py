"""Multiply-add, reductions, outer products and scans.

By its semantics a reduction runs from the first element to the last; `fastmath<reassoc>` lets LLVM choose the order.
"""

from __future__ import annotations

from dlc.dialects import llvm, vector
from dlc.ir import Type, Value
from dlc.ir.builtin_types import VectorType
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.elementwise import Lowered, Row, elementwise, flags_of
from .kinds import Combining
from .rows import Rows, outer_positions, row_length, row_number, vector_of


@elementwise(vector.FMAOp)
def lower_fma(op: vector.FMAOp, row: Row) -> Lowered:
    """vector.fma(a, b, c) -> llvm.intr.fma(a, b, c)"""
    del op
    lhs, rhs, acc = row.operands
    return [row.emit(llvm.FMAOp(lhs, rhs, acc))]


@conversion(vector.ReductionOp)
def lower_reduction(op: vector.ReductionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.reduction  ->  llvm.intr.vector.reduce"""
    return rw.replace(op, reduction(op, rw, None))


def reduction(op: vector.ReductionOp, rw: ConversionRewriter, mask: Value | None) -> Value:
    """Return the reduction of the elements whose mask bit is set."""
    rows = Rows(op, rw)
    combining = Combining(rows, op.kind, op.dest.type, flags_of(op))
    [row] = rows.rows(op.vector)
    if mask is not None:
        row = rows.select(mask, row, combining.neutral(rows.row_type(vector_of(op.vector))))
    return combining.reduced(row, rows.converted(op.acc) if op.acc is not None else None)


# -- Of several dimensions ---------------------------------------------------------------------------------------------


@conversion(vector.MultiDimReductionOp)
def lower_multi_reduction(op: vector.MultiDimReductionOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.multi_reduction  ->  rows combined with rows, or reduced to the elements of a row"""
    return rw.replace(op, multi_reduction(op, rw, None))


def multi_reduction(op: vector.MultiDimReductionOp, rw: ConversionRewriter, mask: list[Value] | None) -> Value:
    """Return the reduction over several dimensions of the elements whose mask bit is set."""
    rows, source = Rows(op, rw), vector_of(op.source)
    reduced = set(op.reduction_dims.elements)
    combining = Combining(rows, op.kind, source.element_type)
    source_rows = rows.rows(op.source)
    if mask is not None:
        neutral = combining.neutral(rows.row_type(source))
        source_rows = [rows.select(bits, row, neutral) for bits, row in zip(mask, source_rows, strict=True)]
    if not reduced:
        # Each element of the accumulator meets one.
        start = rows.rows(op.acc)
        combined_rows = [combining.combined(a, b) for a, b in zip(start, source_rows, strict=True)]
        return rows.whole(op.dest.type, combined_rows)
    if len(source.shape) - 1 in reduced:
        return _reduced_to_elements(op, rows, combining, source_rows)
    kept = vector_of(op.dest)
    result = rows.rows(op.acc)
    for position, row in zip(outer_positions(source.shape), source_rows, strict=True):
        at = [index for dim, index in enumerate(position) if dim not in reduced]
        number = row_number(kept.shape, at)
        result[number] = combining.combined(result[number], row)
    return rows.whole(kept, result)


def _reduced_to_elements(
    op: vector.MultiDimReductionOp, rows: Rows, combining: Combining, source_rows: list[Value]
) -> Value:
    source, reduced = vector_of(op.source), set(op.reduction_dims.elements)
    dest_type = op.dest.type
    shape = dest_type.shape if isinstance(dest_type, VectorType) else ()
    elements = elements_of(rows, op.acc)
    for position, row in zip(outer_positions(source.shape), source_rows, strict=True):
        number = 0
        for size, at in zip(shape, [index for dim, index in enumerate(position) if dim not in reduced], strict=True):
            number = number * size + at
        elements[number] = combining.reduced(row, elements[number])
    return from_elements(rows, dest_type, elements)


def elements_of(rows: Rows, value: Value) -> list[Value]:
    """Return all elements of a vector, or a scalar itself."""
    if not isinstance(value.type, VectorType):
        return [rows.converted(value)]
    length = row_length(value.type.shape)
    return [rows.element(row, place) for row in rows.rows(value) for place in range(length)]


def from_elements(rows: Rows, type: Type, elements: list[Value]) -> Value:
    """Return a vector, or scalar, of these elements."""
    if not isinstance(type, VectorType):
        return elements[0]
    length, row = row_length(type.shape), rows.row_type(type)
    element_rows = [rows.row_from(elements[at : at + length], row) for at in range(0, len(elements), length)]
    return rows.whole(type, element_rows)


# -- Products and scans ------------------------------------------------------------------------------------------------


@conversion(vector.OuterProductOp)
def lower_outer_product(op: vector.OuterProductOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.outerproduct  ->  a row of the right side times each element of the left, combined with the accumulator"""
    return rw.replace(op, outer_product(op, rw, None))


def outer_product(op: vector.OuterProductOp, rw: ConversionRewriter, mask: list[Value] | None) -> Value:
    """Return an outer product; elements whose mask bit is not set keep the accumulator."""
    rows, type = Rows(op, rw), vector_of(op.result)
    combining = Combining(rows, op.kind, type.element_type)
    row_type = rows.row_type(type)
    [left] = rows.rows(op.lhs)
    if isinstance(op.rhs.type, VectorType):
        [right] = rows.rows(op.rhs)
        factors = [(rows.splat(rows.element(left, i), row_type), right) for i in range(vector_of(op.lhs).shape[0])]
    else:
        factors = [(left, rows.splat(rows.converted(op.rhs), row_type))]
    products = [combining.product(a, b) for a, b in factors]
    if op.acc is not None:
        before = rows.rows(op.acc)
        products = [combining.combined(old, row) for old, row in zip(before, products, strict=True)]
        if mask is not None:
            products = [rows.select(bits, row, old) for bits, row, old in zip(mask, products, before, strict=True)]
    return rows.whole(type, products)


@conversion(vector.ScanOp)
def lower_scan(op: vector.ScanOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.scan  ->  one combination for each element, or for each row"""
    rows, type = Rows(op, rw), vector_of(op.dest)
    dim, inclusive = op.reduction_dim.value, bool(op.inclusive.value)
    if type.is_scalable and dim == len(type.shape) - 1:
        return rw.no_match("the number of elements of a scalable dimension is unknown")
    combining = Combining(rows, op.kind, type.element_type)
    by_elements = dim == len(type.shape) - 1
    items = elements_of(rows, op.source) if by_elements else rows.rows(op.source)
    running = elements_of(rows, op.initial_value) if by_elements else rows.rows(op.initial_value)
    sizes = type.shape if by_elements else type.shape[:-1]
    inner = 1
    for size in sizes[dim + 1 :]:
        inner *= size
    scanned: list[Value] = []
    for number, item in enumerate(items):
        at = number // (inner * sizes[dim]) * inner + number % inner
        is_first = number // inner % sizes[dim] == 0
        old = running[at]
        combined = item if inclusive and is_first else combining.combined(old, item)
        scanned.append(combined if inclusive else old)
        running[at] = combined
    ends = [scanned[(at // inner * sizes[dim] + sizes[dim] - 1) * inner + at % inner] for at in range(len(running))]
    results = [
        from_elements(rows, result.type, values) if by_elements else rows.whole(result.type, values)
        for result, values in zip(op.results, (scanned, ends), strict=True)
    ]
    return rw.replace(op, results)


PATTERNS = (lower_fma, lower_reduction, lower_multi_reduction, lower_outer_product, lower_scan)
