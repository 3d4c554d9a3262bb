"""The meaning of `graph.quantize` and `graph.dequantize`."""

from __future__ import annotations

from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import element_of
from dlc.interp.values import Array
from dlc.ir import IntegerAttr, Type
from dlc.ir.builtin_types import IntegerType, f64

from .arrays import ArrayFunction, on_arrays, where
from .casts import floats_to_integers


def along(axis: IntegerAttr | None, vector: Array, rank: int) -> Array:
    """A scalar, or a vector along an axis of a tensor."""
    if axis is None:
        return vector
    shape = [1] * rank
    shape[axis.value] = -1
    return vector.reshape(shape)


def working_type(element: Type) -> Any:
    """Return the dtype that quotients and products are computed in."""
    return np.float64 if element is f64 else np.float32


@on_arrays(dialect.QuantizeOp)
def quantize(op: dialect.QuantizeOp) -> ArrayFunction:
    """round(x / scale) + zero_point"""
    dtype, target = working_type(element_of(op.source)), element_of(op.zero_point)
    assert isinstance(target, IntegerType)

    def run(x: Array, scale: Array, zero_point: Array) -> Array:
        quotient = np.rint(x.astype(dtype) / along(op.axis, scale, x.ndim).astype(dtype)).astype(np.float64)
        zero = along(op.axis, zero_point, x.ndim).astype(np.float64)
        return floats_to_integers(where(np.isnan(quotient), zero, quotient + zero), target)

    return run


@on_arrays(dialect.DequantizeOp)
def dequantize(op: dialect.DequantizeOp) -> ArrayFunction:
    """(x - zero_point) * scale"""
    dtype = working_type(element_of(op.scale))

    def run(x: Array, scale: Array, zero_point: Array) -> Array:
        difference = x.astype(np.int64) - along(op.axis, zero_point, x.ndim).astype(np.int64)
        return difference.astype(dtype) * along(op.axis, scale, x.ndim).astype(dtype)

    return run
