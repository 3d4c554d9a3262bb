"""Specialization: where loops run a certain number of times, a copy of them that always does is run instead.

    for %i = %t to min(%t + 8, %n) { f }    =>    if %n - %t >= 8 { for %i = %t to %t + 8 { f } }
                                                  else { for %i = %t to min(%t + 8, %n) { f } }

So whole tiles have loops of constant sizes, which can be unrolled and vectorized without a remainder. It is always
allowed, if it can be said in front of the loops how often they run.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.affine.expr import AffineExpr
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.affine.map import AffineMap
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.facts import most_iterations, tightened
from ..analysis.nests import keep_attributes, loops_in, lower_bound, upper_bound
from ..analysis.terms import Terms
from .buffers import is_known_before
from .loop_names import PARTIAL, Names
from .loop_pass import LoopPass
from .refusals import Refusal
from .selection import Attempts, bands, check_names

WHAT = "cannot be specialized"


def specialize(loops: Sequence[loop.ForOp], sizes: Sequence[int]) -> loop.IfOp:
    """Let loops, of which the first contains the others, run so many times each where that is what they do."""
    if len(loops) != len(sizes):
        raise Refusal(loops[0], f"{WHAT}: there are {len(loops)} loops, but got {len(sizes)} sizes")
    root = loops[0]
    if root.results:
        raise Refusal(root, f"{WHAT}: it carries values")
    terms, conditions = Terms(), list[AffineExpr]()
    for each, size in zip(loops, sizes, strict=True):
        conditions += _runs_fully(each, size, root, terms)
    if not conditions:
        raise Refusal(root, f"{WHAT}: it always runs so often")
    return _specialized(loops, sizes, terms, conditions)


def _runs_fully(op: loop.ForOp, size: int, root: loop.ForOp, terms: Terms) -> list[AffineExpr]:
    """What is not negative where a loop runs so often, and not less."""
    if not root.is_ancestor_of(op):
        raise Refusal(op, f"{WHAT}: it is not in the first one", [(root.location, "which is here")])
    if op.constant_trip_count() == size:
        return []
    most = most_iterations(op)
    if most is None or most > size or op.lower_map.num_results != 1:
        shown = "any number of" if most is None else most
        raise Refusal(op, f"{WHAT} to {size} iterations: it may have {shown}")
    lower = loop.simplified(loop.Expressions.of(*lower_bound(op)), op)
    uppers = tightened(loop.simplified(loop.Expressions.of(*upper_bound(op)), op), op)
    for value in (*lower.operands, *uppers.operands):
        if not is_known_before(value, root):
            raise Refusal(op, f"{WHAT}: how often it runs is not known in front", [(value.location, "because of this")])
    [start] = terms.of(lower)
    last = start + (size - 1) * op.step_value
    return [end - last - 1 for end in terms.of(uppers)]


def _specialized(
    loops: Sequence[loop.ForOp], sizes: Sequence[int], terms: Terms, conditions: Sequence[AffineExpr]
) -> loop.IfOp:
    root = loops[0]
    block = root.parent
    assert block is not None
    made = loop.simplified(terms.expressions(conditions), root)
    points = IntegerSet(made.num_dims, len(made.operands) - made.num_dims, made.exprs, [False] * len(made.exprs))
    op = loop.IfOp.on(points.simplify(), made.operands, has_else=True, location=root.location)
    block.insert_before(op, root)
    assert op.else_block is not None
    partial = root.clone()
    for each in loops_in(partial):
        keep_attributes(each, each, PARTIAL)
    root.detach()
    for target, inside in ((op.then_block, root), (op.else_block, partial)):
        target.append(inside)
        target.append(loop.YieldOp.of(()))
    for each, size in zip(loops, sizes, strict=True):
        [start] = each.lower_map.results
        end = AffineMap(each.lower_map.num_dims, each.lower_map.num_symbols, [start + size * each.step_value])
        each.set_upper_bound((end, each.lower_operands))
    return op


class LoopSpecialize(LoopPass):
    """Run loops of constant sizes where nests run just so often

    For all other cases there is a copy of the nest, whose loops are called `jj_partial` after the loop `jj`.
    """

    name = "loop-specialize"
    loops: tuple[str, ...] = option("The names of the loops, outermost first", default=())
    sizes: tuple[int, ...] = option("How often each of them runs in whole tiles", default=())
    specialized = statistic("num-specialized", "Number of nests of which there are two now")
    refused = statistic("num-refused", "Number of nests that could not be specialized")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(PARTIAL)

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) != len(self.sizes) or not self.loops:
            run.error(op, f"needs a size for each of {len(self.loops)} loops, but got {len(self.sizes)}")
            return
        attempt = Attempts(run, self.loops, self.specialized, self.refused)
        found = bands(op, self.loops)
        for band in found:
            attempt(lambda band=band: self._specialize(band))
        attempt.finish(found=bool(found))

    def _specialize(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return specialize(band, self.sizes)
