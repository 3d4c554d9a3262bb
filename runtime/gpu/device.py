"""One GPU of this machine: its kernels, streams and memory.

    device = Device.open(0)
    kernels = device.load(ptx)
    x = device.upload(array)
    kernels["softmax_kernel"].launch((64, 1, 1), (256, 1, 1), [x, out])
    result = out.numpy()

Work is done in the order of a stream, by default the device's own. Several threads may use a device, one at a time.
"""

from __future__ import annotations

import ctypes
import os
import re
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from dlc.ir.forks import hold_across_forks

from .cuda import LOSING, CudaError, Driver
from .device_arrays import DeviceArray
from .device_memory import DeviceMemory
from .kernel_arguments import PackedArguments, Signature, kernels_of
from .tile_maps import with_maps

_TARGET = re.compile(r"^\.target\s+(sm_(\d+)([af]?))", re.MULTILINE)
_LOG_SIZE = 8192
_ERROR_LOG, _ERROR_LOG_SIZE = 5, 6
"""Options of `cuModuleLoadDataEx`: the buffer for errors, and its size."""
_COMPUTE_MAJOR, _COMPUTE_MINOR = 75, 76
_PROCESSORS, _CLOCK_KHZ, _MEMORY_CLOCK_KHZ, _BUS_BITS = 16, 13, 36, 37
"""Attributes of a device."""
_NON_BLOCKING, _RELAXED_CAPTURE = 1, 2
_MOST_DYNAMIC_BYTES = 8
"""The attribute of a kernel: the largest number of bytes of workgroup memory that a launch may give."""
STATIC_BYTES = 48 << 10
"""The bytes of workgroup memory that a launch may give without asking before."""
MOST_BLOCKS = ((1 << 31) - 1, 65535, 65535)
"""The largest grid."""
Sizes = Sequence[int]
_opening = threading.Lock()
hold_across_forks(_opening)


