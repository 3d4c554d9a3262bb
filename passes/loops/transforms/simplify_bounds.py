"""Bounds, conditions and loops as simple as what is certain makes them (`facts`).

    for %i = 0 to 256 step 32 {                     for %i = 0 to 256 step 32 {
      for %p = %i to min(%i + 32, 256) {    =>        for %p = %i to %i + 32 {

Results of bounds that never decide go; so do loops that never run, and conditions whose outcome is certain; a loop that
runs once is what it contains. Unlike canonicalization this looks at all loops and conditions around, which is slower.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.affine.integer_systems import Row
from dlc.ir.affine.map import AffineMap
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.manager.declaration import Pass, PassRun, statistic

from ..analysis.accesses import forms_of
from ..analysis.facts import Facts, difference, is_sure_to_run, most_iterations
from ..analysis.nests import (
    Point,
    index_before,
    loops_in,
    lower_bound,
    put_point,
    replace_loop,
    simplify_bounds,
    upper_bound,
)


def simplify_all(root: Operation) -> int:
    """Simplify every bound, condition and loop inside an op, outer ones first; how many changed."""
    return sum(root.is_ancestor_of(op) and _simplify(op) for op in list(root.walk()))


def simplify_bounds_inside(root: loop.ForOp) -> None:
    """Simplify the bounds of the loops inside a loop, but let all loops stay."""
    for op in loops_in(root)[1:]:
        drop_useless_bounds(op)


def _simplify(op: Operation) -> bool:
    if isinstance(op, loop.ForOp):
        return _simplify_loop(op)
    if isinstance(op, loop.IfOp):
        return _decide(op)
    return isinstance(op, (loop.MinOp, loop.MaxOp)) and _drop_useless_results(op)


# -- Bounds ------------------------------------------------------------------------------------------------------------


def _simplify_loop(op: loop.ForOp) -> bool:
    is_changed = drop_useless_bounds(op)
    if _never_runs(op):
        replace_loop(op, list(op.iter_inits))
        return True
    if op.lower_map.num_results == 1 and most_iterations(op) == 1 and is_sure_to_run(op):
        run_once(op)
        return True
    return is_changed


def drop_useless_bounds(op: loop.ForOp) -> bool:
    """Drop the results of a loop's bounds that are never the greatest or least alone; whether there were any."""
    before = lower_bound(op), upper_bound(op)
    simplify_bounds(op)
    if op.lower_map.num_results > 1 or op.upper_map.num_results > 1:
        facts = Facts().know_surroundings(op)
        lower = loop.Expressions.of(*lower_bound(op))
        upper = loop.Expressions.of(*upper_bound(op))
        kept = _needed(lower, op, facts, is_least=False), _needed(upper, op, facts, is_least=True)
        if len(kept[0].exprs) < len(lower.exprs):
            op.set_lower_bound((kept[0].map, kept[0].operands))
        if len(kept[1].exprs) < len(upper.exprs):
            op.set_upper_bound((kept[1].map, kept[1].operands))
        simplify_bounds(op)
    after = lower_bound(op), upper_bound(op)
    return any(old[0] is not new[0] or list(old[1]) != list(new[1]) for old, new in zip(before, after, strict=True))


def _needed(given: loop.Expressions, user: Operation, facts: Facts, *, is_least: bool) -> loop.Expressions:
    """The expressions without those beyond which another one never is."""
    if len(given.exprs) < 2:
        return given
    forms = forms_of(given.map, given.operands, user)
    if forms is None:
        return given
    rows = [facts.row(form) for form in forms]
    kept = list(range(len(rows)))
    for number, row in enumerate(rows):
        others = [rows[other] for other in kept if other != number]
        if any(facts.holds(difference(row, other) if is_least else difference(other, row)) for other in others):
            kept.remove(number)
    return loop.Expressions([given.exprs[number] for number in kept], given.num_dims, given.operands)


