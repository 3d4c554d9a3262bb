"""The iterations of a parallel loop as a box: its sizes, and the indices of an iteration from its linear index."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, loop
from dlc.ir import Builder, Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, int_attr
from dlc.ir.builtin_types import index
from dlc.passes.loops.transforms.refusals import Refusal

Size = int | Value
MOST_POINTS = (1 << 63) - (1 << 12)
"""The largest number of iterations that an index counts, after it is rounded up to blocks of threads."""


def trip_count(builder: Builder, op: loop.ParallelOp, number: int) -> Size:
    """Return the trip count of a dimension. Raises `Refusal` if it has several lower or upper bounds."""
    known = op.constant_trip_counts()[number]
    if known is not None:
        return known
    if len(op.lower_groups[number]) != 1 or len(op.upper_groups[number]) != 1:
        raise Refusal(op, "is mapped, but has several bounds on one side")
    first, end = bound_value(builder, op, number, is_lower=True), bound_value(builder, op, number)
    span = (AffineDimExpr(1) - AffineDimExpr(0)).ceildiv(op.step_values[number])
    not_negative = AffineMapAttr(AffineMap(2, 0, [span, span * 0]))
    return builder.insert(loop.MaxOp(not_negative, [first, end])).result


def bound_value(builder: Builder, op: loop.ParallelOp, number: int, *, is_lower: bool = False) -> Value:
    """Return the lower or upper bound of a dimension that has one."""
    return builder.insert(loop.ApplyOp.of(*_bound(op, number, is_lower=is_lower))).result


def _bound(op: loop.ParallelOp, number: int, *, is_lower: bool) -> tuple[AffineMap, Sequence[Value]]:
    if is_lower:
        return op.lower_map.with_results(op.lower_groups[number]), op.lower_operands
    return op.upper_map.with_results(op.upper_groups[number]), op.upper_operands


def trip_counts(builder: Builder, op: loop.ParallelOp) -> list[Size]:
    """Return the trip counts of all dimensions. Raises `Refusal` if an index cannot count the iterations."""
    points = prod(count for count in op.constant_trip_counts() if count is not None)
    if points > MOST_POINTS:
        raise Refusal(op, f"is mapped, but has more iterations than an index counts: {points}")
    return [trip_count(builder, op, number) for number in range(len(op.step_values))]


def as_value(builder: Builder, size: Size) -> Value:
    """Return a size as a value."""
    return builder.insert(arith.ConstantOp(int_attr(size, index))).result if isinstance(size, int) else size


def as_values(builder: Builder, sizes: Sequence[Size]) -> list[Value]:
    """Return sizes as values, with one constant for equal sizes."""
    values: dict[Size, Value] = {}
    for size in sizes:
        if size not in values:
            values[size] = as_value(builder, size)
    return [values[size] for size in sizes]


def product(builder: Builder, sizes: Sequence[Size]) -> Size:
    """Return the number of points of a box; static sizes are multiplied at compile time."""
    known, dynamic = 1, [size for size in sizes if isinstance(size, Value)]
    for size in sizes:
        known *= size if isinstance(size, int) else 1
    if not dynamic or not known:
        return known
    total = dynamic[0]
    for value in dynamic[1:]:
        total = builder.insert(arith.MulIOp(total, value)).result
    return total if known == 1 else builder.insert(arith.MulIOp(total, as_value(builder, known))).result


def index_of(builder: Builder, op: loop.ParallelOp, number: int, place: Value) -> Value:
    """Return the index along a dimension that is a number of steps away from the lower bound."""
    (lower, operands), step = _bound(op, number, is_lower=True), op.step_values[number]
    if lower.results[0].constant_value == 0 and step == 1:
        return place
    expr = lower.shift_dims(1).results[0] + AffineDimExpr(0) * step
    affine_map = AffineMap(lower.num_dims + 1, lower.num_symbols, [expr])
    return builder.insert(loop.ApplyOp.of(affine_map, [place, *operands])).result


def replace_counters(
    builder: Builder, op: loop.ParallelOp, dimensions: Sequence[int], sizes: Sequence[Size], number: Value
) -> None:
    """Compute the indices along some dimensions from the linear index of a point of the box that they span."""
    if not dimensions:
        return
    places: Sequence[Value] = [number]
    if len(dimensions) > 1:
        basis = [sizes[dimension] for dimension in dimensions]
        places = builder.insert(loop.DelinearizeIndexOp.of(number, basis)).results
    for dimension, place in zip(dimensions, places, strict=True):
        iv = op.induction_variables[dimension]
        counter = index_of(builder, op, dimension, place)
        if counter.name_hint is None:
            counter.name_hint = iv.name_hint
        iv.replace_all_uses_with(counter)
