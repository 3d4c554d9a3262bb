"""Running sums and products."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i1, i8, i64
from ...emitter import Emitter, is_float
from ...loops import scanned
from ..node import Node
from ..registry import imports
from .functions import wide


@imports("cumsum", "cumprod")
def import_accumulation(node: Node, x: Value, dim: int, dtype: Any = None) -> Value:
    """The sum or the product of all elements up to each one."""
    x = wide(node, node.cast(x, node.result_element))
    if not shape_of(x):
        return x
    return graph.cumulative("sum" if "cumsum" in node.op else "product", x, node.dim_in(dim, len(shape_of(x))))


@imports("cummax", "cummin")
def import_extremum_so_far(node: Node, x: Value, dim: int) -> list[Value]:
    """The largest or the smallest of all elements up to each one, and the place of the last one that is equal."""
    if not shape_of(x):
        return [x, node.constant(0, i64)]
    kind = "max" if "cummax" in node.op else "min"
    at = node.dim_in(dim, len(shape_of(x)))
    numbers = node.cast(x, i8) if element_of(x) is i1 else x
    extremum = graph.cumulative(kind, numbers, at)
    is_place = graph.compare("eq", numbers, extremum)
    if is_float(x):
        is_place = graph.or_(is_place, graph.is_nan(numbers))
    places = node.iota(shape_of(x), at)
    none = node.broadcast(node.constant(0, i64), (), shape_of(x))
    return [extremum, graph.cumulative("max", graph.select(is_place, places, none), at)]


@imports("logcumsumexp")
def import_logarithm_of_sums(node: Node, x: Value, dim: int) -> Value:
    """The logarithm of the sum of the exponentials of all elements up to each one."""
    x = wide(node, x)
    if not shape_of(x):
        return x
    at = node.dim_in(dim, len(shape_of(x)))
    rows = node.move_dim(x, at, 0)

    def body(_: Emitter, arguments: Sequence[Value]) -> list[Value]:
        total, each = arguments
        largest = graph.maximum(total, each)
        distance = graph.neg(graph.abs(graph.sub(total, each)))
        added = graph.add(largest, graph.log1p(graph.exp(distance)))
        added = graph.select(graph.compare("eq", largest, -inf), largest, added)  # of which the distance is NaN
        added = graph.select(graph.compare("eq", largest, inf), largest, added)
        return [added, added]

    nothing = node.broadcast(node.constant(-inf, element_of(x)), (), shape_of(rows)[1:])
    return node.move_dim(scanned(node, body, [nothing], [rows])[1], 0, at)
