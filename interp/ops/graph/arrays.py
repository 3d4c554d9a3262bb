"""Meanings of `graph`'s ops as functions of numpy arrays.

    @on_arrays(TransposeOp)
    def transpose(op: TransposeOp) -> ArrayFunction:
        return lambda source: source.transpose(op.order.elements)

An array has the dtype of its elements (`bfloat16` and the like from `ml_dtypes`). What comes back is brought to the
declared element type, rounded once, and must have the sizes that the result's type says. `wide` computes in float64, so
that the oracle is more exact than what is held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.dialects.graph.tensors import shape_of_type
from dlc.interp.conversion import dtype_of, elements_as_array, elements_over
from dlc.interp.errors import Fault
from dlc.interp.semantics import Kernel, Machine, semantics
from dlc.interp.values import POISON, Array, Elements, checked_sizes, scalar_width
from dlc.ir import Operation, Type
from dlc.ir.builtin_types import DYNAMIC, FloatType, TensorType
from dlc.ir.sizes import Shape, Size, substitute

from .checks import check_rules

ArrayFunction = Callable[..., Any]
PerOp = Callable[[Any], ArrayFunction]


def on_arrays(*kinds: type[Operation]) -> Callable[[PerOp], PerOp]:
    """Make `function(op)`, which gives a function of arrays, the meaning of some kinds of op."""

    def register(function: PerOp) -> PerOp:
        semantics(*kinds)(lambda op, machine: kernel_of(op, machine, function(op)))
        return function

    return register


def on_arrays_and_sizes(
    *kinds: type[Operation],
) -> Callable[[Callable[[Any, Machine], ArrayFunction]], Callable[[Any, Machine], ArrayFunction]]:
    """The same for ops that ask the machine, for the values of named sizes."""

    def register(function: Callable[[Any, Machine], ArrayFunction]) -> Callable[[Any, Machine], ArrayFunction]:
        semantics(*kinds)(lambda op, machine: kernel_of(op, machine, function(op, machine)))
        return function

    return register


def kernel_of(op: Operation, machine: Machine, function: ArrayFunction) -> Kernel:
    """A function of arrays as one of the interpreter's values."""
    inputs, outputs = op.operand_types, op.result_types
    is_open = any(isinstance(type, TensorType) and DYNAMIC in type.shape for type in (*inputs, *outputs))
    is_open = is_open or getattr(op, "sizes", None) is not None

    def run(*operands: Any) -> Any:
        for type in outputs:
            _check_can_be_made(type, machine.sizes)
        arrays = [to_array(value, type) for value, type in zip(operands, inputs, strict=True)]
        if is_open:
            check_rules(op, arrays, machine.sizes)
        with np.errstate(all="ignore"):
            results = function(*arrays)
        if len(outputs) == 1:
            return from_array(results, outputs[0], machine.sizes)
        return [from_array(part, type, machine.sizes) for part, type in zip(results, outputs, strict=True)]

    return run


def _check_can_be_made(type: Type, sizes: dict[str, int]) -> None:
    """Refuse a result that no memory holds, as far as its sizes are known before it is computed."""
    if isinstance(type, TensorType) and DYNAMIC in type.shape:
        known = [substitute(dim, sizes) for dim in shape_of_type(type)]
        checked_sizes([size for size in known if isinstance(size, int)], scalar_width(type))


def to_array(value: Any, type: Type) -> Any:
    """The array of a tensor; other values as they are."""
    if value is POISON:
        raise Fault("depends on poison: an operand")
    if not isinstance(value, Elements):
        return value
    if value.poison is not None and value.poison.any():
        raise Fault("depends on poison: an element of an operand")
    return elements_as_array(value, type)


def from_array(value: Any, type: Type, sizes: dict[str, int]) -> Any:
    """The value of a result, whose sizes are checked against the type."""
    if not isinstance(type, TensorType):
        return value
    array: Array = np.asarray(value)
    check_sizes(array.shape, shape_of_type(type), sizes)
    array = rounded_to(array, dtype_of(type.element_type))
    return elements_over(array, type.element_type)


