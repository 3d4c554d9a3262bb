"""Lowerings of graph ops that order elements: sort, top_k. Rows are sorted by merging, through a list of positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import graph, loop, tensor
from dlc.ir import Builder, Value
from dlc.ir.builtin_types import index

from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, has_nothing, nest, when
from .scalars import is_float


class _Row:
    """One row of the keys: what is compared, and how."""

    def __init__(self, to: ToTensor, keys: Value, dim: int, others: Sequence[Value], *, descending: bool) -> None:
        self.to = to
        self.keys = keys
        self.dim = dim
        self.others = others
        self.descending = descending
        self.length = to.size(keys, dim)

    def places(self, position: SizeValue) -> list[SizeValue]:
        """Return the tensor indices of an element of the row."""
        return [*self.others[: self.dim], position, *self.others[self.dim :]]

    def comes_first(self, at: Positions, a: Value, b: Value) -> Value:
        """Return whether the key at position a sorts before that at b; NaN is larger than all others."""
        x, y = at.at(self.keys, self.places(a)), at.at(self.keys, self.places(b))
        scalars = at.scalars(unsigned=self.to.is_unsigned())
        smaller = scalars.compare("gt" if self.descending else "lt", x, y)
        if not is_float(x):
            return smaller
        nan, number = (x, y) if self.descending else (y, x)
        is_number = scalars.bit_xor(scalars.is_nan(number), self.to.constant(1, smaller.type))
        return scalars.bit_or(smaller, scalars.bit_and(scalars.is_nan(nan), is_number))


class _Lists(NamedTuple):
    """A list of positions, and one as long that it is merged into."""

    source: Value
    target: Value

    @classmethod
    def of_first(cls, at: Positions, length: SizeValue) -> _Lists:
        """Return the first positions of a row, as they lie."""
        empty, target = (at.insert(tensor.EmptyOp.of([length], index)) for _ in range(2))

        def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            return [inner.insert(tensor.InsertOp(places[0], carried[0], places))]

        return cls(nest(at, [length], [empty], count)[0], target)


def sorted_positions(at: Positions, row: _Row) -> Value:
    """Return the positions of a row's elements in their order."""
    return _sorted(at, row, _Lists.of_first(at, row.length), row.length).source


def _sorted(at: Positions, row: _Row, lists: _Lists, length: SizeValue) -> _Lists:
    """Return positions in the order of their elements: runs of 1, 2, 4 … are merged into the other list, and back.

    Lists do not change places, which would copy both of them. A run as long as the list is merged with nothing.
    """
    to = at.to
    merging = loop.WhileOp.over([*lists, to.as_value(1)], location=at.builder.location)
    at.builder.insert(merging)
    before, after = merging.before_block, merging.after_block
    test = Positions(to, Builder.at_end(before))
    test.builder.location = at.builder.location
    goes_on = test.compare("slt", before.args[2], length)
    before.append(loop.ConditionOp(goes_on, list(before.args)))
    body = Positions(to, Builder.at_end(after))
    body.builder.location = at.builder.location
    source, target, run = after.args
    target = _merge_runs(body, row, _Lists(source, target), length, run)
    run = body.value(body.mul(run, 2))
    source = _merge_runs(body, row, _Lists(target, source), length, run)
    after.append(loop.YieldOp.of([source, target, body.value(body.mul(run, 2))]))
    return _Lists(merging.results[0], merging.results[1])


