"""Chains of `memref.expand_shape` and `memref.collapse_shape` -> one of them."""

from __future__ import annotations

from dlc.ir.builtin_types import MemRefType
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.reassociation import composed_groups, difference_of_groups, groups_attr, splitting_groups

from .casts import CastOp, source_if_less_static
from .reshapes import CollapseShapeOp, ExpandShapeOp, collapsed_type, expanded_type


@canonicalization(ExpandShapeOp)
def merge_expansions(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(expand(m)) -> expand(m).  Terminates: removes an op."""
    inner = op.src.defined_by(ExpandShapeOp)
    if inner is None:
        return rw.no_match("source is not an expansion")
    type = op.result.type
    assert isinstance(type, MemRefType)
    groups = composed_groups(inner.groups, op.groups) if inner.groups else []
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, type))


@canonicalization(CollapseShapeOp)
def merge_collapses(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(collapse(m)) -> collapse(m).  Terminates: removes an op."""
    inner = op.src.defined_by(CollapseShapeOp)
    if inner is None:
        return rw.no_match("source is not a collapse")
    groups = composed_groups(op.groups, inner.groups) if op.groups else []
    return rw.replace(op, CollapseShapeOp(inner.src, groups_attr(groups), op.result.type))


@canonicalization(CollapseShapeOp)
def collapse_before_cast(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(cast(m)) -> cast(collapse(m)).  Terminates: moves a cast towards the uses."""
    source = source_if_less_static(op.src)
    if source is None:
        return rw.no_match("source is not a cast to a less precise type")
    assert isinstance(source.type, MemRefType)
    if collapsed_type(source.type, op.groups) is None:
        return rw.no_match("the dimensions do not follow one another")
    collapse = CollapseShapeOp.of(source, op.groups)
    if collapse.result.type is op.result.type:
        return rw.replace(op, collapse)
    return rw.replace(op, CastOp(rw.insert_before(op, collapse).result, op.result.type))


@canonicalization(CollapseShapeOp)
def collapse_of_expansion(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(expand(m)) -> one of both, where the groups of one refine those of the other.
    Terminates: removes an op.
    """
    inner = op.src.defined_by(ExpandShapeOp)
    if inner is None:
        return rw.no_match("source is not an expansion")
    start, end = inner.src.type, op.result.type
    assert isinstance(start, MemRefType)
    assert isinstance(end, MemRefType)
    if len(start.shape) == len(end.shape):
        return rw.no_match("neither shape is larger than the other")
    shrinks = len(start.shape) > len(end.shape)
    groups = difference_of_groups(op.groups, inner.groups) if shrinks else difference_of_groups(inner.groups, op.groups)
    if groups is None:
        return rw.no_match("the groups of one do not refine those of the other")
    if shrinks:
        fits = collapsed_type(start, groups) is end
        collapse = CollapseShapeOp(inner.src, groups_attr(groups), end)
        return rw.replace(op, collapse) if fits else rw.no_match("the dimensions do not follow one another")
    if expanded_type(start, end.shape, groups) is not end or not end.has_static_shape:
        return rw.no_match("not all sizes of the result are known here")
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, end.shape, end))


@canonicalization(ExpandShapeOp)
def expansion_of_collapse(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(collapse(m)) -> one of both, where each group is only split further, or only joined.

    Terminates: removes an op."""
    inner = op.src.defined_by(CollapseShapeOp)
    if inner is None:
        return rw.no_match("source is not a collapse")
    start, end = inner.src.type, op.result.type
    assert isinstance(start, MemRefType)
    assert isinstance(end, MemRefType)
    if len(start.shape) == len(end.shape):
        return rw.no_match("neither shape is larger than the other")
    shrinks = len(start.shape) > len(end.shape)
    large, small = (start, end) if shrinks else (end, start)
    pairs = zip(*((inner.groups, op.groups) if shrinks else (op.groups, inner.groups)), strict=True)
    groups: list[list[int]] = []
    for many, few in pairs:
        parts = splitting_groups([large.shape[dim] for dim in many], [small.shape[dim] for dim in few])
        if parts is None:
            return rw.no_match("a group is split in another way than it was joined")
        groups += [[many[position] for position in part] for part in parts]
    if shrinks:
        fits = collapsed_type(start, groups) is end
        collapse = CollapseShapeOp(inner.src, groups_attr(groups), end)
        return rw.replace(op, collapse) if fits else rw.no_match("the dimensions do not follow one another")
    if expanded_type(start, end.shape, groups) is not end:
        return rw.no_match("the layout would be another")
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, end))
