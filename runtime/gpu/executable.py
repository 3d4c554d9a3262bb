"""Programs whose kernels run on a GPU, as executables: what `dlc.compile` returns for "cuda" and "hip".

Arrays on the device are used where they are, on the stream of the caller's library; then results are arrays of that
library, on the device. Arrays of the host are copied there, and results back. The driver is needed for calls only.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter_ns
from typing import Any

import numpy as np

from dlc.codegen.gpu_target import AMD_TRIPLE, TRIPLE
from dlc.dialects.gpu import BUFFER_ALIGNMENT

from ..array_arguments import ArrayArgument
from ..dlpack import library_of, results_like
from ..entry import Entry, SizeCheck
from ..executable import Executable, ProgramFailed
from ..frames import argument_slots
from ..image import Image
from ..number_arguments import AddressArgument, FloatArgument, IntegerArgument, InvalidArgument, Passed
from ..peak import Peak
from ..profile import WARM_UP_RUNS, Profile, Run, Span
from ..signature import Array, Number, Signature
from .device import Device
from .device_arrays import DeviceArray, dense_on_device, device_of, is_on_device, stream_said_by
from .driver import GPUError
from .drivers import driver_for
from .host_program import HostProgram
from .host_run import HostFailed
from .program import GPUProgram, Watch

OFFSET_SLOT = 2
_WORD = 1 << 64


class OnDevice:
    """An array argument in memory of a device, with what checks of shapes look at."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: Any, owner: object) -> None:
        self.address = address
        self.shape = shape
        self.dtype = dtype
        self.owner = owner


class DeviceArgument(ArrayArgument):
    """Passes arrays of a device as they are, and arrays of the host to be copied there."""

    stream = 0

    def put(self, value: object, passed: Passed) -> None:
        """Check an argument and append its slots; the addresses of an array of the host are still those there."""
        if not is_on_device(value):
            super().put(value, passed)
            return
        try:
            dense = dense_on_device(value, self.stream)
        except (BufferError, RuntimeError, TypeError, ValueError, AttributeError, KeyError) as error:
            raise self._problem(f"cannot be imported: {error}") from None
        if dense.dtype != self._dtype:
            raise self._problem(f"must have elements of type {self._dtype.name}, but got {dense.dtype.name}")
        self.check_shape(dense.shape, passed.bound)
        if not (dense.is_row_major and self.is_row_major):
            raise self._problem("must lie row by row on the device, but got other strides: copy it there first")
        alignment = max(self._parameter.alignment, self._element_bytes, BUFFER_ALIGNMENT)
        if dense.address % alignment:
            raise self._problem(f"must be aligned to {alignment} bytes, but got address {dense.address:#x}")
        array: Any = OnDevice(dense.address, dense.shape, dense.dtype, dense.owner)
        passed.kept.append(array)
        passed.slots += (dense.address, dense.address)
        self._put_layout(array, passed.slots)


