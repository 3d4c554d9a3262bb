"""Simplification of bounds, conditions and loops by known constraints (`facts`).

    for %i = 0 to 256 step 32 {                     for %i = 0 to 256 step 32 {
      for %p = %i to min(%i + 32, 256) {    =>        for %p = %i to %i + 32 {

Results of bounds that are never the minimum or maximum alone are dropped. Loops that never run and conditions with a
known outcome are removed; a loop that runs once is replaced by its body. Unlike canonicalization, this considers all
enclosing loops and conditions, which is slower.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir import Block, Operation, Value
from dlc.ir.affine import AffineMap, Row
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.passes.manager import Pass, PassRun, statistic

from ..analysis.accesses import forms_of
from ..analysis.facts import LARGEST, Facts, always_runs, difference, max_trip_count
from ..analysis.nests import (
    Point,
    index_before,
    joined,
    loops_in,
    lower_bound,
    replace_loop,
    simplify_bounds,
    substitute_point,
    upper_bound,
)


def simplify_all(root: Operation) -> int:
    """Simplify every bound, condition and loop inside an op, outer ones first; return the number of changes."""
    return sum(root.is_ancestor_of(op) and _simplify(op) for op in list(root.walk()))


def simplify_bounds_inside(root: loop.ForOp) -> None:
    """Simplify the bounds of the loops inside a loop, without removing loops."""
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
    if op.lower_map.num_results == 1 and max_trip_count(op) == 1 and always_runs(op):
        run_once(op)
        return True
    return is_changed


def drop_useless_bounds(op: loop.ForOp) -> bool:
    """Drop the results of a loop's bounds that never decide; return whether the bounds changed."""
    before = lower_bound(op), upper_bound(op)
    simplify_bounds(op)
    if op.lower_map.num_results > 1 or op.upper_map.num_results > 1:
        facts = Facts().add_surroundings(op)
        lower = loop.Expressions.of(*lower_bound(op))
        upper = loop.Expressions.of(*upper_bound(op))
        needed = _needed(lower, op, facts, is_least=False), _needed(upper, op, facts, is_least=True)
        if len(needed[0].exprs) < len(lower.exprs):
            op.set_lower_bound((needed[0].map, needed[0].operands))
        if len(needed[1].exprs) < len(upper.exprs):
            op.set_upper_bound((needed[1].map, needed[1].operands))
        simplify_bounds(op)
    after = lower_bound(op), upper_bound(op)
    return any(old[0] is not new[0] or list(old[1]) != list(new[1]) for old, new in zip(before, after, strict=True))


def end_at_known_distance(op: loop.ForOp) -> None:
    """Let a loop end at its lower bound plus a number, if the facts around it determine the number of iterations."""
    if op.constant_trip_count() is not None or op.lower_map.num_results > 1 or op.upper_map.num_results > 1:
        return
    bounds, operands = joined(lower_bound(op), upper_bound(op))
    forms = forms_of(bounds, operands, op)
    if forms is None:
        return
    facts = Facts().add_surroundings(op)
    first, last = map(facts.row, forms)
    most = facts.most(difference(last, first), LARGEST)
    if most is not None and facts.holds(difference(last, first, -most)):
        map_ = op.lower_map
        op.set_upper_bound((AffineMap(map_.num_dims, map_.num_symbols, [map_.results[0] + most]), op.lower_operands))


def _needed(exprs: loop.Expressions, user: Operation, facts: Facts, *, is_least: bool) -> loop.Expressions:
    """Return the expressions without those that never are the minimum or maximum alone."""
    if len(exprs.exprs) < 2:
        return exprs
    forms = forms_of(exprs.map, exprs.operands, user)
    if forms is None:
        return exprs
    rows = [facts.row(form) for form in forms]
    needed = list(range(len(rows)))
    for position, row in enumerate(rows):
        others = [rows[index] for index in needed if index != position]
        if any(facts.holds(difference(row, index) if is_least else difference(index, row)) for index in others):
            needed.remove(position)
    return loop.Expressions([exprs.exprs[position] for position in needed], exprs.num_dims, exprs.operands)


