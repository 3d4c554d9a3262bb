"""Room for the calls of Python functions: for many in each other, and so that none of them costs a system call.

CPython keeps the frames of calls in chunks of 16 KiB. A call for which the chunk has no room takes a new chunk from the
system, and gives it back when it returns: that takes 50 times as long as the call. Which call it is depends on how deep
the stack is, so that the same work takes twice as long below some callers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FunctionType
from typing import ParamSpec, TypeVar

from .errors import InvalidIRError

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

ROOM = 1 << 16
"""The slots for values of a frame with room: CPython rounds what does not fit up to the next power of two.

As the chunk has the rest of the frame as well, it is twice as large, and the calls have nearly half a megabyte.
"""
DEEPEST_RECURSION = 30_000
"""Python's recursion limit while reading or printing, sufficient for the deepest nesting that can be read."""


@contextmanager
def deep_recursion(what: str) -> Generator[None]:
    """Allow calls that are nested as deeply as text can be; what is deeper is an error that names it."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_RECURSION))
    try:
        yield
    except RecursionError:
        raise InvalidIRError(f"{what} is nested too deeply: Python allows {DEEPEST_RECURSION} nested calls") from None
    finally:
        sys.setrecursionlimit(limit)


def with_room_for_calls(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Give a function that does long work a frame so large that the calls below have room in its chunk.

    The function itself is called 10 µs later for that.
    """
    assert isinstance(function, FunctionType)
    if sys.version_info >= (3, 11):  # earlier ones have no chunks
        function.__code__ = function.__code__.replace(co_stacksize=ROOM)
    return function