def _drop_useless_results(op: loop.MinOp | loop.MaxOp) -> bool:
    """min(x, y) -> x, where y is never less."""
    given = loop.simplified(loop.Expressions.of(op.affine_map, op.operands), op)
    facts = Facts().know_surroundings(op)
    kept = loop.simplified(_needed(given, op, facts, is_least=isinstance(op, loop.MinOp)), op)
    if len(kept.exprs) == len(op.affine_map.results):
        return False
    block = op.parent
    assert block is not None
    if len(kept.exprs) == 1:
        value = index_before((kept.exprs[0], kept.operands, kept.num_dims), op)
    else:
        made = type(op)(AffineMapAttr(kept.map), kept.operands)
        made.location = op.location
        value = block.insert_before(made, op).results[0]
    op.replace_all_uses_with([value])
    op.erase()
    return True


# -- Loops -------------------------------------------------------------------------------------------------------------


def _never_runs(op: loop.ForOp) -> bool:
    """Whether there is no iteration, for all that is known of what is around."""
    trips = op.constant_trip_count()
    if trips is not None:
        return trips == 0
    facts = Facts().know_surroundings(op)
    facts.know_range(op.induction_variable)
    return facts.contradict


def run_once(op: loop.ForOp) -> list[Value]:
    """Put the only iteration of a loop in its place; returns what its results became."""
    block, counter = op.parent, op.induction_variable
    assert block is not None
    point: Point = op.lower_map.results[0], op.lower_operands, op.lower_map.num_dims
    for held, init in zip(op.carried, op.iter_inits, strict=True):
        held.replace_all_uses_with(init)
    ops = [each for each in op.body.ops if each is not op.terminator]
    if counter in op.yielded:
        op.terminator.replace_uses_of(counter, index_before(point, op))
    if ops:
        put_point(ops, counter, point, op.body, ops[0])
    values = list(op.yielded)
    op.terminator.erase()
    block.take_all_ops(op.body, op)
    replace_loop(op, values)
    return values


# -- Conditions --------------------------------------------------------------------------------------------------------


def _decide(op: loop.IfOp) -> bool:
    """if c { f } else { g } -> f, where c is certain, and g, where it is certainly not."""
    points = op.integer_set
    as_map = AffineMap(points.num_dims, points.num_symbols, points.constraints)
    forms = forms_of(as_map, op.operands, op)
    if forms is None:
        return False
    facts = Facts().know_surroundings(op)
    rows = [facts.row(form) for form in forms]
    pairs = list(zip(rows, points.eq_flags, strict=True))
    if all(_is_certain(facts, row, is_equality=is_equality) for row, is_equality in pairs):
        _take_branch(op, op.then_block)
        return True
    if any(_is_impossible(facts, row, is_equality=is_equality) for row, is_equality in pairs):
        _take_branch(op, op.else_block)
        return True
    return False


def _is_certain(facts: Facts, row: Row, *, is_equality: bool) -> bool:
    return facts.holds(row) and (not is_equality or facts.holds(difference({}, row)))


def _is_impossible(facts: Facts, row: Row, *, is_equality: bool) -> bool:
    return facts.holds(difference({}, row, -1)) or (is_equality and facts.holds(difference(row, {}, -1)))


def _take_branch(op: loop.IfOp, branch: Block | None) -> None:
    """Put what a branch does in the place of a conditional."""
    block, values = op.parent, list[Value]()
    assert block is not None
    if branch is not None and branch.last is not None:
        values = list(branch.last.operands)
        branch.last.erase()
        block.take_all_ops(branch, op)
    op.replace_all_uses_with(values)
    op.erase()


class LoopSimplifyBounds(Pass):
    """Drop bounds that never decide, conditions whose outcome is certain, and loops that run once or never

    What is certain follows from the bounds of all loops around, and from the conditions that hold.
    """

    name = "loop-simplify-bounds"
    simplified = statistic("num-simplified", "Number of loops, bounds and conditions that became simpler")

    def run(self, op: Operation, run: PassRun) -> None:
        count = simplify_all(op)
        run.count(self.simplified, count)
        if not count:
            run.mark_unchanged()
        if not any(isinstance(each, (loop.ForOp, loop.IfOp)) for each in op.walk()):
            run.mark_idle("there are no loops")
