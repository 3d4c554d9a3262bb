"""Compiled modules, as Python objects that can be called.

    exe = dlc.compile("layer.mlir")
    y = exe(x, weights, bias)

An executable has an entry for each public function. Calls may come from several threads at once: other Python threads
continue to run meanwhile. Results are new arrays, which may outlive the executable. A failure at run time, such as a
failed assertion, raises `ProgramFailed`. `save` stores an executable in a file.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dlc.codegen.jit import Library
from dlc.ir.builtin_types import FloatType
from dlc.ir.diagnostics import did_you_mean
from dlc.ir.errors import DlcError

from .array_arguments import ArrayArgument
from .array_reader import DONE, FAILED, Request, array_reader, caller_of, plan_of
from .dlpack import as_numpy_arrays, results_like
from .entry import Entry, SizeCheck
from .frames import (
    FAILURE_SLOTS,
    SLOT,
    WORKSPACE_SLOTS,
    argument_slots,
    entry_name,
    slots_of,
    workspace_slot_of,
)
from .image import Image
from .image_file import write_image
from .lent_results import LentResults
from .lent_workspace import borrowed
from .number_arguments import AddressArgument, Bound, FloatArgument, IntegerArgument, InvalidArgument, Passed
from .numpy_memory import Free, NdArray, address_of, free_of_c, strides_of_rows
from .profile import DEFAULT_RUNS, MARK, NoProfile, Profile, profile_of
from .results import Region, Results
from .signature import Array, Number, Output, Parameter, Signature
from .tables_html import table_html
from .tensor_calls import TensorCalls, tensor_calls

MAIN = "main"
_LENT = struct.Struct("=QQ")


class ProgramFailed(DlcError, RuntimeError):
    """The compiled program failed while it ran, because an assertion does not hold."""


class Program:
    """Linked code, with the memory that it depends on."""

    __slots__ = ("constants", "free", "library", "statics")

    def __init__(
        self,
        library: Library,
        constants: Mapping[str, NdArray] | None = None,
        statics: Sequence[Region] = (),
        free: Free = free_of_c,
    ) -> None:
        self.library = library
        self.constants = constants or {}
        """Memory that the code refers to."""
        self.statics = statics
        """The memory of constants and variables, which must not be freed."""
        self.free = free
        """Frees memory that the code allocates."""


class WholeCall(NamedTuple):
    """A call of an entry that takes nothing but arrays, as the array reader needs it."""

    plan: Sequence[int]
    """The requirements for arguments and memory for results."""
    entry: int
    """The address of the entry."""


class Frame:
    """The memory for the arguments and results of one call at a time."""

    __slots__ = ("_requests", "address", "buffer", "call", "request", "slots")

    def __init__(self, slots: int, plan: Sequence[int] | None, whole: WholeCall | None = None) -> None:
        self.buffer = bytearray(slots * SLOT)
        self.slots = memoryview(self.buffer).cast("q")
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.buffer))
        reading = Request(self.address, plan or ())
        calling = Request(self.address, whole.plan, whole.entry) if whole is not None else reading
        self._requests = reading, calling
        self.request = reading.address
        """The request to the array reader to fill the slots of this frame."""
        self.call = None if whole is None else caller_of(calling)
        """Fills all slots and calls the entry, if arrays are all that it takes."""


class Shapes(NamedTuple):
    """Shapes of all arguments of an entry that takes dense arrays, for calls with such arrays at addresses."""

    fields: Sequence[Sequence[int]]
    """The numbers in the slots behind the address of each argument: its offset, sizes and strides."""
    results: Sequence[Array]
    """The lent results, whose sizes are known."""
    frames: list[Frame]
    """Frames that have these fields already."""


class EntryPoint(Entry):
    """One function of an executable, called with arrays and numbers."""

    def __init__(self, signature: Signature, program: Program, check: SizeCheck | None = None) -> None:
        super().__init__(signature, [_passer(each.kind)(each, signature.name) for each in signature.parameters], check)
        self._program = program
        function = program.library.function(entry_name(self.name), ctypes.c_int32, ctypes.c_void_p)
        self._call: Callable[[int], int] = function
        self._lent = LentResults(signature)
        self._plan = plan_of(signature)
        self._read = array_reader() if self._plan is not None else None
        self._numbers = [at for at, each in enumerate(signature.parameters) if not isinstance(each.kind, Array)]
        count = sum(argument_slots(each.kind) for each in signature.parameters)
        self._packer = struct.Struct(f"={count}q")
        self._argument_slots = slots_of(signature)
        self._results = Results(signature, program.statics, program.free)
        self._slots = workspace_slot_of(signature) + WORKSPACE_SLOTS
        self._frames: list[Frame] = []
        self._frames_with_workspace: list[Frame] = []
        """Frames in which the address of a workspace was; it is replaced before each call."""
        self._whole = self._whole_call(program.library[entry_name(self.name)])
        self._returns_lent = len(self._lent.numbers) == len(signature.outputs)
        self._with_tensors: TensorCalls | None = None

    def _whole_call(self, entry: int) -> WholeCall | None:
        if self._read is None or self._numbers or self._must_be_apart or self._check is not None:
            return None
        plan = plan_of(self.signature, list(zip(self._lent.slots, self._lent.parameters, strict=True)))
        return None if plan is None else WholeCall(plan, entry)

    def _results_with(
        self, workspace: Any, arguments: tuple[Any, ...], targets: Sequence[Any], *, as_numpy: bool
    ) -> list[Any]:
        used = [*arguments, *(targets or [None] * len(self.outputs))]
        with borrowed(workspace, self.signature, used) as lent:
            frames = self._frames_with_workspace
            frame = frames.pop() if frames else Frame(self._slots, self._plan, self._whole)
            _LENT.pack_into(frame.buffer, workspace_slot_of(self.signature) * SLOT, *lent)
            only = [frame]
            results = self._results_for(arguments, targets, as_numpy=as_numpy, frames=only)
            frames += only
            return results

    def _results_for(
        self,
        arguments: tuple[Any, ...],
        targets: Sequence[Any] = (),
        *,
        as_numpy: bool = False,
        frames: list[Frame] | None = None,
    ) -> list[Any]:
        """Call the function with all arguments in order; results are arrays of their library, or of numpy.

        `targets` are arrays of the caller for results. They are used if the function can write to them. `frames` are
        those that the call may use, by default any.
        """
        if not targets and not as_numpy and arguments and type(arguments[0]) is not np.ndarray:
            with_tensors = self._results_with_tensors(arguments)
            if with_tensors is not None:
                return with_tensors
        frames = self._frames if frames is None else frames
        try:
            frame = frames.pop()
        except IndexError:
            frame = Frame(self._slots, self._plan, self._whole)
        if frame.call is not None:
            lent = self._memory_for(arguments, targets)
            if lent is not None:
                status = frame.call(*arguments, *lent)
                if status == DONE:
                    results = lent if self._returns_lent else self._results_of(frame, arguments, lent)
                    frames.append(frame)
                    return results
                if status == FAILED:
                    raise self._failure(frame, frames)
        is_read = self._read is not None and self._read(arguments, frame.request)
        if not is_read and (seen := as_numpy_arrays(arguments)) is not None:
            frames.append(frame)
            results = self._results_for(tuple(seen), targets, as_numpy=True, frames=frames)
            return results if as_numpy else results_like(arguments, results)
        if not is_read:
            arrays = self._pass_one_by_one(arguments, frame)
        elif self._numbers or self._must_be_apart:
            arrays = self._pass_rest(arguments, frame)
        else:
            arrays = arguments
        if self._check is not None:
            self._check_shapes(self._check, tuple([array.shape for array in arrays]))
        results = self._called(frame, arrays, targets, frames)
        return results if is_read or as_numpy else results_like(arguments, results)

    def _results_with_tensors(self, arguments: Sequence[Any]) -> list[Any] | None:
        """Return the results of a call with tensors of PyTorch, or `None` if they cannot be passed as they are."""
        if self._with_tensors is None and self.can_be_called_at:
            self._with_tensors = tensor_calls(self)
        return self._with_tensors and self._with_tensors.results(arguments)

    def _memory_for(self, arguments: Sequence[Any], targets: Sequence[Any]) -> list[NdArray] | None:
        """Return the memory of lent results, or `None` if arguments are not what they should be."""
        try:
            return self._lent.memory(arguments, targets)
        except (AttributeError, IndexError, TypeError):  # no arrays, or not of this rank: what is wrong is found later
            return None
        except MemoryError as error:
            raise ProgramFailed(f"@{self.name} failed: {error}") from None

    def _called(
        self, frame: Frame, arrays: Sequence[NdArray], targets: Sequence[Any], frames: list[Frame]
    ) -> list[Any]:
        """Call the function with the arguments in a frame, which goes to `frames`, and return its results."""
        try:
            lent = self._lent.memory(arrays, targets)
        except MemoryError as error:
            raise ProgramFailed(f"@{self.name} failed: {error}") from None
        for slot, array in zip(self._lent.slots, lent, strict=True):
            frame.slots[slot] = address_of(array)
        if self._call(frame.address):
            raise self._failure(frame, frames)
        results = self._results_of(frame, arrays, lent)
        frames.append(frame)
        return results

    @cached_property
    def can_be_called_at(self) -> bool:
        """Whether addresses and shapes say everything about the arguments: they are dense arrays, only read."""
        return all(
            isinstance(argument, ArrayArgument) and argument.is_row_major and not parameter.is_written
            for argument, parameter in zip(self._arguments, self.signature.parameters, strict=True)
        )

    def shapes(self, shapes: Sequence[tuple[int, ...]]) -> Shapes:
        """Return what calls with arguments of these shapes need; raise an error if the function does not take them.

        It can be asked if `can_be_called_at` is true.
        """
        bound: Bound = {}
        for argument, shape in zip(self._arguments, shapes, strict=True):
            argument.check_shape(shape, bound)
        for number in self._checked_later:
            self._arguments[number].check_expressions(shapes[number], bound)
        if self._check is not None:
            self._check_shapes(self._check, tuple(shapes))
        fields = [(0, *shape, *strides_of_rows(shape)) for shape in shapes]
        results = self._lent.with_sizes({name: size for name, (size, _) in bound.items()})
        return Shapes(fields, results, [])

    def call_at(self, shapes: Shapes, addresses: Sequence[int], lent: Sequence[int]) -> list[Any]:
        """Call the function with arrays of these shapes at addresses, which the caller keeps and has checked.

        `lent` has the addresses of new memory for the lent results. The other results are returned.
        """
        try:
            frame = shapes.frames.pop()
        except IndexError:
            frame = self._frame_with(shapes)
        slots = frame.slots
        for slot, address in zip(self._argument_slots, addresses, strict=True):
            slots[slot] = slots[slot + 1] = address
        for slot, address in zip(self._lent.slots, lent, strict=True):
            slots[slot] = address
        if self._call(frame.address):
            raise self._failure(frame, shapes.frames)
        results = [] if self._returns_lent else self._results_of(frame, (), lent)
        shapes.frames.append(frame)
        return results and [each for number, each in enumerate(results) if number not in self._lent.numbers]

    def _frame_with(self, shapes: Shapes) -> Frame:
        """Return a frame in which nothing but addresses is missing."""
        frame = Frame(self._slots, self._plan)
        for slot, fields in zip(self._argument_slots, shapes.fields, strict=True):
            for number, field in enumerate(fields):
                frame.slots[slot + 2 + number] = field
        return frame

    def __repr__(self) -> str:
        return f"<entry {self.signature}>"

    # -- Arguments ---------------------------------------------------------------------------------------------------

    def _pass_one_by_one(self, arguments: Sequence[Any], frame: Frame) -> Sequence[NdArray]:
        """Check all arguments and store them in a frame; return the arrays that must live as long as the call."""
        passed = Passed()
        for argument, value in zip(self._arguments, arguments, strict=True):
            argument.put(value, passed)
        if self._checked_later or self._must_be_apart:
            self._check_together(passed.kept, passed.bound)
        self._packer.pack_into(frame.buffer, FAILURE_SLOTS * SLOT, *passed.slots)
        return passed.kept

    def _pass_rest(self, arguments: Sequence[Any], frame: Frame) -> Sequence[NdArray]:
        """Check and store the other arguments when the arrays are already in the frame."""
        passed = Passed()
        for at in self._numbers:
            self._arguments[at].put(arguments[at], passed)
        for at, slot in zip(self._numbers, passed.slots, strict=True):
            frame.slots[self._argument_slots[at]] = slot
        arrays = [arguments[at] for at in self._arrays]
        if self._must_be_apart:
            self._check_together(arrays, passed.bound)
        return arrays

    # -- Failures ----------------------------------------------------------------------------------------------------

    def _results_of(self, frame: Frame, arguments: Sequence[Any], lent: Sequence[Any]) -> list[Any]:
        try:
            return self._results.read(frame.buffer, arguments, lent)
        except MemoryError as error:
            raise ProgramFailed(f"@{self.name} failed: {error}") from None

    def _failure(self, frame: Frame, frames: list[Frame]) -> ProgramFailed:
        address, length = struct.unpack_from("=QQ", frame.buffer)
        frames.append(frame)
        message = ctypes.string_at(address, length).decode(errors="replace").rstrip("\n")
        return ProgramFailed(f"@{self.name} failed: {message}")


def _passer(kind: Array | Number) -> Callable[..., Any]:
    """Return the object that passes arguments of a kind."""
    if isinstance(kind, Array):
        return ArrayArgument
    if kind.dtype is None:
        return AddressArgument
    return FloatArgument if isinstance(kind.type, FloatType) else IntegerArgument


class Executable:
    """A compiled module: its entries by name. It can be called itself if it has one entry or one called `main`."""

    def __init__(
        self, entries: Mapping[str, EntryPoint], image: Image, stages: Mapping[str, float] | None = None
    ) -> None:
        self.entries = dict(entries)
        self.image = image
        """The program as data, which `save` writes to a file."""
        self.stages = dict(stages or {})
        """The time of each stage of the compilation in seconds."""
        self.compile_bound: Callable[[Entry, Mapping[str, Any]], Executable] | None = None
        """Compiles the program again with constants for arguments of an entry; `None` without its source."""

    @property
    def unsupported(self) -> Mapping[str, str]:
        """Public functions that Python cannot call, with the reasons."""
        return self.image.unsupported

    @property
    def remarks(self) -> Sequence[str]:
        """Optimizations that the compiler missed, and the reasons, as text."""
        return self.image.remarks

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """The parameters of the main entry, with names, element types and sizes."""
        return self.main.inputs

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The results of the main entry, with names, element types and sizes."""
        return self.main.outputs

    @property
    def workspace_size(self) -> int:
        """The number of bytes that a `workspace` of a call of the main entry must have; 0 if none is used."""
        return self.main.workspace_size

    def _repr_html_(self) -> str:
        rows = [
            (f"@{name}", ", ".join(map(str, each.inputs)), ", ".join(map(str, each.outputs)))
            for name, each in self.entries.items()
        ]
        caption = f"Program for {self.image.target.triple}, {self.image.threads} threads"
        return table_html(("entry", "inputs", "outputs"), rows, caption)

    def profile(self, *arguments: Any, runs: int = DEFAULT_RUNS, **named: Any) -> Profile:
        """Call the main entry several times and return the times of its kernels.

        Only a program that was compiled with `profile=True` notes them.
        """
        return self.profile_of(self.main, arguments, runs, **named)

    def profile_of(self, entry: Entry, arguments: Sequence[Any], runs: int, **named: Any) -> Profile:
        """Call an entry several times and return the times of its kernels."""
        if MARK not in self.image.requires:
            raise NoProfile(
                "the program has no kernels that note their times: compile it with profile=True, unless it is so small "
                "that it has no kernels"
            )
        return profile_of(lambda: entry(*arguments, **named), self.image.kernels, self.image.threads, runs)

    def bind(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Executable:
        """Return the program with constants for some arguments of the main entry, which are no longer passed.

        Weights that are bound are packed once, when the program is loaded, and `save` stores them. The program is
        compiled for them, or comes from the cache.
        """
        if self.compile_bound is None:
            raise InvalidArgument(
                "only a program that was just compiled can bind arguments; save the one with bound ones"
            )
        return self.compile_bound(self.main, {**(values or {}), **named})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the program to a file, which `dlc.load` reads, completely or not at all."""
        write_image(path, self.image)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the main entry: `main`, or the only one."""
        return self.main(*arguments, **named)

    def run(self, entry: str, *arguments: Any, **named: Any) -> Any:
        """Call an entry by name."""
        return self.entry(entry)(*arguments, **named)

    @cached_property
    def main(self) -> EntryPoint:
        """The entry that is called by default."""
        if MAIN in self.entries:
            return self.entries[MAIN]
        if len(self.entries) == 1:
            return next(iter(self.entries.values()))
        names = ", ".join(f"@{name}" for name in self.entries)
        if names:
            raise InvalidArgument(f"there is no entry @{MAIN}; select one of the entries {names}{self._reasons()}")
        raise InvalidArgument(f"there is no entry that can be called from Python{self._reasons()}")

    def entry(self, name: str) -> EntryPoint:
        """Return an entry by name."""
        entry = self.entries.get(name)
        if entry is None:
            reason = self.unsupported.get(name)
            if reason is not None:
                raise InvalidArgument(f"@{name} cannot be called from Python: it {reason}")
            names = ", ".join(f"@{each}" for each in self.entries) or "none"
            raise InvalidArgument(f"there is no entry @{name}{did_you_mean(name, self.entries)}; there are: {names}")
        return entry

    if not TYPE_CHECKING:  # so that type checkers report misspelled names

        def __getattr__(self, name: str) -> EntryPoint:
            """Return an entry by name, as an attribute; `entry(name)` is for those called like other attributes."""
            entries = self.__dict__.get("entries", {})
            if name not in entries:
                hint = did_you_mean(name, [*entries, *dir(type(self))])
                raise AttributeError(f"an executable has no attribute '{name}'{hint}", name=name, obj=self)
            return entries[name]

    def _reasons(self) -> str:
        return "".join(f"; @{name} {reason}" for name, reason in self.unsupported.items())

    def __repr__(self) -> str:
        return f"<executable {', '.join(str(entry.signature) for entry in self.entries.values())}>"
