"""The border: Python numbers and numpy arrays to the interpreter's values, and back.

| type | taken | given back |
| --- | --- | --- |
| integer, index | int, bool, numpy integer: any that fits, signed or not | int, in the range of the type |
| float | float, int, numpy number | float |
| complex | complex | complex |
| vector, tensor | what `numpy.asarray` takes | array of the type's dtype; of objects where there is none |
| memref | array, shared if it is contiguous and of the type's dtype, else copied back after the run | array |

Poison comes back as `POISON`; in an array as 0, and `poison_mask` tells where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dlc.ir import Type
from dlc.ir.builtin_attributes import layout_of
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IntegerType,
    MemRefType,
    ShapedType,
    UnrankedMemRefType,
    UnrankedTensorType,
)
from dlc.ir.elements import numpy_type

from .errors import InterpreterError
from .memory import Buffer, ElementCodec, MemRef, row_major
from .values import (
    POISON,
    Array,
    Elements,
    array_of,
    bits_dtype,
    contiguous,
    float_format,
    is_number,
    is_vector_like,
    join_complex,
    positions,
    run_shape,
    scalar_width,
    split_complex,
    to_signed,
)

AfterRun = Callable[[], None]


# -- Scalars ---------------------------------------------------------------------------------------------------------


def scalar_from_python(value: Any, type: Type) -> Any:
    """The bits of a Python number."""
    if value is POISON:
        return value
    if isinstance(type, FloatType):
        return float_format(type).from_float(float(value))
    if isinstance(type, ComplexType):
        number, part = complex(value), type.element_type
        return join_complex(scalar_from_python(number.real, part), scalar_from_python(number.imag, part), type=type)
    width, number = scalar_width(type), int(value)
    if number != value:
        raise InterpreterError(f"{value} is not an integer")
    if not -(1 << width) <= 2 * number < 2 << width:
        raise InterpreterError(f"{number} does not fit '{type}'")
    return number & ((1 << width) - 1)


def scalar_to_python(bits: Any, type: Type) -> Any:
    """The Python number for bits."""
    if bits is POISON:
        return bits
    if isinstance(type, FloatType):
        return float_format(type).to_float(bits)
    if isinstance(type, ComplexType):
        real, imaginary = split_complex(bits, type)
        return complex(scalar_to_python(real, type.element_type), scalar_to_python(imaginary, type.element_type))
    return type.wrap(int(bits)) if isinstance(type, IntegerType) else to_signed(int(bits), 64)


def dtype_of(type: Type) -> Any:
    """The numpy type for elements of this type; `None` where there is none."""
    layout = layout_of(type)
    try:
        return numpy_type(layout) if layout is not None else None
    except ValueError:
        return None


def _is_bit_for_bit(dtype: Any, type: Type) -> bool:
    """Return whether the bytes of numpy's elements are the bits of ours: types of less than a byte may hold more
    there.
    """
    return dtype is not None and (scalar_width(type) % 8 == 0 or dtype == np.dtype(bool))


# -- Vectors and tensors ---------------------------------------------------------------------------------------------


def elements_from_python(value: Any, type: ShapedType | UnrankedTensorType, vscale: int) -> Elements:
    """The elements of an array, or of what numpy makes one of."""
    dtype = dtype_of(type.element_type)
    array = array_of(value, dtype if dtype is not None else object)
    if isinstance(type, ShapedType):
        _check_shape(array.shape, type, vscale)
    return elements_over(array, type.element_type)


def elements_over(array: Array, element: Type) -> Elements:
    """The elements of an array of their numpy type, which nobody changes any more.

    What numpy repeats without room for each element stays so.
    """
    width = scalar_width(element)
    if _is_bit_for_bit(dtype_of(element), element) and width <= 64:
        is_repeated = 0 in array.strides and array.dtype.itemsize == np.dtype(bits_dtype(width)).itemsize
        return Elements((array if is_repeated else contiguous(array)).view(bits_dtype(width)))
    items = [scalar_from_python(item, element) for item in array.ravel().tolist()]
    return Elements.of(items, array.shape, width)


def elements_to_python(value: Elements, type: Type) -> Array:
    """An array of the elements."""
    array = elements_as_array(value, type)
    return array if array.flags.writeable else array.copy()


def elements_as_array(value: Elements, type: Type) -> Array:
    """An array of the elements to be read only: it may be that of the value itself."""
    element = type.element_type if isinstance(type, (ShapedType, UnrankedTensorType)) else type
    dtype = dtype_of(element)
    if _is_bit_for_bit(dtype, element) and dtype.itemsize == value.bits.dtype.itemsize and scalar_width(element) <= 64:
        bits: Array = np.asarray(value.bits)
        array: Array = bits.view(dtype)
        array.flags.writeable = False
        return array
    items = [0 if item is POISON else scalar_to_python(item, element) for item in value.items()]
    return array_of(items, dtype if dtype is not None else object).reshape(value.shape)


def poison_mask(value: Any) -> Array:
    """Return the positions at which a vector or tensor is poison."""
    return value.mask() if isinstance(value, Elements) else np.array(value is POISON)


def _check_shape(shape: Sequence[int], type: ShapedType, vscale: int) -> None:
    wanted = run_shape(type, vscale)
    if len(shape) != len(wanted) or any(w not in (DYNAMIC, n) for n, w in zip(shape, wanted, strict=False)):
        raise InterpreterError(f"an array of shape {list(shape)} is not a '{type}'")


# -- Memrefs ---------------------------------------------------------------------------------------------------------


def memref_from_python(value: Any, type: MemRefType | UnrankedMemRefType, vscale: int, after: list[AfterRun]) -> MemRef:
    """A memref over an array's memory, or over a copy that is copied back after the run."""
    element = type.element_type
    codec = ElementCodec(element, vscale)
    given = np.asarray(value)
    shape = given.shape if codec.shape is None else given.shape[: given.ndim - len(codec.shape)]
    if isinstance(type, MemRefType):
        _check_shape(shape, type, vscale)
    dtype = dtype_of(element.element_type if isinstance(element, ShapedType) else element)
    if dtype is None:
        return _memref_of_objects(given, element, codec, after)
    array = given
    if given.dtype != dtype or not given.flags.c_contiguous or not given.flags.writeable or not given.dtype.isnative:
        array = contiguous(given, dtype).copy()
        if given.flags.writeable and given is value:
            after.append(lambda: given.__setitem__(..., array.astype(given.dtype)))
    return MemRef(Buffer.over(array), codec, shape, row_major(shape))


