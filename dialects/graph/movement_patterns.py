"""Canonicalizations of the ops that move elements: chains become one op, what only adds sizes of 1 is a reshape."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.builtin_attributes import i64_array
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.sizes import Dim, Shape, are_equal, may_equal

from .movement import BroadcastOp, ReshapeOp, ReverseOp, TransposeOp, typed_as
from .size_lists import may_be_as_many, quotient
from .tensors import shape_of


@canonicalization(TransposeOp)
def merge_transposes(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(transpose(x, p), q) -> transpose(x, p[q]).  Terminates: the chain gets shorter."""
    inner = op.source.defined_by(TransposeOp)
    if inner is None:
        return rw.no_match("the source is not a transpose")
    order = i64_array(inner.order[dim] for dim in op.order)
    return rw.replace(op, typed_as(op, TransposeOp(inner.source, order)))


@canonicalization(TransposeOp)
def reshape_where_only_ones_move(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(x, p) -> reshape(x), where all dimensions but those of size 1 keep their order.

    Terminates: removes a transpose."""
    shape, order = shape_of(op.source), list(op.order)
    moving = [dim for dim in order if shape[dim] != 1]
    if moving != sorted(moving):
        return rw.no_match("dimensions that matter change places")
    if shape_of(op.result).count(None) > 1 or 0 in shape:
        return rw.no_match("more than one size of the result is unknown")
    return rw.replace(op, ReshapeOp(op.source, op.result.type))


@canonicalization(ReshapeOp)
def merge_reshapes(op: ReshapeOp, rw: Rewriter) -> Match:
    """reshape(reshape(x)) -> reshape(x).  Terminates: the chain gets shorter."""
    inner = op.source.defined_by(ReshapeOp)
    if inner is None:
        return rw.no_match("the source is not a reshape")
    source, wanted = shape_of(inner.source), shape_of(op.result)
    if not _may_become(source, wanted):
        return rw.no_match("the sizes contradict each other")
    return rw.replace(op, ReshapeOp(inner.source, op.result.type, sizes=op.sizes))


def _may_become(source: Shape, wanted: Shape) -> bool:
    """Return whether the rules of reshape allow it."""
    if None not in wanted:
        return may_be_as_many(source, wanted)
    others = [size for size in wanted if size is not None]
    return quotient(source, others) is not None or None in source


# -- Broadcasts --------------------------------------------------------------------------------------------------------


@canonicalization(BroadcastOp)
def merge_broadcasts(op: BroadcastOp, rw: Rewriter) -> Match:
    """broadcast(broadcast(x, d), e) -> broadcast(x, e[d]).  Terminates: the chain gets shorter."""
    inner = op.source.defined_by(BroadcastOp)
    if inner is None:
        return rw.no_match("the source is not a broadcast")
    places = [op.dims[dim] for dim in inner.dims]
    kept = [
        place
        for place, dim, size in zip(places, inner.dims, shape_of(inner.source), strict=True)
        if inner.sizes is None and _is_kept(size, shape_of(inner.result)[dim])
    ]
    if op.sizes is None and not _known_outside(shape_of(op.result), kept):
        return rw.no_match("only the inner broadcast says some size")
    if not _may_be_broadcast(shape_of(inner.source), shape_of(op.result), places):
        return rw.no_match("the sizes contradict each other")
    return rw.replace(op, BroadcastOp(inner.source, i64_array(places), op.result.type, sizes=op.sizes))


def _is_kept(size: Dim, new: Dim) -> bool:
    """Return whether a size of the source is that of the result, though it may not be known."""
    return size is None if new is None else size == new


def _may_be_broadcast(source: Shape, wanted: Shape, places: Sequence[int]) -> bool:
    """Return whether sizes that are known allow it."""
    return all(size == 1 or may_equal(size, wanted[place]) for size, place in zip(source, places, strict=True))


def _known_outside(shape: Shape, places: Sequence[int]) -> bool:
    """Return whether all sizes but those at some places are known."""
    return all(size is not None or place in places for place, size in enumerate(shape))


@canonicalization(BroadcastOp)
def broadcast_without_ones(op: BroadcastOp, rw: Rewriter) -> Match:
    """broadcast(reshape(x), d) -> broadcast(x, e), where reshape only adds sizes of 1.
    Terminates: the chain gets shorter.
    """
    inner = op.source.defined_by(ReshapeOp)
    if inner is None:
        return rw.no_match("the source is not a reshape")
    kept = _ones_added(shape_of(inner.source), shape_of(inner.result))
    if kept is None:
        return rw.no_match("the reshape does more than to add sizes of 1")
    places = [op.dims[dim] for dim in kept]
    if op.sizes is None and not _known_outside(shape_of(op.result), places):
        return rw.no_match("only the reshape says that some size is 1")
    if not _may_be_broadcast(shape_of(inner.source), shape_of(op.result), places):
        return rw.no_match("the sizes contradict each other")
    return rw.replace(op, BroadcastOp(inner.source, i64_array(places), op.result.type, sizes=op.sizes))


def _ones_added(shape: Shape, longer: Shape) -> list[int] | None:
    """Return the positions of a shape's sizes in a longer shape whose other sizes are 1."""
    if shape.count(None) > 1 or longer.count(None) > 1:
        return None
    kept: list[int] = []
    for dim, size in enumerate(longer):
        if len(kept) < len(shape) and _is_kept(shape[len(kept)], size):
            kept.append(dim)
        elif size != 1:
            return None
    return kept if len(kept) == len(shape) else None


@canonicalization(BroadcastOp)
def reshape_where_only_ones_are_new(op: BroadcastOp, rw: Rewriter) -> Match:
    """broadcast(x, d) -> reshape(x), where nothing is repeated.  Terminates: removes a broadcast."""
    source, wanted = shape_of(op.source), shape_of(op.result)
    if op.sizes is not None or len(source) == len(wanted) or wanted.count(None) > 1 or 0 in wanted:
        return rw.no_match("repeats, or has unknown sizes")
    if not all(are_equal(1, size) for dim, size in enumerate(wanted) if dim not in op.dims.elements):
        return rw.no_match("repeats along a new dimension")
    if not all(_is_kept(size, wanted[dim]) for size, dim in zip(source, op.dims, strict=True)):
        return rw.no_match("repeats along a dimension")
    return rw.replace(op, ReshapeOp(op.source, op.result.type))


# -- Reversals ---------------------------------------------------------------------------------------------------------


@canonicalization(ReverseOp)
def merge_reversals(op: ReverseOp, rw: Rewriter) -> Match:
    """reverse(reverse(x, d), e) -> reverse(x, those in one of d and e).  Terminates: the chain gets shorter."""
    inner = op.source.defined_by(ReverseOp)
    if inner is None:
        return rw.no_match("the source is not a reversal")
    dims = sorted({*op.dims} ^ {*inner.dims})
    return rw.replace(op, typed_as(op, ReverseOp(inner.source, i64_array(dims))))


@canonicalization(ReverseOp)
def reverse_what_has_an_order(op: ReverseOp, rw: Rewriter) -> Match:
    """reverse(x, [i, j]) -> reverse(x, [j]), where dimension i has one element or none.
    Terminates: removes dimensions.
    """
    shape = shape_of(op.source)
    dims = [dim for dim in op.dims if shape[dim] not in (0, 1)]
    if len(dims) == len(op.dims):
        return rw.no_match("all dimensions may have several elements")
    return rw.replace(op, typed_as(op, ReverseOp(op.source, i64_array(dims))))
