"""Functions that make arrays. While a function is traced, arrays of one value and ranges are computed, not stored."""

from __future__ import annotations

import builtins
from typing import Any, cast

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.size_lists import surely_at_most
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value
from dlc.ir.sizes import Dim

from .arrays import DEVICE, Array, without_mask
from .dtypes import ALL, DEFAULT_FLOAT, DEFAULT_INTEGER, DType, checked_dtype
from .elementwise import astype
from .errors import call_error, check_known, located, tracing_error
from .operands import Shape, as_array, broadcast_value, converted, dims_of, shape_from, shape_text, with_dtype, wrap
from .symbolic import SymbolicSize, dim_of
from .tracing import array_function, flattened, is_array, is_tracing, open_trace, value_of


def _check_device(name: str, device: Any) -> None:
    if device not in (None, DEVICE):
        raise ValueError(f"{name}: the device must be '{DEVICE}', but got {device!r}")


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: Any = None) -> Array:
    """Return an array of numbers, nested lists, arrays, or objects with a buffer or DLPack."""
    _check_device("asarray", device)
    target = None if dtype is None else checked_dtype(dtype)
    if isinstance(obj, Array):
        if target is not None and obj.dtype != target and copy is False:
            raise ValueError(f"asarray: an array of dtype {obj.dtype} cannot be {target} without a copy")
        result = obj if target is None else astype(obj, target)
        return Array.of(np.array(result.data)) if copy and obj.value is None and result is obj else result
    if isinstance(obj, SymbolicSize):
        return _size_array(obj, target or DEFAULT_INTEGER)
    leaves: list[Array] = []
    flattened(obj, is_array, leaves)
    if leaves and isinstance(obj, (tuple, list)):
        return _stacked(obj, target)
    return _of_numbers(obj, target, copy)


def _of_numbers(obj: Any, dtype: DType | None, copy: bool | None) -> Array:
    if not isinstance(obj, np.ndarray) and hasattr(obj, "__dlpack__"):
        obj = np.from_dlpack(obj)
    try:
        data = np.array(without_mask(obj), dtype, copy=copy)
    except OverflowError:
        raise
    except (TypeError, ValueError) as error:
        if copy is False:
            raise
        raise call_error(f"asarray: {error}") from None
    if data.dtype.kind in "cOSUMmV" and data.dtype not in ALL:
        elements: list[Any] = cast("Any", data).ravel().tolist()
        wide = next((each for each in elements if isinstance(each, int) and each.bit_length() > 63), None)
        if data.dtype == object and wide is not None:
            raise located(OverflowError(f"asarray: the number {wide} does not fit 64 bits"))
        raise call_error(f"asarray: arrays cannot have the dtype {data.dtype}")
    checked_dtype(data.dtype)
    return Array.of(data)


@array_function
def _size_array(size: SymbolicSize, dtype: DType) -> Array:
    return wrap(with_dtype(size, dtype))


@array_function
def _stacked(obj: Any, dtype: DType | None) -> Array:
    """Return nested lists of arrays and numbers as one array."""
    if isinstance(obj, Array):
        return obj if dtype is None else astype(obj, dtype)
    parts = [_stacked(each, dtype) if isinstance(each, (tuple, list)) else asarray(each, dtype=dtype) for each in obj]
    shape = dims_of(parts[0])
    rows = [graph.reshape(value_of(part), (1, *shape)) for part in parts]
    return wrap(graph.concat(rows, 0))


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """Return an array over the memory of another library's array."""
    _check_device("from_dlpack", device)
    if isinstance(x, Array) and x.value is not None:
        return x
    data = x.data if isinstance(x, Array) else np.from_dlpack(x)
    return Array.of(np.array(data) if copy else data)


# -- One value ---------------------------------------------------------------------------------------------------------


