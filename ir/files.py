"""Writing files: completely or not at all.

This module loads nothing but the standard library, so that tools that write small files start quickly.
"""

from __future__ import annotations

import os
import tempfile
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
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=PREFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
