"""A host program on one device: its kernels and constants are loaded, and its functions are called.

A call runs the steps of the host. What it did to the device is recorded: if the same function is called again with the
same numbers and addresses, and memory turns out the same, the recording is launched instead, from the second time on as
a graph of CUDA or HIP. Calls that read values back cannot be recorded.
"""

from __future__ import annotations

import ctypes
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..image import Image, LargeGlobal
from .device import Device, Kernel
from .driver import GPUError
from .host_program import LAUNCH_SIZES, HostProgram
from .host_run import HostFailed, HostRun

MOST_RECORDINGS = 32
Key = tuple[str, tuple[int, ...]]
Work = Callable[[int], None]
"""Something that is done on a stream."""
Watch = Callable[[int, int], Callable[[], None]]
"""Called with a stream and the number of a launch before it; the result is called after it."""


@dataclass
class Recording:
    """Everything that one call did."""

    memory: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    """Blocks in order: their sizes, addresses, and what for; a size below zero for one that was given back."""
    work: list[Work] = field(default_factory=list[Work])
    results: tuple[int, ...] = ()
    graph: ctypes.c_void_p | None = None
    is_complete: bool = True
    """Whether nothing was read back."""

    @property
    def kept(self) -> list[int]:
        """The addresses of blocks that were not given back: those of results."""
        addresses: dict[int, None] = {}
        for size, address, _ in self.memory:
            if size < 0:
                del addresses[address]
            else:
                addresses[address] = None
        return list(addresses)


class GPUProgram:
    """The part of a program that is on a device."""

    def __init__(self, device: Device, image: Image, host: HostProgram) -> None:
        self.device = device
        self.host = host
        self.texts = image.kernels
        with device.used() as stream:
            cubin = host.cubins.get(device.arch, host.cubins.get(f"{device.arch}a"))
            assembled = None if cubin is None else bytes(image.objects[cubin])
            self.kernels = device.load(bytes(image.objects[0]), assembled) if host.kernels else dict[str, Kernel]()
            self.globals = {name: _global(device, name, each, stream) for name, each in image.globals.items()}
            self._recordings: OrderedDict[Key, Recording] = OrderedDict()
            for name in image.at_load:
                HostRun(host.functions, Call(self, stream)).call(name, ())

    def call(self, name: str, arguments: Sequence[int], stream: int, watch: Watch | None = None) -> Recording:
        """Call a function on a stream, with the device in use, and return what it did: results and their memory.

        `watch` is told of each launch; then nothing is recorded.
        """
        key = name, tuple(arguments)
        recording = None if watch is not None else self._recordings.get(key)
        if recording is not None and self._remember(recording):
            self._repeat(recording, stream)
            return recording
        call = Call(self, stream, watch)
        try:
            call.recording.results = tuple(HostRun(self.host.functions, call).call(name, arguments))
        except RecursionError:
            call.abandon()
            raise HostFailed(f"calls of @{name} are nested too deeply") from None
        except BaseException:
            call.abandon()
            raise
        if call.recording.is_complete and watch is None:
            self._recordings[key] = call.recording
            while len(self._recordings) > MOST_RECORDINGS:
                self._forget(self._recordings.popitem(last=False)[1])
        return call.recording

    def _remember(self, recording: Recording) -> bool:
        """Allocate what a recording allocated; return whether all blocks have the same addresses."""
        memory = self.device.memory
        taken: list[int] = []
        for size, address, purpose in recording.memory:
            if size < 0:
                memory.free(address)
                taken.remove(address)
                continue
            taken.append(memory.allocate(size, purpose))
            if taken[-1] != address:
                for each in taken:
                    memory.free(each)
                return False
        return True

    def _repeat(self, recording: Recording, stream: int) -> None:
        device = self.device
        if recording.graph is None:
            graph = ctypes.c_void_p()
            with device.captured(graph) as capturing:
                for work in recording.work:
                    work(capturing)
            recording.graph = graph
        device.kernels_since.append("a kernel of a recorded call")
        device.driver.call("GraphLaunch", recording.graph, ctypes.c_void_p(stream))

    def _forget(self, recording: Recording) -> None:
        if recording.graph is not None:
            self.device.synchronize()
            self.device.driver.call("GraphExecDestroy", recording.graph)


