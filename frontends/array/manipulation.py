"""Functions that move elements: other shapes and orders, and arrays put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value, sizes
from dlc.ir.sizes import Dim

from .arrays import Array
from .dtypes import KINDS
from .elementwise import astype
from .errors import call_error
from .operands import (
    as_array,
    axes_of,
    axis_of,
    broadcast_shape,
    broadcast_value,
    broadcast_values,
    checked_operand,
    common_dtype,
    dims_of,
    flat,
    reshaped,
    shape_from,
    shape_text,
    with_dtype,
    wrap,
)
from .symbolic import entry_of
from .tracing import array_function, value_of
from .windows import taken


@array_function
def broadcast_to(x: Array, /, shape: Any) -> Array:
    """Return an array repeated to a shape."""
    array = as_array("broadcast_to", x)
    target = shape_from(shape)
    if broadcast_shape("broadcast_to", [dims_of(array), target]) != target:
        raise call_error(f"broadcast_to: shape {shape_text(dims_of(array))} does not fit {shape_text(target)}")
    return wrap(broadcast_value(value_of(array), target))


@array_function
def broadcast_arrays(*arrays: Array) -> list[Array]:
    """Return arrays repeated to the shape that they have together."""
    values = [value_of(as_array("broadcast_arrays", each)) for each in arrays]
    return [wrap(value) for value in broadcast_values("broadcast_arrays", values)]


def broadcast_shapes(*shapes: Any) -> tuple[Any, ...]:
    """Return the shape that arrays of these shapes have together."""
    return tuple(map(entry_of, broadcast_shape("broadcast_shapes", [shape_from(shape) for shape in shapes])))


@array_function
def concat(arrays: Sequence[Array], /, *, axis: int | None = 0) -> Array:
    """Return arrays joined along an axis; flattened ones for `None`."""
    parts = [as_array("concat", each) for each in arrays]
    if not parts:
        raise call_error("concat: at least one array is required")
    dtype = common_dtype("concat", parts)
    values = [with_dtype(part, dtype) for part in parts]
    if axis is None:
        values, axis = [flat(value) for value in values], 0
    dim = axis_of("concat", axis, len(shape_of(values[0])))
    others = {(*shape[:dim], *shape[dim + 1 :]) for shape in map(shape_of, values)}
    if len(others) > 1 and not any(None in each for each in others):
        shown = " and ".join(shape_text(shape_of(value)) for value in values)
        raise call_error(f"concat: shapes {shown} do not fit along axis {axis}")
    return wrap(graph.concat(values, dim))


@array_function
def stack(arrays: Sequence[Array], /, *, axis: int = 0) -> Array:
    """Return arrays joined along a new axis."""
    parts = [as_array("stack", each) for each in arrays]
    if not parts:
        raise call_error("stack: at least one array is required")
    if len({dims_of(part) for part in parts}) > 1:
        raise call_error(f"stack: shapes {' and '.join(shape_text(dims_of(part)) for part in parts)} differ")
    dim = axis_of("stack", axis, parts[0].ndim + 1)
    return concat([expand_dims(part, dim) for part in parts], axis=dim)


@array_function
def unstack(x: Array, /, *, axis: int = 0) -> tuple[Array, ...]:
    """Return the parts of an array along an axis, without it."""
    value = value_of(as_array("unstack", x))
    shape = shape_of(value)
    dim = axis_of("unstack", axis, len(shape))
    count = shape[dim] if shape else None
    if not isinstance(count, int):
        raise call_error(f"unstack: the size of axis {axis} must be a number, but got {shape_text(shape)}")
    starts, limits = [0] * len(shape), list[Dim](shape)
    parts: list[Array] = []
    for at in range(count):
        starts[dim], limits[dim] = at, at + 1
        part = graph.slice(value, starts, limits, [1] * len(shape))
        parts.append(wrap(reshaped(part, (*shape[:dim], *shape[dim + 1 :]))))
    return tuple(parts)


@array_function
def expand_dims(x: Array, /, axis: Any = 0) -> Array:
    """Return an array with a new axis of size 1."""
    value = value_of(as_array("expand_dims", x))
    shape = list(shape_of(value))
    if not -len(shape) - 1 <= axis <= len(shape):
        raise IndexError(f"expand_dims: axis {axis} is not in an array of rank {len(shape) + 1}")
    shape.insert(axis_of("expand_dims", axis, len(shape) + 1), 1)
    return wrap(reshaped(value, shape))


@array_function
def squeeze(x: Array, /, axis: Any) -> Array:
    """Return an array without some axes of size 1."""
    value = value_of(as_array("squeeze", x))
    shape = shape_of(value)
    axes = axes_of("squeeze", axis, len(shape))
    for each in axes:
        if shape[each] != 1:
            raise ValueError(f"squeeze: axis {each} must have size 1, but got shape {shape_text(shape)}")
    return wrap(reshaped(value, [dim for at, dim in enumerate(shape) if at not in axes]))


@array_function
def reshape(x: Array, /, shape: Any, *, copy: bool | None = None) -> Array:
    """Return the elements in another shape; -1 is the size that makes the number of elements the same."""
    del copy
    value = value_of(as_array("reshape", x))
    wanted = list(shape_from(shape))
    if wanted.count(-1) > 1:
        raise call_error(f"reshape: at most one size may be -1, but got {shape_text(wanted)}")
    if -1 in wanted:
        at = wanted.index(-1)
        rest = sizes.product(wanted[:at] + wanted[at + 1 :])
        known = sizes.product(shape_of(value))
        if isinstance(known, int) and isinstance(rest, int):
            if (rest == 0 and known) or (rest and known % rest):
                raise call_error(f"reshape: shape {shape_text(shape_of(value))} does not fit {shape_text(wanted)}")
            wanted[at] = known // rest if rest else 0
        else:
            wanted[at] = None
    return wrap(reshaped(value, wanted))


@array_function
def permute_dims(x: Array, /, axes: Sequence[int]) -> Array:
    """Return an array with its axes in another order."""
    value = value_of(as_array("permute_dims", x))
    order = axes_of("permute_dims", tuple(axes), len(shape_of(value)))
    return wrap(graph.transpose(value, order))


@array_function
def moveaxis(x: Array, source: Any, destination: Any, /) -> Array:
    """Return an array with some axes moved elsewhere; the others keep their order."""
    rank = as_array("moveaxis", x).ndim
    sources, targets = axes_of("moveaxis", source, rank), axes_of("moveaxis", destination, rank)
    if len(sources) != len(targets):
        raise call_error(f"moveaxis: as many destinations as sources are required, but got {source} and {destination}")
    order = [axis for axis in range(rank) if axis not in sources]
    for target, moved in sorted(zip(targets, sources, strict=True)):
        order.insert(target, moved)
    return permute_dims(x, tuple(order))


@array_function
def matrix_transpose(x: Array, /) -> Array:
    """Return the transposes of a stack of matrices."""
    rank = as_array("matrix_transpose", x).ndim
    if rank < 2:
        raise call_error(f"matrix_transpose: an array of rank 2 or more is required, but got rank {rank}")
    return permute_dims(x, (*range(rank - 2), rank - 1, rank - 2))


@array_function
def flip(x: Array, /, *, axis: Any = None) -> Array:
    """Return an array with the elements along some axes in reverse."""
    value = value_of(as_array("flip", x))
    return wrap(graph.reverse(value, axes_of("flip", axis, len(shape_of(value)))))


@array_function
def roll(x: Array, /, shift: Any, *, axis: Any = None) -> Array:
    """Return an array with elements shifted along axes; what falls off an end comes back at the other."""
    array = as_array("roll", x)
    if axis is None:
        flat = roll(reshape(array, (-1,)), shift, axis=0)
        return wrap(reshaped(value_of(flat), dims_of(array)))
    axes = axes_of("roll", axis if isinstance(axis, (tuple, list)) else (axis,), array.ndim) if array.ndim else []
    shifts: Sequence[int] = cast("Sequence[int]", shift) if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    value = value_of(array)
    for each, amount in zip(axes, shifts, strict=True):
        value = _rolled(value, each, amount)
    return wrap(value)


def _rolled(value: Value, dim: int, amount: int) -> Value:
    shape = shape_of(value)
    size = shape[dim]
    if isinstance(size, int):
        amount %= max(size, 1)
    if amount == 0:
        return value
    cut: Dim = sizes.subtract(size, amount) if amount > 0 else -amount
    if size is None or (not isinstance(size, int) and abs(amount) > 1):
        return taken(value, _rolled_places(value, dim, amount), dim)
    starts, limits = list[Dim]([0] * len(shape)), list[Dim](shape)
    starts[dim] = cut
    tail = graph.slice(value, starts, shape, [1] * len(shape))
    limits[dim] = cut
    return graph.concat([tail, graph.slice(value, [0] * len(shape), limits, [1] * len(shape))], dim)


def _rolled_places(value: Value, dim: int, amount: int) -> Value:
    """Return where the elements of a rolled dimension come from, whose size may be less than the amount."""
    size = graph.dim(value, dim)
    places = graph.iota(0, (shape_of(value)[dim],), sizes=graph.reshape(size, (1,)))
    places = graph.sub(places, _beside(graph.mod(np.array(amount), graph.maximum(size, 1)), places))
    return graph.select(graph.compare("lt", places, 0), graph.add(places, _beside(size, places)), places)


def _beside(scalar: Value, vector: Value) -> Value:
    return broadcast_value(scalar, shape_of(vector), vector)


PADDING_MODES = ("constant", "edge", "reflect", "wrap")


@array_function
def pad(x: Array, pad_width: Any, /, mode: str = "constant", *, constant_values: Any = None) -> Array:
    """Return an array with more elements around it: `pad_width` before and behind each axis, a pair for all axes, or
    pairs for each. The modes are those of numpy: `constant`, with 0 or False unless another value is given, `edge`,
    `reflect` and `wrap`.
    """
    array = as_array("pad", x)
    if mode not in PADDING_MODES:
        raise ValueError(f"pad: the mode must be one of {', '.join(PADDING_MODES)}, but got {mode!r:.60}")
    try:
        widths: Any = np.broadcast_to(np.asarray(pad_width), (array.ndim, 2))
    except ValueError:
        raise call_error(f"pad: {array.ndim} pairs of widths are required, but got {pad_width!r:.60}") from None
    if widths.dtype.kind not in "iu" or (widths < 0).any():
        raise call_error(f"pad: widths must be integers, not negative, but got {pad_width!r:.60}")
    fill = array.dtype.type(0).item() if constant_values is None else constant_values
    given = checked_operand("pad", fill)
    common_dtype("pad", [array, given])
    low, high = widths.T.tolist()
    number = with_dtype(given, array.dtype) if mode == "constant" else None
    padding: Any = mode
    return wrap(graph.pad(padding, value_of(array), low, high, [0] * array.ndim, value=number))


@array_function
def tile(x: Array, repetitions: Sequence[int], /) -> Array:
    """Return an array put beside itself a number of times along each axis."""
    value = value_of(as_array("tile", x))
    rank = max(len(repetitions), len(shape_of(value)))
    counts = (1,) * (rank - len(repetitions)) + tuple(repetitions)
    shape = (1,) * (rank - len(shape_of(value))) + shape_of(value)
    wide = [dim for count, size in zip(counts, shape, strict=True) for dim in (count, size)]
    value = graph.broadcast(reshaped(value, shape), [2 * at + 1 for at in range(rank)], wide)
    return wrap(reshaped(value, [sizes.multiply(a, b) for a, b in zip(counts, shape, strict=True)]))


@array_function
def repeat(x: Array, repeats: Any, /, *, axis: int | None = None) -> Array:
    """Return each element several times in a row."""
    array = as_array("repeat", x)
    if axis is None:
        array, axis = reshape(array, (-1,)), 0
    dim = axis_of("repeat", axis, array.ndim)
    value = value_of(array)
    shape = shape_of(value)
    if isinstance(repeats, int):
        wide = (*shape[: dim + 1], repeats, *shape[dim + 1 :])
        kept = [at for at in range(len(wide)) if at != dim + 1]
        value = graph.broadcast(value, kept, wide)
        return wrap(reshaped(value, (*shape[:dim], sizes.multiply(shape[dim], repeats), *shape[dim + 1 :])))
    counts = as_array("repeat", repeats)
    if counts.dtype not in KINDS["integral"]:
        raise call_error(f"repeat: repetitions must be integers, but got dtype {counts.dtype}")
    return wrap(_repeated(value, value_of(broadcast_to(astype(counts, np.int64), (entry_of(shape[dim]),))), dim))


def _repeated(value: Value, counts: Value, dim: int) -> Value:
    """Return each part along a dimension as often as an element of `counts` says."""
    longest = graph.reduce("max", graph.concat([counts, np.zeros(1, np.int64)], 0), [0])
    columns = graph.reshape(longest, (1,))
    grid = graph.iota(0, (None,), sizes=columns)
    places = graph.nonzero(graph.compare("lt", *_crossed(grid, counts)))
    chosen = graph.slice(places, [0, 0], [None, 1], [1, 1])
    return taken(value, graph.reshape(chosen, (None,)), dim)


def _crossed(columns: Value, rows: Value) -> tuple[Value, Value]:
    """Return two vectors as matrices of one shape: the first one along rows, the second one along columns."""
    sizes_of_both = graph.concat([graph.shape(rows), graph.shape(columns)], 0)
    shape = (shape_of(rows)[0], None)
    return (
        graph.broadcast(columns, [1], shape, sizes=sizes_of_both),
        graph.broadcast(rows, [0], shape, sizes=sizes_of_both),
    )