class Device:
    """One GPU, with the context that this process shares."""

    _opened: dict[tuple[int, int], Device] = {}  # noqa: RUF012 (the devices of this process)

    def __init__(self, driver: Driver, number: int) -> None:
        self.driver = driver
        self.number = number
        self.lock = threading.RLock()
        self.lost: str | None = None
        """Why the device cannot be used any more, if a kernel has destroyed the context."""
        self._process = os.getpid()
        self._handle = ctypes.c_int()
        driver.call("cuDeviceGet", ctypes.byref(self._handle), ctypes.c_int(number))
        self._context = ctypes.c_void_p()
        driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._handle)
        driver.call("cuCtxSetCurrent", self._context)
        stream = ctypes.c_void_p()
        driver.call("cuStreamCreate", ctypes.byref(stream), ctypes.c_uint(_NON_BLOCKING))
        self.stream = stream.value or 0
        """The stream that work is done on unless the caller has one."""
        self._event = self.new_event(timed=False)
        self.memory = DeviceMemory(driver, number, self.synchronize)
        self._last_stream = self.stream
        self.kernels_since: list[str] = []
        """The kernels launched since the host last waited, for errors."""

    @classmethod
    def open(cls, number: int = 0, driver: Driver | None = None) -> Device:
        """Return the device with this number. Raises `CudaError` if there is none."""
        driver = driver or Driver.of_process()
        with _opening:
            device = cls._opened.get((id(driver), number))
            if device is None:
                count = ctypes.c_int()
                driver.call("cuDeviceGetCount", ctypes.byref(count))
                if not 0 <= number < count.value:
                    raise CudaError(f"device {number} does not exist: the driver reports {count.value} devices")
                device = cls._opened[id(driver), number] = cls(driver, number)
            return device

    @contextmanager
    def used(self, stream: int | None = None) -> Generator[int]:
        """Use the device in this thread, on a stream; others wait for their turn. Returns the stream."""
        if os.getpid() != self._process:
            raise CudaError(
                "the CUDA driver cannot be used in a process that was forked after the driver was opened: start "
                "processes by 'spawn', or use the device only in them"
            )
        with self.lock:
            if self.lost is not None:
                raise CudaError(f"device {self.number} cannot be used any more in this process: {self.lost}")
            self.driver.call("cuCtxSetCurrent", self._context)
            current = self.stream if stream is None else stream
            if current != self._last_stream:
                self._order(self._last_stream, current)
                self._last_stream = current
            self.memory.take_returned(lambda other: self._order(other, current))
            try:
                yield current
            except CudaError as error:
                if error.status not in LOSING:
                    raise
                self.lost = str(error)
                raise CudaError(
                    f"{error}, in {self._suspects()}; the driver has given up device {self.number} for this process",
                    error.status,
                ) from None

    def _suspects(self) -> str:
        names = list(dict.fromkeys(self.kernels_since))
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} others" if len(names) > 4 else "")
        return f"one of {shown}" if len(names) > 1 else shown or "a kernel that was launched before"

    # -- What it is ----------------------------------------------------------------------------------------------------

    @property
    def arch(self) -> str:
        """The architecture for which PTX is compiled, such as `sm_90`."""
        return f"sm_{self._attribute(_COMPUTE_MAJOR)}{self._attribute(_COMPUTE_MINOR)}"

    @property
    def multiprocessors(self) -> int:
        """The number of multiprocessors, which run blocks."""
        return self._attribute(_PROCESSORS)

    @property
    def flops(self) -> float:
        """The operations on 32-bit floats in a second that its clock allows."""
        return self.multiprocessors * self._attribute(_CLOCK_KHZ) * 1e3 * 128 * 2

    @property
    def bandwidth(self) -> float:
        """The bytes of memory in a second that its clock allows."""
        return self._attribute(_MEMORY_CLOCK_KHZ) * 1e3 * self._attribute(_BUS_BITS) / 8 * 2

    def _attribute(self, which: int) -> int:
        value = ctypes.c_int()
        self.driver.call("cuDeviceGetAttribute", ctypes.byref(value), ctypes.c_int(which), self._handle)
        return value.value

    # -- Streams -------------------------------------------------------------------------------------------------------

    def synchronize(self, stream: int | None = None) -> None:
        """Wait until a stream, or all of the device, is done; errors in kernels are reported here at the latest."""
        if stream is None:
            self.driver.call("cuCtxSynchronize")
        else:
            self.driver.call("cuStreamSynchronize", ctypes.c_void_p(stream))
        self.kernels_since.clear()

    def new_event(self, *, timed: bool) -> ctypes.c_void_p:
        """Return a new event; `timed` ones can be compared."""
        event = ctypes.c_void_p()
        self.driver.call("cuEventCreate", ctypes.byref(event), ctypes.c_uint(0 if timed else 2))
        return event

    def wait(self, stream: int) -> None:
        """Let a stream wait for what was launched so far."""
        self._order(self._last_stream, stream)

    def _order(self, before: int, after: int) -> None:
        if before != after:
            self.driver.call("cuEventRecord", self._event, ctypes.c_void_p(before))
            self.driver.call("cuStreamWaitEvent", ctypes.c_void_p(after), self._event, ctypes.c_uint(0))

    @contextmanager
    def captured(self, graph: ctypes.c_void_p) -> Generator[int]:
        """Collect what the body does on a stream in an executable graph instead of doing it."""
        self.driver.call("cuStreamBeginCapture_v2", ctypes.c_void_p(self.stream), ctypes.c_int(_RELAXED_CAPTURE))
        collected = ctypes.c_void_p()
        end = "cuStreamEndCapture", ctypes.c_void_p(self.stream), ctypes.byref(collected)
        try:
            yield self.stream
        except BaseException:
            with suppress(CudaError):  # the capture is invalid now, which is no news
                self.driver.call(*end)
            raise
        self.driver.call(*end)
        self.driver.call("cuGraphInstantiateWithFlags", ctypes.byref(graph), collected, ctypes.c_uint64(0))
        self.driver.call("cuGraphDestroy", collected)

    # -- Kernels -------------------------------------------------------------------------------------------------------

    def load(self, ptx: str, code: bytes | None = None) -> Mapping[str, Kernel]:
        """Load the kernels of a PTX text, which the driver compiles unless it takes their `code` for the device.

        It does not take code of a ptxas that is newer than itself. Raises `CudaError` if the kernels are for an
        architecture whose code the device cannot run.
        """
        self._check_arch(ptx)
        module = None
        if code is not None:
            with suppress(CudaError):
                module = self._module(code)
        module = module or self._module(ptx.encode() + b"\0")
        return {name: Kernel(module, signature) for name, signature in kernels_of(ptx).items()}

    def _check_arch(self, ptx: str) -> None:
        """Refuse kernels for a later architecture, and those for another one alone, such as `sm_90a`."""
        target = _TARGET.search(ptx)
        if target is None:
            return
        own, number = int(self.arch.removeprefix("sm_")), int(target[2])
        runs = {"": number <= own, "f": number <= own and number // 10 == own // 10, "a": number == own}
        if not runs[target[3]]:
            raise CudaError(f"the kernels are for '{target[1]}', but device {self.number} is '{self.arch}'")

    def _module(self, image: bytes) -> _Module:
        """Load PTX or machine code."""
        module = ctypes.c_void_p()
        log = ctypes.create_string_buffer(_LOG_SIZE)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(_LOG_SIZE))
        try:
            self.driver.call(
                "cuModuleLoadDataEx", ctypes.byref(module), ctypes.c_char_p(image), ctypes.c_uint(2), options, values
            )
        except CudaError as error:
            message = log.value.decode(errors="replace").strip()
            raise CudaError(f"{error}\n{message}" if message else str(error), error.status) from None
        return _Module(self, module)

    # -- Memory --------------------------------------------------------------------------------------------------------

    def allocate(self, shape: Sequence[int], dtype: Any, purpose: str = "an array") -> DeviceArray:
        """Allocate an array of uninitialized memory."""
        with self.used():
            kind = np.dtype(dtype)
            count = int(np.prod(shape, dtype=object)) * kind.itemsize
            return DeviceArray.owning(self, self.memory.allocate(count, purpose), tuple(shape), kind)

    def upload(self, array: Any) -> DeviceArray:
        """Copy an array to memory of the device."""
        source = np.ascontiguousarray(array)
        buffer = self.allocate(source.shape if np.ndim(array) else (), source.dtype)
        with self.used() as stream:
            self.copy_in(buffer.address, source, stream)
        return buffer

    def copy_in(self, address: int, source: Any, stream: int) -> None:
        """Copy a contiguous array of the host to an address."""
        if source.nbytes:
            pointer, size = ctypes.c_void_p(source.ctypes.data), ctypes.c_size_t(source.nbytes)
            self.driver.call("cuMemcpyHtoDAsync_v2", ctypes.c_uint64(address), pointer, size, ctypes.c_void_p(stream))

    def copy_out(self, target: Any, address: int, stream: int) -> None:
        """Copy from an address to a contiguous array of the host, and wait for it."""
        if target.nbytes:
            pointer, size = ctypes.c_void_p(target.ctypes.data), ctypes.c_size_t(target.nbytes)
            self.driver.call("cuMemcpyDtoHAsync_v2", pointer, ctypes.c_uint64(address), size, ctypes.c_void_p(stream))
        self.synchronize(stream)