def _require_number(name: str, given: Any, which: str) -> None:
    """Raise an error if a number is `None`, as sizes are that depend on values."""
    if given is None:
        raise call_error(
            f"{name}: {which} must be a number, but got None, which is the size of an axis that depends on values; for "
            "0, 1, 2 … along the axis of a vector x write `dlc.array.cumulative_sum(dlc.array.ones_like(x, "
            "dtype=dlc.array.int64)) - 1`, for its size `dlc.array.count_nonzero` of the mask"
        )


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array whose elements all equal a number."""
    _check_device("full", device)
    _require_number("full", fill_value, "the value")
    target = np.asarray(fill_value).dtype if dtype is None else checked_dtype(dtype)
    if isinstance(fill_value, Array) and dtype is None:
        target = fill_value.dtype
    return _filled(shape_from(shape), fill_value, checked_dtype(target))


def _filled(shape: Shape, number: Any, dtype: DType) -> Array:
    if any(isinstance(dim, int) and dim < 0 for dim in shape):
        raise call_error(f"sizes must not be negative, but got {shape_text(shape)}")
    if not is_tracing() and not isinstance(number, Array):
        return Array.of(np.full(shape, number, dtype))  # type: ignore[arg-type]
    return _broadcast_number(shape, number, dtype)


@array_function
def _broadcast_number(shape: Shape, number: Any, dtype: DType) -> Array:
    return wrap(broadcast_value(with_dtype(number, dtype), shape))


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of zeros."""
    return full(shape, 0, dtype=DEFAULT_FLOAT if dtype is None else dtype, device=device)


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of ones."""
    return full(shape, 1, dtype=DEFAULT_FLOAT if dtype is None else dtype, device=device)


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of any elements; they are zeros."""
    return zeros(shape, dtype=dtype, device=device)


