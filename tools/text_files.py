"""The files that tools read and write. Invalid UTF-8 is preserved; an output is written completely or not at all."""

from __future__ import annotations

import os
import tempfile

from .options import UsageError


def read_text(name: str) -> str:
    """Return the text of a file. Bytes that are not UTF-8 are kept as surrogate escapes."""
    try:
        with open(name, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open input file '{name}': {_reason(error)}") from None


def write_text(name: str, text: str) -> None:
    """Replace the contents of a file by `text` in one step; write to a pipe or a device directly."""
    write_bytes(name, text.encode(errors="surrogateescape"))


def write_bytes(name: str, content: bytes) -> None:
    """Replace the contents of a file by bytes in one step; write to a pipe or a device directly."""
    folder = os.path.dirname(os.path.abspath(name))
    try:
        if os.path.exists(name) and not os.path.isfile(name):  # there is nothing to replace
            with open(name, "wb") as file:
                file.write(content)
            return
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".dlc-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, name)
        except BaseException:
            os.unlink(temporary)
            raise
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open output file '{name}': {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
