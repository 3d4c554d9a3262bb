"""Interchange: the loops of a perfect nest run in another order.

    for %i { for %j { … } }    =>    for %j { for %i { … } }

Legal if each dependence still leads to a later iteration, and no loop is moved outside one that its bounds depend on.
Loops that carry values can be interchanged if these are reductions, which combine values in any order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from dlc.dialects import loop
from dlc.passes.manager import option, statistic

from ..analysis.dependences import Dependence, LoopDependences, levels_of
from ..analysis.nests import (
    check_bounds_independent,
    check_nest,
    keep_attributes,
    lower_bound,
    replace_loop,
    upper_bound,
)
from ..analysis.reductions import reduction_nest
from .loop_pass import BandPass
from .refusals import Refusal, forbidden


def interchange(band: Sequence[loop.ForOp], order: Sequence[int]) -> list[loop.ForOp]:
    """Reorder a nest: loop `order[0]` of the band becomes the outermost; return the new loops, outermost first."""
    if sorted(order) != list(range(len(band))):
        raise Refusal(band[0], f"cannot be interchanged: '{list(order)}' is not a permutation of {len(band)} loops")
    if not _are_reductions(band):
        check_nest(band, "cannot be interchanged")
    _check_bounds(band, order)
    dependences = LoopDependences(band[0])
    broken = first_broken(dependences.carried(levels_of(band)), order)
    if broken is not None:
        raise forbidden(band[0], "cannot be interchanged", broken)
    return _reordered(band, order)


def _are_reductions(band: Sequence[loop.ForOp]) -> bool:
    """Return whether loops carry values that are combined in any order, each loop the only op in the enclosing one."""
    nest = reduction_nest(band[0])
    return nest is not None and list(nest.loops[: len(band)]) == list(band)


def first_broken(dependences: Iterable[Dependence], order: Sequence[int]) -> Dependence | None:
    """Return a dependence that would lead to an earlier iteration if loops ran in this order, or `None`."""
    return next((dependence for dependence in dependences if _may_reverse(dependence, order)), None)


def _may_reverse(dependence: Dependence, order: Sequence[int]) -> bool:
    for number in order:
        low = dependence.distances[number].low
        if low is None or low < 0:
            return True
        if low > 0:
            return False
    return False


def _check_bounds(band: Sequence[loop.ForOp], order: Sequence[int]) -> None:
    new_depths = {old_depth: depth for depth, old_depth in enumerate(order)}
    for inner in range(len(band)):
        moved_in = [band[outer] for outer in range(inner) if new_depths[outer] > new_depths[inner]]
        check_bounds_independent(band[inner], moved_in, "cannot be interchanged")


def _reordered(band: Sequence[loop.ForOp], order: Sequence[int]) -> list[loop.ForOp]:
    new_loops: list[loop.ForOp] = []
    values = list(band[0].iter_inits)
    for number in order:
        old = band[number]
        new = keep_attributes(
            old, loop.ForOp.over(lower_bound(old), upper_bound(old), old.step_value, values, location=old.location)
        )
        values = list(new.carried)
        if new_loops:
            new_loops[-1].body.append(new)
        else:
            band[0].block.insert_before(new, band[0])
        new_loops.append(new)
    innermost = band[-1]
    new_loops[-1].body.take_all_ops(innermost.body)
    for outer, inner in itertools.pairwise(new_loops):
        outer.close(inner.results)
    for number, new in zip(order, new_loops, strict=True):
        band[number].induction_variable.replace_all_uses_with(new.induction_variable)
    for old, new in zip(innermost.carried, values, strict=True):
        old.replace_all_uses_with(new)
    replace_loop(band[0], new_loops[0].results)
    return new_loops


class LoopInterchange(BandPass):
    """Interchange the loops of perfect nests

    Example: loop-interchange{loops=i,j}
        func.func @fill(%m: memref<4x8xf32>, %x: f32) {
          loop.for %i = 0 to 4 {
            loop.for %j = 0 to 8 {
              loop.store %x, %m[%i, %j] : memref<4x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-interchange"
    order: tuple[int, ...] = option(
        "The loops, counted from 0, in their new order, outermost first", default=(1, 0), least=0
    )
    done = statistic("num-interchanged", "Number of nests interchanged")
    refused = statistic("num-refused", "Number of nests that could not be interchanged")

    def problem(self) -> str | None:
        if sorted(self.order) != list(range(len(self.order))):
            return f"expects a permutation of the loops, counted from 0, but got {list(self.order)}"
        return None

    def is_candidate(self, band: Sequence[loop.ForOp]) -> bool:
        return len(band) >= len(self.order)

    def transform(self, band: list[loop.ForOp]) -> object:
        return interchange(band if self.loops else band[: len(self.order)], self.order)
