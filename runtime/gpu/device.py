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
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from dlc.ir.forks import hold_across_forks

from .cuda import CudaDriver
from .device_arrays import DeviceArray, DeviceArrayError
from .device_memory import DeviceMemory
from .driver import LOSING, Driver, GPUError
from .kernel_arguments import PackedArguments, Signature
from .tile_maps import with_maps

_NON_BLOCKING, _RELAXED_CAPTURE = 1, 2
_MOST_DYNAMIC_BYTES = 8
"""The attribute of a kernel: the largest number of bytes of workgroup memory that a launch may give."""
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
        driver.call("DeviceGet", ctypes.byref(self._handle), ctypes.c_int(number))
        self._context = driver.context_of(self._handle)
        driver.enter(self._context)
        stream = ctypes.c_void_p()
        driver.call("StreamCreate", ctypes.byref(stream), ctypes.c_uint(_NON_BLOCKING))
        self.stream = stream.value or 0
        """The stream that work is done on unless the caller has one."""
        self._event = self.new_event(timed=False)
        self.memory = DeviceMemory(driver, number, self.synchronize)
        self._last_stream = self.stream
        self.kernels_since: list[str] = []
        """The kernels launched since the host last waited, for errors."""

    @classmethod
    def open(cls, number: int = 0, driver: Driver | None = None) -> Device:
        """Return the device with this number, by default of CUDA. Raises `GPUError` if there is none."""
        driver = driver or CudaDriver.of_process()
        with _opening:
            device = cls._opened.get((id(driver), number))
            if device is None:
                count = ctypes.c_int()
                driver.call("DeviceGetCount", ctypes.byref(count))
                if not 0 <= number < count.value:
                    raise GPUError(f"device {number} does not exist: the driver reports {count.value} devices")
                device = cls._opened[id(driver), number] = cls(driver, number)
            return device

    @contextmanager
    def used(self, stream: int | None = None) -> Generator[int]:
        """Use the device in this thread, on a stream; others wait for their turn. Returns the stream."""
        if os.getpid() != self._process:
            raise GPUError(
                f"{self.driver.api} cannot be used in a process that was forked after a device was opened: start "
                "processes by 'spawn', or use the device only in them"
            )
        with self.lock:
            if self.lost is not None:
                raise GPUError(f"device {self.number} cannot be used any more in this process: {self.lost}")
            self.driver.enter(self._context)
            current = self.stream if stream is None else stream
            if current != self._last_stream:
                self._order(self._last_stream, current)
                self._last_stream = current
            self.memory.take_returned(lambda other: self._order(other, current))
            try:
                yield current
            except GPUError as error:
                if error.status not in LOSING:
                    raise
                self.lost = str(error)
                raise GPUError(
                    f"{error}, in {self._suspects()}; {self.driver.api} has given up device {self.number} for this "
                    "process",
                    error.status,
                ) from None

    def _suspects(self) -> str:
        names = list(dict.fromkeys(self.kernels_since))
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} others" if len(names) > 4 else "")
        return f"one of {shown}" if len(names) > 1 else shown or "a kernel that was launched before"

    # -- What it is ----------------------------------------------------------------------------------------------------

    @property
    def arch(self) -> str:
        """The architecture for which kernels are compiled, such as `sm_90`."""
        return self.driver.arch_of(self._handle)

    @property
    def multiprocessors(self) -> int:
        """The number of multiprocessors, which run blocks."""
        return self._attribute(self.driver.attributes.multiprocessors)

    @property
    def flops(self) -> float:
        """The operations on 32-bit floats in a second that its clock allows."""
        clock = self._attribute(self.driver.attributes.clock_khz) * 1e3
        return self.multiprocessors * clock * self.driver.lanes_of(self.arch) * 2

    @property
    def bandwidth(self) -> float:
        """The bytes of memory in a second that its clock allows."""
        numbers = self.driver.attributes
        return self._attribute(numbers.memory_clock_khz) * 1e3 * self._attribute(numbers.bus_bits) / 8 * 2

    def _attribute(self, which: int) -> int:
        return self.driver.attribute(self._handle, which)

    # -- Streams -------------------------------------------------------------------------------------------------------

    def synchronize(self, stream: int | None = None) -> None:
        """Wait until a stream, or all of the device, is done; errors in kernels are reported here at the latest."""
        if stream is None:
            self.driver.call("CtxSynchronize")
        else:
            self.driver.call("StreamSynchronize", ctypes.c_void_p(stream))
        self.kernels_since.clear()

    def new_event(self, *, timed: bool) -> ctypes.c_void_p:
        """Return a new event; `timed` ones can be compared."""
        event = ctypes.c_void_p()
        self.driver.call("EventCreate", ctypes.byref(event), ctypes.c_uint(0 if timed else 2))
        return event

    def wait(self, stream: int) -> None:
        """Let a stream wait for what was launched so far."""
        self._order(self._last_stream, stream)

    def _order(self, before: int, after: int) -> None:
        if before != after:
            self.driver.call("EventRecord", self._event, ctypes.c_void_p(before))
            self.driver.call("StreamWaitEvent", ctypes.c_void_p(after), self._event, ctypes.c_uint(0))

    @contextmanager
    def captured(self, graph: ctypes.c_void_p) -> Generator[int]:
        """Collect what the body does on a stream in an executable graph instead of doing it."""
        self.driver.call("StreamBeginCapture", ctypes.c_void_p(self.stream), ctypes.c_int(_RELAXED_CAPTURE))
        collected = ctypes.c_void_p()
        end = "StreamEndCapture", ctypes.c_void_p(self.stream), ctypes.byref(collected)
        try:
            yield self.stream
        except BaseException:
            with suppress(GPUError):  # the capture is invalid now, which is no news
                self.driver.call(*end)
            raise
        self.driver.call(*end)
        self.driver.call("GraphInstantiateWithFlags", ctypes.byref(graph), collected, ctypes.c_uint64(0))
        self.driver.call("GraphDestroy", collected)

    # -- Kernels -------------------------------------------------------------------------------------------------------

    def load(self, code: str | bytes, assembled: bytes | None = None) -> Mapping[str, Kernel]:
        """Load the kernels of a PTX text, or of a code object for one of AMD's GPUs.

        The driver compiles PTX unless it takes the machine code of it that is `assembled` for the device; it does not
        take code of a ptxas that is newer than itself. Raises `GPUError` if the kernels are for an architecture whose
        code the device cannot run.
        """
        code = code.encode() if isinstance(code, str) else code
        made_for, kernels = self.driver.described(code)
        if made_for and not self.driver.runs(self.arch, made_for):
            raise GPUError(
                f"the kernels are for '{made_for}', but device {self.number} is '{self.arch}': compile for it"
            )
        module = None
        if assembled is not None:
            with suppress(GPUError):
                module = self.driver.module_of(assembled)
        owner = _Module(self, module or self.driver.module_of(code))
        return {name: Kernel(owner, signature) for name, signature in kernels.items()}

    # -- Memory --------------------------------------------------------------------------------------------------------

    def allocate(self, shape: Sequence[int], dtype: Any, purpose: str = "an array") -> DeviceArray:
        """Allocate an array of uninitialized memory."""
        if any(size < 0 for size in shape):
            raise DeviceArrayError(f"an array has no negative sizes, but got {tuple(shape)}")
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
            self.driver.call("MemcpyHtoDAsync", ctypes.c_uint64(address), pointer, size, ctypes.c_void_p(stream))

    def copy_out(self, target: Any, address: int, stream: int) -> None:
        """Copy from an address to a contiguous array of the host, and wait for it."""
        if target.nbytes:
            pointer, size = ctypes.c_void_p(target.ctypes.data), ctypes.c_size_t(target.nbytes)
            self.driver.call("MemcpyDtoHAsync", pointer, ctypes.c_uint64(address), size, ctypes.c_void_p(stream))
        self.synchronize(stream)


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
        self.allowed_bytes = owner.device.driver.static_bytes
        """The bytes of workgroup memory that a launch may give."""
        name = signature.name.encode()
        owner.device.driver.call("ModuleGetFunction", ctypes.byref(self.handle), owner.handle, ctypes.c_char_p(name))

    def launch(self, grid: Sizes, block: Sizes, arguments: Sequence[Any], shared_bytes: int = 0) -> None:
        """Launch the kernel on a grid of blocks, after all earlier launches; an empty grid runs nothing.

        Blocks get the memory that the kernel needs, and more if `shared_bytes` says so.
        """
        with self.owner.device.used() as stream:
            packed = self.with_maps(self.signature.pack(arguments))
            self.launch_packed(grid, block, packed, shared_bytes, stream)

    def with_maps(self, packed: PackedArguments) -> PackedArguments:
        """Return the arguments for a launch with the maps that the kernel takes. Raises `GPUError`."""
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
            raise GPUError(f"{name} must be launched with blocks of {needed} threads, but got {tuple(block)}")
        if 0 in grid:
            return
        if any(size > most for size, most in zip(grid, MOST_BLOCKS, strict=True)):
            raise GPUError(f"{name} needs a grid of {tuple(grid)} blocks, but devices have at most {MOST_BLOCKS}")
        shared_bytes = max(shared_bytes, self.signature.dynamic_bytes)
        sizes = [ctypes.c_uint(size) for size in (*grid, *block, shared_bytes)]
        device = self.owner.device
        self._allow(shared_bytes, name)
        device.kernels_since.append(name)
        try:
            device.driver.call("LaunchKernel", self.handle, *sizes, ctypes.c_void_p(stream), packed.pointers, None)
        except GPUError as error:
            raise GPUError(f"{name} cannot be launched: {error}", error.status) from None

    def _allow(self, shared_bytes: int, name: str) -> None:
        """Let launches give this much workgroup memory; raise `GPUError` if the device does not have it."""
        if shared_bytes <= self.allowed_bytes:
            return
        most = ctypes.c_int(_MOST_DYNAMIC_BYTES), ctypes.c_int(shared_bytes)
        try:
            self.owner.device.driver.call("FuncSetAttribute", self.handle, *most)
        except GPUError as error:
            device = f"device {self.owner.device.number} ('{self.owner.device.arch}')"
            raise GPUError(
                f"{name} needs {shared_bytes} bytes of workgroup memory, which {device} does not give to a block: "
                f"{error}; compile for its architecture",
                error.status,
            ) from None
        self.allowed_bytes = shared_bytes
