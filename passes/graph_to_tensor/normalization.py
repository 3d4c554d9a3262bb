"""Lowerings of normalizations and softmax: reductions, a small tensor of what they give, and one pass that uses it.

They are computed in f32, or in f64 if that is the type.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, graph, math, tensor
from dlc.dialects.tensor.structured import selection
from dlc.ir import Value
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.builtin_types import FloatType, f32, index

from .accumulating import (
    Compute,
    computed,
    converted,
    count_as_float,
    divided_by,
    element,
    element_type_of,
    kept_map,
    power,
    product,
    quotient,
    reduced,
    square_root,
)
from .convolution import padded
from .lowering import SizeValue, ToTensor, lowers
from .scalars import EITHER_ZERO, Scalars, working_type

# -- Parts -------------------------------------------------------------------------------------------------------------


class Normalization:
    """The tensor that is normalized, and the dimensions along which it is."""

    def __init__(self, to: ToTensor, source: Value) -> None:
        self.to, self.source, self.rank = to, source, len(source.shape)
        self.element = element_type_of(source)
        type = working_type(self.element)
        assert isinstance(type, FloatType)
        self.type = type
        self.identity = tensor.identity(self.rank)

    def along(self, dims: Sequence[int]) -> AffineMap:
        """The map of a parameter with these dimensions."""
        return selection(self.rank, tuple(dims))

    def count(self, dims: Sequence[int]) -> Value:
        """Return the number of elements along some dimensions."""
        return count_as_float(self.to, [self.to.size(self.source, dim) for dim in dims], self.type)

    def sum_of(self, dims: Sequence[int], term: Compute, *others: tuple[Value, AffineMap]) -> Value:
        """The sum of `term(scalars, element, *others)` along some dimensions."""

        def combine(s: Scalars, x: Value, *rest: Value) -> Value:
            summand = term(s, converted(s, x, self.type), *rest[:-1])
            return s.total(rest[-1], summand)

        inputs = [self.source, *(value for value, _ in others)]
        maps = [self.identity, *(map for _, map in others)]
        return reduced(self.to, inputs, maps, dims, 0, self.type, combine)

    def small(self, compute: Compute, *inputs: Value) -> Value:
        """A function of each element of small tensors of one shape."""
        return self.to.elementwise(list(inputs), compute, element=self.type)

    def finished(self, compute: Compute, *others: tuple[Value, AffineMap]) -> Value:
        """The result: `compute(scalars, element, *others)`, all in the working type."""

        def body(s: Scalars, *elements: Value) -> Value:
            numbers = [each if each.type is self.type else converted(s, each, self.type) for each in elements]
            return converted(s, compute(s, *numbers), self.element)

        inputs = [self.source, *[value for value, _ in others]]
        maps = [self.identity, *[map for _, map in others]]
        return computed(self.to, inputs, maps, self.element, body)


def _standardized(
    n: Normalization,
    dims: Sequence[int],
    epsilon: float,
    scale: tuple[Value, AffineMap] | None,
    offset: tuple[Value, AffineMap] | None,
) -> Value:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset"""
    kept, count = kept_map(n.rank, dims), n.count(dims)
    mean = n.small(divided_by(count), n.sum_of(dims, element))

    def square(s: Scalars, x: Value, m: Value) -> Value:
        distance = s.sub(x, m)
        return s.mul(distance, distance)

    def inverse(s: Scalars, total: Value) -> Value:
        return _inverse_root(s, s.div(total, count), epsilon)

    factor = n.small(inverse, n.sum_of(dims, square, (mean, kept)))

    def finish(s: Scalars, x: Value, m: Value, f: Value, *parameters: Value) -> Value:
        given = iter(parameters)
        standardized = s.mul(s.sub(x, m), f)
        standardized = s.mul(standardized, next(given)) if scale is not None else standardized
        return s.add(standardized, next(given)) if offset is not None else standardized

    return n.finished(finish, (mean, kept), (factor, kept), *(p for p in (scale, offset) if p is not None))


def _inverse_root(s: Scalars, a: Value, epsilon: float) -> Value:
    return s.div(s.number(1, a), square_root(s, s.add(a, s.number(epsilon, a))))


def _parameter(value: Value | None, map: AffineMap) -> tuple[Value, AffineMap] | None:
    return (value, map) if value is not None else None


# -- Normalizations ----------------------------------------------------------------------------------------------------


