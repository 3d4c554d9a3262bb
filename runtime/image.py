"""A compiled module as data: everything that a process needs to link it and call it.

`build` makes an image of a module, `load` links it into this process, and `image_file` stores it. So a program that was
just compiled, one from the cache and one from a file go through the same code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from dlc.codegen.target import Target

from .gpu.host_program import HostProgram
from .numpy_memory import NdArray, address_of, aligned_copy, aligned_memory
from .signature import Signature

HeapKind = Literal["none", "process", "call"]
HELPERS = ("float_conversions", "wide_integers", "runner_functions")
"""The files of `helpers`, without `.mlir`."""


class LargeGlobal(NamedTuple):
    """A global that is not in the machine code: memory that is linked to it."""

    size: int
    """The number of bytes."""
    alignment: int
    contents: NdArray | None
    """The numbers of a constant, `None` for memory that functions at load fill."""

    def memory(self) -> NdArray:
        """Return the memory of the global, which must live as long as the code: its contents, if they are aligned."""
        array = self.contents
        if array is None:
            return aligned_memory(self.size, self.alignment)
        if array.flags.c_contiguous and address_of(array) % self.alignment == 0:
            return array
        return aligned_copy(array, self.alignment)


class HeapUse(NamedTuple):
    """How a program allocates: not at all, with the allocator of the process, or so that a failing call frees all."""

    kind: HeapKind = "none"
    declared: tuple[str, ...] = ()
    """The functions of C that the program calls for it."""


class Kernel(NamedTuple):
    """One call of a kernel, described before its loops were transformed."""

    name: str
    schedule: tuple[str, ...]
    sources: tuple[str, ...]
    """Names and places in files that it comes from."""
    flops: int | None
    """The floating-point operations of a call, if they are known."""
    bytes: int | None
    """The bytes of the arrays that it accesses, if they are known."""


@dataclass(frozen=True)
class Image:
    """A compiled module as data."""

    target: Target
    objects: tuple[bytes | memoryview, ...]
    """Object files; for a GPU PTX, and behind it the machine code of architectures."""
    signatures: tuple[Signature, ...]
    unsupported: Mapping[str, str] = field(default_factory=dict[str, str])
    """Public functions that Python cannot call, with the reasons."""
    at_load: tuple[str, ...] = ()
    """Functions that run when the program is loaded, in order."""
    globals: Mapping[str, LargeGlobal] = field(default_factory=dict[str, LargeGlobal])
    statics: Mapping[str, int] = field(default_factory=dict[str, int])
    """Globals in the machine code that results may refer to, with their numbers of bytes."""
    exports: tuple[str, ...] = ()
    """Functions of a support library, which other programs are linked to."""
    requires: tuple[str, ...] = ()
    """Functions and variables that the machine code expects from the process and from the runtime."""
    helpers: tuple[str, ...] = ()
    """Libraries of this package whose functions LLVM may call (`helpers`)."""
    heap: HeapUse = field(default_factory=HeapUse)
    checked_module: str = ""
    """The module, as text without large constants, whose shape rules check the sizes of arguments."""
    checked_entries: tuple[str, ...] = ()
    """The functions with sizes that are checked so."""
    threads: int = 1
    """The maximum number of threads of a call."""
    kernels: tuple[Kernel, ...] = ()
    """The calls of kernels whose times the program notes, in order."""
    remarks: tuple[str, ...] = ()
    """Optimizations that the compiler missed, and the reasons, as text."""
    host: HostProgram | None = None
    """The code of the host, if kernels run on a GPU."""
    variants: tuple[Image, ...] = ()
    """The same program for other processors."""
