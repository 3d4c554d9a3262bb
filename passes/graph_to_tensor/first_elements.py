"""The first elements of long rows in their order, without sorting whole rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import arith, tensor
from dlc.dialects.tensor.structured import selection
from dlc.ir import Type, Value
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.builtin_types import f32, i1, index

from .digit_sorting import positions_as_they_lie, positions_by_digits
from .lowering import SizeValue, ToTensor
from .positions import Positions, Two, insert_at, nest, when
from .row_keys import KeyOrder, RowKeys
from .scalars import Scalars

MOST_INSERTED = 64
"""The number of elements up to which they are kept in a list in which the others move when there is a new one."""
LEAST_PART = 8
"""How many times as many elements as are wanted a row has if sorting all of it takes longer."""
BLOCK = 16
"""The number of elements whose best one is known beforehand."""


class FirstElements:
    """The positions of the first k elements of rows along a dimension."""

    def __init__(self, to: ToTensor, keys: Value, dim: int, k: int, order: KeyOrder) -> None:
        self.to = to
        self.k = k
        length = to.size(keys, dim)
        self.is_inserted = k <= MOST_INSERTED
        self.is_small_part = isinstance(length, int) and length >= LEAST_PART * k
        self.best = _best_of_blocks(to, keys, dim, order) if self.is_inserted or self.is_small_part else None
        """The code of the first element in each block of a row."""

    def of_row(self, at: Positions, row: RowKeys) -> Value:
        """Return the positions of at least k elements of a row, those of the first k in their order."""
        if self.best is None:
            return positions_by_digits(at, row)
        return self._inserted(at, row, self.best) if self.is_inserted else self._collected(at, row, self.best)

    def _inserted(self, at: Positions, row: RowKeys, best: Value) -> Value:
        """Insert elements into a list that is kept in order; the last one of the list falls out.

        Blocks of elements none of which is better than the last one of the list are skipped.
        """
        whole = -(-self.k // BLOCK)
        first = at.minimum(whole * BLOCK, row.length)
        blocks = at.quotient(row.length, BLOCK)
        rest = at.maximum(at.mul(blocks, BLOCK), first)

        def fill(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            return self._insert(inner, row.code(inner, places[0]), places[0], carried)

        def visit(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            block = inner.value(inner.add(places[0], whole))
            is_better = self._is_better(inner, inner.at(best, row.places(block)), carried)
            start = inner.mul(block, BLOCK)
            return when(inner, is_better, carried, lambda there, _, lists: insert_all(there, start, BLOCK, lists))

        def insert_all(inner: Positions, start: SizeValue, count: SizeValue, lists: Sequence[Value]) -> list[Value]:
            def test(innermost: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
                place = innermost.value(innermost.add(places[0], start))
                code = row.code(innermost, place)
                is_better = self._is_better(innermost, code, carried)
                return when(
                    innermost, is_better, carried, lambda there, _, values: self._insert(there, code, place, values)
                )

            return nest(inner, [count], lists, test)

        lists = [self._zeros(at, type) for type in (row.order.code_type, index)]
        lists = nest(at, [first], lists, fill)
        lists = nest(at, [at.maximum(at.sub(blocks, whole), 0)], lists, visit)
        return insert_all(at, rest, at.sub(row.length, rest), lists)[1]

    def _collected(self, at: Positions, row: RowKeys, best: Value) -> Value:
        """Collect elements in a list that holds twice as many as are wanted, and is sorted whenever it is full.

        An element that sorts before the k-th of the list is put behind it, in place of one that is not among the first
        k. Blocks of elements none of which does are skipped.
        """
        length = -(-2 * self.k // BLOCK) * BLOCK
        lists = self._sorted(at, row, positions_as_they_lie(at, length), length)

        def visit(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            block = inner.value(inner.add(places[0], length // BLOCK))
            is_better = inner.compare("slt", inner.at(best, row.places(block)), carried[3])
            start = inner.mul(block, BLOCK)
            return when(inner, is_better, carried, lambda there, _, values: collect(there, start, BLOCK, values))

        def collect(inner: Positions, start: SizeValue, count: SizeValue, carried: Sequence[Value]) -> list[Value]:
            def test(innermost: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
                place = innermost.value(innermost.add(places[0], start))
                is_better = innermost.compare("slt", row.code(innermost, place), carried[3])
                return when(innermost, is_better, carried, lambda there, _, values: put(there, place, values))

            return nest(inner, [count], carried, test)

        def put(inner: Positions, place: Value, carried: Sequence[Value]) -> Sequence[Value]:
            source, target, count, limit = carried
            source = insert_at(inner, place, source, [count])
            count = inner.value(inner.add(count, 1))
            full = inner.compare("eq", count, length)
            return when(inner, full, [source, target, count, limit], lambda there, _, values: sort(there, values))

        def sort(inner: Positions, carried: Sequence[Value]) -> Sequence[Value]:
            both = self._sorted(inner, row, Two(carried[0], carried[1]), length)
            return [*both, inner.value(self.k), self._limit(inner, row, both)]

        blocks = at.quotient(row.length, BLOCK)
        carried = [*lists, at.value(self.k), self._limit(at, row, lists)]
        carried = nest(at, [at.sub(blocks, length // BLOCK)], carried, visit)
        rest = at.mul(blocks, BLOCK)
        source, target, *_ = collect(at, rest, at.sub(row.length, rest), carried)
        return self._sorted(at, row, Two(source, target), length).source

    def _limit(self, at: Positions, row: RowKeys, lists: Two) -> Value:
        """Return the code of the k-th element of a list."""
        return row.code(at, at.index_at(lists.source, [self.k - 1]))

    def _sorted(self, at: Positions, row: RowKeys, lists: Two, length: int) -> Two:
        """Return positions in the order of their elements, in the memory in which they are."""
        order = positions_by_digits(at, _Listed(row, lists.source, length))

        def put(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            return [insert_at(inner, inner.at(lists.source, [inner.at(order, places)]), carried[0], places)]

        target = nest(at, [length], [lists.target], put)[0]

        def put_back(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            return [insert_at(inner, inner.at(target, places), carried[0], places)]

        return Two(nest(at, [length], [lists.source], put_back)[0], target)

    def _zeros(self, at: Positions, type: Type) -> Value:
        """Return a list of zeros."""
        empty = at.insert(tensor.EmptyOp.of([self.k], type))
        return at.insert(tensor.FillOp([at.to.constant(0, type)], [empty], [empty.type]))

    def _is_better(self, at: Positions, code: Value, lists: Sequence[Value]) -> Value:
        """Return whether a code is before the last one of the list."""
        return at.insert(arith.CmpIOp.of("slt", code, at.at(lists[0], [self.k - 1])))

    def _insert(self, at: Positions, code: Value, position: Value, lists: Sequence[Value]) -> list[Value]:
        """Return the lists of codes and positions with a new element, behind those that it is not better than.

        As long as the list is not full, an element takes the first free place at the latest.
        """
        no = at.to.constant(0, i1)

        def move(inner: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            codes, positions, code, at_place, is_in = carried
            old, old_position = inner.at(codes, places), inner.at(positions, places)
            scalars = inner.scalars()
            is_free = inner.compare("sle", position, places[0])
            is_before = scalars.bit_or(scalars.compare("lt", code, old), is_free)
            is_in = scalars.bit_or(is_in, is_before)
            codes = insert_at(inner, scalars.select(is_in, code, old), codes, places)
            positions = insert_at(inner, scalars.select(is_in, at_place, old_position), positions, places)
            return [
                codes,
                positions,
                scalars.select(is_in, old, code),
                scalars.select(is_in, old_position, at_place),
                is_in,
            ]

        return nest(at, [self.k], [*lists, code, position, no], move)[:2]


def _best_of_blocks(to: ToTensor, keys: Value, dim: int, order: KeyOrder) -> Value:
    """Return the code of the first element in each block of a row; what remains of a row is in none."""
    rank, at, type = len(keys.shape), Positions(to), order.code_type
    sizes = to.sizes(keys)
    sizes[dim] = at.quotient(sizes[dim], BLOCK)
    loops = affine_dims(rank + 1)
    places = [loops[each] * BLOCK + loops[rank] if each == dim else loops[each] for each in range(rank)]
    maps = [AffineMap(rank + 1, 0, places), selection(rank + 1, (rank,)), selection(rank + 1, tuple(range(rank)))]
    block = to.empty([BLOCK], f32)  # which gives the loop over a block its size

    def best(scalars: Scalars, key: Value, unused: Value, so_far: Value) -> Value:
        del unused
        return scalars.insert(arith.MinSIOp(so_far, order.code(scalars, key)))

    init = to.filled((1 << (type.width - 1)) - 1, sizes, type)
    kinds = [tensor.PARALLEL] * rank + [tensor.REDUCTION]
    return to.generic([keys, block], maps, [init], kinds, best, unsigned=order.unsigned)[0]


class _Listed(NamedTuple):
    """The elements of a row whose positions are in a list."""

    row: RowKeys
    positions: Value
    length: int

    @property
    def order(self) -> KeyOrder:
        """The order of the elements."""
        return self.row.order

    def code(self, at: Positions, position: SizeValue) -> Value:
        """Return the code of an element of the list."""
        return self.row.code(at, at.index_at(self.positions, [position]))
