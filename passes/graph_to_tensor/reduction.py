"""Lowerings of graph ops that combine elements along dimensions: reduce, argmax, argmin, cumulative."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from dlc.dialects import graph, math, tensor
from dlc.ir import Type, Value
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.builtin_attributes import i64_array
from dlc.ir.builtin_types import FloatType, IntegerType, TensorType, bit_width, f32

from .accumulating import without_dims
from .lowering import SizeValue, ToTensor, lowers
from .movement import reshaped
from .parallel_rows import is_in_steps, running
from .positions import Positions, generate, has_nothing, insert_at, nest
from .scalars import EITHER_ZERO, Scalars, is_float

LEAST_SLICE = 16
"""The elements of a slice from which on running results are computed slice by slice."""


@lru_cache(maxsize=256)
def neutral(kind: str, type: Type, *, unsigned: bool) -> float:
    """Return the identity of a kind of reduction."""
    if kind in ("sum", "product", "or", "and"):
        return {"sum": 0, "product": 1, "or": 0, "and": -1}[kind]
    if isinstance(type, FloatType):
        largest = type.format.largest if type.format.infinity is None else type.format.infinity
        return type.format.to_float(largest) * (-1 if kind == "max" else 1)
    assert isinstance(type, IntegerType)
    if kind == "max":
        return 0 if unsigned else -(1 << (type.width - 1))
    return -1 if unsigned else (1 << (type.width - 1)) - 1


def combined(scalars: Scalars, kind: str, a: Value, b: Value) -> Value:
    """Two elements as one."""
    combine = {
        "sum": scalars.total,
        "product": scalars.product,
        "max": scalars.maximum,
        "min": scalars.minimum,
        "and": scalars.bit_and,
        "or": scalars.bit_or,
    }
    return combine[kind](a, b)


@lru_cache(maxsize=256)
def accumulator_type(kind: str, element: Type) -> Type:
    """Return the type of the accumulator: sums of small floats need more digits than these have."""
    is_small = isinstance(element, FloatType) and element.width < 32
    return f32 if is_small and kind not in ("max", "min") else element


def _widened(scalars: Scalars, value: Value, type: Type) -> Value:
    return scalars.resized(value, type) if isinstance(type, FloatType) else value


@lowers(graph.ReduceOp)
def lower_reduce(op: graph.ReduceOp, to: ToTensor) -> Value:
    """reduce -> fill with the neutral element, tensor.reduce; small floats are summed up in f32"""
    [source] = to.operands
    kind, dims = op.kind.value, list(op.dims)
    rank = len(source.shape)
    kept = without_dims(to, source, dims)
    if kind == "logsumexp":
        result = _logsumexp(to, source, dims, kept)
    elif kind == "mean":
        result = _mean(to, source, dims, kept)
    else:
        result = reduced(to, kind, source, dims, kept)
    result = _narrowed(to, result)
    if op.keep_dims is None:
        return result
    return reshaped(to, result, [1 if dim in dims else to.size(source, dim) for dim in range(rank)])


def _narrowed(to: ToTensor, value: Value) -> Value:
    """Convert the accumulator to the type of the result."""
    element = to.element()
    if value.type_as(TensorType).element_type is element or not isinstance(element, FloatType):
        return value

    def narrow(scalars: Scalars, x: Value) -> Value:
        return scalars.resized(x, element)

    return to.elementwise([value], narrow, element=element)


def reduced(to: ToTensor, kind: str, source: Value, dims: Sequence[int], kept: Sequence[SizeValue]) -> Value:
    """All elements along some dimensions, in the type of the accumulator."""
    element = source.type_as(TensorType).element_type
    type, unsigned = accumulator_type(kind, element), to.is_unsigned()
    init = to.filled(neutral(kind, type, unsigned=unsigned), kept, type)
    if type is element:
        word = tensor.CombiningKindAttr(_word(kind, type, unsigned=unsigned))
        return to.insert(tensor.ReduceOp([source], [init], [init.type], word, i64_array(dims))).results[0]

    def body(scalars: Scalars, x: Value, now: Value) -> Value:
        return combined(scalars, kind, now, _widened(scalars, x, type))

    return _reducing(to, [source], [init], dims, body, unsigned=unsigned)[0]


@lru_cache(maxsize=256)
def _word(kind: str, type: Type, *, unsigned: bool) -> str:
    """Return the tensor level's word for a kind of reduction."""
    if kind in ("max", "min"):
        return f"{kind}imumf" if isinstance(type, FloatType) else f"{kind}{'u' if unsigned else 's'}i"
    return {"sum": "add", "product": "mul"}.get(kind, kind)


