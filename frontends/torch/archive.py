"""Files of `torch.export.save`, `.pt2`: a zip archive with a program in JSON and the bytes of its tensors.

    archive = Archive(content, "model.pt2")
    archive.program()  # what is written in models/<name>.json
    archive.weights()  # its parameters and buffers by name, over the content

Nothing in an archive is run, and tensors take no more memory than the archive has bytes: entries are used as they lie
in it, so compressed ones are refused. Pickled ones, such as the arguments that the program was exported for, are not
opened.
"""

from __future__ import annotations

import io
import json
import mmap
import struct
import zipfile
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

from ..onnx_weights import Bytes
from ..problems import MALFORMED
from .installed import torch
from .problems import InvalidTorchProgram
from .safetensors import tensor_at

_LOCAL_HEADER = struct.Struct("<4s22xHH")
"""The header before the content of an entry: a signature, and the lengths of the name and of what follows it."""
_END_BYTES = 22
"""The number of bytes at the end of an archive that say where its entries are listed."""
MODELS, WEIGHTS, CONSTANTS = "models/", "data/weights/", "data/constants/"
"""The folders of an archive."""
FACTS = {"archive_format": b"pt2", "archive_version": b"0", "byteorder": b"little"}
"""Small entries, and what they must say."""
DTYPES: dict[int, Any] = {
    1: torch.uint8,
    2: torch.int8,
    3: torch.int16,
    4: torch.int32,
    5: torch.int64,
    6: torch.float16,
    7: torch.float32,
    8: torch.float64,
    9: torch.complex32,
    10: torch.complex64,
    11: torch.complex128,
    12: torch.bool,
    13: torch.bfloat16,
    28: torch.uint16,
    29: torch.float8_e4m3fn,
    30: torch.float8_e5m2,
    31: torch.float8_e4m3fnuz,
    32: torch.float8_e5m2fnuz,
    34: torch.uint32,
    35: torch.uint64,
}
"""Element types by their numbers in the format."""
STRIDED = 7
"""The number of the layout of dense tensors."""


class _Entry(NamedTuple):
    """A file in an archive: a part of its bytes."""

    start: int
    size: int


