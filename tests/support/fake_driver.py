"""The CUDA driver and HIP written in Python, for tests: memory, launches on streams, and failures when told to.

Kernels are run by the interpreter, with all their threads, if a module with them is given: then calls of a program are
checked from the arguments in Python to the bytes in memory. Addresses of the device are numbers of its own, so that
host code that follows one is caught.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from dlc.dialects import gpu
from dlc.interp.gpu_threads import Grid, launch
from dlc.interp.interpreter import Interpreter
from dlc.interp.memory import Buffer, ElementCodec, MemRef
from dlc.interp.ops.gpu import AGREEMENTS, FOR_BLOCK
from dlc.interp.semantics import Enter
from dlc.interp.values import scalar_width, to_signed
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import strides_of
from dlc.runtime.gpu.code_objects import read_code_object
from dlc.runtime.gpu.cuda import CudaDriver
from dlc.runtime.gpu.driver import SHARED, Driver
from dlc.runtime.gpu.hip import HipDriver
from dlc.runtime.gpu.kernel_arguments import Signature, kernels_of

FIRST_ADDRESS = 0x7F00_0000_0000
HANDLE = 0x1000
ERRORS = {2: ("OUT_OF_MEMORY", "out of memory"), 700: ("ILLEGAL_ADDRESS", "an illegal memory access was encountered")}


class Launched:
    """One launch: the name of the kernel, the sizes of its grid and its blocks, and its parameters as bits."""

    def __init__(self, kernel: Signature, sizes: tuple[int, ...], values: list[int]) -> None:
        self.name = kernel.name
        self.sizes = sizes
        self.values = values


class FakeLibrary:
    """The functions of a library, by the names that `Driver.call` takes; some are those of the CUDA driver alone."""

    kind: ClassVar[type[Driver]] = CudaDriver
    static_bytes: ClassVar[int] = 48 << 10
    """The bytes of shared memory that launches may have without asking."""
    attributes: ClassVar[Mapping[int, int]] = {75: 9, 76: 0, 16: 132, 13: 1_980_000, 36: 2_619_000, 37: 5120}

    def __init__(
        self,
        kernels: Operation | None = None,
        failing: str = "",
        status: int = 200,
        devices: int = 1,
        memory: int = 1 << 40,
    ) -> None:
        self.kernels = kernels
        self.failing = failing
        self.status = status
        self.devices = devices
        self.free_bytes = memory
        self.version = 12080 if self.kind is CudaDriver else 60_342_133
        self.missing = ""
        """A function that the driver does not have."""
        self.calls: list[str] = []
        self.memory: dict[int, Buffer] = {}
        self.launched: list[Launched] = []
        self.streams: list[int] = []
        """The stream of each launch and each graph."""
        self.allowed_bytes: dict[str, int] = {}
        """The bytes of dynamic shared memory that launches of a kernel may have."""
        self.maps: list[Any] = []
        """The maps of tiles that kernels were launched with: addresses, bytes of an element, sizes, and so on."""
        self._next = FIRST_ADDRESS
        self._handles: dict[int, Any] = {}
        self._capturing: list[Callable[[], None]] | None = None
        self._interpreter = None if kernels is None else Interpreter(kernels)

    def __getattr__(self, name: str) -> Any:
        signatures = self.kind.signatures()
        if name not in signatures or name == self.missing:
            raise AttributeError(name)
        [shared] = [each for each in (*SHARED, *self.kind.own) if self.kind.function(each) == name]

        def call(*arguments: Any) -> int:
            self.calls.append(name)
            for kind, argument in zip(signatures[name], arguments, strict=True):
                kind.from_param(argument)  # what ctypes does for a function of the library
            if name == self.failing:
                return self.status
            action = getattr(self, f"_{shared}", None)
            return (action(*arguments) if action is not None else 0) or 0

        return call

    def handle(self, thing: object) -> int:
        """Return a new handle for something."""
        number = HANDLE + len(self._handles)
        self._handles[number] = thing
        return number

    # -- What there is -------------------------------------------------------------------------------------------------

    def _GetErrorName(self, status: Any, out: Any) -> None:  # noqa: N802 (the driver's names)
        out._obj.value = f"CUDA_ERROR_{ERRORS.get(status.value, ('INVALID_IMAGE', ''))[0]}".encode()

    def _GetErrorString(self, status: Any, out: Any) -> None:  # noqa: N802
        out._obj.value = ERRORS.get(status.value, ("", "device kernel image is invalid"))[1].encode()

    def _DriverGetVersion(self, out: Any) -> None:  # noqa: N802
        out._obj.value = self.version

    def _DeviceGetCount(self, out: Any) -> None:  # noqa: N802
        out._obj.value = self.devices

    def _DeviceGetAttribute(self, out: Any, which: Any, device: Any) -> None:  # noqa: N802
        out._obj.value = self.attributes[which.value]

    def _DeviceGet(self, out: Any, number: Any) -> None:  # noqa: N802
        out._obj.value = number.value

    def _StreamCreate(self, out: Any, flags: Any) -> None:  # noqa: N802
        out._obj.value = self.handle("stream")

    def _EventCreate(self, out: Any, flags: Any) -> None:  # noqa: N802
        out._obj.value = self.handle("event")

    def _EventElapsedTime(self, out: Any, first: Any, second: Any) -> None:  # noqa: N802
        out._obj.value = (second.value - first.value) * 0.5

    # -- Memory --------------------------------------------------------------------------------------------------------

    def _MemAlloc(self, out: Any, size: Any) -> int:  # noqa: N802
        if size.value > self.free_bytes:
            return 2
        self.free_bytes -= size.value
        out._obj.value = self._next
        self.memory[self._next] = Buffer.fresh(size.value, "device memory")
        self._next += -(-size.value // 4096) * 4096 + 4096
        return 0

    def _MemFree(self, address: Any) -> None:  # noqa: N802
        self.free_bytes += len(self.memory.pop(address.value).data)

    def _MemGetInfo(self, free: Any, total: Any) -> None:  # noqa: N802
        free._obj.value = self.free_bytes
        total._obj.value = self.free_bytes + sum(len(each.data) for each in self.memory.values())

    def place(self, address: int, size: int = 1) -> tuple[Buffer, int]:
        """Return the memory at an address, and where in it."""
        for start, buffer in self.memory.items():
            if start <= address and address + size <= start + len(buffer.data):
                return buffer, address - start
        raise AssertionError(f"there are no {size} bytes of the device at {address:#x}")

    def _MemcpyHtoDAsync(self, target: Any, source: Any, size: Any, stream: Any) -> None:  # noqa: N802
        self._store(target.value, ctypes.string_at(source.value, size.value))

    def _MemcpyDtoHAsync(self, target: Any, source: Any, size: Any, stream: Any) -> None:  # noqa: N802
        assert self._capturing is None, "nothing can be read while a graph is recorded"
        buffer, at = self.place(source.value, size.value)
        assert buffer.state is not None
        unwritten = buffer.state.find(0, at, at + size.value)
        assert unwritten < 0, f"the host reads byte {unwritten - at} of {size.value}, which was never written"
        ctypes.memmove(target.value, bytes(buffer.data[at : at + size.value]), size.value)

    def _MemcpyDtoDAsync(self, target: Any, source: Any, size: Any, stream: Any) -> None:  # noqa: N802
        buffer, at = self.place(source.value, size.value)
        self._soon(lambda: self._store(target.value, bytes(buffer.data[at : at + size.value])))

    def _MemsetD8Async(self, target: Any, value: Any, count: Any, stream: Any) -> None:  # noqa: N802
        data = bytes(value) * count.value
        self._soon(lambda: self._store(target.value, data))

    _MemsetD16Async = _MemsetD32Async = _MemsetD8Async

    def _store(self, address: int, data: bytes) -> None:
        buffer, at = self.place(address, len(data))
        assert buffer.state is not None
        buffer.data[at : at + len(data)] = data
        buffer.state[at : at + len(data)] = b"\1" * len(data)

    # -- Kernels and graphs --------------------------------------------------------------------------------------------

    def _ModuleLoadDataEx(self, out: Any, image: Any, *options: Any) -> None:  # noqa: N802
        out._obj.value = self.handle(kernels_of(image.value.decode(errors="replace")))

    def _ModuleGetFunction(self, out: Any, module: Any, name: Any) -> None:  # noqa: N802
        kernels = self._handles[module.value]
        text = name.value.decode()
        out._obj.value = self.handle(kernels.get(text, text))

    def _StreamBeginCapture(self, stream: Any, mode: Any) -> None:  # noqa: N802
        self._capturing = []

    def _StreamEndCapture(self, stream: Any, out: Any) -> None:  # noqa: N802
        out._obj.value = self.handle(self._capturing)
        self._capturing = None

    def _GraphInstantiateWithFlags(self, out: Any, graph: Any, flags: Any) -> None:  # noqa: N802
        out._obj.value = self.handle(self._handles[graph.value])

    def _GraphLaunch(self, graph: Any, stream: Any) -> None:  # noqa: N802
        self.streams.append(stream.value or 0)
        for work in self._handles[graph.value]:
            work()

    def _soon(self, work: Callable[[], None]) -> None:
        """Do something now, or when the graph that is being recorded is launched."""
        work() if self._capturing is None else self._capturing.append(work)

    def _FuncSetAttribute(self, function: Any, attribute: Any, value: Any) -> None:  # noqa: N802
        assert attribute.value == 8, "the largest number of bytes of dynamic shared memory"
        self.allowed_bytes[self._handles[function.value].name] = value.value

    def _TensorMapEncodeTiled(self, out: Any, kind: Any, rank: Any, address: Any, *rest: Any) -> int:  # noqa: N802
        assert out.value % 64 == 0, "a map lies at a multiple of 64 bytes"
        sizes, strides, box, steps = ([int(each) for each in numbers] for numbers in rest[:4])
        if address.value % 16 or any(each % 16 for each in strides):
            return 1
        assert [len(each) for each in (sizes, strides, box, steps)] == [rank.value - each for each in (0, 1, 0, 0)]
        described = address.value, (1, 2, 4)[kind.value], sizes, strides, box, steps, [each.value for each in rest[4:]]
        ctypes.memmove(out.value, self.handle(described).to_bytes(128, "little"), 128)
        return 0

    def _LaunchKernel(self, function: Any, *rest: Any) -> None:  # noqa: N802
        sizes, stream, pointers = tuple(size.value for size in rest[:7]), rest[7], rest[8]
        kernel: Signature = self._handles[function.value]
        values = [
            int.from_bytes(ctypes.string_at(pointer, parameter.bits // 8), "little")
            for parameter, pointer in zip(kernel.parameters, pointers, strict=False)
        ]
        for map in kernel.maps:
            described = self._handles[int.from_bytes(ctypes.string_at(pointers[map.parameter], 128), "little")]
            assert described[0] == values[map.argument], "the map is of another argument"
            self.maps.append(described)
        assert sizes[6] <= max(self.allowed_bytes.get(kernel.name, 0), self.static_bytes), "it must be asked for before"
        self.streams.append(stream.value or 0)
        self._soon(lambda: self._run(Launched(kernel, sizes, values)))

    def _run(self, launched: Launched) -> None:
        self.launched.append(launched)
        if self._interpreter is None or self.kernels is None:
            return
        machine: Any = self._interpreter
        kernel = next(
            op for op in self.kernels.walk() if isinstance(op, gpu.GPUFuncOp) and op.sym_name.value == launched.name
        )
        rest = iter(launched.values)
        arguments = [self._argument(type, rest) for type in kernel.type.inputs]
        groups: Any = (kernel.workgroup_buffers, kernel.private_buffers)
        shared, private = ([each.type for each in group] for group in groups)
        machine.steps = 0

        def entry(buffers: Sequence[Any], thread: Any) -> Enter:
            return Enter(kernel.body, [*arguments, *buffers], is_call=True)

        grid = Grid(launched.sizes[:3], launched.sizes[3:6])
        size = gpu.subgroup_size_around(kernel)
        launch(machine, grid, size, entry, shared, private, arguments, AGREEMENTS, FOR_BLOCK)

    def _argument(self, type: Any, rest: Any) -> Any:
        """Return the interpreter's value for the next parameters."""
        if not isinstance(type, MemRefType):
            return next(rest) & ((1 << scalar_width(type)) - 1)
        layout = strides_of(type)
        assert layout is not None
        address = next(rest)
        told = [layout.offset, *type.shape, *layout.strides]
        numbers = [to_signed(next(rest), 64) if number == DYNAMIC else number for number in told]
        rank = len(type.shape)
        sizes = numbers[1 : rank + 1]
        buffer, base = (Buffer.fresh(0), 0) if 0 in sizes else self.place(address)
        return MemRef(buffer, ElementCodec(type.element_type), sizes, numbers[rank + 1 :], numbers[0], base)


