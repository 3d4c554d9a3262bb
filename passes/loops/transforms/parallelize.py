"""Parallelization: loops without loop-carried dependences become parallel loops.

for %i = 0 to %n { for %j = 0 to %m { … } }    =>    parallel (%i, %j) = (0, 0) to (%n, %m) { … }
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import ArrayAttr, Operation, StringAttr
from dlc.passes.manager import PassRun, option, statistic

from ..analysis.independence import broken_by_threads
from ..analysis.nests import NAME, check_nest, check_rectangular, lower_bound, name_of, replace_loop, upper_bound
from .loop_pass import Attempts, LoopPass
from .refusals import forbidden
from .selection import bands, check_names

NAMES = "loop.names"
"""The attribute of a parallel loop with the names of the loops that it replaces."""
WHAT = "cannot be run in parallel"


def parallelize(band: Sequence[loop.ForOp]) -> loop.ParallelOp:
    """Turn a perfect nest into one parallel loop; return it."""
    check_parallel(band)
    return parallel_of(band)


def check_parallel(band: Sequence[loop.ForOp]) -> None:
    """Refuse loops that are not a perfect nest, or whose iterations cannot run in any order."""
    check_nest(band, WHAT)
    check_rectangular(band, WHAT)
    broken = broken_by_threads(band)
    if broken is not None:
        raise forbidden(band[0], WHAT, broken)


def parallel_of(band: Sequence[loop.ForOp]) -> loop.ParallelOp:
    """Turn a perfect nest, whose iterations are known to be independent, into one parallel loop; return it."""
    lower, upper = [lower_bound(each) for each in band], [upper_bound(each) for each in band]
    steps = [each.step_value for each in band]
    parallel = loop.ParallelOp.over(lower, upper, steps, location=band[0].location)
    band[0].block.insert_before(parallel, band[0])
    parallel.body.take_all_ops(band[-1].body)
    for old, new in zip(band, parallel.induction_variables, strict=True):
        old.induction_variable.hand_over_to(new)
        parallel.attributes.update((name, value) for name, value in old.attributes.items() if name != NAME)
    names = [name_of(each) for each in band]
    if any(names):
        parallel.attributes[NAMES] = ArrayAttr(tuple(StringAttr(name or "") for name in names))
    replace_loop(band[0], ())
    return parallel


class LoopParallelize(LoopPass):
    """Turn loops without loop-carried dependences into parallel loops

    Without names, as many loops as possible of each outermost nest are taken, from the outermost on.

    Example: loop-parallelize{loops=i}
        func.func @square(%a: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            %y = arith.mulf %x, %x : f32
            loop.store %y, %a[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-parallelize"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    depth: int = option("The maximum number of loops of a nest that become one parallel loop", default=2, least=1)
    done = statistic("num-parallelized", "Number of nests made parallel")
    refused = statistic("num-refused", "Number of attempts on nests with loop-carried dependences")

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(self, run)
        candidates = bands(op, self.loops)
        for band in candidates:
            if self.loops:
                attempt(lambda band=band: self._parallelize(band))
                continue
            for depth in range(min(self.depth, len(band)), 0, -1):
                if attempt(lambda band=band, depth=depth: parallelize(band[:depth])) is not None:
                    break
        attempt.finish(has_candidates=bool(candidates))

    def _parallelize(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return parallelize(band)
