"""The lowering of `graph.resize`: along one dimension after the other, a small table of which elements count how much,
and a pass that takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlc.dialects import arith, graph, math, tensor
from dlc.ir import Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_types import FloatType, f64, i64, index

from .accumulating import converted, element, element_type_of, with_elements
from .lowering import SizeValue, ToTensor, lowers
from .scalars import Scalars, working_type

USUAL_COEFFICIENT = -0.75
_MIDDLE = ("prefer_floor", "prefer_ceil")
_REPEATING = {"asymmetric": ("floor",), "half_pixel": _MIDDLE, "pytorch_half_pixel": _MIDDLE}
"""The roundings, by coordinates, with which the nearest element of place i is i // n if there are n places for each."""


@lowers(graph.ResizeOp)
def lower_resize(op: graph.ResizeOp, to: ToTensor) -> Value:
    """resize -> a table and a generic for each dimension, or one generic that repeats elements"""
    sizes, resized = to.result_sizes(), op.source
    scales = op.scale_list or [None] * len(op.dims.elements)
    along = list(zip(op.dims.elements, scales, strict=True))
    counts = {dim: _repeats(op, to.size(resized, dim), sizes[dim], scale) for dim, scale in along}
    if counts and all(counts.values()):
        return _repeated(to, resized, counts)
    if op.kind.value != "nearest":
        resized = with_elements(to, resized, working_type(to.element()))
    for dim, scale in along:
        table = Table(op, to, to.size(resized, dim), sizes[dim], scale, element_type_of(resized))
        resized = table.applied(resized, dim)
    return with_elements(to, resized, to.element())


def _repeats(op: graph.ResizeOp, size: SizeValue, count: SizeValue, scale: float | None) -> int:
    """Return how many times each element along a dimension stands side by side, or 0 if that differs or is unknown."""
    if op.kind.value != "nearest" or not (isinstance(size, int) and isinstance(count, int)):
        return 0
    if size == 0 or count % size:
        return 0
    rounding = op.rounding.value if op.rounding is not None else "prefer_floor"
    in_order = _REPEATING.get(op.coordinates.value, ())
    return count // size if rounding in in_order and scale in (None, count // size) else 0


def _repeated(to: ToTensor, source: Value, counts: Mapping[int, int]) -> Value:
    """Return a tensor with each element several times side by side, by dimensions: it has a dimension for the copies
    beside each of these, and both become one."""
    sizes: list[SizeValue] = []
    groups: list[list[int]] = []
    for dim, size in enumerate(to.sizes(source)):
        parts = [size, counts[dim]] if dim in counts else [size]
        groups.append([*range(len(sizes), len(sizes) + len(parts))])
        sizes += parts
    taken = AffineMap.select(len(sizes), tuple(group[0] for group in groups))
    copies = to.each([source], [taken], to.empty(sizes, element_type_of(source)), element)
    return to.insert(tensor.CollapseShapeOp.of(copies, groups)).results[0]