def check_sizes(actual: Sequence[int], declared: Shape, sizes: dict[str, int]) -> None:
    """Refuse a shape that is not what a type says."""
    if len(actual) != len(declared):
        raise Fault(f"makes a tensor of rank {len(actual)}, but its type says {len(declared)}")
    for position, (size, dim) in enumerate(zip(actual, declared, strict=True)):
        wanted = substitute(dim, dict(sizes))
        if wanted is not None and wanted != size:
            stated = f"'{dim}', which is {wanted}" if isinstance(dim, Size) else f"{dim}"
            raise Fault(f"makes size {position} {size}, but its type says {stated}")


def known_shape(type: Type, sizes: dict[str, int]) -> tuple[int, ...]:
    """The sizes of a type, all of which must be known now."""
    assert isinstance(type, TensorType)
    shape: list[int] = []
    for dim in shape_of_type(type):
        size = substitute(dim, dict(sizes))
        if not isinstance(size, int):
            raise Fault(f"needs size '{'?' if dim is None else dim}', which has no value here")
        shape.append(size)
    return tuple(shape)


def wide(array: Array) -> Array:
    """Floats in float64, integers in 64 bits, signed as they are; truth values as they are."""
    if is_float_array(array):
        return array.astype(np.float64)
    if array.dtype.kind == "b":
        return array
    return array.astype(np.uint64 if array.dtype.name.startswith("u") else np.int64)


def is_float_array(array: Array) -> bool:
    """Return whether the elements are floats, those of `ml_dtypes` included."""
    return array.dtype.kind not in "biu" and "int" not in array.dtype.name


def rounded_to(array: Array, dtype: Any) -> Array:
    """The elements in another type, rounded once; integers wrap."""
    if array.dtype == dtype:
        return array
    with np.errstate(all="ignore"):
        if array.dtype == np.float64 and dtype.itemsize < 4 and dtype != np.float16 and "float" in dtype.name:
            array = rounded_to_odd(array)
        return array.astype(dtype)


def rounded_to_odd(array: Array) -> Array:
    """Float64 as float32, where the last bit tells of what was cut off, so that rounding again goes the right way.

    `ml_dtypes` converts by way of float32.
    """
    single = array.astype(np.float32)
    is_even = single.view(np.uint32) & 1 == 0
    away = np.where(array > single, np.inf, -np.inf).astype(np.float32)
    is_inexact = (single.astype(np.float64) != array) & ~np.isnan(array)
    return np.where(is_inexact & is_even, np.nextafter(single, away), single)


def is_float(type: Type) -> bool:
    """Return whether the elements of a type are floats."""
    return isinstance(type, TensorType) and isinstance(type.element_type, FloatType)


where: Callable[[Any, Any, Any], Array] = np.where
"""Elements of one array or of another; numpy's own annotation does not give the type of the result."""


def widely(*kinds: type[Operation]) -> Callable[[ArrayFunction], ArrayFunction]:
    """Make a function of float64 and 64-bit integers the meaning of some kinds of op."""

    def register(function: ArrayFunction) -> ArrayFunction:
        on_arrays(*kinds)(lambda _: lambda *arrays: function(*map(wide, arrays)))
        return function

    return register


def rounded_once(*kinds: type[Operation]) -> Callable[[ArrayFunction], ArrayFunction]:
    """The same for functions that numpy rounds correctly: of float32 they give at once what float64, rounded, gives."""

    def register(function: ArrayFunction) -> ArrayFunction:
        on_arrays(*kinds)(lambda _: lambda *arrays: function(*map(_wide_enough, arrays)))
        return function

    return register


def _wide_enough(array: Array) -> Array:
    return array if array.dtype in (np.float32, np.float64) else wide(array)
