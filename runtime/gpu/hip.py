"""AMD's library, `libamdhip64.so`, which is part of ROCm."""

from __future__ import annotations

import ctypes
from types import MappingProxyType

from dlc.codegen.gpu_target import AMD_TRIPLE
from dlc.dialects.gpu import WIDE_SUBGROUP, subgroup_size_of

from ..dlpack import ROCM
from .code_objects import read_code_object
from .driver import NUMBER, POINTER, Attributes, Driver, LoadedCode

_PROPERTIES_BYTES, _ARCH_AT, _ARCH_BYTES = 1472, 1160, 256
"""The size of `hipDeviceProp_tR0600`, and the place and the size of `gcnArchName` in it."""
_ROOM = 4096
"""The bytes that are given for properties, in case a later version has more."""


class HipDriver(Driver):
    """The functions of HIP, with the parameters that hip_runtime_api.h declares."""

    api = "HIP"
    title = "HIP library"
    triple = AMD_TRIPLE
    libraries = (
        *("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so"),
        *("amdhip64_7.dll", "amdhip64_6.dll", "amdhip64.dll"),
    )
    prefix = "hip"
    names = MappingProxyType(
        {
            "GetErrorName": "DrvGetErrorName",
            "GetErrorString": "DrvGetErrorString",
            "DeviceGetCount": "GetDeviceCount",
            "CtxSynchronize": "DeviceSynchronize",
            "StreamCreate": "StreamCreateWithFlags",
            "EventCreate": "EventCreateWithFlags",
            "MemAlloc": "Malloc",
            "MemFree": "Free",
            "LaunchKernel": "ModuleLaunchKernel",
        }
    )
    own = MappingProxyType(
        {
            "SetDevice": (NUMBER,),
            "GetDevicePropertiesR0600": (POINTER, NUMBER),
            "ModuleLoadData": (POINTER, POINTER),
        }
    )
    least_version = "6.0"
    attributes = Attributes(multiprocessors=63, clock_khz=5, memory_clock_khz=60, bus_bits=59)
    static_bytes = 64 << 10
    dlpack_devices = (ROCM,)
    default_stream = 0

    def version_of(self, number: int) -> tuple[int, int]:
        return number // 10_000_000, number // 100_000 % 100

    def context_of(self, device: ctypes.c_int) -> ctypes.c_int:
        return device

    def enter(self, context: ctypes.c_int) -> None:
        self.call("SetDevice", context)

    def arch_of(self, device: ctypes.c_int) -> str:
        """Return the architecture, without the modes of the device in names such as `gfx90a:sramecc+:xnack-`."""
        properties = ctypes.create_string_buffer(_ROOM)
        self.call("GetDevicePropertiesR0600", ctypes.byref(properties), device)
        name = properties.raw[_ARCH_AT : _ARCH_AT + _ARCH_BYTES].partition(b"\0")[0]
        return name.decode(errors="replace").partition(":")[0]

    def lanes_of(self, arch: str) -> int:
        """A multiprocessor is a compute unit with wide subgroups, and two of them otherwise."""
        return 64 if subgroup_size_of(arch) == WIDE_SUBGROUP else 128

    def described(self, code: bytes) -> LoadedCode:
        """Return what the kernels of a code object are for and take."""
        return LoadedCode(*read_code_object(code))

    def runs(self, arch: str, made_for: str) -> bool:
        return arch == made_for

    def module_of(self, code: bytes) -> ctypes.c_void_p:
        module = ctypes.c_void_p()
        self.call("ModuleLoadData", ctypes.byref(module), ctypes.c_char_p(code))
        return module
