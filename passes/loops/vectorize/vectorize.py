"""Vectorization: iterations of a loop become the lanes of vectors.

    for %j = 0 to 64 {                        for %j = 0 to 64 step 8 {
      %0 = load %b[%k, %j]                      %0 = vector_load %b[%k, %j] : vector<8xf32>
      %1 = mulf %x, %0                   =>     %1 = mulf %x_repeated, %0 : vector<8xf32>
      store %1, %c[%j]                          vector_store %1, %c[%j] : vector<8xf32>

The loop may contain others, with bounds that are the same for all its iterations: these stay, with vectors as iteration
arguments. Iteration arguments of the loop itself must be reductions (`reductions`), which are computed as partial
results, one for each lane. With several *copies*, that many vectors are interleaved, with partial results of their own.

A lane may have a short vector instead of a scalar, from a loop inside that was vectorized before: the short vectors of
all lanes lie in one vector, one after the other. A reduction of them combines the elements at each position of all
lanes, which is the form of instructions that multiply and add up pairs.

Legal if the accesses of an iteration may run after those of the other iterations in the vector that are earlier in the
body, or in earlier iterations of the inner loops. Iterations that do not fill a vector run in a remainder loop
(`peel`), or as one vector under a mask (`mask`).

Strided accesses are made lane by lane; `vectorize_tiles` transposes instead. Not here: the choice of loops and widths.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from dlc.dialects import loop
from dlc.ir import Value
from dlc.passes.manager import option, statistic

from ..analysis.divisibility import trip_count_is_multiple
from ..analysis.independence import broken_by_vectors
from ..analysis.nests import loops_in, replace_loop, upper_bound
from ..analysis.reductions import Reduction, reductions_of
from ..transforms.loop_names import MIDDLE, REST, Names
from ..transforms.loop_pass import SingleLoopPass
from ..transforms.refusals import Refusal, forbidden
from ..transforms.unroll import split_off_rest
from .lane_values import WHAT
from .lanes import varying_values
from .widening import Widening

Remainder = Literal["peel", "mask", "exact"]
"""The treatment of iterations that do not fill a vector: a loop of their own, a vector under a mask, or an error."""


class Vectorized(NamedTuple):
    """The loops that replace a vectorized loop."""

    main: loop.ForOp
    middle: loop.ForOp | None
    """The loop over remaining single vectors, if the main loop interleaves several."""
    rest: loop.ForOp | None
    """The loop over iterations that do not fill a vector."""


def vectorize(op: loop.ForOp, width: int, *, interleave: int = 1, remainder: Remainder = "peel") -> Vectorized:
    """Vectorize a loop by `width` lanes, with `interleave` vectors in each iteration; return the new loops."""
    if width < 1 or interleave < 1:
        raise Refusal(op, f"{WHAT}: width and interleave must be positive, but got {width} and {interleave}")
    trips = op.constant_trip_count()
    if trips is not None and trips >= width:
        interleave = min(interleave, trips // width)
    plan = _Plan(op)
    check_vectorizable(op, width * interleave, WHAT)
    if trips is not None and trips < width and trips % width:
        if remainder != "mask":
            raise Refusal(op, f"{WHAT}: it has {trips} iterations, which do not fill a vector of {width}")
        return Vectorized(plan.widened(width, 1, is_masked=True), None, None)
    if remainder == "exact" and not trip_count_is_multiple(op, width):
        raise Refusal(op, f"{WHAT}: its trip count is not known to be a multiple of {width}")
    return _split(plan, width, interleave, is_masked=remainder == "mask")


# -- Rewriting ---------------------------------------------------------------------------------------------------------


class _Plan:
    """The varying values and reductions of a loop, computed before it is changed."""

    def __init__(self, op: loop.ForOp) -> None:
        self.op = op
        self.varying: set[Value] = varying_values(op, WHAT)
        self.reductions: list[Reduction] = reductions_of(op, WHAT)

    def built(self, width: int, copies: int, *, is_masked: bool = False) -> Widening:
        """Return a loop over vectors, detached from the program; refuse ops that have no vector form."""
        widening = Widening(self.op, width, copies, self.varying, self.reductions, is_masked=is_masked)
        try:
            widening.build()
        except Refusal:
            widening.discard()
            raise
        return widening

    def widened(self, width: int, copies: int, *, is_masked: bool = False) -> loop.ForOp:
        """Replace the loop by a loop over vectors, and return that."""
        return _install(self.op, self.built(width, copies, is_masked=is_masked))


def _install(op: loop.ForOp, widening: Widening) -> loop.ForOp:
    """Replace a loop by the built loop over vectors, and return that."""
    op.block.take_all_ops(widening.code, op)
    replace_loop(op, widening.results)
    return widening.main


def _split(plan: _Plan, width: int, copies: int, *, is_masked: bool) -> Vectorized:
    """Replace the loop by a loop over vectors, followed by loops for the remainder."""
    op = plan.op
    if is_masked:
        plan.built(width, 1, is_masked=True).discard()
    widening = plan.built(width, copies)
    try:
        rest = split_off_rest(op, width, WHAT)
    except Refusal:
        widening.discard()
        if not is_masked:
            raise
        return Vectorized(plan.widened(width, copies, is_masked=True), None, None)
    middle = None
    if copies > 1:
        try:
            middle = split_off_rest(op, width * copies, WHAT, MIDDLE)
        except Refusal:  # the end of groups of several vectors cannot be said: the loop goes by single ones
            widening.discard()
            widening = plan.built(width, 1)
    widening.main.set_upper_bound(upper_bound(op))
    main = _install(op, widening)
    if middle is not None:
        middle = _Plan(middle).widened(width, 1)
    if rest is not None and is_masked:
        rest = _Plan(rest).widened(width, 1, is_masked=True)
    return Vectorized(main, middle, rest)


# -- Legality ----------------------------------------------------------------------------------------------------------


def check_vectorizable(op: loop.ForOp, lanes: int, what: str) -> None:
    """Refuse a loop if a dependence forbids to run `lanes` iterations in one vector."""
    broken = broken_by_vectors(op, lanes)
    if broken is not None:
        raise forbidden(op, what, broken)


class LoopVectorize(SingleLoopPass):
    """Vectorize loops

    Iterations that do not fill a vector run in a remainder loop (`remainder=peel`), or under a mask (`mask`). With
    `exact`, loops are refused unless they are known to have no such iterations. Where the end of whole groups of
    vectors is not affine, vectors are not interleaved. Without names, only innermost loops are vectorized.

    Example: loop-vectorize{loops=i width=8}
        func.func @square(%a: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            %y = arith.mulf %x, %x : f32
            loop.store %y, %a[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-vectorize"
    loops: tuple[str, ...] = option("The names of the loops; all innermost ones if empty", default=())
    width: int = option("The number of elements of a vector", default=8, least=1)
    interleave: int = option("The number of interleaved vectors", default=1, least=1)
    remainder: Remainder = option("The treatment of iterations that do not fill a vector", default="peel")
    done = statistic("num-vectorized", "Number of loops vectorized")
    refused = statistic("num-refused", "Number of loops that could not be vectorized")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(REST, MIDDLE)

    def is_candidate(self, op: loop.ForOp) -> bool:
        return len(loops_in(op)) == 1

    def transform(self, op: loop.ForOp) -> object:
        return vectorize(op, self.width, interleave=self.interleave, remainder=self.remainder)
