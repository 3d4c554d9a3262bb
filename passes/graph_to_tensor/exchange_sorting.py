"""Rows that are sorted by exchanging pairs of elements, in steps that a thread for each element takes at once."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.ir import Value
from dlc.ir.builtin_types import i1, index

from .lowering import SizeValue, ToTensor
from .positions import Positions, Two, alternate, insert_at, nest
from .row_keys import KeyOrder, RowKeys


def positions_by_exchanges(to: ToTensor, keys: Value, dim: int, order: KeyOrder) -> Value:
    """Return the positions along a dimension in the order of the keys there.

    Sorted runs of 1, 2, 4 … become one by exchanges at distances that are halved, after a first one with the run beside
    it back to front (a bitonic sorter without directions, so that what lies behind the end counts as the largest).
    """
    sizes, at = to.sizes(keys), Positions(to)

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [insert_at(inner, places[dim], carried[0], places)]

    def step(body: Positions, both: Two, now: list[Value]) -> Value:
        def exchange(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            row = RowKeys(to, keys, dim, [*places[:dim], *places[dim + 1 :]], order)
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


def _is_before(at: Positions, row: RowKeys, a: Value, b: Value) -> Value:
    """Return whether the element at position a comes before that at b; of equal ones, the first does."""
    scalars = at.scalars()
    is_tie = at.insert(arith.CmpIOp.of("eq", row.comes_first(at, b, a), at.to.constant(0, i1)))
    return scalars.bit_or(row.comes_first(at, a, b), scalars.bit_and(is_tie, at.compare("slt", a, b)))
