"""The meanings of `scf`, one iteration after the other; `if`, `while` and `condition` mean what those of `loop` do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dlc.dialects import scf as dialect
from dlc.interp.errors import Fault
from dlc.interp.ops.tensor.slices import insertion
from dlc.interp.semantics import Enter, Kernel, Leave, Machine, RegionRun, as_results, semantics
from dlc.interp.values import points_of, scalar_width, to_signed, used, used_index
from dlc.ir import Operation, Value
from dlc.ir.index_lists import mixed_indices


@semantics(dialect.ForOp)
def for_(op: dialect.ForOp, machine: Machine) -> Kernel:
    """The body for each number; what is on the stack is freed behind each."""
    width, body, is_unsigned = scalar_width(op.lowerBound.type), op.body_region, op.unsignedCmp is not None

    def run(*operands: Any) -> RegionRun:
        bits = [used(value, "a bound or the step of a loop") for value in operands[:3]]
        start, end, step = bits if is_unsigned else [to_signed(value, width) for value in bits]
        if step <= 0:
            raise Fault(f"counts by {step}")
        carried, mark = operands[3:], machine.stack_mark()
        for number in range(start, end, step):
            leave = yield Enter(body, (number & ((1 << width) - 1), *carried))
            carried = leave.values
            machine.release_stack(mark)
        return as_results(carried)

    return run


def _points(lower: list[int], upper: list[int], steps: list[int]) -> Iterator[list[int]]:
    if min(steps, default=1) <= 0:
        raise Fault(f"counts by {min(steps)}")
    return points_of(list(map(range, lower, upper, steps)))


@semantics(dialect.ParallelOp)
def parallel(op: dialect.ParallelOp, machine: Machine) -> Kernel:
    """The points of the box, the last index fastest; values are combined in that order."""
    body, count = op.body_region, len(op.step)
    reduce = op.body.last
    assert isinstance(reduce, dialect.ReduceOp), "checked by the verifier"
    combinations = list(reduce.regions)

    def run(*operands: Any) -> RegionRun:
        lower, upper, steps = (
            [used_index(value) for value in operands[start : start + count]] for start in (0, count, 2 * count)
        )
        results, mark = list(operands[3 * count :]), machine.stack_mark()
        for point in _points(lower, upper, steps):
            leave = yield Enter(body, [number & _MASK for number in point])
            values = list(leave.values)
            for place, (region, value) in enumerate(zip(combinations, values, strict=True)):
                combined = yield Enter(region, [results[place], value])
                [results[place]] = combined.values
            machine.release_stack(mark)
        return as_results(results)

    return run


_MASK = (1 << 64) - 1


@semantics(dialect.ForallOp)
def forall(op: dialect.ForallOp, machine: Machine) -> Kernel:
    """The points of the box, one after the other, each with the tensors as those before have left them."""
    last = op.body.last
    assert isinstance(last, dialect.InParallelOp), "checked by the verifier"
    body, count = op.body_region, len(op.outputs)
    places: dict[Value, int] = {value: place for place, value in enumerate(op.shared)}
    insertions = [(places[each.dest], insertion(each), each) for each in last.insertions]
    lists = [op.staticLowerBound, op.staticUpperBound, op.staticStep]
    groups = [op.dynamicLowerBound, op.dynamicUpperBound, op.dynamicStep]

    def run(*operands: Any) -> RegionRun:
        known = dict(zip([value for group in groups for value in group], map(used_index, operands), strict=False))
        pairs = zip(lists, groups, strict=True)
        mixed = [mixed_indices(static, dynamic) for static, dynamic in pairs]
        box = [[each if isinstance(each, int) else known[each] for each in indices] for indices in mixed]
        shared, mark = list(operands[len(operands) - count :]), machine.stack_mark()
        for point in _points(*box):
            yield Enter(body, [*(number & _MASK for number in point), *shared])
            values = machine.frame.values
            for place, insert, part in insertions:
                source, _, *rest = (values[value] for value in part.operands)
                shared[place] = insert(source, shared[place], *rest)
            machine.release_stack(mark)
        return as_results(shared)

    return run


@semantics(dialect.ExecuteRegionOp)
def execute_region(op: dialect.ExecuteRegionOp, machine: Machine) -> Kernel:
    """The region, once."""
    del machine
    body = op.regions[0]

    def run() -> RegionRun:
        leave = yield Enter(body, ())
        return as_results(leave.values)

    return run


@semantics(dialect.IndexSwitchOp)
def index_switch(op: dialect.IndexSwitchOp, machine: Machine) -> Kernel:
    """The region of the case that the index is."""
    del machine
    if op.takes_arguments:
        raise Fault("has regions with arguments, which nothing gives them")
    regions = dict(zip(op.cases.elements, op.regions[1:], strict=True))
    default = op.regions[0]

    def run(value: Any) -> RegionRun:
        leave = yield Enter(regions.get(used_index(value), default), ())
        return as_results(leave.values)

    return run


@semantics(dialect.ReduceOp, dialect.ReduceReturnOp, dialect.InParallelOp)
def leave_region(op: Operation, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)
