"""A fast reader for array arguments: `array_reader.mlir`, compiled when it is first needed, and kept.

For an array that is exactly as the function requires, a few words of numpy's object need to be checked. In Python, each
of them is an object, for each argument of each call. So machine code checks them; arguments that it does not accept are
checked by `array_arguments`, which reports errors or converts them.

The reader depends on the layout of CPython's and numpy's objects. The layout is tested once; if it differs, the reader
is not used.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from dlc.ir.errors import DlcError
from dlc.ir.forks import at_work
from dlc.ir.sizes import Size

from .frames import slots_of
from .numpy_memory import HEAD
from .signature import Array, Parameter, Signature
from .support import support_library

NAME, CALLER = "dlc_read_arrays", "dlc_call_with_arrays"
Reader = Callable[[tuple[object, ...], int], int]
"""Takes all arguments and the address of a request; returns whether it has filled the slots of the arrays."""
Caller = Callable[..., int]
"""Takes all arrays, calls an entry with them, and returns `DONE`, `FAILED`, or `REFUSED` if one cannot be read."""
DONE, FAILED, REFUSED = 0, 1, 2

ANY, SAME = -1, -2
"""Codes of dynamic sizes in a plan: any size, and the size in slot k, `SAME - k`."""
END = -1
C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400
"""Flags of numpy arrays."""
LEAST_ARRAY = 72
"""The number of bytes of an array object up to and including its flags."""
_making = threading.Lock()


def plan_of(signature: Signature, lent: Sequence[tuple[int, Parameter]] = ()) -> list[int] | None:
    """Return the requirements for the arrays of a signature as words, or `None` if it has none or unsupported ones.

    `lent` are the slots of arrays that follow the arguments, for results.
    """
    arrays = [number for number, each in enumerate(signature.parameters) if isinstance(each.kind, Array)]
    if not arrays or not all(_is_plain(signature.parameters[number]) for number in arrays):
        return None
    starts = slots_of(signature)
    plan: list[int] = []
    known: dict[str, int] = {}
    for number in arrays:
        plan += [starts[number], number, *_words_of(signature.parameters[number], starts[number], known)]
    for number, (start, parameter) in enumerate(lent, len(signature.parameters)):
        plan += [start, number, *_words_of(parameter, start, known)]
    return [*plan, END]


def _is_plain(parameter: Parameter) -> bool:
    """Return whether the array is row-major, and its sizes are integers, names, or unknown."""
    kind = parameter.kind
    assert isinstance(kind, Array), "only arrays can be read"
    is_computed = any(isinstance(size, Size) and size.single_name is None for size in kind.sizes)
    return kind.strides is None and not is_computed and parameter.alignment & (parameter.alignment - 1) == 0


def _words_of(parameter: Parameter, start: int, known: dict[str, int]) -> list[int]:
    kind = parameter.kind
    assert isinstance(kind, Array), "only arrays can be read"
    flags = C_CONTIGUOUS | ALIGNED | (WRITEABLE if parameter.is_written else 0)
    sizes = [ANY] * len(kind.sizes)
    for dim in reversed(range(len(sizes))):  # the order in which the slots are filled
        size = kind.sizes[dim]
        if isinstance(size, int):
            sizes[dim] = size
        elif size is not None and size.single_name is not None:
            slot = start + 3 + dim
            first = known.setdefault(size.single_name, slot)
            sizes[dim] = ANY if first == slot else SAME - first
    return [id(kind.dtype), flags, parameter.alignment - 1, len(sizes), *sizes]


class Request:
    """A request to the reader to fill slots according to a plan, and to call an entry with them."""

    __slots__ = ("_words", "address")

    def __init__(self, slots: int, plan: Sequence[int], entry: int = 0) -> None:
        fields = (slots, id(np.ndarray), tuple.__basicsize__, entry, *plan)
        self._words = (ctypes.c_int64 * len(fields))(*fields)
        self.address = ctypes.addressof(self._words)


class _Method(ctypes.Structure):
    """Python's description of a method in C."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


FASTCALL = 0x80
"""The flag of methods that get an array of their arguments."""


def caller_of(request: Request) -> Caller:
    """Return a method that reads arrays and calls an entry as a request says; there must be an `array_reader`."""
    api = ctypes.pythonapi
    capsule_of, method_of = api.PyCapsule_New, api.PyCFunction_NewEx
    capsule_of.restype, capsule_of.argtypes = ctypes.py_object, [ctypes.c_void_p] * 3
    method_of.restype, method_of.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    reader: Any = array_reader()
    return method_of(ctypes.addressof(reader.caller), capsule_of(request.address, None, None), None)


# -- The machine code --------------------------------------------------------------------------------------------------


def array_reader() -> Reader | None:
    """Return the reader of this process, or `None` if objects do not have the assumed layout."""
    with at_work(), _making:
        return _reader()


@cache
def _reader() -> Reader | None:
    if not _may_try():
        return None
    try:
        library = support_library(["array_reader.mlir"], level=0)
    except DlcError:  # `array_arguments` is used instead
        return None
    reader = ctypes.PYFUNCTYPE(ctypes.c_int32, ctypes.py_object, ctypes.c_void_p)(library[NAME])
    reader.library = library  # type: ignore[attr-defined]  # the code lives as long as somebody can call it
    reader.caller = _Method(CALLER.encode(), library[CALLER], FASTCALL, None)  # type: ignore[attr-defined]
    return reader if _reads_as_it_should(reader) else None


def _may_try() -> bool:
    """Return whether the test is safe: it accesses only the memory of the objects."""
    is_known = sys.implementation.name == "cpython" and sys.byteorder == "little"
    return is_known and sys.maxsize > 1 << 32 and HEAD == 16 and np.ndarray.__basicsize__ >= LEAST_ARRAY


def _reads_as_it_should(reader: Reader) -> bool:
    plain = np.zeros((3, 5), np.float32)
    frozen = np.zeros((3, 5), np.float32)
    frozen.flags.writeable = False
    right, slots = [plain, frozen], (ctypes.c_int64 * 7)()
    spread = np.zeros((3, 10), np.float32)[:, ::2]
    wrong = (np.zeros((3, 4), np.float32), spread, np.zeros((3, 5)), np.zeros(3, np.float32), 1)
    plan = [0, 1, id(plain.dtype), C_CONTIGUOUS | ALIGNED, 0, 2, ANY, 5, END]
    request = Request(ctypes.addressof(slots), plan)
    for array in right:
        address = array.ctypes.data
        if not reader((None, array), request.address) or list(slots) != [address, address, 0, 3, 5, 5, 1]:
            return False
    plan[3] |= WRITEABLE
    writing = Request(ctypes.addressof(slots), plan)
    if not reader((None, plain), writing.address) or reader((None, frozen), writing.address):
        return False
    return not any(reader((None, each), request.address) for each in wrong)
