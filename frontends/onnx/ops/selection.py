"""Elements that are chosen by comparing them with one another, distances of rows, and determinants."""

from __future__ import annotations

from dlc.ir.sizes import product

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, int_attr
from ....ir.builtin_types import bf16, f16, f32, i1, i64
from ....passes.graph.matrix_factors import identity, lu_factors, lu_solution
from ...positions import gather, take
from ...problems import CannotImport
from ...regions import without_overlaps
from ..node import Node
from ..registry import MICROSOFT, imports


@imports("NonMaxSuppression", since=10)
def import_non_max_suppression(node: Node) -> Value:
    """The boxes of each class with the largest scores, without those that overlap one of them too much."""
    scores = node[1]
    batch, _, count = node.shape(1)
    boxes = node.with_sizes(node[0], {0: batch, 1: count})
    most = int(node.known_number(2, "the number of boxes")) if node.get(2) is not None else 0
    overlap = node.known_number(3, "the overlap") if node.get(3) is not None else 0.0
    least = node.get(4)
    places = node.iota(shape_of(scores), 2)
    ordered, order = node.add_all(graph.SortOp([scores, places], int_attr(2), UNIT))
    corners = _sorted_boxes(node, _corners(node, boxes), order)
    allowed = graph.is_finite(ordered)
    if least is not None:
        limit = node.spread(node.reshape(least, ()), shape_of(ordered))
        allowed = graph.compare("gt", ordered, limit)
    kept = without_overlaps(node, corners, allowed, float(overlap), node.constant(most, i64))
    chosen = node.add(graph.NonzeroOp(kept))
    box_numbers = gather(node, order, chosen, [], [0, 1, 2], [0, 1, 2], [1, 1, 1], vector_dim=1)
    return node.concat([node.slice(chosen, 1, 0, 2), node.expand(box_numbers, [1])], 1)


def _corners(node: Node, boxes: Value) -> list[Value]:
    """Return the smaller and the larger coordinates of boxes along both dimensions."""
    a, b, c, d = (node.pick(boxes, 2, number) for number in range(4))
    if node.int("center_point_box", 0):
        halves = graph.mul(c, 0.5), graph.mul(d, 0.5)
        return [graph.sub(b, halves[1]), graph.sub(a, halves[0]), graph.add(b, halves[1]), graph.add(a, halves[0])]
    return [graph.minimum(a, c), graph.minimum(b, d), graph.maximum(a, c), graph.maximum(b, d)]


def _sorted_boxes(node: Node, corners: list[Value], order: Value) -> list[Value]:
    """Return coordinates of the boxes of each class in the order of their scores."""
    batch, classes, count = shape_of(order)
    spread = [node.broadcast(each, [0, 2], [batch, classes, count]) for each in corners]
    pairs = ([0, 1], [0, 1])
    return [gather(node, each, order, [], [2], [2], [1, 1, 1], vector_dim=3, batch=pairs) for each in spread]


# -- Unique ------------------------------------------------------------------------------------------------------------


@imports("Unique")
def import_unique(node: Node) -> list[Value]:
    """Each element, or slice, once; where it is first, where each one is now, and how often it occurs."""
    x = node[0]
    axis = node.axis() if node.has("axis") else None
    rows = node.reshape(x, [product(shape_of(x)), 1]) if axis is None else _as_rows(node, x, axis)
    count = shape_of(rows)[0]
    if not isinstance(count, int):
        raise node.needed(0, "the number of elements")
    columns = [node.pick(rows, 1, number) for number in range(_width(rows))]
    order = node.iota([count], 0)
    for column in reversed(columns):
        keys = take(node, column, order, 0)
        _, order = node.add_all(graph.SortOp([keys, order], int_attr(0)))
    ordered = take(node, rows, order, 0)
    is_new = _differs_from_previous(node, ordered, count)
    groups = graph.sub(
        node.add(graph.CumulativeOp(graph.AccumulationAttr("sum"), node.cast(is_new, i64), int_attr(0))), 1
    )
    starts = node.add(graph.NonzeroOp(is_new))
    starts = node.reshape(starts, [shape_of(starts)[0]])
    first = take(node, order, starts, 0)
    if not node.int("sorted"):
        first, groups = _in_order_of_appearance(node, first, groups, starts)
    inverse = _at_positions(node, order, groups)
    counts = _counts(node, groups, first)
    values = take(node, x if axis is not None else node.reshape(x, [count]), first, axis or 0)
    return [values, first, inverse, counts]


def _as_rows(node: Node, x: Value, axis: int) -> Value:
    """Return the slices along a dimension as rows of a matrix."""
    moved = node.move_dim(x, axis, 0)
    shape = shape_of(moved)
    return node.reshape(moved, [shape[0], product(shape[1:])])


