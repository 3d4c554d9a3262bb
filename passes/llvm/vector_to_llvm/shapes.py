"""Lowering of ops that move elements: broadcasts, shape casts, transposes, slices, bitcasts."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from dlc.dialects import llvm, vector
from dlc.dialects.vector.constraints import ints
from dlc.ir import Value
from dlc.ir.builtin_types import DYNAMIC, MemRefType, VectorType, bit_width
from dlc.ir.patterns import Match
from dlc.ir.strided_layout import strides_of
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from ..lowering.index_math import IndexMath
from ..lowering.memref_parts import MemRefParts
from .rows import Rows, outer_positions, row_length, row_number, vector_of

PART_BITS = 128
"""The bits of the parts of a register within which instructions exchange elements."""


@conversion(vector.BroadcastOp)
def lower_broadcast(op: vector.BroadcastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.broadcast  ->  splats of scalars, and repeated rows"""
    rows, type = Rows(op, rw), vector_of(op.vector)
    source = op.source.type
    if not isinstance(source, VectorType):
        row = rows.splat(new.source, rows.row_type(type))
        return rw.replace(op, rows.whole(type, [row] * len(list(outer_positions(type.shape)))))
    source_rows = rows.rows(op.source)
    if row_length(source.shape) != row_length(type.shape) or rows.row_type(source) is not rows.row_type(type):
        source_rows = [rows.splat(rows.element(row, 0), rows.row_type(type)) for row in source_rows]
    outer = source.shape[:-1]
    lacking = len(type.shape[:-1]) - len(outer)
    result_rows: list[Value] = []
    for position in outer_positions(type.shape):
        pairs = zip(outer, position[lacking:], strict=True)
        result_rows.append(source_rows[row_number(source.shape, [0 if size == 1 else at for size, at in pairs])])
    return rw.replace(op, rows.whole(type, result_rows))


