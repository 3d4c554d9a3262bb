"""Kernels on a GPU, through NVIDIA's driver: `libcuda.so.1` by ctypes, loaded when a device is first requested.

    device = Device.open()
    kernels = device.load(ptx)
    x = device.upload(array)
    kernels["softmax_kernel"].launch((64, 1, 1), (256, 1, 1), [x, out])
    result = out.download()

Every call of the driver is checked, and errors contain its message. The module supports one device, its default stream
and one thread at a time, but no streams, graphs or multiple devices.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dlc.ir.errors import DlcError

from .kernel_arguments import Signature, kernels_of

LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
_LOG_SIZE = 8192
_ERROR_LOG, _ERROR_LOG_SIZE = 5, 6
"""Options of `cuModuleLoadDataEx`: the buffer for errors, and its size."""
_COMPUTE_MAJOR, _COMPUTE_MINOR = 75, 76
"""Attributes of a device."""

Array = Any
Sizes = tuple[int, int, int]


class CudaError(DlcError):
    """There is no driver or no device, or a call of the driver failed."""


class Driver:
    """The functions of the driver; each call raises `CudaError` on failure."""

    def __init__(self, library: Any) -> None:
        self.library = library

    @classmethod
    def load(cls, names: Sequence[str] = LIBRARIES) -> Driver:
        """Load the driver of this machine."""
        reasons: list[str] = []
        for name in names:
            try:
                driver = cls(ctypes.CDLL(name))
            except OSError as error:
                reasons.append(str(error))
                continue
            driver.call("cuInit", ctypes.c_uint(0))
            return driver
        raise CudaError(f"there is no CUDA driver on this machine: {'; '.join(reasons)}")

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver."""
        status = int(getattr(self.library, name)(*arguments))
        if status:
            raise CudaError(f"{name} failed: {self.words(status)}")

    def words(self, status: int) -> str:
        """Return a status as text, such as `CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed`."""
        parts: list[str] = []
        for name in ("cuGetErrorName", "cuGetErrorString"):
            text = ctypes.c_char_p()
            if getattr(self.library, name)(ctypes.c_int(status), ctypes.byref(text)) == 0 and text.value:
                parts.append(text.value.decode(errors="replace"))
        return ": ".join(parts) or f"error {status}"


class Device:
    """One GPU, with the context that this process shares."""

    def __init__(self, driver: Driver, number: int) -> None:
        self.driver = driver
        self._handle = ctypes.c_int()
        driver.call("cuDeviceGet", ctypes.byref(self._handle), ctypes.c_int(number))
        self._context = ctypes.c_void_p()
        driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._handle)
        driver.call("cuCtxSetCurrent", self._context)

    @classmethod
    def open(cls, number: int = 0, driver: Driver | None = None) -> Device:
        """Open the device with this index. Raises `CudaError` if there is none."""
        driver = driver or Driver.load()
        count = ctypes.c_int()
        driver.call("cuDeviceGetCount", ctypes.byref(count))
        if not 0 <= number < count.value:
            raise CudaError(f"device {number} does not exist: the driver reports {count.value} devices")
        return cls(driver, number)

    @property
    def arch(self) -> str:
        """The architecture for which PTX is compiled, such as `sm_90`."""
        version = [self._attribute(which) for which in (_COMPUTE_MAJOR, _COMPUTE_MINOR)]
        return f"sm_{version[0]}{version[1]}"

    def _attribute(self, which: int) -> int:
        value = ctypes.c_int()
        self.driver.call("cuDeviceGetAttribute", ctypes.byref(value), ctypes.c_int(which), self._handle)
        return value.value

    # -- Kernels -------------------------------------------------------------------------------------------------------

    def load(self, ptx: str) -> Mapping[str, Kernel]:
        """Load the kernels of a PTX text, which the driver compiles."""
        signatures, module = kernels_of(ptx), ctypes.c_void_p()
        log = ctypes.create_string_buffer(_LOG_SIZE)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(_LOG_SIZE))
        try:
            self.driver.call(
                "cuModuleLoadDataEx", ctypes.byref(module), ptx.encode() + b"\0", ctypes.c_uint(2), options, values
            )
        except CudaError as error:
            message = log.value.decode(errors="replace").strip()
            raise CudaError(f"{error}\n{message}" if message else str(error)) from None
        owner = _Module(self, module)
        return {name: Kernel(owner, signature) for name, signature in signatures.items()}

    def synchronize(self) -> None:
        """Wait until the device has finished; errors in kernels are reported here at the latest."""
        self.driver.call("cuCtxSynchronize")

    # -- Memory --------------------------------------------------------------------------------------------------------

    def allocate(self, shape: Sequence[int], dtype: Any) -> DeviceBuffer:
        """Allocate uninitialized memory."""
        return DeviceBuffer(self, tuple(shape), np.dtype(dtype))

    def upload(self, array: Array) -> DeviceBuffer:
        """Copy an array to memory of the device."""
        source = np.ascontiguousarray(array)
        buffer = self.allocate(source.shape if np.ndim(array) else (), source.dtype)
        if source.nbytes:
            pointer = ctypes.c_void_p(source.ctypes.data)
            self.driver.call("cuMemcpyHtoD_v2", buffer.pointer, pointer, ctypes.c_size_t(source.nbytes))
        return buffer