def _reducing(
    to: ToTensor,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    dims: Sequence[int],
    body: object,
    *,
    unsigned: bool = False,
) -> list[Value]:
    """A generic that reduces dimensions of its first input; inputs of fewer dimensions have the others."""
    rank = len(inputs[0].shape)
    every = affine_dims(rank)
    rest = AffineMap(rank, 0, [every[dim] for dim in range(rank) if dim not in dims])
    maps = [tensor.identity(rank), *([rest] * (len(inputs) + len(outputs) - 1))]
    kinds = [tensor.REDUCTION if dim in dims else tensor.PARALLEL for dim in range(rank)]
    return to.generic(inputs, maps, outputs, kinds, body, unsigned=unsigned)  # type: ignore[arg-type]


def _mean(to: ToTensor, source: Value, dims: Sequence[int], kept: Sequence[SizeValue]) -> Value:
    """The sum divided by the number of elements."""
    total = reduced(to, "sum", source, dims, kept)
    type = total.type_as(TensorType).element_type
    assert isinstance(type, FloatType)
    count, at = Positions(to).product([to.size(source, dim) for dim in dims]), Positions(to)
    if isinstance(count, int):
        number = to.constant(count, type)
    else:
        number = at.scalars().to_float(at.as_integer(count, IntegerType(64)), type, unsigned=False)

    def divide(scalars: Scalars, x: Value) -> Value:
        return scalars.div(x, number)

    return to.elementwise([total], divide, element=type)


def _logsumexp(to: ToTensor, source: Value, dims: Sequence[int], kept: Sequence[SizeValue]) -> Value:
    """The largest element comes out of the sum, so that no power is too large."""
    type = accumulator_type("sum", to.element())
    assert isinstance(type, FloatType)
    largest = reduced(to, "max", source, dims, kept)

    def base(scalars: Scalars, top: Value) -> Value:
        """The largest element, or 0 where that is not finite."""
        top = scalars.resized(top, type)
        finite = scalars.compare("lt", scalars.abs(top), scalars.number(float("inf"), top))
        return scalars.select(finite, top, scalars.number(0.0, top))

    def add_power(scalars: Scalars, x: Value, top: Value, now: Value) -> Value:
        return scalars.total(now, scalars.exp(scalars.sub(scalars.resized(x, type), base(scalars, top))))

    def finish(scalars: Scalars, total: Value, top: Value) -> Value:
        return scalars.add(scalars.insert(math.LogOp(total)), base(scalars, top))

    init = to.filled(0.0, kept, type)
    total = _reducing(to, [source, largest], [init], dims, add_power)[0]
    return to.elementwise([total, largest], finish, element=type)


# -- Positions of extremes ---------------------------------------------------------------------------------------------


