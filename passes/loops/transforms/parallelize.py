"""Parallelization: loops whose iterations do not depend on one another may run in any order, or at the same time.

for %i = 0 to %n { for %j = 0 to %m { … } }    =>    parallel (%i, %j) = (0, 0) to (%n, %m) { … }
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.builtin_attributes import ArrayAttr, StringAttr
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.dependences import LoopDependences, levels_of
from ..analysis.nests import NAME, check_box, check_nest, lower_bound, name_of, replace_loop, upper_bound
from .loop_pass import LoopPass
from .refusals import forbidden
from .selection import Attempts, bands, check_names

NAMES = "loop.names"
"""The names of the loops that a parallel one was made of."""
WHAT = "cannot be run in parallel"


def parallelize(band: Sequence[loop.ForOp]) -> loop.ParallelOp:
    """One parallel loop over all iterations of a perfect nest."""
    check_nest(band, WHAT)
    check_box(band, WHAT)
    carried = next(LoopDependences(band[0]).carried(levels_of(band)), None)
    if carried is not None:
        raise forbidden(band[0], WHAT, carried)
    return _parallel(band)


def _parallel(band: Sequence[loop.ForOp]) -> loop.ParallelOp:
    lower, upper = [lower_bound(each) for each in band], [upper_bound(each) for each in band]
    steps = [each.step_value for each in band]
    made = loop.ParallelOp.over(lower, upper, steps, location=band[0].location)
    block = band[0].parent
    assert block is not None
    block.insert_before(made, band[0])
    made.body.take_all_ops(band[-1].body)
    for old, new in zip(band, made.induction_variables, strict=True):
        new.name_hint = old.induction_variable.name_hint
        old.induction_variable.replace_all_uses_with(new)
        made.attributes.update((name, value) for name, value in old.attributes.items() if name != NAME)
    names = [name_of(each) for each in band]
    if any(names):
        made.attributes[NAMES] = ArrayAttr(tuple(StringAttr(name or "") for name in names))
    replace_loop(band[0], ())
    return made


class LoopParallelize(LoopPass):
    """Turn loops into parallel ones where no iteration depends on another

    Without names, of each outermost nest as many loops are taken, from the outermost on, as can be.
    """

    name = "loop-parallelize"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    depth: int = option("How many loops of a nest become one parallel loop at most", default=2)
    parallelized = statistic("num-parallelized", "Number of nests made parallel")
    refused = statistic("num-refused", "Number of attempts on nests whose iterations depend on one another")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.parallelized, self.refused)
        found = bands(op, self.loops)
        for band in found:
            if self.loops:
                attempt(lambda band=band: self._parallelize(band))
                continue
            for depth in range(min(self.depth, len(band)), 0, -1):
                if attempt(lambda band=band, depth=depth: parallelize(band[:depth])) is not None:
                    break
        attempt.finish(found=bool(found))

    def _parallelize(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return parallelize(band)
