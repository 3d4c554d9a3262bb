"""Reductions and maps: by the reduction that a function in a region is, or by the function itself, pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeGuard

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Operation, Region, Value
from dlc.ir.builtin_types import FloatType, IntegerType, i1, i32, i64

from ..graph.translated_values import known_elements, numbers_of_constant, spread_to, static_shape
from .regions import combining_kind
from .translation import Parts, Translated, Translation, translates

Function = Callable[..., Value]
KINDS: dict[type[Operation], str] = {
    stablehlo.AddOp: "sum",
    stablehlo.AndOp: "and",
    stablehlo.MaximumOp: "max",
    stablehlo.MinimumOp: "min",
    stablehlo.MultiplyOp: "product",
    stablehlo.OrOp: "or",
}
TRUTH_KINDS = {"sum": "or", "max": "or", "product": "and", "min": "and", "and": "and", "or": "or"}
COMBINE: dict[str, Function] = {
    "sum": graph.add,
    "product": graph.mul,
    "max": graph.maximum,
    "min": graph.minimum,
    "and": graph.and_,
    "or": graph.or_,
}


def reduction_kind(region: Region, element: object) -> str | None:
    """Return the kind of reduction that a function on elements of a type is."""
    combined = combining_kind(region)
    kind = KINDS.get(combined) if combined is not None else None
    return TRUTH_KINDS[kind] if kind is not None and element is i1 else kind


@translates(stablehlo.ReduceOp)
def translate_reduce(op: stablehlo.ReduceOp, t: Translation) -> Translated:
    """Elements along dimensions combined."""
    inputs, inits = list(map(t.parts, op.inputs)), list(map(t.parts, op.init_values))
    dims = list(op.dimensions)
    if len(inputs) == 1:
        [source], [init] = inputs, inits
        kind = reduction_kind(op.body, element_of(source[0]))
        if kind is not None and (len(source) == 1 or kind == "sum"):
            return [tuple(reduce_to(kind, part, dims, first) for part, first in zip(source, init, strict=True))]
    position = _position(op, t)
    return position if position is not None else _reduced_in_pairs(t, op.body, inputs, inits, dims)


# -- Positions of the largest ------------------------------------------------------------------------------------------


def _position(op: stablehlo.ReduceOp, t: Translation) -> Translated | None:
    """Return the largest or smallest elements and the first place of each, if that is what an op computes.

    JAX writes `argmax` as a reduction of pairs of an element and its number.
    """
    numbers = op.inputs[1].defining_op if len(op.inputs) == 2 and len(op.dimensions) == 1 else None
    if not isinstance(numbers, (stablehlo.IotaOp, stablehlo.DynamicIotaOp)):
        return None
    [dim], kind, source = op.dimensions, _kind_of_position(op.body), t.parts(op.inputs[0])
    element = element_of(t.parts(op.inputs[1])[0])
    if kind is None or numbers.iota_dimension.value != dim or len(source) != 1 or shape_of(source[0])[dim] == 0:
        return None
    first, number = (t.parts(each)[0] for each in op.init_values)
    if element_of(source[0]) is i1 or element not in (i32, i64) or not is_neutral(kind, first):
        return None
    if not is_neutral("sum", number):
        return None
    find = graph.argmax if kind == "max" else graph.argmin
    return [graph.reduce(kind, source[0], [dim]), find(source[0], dim, element)]


def _kind_of_position(body: Region) -> Literal["max", "min"] | None:
    """Return which of two numbered elements a function gives: the first that is NaN, or the largest or smallest."""
    if len(body.entry.args) != 4 or body.entry.last is None or len(body.entry.last.operands) != 2:
        return None
    x, i, y, j = body.entry.args
    value, place = (each.defining_op for each in body.entry.last.operands)
    if not (_is(value, stablehlo.SelectOp, None, x, y) and _is(place, stablehlo.SelectOp, None, i, j)):
        return None
    better, comes_first = value.operands[0].defining_op, place.operands[0].defining_op
    if not (_is(better, stablehlo.OrOp, None, None) and _is(comes_first, stablehlo.OrOp, value.operands[0], None)):
        return None
    both = comes_first.operands[1].defining_op
    if not _is(both, stablehlo.AndOp, None, None):
        return None
    compared = [each.defining_op for each in (*better.operands, *both.operands)]
    pairs = [(x, y), (x, x), (x, y), (i, j)]
    if not all(_is(each, stablehlo.CompareOp, *pair) for each, pair in zip(compared, pairs, strict=True)):
        return None
    order, *directions = [each.comparison_direction.value for each in compared if isinstance(each, stablehlo.CompareOp)]
    if directions != ["NE", "EQ", "LT"]:
        return None
    return "max" if order == "GT" else "min" if order == "LT" else None


def _is(op: Operation | None, kind: type[Operation], *operands: Value | None) -> TypeGuard[Operation]:
    """Return whether an op is of a kind, with these operands; `None` stands for any."""
    if op is None or type(op) is not kind or len(op.operands) != len(operands):
        return False
    return all(wanted is None or given is wanted for given, wanted in zip(op.operands, operands, strict=True))


# -- Kinds -------------------------------------------------------------------------------------------------------------


def reduce_to(kind: str, source: Value, dims: Sequence[int], init: Value) -> Value:
    """Return a reduction combined with an initial value."""
    reduced = graph.reduce(kind, source, list(dims))  # type: ignore[arg-type]
    return reduced if is_neutral(kind, init) else COMBINE[kind](spread_to(init, reduced), reduced)


def is_neutral(kind: str, init: Value) -> bool:
    """Return whether an initial value changes nothing."""
    known = known_elements(init)
    if known is None:
        return False
    return set(map(float, numbers_of_constant(known))) == {neutral_number(kind, element_of(init))}


def neutral_number(kind: str, element: object) -> float:
    """Return the number that changes nothing."""
    if kind in ("sum", "or"):
        return 0.0
    if kind == "product" or element is i1:
        return 1.0
    if isinstance(element, FloatType):
        return float("-inf") if kind == "max" else float("inf")
    assert isinstance(element, IntegerType)
    least, most = element.limits
    return float({"max": least, "min": most, "and": most if element.is_unsigned else -1}[kind])


def _reduced_in_pairs(
    t: Translation, body: Region, inputs: Sequence[Parts], inits: Sequence[Parts], dims: Sequence[int]
) -> list[Parts]:
    """Combine neighbours along one dimension after the other, as often as there are two."""
    values = list(inputs)
    for dim in sorted(dims, reverse=True):
        values = [tuple(map(_without(dim), parts)) for parts in _folded(t, body, values, inits, dim)]
    shape = shape_of(values[0][0])
    spread = [tuple(spread_to(part, values[0][0]) for part in parts) for parts in inits]
    return t.lift(body, shape, [*spread, *values])


def _without(dim: int) -> Callable[[Value], Value]:
    def squeezed(value: Value) -> Value:
        shape = list(shape_of(value))
        del shape[dim]
        return graph.reshape(value, shape)

    return squeezed


def _folded(t: Translation, body: Region, inputs: Sequence[Parts], inits: Sequence[Parts], dim: int) -> Sequence[Parts]:
    """Return values with size 1 along a dimension, whose elements have been combined in their order."""
    values = inputs
    size = static_shape(values[0][0])[dim]
    if size == 0:
        shape = [1 if each == dim else size for each, size in enumerate(shape_of(values[0][0]))]
        return [tuple(graph.broadcast(part, [], shape) for part in parts) for parts in inits]
    while size > 1:
        even, odd = (_every_second(values, dim, first, size - size % 2) for first in (0, 1))
        combined = t.lift(body, shape_of(even[0][0]), [*even, *odd])
        if size % 2:
            last = [tuple(_part(part, dim, size - 1, size) for part in parts) for parts in values]
            pairs = zip(combined, last, strict=True)
            combined = [tuple(graph.concat(list(two), dim) for two in zip(*pair, strict=True)) for pair in pairs]
        values, size = combined, size // 2 + size % 2
    return values


def _every_second(values: Sequence[Parts], dim: int, first: int, limit: int) -> list[Parts]:
    return [tuple(_part(part, dim, first, limit, 2) for part in parts) for parts in values]


def _part(value: Value, dim: int, start: int, limit: int, step: int = 1) -> Value:
    rank = len(shape_of(value))
    starts = [start if each == dim else 0 for each in range(rank)]
    limits = [limit if each == dim else None for each in range(rank)]
    return graph.slice(value, starts, limits, [step if each == dim else 1 for each in range(rank)])


@translates(stablehlo.MapOp)
def translate_map(op: stablehlo.MapOp, t: Translation) -> Translated:
    """A function applied to all elements."""
    inputs = list(map(t.parts, op.inputs))
    return t.lift(op.computation, shape_of(inputs[0][0]), inputs)
