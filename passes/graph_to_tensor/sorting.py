"""Lowerings of graph ops that order elements: sort, top_k.

Rows are sorted through a list of positions: by merging, or, where each element has a thread, by steps in which pairs of
elements are exchanged (`parallel_rows`).
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, graph, tensor
from dlc.ir import Value
from dlc.ir.builtin_types import i1, index

from .accumulating import element_type_of
from .lowering import SizeValue, ToTensor, lowers
from .parallel_rows import is_in_steps
from .positions import Positions, Two, alternate, generate, has_nothing, insert_at, nest, when
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


def _positions(at: Positions, length: SizeValue) -> Two:
    """Return the first positions of a row as they lie, and a list as long."""
    empty, target = (at.insert(tensor.EmptyOp.of([length], index)) for _ in range(2))

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [inner.insert(tensor.InsertOp(places[0], carried[0], places))]

    return Two(nest(at, [length], [empty], count)[0], target)


def sorted_positions(at: Positions, row: _Row) -> Value:
    """Return the positions of a row's elements in their order."""
    return _sorted(at, row, _positions(at, row.length), row.length).source


def _sorted(at: Positions, row: _Row, lists: Two, length: SizeValue) -> Two:
    """Return positions in the order of their elements: runs of 1, 2, 4 … are merged into the other list, and back.

    A run as long as the list is merged with nothing.
    """
    return alternate(
        at,
        lists,
        [1],
        lambda test, now: test.compare("slt", now[0], length),
        lambda body, both, now: _merge_runs(body, row, both, length, now[0]),
        lambda body, now: [body.mul(now[0], 2)],
    )


def _merge_runs(at: Positions, row: _Row, lists: Two, length: SizeValue, run: Value) -> Value:
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
    lists = _sorted(at, row, _positions(at, length), length)
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
        return [*_sorted(inner, row, Two(carried[0], carried[1]), length), inner.value(k)]

    source, target, _ = nest(at, [at.sub(row.length, length)], [*lists, at.value(k)], visit)
    return _sorted(at, row, Two(source, target), length).source


# -- In parallel steps -------------------------------------------------------------------------------------------------


def _order_in_steps(to: ToTensor, keys: Value, dim: int, *, descending: bool) -> Value:
    """Return the positions along a dimension in the order of the keys there.

    Sorted runs of 1, 2, 4 … become one by exchanges at distances that are halved, after a first one with the run beside
    it back to front (a bitonic sorter without directions, so that what lies behind the end counts as the largest).
    """
    sizes, at = to.sizes(keys), Positions(to)

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [insert_at(inner, places[dim], carried[0], places)]

    def step(body: Positions, both: Two, now: list[Value]) -> Value:
        def exchange(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            row = _Row(to, keys, dim, [*places[:dim], *places[dim + 1 :]], descending=descending)
            partner = inner.insert(arith.XOrIOp(places[dim], now[1]))
            partner = inner.select(inner.compare("slt", partner, row.length), partner, places[dim])
            mine, theirs = inner.at(both.source, places), inner.at(both.source, row.places(partner))
            is_lower = inner.compare("sle", places[dim], partner)
            taken = inner.insert(arith.CmpIOp.of("eq", _is_before(inner, row, theirs, mine), is_lower))
            return [insert_at(inner, inner.select(taken, theirs, mine), carried[0], places)]

        return nest(body, sizes, [both.target], exchange)[0]

    return alternate(
        at,
        Two(nest(at, sizes, [to.empty(sizes, index)], count)[0], to.empty(sizes, index)),
        [2, 1],
        lambda test, now: test.compare("slt", now[0], test.mul(sizes[dim], 2)),
        step,
        _next_exchange,
    ).source


def _next_exchange(at: Positions, now: list[Value]) -> Sequence[SizeValue]:
    """Return the length of runs, and what the positions of a pair differ by, of the next step.

    The step after the last one pairs all elements with what lies behind the end.
    """
    run, difference = now
    is_first = at.compare("eq", difference, at.sub(run, 1))
    half = at.quotient(at.select(is_first, at.quotient(run, 2), difference), 2)
    is_done = at.compare("eq", half, 0)
    longer = at.mul(run, 2)
    return [at.select(is_done, longer, run), at.select(is_done, at.sub(longer, 1), half)]


def _is_before(at: Positions, row: _Row, a: Value, b: Value) -> Value:
    """Return whether the element at position a comes before that at b; of equal ones, the first does."""
    scalars = at.scalars()
    is_tie = at.insert(arith.CmpIOp.of("eq", row.comes_first(at, b, a), at.to.constant(0, i1)))
    return scalars.bit_or(row.comes_first(at, a, b), scalars.bit_and(is_tie, at.compare("slt", a, b)))


def _in_order(to: ToTensor, source: Value, order: Value, dim: int, sizes: Sequence[SizeValue]) -> Value:
    """Return the first elements of a tensor in an order along a dimension."""

    def compute(at: Positions, places: list[Value]) -> Value:
        return at.at(source, [*places[:dim], at.at(order, places), *places[dim + 1 :]])

    return generate(to, sizes, compute, element=element_type_of(source))


# -- Ops ---------------------------------------------------------------------------------------------------------------


@lowers(graph.SortOp)
def lower_sort(op: graph.SortOp, to: ToTensor) -> Sequence[Value]:
    """sort -> for each row a list of positions, merged until it is in order; then elements are read in that order"""
    sources, dim = list(to.operands), op.dim.value
    sizes = to.sizes(sources[0])
    inits = [to.empty(sizes, to.element(number)) for number in range(len(sources))]
    if has_nothing(sizes):
        return inits
    if is_in_steps(to, sizes[dim]):
        order = _order_in_steps(to, sources[0], dim, descending=op.descending is not None)
        return [_in_order(to, each, order, dim, sizes) for each in sources]
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
    if is_in_steps(to, sizes[dim]):
        order = _order_in_steps(to, source, dim, descending=op.smallest is None)
        numbers = generate(
            to, wanted, lambda at, places: at.as_integer(at.at(order, places), to.element(1)), element=to.element(1)
        )
        return [_in_order(to, source, order, dim, wanted), numbers]
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
