"""Vectorization: iterations of a loop side by side, as the lanes of vectors.

    for %j = 0 to 64 {                        for %j = 0 to 64 step 8 {
      %0 = load %b[%k, %j]                      %0 = vector_load %b[%k, %j] : vector<8xf32>
      %1 = mulf %x, %0                   =>     %1 = mulf %x_repeated, %0 : vector<8xf32>
      store %1, %c[%j]                          vector_store %1, %c[%j] : vector<8xf32>

The loop may contain others, whose bounds must be the same for all its iterations: they stay, and carry vectors. Carried
values must combine something of each iteration (`reductions`); they are computed in parts, lane by lane. With several
*copies*, so many vectors are computed side by side, with parts of their own.

Allowed if what one iteration does to memory may come behind what those beside it do earlier in the body, or in earlier
iterations of the inner loops. Iterations that fill no vector are left to a loop behind (`peel`), or done by it all at
once under a mask (`mask`).

Not here: the choice of loops and widths; dense data by transposing; strided accesses are made lane by lane.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from dlc.dialects import loop
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.dependences import Dependence, LoopDependences
from ..analysis.divisibility import has_multiple_of
from ..analysis.nests import loops_in, replace_loop, upper_bound
from ..analysis.reductions import Reduction, reductions_of
from ..transforms.loop_names import MIDDLE, REST, Names
from ..transforms.loop_pass import LoopPass
from ..transforms.refusals import Refusal, forbidden
from ..transforms.selection import Attempts, named
from ..transforms.unroll import split_off_rest
from .lane_values import WHAT
from .lanes import varying_values
from .widening import Widening

Remainder = Literal["peel", "mask", "exact"]
"""What becomes of iterations that fill no vector: a loop of their own, a vector under a mask, or there are none."""


class Vectorized(NamedTuple):
    """What became of a loop."""

    main: loop.ForOp
    middle: loop.ForOp | None
    """Single vectors, where the main one does several side by side, and there may be some left."""
    rest: loop.ForOp | None
    """What fills no vector."""


def vectorize(op: loop.ForOp, width: int, *, interleave: int = 1, remainder: Remainder = "peel") -> Vectorized:
    """Let each iteration do the work of `width * interleave`; returns the loop, and those for what is left."""
    if width < 1 or interleave < 1:
        numbers = f"{width} and {interleave}"
        raise Refusal(op, f"{WHAT}: the width and the number of vectors must be positive, but got {numbers}")
    trips = op.constant_trip_count()
    if trips is not None and trips >= width:
        interleave = min(interleave, trips // width)
    plan = _Plan(op)
    check_side_by_side(op, width * interleave, WHAT)
    if trips is not None and trips < width and trips % width:
        if remainder != "mask":
            raise Refusal(op, f"{WHAT}: it has {trips} iterations, which do not fill a vector of {width}")
        return Vectorized(plan.widened(width, 1, is_masked=True), None, None)
    if remainder == "exact" and not has_multiple_of(op, width):
        raise Refusal(op, f"{WHAT}: it is not known that its iterations are a multiple of {width}")
    return _split(plan, width, interleave, is_masked=remainder == "mask")


# -- Rewriting ---------------------------------------------------------------------------------------------------------


class _Plan:
    """What is known of a loop before it is changed."""

    def __init__(self, op: loop.ForOp) -> None:
        self.op = op
        self.varying: set[Value] = varying_values(op, WHAT)
        self.reductions: list[Reduction] = reductions_of(op, WHAT)

    def built(self, width: int, copies: int, *, is_masked: bool = False) -> Widening:
        """A loop over vectors, apart from the program; refused if something in the loop has no vectors."""
        made = Widening(self.op, width, copies, self.varying, self.reductions, is_masked=is_masked)
        try:
            made.build()
        except Refusal:
            made.discard()
            raise
        return made

    def widened(self, width: int, copies: int, *, is_masked: bool = False) -> loop.ForOp:
        """A loop over vectors in the place of the loop."""
        return _install(self.op, self.built(width, copies, is_masked=is_masked))


def _install(op: loop.ForOp, made: Widening) -> loop.ForOp:
    block = op.parent
    assert block is not None
    block.take_all_ops(made.code, op)
    replace_loop(op, made.results)
    return made.main


def _split(plan: _Plan, width: int, copies: int, *, is_masked: bool) -> Vectorized:
    """Vectors in the place of the loop, and behind it what is left."""
    op = plan.op
    if is_masked:
        plan.built(width, 1, is_masked=True).discard()
    made = plan.built(width, copies)
    try:
        rest = split_off_rest(op, width, WHAT)
    except Refusal:
        made.discard()
        if not is_masked:
            raise
        return Vectorized(plan.widened(width, copies, is_masked=True), None, None)
    middle = split_off_rest(op, width * copies, WHAT, MIDDLE) if copies > 1 else None
    made.main.set_upper_bound(upper_bound(op))
    main = _install(op, made)
    if middle is not None:
        middle = _Plan(middle).widened(width, 1)
    if rest is not None and is_masked:
        rest = _Plan(rest).widened(width, 1, is_masked=True)
    return Vectorized(main, middle, rest)


# -- Legality ----------------------------------------------------------------------------------------------------------


def check_side_by_side(op: loop.ForOp, lanes: int, what: str) -> None:
    """Refuse a loop if dependences need its iterations, so many of them, in their order."""
    farthest = (lanes - 1) * op.step_value
    for each in LoopDependences(op).carried():
        if _turns(each, farthest):
            raise forbidden(op, what, each)


def _turns(dependence: Dependence, farthest: int) -> bool:
    """Whether the target may come first when iterations not farther apart are run side by side."""
    low, high = dependence.distances[0]
    if (high is not None and high <= 0) or (low is not None and low > farthest):
        return False
    for low, _ in dependence.distances[1:]:
        if low is None or low < 0:
            return True
        if low > 0:
            return False
    return dependence.source.order >= dependence.target.order


class LoopVectorize(LoopPass):
    """Run iterations of loops side by side, as the lanes of vectors

    What fills no vector is left to a loop behind (`remainder=peel`), or done under a mask (`mask`); with `exact`, loops
    of which it is not known that nothing is left stay as they are. Without names, loops that contain others stay.
    """

    name = "loop-vectorize"
    loops: tuple[str, ...] = option("The names of the loops; all innermost ones if empty", default=())
    width: int = option("How many elements a vector has", default=8)
    interleave: int = option("How many vectors are computed side by side", default=1)
    remainder: Remainder = option("What becomes of iterations that fill no vector", default="peel")
    vectorized = statistic("num-vectorized", "Number of loops vectorized")
    refused = statistic("num-refused", "Number of loops that could not be vectorized")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(REST, MIDDLE)

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.vectorized, self.refused)
        found = [each for each in named(op, self.loops) if self.loops or len(loops_in(each)) == 1]
        for each in found:
            attempt(lambda each=each: vectorize(each, self.width, interleave=self.interleave, remainder=self.remainder))
        attempt.finish(found=bool(found))
