"""Arrays over memory of other libraries, without a copy, by the DLPack protocol.

Numpy implements the protocol, but not for bfloat16, a type that it does not know. For those arrays the capsule is read
here. Results for a caller that passes arrays of another library become arrays of that library.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .numpy_memory import NdArray, is_array, strided_array

BFLOAT, CPU = 4, 1
"""DLPack's codes for an element type and a device."""


class _DataType(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    _fields_ = (
        ("tensor", _Tensor),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    )


_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.argtypes, _pointer_in.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p
_rename = ctypes.pythonapi.PyCapsule_SetName
_rename.argtypes, _rename.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_int
FRESH, USED = b"dltensor", b"used_dltensor"


class _Borrowed:
    """Borrowed memory, which is returned to its owner when the last reference to it is dropped."""

    def __init__(self, managed: Any) -> None:
        self._managed = managed

    def __del__(self) -> None:
        if self._managed.deleter:
            self._managed.deleter(ctypes.addressof(self._managed))


def array_from(value: Any, dtype: Any) -> NdArray:
    """Return an array over the memory of an object; raise `BufferError` or a similar exception on failure.

    A tensor that records gradients is read without them.
    """
    if callable(detach := getattr(value, "detach", None)):
        value = detach()
    if dtype.name != "bfloat16":
        return np.from_dlpack(value)
    device, _ = value.__dlpack_device__()
    if device != CPU:
        raise BufferError(f"its memory is on device {device}, not on the CPU")
    capsule = value.__dlpack__()
    managed: Any = _Managed.from_address(_pointer_in(capsule, FRESH))
    tensor = managed.tensor
    kind = tensor.dtype
    if (kind.code, kind.bits, kind.lanes) != (BFLOAT, 16, 1):
        again: Any = _Again(capsule)
        return np.from_dlpack(again)  # another type, which is reported by name
    _rename(capsule, USED)
    shape = tuple(tensor.shape[dim] for dim in range(tensor.ndim))
    strides = [tensor.strides[dim] for dim in range(tensor.ndim)] if tensor.strides else _rows(shape)
    owner, address = _Borrowed(managed), (tensor.data or 0) + tensor.byte_offset
    if 0 in shape:
        return np.empty(shape, dtype)
    return strided_array(owner, address, shape, [stride * dtype.itemsize for stride in strides], dtype)


def results_like(arguments: Sequence[Any], results: list[Any]) -> list[Any]:
    """Return results as arrays of the library that the arguments are of, if there is one besides numpy."""
    foreign = (each for each in arguments if hasattr(each, "__dlpack__") and not is_array(each))
    libraries: Iterator[Any] = filter(None, map(_library_of, foreign))
    library = next(libraries, None)
    return results if library is None else [like(library, each) if is_array(each) else each for each in results]


def _library_of(value: Any) -> Any:
    """Return the library of an array, if it can import DLPack: its array namespace, or the package of its class."""
    namespace = getattr(value, "__array_namespace__", None)
    library = namespace() if callable(namespace) else sys.modules.get(type(value).__module__.partition(".")[0])
    return library if hasattr(library, "from_dlpack") and library is not np else None


def like(library: Any, array: NdArray) -> Any:
    """Return an array of another library over the same memory."""
    if array.dtype.type.__module__ == "numpy":
        return library.from_dlpack(array)
    element_type = getattr(library, array.dtype.name, None)  # numpy cannot export types that it does not know
    if element_type is None:
        return array
    return library.from_dlpack(array.view(f"uint{8 * array.itemsize}")).view(element_type)


def _rows(shape: tuple[int, ...]) -> list[int]:
    """Return the strides of a row-major array, for capsules without strides."""
    strides = [1] * len(shape)
    for dim in range(len(shape) - 2, -1, -1):
        strides[dim] = strides[dim + 1] * shape[dim + 1]
    return strides


class _Again:
    """An object that offers a capsule which has already been requested."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: object) -> object:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0
