"""Schedules of contractions: blocks, packed panels, and a tile of sums in registers.

This is the method of GotoBLAS. A tile of results whose sums fill the vector registers is computed at a time. The two
operands are packed in the order in which the loop of the tile reads them, in blocks that fit into the caches. The
result is contiguous along the columns of the tile. In a convolution columns are pixels and rows are channels; packing
the image by iterations makes a block of the matrix known as im2col. If a line of pixels is not made of whole tiles,
other plans may be faster (`convolution_plans`), and so may plans without packing, if there are few rows or few columns
(`skinny_plans`, `narrow_plan`, `in_place_plan`), or panels of whole sums for few rows (`panel_plan`). Each plan
estimates its cycles; the one with the fewest is chosen. If the number of rows is open, few rows may get another plan
beside it (`size_classes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

from dlc.ir.builtin_types import bit_width
from dlc.passes.loops.analysis.contractions import ContractionNest, recognized
from dlc.passes.loops.analysis.workloads import Workload

from ..machine import Machine
from ..schedule import Schedule
from .contraction_plan import ContractionPlan
from .convolution_plans import ChannelPlan, LinePlan, PixelPlan, has_lines, has_whole_image
from .in_place_plan import InPlacePlan
from .narrow_plan import narrow_plans
from .panel_plan import PanelPlan
from .plan import Plan
from .register_tiles import tile_for
from .size_classes import classes_of, steps_of
from .skinny_plans import DotPlan, DotsThenFunctionsPlan, UpdatePlan
from .window_plan import WindowPlan

SMALL = 8 * 8 * 8
"""The number of products from which tiles pay."""
WORTH = 0.9
"""The part of the time of the plain plan that another plan may take to be chosen."""


def contraction_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return schedules for several threads and, in case they cannot share a loop, for one."""
    nest = _nest_of(workload, machine)
    if nest is None:
        return []
    plans = plans_for(workload, nest, machine, bit_width(nest.sum_type) or 0)
    schedules = _schedules_with_classes(workload, nest, machine, plans[0]) if plans else []
    for plan in plans:
        shared = plan.shared()
        if shared is not None:
            schedules.append(Schedule.of(*plan.steps(shared)))
        schedules.append(Schedule.of(*plan.steps(None)))
    return schedules


def _nest_of(workload: Workload, machine: Machine) -> ContractionNest | None:
    """Return the contraction that a workload is, or `None` if it is none, or too small for tiles."""
    nest = recognized(workload)
    if nest is None or not nest.columns or workload.runs(nest.first) < SMALL:
        return None
    bits = bit_width(nest.sum_type) or 0
    return nest if bits and machine.lanes(bits) >= 2 else None


def _schedules_with_classes(workload: Workload, nest: ContractionNest, machine: Machine, plan: Plan) -> list[Schedule]:
    """Return the schedules of a plan for many rows, with plans for few rows beside it, if they pay."""
    if not isinstance(plan, ContractionPlan):
        return []
    classes = classes_of(workload, nest, machine, plan.cycles_for)
    if not classes:
        return []
    shared = plan.shared()
    with_threads = [*steps_of(classes, workload, nest, machine, are_shared=True), *plan.steps(shared)]
    with_one = [*steps_of(classes, workload, nest, machine, are_shared=False), *plan.steps(None)]
    return [Schedule.of(*with_threads), Schedule.of(*with_one)] if shared is not None else [Schedule.of(*with_one)]


def plans_for(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
    """Return the plan that takes the least time, and the plan that is always possible, if there are rows; without rows
    the next best one."""
    possible = possible_plans(workload, nest, machine, bits)
    plain = next((plan for plan in possible if type(plan) is ContractionPlan), None)
    if plain is None:
        return possible[:2]
    best = possible[0]
    return [best, plain] if best.cost(machine) < WORTH * plain.cost(machine) else [plain]


def possible_plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> list[Plan]:
    """Return all plans that can be applied, those that take the least time first."""
    plans: list[Plan] = [
        kind(workload, nest, machine) for kind in (UpdatePlan, DotPlan, DotsThenFunctionsPlan, PanelPlan, WindowPlan)
    ]
    plans += narrow_plans(workload, nest, machine, bits)
    if nest.rows:
        rows, columns = workload.trips(nest.rows[-1]), workload.trips(nest.columns[-1])
        is_known = None not in (nest.rows[-1].constant_trip_count(), nest.columns[-1].constant_trip_count())
        depth = prod(map(workload.trips, nest.sums)) if is_known else None
        tile = tile_for(machine, bits, rows, columns, depth)
        plans += [ContractionPlan(workload, nest, machine, tile), InPlacePlan(workload, nest, machine, tile)]
        if has_whole_image(nest):
            pixels = workload.trips(nest.columns[-2]) * columns
            plans += [
                PixelPlan(workload, nest, machine, tile_for(machine, bits, rows, pixels, depth)),
                ChannelPlan(workload, nest, machine, tile_for(machine, bits, pixels, rows)),
            ]
        if has_lines(nest):
            pixels = workload.trips(nest.rows[-2]) * rows
            plans.append(LinePlan(workload, nest, machine, tile_for(machine, bits, pixels, columns, depth)))
    return sorted([plan for plan in plans if plan.is_possible()], key=lambda plan: plan.cost(machine))


class Estimates(NamedTuple):
    """The estimates by which a plan for a contraction is chosen."""

    chosen: str
    """The name of the plan that is chosen."""
    cycles: Mapping[str, float]
    """The cycles that each plan is estimated to take, by its name, the least first; threads that wait count."""
    least: float
    """The cycles that the products alone take: no plan can be faster."""


def estimates_for(workload: Workload, machine: Machine) -> Estimates | None:
    """Return the estimates for a nest, or `None` if it is no contraction, or has no plan."""
    nest = _nest_of(workload, machine)
    if nest is None:
        return None
    bits = bit_width(nest.sum_type) or 0
    chosen = plans_for(workload, nest, machine, bits)
    if not chosen:
        return None
    cycles: dict[str, float] = {}
    for plan in possible_plans(workload, nest, machine, bits):
        cycles.setdefault(plan.name, plan.cost(machine))
    vectors = workload.runs(nest.first) / machine.lanes(bits)
    return Estimates(chosen[0].name, cycles, vectors / machine.vectors_per_cycle)
