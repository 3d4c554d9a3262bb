"""Canonicalization of `loop.parallel` and `affine.parallel`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import arith
from dlc.ir import ArrayAttr, Attribute, IntegerAttr, Value
from dlc.ir.affine import AffineExpr, AffineMap
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .composition import Expressions, extreme_results, simplified
from .inlining import bound_value, can_inline, inline_and_replace
from .parallel import MAPPING, Groups, ParallelOp, parallel_properties
from .reductions import identity_of


@canonicalization(ParallelOp, "affine.parallel")
def simplify_box(op: ParallelOp, rw: Rewriter) -> Match:
    """parallel (i) = (apply(g, x)) to (min(4, 8)) -> parallel (i) = (g(x)) to (4).
    Terminates: the simplified form is final.
    """
    lower, lower_groups = _simplified(op, op.lower_map, op.lower_groups, op.lower_operands, "max")
    upper, upper_groups = _simplified(op, op.upper_map, op.upper_groups, op.upper_operands, "min")
    operands = [*lower.operands, *upper.operands]
    lower_part, upper_part = _part(lower.map, lower_groups), _part(upper.map, upper_groups)
    properties = parallel_properties(_reduction_numbers(op), lower_part, upper_part, op.step_values)
    if operands == list(op.operands) and properties == op.properties:
        return rw.no_match("the bounds are as simple as can be")
    op.set_operands(operands)
    op.properties.update(properties)
    return rw.modify(op)


def _part(affine_map: AffineMap, groups: Groups) -> tuple[AffineMap, list[int]]:
    return affine_map, [len(group) for group in groups]


def _reduction_numbers(op: ParallelOp) -> list[int]:
    return [each.value for each in op.reductions if isinstance(each, IntegerAttr)]


def _simplified(
    op: ParallelOp, affine_map: AffineMap, groups: Groups, operands: Sequence[Value], extreme: str
) -> tuple[Expressions, Groups]:
    """Return simpler expressions for all bounds, without those that never decide."""
    whole = simplified(Expressions.of(affine_map, operands), op)
    results = iter(whole.exprs)
    kept: Groups = []
    for group in groups:
        exprs = [next(results) for _ in group]
        kept.append(list(extreme_results(Expressions(exprs, whole.num_dims, whole.operands), extreme).exprs))
    flat = Expressions([expr for group in kept for expr in group], whole.num_dims, whole.operands)
    after = simplified(flat, op)
    results = iter(after.exprs)
    return after, [[next(results) for _ in group] for group in kept]


@canonicalization(ParallelOp, "affine.parallel")
def erase_empty_box(op: ParallelOp, rw: Rewriter) -> Match:
    """parallel (i, j) = (0, 4) to (8, 4) reduce ("addf") -> -0.0, what adding leaves as it is.
    Terminates: removes a loop.
    """
    if 0 not in op.constant_trip_counts():
        return rw.no_match("it may run")
    pairs = zip(op.reduction_words, op.result_types, strict=True)
    identities = [identity_of(word, type) for word, type in pairs]
    known = [each for each in identities if each is not None]
    if len(known) < len(identities):
        return rw.no_match("a reduction of nothing has no value")
    return rw.replace(op, [arith.ConstantOp(each) for each in known])


@canonicalization(ParallelOp, "affine.parallel")
def drop_dimensions_of_one_number(op: ParallelOp, rw: Rewriter) -> Match:
    """parallel (i, j) = (0, 4) to (8, 5) { body } -> parallel (i) = (0) to (8) { body with 4 for j }.
    A loop with a mapping keeps a dimension, as the mapping says where its body runs.
    Terminates: fewer remain.
    """
    single = [place for place, trips in enumerate(op.constant_trip_counts()) if trips == 1]
    if MAPPING in op.attributes and len(single) == len(op.steps):
        single.pop()
    if not single:
        return rw.no_match("each dimension has several numbers, or is mapped")
    kept = [place for place in range(len(op.steps)) if place not in set(single)]
    if not kept and not can_inline(op.body, op, {}):
        return rw.no_match("values inside would be symbols no more")
    lower_groups, upper_groups, steps = op.lower_groups, op.upper_groups, op.step_values
    counters = {place: _start(op, lower_groups[place], rw) for place in single}
    if not kept:
        return inline_and_replace(op, op.body, [counters[place] for place in range(len(steps))], rw)
    new_parallel = type(op).over([0] * len(kept), [0] * len(kept), None, op.result_types, op.reduction_words)
    lower, upper = ([groups[place] for place in kept] for groups in (lower_groups, upper_groups))
    lower_map = op.lower_map.with_results([expr for group in lower for expr in group])
    upper_map = op.upper_map.with_results([expr for group in upper for expr in group])
    parts = _part(lower_map, lower), _part(upper_map, upper)
    new_parallel.properties.update(
        parallel_properties(_reduction_numbers(op), *parts, [steps[place] for place in kept])
    )
    new_parallel.set_operands(op.operands)
    new_parallel.attributes.update(_attributes_of(op, kept))
    rw.insert_before(op, new_parallel)
    new = dict(zip(kept, new_parallel.induction_variables, strict=True))
    for place, counter in new.items():
        counter.name_hint = op.induction_variables[place].name_hint
    rw.merge_blocks(op.body, new_parallel.body, [new.get(place, counters.get(place)) for place in range(len(steps))])  # type: ignore[arg-type]
    return rw.replace(op, list(new_parallel.results))


def _attributes_of(op: ParallelOp, kept: Sequence[int]) -> Mapping[str, Attribute]:
    """Return the attributes of a loop of which some dimensions are kept: a mapping has an entry for each."""
    mapping = op.attributes.get(MAPPING)
    if not isinstance(mapping, ArrayAttr) or len(mapping.elements) != len(op.steps):
        return op.attributes
    return {**op.attributes, MAPPING: ArrayAttr(tuple(mapping.elements[place] for place in kept))}


def _start(op: ParallelOp, lowers: Sequence[AffineExpr], rw: Rewriter) -> Value:
    """The only number of a dimension: the largest of constants, or the one bound that the other is a constant apart."""
    constants = [expr.constant_value for expr in lowers if expr.constant_value is not None]
    if constants:
        return bound_value(op, AffineMap.constant(max(constants)), (), rw)
    return bound_value(op, op.lower_map.with_results(lowers), op.lower_operands, rw)
