"""Lists of positions in rows that are sorted by merging."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import tensor
from dlc.ir import Value
from dlc.ir.builtin_types import index

from .lowering import SizeValue
from .positions import Positions, Two, alternate, nest, when
from .row_keys import RowKeys


def positions_as_they_lie(at: Positions, length: SizeValue) -> Two:
    """Return the first positions of a row as they lie, and a list as long."""
    empty, target = (at.insert(tensor.EmptyOp.of([length], index)) for _ in range(2))

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [inner.insert(tensor.InsertOp(places[0], carried[0], places))]

    return Two(nest(at, [length], [empty], count)[0], target)


def first_by_merging(at: Positions, row: RowKeys, k: int) -> Value:
    """Return the positions of 2 * k elements of a row, which has more; the first k are those that come first, in order.

    The list holds twice as many. An element that sorts before the k-th of the list is put behind it, in place of one
    that is not among the first k. Whenever the list is full of such elements, it is sorted again. So a row costs a
    comparison for each element, and sorting a short list now and then.
    """
    length = 2 * k
    lists = _merged(at, row, positions_as_they_lie(at, length), length)

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
        return [*_merged(inner, row, Two(carried[0], carried[1]), length), inner.value(k)]

    source, target, _ = nest(at, [at.sub(row.length, length)], [*lists, at.value(k)], visit)
    return _merged(at, row, Two(source, target), length).source


def _merged(at: Positions, row: RowKeys, lists: Two, length: int) -> Two:
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


def _merge_runs(at: Positions, row: RowKeys, lists: Two, length: int, run: Value) -> Value:
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
