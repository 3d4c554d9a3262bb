"""Parts of arrays: `x[1:, None, i]`, by slices, numbers, arrays of integers and of truth values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value, sizes
from dlc.ir.sizes import Dim

from .arrays import Array
from .dtypes import KINDS
from .errors import call_error, index_error
from .operands import as_array, axis_of, broadcast_values, converted, dims_of, reshaped, shape_text, wrap
from .symbolic import SymbolicSize, dim_of
from .tracing import array_function, value_of
from .windows import checked_indices, gathered, last_parts, taken, without_last


class _Range(NamedTuple):
    """The part of a dimension that a slice or a number takes."""

    start: Dim
    limit: Dim
    step: int
    is_kept: bool = True
    """False of a number: the result lacks the dimension."""


@array_function
def getitem(x: Array, key: Any) -> Array:
    """Return the part of an array that a key names."""
    entries = _entries_of(x, key)
    x, entries = _without_ends(x, entries)
    if any(isinstance(each, Array) for each in entries):
        return _getitem_at_arrays(x, entries)
    ranges = _ranges_of([entry for entry in entries if entry is not None], dims_of(x))
    value = _sliced(value_of(x), ranges)
    kept = iter([dim for dim, each in zip(shape_of(value), ranges, strict=True) if each.is_kept])
    are_new = [entry is None for entry in entries if entry is None or isinstance(entry, slice)]
    return wrap(reshaped(value, [1 if is_new else next(kept) for is_new in are_new]))


def box_of(x: Array, key: Any) -> list[tuple[int, int]] | None:
    """Return where the part that a key names starts and ends along each dimension; `None` if that is not known, or some
    elements between are left out.
    """
    entries = [each for each in _entries_of(x, key) if each is not None]
    shape = dims_of(x)
    if any(isinstance(each, Array) for each in entries) or not all(isinstance(size, int) for size in shape):
        return None
    box: list[tuple[int, int]] = []
    for each in _ranges_of(entries, shape):
        if not isinstance(each.start, int) or not isinstance(each.limit, int) or each.step != 1:
            return None
        box.append((each.start, each.limit))
    return box


def index_along_one_axis(x: Array, key: Any) -> tuple[int, Value] | None:
    """Return an axis and indices along it, if a key names the parts at integers along one axis."""
    entries = _entries_of(x, key)
    arrays = [(dim, each) for dim, each in enumerate(entries) if isinstance(each, Array)]
    others = [each for each in entries if not isinstance(each, Array)]
    if len(arrays) != 1 or arrays[0][1].dtype == np.bool_ or any(each != slice(None) for each in others):
        return None
    [(dim, indices)] = arrays
    return dim, _from_front("index", indices, value_of(x), dim)


def _without_ends(x: Array, entries: Sequence[Any]) -> tuple[Array, list[Any]]:
    """Return an array without what entries that count from ends leave out, where sizes depend on values, and entries
    that take the rest.
    """
    value, rest, dim = value_of(x), list[Any](), 0
    for entry in entries:
        if entry is not None and _rank_of(entry) == 1 and shape_of(value)[dim] is None:
            value, entry = _without_end(value, dim, entry)
        rest.append(entry)
        dim += _rank_of(entry)
    return wrap(value), rest


def _without_end(value: Value, dim: int, entry: Any) -> tuple[Value, Any]:
    if isinstance(entry, slice):
        return _without_ends_of_slice(value, dim, cast("Any", entry))
    if isinstance(entry, int) and entry < 0:
        return last_parts(value, dim, -entry), 0
    return value, entry


def _without_ends_of_slice(value: Value, dim: int, entry: Any) -> tuple[Value, Any]:
    start, stop = entry.start, entry.stop
    if entry.step is not None and entry.step.__index__() < 0:
        return value, entry
    if _counts_from_end(start) and (entry.stop is None or _counts_from_end(entry.stop)):
        value, start = last_parts(value, dim, -start.__index__()), None
    if _counts_from_end(stop):
        value, stop = without_last(value, dim, -stop.__index__()), None
    return value, slice(start, stop, entry.step)


def _counts_from_end(bound: Any) -> bool:
    dim = None if bound is None else dim_of(bound)
    return isinstance(dim, int) and dim < 0


def _ranges_of(entries: Sequence[Any], shape: Sequence[Dim]) -> list[_Range]:
    """Return what slices and numbers take of each dimension."""
    ranges: list[_Range] = []
    for axis, (entry, size) in enumerate(zip(entries, shape, strict=True)):
        if isinstance(entry, slice):
            ranges.append(_range_of_slice(entry, size))
        else:
            start = _index_dim(entry, size, axis)
            ranges.append(_Range(start, sizes.add(start, 1), 1, is_kept=False))
    return ranges


def _getitem_at_arrays(x: Array, entries: Sequence[Any]) -> Array:
    """Return the part of an array that a key with arrays names; numbers count as arrays there."""
    if any(entry is None for entry in entries):
        raise call_error("index: `None` and arrays do not go together; use expand_dims")
    indices: dict[int, Array] = {}
    ranges: list[_Range] = []
    shape = dims_of(x)
    for entry in entries:
        at = len(ranges)
        if isinstance(entry, slice):
            ranges.append(_range_of_slice(entry, shape[at]))
            continue
        if not isinstance(entry, Array):
            entry = wrap(graph.constant(np.array(_in_range(entry, shape[at], at), np.int64)))
        indices[at] = entry
        ranges += [_Range(0, dim, 1) for dim in shape[at : at + _rank_of(entry)]]
    return wrap(_picked("index", _sliced(value_of(x), ranges), indices))


def _entries_of(x: Array, key: Any) -> list[Any]:
    """Return an entry of a key for each dimension, and `None` for each new one."""
    return _without_ellipsis(cast("tuple[Any, ...]", key) if isinstance(key, tuple) else (key,), x.ndim)


def _without_ellipsis(entries: Sequence[Any], rank: int) -> list[Any]:
    """Return an entry for each dimension, and `None` for each new one."""
    checked = [_checked_entry(entry) for entry in entries]
    used = sum(_rank_of(entry) for entry in checked)
    ellipses = [at for at, entry in enumerate(checked) if entry is Ellipsis]
    if len(ellipses) > 1:
        raise index_error("index: there may be one ellipsis only")
    if used > rank:
        raise index_error(f"index: an array of rank {rank} cannot have {used} indices")
    at = ellipses[0] if ellipses else len(checked)
    return [*checked[:at], *[slice(None)] * (rank - used), *checked[at + bool(ellipses) :]]


def _checked_entry(entry: Any) -> Any:
    if entry is None or entry is Ellipsis or isinstance(entry, SymbolicSize):
        return entry
    if isinstance(entry, slice):
        return cast("Any", entry)
    if isinstance(entry, (bool, np.bool_)):
        return Array.of(np.array(entry))
    if isinstance(entry, (np.ndarray, Array)):
        array = as_array("index", entry)
        if array.dtype != np.bool_ and array.dtype not in KINDS["integral"]:
            raise index_error(f"index: arrays must have integers or truth values, but got {array.dtype}")
        return array
    if hasattr(entry, "__index__"):
        return entry.__index__()
    hint = "; make an array of it by `dlc.array.asarray`" if isinstance(entry, list) else ""
    raise index_error(f"index: {entry!r:.60} is not a number, a slice, an array, `None` or an ellipsis{hint}")


def _rank_of(entry: Any) -> int:
    if entry is None or entry is Ellipsis:
        return 0
    return entry.ndim if isinstance(entry, Array) and entry.dtype == np.bool_ else 1


def _in_range(index: Any, size: Dim, axis: int) -> int:
    if isinstance(size, int) and not -size <= index < size:
        raise index_error(f"index: {index} is not in axis {axis}, which has size {size}")
    if index < 0 and not isinstance(size, int):
        raise call_error(f"index: {index} counts from the end of axis {axis}, whose size is not known")
    return index % size if isinstance(size, int) else index


def _index_dim(index: Any, size: Dim, axis: int) -> Dim:
    if isinstance(index, SymbolicSize):
        return index.size
    if isinstance(size, int) or index >= 0:
        return _in_range(index, size, axis)
    return sizes.add(size, index)


def _range_of_slice(entry: Any, size: Dim) -> _Range:
    """Return the elements of a slice in ascending order, with the sign of its step."""
    step = 1 if entry.step is None else entry.step.__index__()
    if step == 0:
        raise ValueError("index: the step of a slice must not be 0")
    if isinstance(size, int) and not any(isinstance(each, SymbolicSize) for each in (entry.start, entry.stop)):
        chosen = range(*entry.indices(size))
        if not chosen:
            return _Range(0, 0, step)
        first, last = (chosen[0], chosen[-1]) if step > 0 else (chosen[-1], chosen[0])
        return _Range(first, last + 1, step)
    if step < 0 and (entry.start is not None or entry.stop is not None):
        raise call_error(f"index: a slice with a negative step and bounds needs a size that is known, but got {size}")
    if step < -1:
        raise call_error(f"index: a slice with step {step} needs a size that is known, but got {size}")
    start = 0 if entry.start is None else _bound(entry.start, size)
    return _Range(start, size if entry.stop is None else _bound(entry.stop, size), step)


def _bound(bound: Any, size: Dim) -> Dim:
    """Return a bound of a slice along a size that is not known; a negative one counts from the end."""
    dim = dim_of(bound)
    if isinstance(dim, int) and dim < 0:
        if size is None:
            raise call_error("index: a bound counts from the end of an axis whose size depends on values")
        return sizes.add(size, dim)
    return dim


def _sliced(value: Value, ranges: Sequence[_Range]) -> Value:
    shape = shape_of(value)
    if any(not _takes_all(each, size) for each, size in zip(ranges, shape, strict=True)):
        starts = [each.start for each in ranges]
        limits = [None if each.limit == size else each.limit for each, size in zip(ranges, shape, strict=True)]
        value = graph.slice(value, starts, limits, [abs(each.step) for each in ranges])
    backwards = [dim for dim, each in enumerate(ranges) if each.step < 0]
    return graph.reverse(value, backwards) if backwards else value


def _takes_all(each: _Range, size: Dim) -> bool:
    return each.start == 0 and abs(each.step) == 1 and each.limit == size


def _picked(name: str, value: Value, indices: dict[int, Array]) -> Value:
    """Return the elements at arrays of indices, for a function; arrays for adjacent dimensions are combined."""
    dims: list[int] = []
    parts: list[Value] = []
    for dim, array in sorted(indices.items()):
        if array.dtype == np.bool_:
            _check_mask(array, shape_of(value)[dim : dim + array.ndim])
            if array.ndim == 0:
                return _picked_by_number(value, array)
            places = graph.nonzero(value_of(array))
            for at in range(array.ndim):
                part = graph.slice(places, [0, at], [None, at + 1], [1, 1])
                parts.append(graph.reshape(part, (shape_of(places)[0],)))
                dims.append(dim + at)
        else:
            parts.append(_from_front(name, array, value, dim))
            dims.append(dim)
    if dims != list(range(dims[0], dims[0] + len(dims))):
        value = graph.transpose(value, [*dims, *[dim for dim in range(len(shape_of(value))) if dim not in dims]])
        dims = list(range(len(dims)))
    if len(dims) == 1:
        return taken(value, parts[0], dims[0])
    parts = broadcast_values("index", parts)
    vectors = [graph.reshape(part, (*shape_of(part), 1)) for part in parts]
    rank = len(shape_of(parts[0]))
    return gathered(value, graph.concat(vectors, rank), dims, rank)


def _picked_by_number(value: Value, mask: Array) -> Value:
    rows = graph.reshape(value, (1, *shape_of(value)))
    return taken(rows, _places(graph.reshape(value_of(mask), (1,))), 0)


def _places(mask: Value) -> Value:
    return graph.reshape(graph.nonzero(mask), (None,))


def _check_mask(mask: Array, shape: Sequence[Dim]) -> None:
    for given, size in zip(dims_of(mask), shape, strict=True):
        if not sizes.may_equal(given, size):
            raise index_error(f"index: a mask of shape {shape_text(dims_of(mask))} does not fit {shape_text(shape)}")


def _from_front(name: str, array: Array, value: Value, dim: int) -> Value:
    """Return the indices of a function as i64, with negative ones counted from the front, all of which are checked."""
    if array.dtype in KINDS["unsigned integer"]:  # before they are converted, which makes large ones negative
        return converted(checked_indices(name, value_of(array), value, dim), np.dtype(np.int64))
    indices = converted(value_of(array), np.dtype(np.int64))
    size = shape_of(value)[dim]
    total = graph.dim(value, dim) if not isinstance(size, int) else size
    if isinstance(total, Value):
        total = graph.broadcast(total, [], shape_of(indices))
    places = graph.select(graph.compare("lt", indices, 0), graph.add(indices, total), indices)
    return checked_indices(name, places, value, dim)


@array_function
def take(x: Array, indices: Array, /, *, axis: int | None = None) -> Array:
    """Return the parts of an array at indices along an axis."""
    array = as_array("take", x)
    if axis is None:
        if array.ndim != 1:
            raise ValueError(f"take: an axis is required for an array of rank {array.ndim}")
        axis = 0
    dim = axis_of("take", axis, array.ndim)
    return wrap(_picked("take", value_of(array), {dim: as_array("take", indices)}))


@array_function
def take_along_axis(x: Array, indices: Array, /, *, axis: int = -1) -> Array:
    """Return the elements at indices along an axis; the indices have the other dimensions of the array."""
    value = value_of(as_array("take_along_axis", x))
    places = value_of(as_array("take_along_axis", indices))
    rank = len(shape_of(value))
    dim = axis_of("take_along_axis", axis, rank)
    value, places = _broadcast_beside(value, places, dim)
    places = _from_front("take_along_axis", wrap(places), value, dim)
    others = [each for each in range(rank) if each != dim]
    return wrap(graph.gather(value, places, [], [dim], others, others, [dim], rank, [1] * rank))


def _broadcast_beside(value: Value, places: Value, dim: int) -> tuple[Value, Value]:
    """Return both repeated to the sizes that they have together, apart from one dimension."""
    ours, theirs = list(shape_of(value)), list(shape_of(places))
    size, count = ours[dim], theirs[dim]
    for at, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if at != dim:
            ours[at] = theirs[at] = b if a == 1 else a
    ours[dim], theirs[dim] = size, count
    dims = list(range(len(ours)))
    if tuple(ours) != shape_of(value):
        value = graph.broadcast(value, dims, ours)
    if tuple(theirs) != shape_of(places):
        places = graph.broadcast(places, dims, theirs)
    return value, places
