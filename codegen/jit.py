"""Machine code in this process: linked object files, so the code that runs is the code that could be saved."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from dlc.ir.errors import DlcError

from .binding import binding
from .target import Target


class JitError(DlcError):
    """Machine code cannot be linked: a symbol is missing, or the object is for another machine."""


class Library:
    """Linked machine code. It lives as long as this object: keep it while any address is in use."""

    def __init__(self, tracker: Any, linker: Any, addresses: Mapping[str, int]) -> None:
        self._tracker = tracker
        self._linker = linker
        self.addresses = addresses
        """The address of each function."""

    def __getitem__(self, name: str) -> int:
        return self.addresses[name]

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """Return a Python function, given the ctypes of its signature: `function("f", c_float, c_void_p)`."""
        function: Any = ctypes.CFUNCTYPE(result, *arguments)(self.addresses[name])
        function.library = self  # keep the code alive while the function can be called
        return function


MOST_LIBRARIES = 100
"""The libraries of one linker of LLVM, which keeps about 9 KiB of each of them until it is freed itself."""
_linkers: dict[int, Any] = {}
"""The linker in use, by the number of the hundred of libraries that it is for."""
_numbers = itertools.count(1)
"""The numbers of libraries, each of which needs a name of its own. `next` gives no number to two threads."""


def link(
    objects: Iterable[bytes | memoryview], names: Iterable[str], symbols: Mapping[str, int] | None = None
) -> Library:
    """Link object files; `symbols` are addresses that they require from outside themselves and this process."""
    number = next(_numbers)
    builder = binding.JITLibraryBuilder().add_current_process()
    for each in objects:
        builder.add_object_img(each)
    names = list(names)
    for name in names:
        builder.export_symbol(name)
    for name, address in (symbols or {}).items():
        builder.import_symbol(name, address)
    try:
        linker = _linker_of(number // MOST_LIBRARIES)
        tracker = builder.link(linker, f"dlc.{number}")
        return Library(tracker, linker, {name: tracker[name] for name in names})
    except RuntimeError as error:
        raise JitError(f"cannot link machine code: {error}") from None


def _linker_of(number: int) -> Any:
    """Return LLVM's linker for a hundred of libraries of this process."""
    linker = _linkers.get(number)
    if linker is None:
        machine = Target.host().machine()
        # JITLink keeps what it links together; the older linker ends the process if sections are gigabytes apart.
        linker = binding.create_lljit_compiler(machine, use_jit_link=True, suppress_errors=True)
        _linkers.clear()
        _linkers[number] = linker
    return linker