@conversion(vector.ShapeCastOp)
def lower_shape_cast(op: vector.ShapeCastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.shape_cast  ->  rows split and concatenated by llvm.shufflevector"""
    rows, source, type = Rows(op, rw), vector_of(op.source), vector_of(op.result)
    is_cut = rows.row_type(source) is not rows.row_type(type)
    if is_cut and (source.is_scalable or type.is_scalable):
        return rw.no_match("rows of scalable vectors cannot be split")
    source_rows = rows.rows(op.source)
    if is_cut:
        source_rows = rows.recut(source_rows, row_length(type.shape))
    return rw.replace(op, rows.whole(type, source_rows))


@conversion(vector.TransposeOp)
def lower_transpose(op: vector.TransposeOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.transpose  ->  rows in another order, and llvm.shufflevector if the last dimension moves"""
    rows, source, type = Rows(op, rw), vector_of(op.vector), vector_of(op.result)
    order = op.permutation.elements
    keeps_last = not order or order[-1] == len(order) - 1
    if source.is_scalable and not keeps_last:
        return rw.no_match("a scalable dimension must stay the last one")
    source_rows = rows.rows(op.vector)
    if keeps_last:
        return rw.replace(op, rows.whole(type, _rows_in_order(source, type, order, source_rows)))
    # Bring the dimension that becomes the last next to the current last one, exchange the two, and go on with whole
    # rows.
    last, rank = order[-1], len(order)
    before = (*(dim for dim in range(rank) if dim not in (last, rank - 1)), last, rank - 1)
    middle = VectorType(tuple(source.shape[dim] for dim in before), source.element_type)
    source_rows = _rows_in_order(source, middle, before, source_rows)
    count, length = middle.shape[-2:]
    exchanged = [
        row
        for at in range(0, len(source_rows), count)
        for row in _transposed(rows, source_rows[at : at + count], length)
    ]
    turned = VectorType((*middle.shape[:-2], length, count), source.element_type)
    named = (*before[:-2], rank - 1, last)
    rest = tuple(named.index(dim) for dim in order)
    return rw.replace(op, rows.whole(type, _rows_in_order(turned, type, rest, exchanged)))


def _rows_in_order(
    source: VectorType, result_type: VectorType, order: Sequence[int], source_rows: Sequence[Value]
) -> list[Value]:
    """Return the rows of a vector with all dimensions except the last permuted."""
    if not order:
        return list(source_rows)
    result: list[Value] = []
    for position in outer_positions(result_type.shape):
        at = [0] * (len(order) - 1)
        for place, dim in enumerate(order[:-1]):
            at[dim] = position[place]
        result.append(source_rows[row_number(source.shape, at)])
    return result


def _transposed(rows: Rows, source_rows: Sequence[Value], length: int) -> list[Value]:
    """Return the columns of some rows, which are added to up to a power of two."""
    count = len(source_rows)
    row = source_rows[0].type_as(VectorType)
    if count == 1:
        column = VectorType((1,), row.element_type)
        return [rows.row_from([rows.element(source_rows[0], place)], column) for place in range(length)]
    added = (1 << (count - 1).bit_length()) - count
    columns = _columns(rows, [*source_rows, *[source_rows[-1]] * added], length)
    return [rows.part(each, 0, count) for each in columns] if added else columns


def _columns(rows: Rows, source_rows: Sequence[Value], length: int) -> list[Value]:
    """Return the columns of rows, the number of which is a power of two.

    Instructions exchange elements within parts of a register, and whole parts. So blocks of such parts are transposed
    first, and then the parts as if each was one element.
    """
    element = source_rows[0].type_as(VectorType).element_type
    count, side = len(source_rows), PART_BITS // (bit_width(element) or PART_BITS)
    if side < 2 or count < side or length <= side or length % side:
        return _exchanged(rows, source_rows, length, 1)
    blocks = [
        _interleaved(rows, source_rows[at : at + side], length, within=side, unit=1) for at in range(0, count, side)
    ]
    by_place = [_exchanged(rows, [block[place] for block in blocks], length, side) for place in range(side)]
    return [columns[part] for part in range(length // side) for columns in by_place]


def _exchanged(rows: Rows, source_rows: Sequence[Value], length: int, unit: int) -> list[Value]:
    """Return the columns of rows of units, each of several elements."""
    return rows.recut(_interleaved(rows, source_rows, length, within=length, unit=unit), len(source_rows) * unit)


def _interleaved(rows: Rows, source_rows: Sequence[Value], length: int, *, within: int, unit: int) -> list[Value]:
    """Return rows in which the units of all rows take turns, in each part of `within` elements."""
    lower: list[int] = []
    upper: list[int] = []
    for part in range(0, length, within):
        starts = range(part, part + within, unit)
        units = [[*range(at, at + unit)] for start in starts for at in (start, length + start)]
        turns = list(itertools.chain.from_iterable(units))
        lower += turns[:within]
        upper += turns[within:]
    half, mixed = len(source_rows) // 2, list(source_rows)
    for _ in range(len(source_rows).bit_length() - 1):
        pairs = [(mixed[i], mixed[i + half]) for i in range(half)]
        mixed = [rows.shuffled(a, b, part) for a, b in pairs for part in (lower, upper)]
    return mixed


# -- Slices ------------------------------------------------------------------------------------------------------------


@conversion(vector.ExtractStridedSliceOp)
def lower_extract_slice(op: vector.ExtractStridedSliceOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.extract_strided_slice  ->  some of the rows, or slices of them by llvm.shufflevector"""
    rows, source, type = Rows(op, rw), vector_of(op.vector), vector_of(op.result)
    offsets = [*ints(op.offsets), *[0] * len(source.shape)][: len(source.shape)]
    source_rows = rows.rows(op.vector)
    chosen = [
        source_rows[row_number(source.shape, [a + b for a, b in zip(offsets, position, strict=False)])]
        for position in outer_positions(type.shape)
    ]
    if rows.row_type(source) is not rows.row_type(type):
        chosen = [rows.part(row, offsets[-1], type.shape[-1]) for row in chosen]
    return rw.replace(op, rows.whole(type, chosen))


@conversion(vector.InsertStridedSliceOp)
def lower_insert_slice(op: vector.InsertStridedSliceOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.insert_strided_slice  ->  rows replaced, or slices of them by llvm.shufflevector"""
    rows, part, type = Rows(op, rw), vector_of(op.valueToStore), vector_of(op.dest)
    offsets = ints(op.offsets)
    leading = len(type.shape) - len(part.shape)
    result, inserted = rows.rows(op.dest), rows.rows(op.valueToStore)
    same = rows.row_type(part) is rows.row_type(type)
    for position, row in zip(outer_positions(part.shape), inserted, strict=True):
        shifted = [a + b for a, b in zip(offsets[leading:], position, strict=False)]
        number = row_number(type.shape, [*offsets[:leading], *shifted])
        result[number] = row if same else _with_part(rows, result[number], row, offsets[-1])
    return rw.replace(op, rows.whole(type, result))


def _with_part(rows: Rows, row: Value, part: Value, start: int) -> Value:
    """Return a row with some of its elements replaced."""
    length, count = row.type_as(VectorType).num_elements, part.type_as(VectorType).num_elements
    widened = rows.shuffled(part, part, [*range(count), *[-1] * (length - count)])
    places = [length + place - start if start <= place < start + count else place for place in range(length)]
    return rows.shuffled(row, widened, places)


# -- By turns ----------------------------------------------------------------------------------------------------------


@conversion(vector.InterleaveOp)
def lower_interleave(op: vector.InterleaveOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.interleave  ->  llvm.shufflevector, or the intrinsic for scalable vectors"""
    rows, source = Rows(op, rw), vector_of(op.lhs)
    length = row_length(source.shape)
    places = list(itertools.chain.from_iterable((place, length + place) for place in range(length)))
    interleaved = [
        rows.emit(llvm.VectorInterleave2Op(a, b)) if source.is_scalable else rows.shuffled(a, b, places)
        for a, b in zip(rows.rows(op.lhs), rows.rows(op.rhs), strict=True)
    ]
    return rw.replace(op, rows.whole(op.result.type, interleaved))


@conversion(vector.DeinterleaveOp)
def lower_deinterleave(op: vector.DeinterleaveOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.deinterleave  ->  llvm.shufflevector twice, or the intrinsic for scalable vectors"""
    rows, source = Rows(op, rw), vector_of(op.source)
    halves: list[list[Value]] = [[], []]
    for row in rows.rows(op.source):
        pair = rows.emit(llvm.VectorDeinterleave2Op(row)) if source.is_scalable else None
        for number, half in enumerate(halves):
            if pair is not None:
                half.append(rows.emit(llvm.ExtractValueOp.of(pair, number)))
            else:
                half.append(rows.shuffled(row, row, list(range(number, source.shape[-1], 2))))
    results = [rows.whole(result.type, half) for result, half in zip(op.results, halves, strict=True)]
    return rw.replace(op, results)


# -- Bits --------------------------------------------------------------------------------------------------------------


@conversion(vector.BitCastOp)
def lower_bitcast(op: vector.BitCastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.bitcast  ->  llvm.bitcast of each row"""
    rows, type = Rows(op, rw), vector_of(op.result)
    row = rows.row_type(type)
    result_rows = [
        value if value.type is row else rows.emit(llvm.BitcastOp(value, row)) for value in rows.rows(op.source)
    ]
    return rw.replace(op, rows.whole(type, result_rows))


@conversion(vector.TypeCastOp)
def lower_type_cast(op: vector.TypeCastOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.type_cast  ->  the same pointers, with the sizes of the result"""
    type = op.result.type_as(MemRefType)
    parts, layout = MemRefParts.of(rw, op.memref), strides_of(type)
    if layout is None or DYNAMIC in (*type.shape, *layout.strides):
        return rw.no_match("the sizes of the result are not known")
    cast_parts = MemRefParts(type, parts.allocated, parts.aligned, parts.offset, type.shape, layout.strides)
    return rw.replace_with_many(op, [cast_parts.as_type(IndexMath(rw, op), type)])


PATTERNS = (
    *(lower_broadcast, lower_shape_cast, lower_transpose, lower_extract_slice, lower_insert_slice),
    *(lower_interleave, lower_deinterleave, lower_bitcast, lower_type_cast),
)
