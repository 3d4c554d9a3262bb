"""The library of a vendor of GPUs, by ctypes: loaded when a device is first requested, with every call checked.

CUDA and HIP have the same functions under nearly the same names, so a function is called by the name that CUDA gives
it, without prefix and version. `cuda.py` and `hip.py` say how each library calls it, and have what differs otherwise.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from dlc.ir.errors import DlcError

if TYPE_CHECKING:
    from .kernel_arguments import Signature

OUT_OF_MEMORY = 2
LOSING = frozenset((700, 702, 709, 710, 714, 715, 716, 717, 718, 719))
"""Errors of kernels after which a library refuses all further work in this process."""
NUMBER, FLAGS, BYTES, ADDRESS, POINTER = (
    *(ctypes.c_int, ctypes.c_uint, ctypes.c_size_t),
    *(ctypes.c_uint64, ctypes.c_void_p),
)
_COPY_TO, _COPY_FROM = (ADDRESS, POINTER, BYTES, POINTER), (POINTER, ADDRESS, BYTES, POINTER)
SHARED: Mapping[str, tuple[type[Any], ...]] = MappingProxyType(
    {
        "Init": (FLAGS,),
        "DriverGetVersion": (POINTER,),
        "GetErrorName": (NUMBER, POINTER),
        "GetErrorString": (NUMBER, POINTER),
        "DeviceGetCount": (POINTER,),
        "DeviceGet": (POINTER, NUMBER),
        "DeviceGetAttribute": (POINTER, NUMBER, NUMBER),
        "CtxSynchronize": (),
        "StreamCreate": (POINTER, FLAGS),
        "StreamSynchronize": (POINTER,),
        "StreamWaitEvent": (POINTER, POINTER, FLAGS),
        "StreamBeginCapture": (POINTER, NUMBER),
        "StreamEndCapture": (POINTER, POINTER),
        "GraphInstantiateWithFlags": (POINTER, POINTER, ctypes.c_ulonglong),
        "GraphLaunch": (POINTER, POINTER),
        "GraphDestroy": (POINTER,),
        "GraphExecDestroy": (POINTER,),
        "EventCreate": (POINTER, FLAGS),
        "EventRecord": (POINTER, POINTER),
        "EventElapsedTime": (POINTER, POINTER, POINTER),
        "EventDestroy": (POINTER,),
        "MemAlloc": (POINTER, BYTES),
        "MemFree": (ADDRESS,),
        "MemGetInfo": (POINTER, POINTER),
        "MemcpyHtoDAsync": _COPY_TO,
        "MemcpyDtoHAsync": _COPY_FROM,
        "MemcpyDtoDAsync": (ADDRESS, ADDRESS, BYTES, POINTER),
        "MemsetD8Async": (ADDRESS, ctypes.c_ubyte, BYTES, POINTER),
        "MemsetD16Async": (ADDRESS, ctypes.c_ushort, BYTES, POINTER),
        "MemsetD32Async": (ADDRESS, FLAGS, BYTES, POINTER),
        "ModuleGetFunction": (POINTER, POINTER, POINTER),
        "FuncSetAttribute": (POINTER, NUMBER, NUMBER),
        "LaunchKernel": (POINTER, *[FLAGS] * 7, POINTER, POINTER, POINTER),
    }
)
"""The parameters of the functions that both libraries have; handles are pointers."""
_loading = threading.Lock()
_loaded: dict[type[Driver], Driver] = {}


class GPUError(DlcError):
    """There is no library for a GPU or no device, or a call of the library failed."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status
        """The number of the library's error; 0 if it is not one of the library."""


class LoadedCode(NamedTuple):
    """Kernels in a form that a library loads: the architecture that they are for, if the form says so."""

    arch: str
    kernels: Mapping[str, Signature]


class Attributes(NamedTuple):
    """The numbers by which a library calls attributes of devices."""

    multiprocessors: int
    clock_khz: int
    memory_clock_khz: int
    bus_bits: int


