"""Rows of a table that are combined bag by bag: `embedding_bag`.

A bag is a run of positions; where each one begins is known when running, unless all have one length. Those of one
length are a dimension that is reduced; others are scattered into the results of their bags.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from dlc.ir.sizes import Dim, add

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import StringAttr, Value
from ....ir.builtin_types import i64
from ...positions import gather_along, scatter_rows, scatter_slices, take
from ..installed import fx, torch
from ..node import Node
from ..registry import imports
from .functions import wide

SUM, MEAN, MAX = range(3)
"""How rows are combined, as PyTorch numbers it."""
BEHIND = (1 << 63) - 1
"""A position behind all others."""


class _Rows(NamedTuple):
    """The rows of all bags, one after the other or a dimension for each bag."""

    places: Value
    """The numbers of rows, like `rows` without the last dimension."""
    rows: Value
    counts: Value | None
    """A truth value for each row, whether it takes part; `None` if all do."""
    bags: Value | None
    """The bag of each row, `None` if bags are a dimension."""


@imports("_embedding_bag", "_embedding_bag_forward_only")
def import_embedding_bag(
    node: Node,
    table: Value,
    places: Value,
    offsets: Value,
    scale_grad_by_freq: bool = False,
    mode: int = SUM,
    sparse: bool = False,
    weights: Value | None = None,
    include_last_offset: bool = False,
    padding: int = -1,
) -> list[Value | None]:
    """Rows combined bag by bag; the bags of rows, the sizes of bags, and the rows with the largest elements."""
    del scale_grad_by_freq, sparse
    count = node.traced_shape(0)[0]
    if 0 in shape_of(places) or 0 in node.traced_shape(0):
        raise node.refusal("there are no rows to combine")
    length = None if include_last_offset else _length_of_bags(node)
    bags = _bags(node, places, offsets) if length is None or _wants_bags(node) else None
    places = node.cast(node.places_in(table, places, 0), i64)
    if length is not None:
        places = node.reshape(places, [count, length])
        weights = None if weights is None else node.reshape(weights, [count, length])
    rows = wide(node, take(node, table, places, 0))
    if weights is not None:
        rows = graph.mul(rows, node.broadcast(node.cast(weights, element_of(rows)), _leading(places), shape_of(rows)))
    counts = graph.compare("ne", places, node.full(padding, places)) if padding >= 0 else None
    given = _Rows(places, rows, counts, None if length is not None else bags)
    sizes = _sizes_of_bags(node, given, count)
    combined = _largest(node, given, count, sizes) if mode == MAX else _sum(node, given, count)
    if mode == MEAN:
        divisor = node.cast(graph.maximum(sizes, 1), element_of(combined))
        combined = graph.div(combined, node.broadcast(divisor, [0], shape_of(combined)))
    at_largest = _rows_of_largest(node, given, count, combined) if mode == MAX and node.wants(3) else None
    if mode != MAX and node.wants(3):
        at_largest = node.zeros(node.traced_shape(3), i64)
    if mode == SUM:
        sizes = _none(node, 2)  # of sums, PyTorch does not count them
    elif "forward_only" in node.op and include_last_offset:
        sizes = node.pad(sizes, [0], [1])
    return [combined, bags if _wants_bags(node) else _none(node, 1), sizes, at_largest]


def _leading(places: Value) -> range:
    return range(len(shape_of(places)))


def _wants_bags(node: Node) -> bool:
    """Return whether the bags of rows are a result; of plain sums, PyTorch leaves them out."""
    return node.wants(1) and node.traced_shape(1) != (0,)


def _none(node: Node, number: int) -> Value | None:
    return node.zeros(node.traced_shape(number), i64) if node.wants(number) else None


# -- Bags --------------------------------------------------------------------------------------------------------------


def _length_of_bags(node: Node) -> Dim:
    """Return the length of all bags if they have one, as those of a matrix do: PyTorch counts in steps of it."""
    offsets: Any = node.fx_node.args[2]
    if offsets.target is not torch.ops.aten.arange.start_step or offsets.args[0] != 0:
        return None
    step: Any = offsets.args[2] if len(offsets.args) > 2 else 1
    return node.symbols.dim(step.meta["val"] if isinstance(step, fx.Node) else step)


def _bags(node: Node, places: Value, offsets: Value) -> Value:
    """Return the bag of each row: of the last one that begins at it or before it."""
    [total] = shape_of(places)
    first = node.add(
        graph.CheckIndicesOp(
            node.cast(node.slice(offsets, 0, 0, 1), i64),
            node.constant(1, i64),
            StringAttr(f"{node.subject} has offsets that do not begin with 0"),
        )
    )
    starts = graph.add(node.cast(offsets, i64), node.spread(node.reshape(first, ()), shape_of(offsets)))
    room = _filled(node, 0, [add(total, 1)], i64)
    starts = node.places_in(room, starts, 0)
    begins = scatter_rows(room, node.expand(starts, [1]), node.full(1, starts), "add")
    return graph.sub(graph.cumulative("sum", node.slice(begins, 0, 0, total), 0), 1)


def _sizes_of_bags(node: Node, given: _Rows, count: Dim) -> Value:
    """Return how many rows take part in each bag."""
    ones = node.cast(given.counts, i64) if given.counts is not None else node.full(1, given.places)
    if given.bags is None:
        return node.reduce("sum", ones, [1])
    return scatter_rows(_filled(node, 0, [count], i64), node.expand(given.bags, [1]), ones, "add")


def _filled(node: Node, number: float, shape: list[Dim], element: Any) -> Value:
    return node.broadcast(node.constant(number, element), (), shape)


# -- Rows --------------------------------------------------------------------------------------------------------------


def _masked(node: Node, given: _Rows, number: float) -> Value:
    """Return the rows, with a number in the place of those that take no part."""
    if given.counts is None:
        return given.rows
    takes_part = node.broadcast(given.counts, _leading(given.places), shape_of(given.rows))
    return graph.select(takes_part, given.rows, node.full(number, given.rows))


def _combined(node: Node, given: _Rows, count: Dim, rows: Value, kind: str, start: float) -> Value:
    if given.bags is None:
        return node.reduce("sum" if kind == "add" else kind, rows, [1])
    base = _filled(node, start, [count, shape_of(rows)[-1]], element_of(rows))
    return scatter_slices(base, given.bags, rows, kind, 0)


def _sum(node: Node, given: _Rows, count: Dim) -> Value:
    return _combined(node, given, count, _masked(node, given, 0), "add", 0)


def _largest(node: Node, given: _Rows, count: Dim, sizes: Value) -> Value:
    """Return the largest elements, and 0 for bags without rows."""
    lowest = float("-inf")
    largest = _combined(node, given, count, _masked(node, given, lowest), "max", lowest)
    has_rows = node.broadcast(graph.compare("ne", sizes, 0), [0], shape_of(largest))
    return graph.select(has_rows, largest, 0.0)


def _rows_of_largest(node: Node, given: _Rows, count: Dim, largest: Value) -> Value:
    """Return the numbers of the rows that have the largest elements, the first of equal ones."""
    rows, places = given.rows, given.places
    of_bags = (
        node.broadcast(largest, [0, 2], shape_of(rows)) if given.bags is None else take(node, largest, given.bags, 0)
    )
    is_largest = graph.compare("eq", rows, of_bags)
    if given.counts is not None:
        is_largest = graph.and_(is_largest, node.broadcast(given.counts, _leading(places), shape_of(rows)))
    along = len(shape_of(places)) - 1
    numbers = node.iota(shape_of(rows), along)
    behind = node.full(BEHIND, numbers)
    at = _combined(node, given, count, graph.select(is_largest, numbers, behind), "min", BEHIND)
    last = graph.sub(node.dim(places, along), 1)
    at = graph.minimum(at, node.spread(last, shape_of(at)))  # where a bag has no rows, any will do
    return gather_along(node, places, at, 1) if given.bags is None else take(node, places, at, 0)
