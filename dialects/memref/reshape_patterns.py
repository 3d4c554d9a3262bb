"""Chains of `memref.expand_shape` and `memref.collapse_shape` -> one of them."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .casts import CastOp, source_if_less_static
from .reshapes import CollapseShapeOp, ExpandShapeOp, Groups, collapsed_type, expanded_type, groups_attr


def _compose(outer: Groups, inner: Groups) -> list[list[int]]:
    """Groups of groups, flattened."""
    return [[dim for part in group for dim in inner[part]] for group in outer]


@canonicalization(ExpandShapeOp)
def merge_expansions(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(expand(m)) -> expand(m).  Ends: an op fewer in the chain."""
    inner = op.src.defined_by(ExpandShapeOp)
    if inner is None:
        return rw.no_match("source is no expansion")
    type = op.result.type
    assert isinstance(type, MemRefType)
    groups = _compose(inner.groups, op.groups) if inner.groups else []
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, type))


@canonicalization(CollapseShapeOp)
def merge_collapses(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(collapse(m)) -> collapse(m).  Ends: an op fewer in the chain."""
    inner = op.src.defined_by(CollapseShapeOp)
    if inner is None:
        return rw.no_match("source is no collapse")
    groups = _compose(op.groups, inner.groups) if op.groups else []
    return rw.replace(op, CollapseShapeOp(inner.src, groups_attr(groups), op.result.type))


@canonicalization(CollapseShapeOp)
def collapse_before_cast(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(cast(m)) -> cast(collapse(m)).  Ends: casts move down."""
    source = source_if_less_static(op.src)
    if source is None:
        return rw.no_match("source is no cast that forgets what is known")
    assert isinstance(source.type, MemRefType)
    if collapsed_type(source.type, op.groups) is None:
        return rw.no_match("the dimensions do not follow one another")
    made = CollapseShapeOp.of(source, op.groups)
    if made.result.type is op.result.type:
        return rw.replace(op, made)
    return rw.replace(op, CastOp(rw.insert_before(op, made).result, op.result.type))


@canonicalization(CollapseShapeOp)
def collapse_of_expansion(op: CollapseShapeOp, rw: Rewriter) -> Match:
    """collapse(expand(m)) -> one of both, where the groups of one refine those of the other.  Ends: an op fewer."""
    inner = op.src.defined_by(ExpandShapeOp)
    if inner is None:
        return rw.no_match("source is no expansion")
    start, end = inner.src.type, op.result.type
    assert isinstance(start, MemRefType)
    assert isinstance(end, MemRefType)
    if len(start.shape) == len(end.shape):
        return rw.no_match("neither shape is larger than the other")
    shrinks = len(start.shape) > len(end.shape)
    groups = _difference(op.groups, inner.groups) if shrinks else _difference(inner.groups, op.groups)
    if groups is None:
        return rw.no_match("the groups of one do not refine those of the other")
    if shrinks:
        fits = collapsed_type(start, groups) is end
        made = CollapseShapeOp(inner.src, groups_attr(groups), end)
        return rw.replace(op, made) if fits else rw.no_match("the dimensions do not follow one another")
    if expanded_type(start, end.shape, groups) is not end or not end.has_static_shape:
        return rw.no_match("not all sizes of the result are known here")
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, end.shape, end))


def _difference(coarse: Groups, fine: Groups) -> list[list[int]] | None:
    """Groups over the groups of `fine` that give those of `coarse`; `None` if one of these crosses a border."""
    found: list[list[int]] = []
    position = 0
    for group in coarse:
        taken = 0
        parts: list[int] = []
        while taken < len(group) and position < len(fine):
            parts.append(position)
            taken += len(fine[position])
            position += 1
        if taken != len(group):
            return None
        found.append(parts)
    return found if position == len(fine) else None


@canonicalization(ExpandShapeOp)
def expansion_of_collapse(op: ExpandShapeOp, rw: Rewriter) -> Match:
    """expand(collapse(m)) -> one of both, where each group is only split further, or only joined.

    Ends: an op fewer.
    """
    inner = op.src.defined_by(CollapseShapeOp)
    if inner is None:
        return rw.no_match("source is no collapse")
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
        parts = _split([large.shape[dim] for dim in many], [small.shape[dim] for dim in few])
        if parts is None:
            return rw.no_match("a group is split in another way than it was joined")
        groups += [[many[position] for position in part] for part in parts]
    if shrinks:
        fits = collapsed_type(start, groups) is end
        made = CollapseShapeOp(inner.src, groups_attr(groups), end)
        return rw.replace(op, made) if fits else rw.no_match("the dimensions do not follow one another")
    if expanded_type(start, end.shape, groups) is not end:
        return rw.no_match("the layout would be another")
    return rw.replace(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, end))


def _split(many: Sequence[int], few: Sequence[int]) -> list[list[int]] | None:
    """Groups of the sizes `many` whose products are `few`; `None` where there are none, or sizes are not known."""
    if len(few) == 1:
        return [list(range(len(many)))]
    if list(many) == list(few) and many.count(DYNAMIC) < 2:
        return [[position] for position in range(len(many))]
    if DYNAMIC in many or DYNAMIC in few:
        return None
    found: list[list[int]] = []
    position = 0
    for size in few:
        part: list[int] = []
        product = 1
        while position < len(many) and (product < size or not part):
            part.append(position)
            product *= many[position]
            position += 1
        if product != size:
            return None
        found.append(part)
    found[-1] += range(position, len(many))
    return found if all(size == 1 for size in many[position:]) else None
