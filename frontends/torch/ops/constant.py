"""Tensors whose elements follow from numbers and sizes."""

from __future__ import annotations

from typing import Any

from dlc.ir.sizes import Size

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ....ir.builtin_types import FloatType, f64, i64
from ..node import Node
from ..registry import imports

Number = Value | Size | float
FILLED = {
    "zeros": 0,
    "zeros_like": 0,
    "new_zeros": 0,
    "_efficientzerotensor": 0,
    "ones": 1,
    "ones_like": 1,
    "new_ones": 1,
}


@imports(*FILLED)
def import_filled(node: Node, *_: Any, dtype: Any = None) -> Value:
    """Zeros or ones."""
    return _filled(node, FILLED[node.op.split(".")[1]])


@imports("empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided", "empty_permuted")
def import_empty(node: Node, *_: Any, dtype: Any = None) -> Value:
    """Elements that are not written yet: zeros."""
    return _filled(node, 0)


@imports("full", "full_like", "fill")
def import_full(node: Node, _: Any, number: Number, *rest: Any, dtype: Any = None) -> Value:
    """A number everywhere."""
    return _filled(node, rest[0] if rest else number)


@imports("new_full")
def import_new_full(node: Node, like: Value, size: Any, number: Number, dtype: Any = None) -> Value:
    """A number everywhere."""
    return _filled(node, number)


@imports("scalar_tensor")
def import_scalar(node: Node, number: Number, dtype: Any = None) -> Value:
    """A number as a tensor without dimensions."""
    return _filled(node, number)


def _filled(node: Node, number: Number) -> Value:
    scalar = node.number(number, node.result_element)
    return node.broadcast(scalar, (), node.result_shape) if shape_of(scalar) == () else scalar


@imports("arange", "prims.iota")
def import_arange(node: Node, *numbers: Any, start: Any = 0, step: Any = 1, dtype: Any = None) -> Value:
    """Numbers with equal distances."""
    if "iota" in node.op:
        first = start
    else:
        first, step = (0 if len(numbers) == 1 else numbers[0]), numbers[2] if len(numbers) > 2 else step
    element = node.result_element
    compute = f64 if isinstance(element, FloatType) or not _are_whole(first, step) else i64
    places = node.cast(node.iota(node.result_shape, 0), compute)
    [factor, offset] = [node.spread(node.number(each, compute), shape_of(places)) for each in (step, first)]
    return node.cast(graph.add(graph.mul(places, factor), offset), element)


def _are_whole(*numbers: Any) -> bool:
    return all(isinstance(each, Size) or float(each).is_integer() for each in numbers)


@imports("eye")
def import_eye(node: Node, *_: Any, dtype: Any = None) -> Value:
    """The identity matrix."""
    shape = node.result_shape
    return node.compare("eq", node.iota(shape, 0), node.iota(shape, 1))


@imports("tril", "triu")
def import_triangle(node: Node, x: Value, diagonal: int = 0) -> Value:
    """Matrices with zeros above, or below, a diagonal."""
    shape = shape_of(x)
    rank = len(shape)
    distance = graph.sub(node.iota(shape, rank - 1), node.iota(shape, rank - 2))
    kept = graph.compare("le" if "tril" in node.op else "ge", distance, diagonal)
    return graph.select(kept, x, node.full(0, x))
