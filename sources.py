"""Sources of programs: a module, its text, a file or its bytes. This is the one place that tells them apart.

Files and bytes are told by their content, never by their names: `FORMATS` lists what can be read. A source says what
determines its module (`fingerprint`), so that a program that was compiled before is found without reading the module.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from .api import InvalidProgram, errors_since, parse
from .dialects.builtin import ModuleOp
from .ir.context import Context
from .ir.errors import DlcError
from .ir.operations import Operation
from .ir.verifier import verify as verify_into
from .parser.print import print_ir
from .parser.printer import PrintOptions
from .runtime.image_file import is_image

Given = Operation | str | bytes | os.PathLike[str]
Piece = str | bytes


class SourceError(DlcError, ValueError):
    """There is nothing to compile in what was given."""


class Format(NamedTuple):
    """A kind of file that a module can be read from."""

    name: str
    recognizes: Callable[[bytes], bool]
    """Returns whether a file with this content is of the format."""
    read: Callable[[bytes, str, Context], Operation]
    """Returns the verified module in the content of a file with a name."""
    fingerprint: Callable[[bytes, str], Iterator[Piece]]
    """Yields everything that determines the module, such as the content of the file."""


def _read_text(content: bytes, name: str, context: Context) -> Operation:
    return parse(content.decode("utf-8", "surrogateescape"), context=context, filename=name)


def _whole(content: bytes, name: str) -> Iterator[Piece]:
    yield from (name, content)


def _anything(_content: bytes) -> bool:
    return True


MLIR = Format("MLIR text", _anything, _read_text, _whole)
FORMATS: list[Format] = [MLIR]
"""The formats in the order in which they are tried; the last one takes everything."""


class ModuleSource:
    """Where a module comes from."""

    def fingerprint(self) -> Iterator[Piece]:
        """Yield everything that determines the module."""
        raise NotImplementedError

    def module(self, context: Context) -> Operation:
        """Return a verified module that may be changed."""
        raise NotImplementedError


class OwnModule(ModuleSource):
    """A module that the caller has made."""

    def __init__(self, op: Operation) -> None:
        if not isinstance(op, ModuleOp):
            raise SourceError(f"expected a 'builtin.module' to compile, but got '{op.name}'")
        self._op = op

    def fingerprint(self) -> Iterator[Piece]:
        yield print_ir(self._op, PrintOptions(debuginfo=True, digest=lambda raw: hashlib.sha256(raw).hexdigest()))

    def module(self, context: Context) -> Operation:
        before = len(context.diagnostics.diagnostics)
        if not verify_into(self._op, context.diagnostics):
            raise InvalidProgram(context, errors_since(context, before))
        return self._op.clone()


class Text(ModuleSource):
    """A module as MLIR text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def fingerprint(self) -> Iterator[Piece]:
        yield from ("-", self._text)

    def module(self, context: Context) -> Operation:
        return parse(self._text, context=context)


class Content(ModuleSource):
    """The content of a file."""

    def __init__(self, content: bytes, name: str) -> None:
        if is_image(content):
            raise SourceError(f"'{name}' is a compiled program; read it with dlc.load")
        self.format = next(each for each in FORMATS if each.recognizes(content))
        self._content = content
        self._name = name

    def fingerprint(self) -> Iterator[Piece]:
        yield self.format.name
        yield from self.format.fingerprint(self._content, self._name)

    def module(self, context: Context) -> Operation:
        return self.format.read(self._content, self._name, context)


def source_of(given: Given) -> ModuleSource:
    """Return the source that a module, its text, its bytes or the path of its file is."""
    if isinstance(given, Operation):
        return OwnModule(given)
    if isinstance(given, bytes):
        return Content(given, "-")
    if isinstance(given, str) and is_text(given):
        return Text(given)
    return Content(Path(given).read_bytes(), os.fspath(given))


def is_text(given: str) -> bool:
    """Return whether a string is MLIR rather than a file name, in which line ends and braces are rare."""
    if not any(sign in given for sign in "\n{("):
        return False
    return "\n" in given or not os.path.exists(given)