class Call:
    """One call, as its effects on the device (`host_run.Actions`)."""

    def __init__(self, program: GPUProgram, stream: int, watch: Watch | None = None) -> None:
        self._program = program
        self._device = program.device
        self._driver = program.device.driver
        self._stream = stream
        self._watch = watch
        self._live: dict[int, None] = {}
        self.recording = Recording()

    def abandon(self) -> None:
        """Give back all memory of a call that has failed."""
        for address in self._live:
            self._device.memory.free(address)

    def allocate(self, size: int, place: str) -> int:
        purpose = f"the buffer of {place}" if place else "a buffer"
        address = self._device.memory.allocate(size, purpose)
        self._live[address] = None
        self.recording.memory.append((size, address, purpose))
        return address

    def free(self, address: int) -> None:
        if address in self._live:
            del self._live[address]
            self._device.memory.free(address)
            self.recording.memory.append((-1, address, ""))

    def read(self, address: int, size: int) -> int:
        self.recording.is_complete = False
        target = (ctypes.c_uint8 * size)()
        pointer, count = ctypes.cast(target, ctypes.c_void_p), ctypes.c_size_t(size)
        stream = ctypes.c_void_p(self._stream)
        self._driver.call("MemcpyDtoHAsync", pointer, ctypes.c_uint64(address), count, stream)
        self._device.synchronize(self._stream)
        return int.from_bytes(bytes(target), "little")

    def write(self, address: int, size: int, value: int) -> None:
        step = min(size, 4)
        for at in range(0, size, step):
            word = value >> (8 * at) & ((1 << (8 * step)) - 1)
            kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32}[step]
            self._do(f"MemsetD{8 * step}Async", ctypes.c_uint64(address + at), kind(word), ctypes.c_size_t(1))

    def copy(self, target: int, source: int, size: int) -> None:
        if size:
            addresses = ctypes.c_uint64(target), ctypes.c_uint64(source)
            self._do("MemcpyDtoDAsync", *addresses, ctypes.c_size_t(size))

    def fill(self, target: int, byte: int, size: int) -> None:
        if size:
            self._do("MemsetD8Async", ctypes.c_uint64(target), ctypes.c_uint8(byte), ctypes.c_size_t(size))

    def _do(self, name: str, *arguments: object) -> None:
        """Call a function of the driver whose last argument is a stream, now and whenever the call is repeated."""

        def work(stream: int) -> None:
            self._driver.call(name, *arguments, ctypes.c_void_p(stream))

        work(self._stream)
        self.recording.work.append(work)

    def launch(self, number: int, arguments: Sequence[int]) -> None:
        program = self._program
        kernel, sizes = program.kernels[program.host.kernels[number]], arguments[:LAUNCH_SIZES]
        packed = kernel.with_maps(kernel.signature.pack_bits(arguments[LAUNCH_SIZES:]))
        node = ", ".join(program.texts[number].sources[:2]) if number < len(program.texts) else ""

        def work(stream: int) -> None:
            kernel.launch_packed(sizes[:3], sizes[3:6], packed, sizes[6], stream, node)

        done = None if self._watch is None or 0 in sizes[:3] else self._watch(self._stream, number)
        work(self._stream)
        if done is not None:
            done()
        self.recording.work.append(work)

    def address(self, name: str) -> int:
        address = self._program.globals.get(name)
        if address is None:
            raise GPUError(f"the program has no global '{name}'")
        return address


def _global(device: Device, name: str, each: LargeGlobal, stream: int) -> int:
    large = each.memory()
    address = device.memory.allocate(max(large.nbytes, 1), f"constant '{name}'")
    device.copy_in(address, large, stream)
    return address
