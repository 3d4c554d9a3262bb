"""Lowerings of pooling: a generic over places and the window, on a padded source.

The loops over the window get their sizes from an operand of the window's shape whose elements are not used.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, graph, tensor
from dlc.dialects.graph.windows import Window
from dlc.ir import Type, Value
from dlc.ir.affine import AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_types import FloatType, IntegerType, f32, i64, index

from .accumulating import computed, converted, element_type_of, with_elements
from .convolution import padded
from .lowering import SizeValue, ToTensor, lowers
from .scalars import EITHER_ZERO, Scalars, is_float, working_type

Pool = graph.PoolOp | graph.ArgmaxPoolOp


class Views:
    """The places of a window over a tensor, as loops: those of the tensor, then those of the window."""

    def __init__(self, op: Pool, to: ToTensor) -> None:
        self.to, self.rank, self.dims = to, len(op.source.shape), op.dims.elements
        self.windows = op.windows(op.window.elements)
        self.ceil = op.ceil_mode is not None
        self.sizes = to.result_sizes()
        self.loops = affine_dims(self.rank + len(self.dims))
        self.kinds = [tensor.PARALLEL] * self.rank + [tensor.REDUCTION] * len(self.dims)
        self.shape = to.empty(list(op.window.elements), f32)
        """The operand that gives the loops over the window their sizes."""

    def met(self, number: int) -> AffineExpr:
        """The element of the padded source along a pooled dimension."""
        window = self.windows[number]
        return self.loops[self.dims[number]] * window.stride + self.loops[self.rank + number] * window.dilation

    @property
    def maps(self) -> list[AffineMap]:
        """The indexing maps of the padded source, the window, and the result."""
        places: list[AffineExpr] = list(self.loops[: self.rank])
        for number, dim in enumerate(self.dims):
            places[dim] = self.met(number)
        count = len(self.loops)
        inner = AffineMap(count, 0, self.loops[self.rank :])
        return [AffineMap(count, 0, places), inner, AffineMap(count, 0, self.loops[: self.rank])]

    def behind(self, window: Window) -> int:
        """The padding after the source: the last window may reach further than the op's padding."""
        return window.high + (window.stride - 1) * self.ceil

    def padded(self, source: Value, value: Value) -> Value:
        """The source with a number around it."""
        low, high = [0] * self.rank, [0] * self.rank
        for dim, window in zip(self.dims, self.windows, strict=True):
            low[dim], high[dim] = window.low, self.behind(window)
        return padded(self.to, source, low, high, value)


@lowers(graph.PoolOp)
def lower_pool(op: graph.PoolOp, to: ToTensor) -> Value:
    """pool -> pad, generic over places and window; averages are divided by counts"""
    views, kind, element = Views(op, to), op.kind.value, to.element()
    if kind in ("max", "min"):
        bound = outermost(element, smallest=kind == "max", unsigned=to.is_unsigned())
        start = around = to.constant(bound, element)
    else:
        start, around = to.constant(0, working_type(element)), to.constant(0, element)
    type = start.type
    source = views.padded(op.source, around)

    def body(s: Scalars, x: Value, unused: Value, result: Value) -> Value:
        del unused
        if kind == "max":
            return s.maximum(result, x, EITHER_ZERO)
        return s.minimum(result, x, EITHER_ZERO) if kind == "min" else s.total(result, converted(s, x, type))

    init = to.filled(start, views.sizes, type)
    unsigned = to.is_unsigned()
    result = to.generic([source, views.shape], views.maps, [init], views.kinds, body, unsigned=unsigned)[0]
    return _averaged(op, to, views, result) if kind == "average" else with_elements(to, result, element)


def outermost(element: Type, *, smallest: bool, unsigned: bool) -> float:
    """Return the identity of min or max in a type: an infinity, or its largest or smallest number."""
    if isinstance(element, FloatType):
        form = element.format
        largest = form.to_float(form.largest if form.infinity is None else form.infinity)
        return largest if not smallest else -largest if form.sign_bit else 0.0
    assert isinstance(element, IntegerType)
    if unsigned:
        return 0 if smallest else (1 << element.width) - 1
    return -(1 << (element.width - 1)) if smallest else (1 << (element.width - 1)) - 1


def _averaged(op: graph.PoolOp, to: ToTensor, views: Views, total: Value) -> Value:
    """Sums divided by how many elements there are: a number for the whole, or one along each pooled dimension."""
    element, type = to.element(), element_type_of(total)
    constant = 1
    vectors: list[Value] = []
    maps: list[AffineMap] = []
    dims = affine_dims(views.rank)
    for number, (dim, window) in enumerate(zip(views.dims, views.windows, strict=True)):
        counts_all = op.count_padding is not None or not (window.low or window.high)
        if counts_all and not views.ceil:
            assert isinstance(window.size, int)
            constant *= window.size
        else:
            vectors.append(_counts(op, views, number, type))
            maps.append(AffineMap(views.rank, 0, [dims[dim]]))

    def divide(s: Scalars, x: Value, *counts: Value) -> Value:
        divisor = s.number(constant, x)
        for count in counts:
            divisor = s.mul(divisor, count)
        return converted(s, s.div(x, divisor), element)

    return computed(to, [total, *vectors], [tensor.identity(views.rank), *maps], element, divide)