class GPUEntry(Entry):
    """One function of a program, which runs on a device."""

    def __init__(self, signature: Signature, loaded: Callable[[], GPUProgram], check: SizeCheck | None) -> None:
        super().__init__(signature, [_passer(each.kind)(each, signature.name) for each in signature.parameters], check)
        self._loaded = loaded
        self._places = [at for at, each in enumerate(signature.parameters) if isinstance(each.kind, Array)]

    def __repr__(self) -> str:
        return f"<entry {self.signature}>"

    def _results_for(
        self, arguments: tuple[Any, ...], targets: Sequence[Any] = (), *, as_numpy: bool = False
    ) -> list[Any]:
        del targets  # results are copied to them
        return self.run(arguments, as_numpy=as_numpy)

    def run(self, arguments: Sequence[Any], *, as_numpy: bool = False, watch: Watch | None = None) -> list[Any]:
        """Call the function with all arguments in order, and return its results; `watch` is told of launches."""
        program = self._loaded()
        device = program.device
        present = [value for value in arguments if is_on_device(value)]
        self._check_devices(arguments, device)
        with device.used(_stream_of(present, device)) as stream:
            passed = self._pass(arguments, stream or device.driver.default_stream)
            blocks: set[int] = set()
            try:
                self._copy_in(passed, blocks, device, stream)
                done = program.call(self.name, [slot % _WORD for slot in passed.slots], stream, watch)
                blocks.update(done.kept)
                results = self._results(done.results, blocks, (program, passed.kept), stream)
            except HostFailed as error:
                raise ProgramFailed(f"@{self.name} failed: {error}") from None
            finally:
                for address in blocks:
                    device.memory.free(address)
            if present and not as_numpy:
                return _of_library(present, results)
            copies = [_copied_out(each, device, stream) for each in results]
        return copies if as_numpy else results_like(arguments, copies)

    def _check_devices(self, arguments: Sequence[Any], device: Device) -> None:
        for parameter, value in zip(self.signature.parameters, arguments, strict=True):
            place = device_of(value) if is_on_device(value) else None
            if place is None:
                continue
            kind, number = place
            if kind not in device.driver.dlpack_devices:
                raise InvalidArgument(
                    f"argument '{parameter.name}' of @{self.name} is on a device of another vendor, but the program is "
                    f"compiled for {device.driver.api}"
                )
            if number != device.number:
                raise InvalidArgument(
                    f"argument '{parameter.name}' of @{self.name} is on device {number}, but the program is compiled "
                    f"for device {device.number}"
                )

    def _pass(self, arguments: Sequence[Any], stream: int) -> Passed:
        passed = Passed()
        for argument, value in zip(self._arguments, arguments, strict=True):
            argument.stream = stream
            argument.put(value, passed)
        self._check_together(passed.kept, passed.bound)
        if self._check is not None:
            self._check_shapes(self._check, tuple(tuple(each.shape) for each in passed.kept))
        return passed

    def _check_together(self, kept: Sequence[Any], bound: Any) -> None:
        """Check sizes that are expressions. Only the host knows whether arrays overlap."""
        for number in self._checked_later:
            self._arguments[number].check_expressions(kept[self._places.index(number)].shape, bound)

    def _copy_in(self, passed: Passed, blocks: set[int], device: Device, stream: int) -> None:
        """Copy arrays of the host to new blocks of the device."""
        slot, kept = 0, iter(passed.kept)
        for parameter in self.signature.parameters:
            if isinstance(parameter.kind, Array):
                array: Any = next(kept)
                if not isinstance(array, OnDevice):
                    if parameter.is_written:
                        raise InvalidArgument(
                            f"argument '{parameter.name}' of @{self.name} is written to, so it must be on the device"
                        )
                    purpose = f"argument '{parameter.name}' of @{self.name}"
                    address = device.memory.allocate(array.nbytes, purpose)
                    blocks.add(address)
                    device.copy_in(address, array, stream)
                    passed.slots[slot : slot + OFFSET_SLOT] = [address] * OFFSET_SLOT
            slot += argument_slots(parameter.kind)

    def _results(self, all_slots: Sequence[int], blocks: set[int], others: object, stream: int) -> list[Any]:
        """Return the results; the blocks that they are in belong to them now.

        All other memory, of arguments and globals, lives as long as its owners, `others`.
        """
        device = self._loaded().device
        results: list[Any] = []
        owners: dict[int, DeviceArray] = {}
        at = 0
        for kind in self.signature.results:
            slots = all_slots[at : at + argument_slots(kind)]
            at += len(slots)
            if isinstance(kind, Number):
                results.append(_number(slots[0], kind))
                continue
            shape = tuple(slots[OFFSET_SLOT + 1 : OFFSET_SLOT + 1 + len(kind.sizes)])
            if slots[0] in blocks:
                blocks.remove(slots[0])
                owners[slots[0]] = DeviceArray.owning(device, slots[0], shape, kind.dtype)
            address = slots[1] + slots[OFFSET_SLOT] * kind.dtype.itemsize
            array = DeviceArray(device, address, shape, kind.dtype, owners.get(slots[0], others))
            results.append(array.filled_on(stream))
        return results


def _passer(kind: Array | Number) -> Callable[..., Any]:
    if isinstance(kind, Array):
        return DeviceArgument
    if kind.dtype is None:
        return AddressArgument
    return FloatArgument if kind.dtype.kind not in "biu" else IntegerArgument


def _number(bits: int, kind: Number) -> Any:
    size = kind.dtype.itemsize
    value = np.frombuffer((bits % (1 << (8 * size))).to_bytes(size, "little"), kind.dtype)[0]
    return float(value) if kind.dtype.kind not in "biu" else int(value)


def _copied_out(result: Any, device: Device, stream: int) -> Any:
    if not isinstance(result, DeviceArray):
        return result
    array: Any = np.empty(result.shape, result.dtype)
    device.copy_out(array, result.address, stream)
    return array


