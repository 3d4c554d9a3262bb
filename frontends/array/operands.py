"""Operands of array functions: kinds of dtypes, promotion, broadcasting, and dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, cast

import numpy as np

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of, tensor_of
from dlc.ir import Value, sizes
from dlc.ir.sizes import Dim, may_equal, more_precise

from .arrays import Array
from .dtypes import FLOATING, KINDS, DType, bool_type, default_dtype, element_of_dtype, promoted, weak_result
from .errors import call_error, check_known
from .symbolic import SymbolicSize, dim_of
from .tracing import open_trace, value_of

NUMBERS = (bool_type, int, float)
Shape = tuple[Dim, ...]


def wrap(value: Value, is_weak: bool = False) -> Array:
    """Return a value of the open trace as an array."""
    return Array.traced(value, open_trace(), is_weak)


def are_weak(operands: Sequence[Any]) -> bool:
    """Return whether operands are numbers, of which some were passed to the traced function."""
    return all(not isinstance(each, Array) or each.is_weak for each in operands)


def shape_text(shape: Sequence[Any]) -> str:
    """Return a shape as Python writes it: `(n, 8)`, `(4,)`."""
    entries = ["?" if entry is None else str(entry) for entry in shape]
    return f"({', '.join(entries)}{',' if len(entries) == 1 else ''})"


def count_of(value: Value, dims: Sequence[int]) -> Value:
    """Return the number of elements along dimensions as a scalar of i64, also where sizes depend on values."""
    count = sizes.product(shape_of(value)[dim] for dim in dims)
    if count is not None:
        return open_trace().size(count)
    return reduce(graph.mul, [graph.dim(value, dim) for dim in dims])


def dims_of(array: Array) -> Shape:
    """Return the sizes of an array as the dialect `graph` has them."""
    return shape_of(value_of(array))


# -- Dtypes ------------------------------------------------------------------------------------------------------------


def as_array(name: str, given: Any) -> Array:
    """Return an operand that must be an array; numpy's arrays and scalars are accepted."""
    if isinstance(given, Array):
        return given
    if isinstance(given, (np.ndarray, np.generic)):
        return Array.of(given)
    hint = "; make an array of it by `dlc.array.asarray`" if isinstance(given, (*NUMBERS, tuple, list)) else ""
    raise call_error(f"{name}: an array is required, but got {given!r:.60}{hint}")


def require_kind(name: str, array: Array, *kinds: str) -> DType:
    """Return the dtype of an array; raise an error if it is of none of these kinds."""
    require_dtype(name, array.dtype, kinds)
    return array.dtype


def require_dtype(name: str, dtype: DType, kinds: Sequence[str]) -> None:
    if not any(dtype in KINDS[kind] for kind in kinds):
        count = " or counted by `dlc.array.count_nonzero`" if dtype == np.bool_ and name == "sum" else ""
        hint = "" if dtype in FLOATING else f"; elements are converted by `dlc.array.astype`{count}"
        raise call_error(f"{name}: a dtype of kind {' or '.join(kinds)} is required, but got {dtype}{hint}")


def common_dtype(name: str, operands: Sequence[Any]) -> DType:
    """Return the dtype that arrays and Python numbers have together."""
    arrays = [each for each in operands if isinstance(each, Array) and not each.is_weak]
    weak = [_number_type(each) for each in operands if not isinstance(each, Array) or each.is_weak]
    if not arrays:
        order = {bool_type: 0, int: 1, float: 2}
        return default_dtype(max(weak, key=order.__getitem__))
    dtype = promoted(array.dtype for array in arrays)
    if dtype is None:
        shown = " and ".join(str(array.dtype) for array in arrays)
        raise call_error(f"{name}: dtypes {shown} have no common dtype; convert elements by `dlc.array.astype`")
    for number in weak:
        result = weak_result(number, dtype)
        if result is None:
            raise call_error(
                f"{name}: a Python {number.__name__} does not go with an array of dtype {dtype}; convert elements by "
                "`dlc.array.astype`"
            )
        dtype = result
    return dtype


def _number_type(number: Any) -> type[Any]:
    """Return the type of the Python number that an operand is or was."""
    if isinstance(number, Array):
        kinds: dict[str, type[Any]] = {"b": bool_type, "f": float}
        return kinds.get(number.dtype.kind, int)
    return int if isinstance(number, SymbolicSize) else cast("type[Any]", type(number))


def with_dtype(operand: Any, dtype: DType) -> Value:
    """Return an array or a number as a value with elements of a dtype."""
    element = element_of_dtype(dtype)
    if isinstance(operand, SymbolicSize):
        return converted(open_trace().size(operand.size), dtype)
    if isinstance(operand, Array):
        return converted(value_of(operand), dtype)
    if isinstance(operand, int) and not isinstance(operand, bool_type) and dtype.kind in "iu":
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        if not least <= operand <= most:
            raise OverflowError(f"the number {operand} is out of range for {dtype}")
    del element
    return graph.constant(np.array(operand, dtype))


def converted(value: Value, dtype: DType) -> Value:
    """Return a value with its elements converted to a dtype."""
    element = element_of_dtype(dtype)
    if tensor_of(shape_of(value), element) is value.type:
        return value
    return graph.cast(value, element)