@lowers(graph.BatchNormOp)
def lower_batch_norm(op: graph.BatchNormOp, to: ToTensor) -> Value:
    """batch_norm -> scale / sqrt(variance + epsilon) for each channel, then one pass"""
    n, epsilon = Normalization(to, op.source), op.epsilon.value

    def factor(s: Scalars, scale: Value, variance: Value) -> Value:
        root = square_root(s, s.add(converted(s, variance, n.type), s.constant(epsilon, n.type)))
        return s.div(converted(s, scale, n.type), root)

    def finish(s: Scalars, x: Value, m: Value, f: Value, o: Value) -> Value:
        return s.add(s.mul(s.sub(x, m), f), o)

    along = n.along([op.dim.value])
    factors = n.small(factor, op.scale, op.variance)
    return n.finished(finish, (op.mean, along), (factors, along), (op.offset, along))


@lowers(graph.LayerNormOp)
def lower_layer_norm(op: graph.LayerNormOp, to: ToTensor) -> Value:
    """layer_norm -> sums, sums of squared distances, then one pass"""
    n, dims = Normalization(to, op.source), op.dims.elements
    along = n.along(dims)
    return _standardized(n, dims, op.epsilon.value, _parameter(op.scale, along), _parameter(op.offset, along))


@lowers(graph.InstanceNormOp)
def lower_instance_norm(op: graph.InstanceNormOp, to: ToTensor) -> Value:
    """instance_norm -> the same for each channel"""
    n = Normalization(to, op.source)
    along = n.along([op.dim.value])
    scale, offset = _parameter(op.scale, along), _parameter(op.offset, along)
    return _standardized(n, op.dims.elements, op.epsilon.value, scale, offset)


@lowers(graph.GroupNormOp)
def lower_group_norm(op: graph.GroupNormOp, to: ToTensor) -> Value:
    """group_norm -> the same with channels seen as groups of channels"""
    at, groups, rank = op.dim.value, op.groups.value, len(op.source.shape)
    split = [[dim] for dim in range(at)] + [[at, at + 1]] + [[dim + 1] for dim in range(at + 1, rank)]
    sizes = to.sizes(op.source)
    parts = [groups, _divided(to, sizes[at], groups)]
    expanded = to.insert(tensor.ExpandShapeOp.of(op.source, split, [*sizes[:at], *parts, *sizes[at + 1 :]])).results[0]
    n = Normalization(to, expanded)
    along = n.along([at, at + 1])

    def parameter(value: Value | None) -> tuple[Value, AffineMap] | None:
        if value is None:
            return None
        return to.insert(tensor.ExpandShapeOp.of(value, [[0, 1]], parts)).results[0], along

    dims = [at + 1, *(dim + (dim > at) for dim in op.dims.elements)]
    standardized = _standardized(n, dims, op.epsilon.value, parameter(op.scale), parameter(op.offset))
    return to.insert(tensor.CollapseShapeOp.of(standardized, split)).results[0]


def _divided(to: ToTensor, size: SizeValue, by: int) -> SizeValue:
    return size // by if isinstance(size, int) else to.insert(arith.DivUIOp(size, to.constant(by, index))).results[0]


@lowers(graph.RmsNormOp)
def lower_rms_norm(op: graph.RmsNormOp, to: ToTensor) -> Value:
    """rms_norm -> sums of squares, then one pass"""
    n, dims, epsilon = Normalization(to, op.source), op.dims.elements, op.epsilon.value
    kept, count = kept_map(n.rank, dims), n.count(dims)

    def square(s: Scalars, x: Value) -> Value:
        return s.mul(x, x)

    def inverse(s: Scalars, total: Value) -> Value:
        return _inverse_root(s, s.div(total, count), epsilon)

    factor = n.small(inverse, n.sum_of(dims, square))

    def finish(s: Scalars, x: Value, f: Value, *scale: Value) -> Value:
        normalized = s.mul(x, f)
        return s.mul(normalized, scale[0]) if scale else normalized

    scale = _parameter(op.scale, n.along(dims))
    return n.finished(finish, (factor, kept), *([scale] if scale is not None else []))


