"""Canonicalization of `tensor.extract_slice` and `tensor.insert_slice`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import InsertionPoint, Value
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.index_lists import Index, known_index, split_indices
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.slice_lists import out_of_bounds, with_known_numbers
from dlc.ir.values import constant_of

from .casts import CastOp, says_no_less, source_if_more_static
from .constraints import tensor_type
from .creation import EmptyOp, SplatOp
from .shapes import add_indices, multiply_indices
from .slices import ExtractSliceOp, InsertSliceOp, SliceOp, same_lists

Lists = tuple[list[Index], list[Index], list[Index]]
"""Offsets, sizes and strides."""


def _statics(lists: Lists) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    offsets, sizes, strides = (split_indices(part)[0].elements for part in lists)
    return offsets, sizes, strides


def _constants_as_numbers(op: SliceOp, first: int, shape: Sequence[int]) -> Lists | str:
    """The lists with operands replaced by the constants that they are, or why not."""
    operands = op.operands[first:]
    if not any(constant_of(value) is not None for value in operands):
        return "no operand is a constant"
    lists = with_known_numbers(op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    statics = _statics(lists)
    if sum(static.count(DYNAMIC) for static in statics) == len(operands):
        return "no constant fits"
    return "the slice is out of bounds" if out_of_bounds(shape, *statics) is not None else lists


def _narrowed(type: TensorType, kept: Sequence[int], sizes: Sequence[Index]) -> TensorType:
    """The type of a part, of which the list of sizes may know more."""
    known = [sizes[dim] for dim in kept]
    return type.with_shape(tuple(DYNAMIC if isinstance(size, Value) else size for size in known))


@canonicalization(ExtractSliceOp)
def move_constants_into_extract_slice(op: ExtractSliceOp, rw: Rewriter) -> Match:
    """extract_slice(t)[%c1] -> cast(extract_slice(t)[1]), whose type says more.
    Terminates: the op has fewer operands.
    """
    lists = _constants_as_numbers(op, 1, op.source.shape)
    if isinstance(lists, str):
        return rw.no_match(lists)
    type = _narrowed(tensor_type(op.result), op.kept_dims(), lists[1])
    new_slice = rw.insert_before(op, ExtractSliceOp.of(op.source, *lists, type))
    return rw.replace(op, CastOp(new_slice.result, op.result.type))


@canonicalization(InsertSliceOp)
def move_constants_into_insert_slice(op: InsertSliceOp, rw: Rewriter) -> Match:
    """insert_slice(s, t)[%c1] -> insert_slice(cast(s), t)[1].  Terminates: the op has fewer operands."""
    lists = _constants_as_numbers(op, 2, op.dest.shape)
    if isinstance(lists, str):
        return rw.no_match(lists)
    source, type = op.source, tensor_type(op.source)
    narrowed = _narrowed(type, op.kept_dims(), lists[1])
    if narrowed is not type:
        source = rw.insert_before(op, CastOp(source, narrowed)).dest
    return rw.replace(op, InsertSliceOp.of(source, op.dest, *lists))


# -- Casts -----------------------------------------------------------------------------------------------------------


@canonicalization(ExtractSliceOp)
def extract_slice_before_cast(op: ExtractSliceOp, rw: Rewriter) -> Match:
    """extract_slice(cast(t)) -> extract_slice(t).  Terminates: removes a cast."""
    source = source_if_more_static(op.source)
    if source is None:
        return rw.no_match("source is not a cast to a less precise type")
    lists = op.mixed_offsets, op.mixed_sizes, op.mixed_strides
    if out_of_bounds(source.shape, *_statics(lists)) is not None:
        return rw.no_match("the slice is out of bounds")
    return rw.replace(op, ExtractSliceOp.of(source, *lists, tensor_type(op.result)))


@canonicalization(InsertSliceOp)
def insert_slice_before_cast(op: InsertSliceOp, rw: Rewriter) -> Match:
    """insert_slice(s, cast(t)) -> cast(insert_slice(s, t)).  Terminates: moves a cast towards the uses."""
    dest = source_if_more_static(op.dest)
    if dest is None:
        return rw.no_match("the destination is not a cast to a less precise type")
    lists = op.mixed_offsets, op.mixed_sizes, op.mixed_strides
    if out_of_bounds(dest.shape, *_statics(lists)) is not None:
        return rw.no_match("the slice is out of bounds")
    new_insert = rw.insert_before(op, InsertSliceOp.of(op.source, dest, *lists))
    return rw.replace(op, CastOp(new_insert.result, op.result.type))


@canonicalization(InsertSliceOp)
def insert_slice_of_cast(op: InsertSliceOp, rw: Rewriter) -> Match:
    """insert_slice(cast(s), t)[%n] -> insert_slice(s, t)[4].  Terminates: removes a cast and operands."""
    source = source_if_more_static(op.source)
    if source is None:
        return rw.no_match("the source is not a cast to a less precise type")
    sizes = op.mixed_sizes
    for dim, size in zip(op.kept_dims(), source.shape, strict=True):
        sizes[dim] = sizes[dim] if size == DYNAMIC else size
    lists = op.mixed_offsets, sizes, op.mixed_strides
    if out_of_bounds(op.dest.shape, *_statics(lists)) is not None:
        return rw.no_match("the slice is out of bounds")
    return rw.replace(op, InsertSliceOp.of(source, op.dest, *lists))


@canonicalization(CastOp)
def cast_of_extract_slice(op: CastOp, rw: Rewriter) -> Match:
    """cast(extract_slice(t)[%n]) to a static size -> extract_slice(t)[4].  Terminates: removes a cast and operands."""
    taken, type = op.source.defined_by(ExtractSliceOp), op.dest.type
    if taken is None or not isinstance(type, TensorType) or not says_no_less(type, taken.result.type):
        return rw.no_match("source is not a slice with a less precise type than the cast")
    sizes = taken.mixed_sizes
    for dim, size in zip(taken.kept_dims(), type.shape, strict=True):
        sizes[dim] = sizes[dim] if size == DYNAMIC else size
    lists = taken.mixed_offsets, sizes, taken.mixed_strides
    if out_of_bounds(taken.source.shape, *_statics(lists)) is not None:
        return rw.no_match("the slice is out of bounds")
    return rw.replace(op, ExtractSliceOp.of(taken.source, *lists, type))


# -- Slices of what was made for the purpose -------------------------------------------------------------------------


@canonicalization(ExtractSliceOp)
def extract_slice_of_uniform_tensor(op: ExtractSliceOp, rw: Rewriter) -> Match:
    """extract_slice(empty) -> empty, extract_slice(splat(x)) -> splat(x).  Terminates: removes a slice."""
    producer = op.source.defining_op
    if not isinstance(producer, (EmptyOp, SplatOp)):
        return rw.no_match("source is neither empty nor all one value")
    type = tensor_type(op.result)
    mixed = op.mixed_sizes
    sizes = [mixed[dim] for dim in op.kept_dims()]
    dynamic = [size for size in sizes if isinstance(size, Value)]
    if isinstance(producer, SplatOp):
        return rw.replace(op, SplatOp(producer.input, dynamic, type))  # type: ignore[arg-type]
    return rw.replace(op, EmptyOp(dynamic, type))  # type: ignore[arg-type]


# -- Slices of slices ------------------------------------------------------------------------------------------------


@canonicalization(ExtractSliceOp)
def merge_extract_slices(op: ExtractSliceOp, rw: Rewriter) -> Match:
    """extract_slice(extract_slice(t)[a][m][s])[b][n][r] -> extract_slice(t)[a + b * s][n][s * r].

    Terminates: removes an op."""
    inner = op.source.defined_by(ExtractSliceOp)
    if inner is None:
        return rw.no_match("source is not a slice")
    offsets, strides = inner.mixed_offsets, inner.mixed_strides
    sizes: list[Index] = [1] * len(offsets)
    if not _can_compute(op, inner):
        return rw.no_match("an offset or stride would have to be computed for a slice that others use too")
    with rw.at(InsertionPoint.before_op(op), rw.provenance(op.location)) as b:
        for own, dim in enumerate(inner.kept_dims()):
            step = strides[dim]
            offsets[dim] = add_indices(b, offsets[dim], multiply_indices(b, op.mixed_offsets[own], step))
            sizes[dim] = op.mixed_sizes[own]
            strides[dim] = multiply_indices(b, step, op.mixed_strides[own])
    return rw.replace(op, ExtractSliceOp.of(inner.source, offsets, sizes, strides, tensor_type(op.result)))


def _can_compute(op: ExtractSliceOp, inner: ExtractSliceOp) -> bool:
    """Return whether no op is needed for the new offsets, or the inner slice goes away for it."""
    numbers = [*inner.mixed_offsets, *inner.mixed_strides, *op.mixed_offsets, *op.mixed_strides]
    return op.source.has_one_use or all(known_index(number) is not None for number in numbers)


@canonicalization(ExtractSliceOp)
def extract_slice_of_insert_slice(op: ExtractSliceOp, rw: Rewriter) -> Match:
    """extract_slice(insert_slice(s, t)) -> extract_slice(t), if the two places have nothing in common.

    Terminates: removes an insertion."""
    inserted = op.source.defined_by(InsertSliceOp)
    if inserted is None:
        return rw.no_match("source has no slice inserted")
    if same_lists(op, inserted) or not _surely_apart(op, inserted):
        return rw.no_match("the places may overlap")
    return rw.set_operand(op, 0, inserted.dest)


def _surely_apart(a: SliceOp, b: SliceOp) -> bool:
    """Return whether some dimension keeps two slices apart."""
    parts = zip(_extents(a), _extents(b), strict=True)
    return any(x is not None and y is not None and (x[1] <= y[0] or y[1] <= x[0]) for x, y in parts)


def _extents(op: SliceOp) -> list[tuple[int, int] | None]:
    """Return for each dimension the index of the first element and the end, where they are known."""
    extents: list[tuple[int, int] | None] = []
    for offset, size, step in zip(op.mixed_offsets, op.mixed_sizes, op.mixed_strides, strict=True):
        start, count, by = known_index(offset), known_index(size), known_index(step)
        if start is None or count is None or by is None or by < 1:
            extents.append(None)
        else:
            extents.append((start, start + (count - 1) * by + 1 if count else start))
    return extents