@lowers(graph.ArgmaxOp, graph.ArgminOp)
def lower_position_of_extreme(op: graph.ArgmaxOp | graph.ArgminOp, to: ToTensor) -> Value:
    """argmax -> reduce to the extreme, generic that reduces to the first or last position of it

    Both are reductions of one number, which loops compute in vectors; pairs of a number and its position are not.
    """
    [source] = to.operands
    dim, index = op.dim.value, to.element()
    assert isinstance(index, IntegerType)
    rank = len(source.shape)
    kept = without_dims(to, source, [dim])
    extreme = _extreme(to, "max" if isinstance(op, graph.ArgmaxOp) else "min", source, dim, kept)
    place = _place_type(to.size(source, dim), source, index)
    choice = "max" if op.last is not None else "min"
    none = -1 if op.last is not None else neutral(choice, place, unsigned=False)

    def body(scalars: Scalars, x: Value, best: Value, position: Value) -> Value:
        here = Positions(to, scalars.builder).as_integer(scalars.insert(tensor.IndexOp.of(dim)), place)
        is_best = scalars.compare("eq", x, best)
        if is_float(x):  # the extreme is NaN if an element is
            is_best = scalars.bit_or(is_best, scalars.is_nan(x))
        positions = Scalars(scalars.builder, unsigned=False, constant=to.constant)
        return combined(positions, choice, position, scalars.select(is_best, here, to.constant(none, place)))

    def widened(scalars: Scalars, position: Value) -> Value:
        return scalars.to_width(position, index, unsigned=False)

    init = to.filled(none, kept, place)
    [positions] = _reducing(to, [source, extreme], [init], [dim], body, unsigned=to.is_unsigned())
    if place is not index:
        positions = to.elementwise([positions], widened, element=index)
    if op.keep_dims is None:
        return positions
    return reshaped(to, positions, [1 if other == dim else to.size(source, other) for other in range(rank)])


def _extreme(to: ToTensor, kind: str, source: Value, dim: int, kept: Sequence[SizeValue]) -> Value:
    """The largest or smallest element along a dimension, to be compared: either zero, if it is a zero."""
    type = source.type_as(TensorType).element_type
    if not isinstance(type, FloatType):
        return reduced(to, kind, source, [dim], kept)

    def body(scalars: Scalars, x: Value, so_far: Value) -> Value:
        return (scalars.maximum if kind == "max" else scalars.minimum)(so_far, x, EITHER_ZERO)

    return _reducing(to, [source], [to.filled(neutral(kind, type, unsigned=False), kept, type)], [dim], body)[0]


def _place_type(size: SizeValue, source: Value, index: IntegerType) -> IntegerType:
    """Return the type to compare positions in: not wider than necessary beside elements of up to 32 bits."""
    width = bit_width(source.type_as(TensorType).element_type) or 64
    is_narrow = isinstance(size, int) and size < 1 << 31 and width <= 32
    return IntegerType(min(32, index.width)) if is_narrow else index


# -- Running results ---------------------------------------------------------------------------------------------------


@lowers(graph.CumulativeOp)
def lower_cumulative(op: graph.CumulativeOp, to: ToTensor) -> Value:
    """cumulative -> loops over the other dimensions, and one that carries the result along; or parallel steps"""
    [source] = to.operands
    sizes, kind, dim = to.sizes(source), op.kind.value, op.dim.value
    init = to.empty(sizes)
    if has_nothing(sizes):
        return init
    element, unsigned = to.element(), to.is_unsigned()
    type = accumulator_type(kind, element)
    start = to.constant(neutral(kind, type, unsigned=unsigned), type)
    last = Positions(to).sub(sizes[dim], 1)

    if is_in_steps(to, sizes[dim]):
        return _cumulative_in_steps(op, to, start)

    if _is_by_slices(to, sizes, dim, start):
        return _cumulative_by_slices(op, to, start, init)

    def row(at: Positions, others: list[Value], carried: list[Value]) -> Sequence[Value]:
        def step(inner: Positions, count: list[Value], values: list[Value]) -> Sequence[Value]:
            place = inner.sub(last, count[0]) if op.reverse is not None else count[0]
            places: list[SizeValue] = [*others[:dim], place, *others[dim:]]
            scalars = inner.scalars(unsigned=unsigned)
            after = combined(scalars, kind, values[1], _widened(scalars, inner.at(source, places), type))
            result = values[1] if op.exclusive is not None else after
            if isinstance(element, FloatType):
                result = scalars.resized(result, element)
            return [inner.insert(tensor.InsertOp(result, values[0], inner.values(places))), after]

        return nest(at, [sizes[dim]], [carried[0], start], step)[:1]

    return nest(Positions(to), [size for other, size in enumerate(sizes) if other != dim], [init], row)[0]