class Table:
    """For each new place along a dimension the elements that count there, and how much."""

    def __init__(
        self, op: graph.ResizeOp, to: ToTensor, size: SizeValue, count: SizeValue, scale: float | None, type: object
    ) -> None:
        self.op, self.to, self.type = op, to, type
        self.size, self.count, self.scale = to.as_value(size), to.as_value(count), scale
        self.new_size = count
        self.coordinates = op.coordinates.value
        self.offsets = {"nearest": [0], "linear": [0, 1], "cubic": [-1, 0, 1, 2]}[op.kind.value]

    def applied(self, source: Value, dim: int) -> Value:
        """The tensor with other elements along the dimension."""
        to, rank = self.to, len(source.shape)
        vectors = self._vectors()
        sizes = to.sizes(source)
        sizes[dim] = self.new_size
        init = to.empty(sizes, element_type_of(source))
        along = AffineMap.select(rank, (dim,))
        maps = [along] * len(vectors) + [tensor.identity(rank)]

        def body(s: Scalars, first: Value, *rest: Value) -> Value:
            places = [s.insert(tensor.IndexOp.of(d)) for d in range(rank)]
            elements: list[Value] = []
            for offset in self.offsets:
                places[dim] = self._clamped(s, self._moved(s, first, offset))
                elements.append(s.insert(tensor.ExtractOp(source, places)))
            return elements[0] if len(self.offsets) == 1 else _weighted(s, elements, rest[:-1])

        return to.generic(vectors, maps, [init], [tensor.PARALLEL] * rank, body)[0]

    def _vectors(self) -> Sequence[Value]:
        """The first element, and the weights from there."""
        to = self.to
        inits = [to.empty([self.new_size], index)]
        if len(self.offsets) > 1:
            assert isinstance(self.type, FloatType)
            inits += [to.empty([self.new_size], self.type) for _ in self.offsets]

        def body(s: Scalars, *old: Value) -> Sequence[Value]:
            del old
            x = s.insert(tensor.IndexOp.of(0))
            return self._from_scale(s, x) if self._uses_scale() else self._from_sizes(s, x)

        return to.generic([], [tensor.identity(1)] * len(inits), inits, [tensor.PARALLEL], body)

    def _uses_scale(self) -> bool:
        return self.scale is not None and self.coordinates != "align_corners"

    # -- Places that are fractions of integers -------------------------------------------------------------------------

    def _from_sizes(self, s: Scalars, x: Value) -> Sequence[Value]:
        numerator, denominator = self._fraction(s, x)
        if self.op.kind.value == "nearest":
            return [self._rounded(s, numerator, denominator)]
        first = s.insert(arith.FloorDivSIOp(numerator, denominator))
        rest = s.insert(arith.SubIOp(numerator, s.insert(arith.MulIOp(first, denominator))))
        return [first, *self._weights(s, first, s.div(_as_float(s, rest), _as_float(s, denominator)))]

    def _fraction(self, s: Scalars, x: Value) -> tuple[Value, Value]:
        one, two = s.constant(1, index), s.constant(2, index)
        if self.coordinates == "align_corners":
            steps = s.insert(arith.MaxSIOp(s.insert(arith.SubIOp(self.count, one)), one))
            return s.insert(arith.MulIOp(x, s.insert(arith.SubIOp(self.size, one)))), steps
        if self.coordinates == "asymmetric":
            return s.insert(arith.MulIOp(x, self.size)), self.count
        odd = s.insert(arith.AddIOp(s.insert(arith.MulIOp(x, two)), one))
        numerator = s.insert(arith.SubIOp(s.insert(arith.MulIOp(odd, self.size)), self.count))
        if self.coordinates == "pytorch_half_pixel":
            numerator = s.select(self._is_single(s), s.constant(0, index), numerator)
        return numerator, s.insert(arith.MulIOp(self.count, two))

    def _is_single(self, s: Scalars) -> Value:
        return s.insert(arith.CmpIOp.of("eq", self.count, s.constant(1, index)))

    def _rounded(self, s: Scalars, numerator: Value, denominator: Value) -> Value:
        rounding = self.op.rounding.value if self.op.rounding is not None else "prefer_floor"
        if rounding == "floor":
            return s.insert(arith.FloorDivSIOp(numerator, denominator))
        if rounding == "ceil":
            return s.insert(arith.CeilDivSIOp(numerator, denominator))
        twice = s.insert(arith.MulIOp(numerator, s.constant(2, index)))
        whole = s.insert(arith.MulIOp(denominator, s.constant(2, index)))
        if rounding == "prefer_ceil":
            return s.insert(arith.FloorDivSIOp(s.insert(arith.AddIOp(twice, denominator)), whole))
        return s.insert(arith.CeilDivSIOp(s.insert(arith.SubIOp(twice, denominator)), whole))

    # -- Places that are floats ----------------------------------------------------------------------------------------

    def _from_scale(self, s: Scalars, x: Value) -> Sequence[Value]:
        place = self._scaled(s, _as_float(s, x))
        if self.op.kind.value == "nearest":
            return [_as_index(s, self._rounded_float(s, place))]
        floor = s.insert(math.FloorOp(place))
        first = _as_index(s, floor)
        return [first, *self._weights(s, first, s.sub(place, floor))]

    def _scaled(self, s: Scalars, x: Value) -> Value:
        scale, half = s.constant(self.scale or 1.0, f64), s.constant(0.5, f64)
        if self.coordinates == "asymmetric":
            return s.div(x, scale)
        scaled = s.sub(s.div(s.add(x, half), scale), half)
        return s.select(self._is_single(s), s.constant(0, f64), scaled) if self.coordinates != "half_pixel" else scaled

    def _rounded_float(self, s: Scalars, place: Value) -> Value:
        rounding, half = (
            self.op.rounding.value if self.op.rounding is not None else "prefer_floor",
            s.constant(0.5, f64),
        )
        if rounding in ("floor", "ceil"):
            return s.insert((math.FloorOp if rounding == "floor" else math.CeilOp)(place))
        if rounding == "prefer_ceil":
            return s.insert(math.FloorOp(s.add(place, half)))
        return s.insert(math.CeilOp(s.sub(place, half)))

    # -- Weights -------------------------------------------------------------------------------------------------------

    def _weights(self, s: Scalars, first: Value, fraction: Value) -> list[Value]:
        one = s.number(1, fraction)
        if self.op.kind.value == "linear":
            weights = [s.sub(one, fraction), fraction]
        else:
            weights = self._cubic(s, first, fraction)
        assert isinstance(self.type, FloatType)
        return [converted(s, weight, self.type) for weight in weights]

    def _cubic(self, s: Scalars, first: Value, fraction: Value) -> list[Value]:
        a = self.op.coefficient.value if self.op.coefficient is not None else USUAL_COEFFICIENT
        one, two = s.number(1, fraction), s.number(2, fraction)

        def polynomial(t: Value, *coefficients: float) -> Value:
            value = s.number(coefficients[0], t)
            for number in coefficients[1:]:
                value = s.add(s.mul(value, t), s.number(number, t))
            return value

        near, far = (a + 2, -(a + 3), 0, 1), (a, -5 * a, 8 * a, -4 * a)
        weights = [
            polynomial(s.add(fraction, one), *far),
            polynomial(fraction, *near),
            polynomial(s.sub(one, fraction), *near),
            polynomial(s.sub(two, fraction), *far),
        ]
        return self._without_outside(s, first, weights) if self.op.exclude_outside is not None else weights

    def _without_outside(self, s: Scalars, first: Value, weights: Sequence[Value]) -> list[Value]:
        kept: list[Value] = []
        for offset, weight in zip(self.offsets, weights, strict=True):
            at = self._moved(s, first, offset)
            is_inside = s.bit_and(
                s.insert(arith.CmpIOp.of("sge", at, s.constant(0, index))),
                s.insert(arith.CmpIOp.of("slt", at, self.size)),
            )
            kept.append(s.select(is_inside, weight, s.number(0, weight)))
        total = kept[0]
        for weight in kept[1:]:
            total = s.add(total, weight)
        return [s.div(weight, total) for weight in kept]

    # -- Indices -------------------------------------------------------------------------------------------------------

    def _moved(self, s: Scalars, first: Value, offset: int) -> Value:
        return s.insert(arith.AddIOp(first, s.constant(offset, index))) if offset else first

    def _clamped(self, s: Scalars, at: Value) -> Value:
        last = s.insert(arith.SubIOp(self.size, s.constant(1, index)))
        return s.insert(arith.MinSIOp(s.insert(arith.MaxSIOp(at, s.constant(0, index))), last))


def _as_float(s: Scalars, a: Value) -> Value:
    return s.insert(arith.SIToFPOp(s.insert(arith.IndexCastOp(a, i64)), f64))


def _as_index(s: Scalars, a: Value) -> Value:
    return s.insert(arith.IndexCastOp(s.insert(arith.FPToSIOp(a, i64)), index))


def _weighted(s: Scalars, elements: Sequence[Value], weights: Sequence[Value]) -> Value:
    """The sum of elements times weights; an element without weight does not matter, whatever it is."""
    total: Value | None = None
    for taken, weight in zip(elements, weights, strict=True):
        zero = s.number(0, weight)
        part = s.select(s.compare("eq", weight, zero), zero, s.mul(taken, weight))
        total = part if total is None else s.add(total, part)
    assert total is not None
    return total