class Archive:
    """The entries of an archive."""

    def __init__(self, content: Bytes, name: str) -> None:
        self._content = content
        self._name = name
        self._entries = self._without_root(dict(self._all_entries()))
        for path, expected in FACTS.items():
            if path in self._entries and self._bytes(path, 16) != expected:
                raise self.error(f"must have '{expected.decode()}' in '{path}', but got {self._bytes(path, 16)!r}")
        self._left_to_copy = len(content)
        """The number of bytes that tensors may still take beside the archive."""

    def error(self, fact: str) -> InvalidTorchProgram:
        """Return the error that the archive is not as it should be."""
        return InvalidTorchProgram(f"'{self._name}' {fact}")

    def program(self) -> Any:
        """Return the program that the archive contains, as JSON."""
        return self._json(f"{MODELS}{self._model()}.json")

    def weights(self) -> dict[str, Any]:
        """Return the parameters and persistent buffers by name; their elements stay in the archive."""
        return self._tensors_in(WEIGHTS, "weights")

    def constants(self) -> dict[str, Any]:
        """Return the other buffers and constants by name."""
        return self._tensors_in(CONSTANTS, "constants")

    # -- Entries -------------------------------------------------------------------------------------------------------

    def _all_entries(self) -> Iterator[tuple[str, _Entry]]:
        file = self._content if isinstance(self._content, mmap.mmap) else io.BytesIO(self._content)
        if self._content[-_END_BYTES:][:4] != b"PK\5\6":  # an archive in this one may be complete
            raise self.error("is not a complete zip archive: it has no end")
        try:
            listed = zipfile.ZipFile(file).infolist()  # type: ignore[arg-type]
        except (zipfile.BadZipFile, NotImplementedError, OSError, struct.error, ValueError) as error:
            raise self.error(f"is not a complete zip archive: {error}") from None
        names: set[str] = set()
        for each in listed:
            if each.filename in names:
                raise self.error(f"has two entries '{each.filename}'")
            names.add(each.filename)
            yield each.filename, self._entry(each)

    def _entry(self, info: zipfile.ZipInfo) -> _Entry:
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1 or info.file_size != info.compress_size:
            raise self.error(f"has a compressed or encrypted entry '{info.filename}', as torch.export.save writes none")
        head = self._content[info.header_offset : info.header_offset + _LOCAL_HEADER.size]
        if len(head) == _LOCAL_HEADER.size and head.startswith(b"PK\3\4"):
            _, name_bytes, other_bytes = _LOCAL_HEADER.unpack(head)
            start = info.header_offset + _LOCAL_HEADER.size + name_bytes + other_bytes
            if start + info.file_size <= len(self._content):
                return _Entry(start, info.file_size)
        raise self.error(f"has an entry '{info.filename}' beyond its end")

    def _without_root(self, entries: Mapping[str, _Entry]) -> dict[str, _Entry]:
        """Return the entries by their names in the one folder that all of them are in."""
        roots = {name.partition("/")[0] for name in entries}
        if len(roots) != 1:
            raise self.error(f"must have one folder, but got {len(roots)}")
        return {name.partition("/")[2]: entry for name, entry in entries.items()}

    def _model(self) -> str:
        """Return the name of the program."""
        paths = [each for each in self._entries if each.startswith(MODELS)]
        names = [each.removeprefix(MODELS).removesuffix(".json") for each in paths if each.endswith(".json")]
        if len(names) != 1:
            raise self.error(f"must have one exported program, but has {len(names)}: {', '.join(names[:5]) or 'none'}")
        return names[0]

    def _json(self, path: str) -> Any:
        try:
            return json.loads(self._bytes(path))
        except (ValueError, RecursionError) as error:
            raise self.error(f"has an entry '{path}' that is not JSON: {error}") from None

    def _bytes(self, path: str, most: int | None = None) -> bytes:
        entry = self._entry_at(path)
        return self._content[entry.start : entry.start + entry.size][:most]

    def _entry_at(self, path: str) -> _Entry:
        entry = self._entries.get(path)
        if entry is None:
            raise self.error(f"has no entry '{path}'")
        return entry

    # -- Tensors -------------------------------------------------------------------------------------------------------

    def _tensors_in(self, folder: str, kind: str) -> dict[str, Any]:
        """Return the tensors in a folder, which a file beside them describes."""
        path, pickled = (f"{folder}{self._model()}{end}" for end in (f"_{kind}_config.json", ".pt"))
        if pickled in self._entries:
            raise self.error(f"has pickled tensors, '{pickled}': save it again with a newer PyTorch")
        tensors: dict[str, Any] = {}
        try:
            for name, described in self._json(path)["config"].items():
                tensors[name] = self._tensor(folder, name, described)
        except (AttributeError, RuntimeError, *MALFORMED) as error:
            raise self.error(f"has an entry '{path}' that does not describe tensors: {error!r:.200}") from None
        return tensors

    def _tensor(self, folder: str, name: str, described: Any) -> Any:
        if described["use_pickle"]:
            raise self.error(
                f"has a pickled tensor or object '{name}', which is not read: "
                "export the model with plain tensors as its parameters and buffers"
            )
        form = described["tensor_meta"]
        dtype, sizes, strides = dtype_of(form["dtype"]), numbers_in(form["sizes"]), numbers_in(form["strides"])
        entry, (first,) = self._entry_at(f"{folder}{described['path_name']}"), numbers_in([form["storage_offset"]])
        count = prod(sizes)
        if form["layout"] != STRIDED or len(sizes) != len(strides) or count >= 1 << 62:
            raise ValueError(name)
        last = first + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True)) if count else -1
        if (last + 1) * dtype.itemsize > entry.size:
            raise self.error(f"has {entry.size} bytes for '{name}', which needs {(last + 1) * dtype.itemsize}")
        flat = tensor_at(self._content, entry.start, entry.size // dtype.itemsize if count else 0, dtype)
        tensor = torch.as_strided(flat, sizes, strides, first if count else 0)
        if not tensor.is_contiguous() or entry.start % dtype.itemsize:
            self._left_to_copy -= max(count * dtype.itemsize, entry.size)
            if self._left_to_copy < 0:
                raise self.error(f"has tensors, '{name}' among them, with more elements than the archive has bytes")
        return tensor


def dtype_of(number: Any) -> Any:
    """Return the element type with a number; raise a `ValueError` if there is none."""
    if type(number) is not int or number not in DTYPES:
        raise ValueError(f"there is no element type {number!r:.50}")
    return DTYPES[number]


def numbers_in(sizes: Any) -> list[int]:
    """Return sizes that are numbers, as the format writes them."""
    numbers = [each["as_int"] for each in sizes]
    if not all(type(each) is int and 0 <= each < 1 << 62 for each in numbers):
        raise ValueError(f"sizes must be numbers, but got {numbers!r:.100}")
    return numbers
