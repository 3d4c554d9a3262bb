"""Rows that are sorted by the digits of their elements, the last digit first.

A digit is a byte. A step counts how often each digit occurs, so that it knows where the elements with a digit begin,
and puts each position behind those of elements with the same digit. There are as many steps as the difference of the
largest and the smallest element has digits: the time is linear in the row's length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dlc.dialects import arith, math, tensor
from dlc.ir import Value
from dlc.ir.builtin_types import index

from .lowering import SizeValue
from .positions import Positions, Two, alternate, insert_at, nest
from .row_keys import KeyOrder

DIGIT_BITS = 8
DIGITS = 1 << DIGIT_BITS


def positions_as_they_lie(at: Positions, length: SizeValue) -> Two:
    """Return the first positions of a row as they lie, and a list as long."""
    empty, target = (at.insert(tensor.EmptyOp.of([length], index)) for _ in range(2))

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [inner.insert(tensor.InsertOp(places[0], carried[0], places))]

    return Two(nest(at, [length], [empty], count)[0], target)


class Codes(Protocol):
    """Elements that are sorted by their codes."""

    @property
    def order(self) -> KeyOrder:
        """Their order."""
        ...

    @property
    def length(self) -> SizeValue:
        """Their number."""
        ...

    def code(self, at: Positions, position: SizeValue) -> Value:
        """Return the code of an element."""
        ...


def positions_by_digits(at: Positions, row: Codes) -> Value:
    """Return the positions of all elements of a row in the order of the elements; equal ones stay in order."""
    codes, bits = _codes(at, row)
    return alternate(
        at,
        positions_as_they_lie(at, row.length),
        [0],
        lambda test, now: test.compare("slt", now[0], bits),
        lambda body, both, now: _sort_by_digit(body, row, codes, both, now[0]),
        lambda body, now: [body.add(now[0], DIGIT_BITS)],
    ).source


def _codes(at: Positions, row: Codes) -> tuple[Value, Value]:
    """Return by how much each element's code exceeds the least one, and how many bits the largest of these has."""
    type = row.order.code_type
    empty = at.insert(tensor.EmptyOp.of([row.length], type))
    half = 1 << (type.width - 1)
    highest, lowest = at.to.constant(half - 1, type), at.to.constant(-half, type)

    def encode(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        codes, least, most = carried
        code = row.code(inner, places[0])
        least, most = inner.insert(arith.MinSIOp(least, code)), inner.insert(arith.MaxSIOp(most, code))
        return [insert_at(inner, code, codes, places), least, most]

    codes, least, most = nest(at, [row.length], [empty, highest, lowest], encode)

    def move(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        code = inner.insert(arith.SubIOp(inner.at(carried[0], places), least))
        return [insert_at(inner, code, carried[0], places)]

    [codes] = nest(at, [row.length], [codes], move)
    zeros = at.insert(math.CountLeadingZerosOp(at.insert(arith.SubIOp(most, least))))
    return codes, at.value(at.sub(type.width, at.insert(arith.IndexCastOp(zeros, index))))


def _sort_by_digit(at: Positions, row: Codes, codes: Value, lists: Two, shift: Value) -> Value:
    """Return the target with the positions of the source in the order of a digit."""
    places_after = at.as_integer(shift, row.order.code_type)

    def digit(inner: Positions, position: Value) -> Value:
        code = inner.insert(arith.ShRUIOp(inner.at(codes, [position]), places_after))
        code = inner.insert(arith.AndIOp(code, at.to.constant(DIGITS - 1, row.order.code_type)))
        return inner.insert(arith.IndexCastUIOp(code, index))

    def clear(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        return [insert_at(inner, inner.value(0), carried[0], places)]

    def count(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        [counts], its = carried, digit(inner, places[0])
        return [insert_at(inner, inner.value(inner.add(inner.at(counts, [its]), 1)), counts, [its])]

    def begin(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        [starts, so_far] = carried
        number = inner.at(starts, places)
        return [insert_at(inner, so_far, starts, places), inner.value(inner.add(so_far, number))]

    def put(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
        [target, starts], position = carried, inner.at(lists.source, places)
        its = digit(inner, position)
        place = inner.at(starts, [its])
        target = insert_at(inner, position, target, [place])
        return [target, insert_at(inner, inner.value(inner.add(place, 1)), starts, [its])]

    counts = nest(at, [DIGITS], [at.insert(tensor.EmptyOp.of([DIGITS], index))], clear)
    counts = nest(at, [row.length], counts, count)
    starts, _ = nest(at, [DIGITS], [*counts, at.value(0)], begin)
    return nest(at, [row.length], [lists.target, starts], put)[0]
