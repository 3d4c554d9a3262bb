"""The files that tools read and write. Invalid UTF-8 is preserved; an output is written completely or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Generator
from typing import TextIO

from ..ir.errors import DlcError
from ..ir.files import check_regular, reason_of, replace_file
from .options import UsageError

HEAD_BYTES = 512
FIRST_OF_TEXT = 9
"""The first byte that is found in text, a tabulator."""


def read_text(name: str) -> str:
    """Return the text of a file. Bytes that are not UTF-8 are kept as surrogate escapes."""
    check_not_python(name)
    try:
        with open(name, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open input file '{name}': {reason_of(error)}") from None


def check_not_python(name: str) -> None:
    """Raise an error if a program of Python was given as input."""
    if name.endswith(".py"):
        module = os.path.basename(name).removesuffix(".py")
        raise UsageError(
            f"'{name}' is a program of Python, and no input; '--load-dialect={module}' loads a dialect that it defines"
        )


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
        raise UsageError(f"cannot open input file '{name}': {reason_of(error)}") from None


def write_text(name: str, text: str) -> None:
    """Replace the contents of a file by `text` in one step; write to a pipe or a device directly."""
    write_bytes(name, text.encode(errors="surrogateescape"))


def write_bytes(name: str, content: bytes) -> None:
    """Replace the contents of a file by bytes in one step; write to a pipe or a device directly."""
    try:
        replace_file(name, [content])
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot open output file '{name}': {reason_of(error)}") from None


class StandardOutput(io.TextIOBase):
    """The standard output of a tool. What cannot be written, such as to a full disk, is an error that says so."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        """Write text."""
        with _to_standard_output():
            return self._stream.write(text)

    def flush(self) -> None:
        """Write what is kept in memory."""
        with _to_standard_output():
            self._stream.flush()

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self._stream.fileno()

    def give_up(self) -> None:
        """Let what is left in memory, which cannot be written, go nowhere when the process ends."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())


class FailedOutput(DlcError):
    """The standard output cannot be written."""


@contextlib.contextmanager
def _to_standard_output() -> Generator[None]:
    try:
        yield
    except BrokenPipeError:  # whoever reads the output has seen enough
        raise
    except OSError as error:
        raise FailedOutput(f"cannot write to the standard output: {reason_of(error)}") from None


def described_failure(error: BaseException) -> str:
    """Return what went wrong in words: of a file that could not be used, its name and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"cannot open '{error.filename}': {reason_of(error)}"
    return str(error) or type(error).__name__


def show_warnings_as_messages(tool: str) -> None:
    """Let warnings of Python be messages of a tool, without the line of source that they come from."""

    def show(message: Warning | str, *_: object) -> None:
        text = str(message)
        sys.stderr.write(f"{text}\n" if ": warning: " in text else f"{tool}: warning: {text}\n")

    warnings.showwarning = show
