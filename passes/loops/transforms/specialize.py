"""Specialization: if the trip counts of loops have given values, a copy of the nest with constant trip counts runs.

    for %i = %t to min(%t + 8, %n) { f }    =>    if %n - %t >= 8 { for %i = %t to %t + 8 { f } }
                                                  else { for %i = %t to min(%t + 8, %n) { f } }

So whole tiles have loops of constant sizes, which can be unrolled and vectorized without a remainder. Always legal if
the trip counts are known before the loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.affine import AffineExpr
from dlc.passes.manager import option, statistic

from ..analysis.facts import max_trip_count, tightened
from ..analysis.nests import keep_attributes, loops_in, lower_bound, upper_bound
from ..analysis.terms import Terms, put_choice
from .buffers import is_available_before
from .loop_names import PARTIAL, Names
from .loop_pass import BandPass, problem_of_sizes
from .refusals import Refusal

WHAT = "cannot be specialized"


def specialize(loops: Sequence[loop.ForOp], sizes: Sequence[int]) -> loop.IfOp:
    """Specialize loops, of which the first contains the others; return the conditional around both copies."""
    if len(loops) != len(sizes):
        raise Refusal(loops[0], f"{WHAT}: it expects one size per loop ({len(loops)}), but got {len(sizes)}")
    root = loops[0]
    if root.results:
        raise Refusal(root, f"{WHAT}: it has iteration arguments")
    terms, conditions = Terms(), list[AffineExpr]()
    for each, size in zip(loops, sizes, strict=True):
        conditions += _runs_fully(each, size, root, terms)
    if not conditions:
        raise Refusal(root, f"{WHAT}: its trip count is always the given one")
    known = [each.constant_value for each in terms.simplified(conditions, root)[0].results]
    open_ones = [each for each, value in zip(conditions, known, strict=True) if value is None or value < 0]
    put_copy(root, open_ones or conditions, terms, PARTIAL)
    for each, size in zip(loops, sizes, strict=True):
        [start] = each.lower_map.results
        each.set_upper_bound((each.lower_map.with_results([start + size * each.step_value]), each.lower_operands))
    around = root.parent_op
    assert isinstance(around, loop.IfOp)
    return around


def _runs_fully(op: loop.ForOp, size: int, root: loop.ForOp, terms: Terms) -> list[AffineExpr]:
    """Return expressions that are not negative exactly if the loop runs `size` iterations, its maximum."""
    if not root.is_ancestor_of(op):
        raise Refusal(op, f"{WHAT}: it is not inside the first loop", [(root.location, "this is the first loop")])
    if op.constant_trip_count() == size:
        return []
    max_trips = max_trip_count(op)
    if max_trips is None or max_trips > size or op.lower_map.num_results != 1:
        shown = "any number" if max_trips is None else max_trips
        raise Refusal(op, f"{WHAT} to {size} iterations: it may have {shown}")
    return exprs_of_at_least(op, size, root, terms, WHAT)


def exprs_of_at_least(op: loop.ForOp, size: int, root: loop.ForOp, terms: Terms, what: str) -> list[AffineExpr]:
    """Return expressions that are not negative exactly if a loop runs at least `size` iterations; they are computed
    before `root`.
    """
    lower = loop.simplified(loop.Expressions.of(*lower_bound(op)), op)
    uppers = tightened(loop.simplified(loop.Expressions.of(*upper_bound(op)), op), op)
    for value in (*lower.operands, *uppers.operands):
        if not is_available_before(value, root):
            note = (value.location, "because of this value")
            raise Refusal(op, f"{what}: its trip count is unknown before the nest", [note])
    starts, ends = terms.of(lower), terms.of(uppers)
    return [end - start - (size - 1) * op.step_value - 1 for end in ends for start in starts]


def put_copy(root: loop.ForOp, conditions: Sequence[AffineExpr], terms: Terms, suffix: str) -> loop.ForOp:
    """Run a nest only if no expression is negative, and otherwise a copy of it, whose loops have names with a suffix;
    return the copy.
    """
    own, other = put_choice(root.block, root, conditions, terms)
    copy = root.clone()
    for each in loops_in(copy):
        keep_attributes(each, each, suffix)
    root.detach()
    own.insert_before(root, own.last)
    other.insert_before(copy, other.last)
    return copy


class LoopSpecialize(BandPass):
    """Specialize nests of loops for constant trip counts

    For all other cases there is a copy of the nest with loops named `jj_partial` after the loop `jj`.

    Example: loop-specialize{loops=i sizes=6}
        func.func @tile(%m: memref<?xf32>, %x: f32, %s: index, %n: index) {
          loop.for %i = affine_map<()[s0] -> (s0)>()[%s] to min affine_map<()[s0, s1] -> (s0 + 6, s1)>()[%s, %n] {
            loop.store %x, %m[%i] : memref<?xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-specialize"
    loops: tuple[str, ...] = option("The names of the loops, outermost first", default=())
    sizes: tuple[int, ...] = option("The trip count of each loop in whole tiles", default=(), least=1)
    done = statistic("num-specialized", "Number of nests specialized")
    refused = statistic("num-refused", "Number of nests that could not be specialized")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(PARTIAL)

    def problem(self) -> str | None:
        return problem_of_sizes(self.loops, self.sizes)

    def transform(self, band: list[loop.ForOp]) -> object:
        return specialize(band, self.sizes)