class Driver:
    """The functions of a library; each call raises `GPUError` on failure."""

    api: ClassVar[str]
    """The name of the interface: CUDA or HIP."""
    title: ClassVar[str]
    """The library as messages call it, such as `CUDA driver`."""
    triple: ClassVar[str]
    """LLVM's triple of the devices."""
    libraries: ClassVar[Sequence[str]]
    """The names of files of the library, that of the latest version first."""
    prefix: ClassVar[str]
    names: ClassVar[Mapping[str, str]]
    """The names of functions that are not the prefix and the shared name."""
    own: ClassVar[Mapping[str, tuple[type[Any], ...]]]
    """The parameters of the functions that only this library has."""
    least_version: ClassVar[str]
    """The version of the interface from which all functions that are called exist, but those of `since`."""
    since: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The later versions from which functions exist that only some kernels need."""
    attributes: ClassVar[Attributes]
    static_bytes: ClassVar[int]
    """The bytes of workgroup memory that a launch may give without asking before."""
    dlpack_devices: ClassVar[Sequence[int]]
    """DLPack's numbers for kinds of memory of these devices; the first is that of arrays of our own."""
    default_stream: ClassVar[int]
    """The number by which protocols of arrays call the default stream, whose handle is 0."""

    def __init__(self, library: Any) -> None:
        self.library = library

    @classmethod
    def load(cls, names: Sequence[str] | None = None) -> Driver:
        """Load the library of this machine."""
        reasons: list[str] = []
        for name in names or cls.libraries:
            try:
                library = ctypes.CDLL(name)
            except OSError as error:
                reasons.append(str(error))
                continue
            driver = cls(library)
            for function, parameters in cls.signatures().items():
                if hasattr(library, function):
                    getattr(library, function).argtypes = parameters
            driver.start()
            return driver
        raise GPUError(f"there is no {cls.title} on this machine: {reasons[0]}")

    @classmethod
    def of_process(cls) -> Driver:
        """Return the library of this machine, which is loaded once."""
        with _loading:
            if cls not in _loaded:
                _loaded[cls] = cls.load()
            return _loaded[cls]

    @classmethod
    def function(cls, name: str) -> str:
        """Return the name in the library of a function."""
        return cls.prefix + cls.names.get(name, name)

    @classmethod
    def signatures(cls) -> dict[str, tuple[type[Any], ...]]:
        """Return the parameters of all functions that are called, by their names in the library."""
        return {cls.function(name): parameters for name, parameters in {**SHARED, **cls.own}.items()}

    def start(self) -> None:
        """Initialize the library, and check that it is new enough."""
        version = ctypes.c_int()
        self.call("Init", ctypes.c_uint(0))
        self.call("DriverGetVersion", ctypes.byref(version))
        supported = self.version_of(version.value)
        if supported < tuple(map(int, self.least_version.split("."))):
            numbers = ".".join(map(str, supported))
            raise GPUError(
                f"the {self.title} must support {self.api} {self.least_version} or later, but supports {numbers}: "
                "update it"
            )

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the library."""
        function = getattr(self.library, self.function(name), None)
        if function is None:
            version = self.since.get(name, self.least_version)
            raise GPUError(
                f"the {self.title} must support {self.api} {version} or later for {self.function(name)}: update it"
            )
        status = int(function(*arguments))
        if status:
            raise GPUError(f"{self.function(name)} failed: {self.words(status)}", status)

    def words(self, status: int) -> str:
        """Return a status as text, such as `CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed`."""
        parts: list[str] = []
        for name in ("GetErrorName", "GetErrorString"):
            function, text = getattr(self.library, self.function(name), None), ctypes.c_char_p()
            if function is not None and function(ctypes.c_int(status), ctypes.byref(text)) == 0 and text.value:
                parts.append(text.value.decode(errors="replace"))
        return ": ".join(parts) or f"error {status}"

    def attribute(self, device: ctypes.c_int, which: int) -> int:
        """Return an attribute of a device."""
        value = ctypes.c_int()
        self.call("DeviceGetAttribute", ctypes.byref(value), ctypes.c_int(which), device)
        return value.value

    # -- What differs --------------------------------------------------------------------------------------------------

    def version_of(self, number: int) -> tuple[int, int]:
        """Return the major and the minor version that a number of the library stands for."""
        raise NotImplementedError

    def context_of(self, device: ctypes.c_int) -> Any:
        """Return what makes a device the current one of a thread."""
        raise NotImplementedError

    def enter(self, context: Any) -> None:
        """Let calls of this thread be for a device."""
        raise NotImplementedError

    def arch_of(self, device: ctypes.c_int) -> str:
        """Return the architecture of a device, such as `sm_90`."""
        raise NotImplementedError

    def lanes_of(self, arch: str) -> int:
        """Return how many products of f32 a multiprocessor adds in one cycle."""
        raise NotImplementedError

    def described(self, code: bytes) -> LoadedCode:
        """Return what kernels in `code` are for and take. Raises `DlcError` if it is not such code."""
        raise NotImplementedError

    def runs(self, arch: str, made_for: str) -> bool:
        """Return whether devices of an architecture run kernels that are made for another one."""
        raise NotImplementedError

    def module_of(self, code: bytes) -> ctypes.c_void_p:
        """Load code, and return the handle of it."""
        raise NotImplementedError
