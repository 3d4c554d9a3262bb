"""The meaning of `loop`: loops, conditionals, and accesses at affine indices. Maps and sets are in `loop_affine`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dlc.dialects import loop as dialect
from dlc.dialects.arith import ASSIGN, COMBINERS
from dlc.dialects.loop.linear_index import delinearized, linearized
from dlc.interp.combining import combination
from dlc.interp.errors import Fault
from dlc.interp.semantics import Binary, Enter, Kernel, Leave, Machine, RegionRun, semantics
from dlc.interp.values import Elements, constant, positions, scalar_width, used, used_index, used_indices
from dlc.ir.attributes import Type
from dlc.ir.operations import Operation

from ..memref.views import used_memref
from ..vector.memory import minor, vector_shape
from .affine import fits, map_function, set_function

MASK = (1 << 64) - 1
"""Of an index."""


def handed_on(op: Operation, values: Sequence[Any]) -> Any:
    """Values as the results of an op."""
    return values[0] if len(op.results) == 1 else values


# -- Loops -----------------------------------------------------------------------------------------------------------


@semantics(dialect.ForOp)
def for_(op: dialect.ForOp, machine: Machine) -> Kernel:
    """The body for each number; what is on the stack is freed behind each."""
    lower, upper, step, body = map_function(op.lower_map), map_function(op.upper_map), op.step_value, op.body_region
    first, second = len(op.lower_operands), len(op.lower_operands) + len(op.upper_operands)

    def run(*operands: Any) -> RegionRun:
        numbers = range(max(lower(operands[:first])), min(upper(operands[first:second])), step)
        carried: Sequence[Any] = operands[second:]
        mark = machine.stack_mark()
        for number in numbers:
            leave = yield Enter(body, (number & MASK, *carried))
            carried = leave.values
            machine.release_stack(mark)
        return handed_on(op, carried)

    return run


@semantics(dialect.WhileOp)
def while_(op: dialect.WhileOp, machine: Machine) -> Kernel:
    """The first region, and the second as long as the condition is true."""
    del machine
    before, after = op.before, op.after

    def run(*operands: Any) -> RegionRun:
        carried: Sequence[Any] = operands
        while True:
            leave = yield Enter(before, carried)
            condition, *values = leave.values
            if not used(condition, "the condition of a loop"):
                return handed_on(op, values)
            leave = yield Enter(after, values)
            carried = leave.values

    return run


@semantics(dialect.WhenOp)
def when(op: dialect.WhenOp, machine: Machine) -> Kernel:
    """One of the regions, if it is there."""
    del machine
    then, other = op.then_region, op.else_region

    def run(condition: Any) -> RegionRun:
        chosen = then if used(condition, "the condition of a branch") else other
        if chosen.is_empty:
            return ()
        leave = yield Enter(chosen, ())
        return handed_on(op, leave.values)

    return run


@semantics(dialect.YieldOp, dialect.ConditionOp)
def leave_region(op: Operation, machine: Machine) -> Kernel:
    """Hand the operands to the op around the region."""
    del machine
    return lambda *values: Leave(op, values)


# -- Indices ---------------------------------------------------------------------------------------------------------


@semantics(dialect.ApplyOp)
def apply(op: dialect.ApplyOp, machine: Machine) -> Kernel:
    """The result of the map."""
    del machine
    function = map_function(op.affine_map)
    return lambda *operands: function(operands)[0] & MASK


@semantics(dialect.MinOp)
def least(op: dialect.MinOp, machine: Machine) -> Kernel:
    """The least result of the map."""
    del machine
    function = map_function(op.affine_map)
    return lambda *operands: min(function(operands)) & MASK


@semantics(dialect.MaxOp)
def greatest(op: dialect.MaxOp, machine: Machine) -> Kernel:
    """The greatest result of the map."""
    del machine
    function = map_function(op.affine_map)
    return lambda *operands: max(function(operands)) & MASK


# -- Memory ----------------------------------------------------------------------------------------------------------


@semantics(dialect.LoadOp)
def load(op: dialect.LoadOp, machine: Machine) -> Kernel:
    """The element at the results of the map."""
    del machine
    function = map_function(op.affine_map)

    def run(source: Any, *operands: Any) -> Any:
        return used_memref(source).load(function(operands))

    return run


@semantics(dialect.StoreOp)
def store(op: dialect.StoreOp, machine: Machine) -> Kernel:
    """The element at the results of the map."""
    del machine
    function = map_function(op.affine_map)

    def run(value: Any, target: Any, *operands: Any) -> None:
        used_memref(target).store(function(operands), value)

    return run


@semantics(dialect.PrefetchOp)
def prefetch(op: dialect.PrefetchOp, machine: Machine) -> Kernel:
    """Nothing that a program could see."""
    del op, machine
    return lambda *_: None


# -- Boxes and sets --------------------------------------------------------------------------------------------------


@semantics(dialect.IfOp)
def if_(op: dialect.IfOp, machine: Machine) -> Kernel:
    """One of the regions, if it is there."""
    del machine
    is_inside, then, other = set_function(op.integer_set), op.then_region, op.else_region

    def run(*operands: Any) -> RegionRun:
        chosen = then if is_inside(operands) else other
        if chosen.is_empty:
            return ()
        leave = yield Enter(chosen, ())
        return handed_on(op, leave.values)

    return run


def _points(box: Sequence[range]) -> Iterator[list[int]]:
    """The points of a box, made one by one: there may be more than memory holds."""
    if not all(box):
        return
    point = [line.start for line in box]
    while True:
        yield point
        for dim in reversed(range(len(box))):
            point[dim] += box[dim].step
            if point[dim] in box[dim]:
                break
            point[dim] = box[dim].start
        else:
            return


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
        for point in _points(box):
            leave = yield Enter(body, [number & MASK for number in point])
            machine.release_stack(mark)
            if results is None:
                results = list(leave.values)
            else:
                pairs = zip(combine, results, leave.values, strict=True)
                results = [function(so_far, value) for function, so_far, value in pairs]
        if results is None:
            results = [_identity(word, type) for word, type in mnemonics]
        return handed_on(op, results)

    return run


def _extremes(choose: Callable[[Sequence[int]], int], values: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """The greatest or least of each group of values."""
    found: list[int] = []
    start = 0
    for size in sizes:
        found.append(choose(values[start : start + size]))
        start += size
    return found


def _reduction(word: str, type: Type) -> Binary:
    """How two values of a result are combined."""
    return (lambda _, last: last) if word == ASSIGN else combination(COMBINERS[word].kind, type)


def _identity(word: str, type: Type) -> Any:
    """The result where nothing was combined."""
    attr = dialect.identity_of(word, type)
    if attr is None:
        raise Fault(f"reduces nothing by '{word}', which has no value then")
    return constant(attr, type)


# -- Linear indices --------------------------------------------------------------------------------------------------


@semantics(dialect.DelinearizeIndexOp)
def delinearize(op: dialect.DelinearizeIndexOp, machine: Machine) -> Kernel:
    """The last sizes are split off; the first index is the rest."""
    del machine
    sizes_of = _sizes(op.basis, len(op.basis) - len(op.inner_basis))

    def run(linear: Any, *dynamic: Any) -> Any:
        found = delinearized(used_index(linear), sizes_of(dynamic)[1])
        return handed_on(op, [number & MASK for number in found])

    return run


@semantics(dialect.LinearizeIndexOp)
def linearize(op: dialect.LinearizeIndexOp, machine: Machine) -> Kernel:
    """The number of a point, which lies in the box if that is promised."""
    del machine
    count, is_disjoint = len(op.multi_index), op.disjoint is not None
    sizes_of = _sizes(op.basis, len(op.basis) - len(op.inner_basis))

    def run(*operands: Any) -> int:
        indices = used_indices(operands[:count])
        outer, inner = sizes_of(operands[count:])
        if not indices:
            return 0
        if is_disjoint:
            limits = zip(indices[1:], inner, strict=True)
            if any(not 0 <= part < size for part, size in limits) or any(indices[0] >= size for size in outer):
                raise Fault(f"promises disjoint indices, but got {indices} for sizes {[*outer, *inner]}")
        return fits(linearized(indices, inner)) & MASK

    return run


def _sizes(basis: Sequence[Any], outer: int) -> Callable[[Sequence[Any]], tuple[Sequence[int], Sequence[int]]]:
    """From the dynamic sizes to all of them, those of the outermost place apart. Sizes are positive."""

    def found(dynamic: Sequence[Any]) -> tuple[Sequence[int], Sequence[int]]:
        known = iter(used_indices(dynamic))
        sizes = [size if isinstance(size, int) else next(known) for size in basis]
        product = 1
        for size in sizes:
            if size <= 0:
                raise Fault(f"has a basis of sizes {sizes}, but they must be positive")
            product *= size
        fits(product)
        return sizes[:outer], sizes[outer:]

    return found


# -- Vectors in memory -------------------------------------------------------------------------------------------------


@semantics(dialect.VectorLoadOp)
def vector_load(op: dialect.VectorLoadOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    function, type = map_function(op.affine_map), op.result.type
    shape, width = vector_shape(type, machine), scalar_width(type)

    def run(source: Any, *operands: Any) -> Elements:
        memref, start = used_memref(source), function(operands)
        row = memref.load_row(start, shape[0]) if len(shape) == 1 else None
        if row is not None:
            return row
        return Elements.of([memref.load(minor(start, offset)) for offset in positions(*shape)], shape, width)

    return run


@semantics(dialect.VectorStoreOp)
def vector_store(op: dialect.VectorStoreOp, machine: Machine) -> Kernel:
    """The elements along the last dimensions."""
    function, shape = map_function(op.affine_map), vector_shape(op.value.type, machine)

    def run(value: Elements, target: Any, *operands: Any) -> None:
        memref, start = used_memref(target), function(operands)
        for offset in positions(*shape):
            memref.store(minor(start, offset), value.item(offset))

    return run
