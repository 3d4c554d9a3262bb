"""Rows that are accumulated and searched by many threads, for machines that have one for each element.

A loop along a row is one thread's work, and has as many iterations as the row has elements. Here a row is accumulated
in log2(n) steps, each of which is parallel: after the first an element holds two elements, after the next one four …
What is found by counting is found by bisection in such counts.

Rows are sorted in steps as well: `sorting`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.ir import Type, Value
from dlc.ir.builtin_types import index

from .lowering import SizeValue, ToTensor
from .positions import Positions, Two, alternate, insert_at, nest

LEAST_ROW = 32
"""The number of elements from which on a row is worth a step for all threads: a shorter one is one thread's work."""
MOST_HALVINGS = 48
"""The number of times that the largest tensor can be halved."""
Element = Callable[[Positions, list[Value]], Value]
"""Writes how an element is computed from its places."""


def is_in_steps(to: ToTensor, length: SizeValue) -> bool:
    """Return whether rows of a length are computed in steps that are parallel."""
    return to.parallel_rows and not (isinstance(length, int) and length < LEAST_ROW)


def running(
    to: ToTensor,
    sizes: Sequence[SizeValue],
    dim: int,
    type: Type,
    first: Element,
    combine: Callable[[Positions, Value, Value], Value],
) -> Value:
    """Return a tensor whose elements are those of `first` combined with all before them along a dimension."""
    at = Positions(to)

    def copy(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [insert_at(inner, first(inner, places), carried[0], places)]

    def step(body: Positions, both: Two, now: list[Value]) -> Value:
        [distance] = now

        def add(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            behind = inner.compare("sle", distance, places[dim])
            earlier = inner.select(behind, inner.sub(places[dim], distance), 0)
            own = inner.at(both.source, places)
            more = combine(inner, inner.at(both.source, [*places[:dim], earlier, *places[dim + 1 :]]), own)
            return [insert_at(inner, inner.select(behind, more, own), carried[0], places)]

        return nest(body, sizes, [both.target], add)[0]

    return alternate(
        at,
        Two(nest(at, sizes, [to.empty(sizes, type)], copy)[0], to.empty(sizes, type)),
        [1],
        lambda test, now: test.compare("slt", now[0], sizes[dim]),
        step,
        lambda body, now: [body.mul(now[0], 2)],
    ).source


def first_above(at: Positions, counts: Value, length: SizeValue, number: Value) -> Value:
    """Return the first position in a rising list at which there is more than a number; there must be one."""
    halvings = length.bit_length() if isinstance(length, int) else MOST_HALVINGS

    def halve(inner: Positions, _: list[Value], carried: list[Value]) -> Sequence[Value]:
        low, high = carried
        middle = inner.value(inner.quotient(inner.add(low, high), 2))
        is_above = inner.compare("slt", number, inner.at(counts, [middle]))
        return [inner.select(is_above, low, inner.add(middle, 1)), inner.select(is_above, middle, high)]

    return nest(at, [halvings], at.values([0, length]), halve)[0]


def places_of(at: Positions, position: SizeValue, sizes: Sequence[SizeValue]) -> list[Value]:
    """Return the places of an element of a shape by its position in row-major order."""
    places: list[SizeValue] = []
    for size in reversed(sizes[1:]):
        rest = at.quotient(position, size)
        places.insert(0, at.sub(position, at.mul(rest, size)))
        position = rest
    return at.values([position, *places] if sizes else [])


def counts_of(to: ToTensor, length: SizeValue, is_there: Callable[[Positions, Value], Value]) -> Value:
    """Return for each position how many positions up to it there are at which something is there."""
    return running(
        to,
        [length],
        0,
        index,
        lambda at, places: at.select(is_there(at, places[0]), 1, 0),
        lambda at, a, b: at.value(at.add(a, b)),
    )
