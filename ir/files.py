"""Writing files: completely or not at all.

This module loads nothing but `os`, so that tools that write small files start quickly; `tempfile` loads ten more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

Content = bytes | bytearray | memoryview
PREFIX = ".dlc-"
"""The beginning of the names of files that are not complete yet."""


def replace_file(path: str | os.PathLike[str], pieces: Iterable[Content]) -> None:
    """Replace the contents of a file in one step; write to a pipe or a device directly. Errors are `OSError`."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.exists(path) and not os.path.isfile(path):  # there is nothing to replace
        with open(path, "wb") as file:
            file.writelines(pieces)
        return
    temporary = os.path.join(folder, f"{PREFIX}{os.urandom(8).hex()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