def _stream_of(arrays: Sequence[Any], device: Device) -> int | None:
    """Return the stream of the library that the first array on the device is of; `None` if it does not say."""
    for value in arrays:
        name = type(value).__module__.partition(".")[0]
        library: Any = sys.modules.get(name)
        if name == "torch":
            return int(library.cuda.current_stream(device.number).cuda_stream)
        if name == "cupy":
            return int(library.cuda.get_current_stream().ptr)
        said = stream_said_by(value)
        if said is not None:
            return said
    return None


def _of_library(present: Sequence[Any], results: list[Any]) -> list[Any]:
    """Return results as arrays of the library of the arguments, if it can import them."""
    libraries: list[Any] = [library for value in present if (library := library_of(value)) is not None]
    if not libraries:
        return results
    library = libraries[0]
    return [library.from_dlpack(each) if isinstance(each, DeviceArray) else each for each in results]


class GPUExecutable(Executable):
    """A program for a device, which is loaded there when it is first called."""

    def __init__(
        self,
        image: Image,
        host: HostProgram,
        number: int,
        checks: Mapping[str, SizeCheck],
        stages: Mapping[str, float] | None = None,
    ) -> None:
        self.host = host
        self.device_number = number
        self._program: GPUProgram | None = None
        entries: Any = {each.name: GPUEntry(each, self.loaded, checks.get(each.name)) for each in image.signatures}
        super().__init__(entries, image, stages)

    def loaded(self) -> GPUProgram:
        """Return the program on its device. Raises `GPUError` if there is none."""
        if self._program is None:
            device = Device.open(self.device_number, driver_for(self.image.target.triple).of_process())
            with device.lock:
                if self._program is None:
                    self._program = GPUProgram(device, self.image, self.host)
        return self._program

    def attach(self, program: GPUProgram) -> None:
        """Use a program that is loaded on another device from now on."""
        self._program = program

    @property
    def ptx(self) -> str:
        """The kernels as PTX, if they are for one of NVIDIA's GPUs."""
        if self.image.target.triple != TRIPLE:
            raise GPUError(f"a program for '{self.image.target.cpu}' has a code object, and no PTX")
        return bytes(self.image.objects[0]).decode()

    @property
    def code_object(self) -> bytes:
        """The kernels as the code object that HIP loads, if they are for one of AMD's GPUs."""
        if self.image.target.triple != AMD_TRIPLE:
            raise GPUError(f"a program for '{self.image.target.cpu}' has PTX, and no code object")
        return bytes(self.image.objects[0])

    def profile_of(self, entry: Entry, arguments: Sequence[Any], runs: int, **named: Any) -> Profile:
        """Call an entry several times and return the times of its kernels on the device."""
        assert isinstance(entry, GPUEntry)
        given = entry.in_order(arguments, named)
        program = self.loaded()
        for _ in range(WARM_UP_RUNS):
            entry.run(given)
        done = [_timed(entry, program.device, given) for _ in range(runs)]
        machine = Peak(program.device.flops, program.device.bandwidth)
        return Profile(done, self.image.kernels, 1, machine)


def _timed(entry: GPUEntry, device: Device, arguments: Sequence[Any]) -> Run:
    """Return the times of one call: of the whole by the host's clock, of kernels by events of the device."""
    pairs: list[tuple[int, ctypes.c_void_p, ctypes.c_void_p]] = []

    def watch(stream: int, number: int) -> Callable[[], None]:
        before, after = (device.new_event(timed=True) for _ in range(2))
        pairs.append((number, before, after))
        device.driver.call("EventRecord", before, ctypes.c_void_p(stream))
        return lambda: device.driver.call("EventRecord", after, ctypes.c_void_p(stream))

    begin = perf_counter_ns()
    entry.run(arguments, watch=watch)
    with device.used():
        device.synchronize()
        end = perf_counter_ns()
        spans: list[Span] = []
        for number, before, after in pairs:
            since, length = (
                _elapsed(device, first, second) for first, second in ((pairs[0][1], before), (before, after))
            )
            spans.append(Span(number, begin + since, begin + since + length))
            for event in (before, after):
                device.driver.call("EventDestroy", event)
    return Run(begin, end, spans)


def _elapsed(device: Device, first: ctypes.c_void_p, second: ctypes.c_void_p) -> int:
    """Return the nanoseconds between two events."""
    milliseconds = ctypes.c_float()
    device.driver.call("EventElapsedTime", ctypes.byref(milliseconds), first, second)
    return int(milliseconds.value * 1e6)
