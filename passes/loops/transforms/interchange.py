"""Interchange: the loops of a perfect nest in another order.

    for %i { for %j { … } }    =>    for %j { for %i { … } }

Allowed if each dependence still goes to a later iteration, and no loop comes outside of one that its bounds depend on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.dependences import Dependence, LoopDependences, levels_of
from ..analysis.nests import check_bounds_without, check_nest, keep_attributes, lower_bound, replace_loop, upper_bound
from .loop_pass import LoopPass
from .refusals import Refusal, forbidden
from .selection import Attempts, bands, check_names


def interchange(band: Sequence[loop.ForOp], order: Sequence[int]) -> list[loop.ForOp]:
    """The nest with loop `order[0]` of the band outermost, then `order[1]`; returns the new loops, outermost first."""
    if sorted(order) != list(range(len(band))):
        raise Refusal(band[0], f"cannot be interchanged: '{list(order)}' is no order of {len(band)} loops")
    check_nest(band, "cannot be interchanged")
    _check_bounds(band, order)
    found = LoopDependences(band[0])
    broken = first_broken(found.carried(levels_of(band)), order)
    if broken is not None:
        raise forbidden(band[0], "cannot be interchanged", broken)
    return _reordered(band, order)


def first_broken(dependences: Iterable[Dependence], order: Sequence[int]) -> Dependence | None:
    """A dependence that would go to an earlier iteration if loops were run in this order."""
    return next((each for each in dependences if _may_turn(each, order)), None)


def _may_turn(dependence: Dependence, order: Sequence[int]) -> bool:
    for number in order:
        low = dependence.distances[number].low
        if low is None or low < 0:
            return True
        if low > 0:
            return False
    return False


def _check_bounds(band: Sequence[loop.ForOp], order: Sequence[int]) -> None:
    places = {number: place for place, number in enumerate(order)}
    for inner in range(len(band)):
        moved_in = [band[outer] for outer in range(inner) if places[outer] > places[inner]]
        check_bounds_without(band[inner], moved_in, "cannot be interchanged")


def _reordered(band: Sequence[loop.ForOp], order: Sequence[int]) -> list[loop.ForOp]:
    made: list[loop.ForOp] = []
    for number in order:
        old = band[number]
        new = keep_attributes(
            old, loop.ForOp.over(lower_bound(old), upper_bound(old), old.step_value, location=old.location)
        )
        if made:
            made[-1].body.append(new)
        else:
            block = band[0].parent
            assert block is not None
            block.insert_before(new, band[0])
        made.append(new)
    innermost = band[-1]
    made[-1].body.take_all_ops(innermost.body)
    for each in made[:-1]:
        each.close()
    for number, new in zip(order, made, strict=True):
        band[number].induction_variable.replace_all_uses_with(new.induction_variable)
    replace_loop(band[0], ())
    return made


class LoopInterchange(LoopPass):
    """Put the loops of nests into another order"""

    name = "loop-interchange"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    order: tuple[int, ...] = option("Which loop, counted from 0, comes outermost, which next", default=(1, 0))
    interchanged = statistic("num-interchanged", "Number of nests put into another order")
    refused = statistic("num-refused", "Number of nests that must keep their order")

    def run(self, op: Operation, run: PassRun) -> None:
        if sorted(self.order) != list(range(len(self.order))):
            run.error(op, f"needs an order of the loops from 0 on, but got {list(self.order)}")
            return
        attempt = Attempts(run, self.loops, self.interchanged, self.refused)
        found = [band for band in bands(op, self.loops) if self.loops or len(band) >= len(self.order)]
        for band in found:
            attempt(lambda band=band: self._interchange(band))
        attempt.finish(found=bool(found))

    def _interchange(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return interchange(band if self.loops else band[: len(self.order)], self.order)
