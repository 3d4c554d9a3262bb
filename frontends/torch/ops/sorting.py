"""Elements in ascending or descending order."""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir.builtin_types import i64
from ....ir.values import Value
from ..node import Node
from ..registry import imports


@imports("sort")
def import_sort(node: Node, x: Value, dim: int | bool = -1, descending: bool = False) -> Sequence[Value]:
    """Sorted elements, and where each one was; equal ones keep their order."""
    return _sorted(node, x, dim, descending)


@imports("sort.stable")
def import_stable_sort(
    node: Node, x: Value, *, stable: bool | None = None, dim: int = -1, descending: bool = False
) -> Sequence[Value]:
    """Sorted elements, and where each one was."""
    return _sorted(node, x, dim, descending)


def _sorted(node: Node, x: Value, dim: int, descending: bool) -> Sequence[Value]:
    shape = shape_of(x)
    if not shape:
        return [x, node.constant(0, i64)]
    at = node.dim_in(dim, len(shape))
    return graph.sort([x, node.iota(shape, at)], at, descending or None)


@imports("topk")
def import_top_k(
    node: Node, x: Value, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Sequence[Value]:
    """The largest or the smallest elements along a dimension, and their positions."""
    if not shape_of(x):
        return [node.reshape(each, node.result_shape) for each in (x, node.constant(0, i64))]
    if not isinstance(k, int):
        raise node.refusal("the number of elements must be known when compiling")
    return graph.top_k(x, node.dim_in(dim, len(shape_of(x))), k, i64, None if largest else True)
