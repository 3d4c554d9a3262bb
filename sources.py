"""Sources of programs: a module, its text, a file or its bytes. This is the one place that tells them apart.

Files and bytes are told by their content, never by their names: `FORMATS` lists what can be read. A source says what
determines its module (`fingerprint`), so that a program that was compiled before is found without reading the module.
"""

from __future__ import annotations

import contextlib
import importlib
import mmap
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from .frontends.onnx_weights import Bytes, without_weights
from .ir import Operation
from .ir.context import Context
from .ir.errors import DlcError
from .ir.files import check_regular, reason_of
from .runtime.image_file import is_image

Given = Operation | str | bytes | os.PathLike[str]
Piece = str | bytes | memoryview
NO_FILE = "-"
"""The name of content that is not in a file."""
HEAD_BYTES = 512
"""The bytes by which it is told whether a file is mapped, and whether it is a compiled program."""
TAIL_BYTES = 1 << 16
"""The bytes by which zip archives are told apart, which list their entries at the end."""


class SourceError(DlcError, ValueError):
    """There is nothing to compile in what was given."""


class UnreadableFile(SourceError, OSError):
    """A file cannot be read."""


class MissingFile(UnreadableFile, FileNotFoundError):
    """There is no such file."""


class Format(NamedTuple):
    """A kind of file that a module can be read from."""

    name: str
    recognizes: Callable[[Bytes], bool]
    """Returns whether a file with this content is of the format."""
    read: Callable[[Bytes, str, Context], Operation]
    """Returns the verified module in the content of a file with a name."""
    fingerprint: Callable[[Bytes, str], Iterator[Piece]]
    """Yields everything that determines the module, such as the content of the file."""


def _read_text(content: Bytes, name: str, context: Context) -> Operation:
    return _parsed(bytes(content).decode("utf-8", "surrogateescape"), context, name)


def _parsed(text: str, context: Context, name: str = NO_FILE) -> Operation:
    module: Operation = importlib.import_module("dlc.api").parse(text, context=context, filename=name)  # heavy
    return module


def _whole(content: Bytes, name: str) -> Iterator[Piece]:
    yield from (name, memoryview(content))


def _anything(_content: Bytes) -> bool:
    return True


def _read_onnx(content: Bytes, name: str, _context: Context) -> Operation:
    front_end = _onnx()
    try:
        return front_end.module_of(_onnx_model(content, name))
    except front_end.RunsInSteps as reason:
        raise RunsInSteps(reason.program) from None


def _onnx_parts(content: Bytes, name: str) -> Iterator[Piece]:
    """Yield a model and the files beside it that its weights are in."""
    yield from _whole(content, name)
    rest, _ = without_weights(content)
    if rest.find(b"location") >= 0:
        yield from _onnx_model(content, name).external_files()


def _onnx_model(content: Bytes, name: str) -> Any:
    return _onnx().model_in(content, name, Path(name).parent if name != NO_FILE else None)


def _onnx() -> Any:
    """Return the front end, which needs the extra `onnx`."""
    return importlib.import_module("dlc.frontends.onnx")  # heavy


def is_onnx(content: Bytes) -> bool:
    """Return whether content begins as a serialized `ModelProto`: with its version, then another of its fields."""
    return len(content) > 2 and content[0] == 0x08 and content[1] < 0x80 and content[2] in _ONNX_FIELDS


_ONNX_FIELDS = frozenset({0x12, 0x1A, 0x22, 0x28, 0x32, 0x3A, 0x42, 0x72})
"""The keys of fields that may follow the version."""


def is_exported(content: Bytes) -> bool:
    """Return whether content is a file of `torch.export.save`: a zip archive, by its first or last names."""
    return _is_zip(content) and (
        b"/archive_format" in content[-TAIL_BYTES:] or b"/data/weights/" in content[:HEAD_BYTES]
    )


def _is_zip(content: Bytes) -> bool:
    return content[:4] == b"PK\3\4"


def _read_exported(content: Bytes, name: str, _context: Context) -> Operation:
    module: Operation = _torch().import_file(content, name)
    return module


def _is_bytecode(content: Bytes) -> bool:
    return content[:4] == b"ML\xefR"


def _read_bytecode(content: Bytes, name: str, context: Context) -> Operation:
    return _parsed(_jax().text_of_bytecode(bytes(content)), context, name)


