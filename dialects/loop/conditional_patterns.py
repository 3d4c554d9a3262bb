"""Canonicalization of `loop.when` and `loop.if`, and of `scf.if` and `affine.if`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from dlc.dialects import arith
from dlc.ir import Operation, OpResult, Value
from dlc.ir.affine import IntegerSet
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builder import InsertionPoint
from dlc.ir.builtin_attributes import IntegerAttr, IntegerSetAttr, bool_attr
from dlc.ir.builtin_types import TensorType, UnrankedTensorType, i1
from dlc.ir.definition import is_like
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .affine_if import IfOp
from .composition import Expressions, simplified
from .conditional_loops import WhenOp
from .inlining import can_inline, inline_and_replace

Run = dict[Operation, Sequence[IRRegion]]
"""Conditionals, each with its regions for when a condition is true, and is false."""


def known_truth(value: Value) -> bool | None:
    """Return whether a condition is true, if that is known."""
    known = constant_of(value)
    return bool(known.value) if isinstance(known, IntegerAttr) else None


def _take(op: WhenOp | IfOp, region: IRRegion, rw: Rewriter) -> Match:
    """Inline one region in place of the op, or nothing if there is no such region."""
    if region.is_empty:
        return rw.erase(op)
    if not can_inline(region.entry, op, {}):
        return rw.no_match("values inside would be symbols no more")
    return inline_and_replace(op, region.entry, (), rw)


def _yielded(region: IRRegion) -> Sequence[Value]:
    last = region.entry.last
    return last.operands if last is not None else ()


def _does_nothing(region: IRRegion) -> bool:
    """Return whether a region that is there only yields."""
    return region.has_one_block and region.entry.first is region.entry.last


# -- when --------------------------------------------------------------------------------------------------------------


@canonicalization(WhenOp, "scf.if")
def take_known_branch(op: WhenOp, rw: Rewriter) -> Match:
    """when true { body } else { other } -> body.  Terminates: removes an op."""
    truth = known_truth(op.condition)
    if truth is None:
        return rw.no_match("the condition is not known")
    return _take(op, op.then_region if truth else op.else_region, rw)


@canonicalization(WhenOp, "scf.if")
def condition_is_known_inside(op: WhenOp, rw: Rewriter) -> Match:
    """when c { f(c) } else { g(c) } -> when c { f(true) } else { g(false) }.  Terminates: removes uses of c."""
    condition = op.condition
    if condition.has_one_use or known_truth(condition) is not None:
        return rw.no_match("nothing else depends on the condition")
    inside = _uses_inside(op, condition)
    if not inside:
        return rw.no_match("nothing inside depends on the condition")
    constants: dict[bool, Value] = {}
    for user, place, truth in inside:
        if truth not in constants:
            constants[truth] = rw.insert_before(op, arith.ConstantOp(bool_attr(truth))).results[0]
        rw.set_operand(user, place, constants[truth])
    return rw.modify(op)


def _uses_inside(op: WhenOp, condition: Value) -> list[tuple[Operation, int, bool]]:
    """Return where the condition is used inside, and whether it is true there.

    The op is searched if it contains fewer ops than the condition has uses: many conditionals may depend on it.
    """
    some = list(islice(op.walk(), condition.use_count))
    is_small = len(some) < condition.use_count
    uses: Sequence[tuple[Operation, int]] = (
        [(each, place) for each in some for place, value in enumerate(each.operands) if value is condition]
        if is_small
        else condition.uses
    )
    located = [(user, place, _region_of(user, op)) for user, place in uses]
    return [(user, place, region is op.then_region) for user, place, region in located if region is not None]


def _region_of(inner: Operation, op: Operation) -> IRRegion | None:
    """The region of `op` that `inner` is in."""
    region = inner.parent_region
    while region is not None and region.parent is not op:
        region = region.parent.parent_region if region.parent is not None else None
    return region


@canonicalization(WhenOp, "scf.if")
def erase_empty_else(op: WhenOp, rw: Rewriter) -> Match:
    """when c { body } else { } -> when c { body }.  Terminates: removes a region."""
    if op.results or not _does_nothing(op.else_region):
        return rw.no_match("there is no else region that does nothing")
    rw.erase_block(op.else_region.entry)
    return rw.modify(op)


@canonicalization(WhenOp, "scf.if")
def negate_for_empty_then(op: WhenOp, rw: Rewriter) -> Match:
    """when c { } else { body } -> when not c { body }.  Terminates: removes a region."""
    if op.results or not _does_nothing(op.then_region) or op.else_region.is_empty or _does_nothing(op.else_region):
        return rw.no_match("it is not only the else region that does something")
    true = rw.insert_before(op, arith.ConstantOp(bool_attr(True))).results[0]
    negated = rw.insert_before(op, arith.XOrIOp(op.condition, true)).results[0]
    new_when = type(op).on(negated, location=op.location)
    new_when.attributes.update(op.attributes)
    rw.insert_before(op, new_when)
    rw.merge_blocks(op.else_region.entry, new_when.then_block, ())
    return rw.erase(op)


@canonicalization(WhenOp, "scf.if")
def swap_for_negated_condition(op: WhenOp, rw: Rewriter) -> Match:
    """when not c { body } else { other } -> when c { other } else { body }.  Terminates: the condition is earlier."""
    condition = negated(op.condition)
    if condition is None or op.else_region.is_empty:
        return rw.no_match("the condition is not negated, or there is no else region")
    swapped = type(op).on(condition, op.result_types, has_else=True, location=op.location)
    swapped.attributes.update(op.attributes)
    rw.insert_before(op, swapped)
    for source, target in zip(op.regions, reversed(swapped.regions), strict=True):
        rw.merge_blocks(source.entry, target.entry, ())
    return rw.replace(op, list(swapped.results))


def negated(value: Value) -> Value | None:
    """Return the condition of which one is the negation."""
    inverted = value.defined_by(arith.XOrIOp)
    if inverted is None:
        return None
    pairs = (inverted.operands, tuple(reversed(inverted.operands)))
    return next((other for other, one in pairs if known_truth(one) is True and known_truth(other) is None), None)


@canonicalization(WhenOp, "scf.if")
def select_between_values(op: WhenOp, rw: Rewriter) -> Match:
    """when c { yield x } else { yield y } -> select c, x, y.  Terminates: removes results of conditionals."""
    if not op.results or op.else_region.is_empty:
        return rw.no_match("it has no results")
    if not _does_nothing(op.then_region) or not _does_nothing(op.else_region):
        return rw.no_match("a region does something")
    pairs = list(zip(_yielded(op.then_region), _yielded(op.else_region), strict=True))
    return rw.replace(op, [a if a is b else arith.SelectOp(op.condition, a, b) for a, b in pairs])


@canonicalization(WhenOp, "scf.if")
def select_between_outer_values(op: WhenOp, rw: Rewriter) -> Match:
    """x = when c { f(); yield a } else { yield b } -> select c, a, b for x, where a and b are from outside.
    Terminates: removes uses of results. Tensors stay, of which a selection would be a copy.
    """
    if op.else_region.is_empty:
        return rw.no_match("it has no results")
    pairs = zip(op.results, _yielded(op.then_region), _yielded(op.else_region), strict=True)
    outer = [
        (result, a, b)
        for result, a, b in pairs
        if result.has_uses
        and not isinstance(result.type, (TensorType, UnrankedTensorType))
        and not a.is_inside(op)
        and not b.is_inside(op)
        and (known_truth(a), known_truth(b)) != (True, False)
    ]
    for result, a, b in outer:
        value = a if a is b else rw.insert_before(op, arith.SelectOp(op.condition, a, b)).results[0]
        rw.replace_all_uses(result, value)
    return rw.modify(op) if outer else rw.no_match("all results are computed inside")


@canonicalization(WhenOp, IfOp, "scf.if", "affine.if")
def drop_decided_results(op: WhenOp | IfOp, rw: Rewriter) -> Match:
    """x, y = when c { yield a, b } else { yield a, d }, y unused -> a for x, and when c { … }.
    Terminates: removes results.
    """
    if not op.results or op.else_region.is_empty:
        return rw.no_match("it has no results")
    pairs = list(zip(_yielded(op.then_region), _yielded(op.else_region), strict=True))
    kept = [place for place, (a, b) in enumerate(pairs) if a is not b and op.results[place].has_uses]
    if len(kept) == len(pairs):
        return rw.no_match("all results are used, and depend on the condition")
    new_op = _with_results(op, kept)
    rw.insert_before(op, new_op)
    for source, target in zip(op.regions, new_op.regions, strict=True):
        terminator = source.entry.last
        assert terminator is not None
        terminator.set_operands([terminator.operands[place] for place in kept])
        rw.modify(terminator)
        rw.merge_blocks(source.entry, target.entry, ())
    results = dict(zip(kept, new_op.results, strict=True))
    for place, (value, other) in enumerate(pairs):
        if place in results or value is other:
            rw.replace_all_uses(op.results[place], results.get(place, value))
    return rw.erase(op)


def _with_results(op: WhenOp | IfOp, kept: Sequence[int]) -> WhenOp | IfOp:
    """Return the same conditional with open blocks and some of the results."""
    types = [op.results[place].type for place in kept]
    if is_like(op, WhenOp):
        new_op: WhenOp | IfOp = type(op).on(op.condition, types, has_else=True, location=op.location)
    else:
        assert is_like(op, IfOp)
        new_op = type(op).on(op.integer_set, op.operands, types, has_else=True, location=op.location)
    new_op.attributes.update(op.attributes)
    return new_op


@canonicalization(WhenOp, "scf.if")
def result_is_condition(op: WhenOp, rw: Rewriter) -> Match:
    """when c { yield true } else { yield false } -> c.  Terminates: removes uses of results."""
    if op.else_region.is_empty:
        return rw.no_match("it has no results")
    pairs = zip(op.results, _yielded(op.then_region), _yielded(op.else_region), strict=True)
    equal = [
        result
        for result, a, b in pairs
        if result.has_uses and result.type is i1 and known_truth(a) is True and known_truth(b) is False
    ]
    for result in equal:
        rw.replace_all_uses(result, op.condition)
    return rw.modify(op) if equal else rw.no_match("no result equals the condition")


@canonicalization(WhenOp, "scf.if")
def merge_nested(op: WhenOp, rw: Rewriter) -> Match:
    """when a { x = when b { body } else { yield y } yield x } else { yield y } -> when a and b { body } else { … }.
    Terminates: removes an op.
    """
    inner = op.then_block.first
    if not is_like(inner, type(op)) or inner.next is not op.then_block.last:
        return rw.no_match("its body is not a conditional")
    if any(not each.is_empty and not _does_nothing(each) for each in (op.else_region, inner.else_region)):
        return rw.no_match("an else region does something")
    otherwise: dict[Value, Value] = {}
    if inner.results:
        otherwise = dict(zip(inner.results, _yielded(inner.else_region), strict=True))
    pairs = list(zip(_yielded(op.then_region), _yielded(op.else_region), strict=True)) if op.results else []
    if any(otherwise.get(value, other) is not other for value, other in pairs):
        return rw.no_match("the else regions yield different values")
    both = rw.insert_before(op, arith.AndIOp(op.condition, inner.condition)).results[0]
    kept = [value for value, _ in pairs if value in otherwise]
    merged = type(op).on(both, [value.type for value in kept], has_else=bool(kept), location=op.location)
    merged.attributes.update(op.attributes)
    rw.insert_before(op, merged)
    results = iter(merged.results)
    replacements = [
        next(results) if value in otherwise else arith.SelectOp(op.condition, value, other) for value, other in pairs
    ]
    end = inner.then_block.end
    end.set_operands([end.operands[value.index] for value in kept if isinstance(value, OpResult)])
    rw.modify(end)
    rw.merge_blocks(inner.then_block, merged.then_block, ())
    if kept:
        end = op.else_region.entry.end
        end.set_operands([other for value, other in pairs if value in otherwise])
        rw.modify(end)
        rw.merge_blocks(op.else_region.entry, merged.else_region.entry, ())
    return rw.replace(op, replacements)


@canonicalization(WhenOp, "scf.if")
def merge_neighbors(op: WhenOp, rw: Rewriter) -> Match:
    """x = when c { yield a } else { yield d }; when c { f(x) } else { g(x) } -> when c { f(a) … } else { g(d) … }.
    Terminates: removes ops. Where one condition is the negation of the other, regions change places. All that follow
    one another are merged at once: one after the other, the first would be moved again and again.
    """
    run = _neighbors(op)
    if len(run) < 2:
        return rw.no_match("no op beside it is a conditional on the same condition, without attributes")
    first = next(iter(run))
    has_else = any(not regions[1].is_empty for regions in run.values())
    types = [type for each in run for type in each.result_types]
    merged = type(op).on(first.operands[0], types, has_else=has_else, location=first.location)
    rw.insert_before(first, merged)
    for place, target in enumerate(merged.regions[: 1 + has_else]):
        yielded: list[Value] = []
        for each, regions in run.items():
            if regions[place].is_empty:
                continue
            end = regions[place].entry.end
            values = list(end.operands)
            yielded += values
            rw.erase(end)
            _use_inside(each.results, values, run, place, rw)
            rw.merge_blocks(regions[place].entry, target.entry, ())
        with rw.at(InsertionPoint.at_end(target.entry), op.location):
            rw.insert(op.yield_op.of(yielded))
    results = iter(merged.results)
    news = {each: [next(results) for _ in each.results] for each in run}
    for each in reversed(run):
        rw.replace(each, news[each])
    return rw.modify(merged)


def _neighbors(op: WhenOp) -> Run:
    """Return conditionals that follow one another and depend on one condition: the earliest ones that lead to `op`.

    Each has its regions for when the condition of the first one is true, and is false.
    """
    first = op
    while is_like(before := first.prev, type(op)) and _regions_under(op.condition, before) is not None:
        first = before
    run: Run = {}
    current: Operation | None = first
    while is_like(current, type(op)) and (regions := _regions_under(first.condition, current)) is not None:
        run[current] = regions
        current = current.next
    return run


def _regions_under(condition: Value, op: WhenOp) -> Sequence[IRRegion] | None:
    """Return the regions for when a condition is true, and is false; `None` if they depend on another one."""
    if op.attributes:
        return None
    if op.condition is condition:
        return op.regions
    if op.condition is negated(condition) or condition is negated(op.condition):
        return op.regions[::-1]
    return None


def _use_inside(
    results: Sequence[Value],
    values: Sequence[Value],
    run: dict[Operation, Sequence[IRRegion]],
    place: int,
    rw: Rewriter,
) -> None:
    """Let the regions at one place of conditionals use what that of an earlier one yields, instead of its results."""
    for result, value in zip(results, values, strict=True):
        for user, index in list(result.uses):
            region = user.parent_region
            while region is not None and (parent := region.parent) is not None:
                if parent in run and region is run[parent][place]:
                    rw.set_operand(user, index, value)
                region = parent.parent_region


# -- if ----------------------------------------------------------------------------------------------------------------


@canonicalization(IfOp, "affine.if")
def simplify_condition(op: IfOp, rw: Rewriter) -> Match:
    """if set(apply(g, x)) -> if set'(x).  Terminates: the simplified form is final."""
    given = op.integer_set
    before = Expressions(given.constraints, given.num_dims, op.operands)
    after = simplified(before, op)
    num_symbols = len(after.operands) - after.num_dims
    simplified_set = IntegerSet(after.num_dims, num_symbols, after.exprs, given.eq_flags).simplify()
    if simplified_set is given and list(op.operands) == after.operands:
        return rw.no_match("set and operands are as simple as can be")
    op.set_operands(after.operands)
    return rw.set_property(op, "condition", IntegerSetAttr(simplified_set))


@canonicalization(IfOp, "affine.if")
def take_known_side(op: IfOp, rw: Rewriter) -> Match:
    """if a set that has all points { body } else { other } -> body.  Terminates: removes an op."""
    outcome = op.known_outcome()
    if outcome is None:
        return rw.no_match("it depends on the point")
    return _take(op, op.then_region if outcome else op.else_region, rw)


@canonicalization(IfOp, "affine.if")
def erase_empty_outside(op: IfOp, rw: Rewriter) -> Match:
    """if set { body } else { } -> if set { body }.  Terminates: removes a region."""
    if op.results or not _does_nothing(op.else_region):
        return rw.no_match("there is no else region that does nothing")
    rw.erase_block(op.else_region.entry)
    return rw.modify(op)
