"""Schedules for nests on GPUs that move memory: each thread accesses 16 bytes at a time.

The loops along contiguous memory are unrolled, so that an iteration, which a thread runs, has adjacent elements. LLVM
merges accesses to these. Fewer threads share a row then: one warp has a row of 128 floats, and combines sums without
workgroup memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import DYNAMIC, MemRefType, bit_width
from dlc.ir.strided_layout import strides_of
from dlc.passes.gpu.map_loops import POINTS_IN_BLOCK, are_rows, parallel_depth
from dlc.passes.loops.analysis.accesses import Quotient, forms_of
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, contains_loop, element_of, stride_of
from dlc.passes.loops.transforms.unroll import LoopUnroll

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .plan import loop_name

ACCESS_BYTES = 16
"""The size of the largest access of a thread."""


def wide_access_schedules(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return the schedule that widens the accesses of a nest, or none if they cannot be, or would leave too few
    threads.
    """
    band = perfect_nest(workload.root)
    depth = parallel_depth(band) if not band[-1].results else 0
    around = band[:depth]
    if depth == len(band) and not contains_loop(band[-1]):
        inner, least = [band[-1]], POINTS_IN_BLOCK * machine.multiprocessors
        threads = prod(each.constant_trip_count() or 0 for each in band)
    elif not around or are_rows(around):
        inner, least = workload.innermost, machine.subgroup_size
        threads = min(each.constant_trip_count() or 0 for each in inner)
    else:
        return []
    width = _width(workload, inner)
    while width > 1 and (threads < least * width or not all(_has_adjacent(workload, each, width) for each in inner)):
        width //= 2
    if width == 1:
        return []
    return [Schedule.of(*(LoopUnroll(loops=(loop_name(each),), factor=width) for each in inner))]


def _width(workload: Workload, loops: Sequence[loop.ForOp]) -> int:
    """Return the number of the narrowest elements that loops access in 16 bytes; 1 if there are none of whole bytes."""
    widths = [bit_width(element_of(each)) or 0 for op in loops for each in workload.accesses(op)]
    return 8 * ACCESS_BYTES // min(widths) if widths and min(widths) in (8, 16, 32, 64) else 1


def _has_adjacent(workload: Workload, op: loop.ForOp, width: int) -> bool:
    """Return whether groups of `width` iterations access adjacent and aligned elements, or the same."""
    trips = op.constant_trip_count()
    if trips is None or trips % width or op.step_value != 1 or contains_loop(op):
        return False
    along = [each for each in workload.accesses(op) if stride_of(each, op.induction_variable) != 0]
    return bool(along) and all(_is_aligned(each, op, width) for each in along)


def _is_aligned(access: AccessOp, op: loop.ForOp, width: int) -> bool:
    """Return whether groups of adjacent iterations access adjacent elements, from a multiple of their number on."""
    type = access.memref.type
    layout = strides_of(type) if isinstance(type, MemRefType) else None
    forms = forms_of(access.affine_map, access.indices, access)
    if layout is None or forms is None or stride_of(access, op.induction_variable) != 1:
        return False
    if layout.offset == DYNAMIC or layout.offset % width:
        return False
    for form, stride in zip(forms, layout.strides, strict=True):
        others = [factor for term, factor in form.terms.items() if term is not op.induction_variable]
        if any(isinstance(term, Quotient) for term in form.terms) and stride % width:
            return False
        if (others or form.constant) and stride == DYNAMIC:
            return False
        if any(factor * stride % width for factor in (*others, form.constant)):
            return False
    return True