def _is_by_slices(to: ToTensor, sizes: Sequence[SizeValue], dim: int, start: Value) -> bool:
    """Return whether running results are computed slice by slice, of which each holds what was accumulated."""
    inner = sizes[dim + 1 :]
    known = [size for size in inner if isinstance(size, int)]
    is_long = len(known) < len(inner) or prod(known) >= LEAST_SLICE
    return is_long and isinstance(sizes[dim], int) and start.type is to.element()


def _cumulative_by_slices(op: graph.CumulativeOp, to: ToTensor, start: Value, init: Value) -> Value:
    """Return the running results slice by slice: each is the one before, with what is added to it."""
    [source] = to.operands
    sizes, kind, dim, unsigned = to.sizes(source), op.kind.value, op.dim.value, to.is_unsigned()
    length, is_exclusive, is_reverse = sizes[dim], op.exclusive is not None, op.reverse is not None
    assert isinstance(length, int)
    first, inner_sizes = length - 1 if is_reverse else 0, sizes[dim + 1 :]

    def of_block(at: Positions, outer: list[Value], carried: list[Value]) -> Sequence[Value]:
        def begin(inner: Positions, places: list[Value], results: list[Value]) -> Sequence[Value]:
            scalars, here = inner.scalars(unsigned=unsigned), inner.values([*outer, first, *places])
            value = start if is_exclusive else combined(scalars, kind, start, inner.at(source, here))
            return [insert_at(inner, value, results[0], here)]

        def slice(body: Positions, count: list[Value], results: list[Value]) -> Sequence[Value]:
            before = body.sub(first, count[0]) if is_reverse else count[0]
            place = body.sub(before, 1) if is_reverse else body.add(before, 1)

            def add(inner: Positions, places: list[Value], results: list[Value]) -> Sequence[Value]:
                scalars = inner.scalars(unsigned=unsigned)
                total = inner.at(results[0], [*outer, before, *places])
                own = inner.at(source, [*outer, before if is_exclusive else place, *places])
                value = combined(scalars, kind, total, own)
                return [insert_at(inner, value, results[0], [*outer, place, *places])]

            return nest(body, inner_sizes, results, add)

        return nest(at, [length - 1], nest(at, inner_sizes, carried, begin), slice)

    return nest(Positions(to), sizes[:dim], [init], of_block)[0]


def _cumulative_in_steps(op: graph.CumulativeOp, to: ToTensor, start: Value) -> Value:
    """Return the running results, computed in parallel steps from the beginning of rows, or from their end."""
    [source] = to.operands
    sizes, kind, dim, element = to.sizes(source), op.kind.value, op.dim.value, to.element()
    unsigned = to.is_unsigned()

    def there(at: Positions, places: list[Value]) -> list[SizeValue]:
        """Return the places in the order in which elements are combined; this is its own inverse."""
        place = at.sub(at.sub(sizes[dim], 1), places[dim]) if op.reverse is not None else places[dim]
        return [*places[:dim], place, *places[dim + 1 :]]

    def first(at: Positions, places: list[Value]) -> Value:
        if op.exclusive is None:
            return _widened(at.scalars(), at.at(source, there(at, places)), start.type)
        has_one = at.compare("slt", 0, places[dim])
        before = at.select(has_one, at.sub(places[dim], 1), 0)
        value = at.at(source, there(at, [*places[:dim], before, *places[dim + 1 :]]))
        return at.select(has_one, _widened(at.scalars(), value, start.type), start)

    def combine(at: Positions, a: Value, b: Value) -> Value:
        return combined(at.scalars(unsigned=unsigned), kind, a, b)

    def result(at: Positions, places: list[Value]) -> Value:
        value = at.at(totals, there(at, places))
        return at.scalars().resized(value, element) if isinstance(element, FloatType) else value

    totals = running(to, sizes, dim, start.type, first, combine)
    return generate(to, sizes, result)
