"""Lowering of ops that extract or insert elements and subvectors, also at dynamic positions."""

from __future__ import annotations

from dlc.dialects import llvm, vector
from dlc.ir import Value
from dlc.ir.builtin_types import VectorType
from dlc.ir.patterns import Match
from dlc.passes.rewriting.conversion import ConversionRewriter, Converted, conversion

from .combining import elements_of, from_elements
from .rows import Rows, row_length, vector_of


@conversion(vector.ExtractOp)
def lower_extract(op: vector.ExtractOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.extract %v[i, j]  ->  llvm.extractvalue of the row, llvm.extractelement; selects if i is dynamic"""
    rows, type = Rows(op, rw), vector_of(op.vector)
    [result_type] = new.result_types
    position = _filled(op.position, new.dynamic_position)
    if any(isinstance(index, int) and index < 0 for index in position):
        return rw.replace(op, llvm.PoisonOp(result_type))
    part = rows.converted(op.vector)
    for depth, index in enumerate(position):
        if depth == len(type.shape) - 1:
            part = rows.element(part, index)
        elif isinstance(index, int):
            part = rows.emit(llvm.ExtractValueOp.of(part, index))
        else:
            part = _chosen(rows, part, index)
    if part.type is not result_type and isinstance(part.type, VectorType):
        part = rows.element(part, 0)  # of a vector without dimensions
    elif part.type is not result_type:
        part = rows.row_from([part], rows.row_type(vector_of(op.result)))
    return rw.replace(op, part)


def _filled(position: list[int | Value], dynamic: list[Value]) -> list[int | Value]:
    """Return a position with converted values."""
    values = iter(dynamic)
    return [index if isinstance(index, int) else next(values) for index in position]


def _chosen(rows: Rows, array: Value, index: Value) -> Value:
    """Return a member of an array at a dynamic position; an arbitrary one if it is out of bounds."""
    assert isinstance(array.type, llvm.ArrayType)
    chosen = rows.emit(llvm.ExtractValueOp.of(array, 0))
    for number in range(1, array.type.count):
        member = rows.emit(llvm.ExtractValueOp.of(array, number))
        chosen = rows.select(rows.compare("eq", index, rows.index(number)), member, chosen)
    return chosen


@conversion(vector.InsertOp)
def lower_insert(op: vector.InsertOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.insert %x, %v[i, j]  ->  llvm.insertelement into the row, llvm.insertvalue; selects if i is dynamic"""
    rows, type = Rows(op, rw), vector_of(op.dest)
    position = _filled(op.position, new.dynamic_position)
    if any(isinstance(index, int) and index < 0 for index in position):
        return rw.replace(op, llvm.PoisonOp(new.result_types[0]))
    value = rows.converted(op.valueToStore)
    if not type.shape:
        if isinstance(op.valueToStore.type, VectorType):
            return rw.replace(op, value)
        return rw.replace(op, rows.with_element(rows.converted(op.dest), value, 0))
    if len(position) == len(type.shape) and isinstance(value.type, VectorType):
        value = rows.element(value, 0)  # a vector without dimensions
    return rw.replace(op, _with_part(rows, rows.converted(op.dest), value, position))


def _with_part(rows: Rows, whole: Value, part: Value, position: list[int | Value]) -> Value:
    """Return nested arrays with a part replaced."""
    if not position:
        return part
    index, *rest = position
    if not isinstance(whole.type, llvm.ArrayType):
        return rows.with_element(whole, part, index)
    numbers = [index] if isinstance(index, int) else range(whole.type.count)
    for number in numbers:
        old = rows.emit(llvm.ExtractValueOp.of(whole, number)) if rest or not isinstance(index, int) else part
        member = _with_part(rows, old, part, rest)
        if not isinstance(index, int):
            member = rows.select(rows.compare("eq", index, rows.index(number)), member, old)
        whole = rows.emit(llvm.InsertValueOp.of(member, whole, number))
    return whole


@conversion(vector.ShuffleOp)
def lower_shuffle(op: vector.ShuffleOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.shuffle  ->  llvm.shufflevector; of vectors of several dimensions, whole rows are reordered"""
    rows, type = Rows(op, rw), vector_of(op.v1)
    if len(type.shape) > 1:
        return rw.replace(op, _shuffled_parts(rows, op, new))
    first, second = rows.converted(op.v1), rows.converted(op.v2)
    lengths = row_length(type.shape), row_length(vector_of(op.v2).shape)
    longest = max(lengths)
    first, second = (
        value if length == longest else rows.shuffled(value, value, [*range(length), *[-1] * (longest - length)])
        for value, length in zip((first, second), lengths, strict=True)
    )
    places = [place if place < lengths[0] else place - lengths[0] + longest for place in op.mask]
    return rw.replace(op, rows.shuffled(first, second, places))


def _shuffled_parts(rows: Rows, op: vector.ShuffleOp, new: Converted) -> Value:
    first, second = rows.converted(op.v1), rows.converted(op.v2)
    assert isinstance(first.type, llvm.ArrayType)
    whole = rows.poison(new.result_types[0])
    for place, number in enumerate(op.mask):
        if number < 0:
            continue
        source = (first, number) if number < first.type.count else (second, number - first.type.count)
        part = rows.emit(llvm.ExtractValueOp.of(*source))
        whole = rows.emit(llvm.InsertValueOp.of(part, whole, place))
    return whole


@conversion(vector.FromElementsOp)
def lower_from_elements(op: vector.FromElementsOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.from_elements  ->  llvm.insertelement for each; a splat if all are the same"""
    return rw.replace(op, from_elements(Rows(op, rw), op.dest.type, new.elements))


@conversion(vector.ToElementsOp)
def lower_to_elements(op: vector.ToElementsOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.to_elements  ->  llvm.extractelement for each"""
    return rw.replace(op, elements_of(Rows(op, rw), op.source))


@conversion(vector.ScalableInsertOp)
def lower_scalable_insert(op: vector.ScalableInsertOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.scalable.insert  ->  llvm.intr.vector.insert"""
    return rw.replace(op, llvm.VectorInsertOp(new.dest, new.valueToStore, op.pos))


@conversion(vector.ScalableExtractOp)
def lower_scalable_extract(op: vector.ScalableExtractOp, new: Converted, rw: ConversionRewriter) -> Match:
    """vector.scalable.extract  ->  llvm.intr.vector.extract"""
    return rw.replace(op, llvm.VectorExtractOp(new.source, op.pos, new.result_types[0]))


PATTERNS = (
    *(lower_extract, lower_insert, lower_shuffle, lower_from_elements, lower_to_elements),
    *(lower_scalable_insert, lower_scalable_extract),
)
