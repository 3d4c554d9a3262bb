"""NVIDIA's driver, `libcuda.so.1`."""

from __future__ import annotations

import ctypes
import re
from types import MappingProxyType

from dlc.codegen.gpu_target import TRIPLE

from ..dlpack import CUDA, CUDA_MANAGED
from .driver import FLAGS, NUMBER, POINTER, Attributes, Driver, GPUError, LoadedCode
from .kernel_arguments import kernels_of

_TARGET = re.compile(r"^\.target\s+(sm_\d+[af]?)", re.MULTILINE)
_LOG_SIZE = 8192
_ERROR_LOG, _ERROR_LOG_SIZE = 5, 6
"""Options of `cuModuleLoadDataEx`: the buffer for errors, and its size."""
_COMPUTE_MAJOR, _COMPUTE_MINOR = 75, 76
"""Attributes of a device."""
_LANES = 128
_SECOND_VERSIONS = (
    *("StreamBeginCapture", "EventDestroy", "MemAlloc", "MemFree", "MemGetInfo"),
    *("MemcpyHtoDAsync", "MemcpyDtoHAsync", "MemcpyDtoDAsync"),
)


class CudaDriver(Driver):
    """The functions of the CUDA driver, with the parameters that cuda.h declares."""

    api = "CUDA"
    title = "CUDA driver"
    triple = TRIPLE
    libraries = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
    prefix = "cu"
    names = MappingProxyType({name: f"{name}_v2" for name in _SECOND_VERSIONS})
    own = MappingProxyType(
        {
            "DevicePrimaryCtxRetain": (POINTER, NUMBER),
            "CtxSetCurrent": (POINTER,),
            "ModuleLoadDataEx": (POINTER, POINTER, FLAGS, POINTER, POINTER),
            "TensorMapEncodeTiled": (POINTER, NUMBER, FLAGS, *[POINTER] * 5, *[NUMBER] * 4),
        }
    )
    least_version = "11.4"
    since = MappingProxyType({"TensorMapEncodeTiled": "12.0"})
    attributes = Attributes(multiprocessors=16, clock_khz=13, memory_clock_khz=36, bus_bits=37)
    static_bytes = 48 << 10
    dlpack_devices = (CUDA, CUDA_MANAGED)
    default_stream = 1

    def version_of(self, number: int) -> tuple[int, int]:
        return number // 1000, number % 1000 // 10

    def context_of(self, device: ctypes.c_int) -> ctypes.c_void_p:
        context = ctypes.c_void_p()
        self.call("DevicePrimaryCtxRetain", ctypes.byref(context), device)
        return context

    def enter(self, context: ctypes.c_void_p) -> None:
        self.call("CtxSetCurrent", context)

    def arch_of(self, device: ctypes.c_int) -> str:
        major, minor = (self.attribute(device, which) for which in (_COMPUTE_MAJOR, _COMPUTE_MINOR))
        return f"sm_{major}{minor}"

    def lanes_of(self, arch: str) -> int:
        """Return the number that all architectures are taken to have."""
        del arch
        return _LANES

    def described(self, code: bytes) -> LoadedCode:
        """Return what the kernels of a PTX text are for and take."""
        text = code.decode(errors="replace")
        target = _TARGET.search(text)
        return LoadedCode("" if target is None else target[1], kernels_of(text))

    def runs(self, arch: str, made_for: str) -> bool:
        """Later devices run kernels, but those of `sm_90a` are for one alone, those of `sm_100f` for its family."""
        own, number = (int("".join(filter(str.isdigit, each))) for each in (arch, made_for))
        return {"f": number <= own and number // 10 == own // 10, "a": number == own}.get(made_for[-1], number <= own)

    def module_of(self, code: bytes) -> ctypes.c_void_p:
        """Load PTX or machine code, which the driver tells apart."""
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(_LOG_SIZE)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(_LOG_SIZE))
        text = ctypes.c_char_p(code)  # ends with a zero byte, as PTX must
        try:
            self.call("ModuleLoadDataEx", ctypes.byref(module), text, ctypes.c_uint(2), options, values)
        except GPUError as error:
            message = log.value.decode(errors="replace").strip()
            raise GPUError(f"{error}\n{message}" if message else str(error), error.status) from None
        return module