@lowers(graph.LocalResponseNormOp)
def lower_local_response_norm(op: graph.LocalResponseNormOp, to: ToTensor) -> Value:
    """local_response_norm -> pad, sums of squares under a window, then one pass"""
    n, dim, size = Normalization(to, op.source), op.dim.value, op.size.value
    low, high = [0] * n.rank, [0] * n.rank
    low[dim], high[dim] = (size - 1) // 2, size // 2
    source = padded(to, op.source, low, high, to.constant(0, n.element))
    loops = affine_dims(n.rank + 1)
    places = [loop + loops[n.rank] if d == dim else loop for d, loop in enumerate(loops[: n.rank])]
    maps = [AffineMap(n.rank + 1, 0, exprs) for exprs in (places, [loops[n.rank]], loops[: n.rank])]

    def square(s: Scalars, x: Value, unused: Value, total: Value) -> Value:
        del unused
        wide = converted(s, x, n.type)
        return s.total(total, s.mul(wide, wide))

    kinds = [tensor.PARALLEL] * n.rank + [tensor.REDUCTION]
    init = to.filled(0, to.sizes(op.source), n.type)
    squares = to.generic([source, to.empty([size], f32)], maps, [init], kinds, square)[0]

    def finish(s: Scalars, x: Value, total: Value) -> Value:
        base = s.add(s.number(op.bias.value, x), s.mul(s.number(op.alpha.value / size, x), total))
        return s.div(x, power(s, base, op.beta.value))

    return n.finished(finish, (squares, n.identity))


@lowers(graph.LpNormalizeOp)
def lower_lp_normalize(op: graph.LpNormalizeOp, to: ToTensor) -> Value:
    """lp_normalize -> sums of powers, roots, then one pass"""
    n, dims, order = Normalization(to, op.source), op.dims.elements, op.order.value

    def part(s: Scalars, x: Value) -> Value:
        return power(s, s.abs(x), order)

    def norm(s: Scalars, a: Value) -> Value:
        return s.maximum(power(s, a, 1 / order), s.number(op.epsilon.value, a))

    return n.finished(quotient, (n.small(norm, n.sum_of(dims, part)), kept_map(n.rank, dims)))


# -- Softmax -----------------------------------------------------------------------------------------------------------


def largest(n: Normalization, dims: Sequence[int]) -> Value:
    """The largest element along some dimensions, in the working type; either zero, if it is a zero."""

    def combine(s: Scalars, x: Value, maximum: Value) -> Value:
        return s.maximum(maximum, converted(s, x, n.type), EITHER_ZERO)

    return reduced(n.to, [n.source], [n.identity], dims, float("-inf"), n.type, combine)


@lowers(graph.SoftmaxOp)
def lower_softmax(op: graph.SoftmaxOp, to: ToTensor) -> Value:
    """softmax -> maximum, exponentials, their sum, multiplication by its inverse

    The sum is at least 1, so that its inverse is a normal number. Exponentials are 0 where they are no normal numbers.
    """
    n, dims = Normalization(to, op.source), op.dims.elements
    kept = kept_map(n.rank, dims)

    def exponential(s: Scalars, x: Value, m: Value) -> Value:
        below = s.neg(s.abs(s.sub(converted(s, x, n.type), m)))
        return s.insert(math.ExpOp(below, fastmath=arith.FastMathAttr.of("afn")))

    def inverse(s: Scalars, total: Value) -> Value:
        return s.div(s.number(1, total), total)

    powers = computed(to, [op.source, largest(n, dims)], [n.identity, kept], n.type, exponential)
    of_powers = Normalization(to, powers)
    factor = of_powers.small(inverse, of_powers.sum_of(dims, element))
    of_powers.element = n.element
    return of_powers.finished(product, (factor, kept))


@lowers(graph.LogSoftmaxOp)
def lower_log_softmax(op: graph.LogSoftmaxOp, to: ToTensor) -> Value:
    """log_softmax -> maximum, sum of exponentials, its logarithm, subtraction"""
    n, dims = Normalization(to, op.source), op.dims.elements
    kept = kept_map(n.rank, dims)
    most = largest(n, dims)

    def exponential(s: Scalars, x: Value, m: Value) -> Value:
        return s.exp(s.sub(x, m))

    def logarithm(s: Scalars, total: Value) -> Value:
        return s.insert(math.LogOp(total))

    def finish(s: Scalars, x: Value, m: Value, log: Value) -> Value:
        return s.sub(s.sub(x, m), log)

    small = n.small(logarithm, n.sum_of(dims, exponential, (most, kept)))
    return n.finished(finish, (most, kept), (small, kept))
