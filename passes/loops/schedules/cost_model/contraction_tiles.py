"""Schedules of contractions: blocks, packed panels, and a tile of sums in registers.

What makes them fast is known since GotoBLAS. A tile of results, so large that its sums fill the vector registers, is
computed at a time; the two operands are packed so that its loop reads them in order; blocks of what is packed fit into
the caches. Columns of the tile are those along which the result lies in memory. In a convolution columns are pixels,
rows are channels, and packing the image by iterations makes the matrix that others call im2col, a block at a time;
where whole tiles of pixels do not fit into a line, there are other ways (`convolution_plans`).
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.builtin_types import bit_width

from ..machine import Machine
from ..workloads import Workload, element_of
from .contraction_plan import Plan
from .contractions import Contraction, recognized
from .convolution_plans import ChannelPlan, ImagePlan, PixelPlan, has_whole_image
from .tiles import tile_for

SMALL = 8 * 8 * 8
"""How many products a nest needs for tiles to pay."""
WORTH = 0.9
"""What part of the time another plan may take to be chosen instead of the one that needs the fewest steps."""


def contraction_schedules(workload: Workload, machine: Machine) -> Sequence[list[str]]:
    """For several threads and for one, where several cannot be."""
    found = recognized(workload)
    if found is None or not found.rows or not found.columns or workload.runs(found.first) < SMALL:
        return []
    bits = bit_width(element_of(found.store)) or 0
    if not bits or machine.lanes(bits) < 2:
        return []
    schedules: list[list[str]] = []
    for plan in _plans(workload, found, machine, bits):
        shared = plan.shared()
        schedules += [plan.steps(shared), plan.steps(None)] if shared is not None else [plan.steps(None)]
    return schedules


def _plans(workload: Workload, found: Contraction, machine: Machine, bits: int) -> list[Plan]:
    """The way that takes the least time, and the one that is always possible."""
    rows, columns = workload.trips(found.rows[-1]), workload.trips(found.columns[-1])
    plain = Plan(workload, found, machine, tile_for(machine, bits, rows, columns))
    others: list[ImagePlan] = []
    if has_whole_image(found):
        pixels = workload.trips(found.columns[-2]) * columns
        others += [
            PixelPlan(workload, found, machine, tile_for(machine, bits, rows, pixels)),
            ChannelPlan(workload, found, machine, tile_for(machine, bits, pixels, rows)),
        ]
    best = min([each for each in others if each.is_possible()], key=lambda each: each.cycles(), default=None)
    return [best, plain] if best is not None and best.cycles() < WORTH * plain.cycles() else [plain]
