"""Tiles of contractions on GPUs: their cost, and how threads copy the parts of operands that they need."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from dlc.dialects import loop, nvgpu
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width
from dlc.ir.strided_layout import strides_of
from dlc.passes.loops.analysis.accesses import Form, forms_of
from dlc.passes.loops.analysis.divisibility import divisor_of
from dlc.passes.loops.analysis.workloads import element_of

from ..gpu_machine import GPUMachine

COPIES = 32
"""The cost of copying a row or column of a tile, in products of it."""
MOST_STAGES = 4
"""The largest number of parts of sums that are copied or multiplied at a time."""
BLOCKS_WANTED = 2
"""The number of blocks that a multiprocessor should run at a time: one multiplies while another one waits."""


def tile_cost(tile: tuple[int, int], sides: tuple[int, int], others: int, multiprocessors: int) -> float:
    """Return about how long a contraction takes with tiles of a size: the turns of each multiprocessor, and the work of
    each. It has a result for each element of two sides, `others` times.
    """
    (rows, columns), blocks = tile, others
    for size, side in zip(tile, sides, strict=True):
        blocks *= -(-side // size)
    return -(-blocks // multiprocessors) * (rows * columns + COPIES * (rows + columns))


def elements_of_copy(access: AccessOp) -> int:
    """Return the number of elements of 16 bytes, the most that a thread copies at a time."""
    return nvgpu.ROW_BYTES * 8 // (bit_width(element_of(access)) or 1)


def copy_width(load: loop.LoadOp, along: Sequence[loop.ForOp]) -> int:
    """Return the number of elements along loops that a thread can copy in the background at a time, or 0."""
    type, most = load.memref.type, elements_of_copy(load)
    forms = forms_of(load.affine_map, load.indices, load)
    layout = strides_of(type) if isinstance(type, MemRefType) else None
    if forms is None or layout is None or len(along) != 1 or layout.strides[-1] != 1:
        return 0
    counter, trips = along[0].induction_variable, along[0].constant_trip_count()
    places = [place for place, form in enumerate(forms) if counter in form.terms]
    if places != [len(forms) - 1] or forms[-1].terms[counter] != 1:
        return 0
    if trips is None or DYNAMIC in (layout.offset, *layout.strides):
        return 0
    start = Form({term: factor for term, factor in forms[-1].terms.items() if term is not counter}, forms[-1].constant)
    divisor = gcd(layout.offset, *layout.strides[:-1], divisor_of(start), trips, 2 * most)
    width = min(most, divisor & -divisor)
    return width if width * nvgpu.ROW_BYTES // most >= nvgpu.COPY_BYTES[0] else 0


def stages_of(stage_bytes: int, parts: int, machine: GPUMachine) -> int:
    """Return the number of parts of sums that are copied or multiplied at a time: as many as fit, if copies go on while
    products are computed.
    """
    if not machine.copies_in_background:
        return 1
    return max(1, min(MOST_STAGES, machine.bytes_beside(BLOCKS_WANTED) // stage_bytes, parts))
