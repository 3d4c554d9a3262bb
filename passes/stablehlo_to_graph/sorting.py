"""Sorting: by the order that a comparison is, or by the number of elements that come before each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Region, Value
from dlc.ir.builtin_attributes import DictionaryAttr, IntegerAttr, SymbolRefAttr
from dlc.ir.builtin_types import i64

from ..graph.translated_values import known_elements, numbers_of_constant, static_shape
from ..rewriting.cannot_lower import CannotLower
from .control import CUSTOM_CALLS
from .elementwise import in_total_order
from .translation import Parts, Translated, Translation, parts_of_type, translates

LARGEST_COMPARED = 1 << 12
"""The maximum number of elements that are sorted by comparing each with each."""
ZEROS, NANS = "zeros", "NaNs"
"""Floats of which a comparator makes one, as `graph.sort` counts them as equal."""


@translates(stablehlo.SortOp)
def translate_sort(op: stablehlo.SortOp, t: Translation) -> Translated:
    """Tensors sorted along a dimension."""
    inputs = list(map(t.parts, op.inputs))
    rank = len(shape_of(inputs[0][0]))
    dim = (op.dimension.value if op.dimension is not None else -1) % max(rank, 1)
    keys = _keys_of(op.comparator)
    if keys is None:
        return _sorted_by_ranks(t, op.comparator, inputs, dim)
    counts = [len(parts) for parts in inputs]
    values = [part for parts in inputs for part in parts]
    for key in reversed(keys):  # elements that are equal stay in the order that later keys have given them
        value = values[sum(counts[: key.operand]) + key.part]
        value = in_total_order(value) if key.total else value
        _, *values = graph.sort([value, *values], dim, descending=key.descending or None)
    placed = iter(values)
    return [tuple(next(placed) for _ in range(count)) for count in counts]


class _Key(NamedTuple):
    """An operand, or a part of it, by which a comparator orders elements whose earlier keys are equal."""

    operand: int
    part: int
    """0, or 1 for the imaginary part of complex numbers."""
    total: bool
    """Whether floats are in the total order of IEEE 754."""
    descending: bool


def _keys_of(comparator: Region) -> list[_Key] | None:
    """Return the keys that are compared one after the other: `a < b`, or `a < b or (a == b and …)`."""
    last = comparator.entry.last
    if last is None or len(last.operands) != 1:
        return None
    value, keys = last.operands[0], list[_Key]()
    while isinstance(either := value.defining_op, stablehlo.OrOp):
        both = either.rhs.defining_op
        key = _key_of(either.lhs, comparator)
        if key is None or not isinstance(both, stablehlo.AndOp) or not _is_tie(both.lhs, either.lhs):
            return None
        keys.append(key)
        value = both.rhs
    key = _key_of(value, comparator)
    return None if key is None else [*keys, key]


def _is_tie(equal: Value, less: Value) -> bool:
    """Return whether a value says that what another one compares is equal."""
    first, second = equal.defining_op, less.defining_op
    if not isinstance(first, stablehlo.CompareOp) or first.comparison_direction.value != "EQ":
        return False
    return second is not None and list(first.operands) == list(second.operands)


def _key_of(value: Value, comparator: Region) -> _Key | None:
    compare = value.defining_op
    if not isinstance(compare, stablehlo.CompareOp) or compare.comparison_direction.value not in ("LT", "GT"):
        return None
    arguments: list[Value] = list(comparator.entry.args)
    (lhs, canonical), (rhs, other_canonical) = map(_canonical_source, (compare.lhs, compare.rhs))
    if canonical != other_canonical or canonical not in (set(), {ZEROS, NANS}):
        return None
    elements = [_part_of(each) for each in (lhs, rhs)]
    if not all(whole in arguments for whole, _ in elements):
        return None
    (first, part), (second, other_part) = ((arguments.index(whole), part) for whole, part in elements)
    if first % 2 or second != first + 1 or part != other_part:
        return None
    total = compare.compare_type is not None and compare.compare_type.value == "TOTALORDER"
    return _Key(first // 2, part, total and not canonical, compare.comparison_direction.value == "GT")


def _part_of(value: Value) -> tuple[Value, int]:
    """Return the complex number of which a value is a part, and which; or the value itself."""
    op = value.defining_op
    if isinstance(op, (stablehlo.RealOp, stablehlo.ImagOp)):
        return op.operand, int(type(op) is stablehlo.ImagOp)
    return value, 0


def _canonical_source(value: Value) -> tuple[Value, set[str]]:
    """Return the float that a value is but for zeros and NaNs, and for which of them one stands for all."""
    select = value.defining_op
    if not isinstance(select, stablehlo.SelectOp):
        return value, set()
    source, canonical = _canonical_source(select.on_false)
    test, number = select.pred.defining_op, _constant(select.on_true)
    if not isinstance(test, stablehlo.CompareOp) or test.lhs is not source or number is None:
        return value, set()
    if test.comparison_direction.value == "NE" and test.rhs is source and number != number:
        return source, canonical | {NANS}
    if test.comparison_direction.value == "EQ" and number == 0 == _constant(test.rhs):
        return source, canonical | {ZEROS}
    return value, set()


def _constant(value: Value) -> Any:
    """Return the number that a scalar is, if it is a constant."""
    known = known_elements(value)
    return None if known is None else numbers_of_constant(known)[0]


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


def _approximate_top_k(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`ApproxTopK`: the first elements along a dimension in the order of a comparator, and their numbers.

    They are those that come first, and not others that are nearly as large.
    """
    options, functions = op.attributes.get("mhlo.backend_config"), op.called_computations
    dim = options.get("reduction_dim") if isinstance(options, DictionaryAttr) else None
    called = functions.elements[0] if functions is not None and functions.elements else None
    if not isinstance(dim, IntegerAttr) or not isinstance(called, SymbolRefAttr):
        raise CannotLower("needs a comparator and the option 'reduction_dim' in 'mhlo.backend_config'")
    numbers = op.inputs[1].defining_op if len(op.inputs) == 4 else None
    if not isinstance(numbers, stablehlo.IotaOp) or numbers.iota_dimension.value != dim.value:
        raise CannotLower("must have the numbers of the elements as the second operand")
    keys = _keys_of(t.body_of(called.root))
    if keys is None or len(keys) != 1 or keys[0].operand != 0:
        raise CannotLower("must compare by LT or GT")
    values, indices = (parts_of_type(each.type)[0] for each in op.outputs)
    count = values.shape[dim.value]
    smallest = not keys[0].descending or None
    return list(graph.top_k(t.get(op.inputs[0]), dim.value, count, indices.element_type, smallest=smallest))


CUSTOM_CALLS["ApproxTopK"] = _approximate_top_k