def full_like(x: Array, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of one number with the shape of another, and its dtype unless one is given."""
    _check_device("full_like", device)
    _require_number("full_like", fill_value, "the value")
    array = as_array("full_like", x)
    target = array.dtype if dtype is None else checked_dtype(dtype)
    if None not in array.shape:
        return _filled(shape_from(array.shape), fill_value, target)
    value = value_of(array)
    return wrap(broadcast_value(with_dtype(fill_value, target), shape_of(value), value))


def zeros_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of zeros with the shape of another."""
    return full_like(x, 0, dtype=dtype, device=device)


def ones_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of ones with the shape of another."""
    return full_like(x, 1, dtype=dtype, device=device)


def empty_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    """Return an array of any elements with the shape of another; they are zeros."""
    return zeros_like(x, dtype=dtype, device=device)


# -- Ranges ------------------------------------------------------------------------------------------------------------


_LEFT_OUT: Any = object()
"""The default of an argument for which `None` is a size that depends on values."""


def arange(start: Any, /, stop: Any = _LEFT_OUT, step: Any = 1, *, dtype: Any = None, device: Any = None) -> Array:
    """Return the numbers from start to stop, which is left out, in steps."""
    _check_device("arange", device)
    if stop is _LEFT_OUT or (stop is None and not is_tracing()):
        start, stop = 0, start
    for which, given in (("start", start), ("stop", stop), ("the step", step)):
        _require_number("arange", given, which)
        check_known("arange", which, given)
    is_symbolic = any(isinstance(each, SymbolicSize) for each in (start, stop, step))
    numbers = (int, SymbolicSize)
    whole = all(isinstance(each, numbers) for each in (start, stop, step))
    target = (DEFAULT_INTEGER if whole else DEFAULT_FLOAT) if dtype is None else checked_dtype(dtype)
    if is_symbolic:
        if not whole:
            raise call_error("arange: start, stop and step must be whole numbers where one of them is a symbolic size")
        return _counted(start, stop, step, target)
    numbers_of: Any = np.arange
    return Array.of(numbers_of(start, stop, step, target) if start != stop else np.empty(0, target))


@array_function
def _counted(start: Any, stop: Any, step: Any, dtype: DType) -> Array:
    """Return a range with symbolic bounds. Where the step goes away from `stop`, it is empty."""
    if isinstance(step, SymbolicSize):
        raise tracing_error(
            f"arange: the step '{step}' is a size that is not known while the function is traced, and neither is its "
            "sign; write `start + step * dlc.array.arange(count)`"
        )
    if step == 0:
        raise call_error("arange: the step must not be 0")
    distance = stop - start if step > 0 else start - stop
    places = _places(dim_of((distance + abs(step) - 1) // abs(step)))
    numbers = graph.add(
        graph.mul(places, step), broadcast_value(with_dtype(start, DEFAULT_INTEGER), shape_of(places), places)
    )
    return wrap(converted(numbers, dtype))


def _places(count: Dim) -> Value:
    """Return 0, 1, 2 … as many as a size says; none if it is negative, which its type does not say."""
    if surely_at_most(0, count):
        return graph.iota(0, (count,))
    limited = graph.maximum(open_trace().size(count), 0)
    return graph.iota(0, (None,), sizes=graph.reshape(limited, (1,)))


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: bool = True
) -> Array:
    """Return numbers that are equally far from one another, the first one start."""
    _check_device("linspace", device)
    target = DEFAULT_FLOAT if dtype is None else checked_dtype(dtype)
    if any(isinstance(each, (Array, SymbolicSize)) and not _is_number(each) for each in (start, stop, num)):
        raise tracing_error(
            "linspace: start, stop and num must be known while the function is traced; write "
            "`start + step * dlc.array.arange(num)`, where step is the distance of two numbers"
        )
    numbers = cast("Any", np.linspace(start, stop, num, endpoint=endpoint))
    return Array.of(numbers.astype(target))


def _is_number(given: Array | SymbolicSize) -> bool:
    """Return whether a number is known while a function is traced."""
    return isinstance(given, Array) and given.value is None


def eye(n_rows: Any, n_cols: Any = None, /, *, k: int = 0, dtype: Any = None, device: Any = None) -> Array:
    """Return a matrix with ones on a diagonal, and zeros elsewhere."""
    _check_device("eye", device)
    target = DEFAULT_FLOAT if dtype is None else checked_dtype(dtype)
    columns = n_rows if n_cols is None else n_cols
    return _diagonal((dim_of(n_rows), dim_of(columns)), k, target)


@array_function
def _diagonal(shape: Shape, k: int, dtype: DType) -> Array:
    below = graph.sub(graph.iota(1, shape), graph.iota(0, shape))
    return wrap(converted(graph.compare("eq", below, k), dtype))


def meshgrid(*arrays: Array, indexing: str = "xy") -> list[Array]:
    """Return the coordinates of the points of a grid, an array for each dimension."""
    if indexing not in ("xy", "ij"):
        raise ValueError(f"meshgrid: the indexing must be 'xy' or 'ij', but got {indexing!r}")
    return _grid(indexing, *arrays)


@array_function
def _grid(indexing: str, *arrays: Array) -> list[Array]:
    values = [value_of(as_array("meshgrid", each)) for each in arrays]
    if len({array.dtype for array in arrays}) > 1:
        raise call_error("meshgrid: arrays must have one dtype")
    order = [*builtins.range(len(values))]
    if indexing == "xy" and len(values) > 1:
        order[0], order[1] = 1, 0
    shape = tuple(shape_of(values[at])[0] if shape_of(values[at]) else 1 for at in order)
    flat = [graph.reshape(value, (shape[order.index(at)],)) for at, value in enumerate(values)]
    return [wrap(graph.broadcast(value, [order.index(at)], shape)) for at, value in enumerate(flat)]


@array_function
def tril(x: Array, /, *, k: int = 0) -> Array:
    """Return the matrices with zeros above a diagonal."""
    return _triangle("tril", x, "le", k)


@array_function
def triu(x: Array, /, *, k: int = 0) -> Array:
    """Return the matrices with zeros below a diagonal."""
    return _triangle("triu", x, "ge", k)


def _triangle(name: str, x: Array, predicate: Any, k: int) -> Array:
    value = value_of(as_array(name, x))
    shape = shape_of(value)
    if len(shape) < 2:
        raise call_error(f"{name}: an array of rank 2 or more is required, but got rank {len(shape)}")
    places = graph.sub(graph.iota(1, shape[-2:]), graph.iota(0, shape[-2:]))
    kept = broadcast_value(graph.compare(predicate, places, k), shape, value)
    zero = broadcast_value(graph.constant(np.zeros((), x.dtype)), shape, value)
    return wrap(graph.select(kept, value, zero))
