"""Products of matrices and vectors: contractions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value
from dlc.ir.sizes import may_equal

from .arrays import Array
from .dtypes import KINDS
from .errors import call_error
from .operands import as_array, axes_of, broadcast_shape, broadcast_value, common_dtype, shape_text, with_dtype, wrap
from .tracing import array_function


def _numbers(name: str, x1: Any, x2: Any) -> tuple[Value, Value]:
    """Return two arrays of numbers with the dtype that they have together."""
    arrays = [as_array(name, x1), as_array(name, x2)]
    dtype = common_dtype(name, arrays)
    if dtype not in KINDS["numeric"]:
        raise call_error(f"{name}: a dtype of kind numeric is required, but got {dtype}")
    left, right = (with_dtype(array, dtype) for array in arrays)
    return left, right


@array_function
def matmul(x1: Array, x2: Array, /) -> Array:
    """Return products of stacks of matrices; a vector is a row on the left and a column on the right."""
    left, right = _numbers("matmul", x1, x2)
    a, b = shape_of(left), shape_of(right)
    if not a or not b:
        raise call_error("matmul: arrays must have dimensions")
    inner = len(b) - 2 if len(b) > 1 else 0
    if not may_equal(a[-1], b[inner]):
        raise call_error(f"matmul: shapes {shape_text(a)} and {shape_text(b)} do not fit")
    if len(a) <= 2 or len(b) <= 2:
        if len(b) <= 2:
            return wrap(graph.contract(left, right, ([len(a) - 1], [inner])))
        product = graph.contract(right, left, ([inner], [len(a) - 1]))
        rank = len(shape_of(product))
        order = [*range(rank - 2), rank - 1, rank - 2] if len(a) == 2 else [*range(rank)]
        return wrap(graph.transpose(product, order))
    batch = broadcast_shape("matmul", [a[:-2], b[:-2]])
    left = broadcast_value(left, (*batch, *a[-2:]))
    right = broadcast_value(right, (*batch, *b[-2:]))
    dims = list(range(len(batch)))
    return wrap(graph.contract(left, right, ([len(batch) + 1], [len(batch)]), (dims, dims)))


@array_function
def tensordot(x1: Array, x2: Array, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Array:
    """Return sums of products along axes of both arrays: the last ones of the first with the first of the second."""
    left, right = _numbers("tensordot", x1, x2)
    a, b = shape_of(left), shape_of(right)
    if isinstance(axes, int):
        pairs = (list(range(len(a) - axes, len(a))), list(range(axes)))
        if not 0 <= axes <= min(len(a), len(b)):
            raise call_error(f"tensordot: {axes} axes are not in arrays of rank {len(a)} and {len(b)}")
    else:
        pairs = (axes_of("tensordot", tuple(axes[0]), len(a)), axes_of("tensordot", tuple(axes[1]), len(b)))
    if len(pairs[0]) != len(pairs[1]) or not all(may_equal(a[i], b[j]) for i, j in zip(*pairs, strict=True)):
        raise call_error(f"tensordot: shapes {shape_text(a)} and {shape_text(b)} do not fit along {axes}")
    return wrap(graph.contract(left, right, pairs))


@array_function
def vecdot(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    """Return sums of products along an axis of arrays that are broadcast to each other."""
    left, right = _numbers("vecdot", x1, x2)
    a, b = shape_of(left), shape_of(right)
    if not -min(len(a), len(b)) <= axis < 0:
        raise call_error(f"vecdot: axis {axis} must be negative, and in arrays of rank {len(a)} and {len(b)}")
    if not may_equal(a[axis], b[axis]):
        raise call_error(f"vecdot: shapes {shape_text(a)} and {shape_text(b)} do not fit along axis {axis}")
    shape = broadcast_shape("vecdot", [a, b])
    dim = len(shape) + axis
    batch = [each for each in range(len(shape)) if each != dim]
    left, right = broadcast_value(left, shape), broadcast_value(right, shape)
    return wrap(graph.contract(left, right, ([dim], [dim]), (batch, batch)))
