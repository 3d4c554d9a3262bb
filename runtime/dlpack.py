"""Arrays over memory of other libraries, without a copy, by the DLPack protocol.

Numpy implements the protocol, but not for bfloat16, a type that it does not know. For those arrays the capsule is read
here. Results for a caller that passes arrays of another library become arrays of that library.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from dlc.ir.elements import numpy_type_named

from .numpy_memory import NdArray, is_array, strided_array, strides_of_rows

BFLOAT, CPU, CUDA, ROCM, CUDA_MANAGED = 4, 1, 2, 10, 13
"""DLPack's codes for an element type, and for devices."""
KINDS = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
"""DLPack's codes for the kinds of numpy's types."""


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


_Deleter: Any = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (
        ("tensor", _Tensor),
        ("manager", ctypes.c_void_p),
        ("deleter", _Deleter),
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
    value = _without_gradients(value)
    if dtype.name != "bfloat16":
        return np.from_dlpack(value)
    device, _ = value.__dlpack_device__()
    if device != CPU:
        raise BufferError(f"its memory is on device {device}, not on the CPU")
    capsule = value.__dlpack__()
    managed: Any = _Managed.from_address(_pointer_in(capsule, FRESH))
    kind = managed.tensor.dtype
    if (kind.code, kind.bits, kind.lanes) != (BFLOAT, 16, 1):
        again: Any = _Again(capsule)
        return np.from_dlpack(again)  # another type, which is reported by name
    dense = _taken(capsule)
    if 0 in dense.shape:
        return np.empty(dense.shape, dtype)
    strides = [stride * dtype.itemsize for stride in dense.strides or strides_of_rows(dense.shape)]
    return strided_array(dense.owner, dense.address, dense.shape, strides, dtype)


def _without_gradients(value: Any) -> Any:
    """Return a tensor that records no gradients; raise `BufferError` if its memory is not what it is."""
    if callable(detach := getattr(value, "detach", None)):
        value = detach()
    if is_negated(value):
        raise BufferError("its memory has the negative numbers; 'resolve_neg' makes a tensor with its own")
    return value


def is_negated(value: Any) -> bool:
    """Return whether a tensor of PyTorch is the negative of what is in its memory, which DLPack does not tell."""
    return callable(is_neg := getattr(value, "is_neg", None)) and is_neg() is True


def as_numpy_arrays(arguments: Sequence[Any]) -> list[Any] | None:
    """Return arguments with arrays of numpy over the memory of tensors of PyTorch; `None` if that is not possible.

    PyTorch makes them in a tenth of the time that DLPack takes. What it refuses, such as tensors on other devices, is
    refused by name later.
    """
    torch = sys.modules.get("torch")
    if torch is None or not any(isinstance(each, torch.Tensor) for each in arguments):
        return None
    try:
        plain = [each.detach() if getattr(each, "requires_grad", False) else each for each in arguments]
        return [each.numpy() if isinstance(each, torch.Tensor) else each for each in plain]
    except (RuntimeError, TypeError):
        return None


class Dense(NamedTuple):
    """Memory of an array, wherever it is."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    """In elements; `None` for row-major."""
    dtype: Any
    owner: object

    @property
    def is_row_major(self) -> bool:
        """Whether all elements follow one another, the last index fastest."""
        pairs = zip(self.shape, self.strides or (), strides_of_rows(self.shape), strict=False)
        return self.strides is None or 0 in self.shape or all(size == 1 or own == rows for size, own, rows in pairs)


def dense_from(value: Any, **options: object) -> Dense:
    """Return the memory that an object offers; `options` are those of its method `__dlpack__`."""
    value = _without_gradients(value)
    return _taken(value.__dlpack__(**options))


def _taken(capsule: object) -> Dense:
    managed: Any = _Managed.from_address(_pointer_in(capsule, FRESH))
    _rename(capsule, USED)
    tensor = managed.tensor
    kind = tensor.dtype
    shape = tuple(tensor.shape[dim] for dim in range(tensor.ndim))
    strides = tuple(tensor.strides[dim] for dim in range(tensor.ndim)) if tensor.strides else None
    letter = next((letter for letter, code in KINDS.items() if code == kind.code), None)
    owner = _Borrowed(managed)
    if kind.lanes != 1 or (letter is None and kind.code != BFLOAT):
        raise BufferError(f"its elements have type {kind.code} of {kind.bits} bits")
    dtype = numpy_type_named("bfloat16") if letter is None else np.dtype(f"{letter}{kind.bits // 8}")
    return Dense((tensor.data or 0) + tensor.byte_offset, shape, strides, dtype, owner)


_exported: dict[int, Any] = {}
"""Memory lent to other libraries, by its address, until they return it."""


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _return(address: int) -> None:
    _exported.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _drop(capsule: int) -> None:
    """Return what is in a capsule that nobody has taken."""
    pointer = _address_in(capsule, FRESH) if _is_fresh(capsule, FRESH) else 0
    _exported.pop(pointer, None)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.argtypes, _new_capsule.restype = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p], ctypes.py_object
_address_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_is_fresh = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))


def exported(owner: object, address: int, device: tuple[int, int], shape: tuple[int, ...], dtype: Any) -> object:
    """Return a capsule with row-major memory; its owner lives until the memory is returned."""
    sizes = (ctypes.c_int64 * max(2 * len(shape), 1))(*shape, *strides_of_rows(shape))
    managed = _Managed()
    tensor = managed.tensor
    tensor.data, tensor.device_type, tensor.device_id, tensor.ndim = address, *device, len(shape)
    code = BFLOAT if dtype.name == "bfloat16" else KINDS.get(str(dtype.kind))
    if code is None:
        raise BufferError(f"DLPack has no elements of type {dtype.name}")
    tensor.dtype = _DataType(code, 8 * dtype.itemsize, 1)
    start = ctypes.addressof(sizes)
    tensor.shape = ctypes.cast(start, ctypes.POINTER(ctypes.c_int64))
    tensor.strides = ctypes.cast(start + 8 * len(shape), ctypes.POINTER(ctypes.c_int64))
    managed.deleter = ctypes.cast(_return, _Deleter)
    place = ctypes.addressof(managed)
    _exported[place] = managed, sizes, owner
    return _new_capsule(place, FRESH, ctypes.cast(_drop, ctypes.c_void_p))


def results_like(arguments: Sequence[Any], results: list[Any]) -> list[Any]:
    """Return results as arrays of the library that the arguments are of, if there is one besides numpy."""
    foreign = (each for each in arguments if hasattr(each, "__dlpack__") and not is_array(each))
    libraries: Iterator[Any] = filter(None, map(library_of, foreign))
    library = next(libraries, None)
    return results if library is None else [like(library, each) if is_array(each) else each for each in results]


def library_of(value: Any) -> Any:
    """Return the library of an array, if it can import DLPack: its array namespace, or the package of its class."""
    namespace = getattr(value, "__array_namespace__", None)
    library = namespace() if callable(namespace) else sys.modules.get(type(value).__module__.partition(".")[0])
    return library if hasattr(library, "from_dlpack") and library is not np else None


def like(library: Any, array: NdArray) -> Any:
    """Return an array of another library over the same memory."""
    if array.dtype.type.__module__ == "numpy":
        return getattr(library, "from_numpy", library.from_dlpack)(array)  # PyTorch's own function is faster
    element_type = getattr(library, array.dtype.name, None)  # numpy cannot export types that it does not know
    if element_type is None:
        return array
    return library.from_dlpack(array.view(f"uint{8 * array.itemsize}")).view(element_type)


class _Again:
    """An object that offers a capsule which has already been requested."""

    def __init__(self, capsule: object) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: object) -> object:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0