def _counts(op: graph.PoolOp, views: Views, number: int, type: Type) -> Value:
    """Return how many elements of the window count at each place along a pooled dimension."""
    to, dim, window = views.to, views.dims[number], views.windows[number]
    size = to.as_value(to.size(op.source, dim))
    with_padding = op.count_padding is not None
    low = 0 if with_padding else window.low
    high = window.high + window.low if with_padding else window.low
    assert isinstance(window.size, int)
    shape = to.empty([window.size], f32)
    place, inner = affine_dims(2)
    init = to.filled(0, [views.sizes[dim]], type)

    def body(s: Scalars, unused: Value, count: Value) -> Value:
        del unused
        at = index_sum(s, (_index(s, 0), window.stride), (_index(s, 1), window.dilation))
        is_counted = inside(s, at, s.constant(low, index), s.insert(arith.AddIOp(size, s.constant(high, index))))
        return s.select(is_counted, s.add(count, s.number(1, count)), count)

    maps = [AffineMap(2, 0, [inner]), AffineMap(2, 0, [place])]
    return to.generic([shape], maps, [init], [tensor.PARALLEL, tensor.REDUCTION], body)[0]


def _index(s: Scalars, loop: int) -> Value:
    return s.insert(tensor.IndexOp.of(loop))


def index_sum(s: Scalars, *parts: tuple[Value, int]) -> Value:
    """Indices times numbers, added up."""
    total: Value | None = None
    for value, factor in parts:
        part = value if factor == 1 else s.insert(arith.MulIOp(value, s.constant(factor, index)))
        total = part if total is None else s.insert(arith.AddIOp(total, part))
    assert total is not None
    return total


def inside(s: Scalars, at: Value, low: Value, limit: Value) -> Value:
    """low <= at < limit, of indices."""
    return s.bit_and(s.insert(arith.CmpIOp.of("sge", at, low)), s.insert(arith.CmpIOp.of("slt", at, limit)))


@lowers(graph.ArgmaxPoolOp)
def lower_argmax_pool(op: graph.ArgmaxPoolOp, to: ToTensor) -> Sequence[Value]:
    """argmax_pool -> generic that keeps the largest element and its number"""
    views, element, unsigned = Views(op, to), to.element(), to.is_unsigned()
    start = to.constant(outermost(element, smallest=True, unsigned=unsigned), element)
    source = views.padded(op.source, start)
    sizes: list[SizeValue] = [to.size(op.source, dim) for dim in views.dims]
    limits = [to.as_value(size) for size in sizes]
    inits = [to.filled(start, views.sizes, element), to.filled(-1, views.sizes, i64)]

    def body(s: Scalars, x: Value, unused: Value, best: Value, number: Value) -> Sequence[Value]:
        del unused
        is_source, place = _place(s, views, limits)
        is_better = s.compare("gt", x, best)
        if is_float(x):
            is_better = s.bit_or(is_better, s.bit_and(s.is_nan(x), s.bit_xor(s.is_nan(best), s.constant(1, _BOOL))))
        is_first = s.insert(arith.CmpIOp.of("slt", number, s.number(0, number)))
        is_chosen = s.bit_and(is_source, s.bit_or(is_better, is_first))
        whole = s.insert(arith.IndexCastOp(place, i64))
        return [s.select(is_chosen, x, best), s.select(is_chosen, whole, number)]

    maps = [*views.maps, views.maps[2]]
    return to.generic([source, views.shape], maps, inits, views.kinds, body, unsigned=unsigned)


_BOOL = IntegerType(1)


def _place(s: Scalars, views: Views, limits: Sequence[Value]) -> tuple[Value, Value]:
    """Return whether the source has the element, and its linear index there."""
    is_source, place = s.constant(1, _BOOL), s.constant(0, index)
    zero = s.constant(0, index)
    for number, (dim, window, limit) in enumerate(zip(views.dims, views.windows, limits, strict=True)):
        met = index_sum(s, (_index(s, dim), window.stride), (_index(s, views.rank + number), window.dilation))
        at = s.insert(arith.SubIOp(met, s.constant(window.low, index))) if window.low else met
        is_source = s.bit_and(is_source, inside(s, at, zero, limit))
        place = s.insert(arith.AddIOp(s.insert(arith.MulIOp(place, limit)), at))
    return is_source, place
