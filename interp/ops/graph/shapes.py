"""The meaning of `graph`'s ops that query or state sizes."""

from __future__ import annotations

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import shape_of
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine, Unary
from dlc.interp.values import Array
from dlc.ir.sizes import Shape, Size

from .arrays import ArrayFunction, is_float, on_arrays, on_arrays_and_sizes
from .checks import checked_shape, fault_if_broken, numbers_of, stated_shape


@on_arrays_and_sizes(dialect.WithShapeOp)
def with_shape(op: dialect.WithShapeOp, machine: Machine) -> ArrayFunction:
    """Names get values, then everything is compared."""
    dims: Shape = shape_of(op.result)

    def run(source: Array) -> Array:
        for dim, size in zip(dims, source.shape, strict=True):
            name = dim.single_name if isinstance(dim, Size) else None
            if name is not None:
                machine.sizes.setdefault(name, size)
        for number, dim in enumerate(dims):
            if dim is not None and numbers_of([dim], machine.sizes) == [None]:
                raise Fault(f"compares size {number} with '{dim}', which has no value here")
        fault_if_broken(op.rules_for(source.shape), machine.sizes)
        return source

    return run


@on_arrays(dialect.RankOp)
def rank(op: dialect.RankOp) -> Unary:
    """The number of dimensions."""
    del op
    return lambda source: np.array(source.ndim, np.int64)


@on_arrays(dialect.ShapeOp)
def shape(op: dialect.ShapeOp) -> Unary:
    """All sizes."""
    del op
    return lambda source: np.array(source.shape, np.int64)


@on_arrays(dialect.DimOp)
def dim(op: dialect.DimOp) -> Unary:
    """One size."""
    number = op.dim.value
    return lambda source: np.array(source.shape[number], np.int64)


@on_arrays(dialect.SizeOp)
def size(op: dialect.SizeOp) -> Unary:
    """The number of elements."""
    del op
    return lambda source: np.array(source.size, np.int64)


@on_arrays_and_sizes(dialect.IotaOp)
def iota(op: dialect.IotaOp, machine: Machine) -> ArrayFunction:
    """The positions along a dimension, in integers that wrap or floats that are rounded."""
    dim = op.dim.value
    is_integer = not is_float(op.result.type)

    def run(given: Array | None = None) -> Array:
        shape = checked_shape(stated_shape(op, machine, given))
        placed = [size if i == dim else 1 for i, size in enumerate(shape)]
        line: Array = np.arange(shape[dim], dtype=np.int64 if is_integer else np.float64)
        return np.broadcast_to(line.reshape(placed), shape)

    return run
