"""The meaning of `loop.parallel`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import loop as dialect
from dlc.dialects.arith import ASSIGN, COMBINERS
from dlc.interp.combining import combination
from dlc.interp.errors import Fault
from dlc.interp.semantics import Binary, Enter, Kernel, Machine, RegionRun, as_results, semantics
from dlc.interp.values import INDEX_MASK, constant, points_of
from dlc.ir import Type

from .affine import map_function


@semantics(dialect.ParallelOp)
def parallel(op: dialect.ParallelOp, machine: Machine) -> Kernel:
    """The points of the box one after the other, the last index fastest; values are combined in that order."""
    lower, upper, body = map_function(op.lower_map), map_function(op.upper_map), op.body_region
    lower_sizes, upper_sizes = [len(group) for group in op.lower_groups], [len(group) for group in op.upper_groups]
    split, steps = op.lower_map.num_inputs, op.step_values
    combine = [_reduction(word, type) for word, type in zip(op.reduction_words, op.result_types, strict=True)]
    mnemonics = list(zip(op.reduction_words, op.result_types, strict=True))

    def run(*operands: Any) -> RegionRun:
        starts = _extremes(max, lower(operands[:split]), lower_sizes)
        ends = _extremes(min, upper(operands[split:]), upper_sizes)
        box = [range(start, end, step) for start, end, step in zip(starts, ends, steps, strict=True)]
        mark, results = machine.stack_mark(), None
        for point in points_of(box):
            leave = yield Enter(body, [number & INDEX_MASK for number in point])
            machine.release_stack(mark)
            if results is None:
                results = list(leave.values)
            else:
                pairs = zip(combine, results, leave.values, strict=True)
                results = [function(so_far, value) for function, so_far, value in pairs]
        if results is None:
            results = [_identity(word, type) for word, type in mnemonics]
        return as_results(results)

    return run


def _extremes(choose: Callable[[Sequence[int]], int], values: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The greatest or least of each group of values."""
    extremes: list[int] = []
    start = 0
    for size in sizes:
        extremes.append(choose(values[start : start + size]))
        start += size
    return extremes


def _reduction(word: str, type: Type) -> Binary:
    """Return the function that combines two values of a result."""
    return (lambda _, last: last) if word == ASSIGN else combination(COMBINERS[word].kind, type)


def _identity(word: str, type: Type) -> Any:
    """The result where nothing was combined."""
    attr = dialect.identity_of(word, type)
    if attr is None:
        raise Fault(f"reduces nothing by '{word}', which has no value then")
    return constant(attr, type)
