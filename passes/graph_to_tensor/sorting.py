"""Lowerings of graph ops that order elements: sort, top_k.

Rows that are short are sorted by ranks, others by the digits of their elements, or, where each element has a thread, by
exchanges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dlc.dialects import arith, graph
from dlc.ir import Value
from dlc.ir.builtin_types import index

from .accumulating import element_type_of
from .digit_sorting import positions_by_digits
from .exchange_sorting import positions_by_exchanges
from .first_elements import FirstElements
from .lowering import SizeValue, ToTensor, lowers
from .parallel_rows import is_in_steps
from .positions import Positions, generate, has_nothing, insert_at, nest, when
from .ranks import is_by_ranks, positions_by_ranks, ranks
from .row_keys import KeyOrder, RowKeys, order_of

Elements = Callable[[Positions, list[Value]], Sequence[Value]]
"""Reads what belongs to the element at some places, for each result."""
List = Callable[[Positions, RowKeys], Value]
"""Returns positions in a row, in order."""


def _is_at_once(to: ToTensor, length: SizeValue) -> bool:
    """Return whether many threads order the elements of a row of a length."""
    return to.parallel_rows and (is_by_ranks(to, length) or is_in_steps(to, length))


def _positions_at_once(to: ToTensor, keys: Value, dim: int, order: KeyOrder, sizes: Sequence[SizeValue]) -> Value:
    """Return the positions of elements in their order, at least as many as these sizes say, by many threads."""
    if is_by_ranks(to, to.size(keys, dim)):
        return positions_by_ranks(to, ranks(to, keys, dim, order), dim, sizes)
    return positions_by_exchanges(to, keys, dim, order)


def _in_order(to: ToTensor, source: Value, positions: Value, dim: int, sizes: Sequence[SizeValue]) -> Value:
    """Return the first elements of a tensor in an order along a dimension."""

    def compute(at: Positions, places: list[Value]) -> Value:
        return at.at(source, [*places[:dim], at.at(positions, places), *places[dim + 1 :]])

    return generate(to, sizes, compute, element=element_type_of(source))


class _Ordered(NamedTuple):
    """Results that are made of elements in the order of keys along a dimension."""

    to: ToTensor
    keys: Value
    dim: int
    order: KeyOrder
    inits: Sequence[Value]
    read: Elements

    def by_ranks(self) -> list[Value]:
        """Put each element where its rank says, if that is inside the results."""
        to, dim = self.to, self.dim
        rank_of, count = ranks(to, self.keys, dim, self.order), to.size(self.inits[0], dim)
        is_part = count != to.size(self.keys, dim)

        def visit(at: Positions, places: list[Value], carried: list[Value]) -> Sequence[Value]:
            rank = at.insert(arith.IndexCastUIOp(at.at(rank_of, places), index))

            def put(inner: Positions, _: list[Value], values: list[Value]) -> Sequence[Value]:
                there = [*places[:dim], rank, *places[dim + 1 :]]
                elements = self.read(inner, places)
                return [insert_at(inner, x, into, there) for x, into in zip(elements, values, strict=True)]

            return when(at, at.compare("slt", rank, count) if is_part else None, carried, put)

        return nest(Positions(to), to.sizes(self.keys), self.inits, visit)

    def by_lists(self, list_of: List) -> list[Value]:
        """Put elements in the order of a list of positions for each row."""
        rest = [size for other, size in enumerate(self.to.sizes(self.keys)) if other != self.dim]
        count = self.to.size(self.inits[0], self.dim)

        def each(at: Positions, others: list[Value], carried: list[Value]) -> Sequence[Value]:
            row = RowKeys(self.to, self.keys, self.dim, others, self.order)
            positions = list_of(at, row)

            def move(inner: Positions, places: list[Value], values: list[Value]) -> Sequence[Value]:
                elements = self.read(inner, inner.values(row.places(inner.at(positions, places))))
                there = row.places(places[0])
                return [insert_at(inner, x, into, there) for x, into in zip(elements, values, strict=True)]

            return nest(at, [count], carried, move)

        return nest(Positions(self.to), rest, self.inits, each)


# -- Ops ---------------------------------------------------------------------------------------------------------------


@lowers(graph.SortOp)
def lower_sort(op: graph.SortOp, to: ToTensor) -> Sequence[Value]:
    """sort -> the rank of each element, or a list of positions for each row; elements are put in that order"""
    sources, dim = list(to.operands), op.dim.value
    keys, sizes = sources[0], to.sizes(sources[0])
    order = order_of(to, keys, descending=op.descending is not None)
    inits = [to.empty(sizes, to.element(number)) for number in range(len(sources))]

    def read(at: Positions, places: list[Value]) -> Sequence[Value]:
        return [at.at(source, places) for source in sources]

    if has_nothing(sizes):
        return inits
    if _is_at_once(to, sizes[dim]):
        positions = _positions_at_once(to, keys, dim, order, sizes)
        return [_in_order(to, each, positions, dim, sizes) for each in sources]
    if is_by_ranks(to, sizes[dim]):
        return _Ordered(to, keys, dim, order, inits, read).by_ranks()
    return _Ordered(to, keys, dim, order, inits, read).by_lists(positions_by_digits)


@lowers(graph.TopKOp)
def lower_top_k(op: graph.TopKOp, to: ToTensor) -> Sequence[Value]:
    """top_k -> the positions of the first elements of each row, and the elements there"""
    [source], dim, k = to.operands, op.dim.value, op.k.value
    order = order_of(to, source, descending=op.smallest is None)
    sizes = to.sizes(source)
    wanted = [k if number == dim else size for number, size in enumerate(sizes)]
    inits = [to.empty(wanted, to.element(0)), to.empty(wanted, to.element(1))]

    def read(at: Positions, places: list[Value]) -> Sequence[Value]:
        return [at.at(source, places), at.as_integer(places[dim], to.element(1))]

    if has_nothing(wanted):
        return inits
    if _is_at_once(to, sizes[dim]):
        positions = _positions_at_once(to, source, dim, order, wanted)
        numbers = generate(
            to, wanted, lambda at, places: at.as_integer(at.at(positions, places), to.element(1)), element=to.element(1)
        )
        return [_in_order(to, source, positions, dim, wanted), numbers]
    if is_by_ranks(to, sizes[dim]):
        return _Ordered(to, source, dim, order, inits, read).by_ranks()
    return _Ordered(to, source, dim, order, inits, read).by_lists(FirstElements(to, source, dim, k, order).of_row)
