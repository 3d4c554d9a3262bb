"""Writing files: completely or not at all.

This module loads little more than `os`, so that tools that write small files start quickly; `tempfile` loads ten more.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable

Content = bytes | bytearray | memoryview
PREFIX = ".dlc-"
"""The beginning of the names of files that are not complete yet."""


def replace_file(path: str | os.PathLike[str], pieces: Iterable[Content]) -> None:
    """Replace the contents of a file in one step; write to a pipe or a device directly. Errors are `OSError`.

    A file keeps its mode, and a link to it stays a link.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # there is nothing to replace
        with open(path, "wb") as file:
            file.writelines(pieces)
        return
    target = os.path.realpath(path)
    temporary = os.path.join(os.path.dirname(target), f"{PREFIX}{os.urandom(8).hex()}")
    try:
        _write_and_rename(temporary, target, pieces)
    except OSError as error:  # users have never heard of the temporary file
        error.filename, error.filename2 = os.fspath(path), None
        raise


def _write_and_rename(temporary: str, path: str, pieces: Iterable[Content]) -> None:
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        if os.path.exists(path):
            os.chmod(temporary, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def check_output(path: str | os.PathLike[str]) -> None:
    """Raise an `OSError` if a file cannot be written because it is a folder, or its folder cannot be written."""
    folder = os.path.dirname(os.path.abspath(path))
    code = 0
    if os.path.isdir(path):
        code = errno.EISDIR
    elif not os.path.isdir(folder):
        code = errno.ENOTDIR if os.path.exists(folder) else errno.ENOENT
    elif not os.path.exists(path) and not os.access(folder, os.W_OK):
        code = errno.EACCES
    if code:
        raise OSError(code, os.strerror(code), os.fspath(path))


def reason_of(error: Exception) -> str:
    """Return why a file could not be used, without its name and the number of the error."""
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__


def check_regular(path: str | os.PathLike[str]) -> None:
    """Raise an `OSError` if a path is a pipe or a device, which may have no end, or of which nothing may ever come."""
    mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", os.fspath(path))