ONNX = Format("ONNX model", is_onnx, _read_onnx, _onnx_parts)
EXPORTED = Format("exported program of PyTorch", is_exported, _read_exported, _whole)
BYTECODE = Format("MLIR bytecode", _is_bytecode, _read_bytecode, _whole)
MLIR = Format("MLIR text", _anything, _read_text, _whole)
UNREADABLE: tuple[tuple[str, Callable[[Bytes], bool], str], ...] = (
    (
        "an exported program of PyTorch before 2.8",
        lambda c: _is_zip(c) and b"serialized_exported_program" in c[-TAIL_BYTES:],
        "save it again with a newer PyTorch",
    ),
    ("a checkpoint or an archive of torch", lambda c: _is_zip(c) or c[:2] == b"\x80\2", "export it as ONNX"),
    ("a safetensors file", lambda c: c[8:10] == b'{"' and c[6:8] == b"\0\0", "it has weights, but no program"),
    ("a TFLite model", lambda c: c[4:8] == b"TFL3", "convert it to ONNX"),
    ("an HDF5 file", lambda c: c[:4] == b"\x89HDF", "convert it to ONNX"),
    (
        "a library or an object file",
        lambda c: c[:4] == b"\x7fELF",
        "programs in C link it; `dlc run` takes a model, or a program that was saved as '.dlc'",
    ),
    ("a binary file", lambda c: b"\0" in c[:1024], "expected MLIR text or an ONNX model"),
)
"""Files that are not programs, or not ones that can be read: what they are, how to tell, and what helps."""
FORMATS: list[Format] = [ONNX, EXPORTED, BYTECODE, MLIR]
"""The formats in the order in which they are tried; the last one takes everything."""


class RunsInSteps(Exception):
    """A model is not one module: some of it can only be compiled when it runs, by the function that is given then."""

    def __init__(self, program: Callable[[Callable[[Operation], Any]], Any]) -> None:
        super().__init__("the model runs step by step")
        self.program = program


class ModuleSource:
    """Where a module comes from."""

    def fingerprint(self) -> Iterator[Piece]:
        """Yield everything that determines the module."""
        raise NotImplementedError

    def module(self, context: Context) -> Operation:
        """Return a verified module that may be changed."""
        raise NotImplementedError


class Text(ModuleSource):
    """A module as MLIR text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def fingerprint(self) -> Iterator[Piece]:
        yield from ("-", self._text)

    def module(self, context: Context) -> Operation:
        return _parsed(self._text, context)


class Content(ModuleSource):
    """The content of a file."""

    def __init__(self, content: Bytes, name: str) -> None:
        if not len(content):
            raise SourceError("there is nothing to compile in no bytes" if name == NO_FILE else f"'{name}' is empty")
        if is_image(content[:HEAD_BYTES]):
            raise SourceError(f"'{name}' is a compiled program; read it with dlc.load")
        self.format = _format_of(content, name)
        self._content = content
        self._name = name

    def fingerprint(self) -> Iterator[Piece]:
        yield self.format.name
        yield from self.format.fingerprint(self._content, self._name)

    def module(self, context: Context) -> Operation:
        return self.format.read(self._content, self._name, context)

    def module_with(self, weights: Any) -> Operation:
        """Return the module of an exported program with other weights."""
        module: Operation = _torch().import_file(self._content, self._name, weights)
        return module


class MappedFile(Content):
    """A large file, which is mapped: to find its program in the cache, it need not be copied into memory."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        super().__init__(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), name)
        self._state = _state_of(os.fstat(file.fileno()))

    def fingerprint(self) -> Iterator[Piece]:
        self._check()
        yield from super().fingerprint()

    def module(self, context: Context) -> Operation:
        self._check()
        module = super().module(context)
        self._check()
        return module

    def _check(self) -> None:
        """Raise an error if the file is not the one that was mapped, or no longer as it was."""
        state = None
        with contextlib.suppress(OSError):
            state = _state_of(os.stat(self._name))
        if state != self._state:
            raise SourceError(f"'{self._name}' has changed since it was first read; compile it again")