def checked_operand(name: str, given: Any) -> Any:
    """Return an operand that may be an array or a Python number."""
    if isinstance(given, (Array, SymbolicSize, *NUMBERS)) and not isinstance(given, np.generic):
        return given
    return as_array(name, given)


# -- Broadcasting ------------------------------------------------------------------------------------------------------


def broadcast_shape(name: str, shapes: Sequence[Shape]) -> Shape:
    """Return the shape that arrays of these shapes have together."""
    rank = max((len(shape) for shape in shapes), default=0)
    result: list[Dim] = [1] * rank
    for shape in shapes:
        for at, dim in enumerate(shape, rank - len(shape)):
            if dim == 1:
                continue
            if result[at] == 1:
                result[at] = dim
            elif may_equal(result[at], dim):
                result[at] = more_precise(result[at], dim)
            else:
                shown = " and ".join(shape_text(each) for each in shapes)
                raise call_error(f"{name}: shapes {shown} do not fit")
    return tuple(result)


def broadcast_value(value: Value, shape: Shape, *like: Value) -> Value:
    """Return a value repeated to a shape; if some of its sizes are unknown, `like` are values that have it together."""
    own = shape_of(value)
    if own == shape:
        return value
    sizes_of_result = None
    if None in shape:
        if len(own) == len(shape) and all(a == b or a is None for a, b in zip(own, shape, strict=True)):
            return graph.with_shape(value, shape)
        if not like:
            raise call_error(f"an array of shape {shape_text(shape)} cannot be made: a size depends on values")
        sizes_of_result = _common_sizes(shape, like)
    elif any(a is None and b != 1 for a, b in zip(own, shape[len(shape) - len(own) :], strict=True)):
        value = graph.with_shape(value, shape[len(shape) - len(own) :])
        if shape_of(value) == shape:
            return value
    dims = range(len(shape) - len(own), len(shape))
    return graph.broadcast(value, list(dims), shape, sizes=sizes_of_result)


def _common_sizes(shape: Shape, values: Sequence[Value]) -> Value:
    """Return the sizes of a shape that values have together, as a vector."""
    for value in values:
        own = shape_of(value)
        if len(own) == len(shape) and all((a == 1) == (b == 1) for a, b in zip(own, shape, strict=True)):
            return graph.shape(value)
    lengths = [
        _common_size(values, at - len(shape)) if dim is None else open_trace().size(dim) for at, dim in enumerate(shape)
    ]
    return graph.concat([graph.reshape(length, (1,)) for length in lengths], 0)


def _common_size(values: Sequence[Value], dim: int) -> Value:
    """Return the size along a dimension, counted from the end, of a value that is not repeated along it."""
    ranks = [len(shape_of(value)) for value in values]
    pairs = zip(values, ranks, strict=True)
    return next(graph.dim(value, rank + dim) for value, rank in pairs if rank + dim >= 0 and shape_of(value)[dim] != 1)


def broadcast_values(name: str, values: Sequence[Value]) -> list[Value]:
    """Return values repeated to the shape that they have together."""
    shape = broadcast_shape(name, [shape_of(value) for value in values])
    return [broadcast_value(value, shape, *values) for value in values]


def promoted_operands(name: str, operands: Sequence[Any], *kinds: str) -> list[Value]:
    """Return operands with the dtype and the shape that they have together; the dtype is of one of these kinds."""
    checked = [checked_operand(name, each) for each in operands]
    if not any(isinstance(each, Array) for each in checked):
        raise call_error(f"{name}: at least one operand must be an array, but got {operands!r:.80}")
    dtype = common_dtype(name, checked)
    if kinds:
        require_dtype(name, dtype, kinds)
    return broadcast_values(name, [with_dtype(each, dtype) for each in checked])


# -- Dimensions --------------------------------------------------------------------------------------------------------


def axis_of(name: str, axis: Any, rank: int) -> int:
    """Return an axis counted from the front."""
    number = axis.__index__()
    if not -rank <= number < rank:
        raise call_error(f"{name}: axis {number} is not in an array of rank {rank}")
    return number % rank if rank else 0


def axes_of(name: str, axis: Any, rank: int) -> list[int]:
    """Return axes counted from the front; all of them for `None`."""
    if axis is None:
        return list(range(rank))
    if not isinstance(axis, (tuple, list)):
        return [axis_of(name, axis, rank)]
    axes = [axis_of(name, each, rank) for each in axis]  # pyright: ignore[reportUnknownVariableType]
    if len(set(axes)) != len(axes):
        raise call_error(f"{name}: axes must be different, but got {axis}")
    return axes


def shape_from(shape: Any) -> Shape:
    """Return a shape that is given as a size or as several."""
    check_known("shape", "sizes", shape)
    if isinstance(shape, (tuple, list)):
        return tuple(dim_of(entry) for entry in shape)  # pyright: ignore[reportUnknownVariableType]
    return (dim_of(shape),)


def flat(value: Value) -> Value:
    """Return the elements of a value along one dimension."""
    return reshaped(value, (sizes.product(shape_of(value)),))


def reshaped(value: Value, shape: Sequence[Dim]) -> Value:
    """Return a value in another shape with the same elements; at most one size may be unknown."""
    return value if shape_of(value) == tuple(shape) and None not in shape else graph.reshape(value, shape)