def _drop_useless_results(op: loop.MinOp | loop.MaxOp) -> bool:
    """min(x, y) -> x if y is never less; return whether the op changed."""
    exprs = loop.simplified(loop.Expressions.of(op.affine_map, op.operands), op)
    facts = Facts().add_surroundings(op)
    needed = loop.simplified(_needed(exprs, op, facts, is_least=isinstance(op, loop.MinOp)), op)
    if len(needed.exprs) == len(op.affine_map.results):
        return False
    block = op.block
    if len(needed.exprs) == 1:
        value = index_before((needed.exprs[0], needed.operands, needed.num_dims), op)
    else:
        min_or_max = type(op)(AffineMapAttr(needed.map), needed.operands)
        min_or_max.location = op.location
        value = block.insert_before(min_or_max, op).results[0]
    op.replace_all_uses_with([value])
    op.erase()
    return True


# -- Loops -------------------------------------------------------------------------------------------------------------


def _never_runs(op: loop.ForOp) -> bool:
    """Return whether the loop provably runs no iteration."""
    trips = op.constant_trip_count()
    if trips is not None:
        return trips == 0
    facts = Facts().add_surroundings(op)
    facts.add_range(op.induction_variable)
    return facts.contradict


def run_once(op: loop.ForOp) -> list[Value]:
    """Replace a loop by its only iteration; return the values of its results."""
    block, counter = op.block, op.induction_variable
    point: Point = op.lower_map.results[0], op.lower_operands, op.lower_map.num_dims
    for carried, init in zip(op.carried, op.iter_inits, strict=True):
        carried.replace_all_uses_with(init)
    ops = [each for each in op.body.ops if each is not op.terminator]
    if counter in op.yielded:
        op.terminator.replace_uses_of(counter, index_before(point, op))
    if ops:
        substitute_point(ops, counter, point, op.body, ops[0])
    values = list(op.yielded)
    op.terminator.erase()
    block.take_all_ops(op.body, op)
    replace_loop(op, values)
    return values


# -- Conditions --------------------------------------------------------------------------------------------------------


def _decide(op: loop.IfOp) -> bool:
    """if c { f } else { g } -> f if c is known to hold, and g if it is known not to; return whether it is decided."""
    points = op.integer_set
    forms = forms_of(points.as_map, op.operands, op)
    if forms is None:
        return False
    facts = Facts().add_surroundings(op)
    rows = [facts.row(form) for form in forms]
    constraints = list(zip(rows, points.eq_flags, strict=True))
    if all(_is_certain(facts, row, is_equality=is_equality) for row, is_equality in constraints):
        _take_branch(op, op.then_block)
        return True
    if any(_is_impossible(facts, row, is_equality=is_equality) for row, is_equality in constraints):
        _take_branch(op, op.else_block)
        return True
    return False


def _is_certain(facts: Facts, row: Row, *, is_equality: bool) -> bool:
    return facts.holds(row) and (not is_equality or facts.holds(difference({}, row)))


def _is_impossible(facts: Facts, row: Row, *, is_equality: bool) -> bool:
    return facts.holds(difference({}, row, -1)) or (is_equality and facts.holds(difference(row, {}, -1)))


def _take_branch(op: loop.IfOp, branch: Block | None) -> None:
    """Replace a conditional by one of its branches."""
    block, values = op.block, list[Value]()
    if branch is not None and branch.last is not None:
        values = list(branch.last.operands)
        branch.last.erase()
        block.take_all_ops(branch, op)
    op.replace_all_uses_with(values)
    op.erase()


class LoopSimplifyBounds(Pass):
    """Drop redundant bounds, conditions with a known outcome, and loops that run once or never

    This follows from the bounds of all enclosing loops, and from the conditions that hold.

    Example: loop-simplify-bounds
        func.func @fill(%m: memref<8xf32>, %x: f32) {
          loop.for %i = 0 to 8 step 4 {
            loop.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 4, 8)>(%i) {
              loop.store %x, %m[%j] : memref<8xf32>
            }
          }
          return
        }
    """

    name = "loop-simplify-bounds"
    simplified = statistic("num-simplified", "Number of loops, bounds and conditions simplified")

    def run(self, op: Operation, run: PassRun) -> None:
        has_loops = any(isinstance(each, (loop.ForOp, loop.IfOp)) for each in op.walk())
        if not run.count_changes(self.simplified, simplify_all(op)) and not has_loops:
            run.mark_idle("there are no loops")