def _memref_of_objects(array: Array, element: Type, codec: ElementCodec, after: list[AfterRun]) -> MemRef:
    if codec.shape is not None:
        raise InterpreterError(f"an array cannot be a memref of '{element}'")
    memref = MemRef(Buffer.fresh(array.size * codec.size, "argument"), codec, array.shape, row_major(array.shape))
    for position in positions(*array.shape):
        memref.store(position, scalar_from_python(array[position], element))

    def copy_back() -> None:
        for position in positions(*array.shape):
            array[position] = scalar_to_python(memref.load(position), element)

    after.append(copy_back)
    return memref


def memref_to_python(value: MemRef, type: MemRefType | UnrankedMemRefType) -> Array:
    """A copy of the elements. What was never written comes out as 0."""
    element = type.element_type
    scalar = element.element_type if isinstance(element, ShapedType) else element
    dtype = dtype_of(scalar)
    shape = (*value.sizes, *(value.codec.shape or ()))
    if dtype is not None:
        return contiguous(value.bytes()).view(dtype).reshape(shape).copy()
    items = [scalar_to_python(value.load(position), element) for position in positions(*value.sizes)]
    return array_of(items, object).reshape(shape)


# -- Any type --------------------------------------------------------------------------------------------------------


def from_python(value: Any, type: Type, vscale: int, after: list[AfterRun]) -> Any:
    """A value of the interpreter; what is to be done after the run is added to `after`."""
    if isinstance(value, (Elements, MemRef)) or value is POISON:
        return value
    if isinstance(type, UnrankedTensorType) or (isinstance(type, ShapedType) and is_vector_like(type)):
        return elements_from_python(value, type, vscale)
    if isinstance(type, (MemRefType, UnrankedMemRefType)):
        return memref_from_python(value, type, vscale, after)
    return scalar_from_python(value, type) if is_number(type) else value


def to_python(value: Any, type: Type) -> Any:
    """Return the value as a user receives it."""
    if isinstance(value, Elements):
        return elements_to_python(value, type)
    if isinstance(value, MemRef) and isinstance(type, (MemRefType, UnrankedMemRefType)):
        return memref_to_python(value, type)
    return scalar_to_python(value, type) if is_number(type) else value
