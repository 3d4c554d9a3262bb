"""Sorting: by the order that a comparison is, or by the number of elements that come before each."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Operation, Region, Value
from dlc.ir.builtin_types import i64

from ..graph.translated_values import static_shape
from ..rewriting.cannot_lower import CannotLower
from .elementwise import in_total_order
from .translation import Parts, Translated, Translation, translates

LARGEST_COMPARED = 1 << 12
"""The maximum number of elements that are sorted by comparing each with each."""


@translates(stablehlo.SortOp)
def translate_sort(op: stablehlo.SortOp, t: Translation) -> Translated:
    """Tensors sorted along a dimension."""
    inputs = list(map(t.parts, op.inputs))
    rank = len(shape_of(inputs[0][0]))
    dim = (op.dimension.value if op.dimension is not None else -1) % max(rank, 1)
    order = _order_of(op.comparator, t)
    if order is not None and all(len(parts) == 1 for parts in inputs):
        number, total, descending = order
        values = [parts[0] for parts in inputs]
        key = in_total_order(values[number]) if total else values[number]
        _, *sorted_values = graph.sort([key, *values], dim, descending=descending or None)
        return sorted_values
    return _sorted_by_ranks(t, op.comparator, inputs, dim)


def _order_of(comparator: Region, t: Translation) -> tuple[int, bool, bool] | None:
    """Return which operand is compared, whether in the total order, and whether the largest is first."""
    del t
    block = comparator.entry
    last = block.last
    compare = last.operands[0].defining_op if last is not None and len(last.operands) == 1 else None
    if not isinstance(compare, stablehlo.CompareOp) or compare.comparison_direction.value not in ("LT", "GT"):
        return None
    arguments: list[Value] = list(block.args)
    keys = [_canonical_source(each) for each in (compare.lhs, compare.rhs)]
    if not all(each in arguments for each in keys):
        return None
    first, second = (arguments.index(each) for each in keys)
    if first % 2 or second != first + 1:
        return None
    total = compare.compare_type is not None and compare.compare_type.value == "TOTALORDER"
    is_canonical = compare.lhs is not keys[0]
    return first // 2, total and not is_canonical, compare.comparison_direction.value == "GT"


def _canonical_source(value: Value) -> Value:
    """Return the value whose zeros and NaNs have been made equal: `graph.sort` counts them as equal as it is."""
    for _ in range(2):
        select = value.defining_op
        if not isinstance(select, stablehlo.SelectOp) or not _tests(select.pred.defining_op, select.on_false):
            break
        value = select.on_false
    return value


def _tests(op: Operation | None, value: Value) -> bool:
    """Return whether an op tests a value for being zero or NaN."""
    if not isinstance(op, stablehlo.CompareOp) or op.lhs is not value:
        return False
    is_zero = op.comparison_direction.value == "EQ" and isinstance(op.rhs.defining_op, stablehlo.ConstantOp)
    return is_zero or (op.comparison_direction.value == "NE" and op.rhs is value)


def _sorted_by_ranks(t: Translation, comparator: Region, inputs: Sequence[Parts], dim: int) -> list[Parts]:
    """Put each element to the place that is the number of those before it, of equal ones in their order."""
    shape = static_shape(inputs[0][0])
    size = shape[dim]
    if size > LARGEST_COMPARED:
        raise CannotLower(f"must compare by LT or GT, or sort at most {LARGEST_COMPARED} elements, but got {size}")
    wide = (*shape, size)
    own = list(range(len(shape)))
    others = [len(shape) if each == dim else each for each in own]
    order = sorted(own, key=others.__getitem__)
    mine = [tuple(graph.broadcast(part, own, wide) for part in parts) for parts in inputs]
    theirs = [
        tuple(graph.broadcast(graph.transpose(part, order), sorted(others), wide) for part in parts) for parts in inputs
    ]
    [[before]] = t.lift(comparator, wide, [parts for pair in zip(theirs, mine, strict=True) for parts in pair])
    [[behind]] = t.lift(comparator, wide, [parts for pair in zip(mine, theirs, strict=True) for parts in pair])
    is_earlier = graph.compare("lt", graph.iota(len(shape), wide, i64), graph.iota(dim, wide, i64))
    comes_first = graph.or_(before, graph.and_(graph.not_(behind), is_earlier))
    ranks = graph.reduce("sum", graph.cast(comes_first, i64), [len(shape)])
    values = [part for parts in inputs for part in parts]
    placed = iter(graph.sort([ranks, *values], dim)[1:])
    return [tuple(next(placed) for _ in parts) for parts in inputs]
