"""Arrays in memory of a device: ours, and those of other libraries, which cross without a copy.

`DeviceArray` offers `__cuda_array_interface__` and DLPack, with the stream that what fills it runs on. Arrays of others
are taken by either protocol.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dlc.ir.errors import DlcError

from ..dlpack import CUDA, CUDA_MANAGED, ROCM, Dense, dense_from, exported

if TYPE_CHECKING:
    from .device import Device

LEGACY_STREAM = 1
"""The number by which `__cuda_array_interface__` calls the default stream, whose handle is 0."""
_KINDS = (CUDA, CUDA_MANAGED, ROCM)


class DeviceArrayError(DlcError, ValueError):
    """An array in memory of a device cannot be used so."""


class DeviceArray:
    """A dense array in memory of a device; results of programs are such arrays if arguments are on the device."""

    def __init__(self, device: Device, address: int, shape: tuple[int, ...], dtype: Any, owner: object = None) -> None:
        self.device = device
        self._address = address
        self.shape = shape
        self.dtype: Any = np.dtype(dtype)
        self._owner = owner
        self._streams: set[int] = owner._streams if isinstance(owner, DeviceArray) else set()
        """Streams of others that may still use the memory."""
        self._give_back: weakref.finalize[..., DeviceArray] | None = None
        """Gives the memory back, if it is this array's own."""

    @classmethod
    def owning(cls, device: Device, address: int, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        """Return an array that gives its block of memory back in the end."""
        array = cls(device, address, shape, dtype)
        array._give_back = weakref.finalize(array, _give_back, device, address, array._streams)
        array._give_back.atexit = False
        return array

    @property
    def is_freed(self) -> bool:
        """Whether the memory was given back by `free`, of this array or of the one that it is a part of."""
        if self._give_back is not None:
            return not self._give_back.alive
        return isinstance(self._owner, DeviceArray) and self._owner.is_freed

    @property
    def address(self) -> int:
        """The address on the device. Raises `DeviceArrayError` if the memory is freed."""
        if self.is_freed:
            raise DeviceArrayError(f"the memory of {self!r} was freed, so the array cannot be used any more")
        return self._address

    @property
    def nbytes(self) -> int:
        """The number of bytes of all elements."""
        return int(np.prod(self.shape, dtype=object)) * self.dtype.itemsize

    def numpy(self) -> Any:
        """Return a copy as an array of numpy, after the device has finished."""
        array: Any = np.empty(self.shape, self.dtype)
        with self.device.used(self.stream) as stream:
            self.device.copy_out(array, self.address, stream)
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise DeviceArrayError(f"an array on device {self.device.number} can only be copied to the host")
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    def free(self) -> None:
        """Free the memory now; further calls do nothing. No array that shares the memory can be used any more."""
        if self._give_back is not None:
            self._give_back()

    @property
    def stream(self) -> int | None:
        """The stream that the array is filled on; `None` is the device's own."""
        return self._filled_on

    _filled_on: int | None = None

    def filled_on(self, stream: int) -> DeviceArray:
        """Return the array, which a stream fills."""
        self._filled_on = stream
        return self

    @property
    def _own_stream(self) -> int:
        return self.device.stream if self._filled_on is None else self._filled_on

    @property
    def __cuda_array_interface__(self) -> Mapping[str, Any]:
        if CUDA not in self.device.driver.dlpack_devices:
            raise AttributeError(f"arrays of {self.device.driver.api} have no '__cuda_array_interface__', but DLPack")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": None,
            "version": 3,
            "stream": self._own_stream or LEGACY_STREAM,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device.driver.dlpack_devices[0], self.device.number

    def __dlpack__(self, *, stream: int | None = None, **options: object) -> object:
        """Return a capsule with the memory; `stream` waits for what fills it, -1 does not wait."""
        if stream != -1:
            handle = 0 if stream in (None, self.device.driver.default_stream) else stream or 0
            with self.device.used(self._filled_on):
                self.device.wait(handle)
            if handle != self._own_stream:
                self._streams.add(handle)
        return exported(self, self.address, self.__dlpack_device__(), self.shape, self.dtype)

    def __repr__(self) -> str:
        return f"<array {self.dtype.name}{list(self.shape)} on device {self.device.number}>"


def _give_back(device: Device, address: int, streams: set[int]) -> None:
    device.memory.give_back_later(address, frozenset(streams))


# -- Arrays of others --------------------------------------------------------------------------------------------------


def is_on_device(value: Any) -> bool:
    """Return whether a value is an array in memory of a GPU."""
    if isinstance(value, DeviceArray):
        return True
    place: Any = getattr(value, "__dlpack_device__", None)
    if place is not None:
        return place()[0] in _KINDS
    return hasattr(value, "__cuda_array_interface__")


def device_of(value: Any) -> tuple[int, int] | None:
    """Return the GPU that an array is on, if it says so: DLPack's number for the kind of it, and its own number."""
    place: Any = getattr(value, "__dlpack_device__", None)
    return (int(place()[0]), int(place()[1])) if place is not None else None


def dense_on_device(value: Any, stream: int) -> Dense:
    """Return the memory of an array on a device, which may be used from now on, on a stream as DLPack numbers it."""
    if isinstance(value, DeviceArray):
        return Dense(value.address, value.shape, None, value.dtype, value)
    if hasattr(value, "__dlpack__"):
        return dense_from(value, stream=stream)
    described: Any = value.__cuda_array_interface__
    address, _ = described["data"]
    dtype = np.dtype(described["typestr"])
    strides: Sequence[int] | None = described.get("strides")
    in_elements = None if strides is None else tuple(each // dtype.itemsize for each in strides)
    return Dense(int(address or 0), tuple(described["shape"]), in_elements, dtype, value)


def stream_said_by(value: Any) -> int | None:
    """Return the stream of the caller's library, if the array or the library says which one it is."""
    if isinstance(value, DeviceArray):
        return value.stream
    described: Any = None if hasattr(value, "__dlpack__") else getattr(value, "__cuda_array_interface__", None)
    said = None if described is None else described.get("stream")
    return None if said is None else 0 if said == LEGACY_STREAM else int(said)
