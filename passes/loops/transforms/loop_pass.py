"""Bases of the passes that transform loops by name: the names that a step of a schedule uses, and those it leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, TypeVar

from dlc.dialects import loop
from dlc.ir import Operation
from dlc.ir.diagnostics import did_you_mean
from dlc.passes.manager import Pass, PassRun, Statistic, option

from ..analysis.nests import loops_in, name_of
from .loop_names import Names
from .refusals import Refusal
from .selection import bands, check_names, named

_T = TypeVar("_T")


class LoopPass(Pass):
    """A pass that transforms the loops that it names."""

    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    done: ClassVar[Statistic]
    """Counts the attempts that succeeded."""
    refused: ClassVar[Statistic]
    """Counts the attempts that were refused."""

    def uses(self) -> Sequence[str]:
        """Return the names of the loops that must exist for the pass to run."""
        return self.loops

    def names_after(self, names: Names) -> Names | None:
        """Return the names that loops may have after the pass if they may have `names` before; `None` if any.

        So a loop whose name is not among them cannot exist.
        """
        return names

    def anchors(self) -> Sequence[str]:
        """Return the names that attempts are found by; without names, a refusal is no error."""
        return self.loops

    def idle_reason(self) -> str:
        """Return why there is nothing to transform."""
        names = ", ".join(self.anchors())
        return f"no loop is called {names}" if names else "there are no loops"

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        """Return a transformation for each of the loops inside an op that the pass is for."""
        raise NotImplementedError

    def run(self, op: Operation, run: PassRun) -> None:
        problem = self.problem()
        if problem is not None:
            run.error(op, problem)
            return
        attempt, transformations = Attempts(self, run), self.attempts(op)
        for transformation in transformations:
            attempt(transformation)
        attempt.finish(has_candidates=bool(transformations))
        if not transformations and self.anchors():
            known = [name for each in loops_in(op) if (name := name_of(each)) is not None]
            run.remark(op, f"is not changed: {self.idle_reason()}{did_you_mean(self.anchors()[0], known)}")


class Attempts:
    """The transformations that one run of a pass tries."""

    def __init__(self, tried: LoopPass, run: PassRun) -> None:
        self.tried = tried
        self.run = run
        self.changed = False

    def __call__(self, transform: Callable[[], _T]) -> _T | None:
        """Run a transformation and return its result, or `None` if it is refused; report that if loops are named."""
        try:
            result = transform()
        except Refusal as refusal:
            self.run.count(self.tried.refused)
            if self.tried.anchors():
                refusal.report(self.run)
            return None
        self.run.count(self.tried.done)
        self.changed = True
        return result

    def finish(self, *, has_candidates: bool) -> None:
        """Tell the pass manager whether there were loops, and whether any changed."""
        if not has_candidates:
            self.run.mark_idle(self.tried.idle_reason())
        elif not self.changed:
            self.run.mark_unchanged()


def problem_of_sizes(loops: Sequence[str], sizes: Sequence[int]) -> str | None:
    """Return what is wrong with options that must have a size for each of some loops, or `None`."""
    if not loops:
        return "requires the options 'loops' and 'sizes', one size per loop"
    return None if len(loops) == len(sizes) else f"expects one size per loop ({len(loops)}), but got {len(sizes)}"


class SingleLoopPass(LoopPass):
    """A pass that transforms loops one by one, inner ones first."""

    def is_candidate(self, op: loop.ForOp) -> bool:
        """Return whether a loop is tried if the pass names none."""
        return True

    def transform(self, op: loop.ForOp) -> object:
        """Transform a loop; raise `Refusal` if that is not possible."""
        raise NotImplementedError

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        loops = named(root, self.loops)
        return [partial(self.transform, each) for each in loops if self.loops or self.is_candidate(each)]


class BandPass(LoopPass):
    """A pass that transforms perfect nests of the loops that it names, in their order; all if it names none."""

    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())

    def is_candidate(self, band: Sequence[loop.ForOp]) -> bool:
        """Return whether a nest is tried if the pass names no loops."""
        return True

    def transform(self, band: list[loop.ForOp]) -> object:
        """Transform a nest; raise `Refusal` if that is not possible."""
        raise NotImplementedError

    def attempts(self, root: Operation) -> Sequence[Callable[[], object]]:
        nests = bands(root, self.loops)
        return [partial(self._transform_named, each) for each in nests if self.loops or self.is_candidate(each)]

    def _transform_named(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return self.transform(band)