def _merge_runs(at: Positions, row: _Row, lists: _Lists, length: SizeValue, run: Value) -> Value:
    """Return the target with each two runs of the source that lie side by side as one.

    The two begin at `start`; `a` and `b` say how far they have been taken.
    """
    both, last = at.mul(run, 2), at.sub(length, 1)

    def take(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        [place], [merged, start, a, b] = places, carried
        begins = inner.compare("eq", place, inner.add(start, both))
        start = inner.select(begins, place, start)
        middle = inner.minimum(inner.add(start, run), length)
        end = inner.minimum(inner.add(start, both), length)
        a, b = inner.select(begins, start, a), inner.select(begins, middle, b)
        left = inner.index_at(lists.source, [inner.minimum(a, last)])
        right = inner.index_at(lists.source, [inner.minimum(b, last)])
        scalars = inner.scalars()
        wins = scalars.bit_and(inner.compare("slt", b, end), row.comes_first(inner, right, left))
        wins = scalars.bit_or(wins, inner.compare("sle", middle, a))
        merged = inner.insert(tensor.InsertOp(inner.select(wins, right, left), merged, [place]))
        moved = inner.select(wins, inner.add(b, 1), b)
        return [merged, start, inner.select(wins, a, inner.add(a, 1)), moved]

    zero = at.value(0)
    return nest(at, [length], [lists.target, zero, zero, at.value(at.minimum(run, length))], take)[0]


def first_positions(at: Positions, row: _Row, k: int) -> Value:
    """Return the positions of at least k elements of a row, those of the first k in their order.

    The list holds twice as many. An element that sorts before the k-th of the list is put behind it, in place of one
    that is not among the first k. Whenever the list is full of such elements, it is sorted again. So a row costs a
    comparison for each element, and sorting a short list now and then.
    """
    length = at.minimum(2 * k, row.length)
    lists = _sorted(at, row, _Lists.of_first(at, length), length)
    if length is row.length:
        return lists.source

    def visit(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        place = inner.value(inner.add(places[0], length))
        is_better = row.comes_first(inner, place, inner.index_at(carried[0], [k - 1]))
        return when(inner, is_better, carried, lambda there, _, values: put(there, place, values))

    def put(inner: Positions, place: Value, carried: list[Value]) -> Sequence[Value]:
        source, target, count = carried
        source = inner.insert(tensor.InsertOp(place, source, [count]))
        count = inner.value(inner.add(count, 1))
        return when(inner, inner.compare("eq", count, length), [source, target, count], sort)

    def sort(inner: Positions, _: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [*_sorted(inner, row, _Lists(carried[0], carried[1]), length), inner.value(k)]

    source, target, _ = nest(at, [at.sub(row.length, length)], [*lists, at.value(k)], visit)
    return _sorted(at, row, _Lists(source, target), length).source


@lowers(graph.SortOp)
def lower_sort(op: graph.SortOp, to: ToTensor) -> Sequence[Value]:
    """sort -> for each row a list of positions, merged until it is in order; then elements are read in that order"""
    sources, dim = list(to.operands), op.dim.value
    sizes = to.sizes(sources[0])
    inits = [to.empty(sizes, to.element(number)) for number in range(len(sources))]
    if has_nothing(sizes):
        return inits
    rest = [size for other, size in enumerate(sizes) if other != dim]

    def each(at: Positions, others: list[Value], carried: list[Value]) -> Sequence[Value]:
        row = _Row(to, sources[0], dim, others, descending=op.descending is not None)
        order = sorted_positions(at, row)

        def move(inner: Positions, places: list[Value], values: list[Value]) -> Sequence[Value]:
            origin, there = row.places(inner.index_at(order, places)), inner.values(row.places(places[0]))
            pairs = zip(sources, values, strict=True)
            return [inner.insert(tensor.InsertOp(inner.at(old, origin), new, there)) for old, new in pairs]

        return nest(at, [sizes[dim]], carried, move)

    return nest(Positions(to), rest, inits, each)


@lowers(graph.TopKOp)
def lower_top_k(op: graph.TopKOp, to: ToTensor) -> Sequence[Value]:
    """top_k -> the positions of the first elements of each row, and the elements there"""
    [source], dim, k = to.operands, op.dim.value, op.k.value
    sizes = to.sizes(source)
    wanted = [k if number == dim else size for number, size in enumerate(sizes)]
    inits = [to.empty(wanted, to.element(0)), to.empty(wanted, to.element(1))]
    if has_nothing(wanted):
        return inits
    rest = [size for other, size in enumerate(sizes) if other != dim]

    def each(at: Positions, others: list[Value], carried: list[Value]) -> Sequence[Value]:
        row = _Row(to, source, dim, others, descending=op.smallest is None)
        order = first_positions(at, row, k)

        def move(inner: Positions, places: list[Value], values: list[Value]) -> Sequence[Value]:
            origin, there = inner.index_at(order, places), inner.values(row.places(places[0]))
            element, number = inner.at(source, row.places(origin)), inner.as_integer(origin, to.element(1))
            scalars = [element, number]
            return [inner.insert(tensor.InsertOp(x, into, there)) for x, into in zip(scalars, values, strict=True)]

        return nest(at, [k], carried, move)

    return nest(Positions(to), rest, inits, each)