def _width(rows: Value) -> int:
    width = shape_of(rows)[1]
    if not isinstance(width, int) or width > 64:
        raise CannotImport(f"slices must have at most 64 elements, but got {width}")
    return width


def _differs_from_previous(node: Node, rows: Value, count: int) -> Value:
    """Return for each row whether it differs from the one before; the first one does."""
    before, after = node.slice(rows, 0, 0, count - 1), node.slice(rows, 0, 1, count)
    differs = node.reduce("or", node.compare("ne", before, after), [1])
    return node.concat([node.constant([True], i1), differs], 0)


def _in_order_of_appearance(node: Node, first: Value, groups: Value, starts: Value) -> tuple[Value, Value]:
    """Return groups numbered in the order in which they first appear."""
    numbers = node.iota(shape_of(starts), 0)
    ordered, old = node.add_all(graph.SortOp([first, numbers], int_attr(0)))
    _, new = node.add_all(graph.SortOp([old, numbers], int_attr(0)))
    return ordered, take(node, new, groups, 0)


def _at_positions(node: Node, order: Value, values: Value) -> Value:
    """Return values at the positions that an order says."""
    _, by_position = node.add_all(graph.SortOp([order, values], int_attr(0)))
    return by_position


def _counts(node: Node, groups: Value, like: Value) -> Value:
    """Return how many elements each group has."""
    numbers = node.iota(shape_of(like), 0)
    shape = [*shape_of(like), *shape_of(groups)]
    equal = node.compare("eq", node.broadcast(numbers, [0], shape), node.broadcast(groups, [1], shape))
    return node.reduce("sum", node.cast(equal, i64), [1])


@imports("Inverse", domain=MICROSOFT)
def import_inverse(node: Node) -> Value:
    """The inverse of square matrices."""
    a = node.cast(node[0], f32) if element_of(node[0]) in (f16, bf16) else node[0]
    factors, pivots = lu_factors((a,))
    [inverse] = lu_solution(factors, pivots, (identity(node.static_shape(0, "the inverse"), a),))
    return node.cast(inverse, node.element())


@imports("CDist", domain=MICROSOFT)
def import_distances(node: Node) -> Value:
    """The distances, or their squares, of each two rows of two matrices."""
    x, y = node[0], node[1]
    shape = [shape_of(x)[0], *node.shape(1)]
    distance = graph.sub(node.broadcast(x, [0, 2], shape), node.broadcast(y, [1, 2], shape))
    squares = node.reduce("sum", graph.mul(distance, distance), [2])
    metric = node.string("metric", "sqeuclidean")
    if metric not in ("euclidean", "sqeuclidean"):
        raise CannotImport(f"attribute 'metric' must be 'euclidean' or 'sqeuclidean', but got '{metric}'")
    return graph.sqrt(squares) if metric == "euclidean" else squares


@imports("Det")
def import_determinant(node: Node) -> Value:
    """The determinant of square matrices, by elimination with pivots."""
    x = node[0]
    *batch, rows, columns = node.static_shape(0, "the elimination")
    if rows != columns or rows > 32:
        raise CannotImport(f"matrices must be square with at most 32 rows, but got {rows}x{columns}")
    total = product(tuple(batch))
    matrix = node.reshape(x, [total, rows, rows])
    determinant = node.broadcast(node.constant(1, element_of(x)), (), [total])
    for step in range(rows):
        size = rows - step
        column = node.pick(matrix, 2, 0)
        place = node.arg("max", graph.abs(column), 1)
        chosen = node.compare("eq", node.iota([total, size], 1), node.broadcast(place, [0], [total, size]))
        weights = node.cast(chosen, element_of(x))
        pivot_row = node.contract(weights, matrix, ([0], [0]), ([1], [1]))
        first_row = node.pick(matrix, 1, 0)
        swapped = graph.select(
            node.broadcast(chosen, [0, 1], shape_of(matrix)),
            node.broadcast(first_row, [0, 2], shape_of(matrix)),
            matrix,
        )
        pivot = node.pick(pivot_row, 1, 0)
        moved = node.compare("ne", place, node.full(0, place))
        determinant = graph.mul(determinant, graph.select(moved, graph.neg(pivot), pivot))
        if size > 1:
            rest = node.slice(swapped, 1, 1, size)
            safe = graph.select(graph.compare("eq", pivot, 0.0), 1.0, pivot)
            head = node.pick(rest, 2, 0)
            factors = graph.div(head, node.broadcast(safe, [0], shape_of(head)))
            tail, row = node.slice(rest, 2, 1, size), node.slice(pivot_row, 1, 1, size)
            shape = shape_of(tail)
            product_ = graph.mul(node.broadcast(factors, [0, 1], shape), node.broadcast(row, [0, 2], shape))
            matrix = graph.sub(tail, product_)
    return node.reshape(determinant, batch)
