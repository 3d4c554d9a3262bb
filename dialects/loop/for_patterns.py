"""Canonicalization of `loop.for` and `affine.for`, and in part of `scf.for`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.ir.effects import only_computes
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .composition import Expressions, extreme_results, simplified
from .constraints import segments
from .for_loop import ForOp
from .inlining import bound_value, can_inline, inline_and_replace


@canonicalization(ForOp, "affine.for")
def simplify_bounds(op: ForOp, rw: Rewriter) -> Match:
    """for i = max f(apply(g, x)) to min h(…) -> for i = max f'(x) to min h'(…).
    Terminates: the simplified form is final.
    """
    before = Expressions.of(op.lower_map, op.lower_operands), Expressions.of(op.upper_map, op.upper_operands)
    lower, upper = (simplified(each, op) for each in before)
    lower, upper = (
        simplified(extreme_results(each, extreme), op) for each, extreme in ((lower, "max"), (upper, "min"))
    )
    if (lower, upper) == before:
        return rw.no_match("the bounds are as simple as can be")
    inits = list(op.iter_inits)
    op.set_operands([*lower.operands, *upper.operands, *inits])
    op.properties["operandSegmentSizes"] = segments(len(lower.operands), len(upper.operands), len(inits))
    op.lowerBoundMap, op.upperBoundMap = AffineMapAttr(lower.map), AffineMapAttr(upper.map)
    return rw.modify(op)


@canonicalization(ForOp, "affine.for", "scf.for")
def erase_loop_that_never_runs(op: ForOp, rw: Rewriter) -> Match:
    """for i = 4 to 4 iter_args(x) -> x.  Terminates: removes a loop."""
    if op.constant_trip_count() != 0:
        return rw.no_match("it may run")
    return rw.replace(op, list(op.iter_inits))


@canonicalization(ForOp, "affine.for")
def inline_only_iteration(op: ForOp, rw: Rewriter) -> Match:
    """for i = 4 to 5 { body } -> body, with 4 for i.  Terminates: removes a loop."""
    if op.constant_trip_count() != 1 or op.lower_map.num_results != 1:
        return rw.no_match("it is not known to run once")
    body = op.body
    if not can_inline(body, op, dict(zip(op.carried, op.iter_inits, strict=True))):
        return rw.no_match("values inside would be symbols no more")
    counter = bound_value(op, op.lower_map, op.lower_operands, rw)
    return inline_and_replace(op, body, [counter, *op.iter_inits], rw)


@canonicalization(ForOp, "affine.for", "scf.for")
def erase_loop_that_only_yields(op: ForOp, rw: Rewriter) -> Match:
    """for iter_args(a = x, b = y) { yield z, b } -> z, y, if it runs or z is x.  Terminates: removes a loop."""
    body = op.body
    if body.first is not body.last:
        return rw.no_match("the body does something")
    inits, trips = op.iter_inits, op.constant_trip_count()
    values: list[Value] = []
    for place, (yielded, init) in enumerate(zip(op.yielded, inits, strict=True)):
        if yielded is op.carried[place] or yielded is init:
            values.append(init)
        elif yielded.parent_block is not body and trips:
            values.append(yielded)
        elif yielded.parent_block is body and yielded is not op.induction_variable and trips is not None:
            values.append(_after_rotations(op, place, trips))
        else:
            return rw.no_match("what comes out depends on how often it runs")
    if any(value.parent_block is body for value in values):
        return rw.no_match("it forwards the induction variable")
    return rw.replace(op, values)


def _after_rotations(op: ForOp, place: int, trips: int) -> Value:
    """Return the final value of a carried value if the body only permutes carried values."""
    path: list[int] = []
    seen: dict[int, int] = {}
    while place not in seen:
        seen[place] = len(path)
        path.append(place)
        yielded = op.yielded[place]
        if yielded not in op.carried:
            break
        place = list(op.carried).index(yielded)  # type: ignore[arg-type]
    else:
        start = seen[place]
        length = len(path) - start
        return op.iter_inits[path[trips if trips < start else start + (trips - start) % length]]
    return op.iter_inits[path[trips]] if trips < len(path) else op.yielded[path[-1]]


# -- Carried values ----------------------------------------------------------------------------------------------------


@canonicalization(ForOp, "affine.for", "scf.for")
def replace_invariant_carried(op: ForOp, rw: Rewriter) -> Match:
    """for iter_args(a = x) { …; yield a } -> for { … }, x for a and for the result.
    Terminates: removes carried values.
    """
    invariant = [
        place
        for place, (argument, yielded, init) in enumerate(zip(op.carried, op.yielded, op.iter_inits, strict=True))
        if yielded is argument or yielded is init
    ]
    if not invariant:
        return rw.no_match("each carried value changes")
    return _drop_carried(op, invariant, rw)


@canonicalization(ForOp, "affine.for", "scf.for")
def drop_dead_carried(op: ForOp, rw: Rewriter) -> Match:
    """for iter_args(a = x) { yield f(a) } -> for { }, if that is all they are for.
    Terminates: removes carried values.
    """
    suspects = {place for place, result in enumerate(op.results) if not result.has_uses}
    if not suspects:
        return rw.no_match("each result is used")
    needed = _needed_values(op, suspects)
    dead = [place for place in sorted(suspects) if op.carried[place] not in needed]
    if not dead:
        return rw.no_match("what has no use outside has one inside")
    useless = [each for each in op.body.ops_reversed if _may_go(each) and not any(r in needed for r in each.results)]
    terminator = op.terminator
    for place in dead:  # what only leads to itself is cut off here
        rw.set_operand(terminator, place, op.iter_inits[place])
    for each in useless:
        rw.erase(each)
    return _drop_carried(op, dead, rw)


def _needed_values(op: ForOp, suspects: set[int]) -> set[Value]:
    """Values of the body on which something depends but carried values that nobody wants outside."""
    body, yielded, carried = op.body, op.yielded, op.carried
    needed: set[Value] = set()
    pending = [value for place, value in enumerate(yielded) if place not in suspects]
    for each in body.ops:
        if each is not op.terminator and not _may_go(each):
            pending += [value for inner in each.walk() for value in inner.operands]
    while pending:
        value = pending.pop()
        if value in needed or value.parent_block is not body:
            continue
        needed.add(value)
        definer = value.defining_op
        if definer is not None:
            pending += definer.operands
        elif value is not op.induction_variable:
            pending.append(yielded[carried.index(value)])  # type: ignore[arg-type]
    return needed


def _may_go(op: Operation) -> bool:
    """Return whether an op may go if nobody needs its results."""
    return not op.may_be_terminator and only_computes(op)


def _drop_carried(op: ForOp, dropped: Sequence[int], rw: Rewriter) -> Match:
    """A loop without some carried values: their initial ones are there instead."""
    gone = set(dropped)
    inits = list(op.iter_inits)
    kept = [place for place in range(len(inits)) if place not in gone]
    new_loop = rw.insert_before(op, op.with_carried(kept))
    places = dict(zip(kept, zip(new_loop.carried, new_loop.results, strict=True), strict=True))
    inside = [places[place][0] if place in places else init for place, init in enumerate(inits)]
    outside = [places[place][1] if place in places else init for place, init in enumerate(inits)]
    terminator = op.terminator
    rw.merge_blocks(op.body, new_loop.body, [new_loop.induction_variable, *inside])
    terminator.set_operands([terminator.operands[place] for place in kept])
    rw.modify(terminator)
    return rw.replace(op, outside)
