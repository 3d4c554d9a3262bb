"""Locations in Python programs: the user's line that built an op.

Only the code object and the position in it are kept until the location is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from types import CodeType, FrameType

from .locations import UNKNOWN_LOC, FileLineColLoc, Location, PendingLocation, resolve

LIBRARY = ("dlc.ir.", "dlc.dialects.", "dlc.frontends.", "dlc.jit_functions", "dlc.optim", "dlc.compiler")
"""Modules whose frames are skipped: a location is in the code that called them."""
_Positions = Callable[[], Iterator[tuple["int | None", "int | None", "int | None", "int | None"]]]
GENERATED = "dlc: "
"""The beginning of the file names of generated functions."""


class _PythonCode:
    """The source of locations `(code, instruction)` in running code."""

    @staticmethod
    def location(place: tuple[CodeType, int]) -> Location:
        """Return the file, line and columns of an instruction."""
        code, instruction = place
        line = next((number for start, end, number in code.co_lines() if start <= instruction < end), None)
        if line is None:
            return UNKNOWN_LOC
        positions: _Positions = getattr(code, "co_positions", lambda: iter(()))  # since Python 3.11
        first, last, start, end = next(islice(positions(), instruction // 2, None), (None,) * 4)
        if first is None or last is None or start is None or end is None:
            return FileLineColLoc.at(code.co_filename, line, 0)
        return FileLineColLoc(code.co_filename, first, start + 1, last, end + 1)


_CODE = _PythonCode()


def caller_frame() -> FrameType | None:
    """Return the nearest frame that is not of this library."""
    return _outside(sys._getframe(1))[0]


def caller_level() -> int:
    """Return the `stacklevel` with which the function that calls this warns at the user's line."""
    return 1 + _outside(sys._getframe(1))[1]


def _outside(frame: FrameType | None) -> tuple[FrameType | None, int]:
    """Return the nearest frame from another on that is not of this library, and how many are before it."""
    count = 0
    while frame is not None and _is_library(frame):
        frame, count = frame.f_back, count + 1
    return frame, count


def _is_library(frame: FrameType) -> bool:
    name: str = frame.f_globals.get("__name__") or ""
    return name.startswith(LIBRARY) or frame.f_code.co_filename.startswith(GENERATED)


def at_line(location: Location | PendingLocation, message: str) -> str:
    """Return a message that begins with the file and the line of a location: `model.py:12: …`."""
    known = resolve(location)
    if not isinstance(known, FileLineColLoc):
        return message
    relative = os.path.relpath(known.filename) if os.path.isabs(known.filename) else known.filename
    shown = known.filename if relative.startswith("..") else relative
    return f"{shown}:{known.line}: {message}"


def caller_location() -> Location | PendingLocation:
    """Return the location of the nearest call from outside this library."""
    frame = caller_frame()
    return (_CODE, (frame.f_code, frame.f_lasti)) if frame is not None else UNKNOWN_LOC


def direct_caller_location() -> Location | PendingLocation:
    """Return the location of the code that called the caller of this; unknown if that is code of dlc.

    Passes insert ops as well, and the line that runs a pass is not where they are from.
    """
    frame = sys._getframe(2)
    name: str = frame.f_globals.get("__name__") or ""
    if name.startswith("dlc.") or frame.f_code.co_filename.startswith(GENERATED):
        return UNKNOWN_LOC
    return _CODE, (frame.f_code, frame.f_lasti)
