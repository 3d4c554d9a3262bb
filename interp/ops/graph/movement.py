"""The meaning of those ops of `graph` that move all elements, and of those that ask for sizes or state them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.sizes import Dim, Shape, Size, substitute
from dlc.dialects.graph.tensors import shape_of
from dlc.interp.errors import Fault
from dlc.interp.semantics import Machine, Unary
from dlc.interp.values import Array
from dlc.ir.operations import Operation

from .arrays import ArrayFunction, is_float, on_arrays, on_arrays_and_sizes

MOST_ELEMENTS = 1 << 28
"""Larger tensors are not made: a size that is computed may be any number."""


def numbers_of(dims: Sequence[Dim], sizes: dict[str, int]) -> list[int | None]:
    """Sizes with the values that names have now; `None` for those that are not known."""
    found = [substitute(dim, dict(sizes)) for dim in dims]
    return [size if isinstance(size, int) else None for size in found]


def stated_shape(op: Operation, machine: Machine, given: Array | None) -> list[int | None]:
    """The sizes of an op's result that its type says, and those that an operand gives; they must not differ."""
    stated = numbers_of(shape_of(op.results[0]), machine.sizes)
    if given is None:
        return stated
    found = [int(size) for size in given]
    if len(found) != len(stated):
        raise Fault(f"is given {len(found)} sizes, but makes a tensor of rank {len(stated)}")
    for number, (size, wanted) in enumerate(zip(found, stated, strict=True)):
        if wanted is not None and size not in (wanted, -1):
            raise Fault(f"is given {size} as size {number}, but the result's type says {wanted}")
    return [size if wanted is None else wanted for size, wanted in zip(found, stated, strict=True)]


def checked_shape(shape: Sequence[int | None]) -> tuple[int, ...]:
    """Sizes, all of which must be known, not negative, and not too large for this interpreter."""
    count, made = 1, list[int]()
    for number, size in enumerate(shape):
        if size is None or size < 0:
            raise Fault(f"has no size {number}: {'it has no value here' if size is None else f'{size} is negative'}")
        count *= size
        made.append(size)
    if count > MOST_ELEMENTS:
        raise Fault(f"makes a tensor of {count} elements, more than {MOST_ELEMENTS}")
    return tuple(made)


@on_arrays(dialect.TransposeOp)
def transpose(op: dialect.TransposeOp) -> Unary:
    """The dimensions reordered."""
    order = op.order.elements
    return lambda source: source.transpose(order)


@on_arrays(dialect.ReverseOp)
def reverse(op: dialect.ReverseOp) -> Unary:
    """The opposite order."""
    dims = op.dims.elements
    return lambda source: np.flip(source, dims)


@on_arrays_and_sizes(dialect.BroadcastOp)
def broadcast(op: dialect.BroadcastOp, machine: Machine) -> ArrayFunction:
    """Elements repeated."""
    dims = op.dims.elements

    def run(source: Array, given: Array | None = None) -> Array:
        shape = stated_shape(op, machine, given)
        placed = [1] * len(shape)
        for dim, size in zip(dims, source.shape, strict=True):
            placed[dim] = size
            if shape[dim] is None:
                shape[dim] = size
            elif size not in (1, shape[dim]):
                raise Fault(f"repeats {size} elements along dimension {dim}, where the result has {shape[dim]}")
        return np.broadcast_to(source.reshape(placed), checked_shape(shape))

    return run


@on_arrays_and_sizes(dialect.ReshapeOp)
def reshape(op: dialect.ReshapeOp, machine: Machine) -> ArrayFunction:
    """The same elements in another shape."""

    def run(source: Array, given: Array | None = None) -> Array:
        shape = stated_shape(op, machine, given)
        unknown = [number for number, size in enumerate(shape) if size in (None, -1)]
        if len(unknown) == 1:
            shape[unknown[0]] = _last_size(
                op, machine, source, [shape[i] for i in range(len(shape)) if i != unknown[0]]
            )
        made = checked_shape(shape)
        if source.size != math.prod(made):
            raise Fault(f"makes shape {list(made)} of {source.size} elements")
        return source.reshape(made)

    return run


def _last_size(op: dialect.ReshapeOp, machine: Machine, source: Array, others: Sequence[int | None]) -> int:
    """The size that is left when the others are known; where nothing is left, what the rules of the op say."""
    count = math.prod(size for size in others if size is not None)
    if count:
        return source.size // count
    inferred = op.infer_shapes([tuple(source.shape), *([(len(others) + 1,)] if op.sizes else [])], _Nobody())
    found = [] if inferred is None else numbers_of(inferred[0], machine.sizes)
    wanted = [size for size, stated in zip(found, shape_of(op.result), strict=True) if stated is None]
    if len(wanted) != 1 or wanted[0] is None:
        raise Fault("has a size that follows from nothing, beside one that is 0")
    return wanted[0]


class _Nobody:
    """What the verifier would report has been reported."""

    def error(self, rule: str | None, message: str) -> object:
        del rule, message
        return None


# -- Sizes -------------------------------------------------------------------------------------------------------------


@on_arrays_and_sizes(dialect.WithShapeOp)
def with_shape(op: dialect.WithShapeOp, machine: Machine) -> ArrayFunction:
    """Names get values, then everything is compared."""
    dims: Shape = shape_of(op.result)

    def run(source: Array) -> Array:
        for dim, size in zip(dims, source.shape, strict=True):
            name = dim.single_name if isinstance(dim, Size) else None
            if name is not None:
                machine.sizes.setdefault(name, size)
        for number, (dim, size) in enumerate(zip(dims, source.shape, strict=True)):
            [wanted] = numbers_of([dim], machine.sizes)
            if dim is not None and wanted is None:
                raise Fault(f"compares size {number} with '{dim}', which has no value here")
            if wanted not in (None, size):
                raise Fault(f"has size {number} {size}, but '{dim}' is {wanted}")
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
