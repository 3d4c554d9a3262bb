"""Lowerings of graph ops that order elements: sort, top_k. Rows are sorted by merging, through a list of positions."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, loop, tensor
from dlc.ir import Builder, Value
from dlc.ir.builtin_types import index

from .lowering import SizeValue, ToTensor, lowers
from .positions import Positions, has_nothing, nest
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


def sorted_positions(at: Positions, row: _Row) -> Value:
    """The positions of a row's elements in their order: runs of 1, 2, 4 … are merged, from one list to another."""
    to, length = at.to, row.length
    lists = [at.insert(tensor.EmptyOp.of([length], index)) for _ in range(2)]

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [inner.insert(tensor.InsertOp(places[0], carried[0], places))]

    first = nest(at, [length], lists[:1], count)[0]
    merging = loop.WhileOp.over([first, lists[1], to.as_value(1)], location=at.builder.location)
    at.builder.insert(merging)
    before, after = merging.before_block, merging.after_block
    test = Positions(to, Builder.at_end(before))
    test.builder.location = at.builder.location
    goes_on = test.compare("slt", before.args[2], length)
    before.append(loop.ConditionOp(goes_on, list(before.args)))
    body = Positions(to, Builder.at_end(after))
    body.builder.location = at.builder.location
    source, target, run = after.args
    merged = _merge_runs(body, row, source, target, run)
    after.append(loop.YieldOp.of([merged, source, body.value(body.mul(run, 2))]))
    return merging.results[0]


def _merge_runs(at: Positions, row: _Row, source: Value, target: Value, run: Value) -> Value:
    """Each two runs that lie side by side, as one; `a` and `b` say how far both have been taken."""
    length = row.length
    both, last = at.mul(run, 2), at.sub(length, 1)

    def take(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        [place], [merged, a, b] = places, carried
        start = inner.sub(place, inner.rest(place, both))
        middle = inner.minimum(inner.add(start, run), length)
        end = inner.minimum(inner.add(start, both), length)
        begins = inner.compare("eq", place, start)
        a, b = inner.select(begins, start, a), inner.select(begins, middle, b)
        left = inner.index_at(source, [inner.minimum(a, last)])
        right = inner.index_at(source, [inner.minimum(b, last)])
        scalars = inner.scalars()
        wins = scalars.bit_and(inner.compare("slt", b, end), row.comes_first(inner, right, left))
        wins = scalars.bit_or(wins, inner.compare("sle", middle, a))
        merged = inner.insert(tensor.InsertOp(inner.select(wins, right, left), merged, [place]))
        moved = inner.select(wins, inner.add(b, 1), b)
        return [merged, inner.select(wins, a, inner.add(a, 1)), moved]

    zero = at.value(0)
    return nest(at, [length], [target, zero, zero], take)[0]


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
    """top_k -> the first positions of each sorted row, and the elements there"""
    [source], dim, k = to.operands, op.dim.value, op.k.value
    sizes = to.sizes(source)
    wanted = [k if number == dim else size for number, size in enumerate(sizes)]
    inits = [to.empty(wanted, to.element(0)), to.empty(wanted, to.element(1))]
    if has_nothing(wanted):
        return inits
    rest = [size for other, size in enumerate(sizes) if other != dim]

    def each(at: Positions, others: list[Value], carried: list[Value]) -> Sequence[Value]:
        row = _Row(to, source, dim, others, descending=op.smallest is None)
        order = sorted_positions(at, row)

        def move(inner: Positions, places: list[Value], values: list[Value]) -> Sequence[Value]:
            origin, there = inner.index_at(order, places), inner.values(row.places(places[0]))
            element, number = inner.at(source, row.places(origin)), inner.as_integer(origin, to.element(1))
            scalars = [element, number]
            return [inner.insert(tensor.InsertOp(x, into, there)) for x, into in zip(scalars, values, strict=True)]

        return nest(at, [k], carried, move)

    return nest(Positions(to), rest, inits, each)
