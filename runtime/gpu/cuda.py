"""NVIDIA's driver, `libcuda.so.1`, by ctypes: loaded when a device is first requested, with every call checked."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from dlc.ir.errors import DlcError

LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
OUT_OF_MEMORY = 2
LOSING = frozenset((700, 702, 709, 710, 714, 715, 716, 717, 718, 719))
"""Errors of kernels after which the driver refuses all further work in this process."""
LEAST_VERSION = 11040
"""The version of the driver from which all functions that are called exist, but those of `SINCE`: CUDA 11.4."""
SINCE = {"cuTensorMapEncodeTiled": "12.0"}
"""The later versions of CUDA from which functions exist that only some kernels need."""
_NUMBER, _FLAGS, _BYTES, _ADDRESS, _POINTER = (
    *(ctypes.c_int, ctypes.c_uint, ctypes.c_size_t),
    *(ctypes.c_uint64, ctypes.c_void_p),
)
SIGNATURES: Mapping[str, tuple[type[Any], ...]] = MappingProxyType(
    {
        "cuInit": (_FLAGS,),
        "cuDriverGetVersion": (_POINTER,),
        "cuGetErrorName": (_NUMBER, _POINTER),
        "cuGetErrorString": (_NUMBER, _POINTER),
        "cuDeviceGetCount": (_POINTER,),
        "cuDeviceGet": (_POINTER, _NUMBER),
        "cuDeviceGetAttribute": (_POINTER, _NUMBER, _NUMBER),
        "cuDevicePrimaryCtxRetain": (_POINTER, _NUMBER),
        "cuCtxSetCurrent": (_POINTER,),
        "cuCtxSynchronize": (),
        "cuStreamCreate": (_POINTER, _FLAGS),
        "cuStreamSynchronize": (_POINTER,),
        "cuStreamWaitEvent": (_POINTER, _POINTER, _FLAGS),
        "cuStreamBeginCapture_v2": (_POINTER, _NUMBER),
        "cuStreamEndCapture": (_POINTER, _POINTER),
        "cuGraphInstantiateWithFlags": (_POINTER, _POINTER, ctypes.c_ulonglong),
        "cuGraphLaunch": (_POINTER, _POINTER),
        "cuGraphDestroy": (_POINTER,),
        "cuGraphExecDestroy": (_POINTER,),
        "cuEventCreate": (_POINTER, _FLAGS),
        "cuEventRecord": (_POINTER, _POINTER),
        "cuEventElapsedTime": (_POINTER, _POINTER, _POINTER),
        "cuEventDestroy_v2": (_POINTER,),
        "cuMemAlloc_v2": (_POINTER, _BYTES),
        "cuMemFree_v2": (_ADDRESS,),
        "cuMemGetInfo_v2": (_POINTER, _POINTER),
        "cuMemcpyHtoDAsync_v2": (_ADDRESS, _POINTER, _BYTES, _POINTER),
        "cuMemcpyDtoHAsync_v2": (_POINTER, _ADDRESS, _BYTES, _POINTER),
        "cuMemcpyDtoDAsync_v2": (_ADDRESS, _ADDRESS, _BYTES, _POINTER),
        "cuMemsetD8Async": (_ADDRESS, ctypes.c_ubyte, _BYTES, _POINTER),
        "cuMemsetD16Async": (_ADDRESS, ctypes.c_ushort, _BYTES, _POINTER),
        "cuMemsetD32Async": (_ADDRESS, _FLAGS, _BYTES, _POINTER),
        "cuModuleLoadDataEx": (_POINTER, _POINTER, _FLAGS, _POINTER, _POINTER),
        "cuModuleGetFunction": (_POINTER, _POINTER, _POINTER),
        "cuFuncSetAttribute": (_POINTER, _NUMBER, _NUMBER),
        "cuTensorMapEncodeTiled": (_POINTER, _NUMBER, _FLAGS, *[_POINTER] * 5, *[_NUMBER] * 4),
        "cuLaunchKernel": (_POINTER, *[_FLAGS] * 7, _POINTER, _POINTER, _POINTER),
    }
)
"""The parameters of the functions that are called, as cuda.h declares them; handles are pointers."""
_loading = threading.Lock()
_loaded: list[Driver] = []


class CudaError(DlcError):
    """There is no driver or no device, or a call of the driver failed."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status
        """The number of the driver's error; 0 if it is not one of the driver."""


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
                library = ctypes.CDLL(name)
            except OSError as error:
                reasons.append(str(error))
                continue
            driver = cls(library)
            driver.start()
            for function, parameters in SIGNATURES.items():
                if function not in SINCE or hasattr(library, function):
                    getattr(library, function).argtypes = parameters
            return driver
        raise CudaError(f"there is no CUDA driver on this machine: {reasons[0]}")

    @classmethod
    def of_process(cls) -> Driver:
        """Return the driver of this machine, which is loaded once."""
        with _loading:
            if not _loaded:
                _loaded.append(cls.load())
            return _loaded[0]

    def start(self) -> None:
        """Initialize the driver, and check that it is new enough."""
        self.call("cuInit", ctypes.c_uint(0))
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        if version.value < LEAST_VERSION:
            needed, supported = (f"{each // 1000}.{each % 1000 // 10}" for each in (LEAST_VERSION, version.value))
            raise CudaError(f"the CUDA driver must support CUDA {needed} or later, but supports {supported}: update it")

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver."""
        if name in SINCE and not hasattr(self.library, name):
            raise CudaError(f"the CUDA driver must support CUDA {SINCE[name]} or later for {name}: update it")
        status = int(getattr(self.library, name)(*arguments))
        if status:
            raise CudaError(f"{name} failed: {self.words(status)}", status)

    def words(self, status: int) -> str:
        """Return a status as text, such as `CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed`."""
        parts: list[str] = []
        for name in ("cuGetErrorName", "cuGetErrorString"):
            text = ctypes.c_char_p()
            if getattr(self.library, name)(ctypes.c_int(status), ctypes.byref(text)) == 0 and text.value:
                parts.append(text.value.decode(errors="replace"))
        return ": ".join(parts) or f"error {status}"
