"""The files that tools read and write. Invalid UTF-8 is preserved; an output is written completely or not at all."""

from __future__ import annotations

from ..ir.files import check_regular, replace_file
from .options import UsageError

HEAD_BYTES = 512
FIRST_OF_TEXT = 9
"""The first byte that is found in text, a tabulator."""


def read_text(name: str) -> str:
    """Return the text of a file. Bytes that are not UTF-8 are kept as surrogate escapes."""
    try:
        with open(name, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open input file '{name}': {_reason(error)}") from None


def is_binary(name: str) -> bool:
    """Return whether a file begins with what no text contains; one that cannot be read is no such file."""
    try:
        check_regular(name)
        with open(name, "rb") as file:
            return any(byte < FIRST_OF_TEXT for byte in file.read(HEAD_BYTES))
    except (OSError, ValueError):
        return False


def check_file(name: str) -> None:
    """Raise an error if something cannot be opened, or is no file."""
    try:
        check_regular(name)
        with open(name, "rb"):
            pass
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open input file '{name}': {_reason(error)}") from None


def write_text(name: str, text: str) -> None:
    """Replace the contents of a file by `text` in one step; write to a pipe or a device directly."""
    write_bytes(name, text.encode(errors="surrogateescape"))


def write_bytes(name: str, content: bytes) -> None:
    """Replace the contents of a file by bytes in one step; write to a pipe or a device directly."""
    try:
        replace_file(name, [content])
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open output file '{name}': {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
