"""Versions: a copy of a nest for few iterations of a loop, so that few and many can get schedules of their own.

    for %i = 0 to %n { f }    =>    if %n >= 8 { for %i = 0 to %n { f } } else { for %i_few = 0 to %n { f } }

Always legal if the trip count is known before the nest.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir import Operation
from dlc.passes.manager import option, statistic

from ..analysis.facts import max_trip_count
from ..analysis.nests import name_of
from ..analysis.terms import Terms
from .loop_names import FEW, Names
from .loop_pass import SingleLoopPass
from .refusals import Refusal
from .specialize import exprs_of_at_least, put_copy

WHAT = "cannot be versioned"


def version(op: loop.ForOp, below: int, root: loop.ForOp) -> loop.ForOp:
    """Copy the nest of `root` for fewer than `below` iterations of a loop in it; return the outermost loop of the copy.

    Loops of the copy are named with the suffix `_few`.
    """
    if below < 2:
        raise Refusal(op, f"{WHAT}: 'below' must be at least 2, but got {below}")
    if root.results:
        raise Refusal(root, f"{WHAT}: it has iteration arguments")
    most = max_trip_count(op)
    if op.constant_trip_count() is not None or (most is not None and most < below):
        raise Refusal(op, f"{WHAT}: it never has both fewer than {below} iterations and others")
    terms = Terms()
    return put_copy(root, exprs_of_at_least(op, below, root, terms, WHAT), terms, FEW)


class LoopVersion(SingleLoopPass):
    """Copy nests for few iterations of a loop

    The copy runs if a loop has fewer iterations than `below`. Its loops are named `i_few` after the loop `i`, so that
    later steps schedule the copy for few iterations, and the original for many. The nest is that of the loop, or of
    the loop `at` around it.

    Example: loop-version{loops=i below=8}
        func.func @fill(%m: memref<?xf32>, %x: f32, %n: index) {
          loop.for %i = 0 to %n {
            loop.store %x, %m[%i] : memref<?xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-version"
    loops: tuple[str, ...] = option("The names of the loops", default=())
    below: int = option("The number of iterations from which on the original runs", default=8)
    at: str = option("The name of the outermost loop of the nest; the loop itself if empty", default="")
    done = statistic("num-versioned", "Number of nests copied")
    refused = statistic("num-refused", "Number of nests that could not be copied")

    def uses(self) -> tuple[str, ...]:
        return (*self.loops, self.at) if self.at else self.loops

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(FEW)

    def problem(self) -> str | None:
        return None if self.loops else "requires the option 'loops'"

    def transform(self, op: loop.ForOp) -> object:
        return version(op, self.below, self._root(op))

    def _root(self, op: loop.ForOp) -> loop.ForOp:
        root: Operation | None = op
        while self.at and root is not None and not (isinstance(root, loop.ForOp) and name_of(root) == self.at):
            root = root.parent_op
        if not isinstance(root, loop.ForOp):
            raise Refusal(op, f"{WHAT}: it is not inside a loop named '{self.at}'")
        return root
