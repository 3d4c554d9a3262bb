"""Products of groups of rows, each with a matrix of its own, as layers of experts compute them.

Rows are put into blocks of equal length, of which each has rows of one group, so that all products are one contraction
over a batch of blocks, whatever the groups are. For n rows of m groups, blocks have n / m rows: there are at most 2 m.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from dlc.ir.sizes import Dim, ceil_divide, multiply

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i64
from ...positions import scatter_slices, take
from ..node import Node
from ..registry import imports
from .contraction import product
from .sorting import places_between


class _Blocks(NamedTuple):
    """Blocks of rows, of which each has rows of one group."""

    groups: Value
    """The group of each block."""
    rows: Value
    """The row at each place of each block; 0 at places without one."""
    has_row: Value
    """True at places with a row."""
    places: Value
    """The place of each row among those of all blocks; 0 for rows behind the last group."""
    has_place: Value
    """True for rows that are in a group."""

    def padded(self, node: Node, x: Value) -> Value:
        """Return the rows of a matrix in blocks, with zeros at places without a row."""
        rows = take(node, x, node.places_in(x, self.rows, 0), 0)
        return _or_zeros(node, self.has_row, rows)

    def unpadded(self, node: Node, x: Value) -> Value:
        """Return the rows in blocks one after the other, with zeros behind the last group."""
        flat = node.reshape(x, (multiply(*shape_of(x)[:2]), shape_of(x)[2]))
        rows = take(node, flat, node.places_in(flat, self.places, 0), 0)
        return _or_zeros(node, self.has_place, rows)


def _or_zeros(node: Node, mask: Value, rows: Value) -> Value:
    """Return rows where a mask of the leading dimensions holds, and zeros elsewhere."""
    shown = node.broadcast(mask, range(len(shape_of(mask))), shape_of(rows))
    return graph.select(shown, rows, node.zeros(shape_of(rows), element_of(rows)))


def _blocks_of(node: Node, ends: Value, rows: Dim) -> _Blocks:
    """Return the blocks of groups of consecutive rows; an end is the first row that is not in the group."""
    [groups] = node.static_sizes(ends, "groups of rows")
    ends = node.cast(ends, i64)
    begins = node.pad(node.slice(ends, 0, 0, groups - 1), [1], [0])
    length = ceil_divide(rows, groups)
    count = min(rows, 2 * groups) if isinstance(rows, int) else 2 * groups
    unit = node.spread(graph.maximum(node.size_value(length), 1), (groups,))
    blocks = graph.div(graph.add(graph.sub(ends, begins), graph.sub(unit, 1)), unit)
    last = graph.cumulative("sum", blocks, 0)
    shift = graph.sub(graph.mul(graph.sub(last, blocks), unit), begins)

    group_of_block = _groups_at(node, last, count)
    places = node.reshape(node.iota((multiply(length, count),), 0), (count, length))
    row_at = graph.sub(places, _of_groups(node, shift, group_of_block, shape_of(places)))
    has_row = node.compare("lt", row_at, _of_groups(node, ends, group_of_block, shape_of(places)))

    group_of_row = _groups_at(node, ends, rows)
    row = node.iota((rows,), 0)
    has_place = node.compare("lt", row, _of_groups(node, ends, group_of_row, (rows,)))
    place_of = graph.add(row, _of_groups(node, shift, group_of_row, (rows,)))
    return _Blocks(
        group_of_block, graph.select(has_row, row_at, 0), has_row, graph.select(has_place, place_of, 0), has_place
    )


def _groups_at(node: Node, ends: Value, count: Dim) -> Value:
    """Return the group of each number below `count`; numbers behind all ends are in the last one."""
    [groups] = shape_of(ends)
    assert isinstance(groups, int)
    return graph.minimum(places_between(node, node.iota((count,), 0), ends, right=True), groups - 1)


def _of_groups(node: Node, table: Value, groups: Value, shape: Sequence[Dim]) -> Value:
    """Return what a table says of groups, broadcast along the last dimensions of a shape."""
    return node.broadcast(take(node, table, groups, 0), (0,), shape)


def _rows_product(node: Node, x: Value, weights: Value, ends: Value) -> Value:
    """Return the product of each row with the matrix of its group."""
    if 0 in (*shape_of(x), *shape_of(weights)):
        return node.zeros((shape_of(x)[0], shape_of(weights)[2]), element_of(x))
    blocks = _blocks_of(node, ends, shape_of(x)[0])
    return blocks.unpadded(node, product(node, blocks.padded(node, x), take(node, weights, blocks.groups, 0)))


def _columns_product(node: Node, x: Value, y: Value, ends: Value) -> Value:
    """Return for each group the product of its columns of one matrix with its rows of another."""
    shape = (*shape_of(ends), shape_of(x)[0], shape_of(y)[1])
    if 0 in (*shape_of(x), *shape_of(y)):
        return node.zeros(shape, element_of(x))
    blocks = _blocks_of(node, ends, shape_of(y)[0])
    columns = node.transpose(blocks.padded(node, node.transpose(x, [1, 0])), [0, 2, 1])
    products = product(node, columns, blocks.padded(node, y))
    return scatter_slices(node.zeros(shape, element_of(products)), blocks.groups, products, "add", 0)


@imports("_grouped_mm", "transformers.grouped_mm_fallback")
def import_grouped_product(
    node: Node, x: Value, y: Value, offs: Value | None = None, bias: Value | None = None, out_dtype: Any = None
) -> Value:
    """Products of groups, which end at offsets: of rows of `x`, of columns of `y`, or of those that are added up."""
    if bias is not None:
        raise node.refusal("an offset of the products is given")
    if offs is None:
        return product(node, x, y)
    if len(shape_of(y)) == 3:
        return _rows_product(node, x, y, offs)
    if len(shape_of(x)) == 2:
        return _columns_product(node, x, y, offs)
    turned = _rows_product(node, node.transpose(y, [1, 0]), node.transpose(x, [0, 2, 1]), offs)
    return node.transpose(turned, [1, 0])


@imports("transformers.grouped_mm_fallback_backward")
def import_grouped_product_backward(
    node: Node, x: Value, weights: Value, offs: Value, gradient: Value
) -> Sequence[Value]:
    """The gradients of rows and of the matrices of their groups."""
    return [
        _rows_product(node, gradient, node.transpose(weights, [0, 2, 1]), offs),
        _columns_product(node, node.transpose(x, [1, 0]), gradient, offs),
    ]