class DeviceBuffer:
    """Memory of the device with a shape and an element type; it is freed with the last reference to this object."""

    def __init__(self, device: Device, shape: tuple[int, ...], dtype: Any) -> None:
        self.device = device
        self.shape = shape
        self.dtype = dtype
        self.pointer = ctypes.c_uint64()
        count = 1
        for size in shape:
            count *= size
        self.nbytes = count * int(dtype.itemsize)
        device.driver.call("cuMemAlloc_v2", ctypes.byref(self.pointer), ctypes.c_size_t(max(self.nbytes, 1)))
        self._free = weakref.finalize(self, _free, device.driver, self.pointer.value)

    @property
    def address(self) -> int:
        """The address on the device."""
        return self.pointer.value

    def download(self) -> Array:
        """Return a copy as an array, after the device has finished."""
        self.device.synchronize()
        array = np.empty(self.shape, self.dtype)
        if self.nbytes:
            pointer = ctypes.c_void_p(array.ctypes.data)
            self.device.driver.call("cuMemcpyDtoH_v2", pointer, self.pointer, ctypes.c_size_t(self.nbytes))
        return array

    def free(self) -> None:
        """Free the memory now; further calls do nothing."""
        self._free()


def _free(driver: Driver, address: int) -> None:
    driver.library.cuMemFree_v2(ctypes.c_uint64(address))  # errors are ignored, because the process may be ending


class _Module:
    """Loaded code. It is never unloaded, because kernels may be running."""

    def __init__(self, device: Device, handle: ctypes.c_void_p) -> None:
        self.device = device
        self.handle = handle


class Kernel:
    """A kernel that can be launched."""

    def __init__(self, owner: _Module, signature: Signature) -> None:
        self.owner = owner
        self.signature = signature
        self.handle = ctypes.c_void_p()
        name = signature.name.encode()
        owner.device.driver.call("cuModuleGetFunction", ctypes.byref(self.handle), owner.handle, ctypes.c_char_p(name))

    def launch(self, grid: Sizes, block: Sizes, arguments: Sequence[Any], shared_bytes: int = 0) -> None:
        """Launch the kernel on a grid of blocks, after all earlier launches; an empty grid runs nothing."""
        needed = self.signature.block
        if needed is not None and tuple(block) != needed:
            raise CudaError(
                f"'{self.signature.name}' must be launched with blocks of {needed} threads, but got {tuple(block)}"
            )
        packed = self.signature.pack(arguments)
        if 0 in grid:
            return
        sizes = [ctypes.c_uint(size) for size in (*grid, *block, shared_bytes)]
        default_stream = ctypes.c_void_p(None)
        self.owner.device.driver.call("cuLaunchKernel", self.handle, *sizes, default_stream, packed.pointers, None)