class FakeHip(FakeLibrary):
    """HIP, whose kernels are in code objects."""

    kind = HipDriver
    static_bytes = 64 << 10
    attributes: ClassVar[Mapping[int, int]] = {63: 104, 5: 1_700_000, 60: 1_600_000, 59: 4096}

    def __init__(self, arch: str = "gfx90a", **options: Any) -> None:
        super().__init__(**options)
        self.arch = arch
        self.selected = -1
        """The device that calls are for."""

    def _SetDevice(self, number: Any) -> None:  # noqa: N802
        self.selected = number.value

    def _GetErrorName(self, status: Any, out: Any) -> None:  # noqa: N802
        out._obj.value = {2: b"hipErrorOutOfMemory", 700: b"hipErrorIllegalAddress"}.get(status.value, b"hipErrorX")

    def _GetDevicePropertiesR0600(self, out: Any, device: Any) -> None:  # noqa: N802
        name = f"{self.arch}:sramecc+:xnack-".encode()
        ctypes.memmove(ctypes.addressof(out._obj) + 1160, name, len(name))

    def _ModuleLoadData(self, out: Any, image: Any) -> None:  # noqa: N802
        start = ctypes.cast(image, ctypes.c_void_p).value or 0
        sections, entries = ctypes.c_uint64.from_address(start + 40), (ctypes.c_uint16 * 2).from_address(start + 58)
        size = sections.value + entries[0] * entries[1]  # linkers put the headers of sections last
        code = ctypes.string_at(start, size)
        out._obj.value = self.handle(read_code_object(code)[1])


def fake_driver(**options: Any) -> tuple[Driver, FakeLibrary]:
    """Return the CUDA driver, and the library behind it."""
    library = FakeLibrary(**options)
    return CudaDriver(library), library


def fake_hip(**options: Any) -> tuple[Driver, FakeHip]:
    """Return HIP, and the library behind it."""
    library = FakeHip(**options)
    return HipDriver(library), library