def arch_of_device(number: int) -> str:
    """Return the architecture of a device, or nothing on a machine without a driver for one."""
    try:
        driver = Driver.of_process()
    except CudaError:
        return ""
    return Device.open(number, driver).arch


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
        self.allowed_bytes = STATIC_BYTES
        """The bytes of workgroup memory that a launch may give."""
        name = signature.name.encode()
        owner.device.driver.call("cuModuleGetFunction", ctypes.byref(self.handle), owner.handle, ctypes.c_char_p(name))

    def launch(self, grid: Sizes, block: Sizes, arguments: Sequence[Any], shared_bytes: int = 0) -> None:
        """Launch the kernel on a grid of blocks, after all earlier launches; an empty grid runs nothing.

        Blocks get the memory that the kernel needs, and more if `shared_bytes` says so.
        """
        with self.owner.device.used() as stream:
            packed = self.with_maps(self.signature.pack(arguments))
            self.launch_packed(grid, block, packed, shared_bytes, stream)

    def with_maps(self, packed: PackedArguments) -> PackedArguments:
        """Return the arguments for a launch with the maps that the kernel takes. Raises `CudaError`."""
        maps = self.signature.maps
        if not maps:
            return packed
        return PackedArguments(with_maps(self.owner.device.driver, maps, packed.values, self.signature.name))

    def launch_packed(
        self, grid: Sizes, block: Sizes, packed: PackedArguments, shared_bytes: int, stream: int, node: str = ""
    ) -> None:
        """Launch the kernel on a stream with packed arguments; `node` is what it computes, for errors."""
        name = f"kernel '{self.signature.name}'{f' of {node}' if node else ''}"
        needed = self.signature.block
        if needed is not None and tuple(block) != needed:
            raise CudaError(f"{name} must be launched with blocks of {needed} threads, but got {tuple(block)}")
        if 0 in grid:
            return
        if any(size > most for size, most in zip(grid, MOST_BLOCKS, strict=True)):
            raise CudaError(f"{name} needs a grid of {tuple(grid)} blocks, but devices have at most {MOST_BLOCKS}")
        shared_bytes = max(shared_bytes, self.signature.dynamic_bytes)
        sizes = [ctypes.c_uint(size) for size in (*grid, *block, shared_bytes)]
        device = self.owner.device
        self._allow(shared_bytes, name)
        device.kernels_since.append(name)
        try:
            device.driver.call("cuLaunchKernel", self.handle, *sizes, ctypes.c_void_p(stream), packed.pointers, None)
        except CudaError as error:
            raise CudaError(f"{name} cannot be launched: {error}", error.status) from None

    def _allow(self, shared_bytes: int, name: str) -> None:
        """Let launches give this much workgroup memory; raise `CudaError` if the device does not have it."""
        if shared_bytes <= self.allowed_bytes:
            return
        most = ctypes.c_int(_MOST_DYNAMIC_BYTES), ctypes.c_int(shared_bytes)
        try:
            self.owner.device.driver.call("cuFuncSetAttribute", self.handle, *most)
        except CudaError as error:
            device = f"device {self.owner.device.number} ('{self.owner.device.arch}')"
            raise CudaError(
                f"{name} needs {shared_bytes} bytes of workgroup memory, which {device} does not give to a block: "
                f"{error}; compile for its architecture",
                error.status,
            ) from None
        self.allowed_bytes = shared_bytes
