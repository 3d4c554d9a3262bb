"""NVIDIA's driver, `libcuda.so.1`, by ctypes: loaded when a device is first requested, with every call checked."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from typing import Any

from dlc.ir.errors import DlcError

LIBRARIES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
OUT_OF_MEMORY = 2
LOSING = frozenset((700, 702, 709, 710, 714, 715, 716, 717, 718, 719))
"""Errors of kernels after which the driver refuses all further work in this process."""
LEAST_VERSION = 11040
"""The version of the driver from which all functions that are called exist: CUDA 11.4."""
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
                driver = cls(ctypes.CDLL(name))
            except OSError as error:
                reasons.append(str(error))
                continue
            driver.start()
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
