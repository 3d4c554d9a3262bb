"""Size classes: plans of their own for few rows, if the number of rows is known only when the program runs.

The plan for any number of rows is made for many. A class of few rows gets a copy of the nest (`loop-version`) with
another plan, if that is estimated to take clearly less time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dlc.passes.loops.analysis.contractions import ContractionNest, recognized
from dlc.passes.loops.analysis.nests import keep_attributes, loops_in
from dlc.passes.loops.analysis.workloads import Workload
from dlc.passes.loops.transforms.loop_names import FEW
from dlc.passes.loops.transforms.version import LoopVersion
from dlc.passes.manager import Pass

from ..machine import Machine
from .contraction_plan import limits
from .panel_plan import PanelPlan
from .plan import loop_name
from .skinny_plans import DotPlan, SkinnyPlan, UpdatePlan

LIMITS, LIMITS_OF_PANELS = (1, 2, 4, 8), (1, 2, 3, 4, 6, 8, 12)
"""The numbers of rows that a class may end with; panels are computed for exactly as many rows as there are."""
WORTH = 0.9
"""The part of the time of the other plan that one for few rows may take to be worth its code."""


class SizeClass(NamedTuple):
    """A plan for up to a number of rows."""

    most: int
    kind: type[SkinnyPlan]


def classes_of(
    workload: Workload, nest: ContractionNest, machine: Machine, cycles_of_many: Callable[[int], float]
) -> Sequence[SizeClass]:
    """Return the classes of few rows that are worth a plan of their own, those of the most rows first.

    `cycles_of_many` estimates the plan for many rows. A plan of a class is faster for all rows of it, and panels at
    least about as fast.
    """
    if not nest.rows or nest.rows[-1].constant_trip_count() is not None:
        return []
    classes: list[SizeClass] = []
    cycles = cycles_of_many
    for most in reversed(LIMITS_OF_PANELS):
        limited = Workload(workload.root, workload.constants, limits(nest, most))
        kinds = (UpdatePlan, DotPlan, PanelPlan) if most in LIMITS else (PanelPlan,)
        plans = [plan for kind in kinds if (plan := kind(limited, nest, machine)).is_possible()]
        plan = min(plans, key=lambda plan: plan.cycles(), default=None)
        if plan is None or plan.cycles() >= WORTH * cycles(most):
            continue
        near = WORTH if isinstance(plan, PanelPlan) else 1
        if all(near * plan.cycles_for(rows) < cycles(rows) for rows in LIMITS if rows < most):
            classes.append(SizeClass(most, type(plan)))
            cycles = plan.cycles_for
    return classes


def steps_of(
    classes: Sequence[SizeClass], workload: Workload, nest: ContractionNest, machine: Machine, *, are_shared: bool
) -> list[Pass]:
    """Return the steps that copy a nest for each class, and transform the copies."""
    versions: list[Pass] = []
    steps: list[Pass] = []
    row, outermost = loop_name(nest.rows[-1]), loop_name(workload.root)
    for number, (most, kind) in enumerate(classes):
        suffix, loops = FEW * number, (row + FEW * number,)
        is_inside = outermost != row
        around = LoopVersion(loops=loops, below=most + 1, at=outermost + suffix)
        versions.append(around if is_inside else LoopVersion(loops=loops, below=most + 1))
        copy = workload.root.clone()
        assert copy is not None
        for each in loops_in(copy):
            keep_attributes(each, each, suffix + FEW)
        copied = recognized(Workload(copy))
        assert copied is not None, "a copy of a contraction is one"
        plan = kind(Workload(copy, workload.constants, limits(copied, most)), copied, machine)
        steps += plan.steps(plan.shared() if are_shared else None)
        copy.erase()
    return [*versions, *steps]