def _state_of(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _file_source(path: str | os.PathLike[str]) -> Content:
    """Return the content of a file as a source."""
    name = os.fspath(path)
    try:
        check_regular(path)
        with open(path, "rb") as file:
            head = file.read(HEAD_BYTES)
            return MappedFile(file, name) if is_onnx(head) or _is_zip(head) else Content(head + file.read(), name)
    except DlcError:
        raise
    except (OSError, ValueError) as error:  # a null byte in the name is no error of the system
        kind = MissingFile if isinstance(error, FileNotFoundError) else UnreadableFile
        raise kind(f"cannot open '{name}': {reason_of(error)}") from None


def _format_of(content: Bytes, name: str) -> Format:
    """Return the format of a file; raise an error that says what it is if it cannot be read."""
    reader = next(each for each in FORMATS if each.recognizes(content))
    if reader is MLIR:
        for kind, recognizes, help in UNREADABLE:
            if recognizes(content):
                raise SourceError(f"'{name}' is {kind}, which cannot be compiled: {help}")
        if name.endswith(".onnx"):
            raise SourceError(f"'{name}' is not an ONNX model: it does not begin like one; perhaps it is damaged")
    return reader


def source_of(given: Given, args: Sequence[Any] = (), weights: Any = None) -> ModuleSource:
    """Return the source that a module, its text, its bytes or the path of its file is.

    `args` are for programs of PyTorch and functions of JAX, `weights` for programs of PyTorch and files of them.
    """
    if _is_torch_program(given):
        return _own_module(_torch_module(given, args, weights))
    if _is_jax_function(given) and weights is None:
        return _own_module(_jax().import_function(given, args).module)
    if not args and (weights is None or isinstance(given, (str, bytes, os.PathLike))):
        source = _own_source(given)
        if weights is None:
            return source
        if isinstance(source, Content) and source.format is EXPORTED:
            return _own_module(source.module_with(weights))
    what = "arguments" if args else "'weights'"
    if callable(given) and args:
        raise SourceError(
            "arguments are for a torch.nn.Module or a function of JAX; let a function on tensors be the `forward` of a "
            "module, and compile one on arrays of dlc by dlc.jit, or what `dlc.jit(f).trace(…)` returns"
        )
    raise SourceError(
        f"{what} are for a torch.nn.Module, an exported program or a function, but got {type(given).__name__}"
    )


def _own_source(given: Given) -> ModuleSource:
    """Return the source that a module, its text, its bytes or the path of its file is by itself."""
    if isinstance(given, Operation):
        return _own_module(given)
    if isinstance(given, bytes):
        return Content(given, NO_FILE)
    if isinstance(given, str) and is_text(given):
        return Text(given)
    if isinstance(given, (str, os.PathLike)):  # pyright: ignore[reportUnnecessaryIsInstance]
        return _file_source(given)
    serialize: Callable[[], bytes] | None = getattr(given, "SerializeToString", None)
    if serialize is not None and type(given).__name__ == "ModelProto":
        return Content(serialize(), NO_FILE)
    raise SourceError(
        f"a module, MLIR text, bytes, the path of a file or a model is required, but got {type(given).__name__}"
    )


def _own_module(op: Operation) -> ModuleSource:
    """Return a module that the caller has made as a source."""
    source: ModuleSource = importlib.import_module("dlc.own_module").OwnModule(op)  # heavy: its text is printed
    return source


def _is_torch_program(given: object) -> bool:
    """Return whether an object is a program of PyTorch; what is none does not import it."""
    is_other = isinstance(given, (Operation, str, bytes, os.PathLike))
    return not is_other and "torch" in sys.modules and _torch().is_program(given)


def _is_jax_function(given: object) -> bool:
    """Return whether an object is a function of JAX; what is none does not import it."""
    is_other = isinstance(given, (Operation, str, bytes, os.PathLike))
    return not is_other and "jax" in sys.modules and _jax().is_function(given)


def _jax() -> Any:
    """Return the front end, which needs the extra `jax`."""
    return importlib.import_module("dlc.frontends.jax")  # heavy


def _torch_module(given: object, args: Sequence[Any], weights: Any) -> Operation:
    """Return the module of a program of PyTorch."""
    is_whole = len(args) == 1 and isinstance(args[0], (tuple, list))
    return _torch().import_program(given, args[0] if is_whole else args, weights)


def _torch() -> Any:
    """Return the front end, which needs the extra `torch`."""
    return importlib.import_module("dlc.frontends.torch")  # heavy


def module_of(given: Given, context: Context) -> Operation:
    """Return the verified module of a source; a model that is not one module is an error."""
    try:
        return source_of(given).module(context)
    except RunsInSteps:
        raise SourceError(
            "the model runs step by step, so it is not one module; only dlc.compile and dlc run accept it"
        ) from None


def is_text(given: str) -> bool:
    """Return whether a string is MLIR rather than a file name, in which line ends and braces are rare."""
    if not any(sign in given for sign in "\n{("):
        return False
    return "\n" in given or not os.path.exists(given)
