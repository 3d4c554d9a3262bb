"""Images as files, which are used by `save`, `dlc.load` and the cache.

| bytes | contents |
| --- | --- |
| 8 | `MAGIC` |
| 4 | the version of the format |
| 4 | the number of bytes of the description |
| 8 | the number of bytes of the file |
| 32 | the SHA-256 digest of the description |
| … | the description in JSON: everything but large data, and the list of sections |
| … | the sections: object files, constants and text, each aligned, with its digest in the description |

A program may have variants for several processors; what several of them contain, such as constants, is there once. All
numbers are little endian. Everything is checked before it is used, so a file that is truncated or damaged is an
error. Constants are not read but mapped into memory. As with a shared library, the code of a file is trusted.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np

from dlc.codegen.target import Target
from dlc.ir.errors import DlcError
from dlc.ir.files import Content, check_regular, reason_of, replace_file

from .gpu.host_program import HostProgram, host_fields, host_from
from .image import HELPERS, HeapUse, Image, Kernel, LargeGlobal
from .numpy_memory import NdArray
from .signature_fields import (
    Fields,
    InvalidFields,
    field,
    group,
    groups,
    listed,
    signature_fields,
    signature_from,
    table,
)

MAGIC = b"\x89dlc\r\n\x1a\n"
"""Its bytes show what a transfer as text would change."""
VERSION = 4
HEAD = struct.Struct("<8sIIQ32s")
ALIGNMENT = 64
HEAP_KINDS = ("none", "process", "call")


class ImageFileError(DlcError, ValueError):
    """A file does not contain a program that can be loaded, or cannot be written."""


class MissingImageFile(ImageFileError, FileNotFoundError):
    """There is no such file."""


class _Damaged(Exception):
    """The reason why a file is not valid."""


class Section(NamedTuple):
    """A part of a file, aligned."""

    content: memoryview
    alignment: int = ALIGNMENT


# -- Writing -----------------------------------------------------------------------------------------------------------


def write_image(path: str | os.PathLike[str], image: Image) -> None:
    """Write an image to a file, completely or not at all."""
    _check_path(path)
    try:
        replace_file(path, image_pieces(image))
    except (OSError, ValueError) as error:
        raise ImageFileError(f"cannot write '{os.fspath(path)}': {reason_of(error)}") from None


def image_pieces(image: Image, key: str = "") -> Iterator[Content]:
    """Yield the content of a file with an image. `key` is what the cache knows it by."""
    images = [replace(image, variants=()), *image.variants]
    sections: dict[tuple[str, int], Section] = {}
    used = [(hashlib.sha256(each.content).hexdigest(), each) for part in images for each in _sections_of(part)]
    for digest, each in used:
        sections.setdefault((digest, each.alignment), each)
    numbers = {key: number for number, key in enumerate(sections)}
    order = [numbers[digest, each.alignment] for digest, each in used]
    digests = [
        {"size": len(each.content), "alignment": each.alignment, "sha256": digest}
        for (digest, _), each in sections.items()
    ]
    fields = {"images": list(map(_image_fields, images)), "order": order}
    description = json.dumps({**fields, "key": key, "sections": digests}).encode()
    starts = _starts([(len(each.content), each.alignment) for each in sections.values()], HEAD.size + len(description))
    digest = hashlib.sha256(description).digest()
    yield HEAD.pack(MAGIC, VERSION, len(description), starts[-1], digest)
    yield description
    at = HEAD.size + len(description)
    for section, start in zip(sections.values(), starts, strict=False):
        yield bytes(start - at)
        yield section.content
        at = start + len(section.content)


def _sections_of(image: Image) -> Iterator[Section]:
    for code in image.objects:
        yield Section(memoryview(code).cast("B"))
    for each in image.globals.values():
        if each.contents is not None:
            yield Section(_bytes_of(each), max(ALIGNMENT, each.alignment))
    yield Section(memoryview(image.checked_module.encode()))


def _image_fields(image: Image) -> dict[str, Any]:
    target = image.target
    return {
        "target": {"triple": target.triple, "cpu": target.cpu, "features": target.features},
        "signatures": [signature_fields(each) for each in image.signatures],
        "unsupported": dict(image.unsupported),
        "at_load": list(image.at_load),
        "objects": len(image.objects),
        "globals": [
            {"name": name, "size": each.size, "alignment": each.alignment, "is_constant": each.contents is not None}
            for name, each in image.globals.items()
        ],
        "statics": dict(image.statics),
        "exports": list(image.exports),
        "requires": list(image.requires),
        "helpers": list(image.helpers),
        "heap": {"kind": image.heap.kind, "declared": list(image.heap.declared)},
        "checked_entries": list(image.checked_entries),
        "threads": image.threads,
        "kernels": [each._asdict() for each in image.kernels],
        "remarks": list(image.remarks),
        "host": None if image.host is None else host_fields(image.host),
    }


def _bytes_of(large: LargeGlobal) -> memoryview:
    contents: NdArray = np.ascontiguousarray(large.contents)
    return memoryview(contents.reshape(-1).view(np.uint8))


def _starts(sections: Sequence[tuple[int, int]], begin: int) -> list[int]:
    """Return where sections with a size and an alignment start, and where the last one ends."""
    starts: list[int] = []
    end = begin
    for size, alignment in sections:
        starts.append(-(-end // alignment) * alignment)
        end = starts[-1] + size
    return [*starts, end]


# -- Reading -----------------------------------------------------------------------------------------------------------


def read_image(path: str | os.PathLike[str], key: str = "") -> Image:
    """Return the image in a file, whose constants remain in the file; raise `ImageFileError` if it has none."""
    _check_path(path)
    try:
        content = _mapped(path)
    except (OSError, ValueError) as error:  # a null byte in the name is no error of the system
        kind = MissingImageFile if isinstance(error, FileNotFoundError) else ImageFileError
        raise kind(f"cannot load '{os.fspath(path)}': {reason_of(error)}") from None
    except _Damaged as reason:
        raise ImageFileError(f"cannot load '{os.fspath(path)}': {reason}") from None
    try:
        return _image_in(content, key)
    except _Damaged as reason:
        raise ImageFileError(f"cannot load '{os.fspath(path)}': {reason}") from None
    except InvalidFields as error:
        raise ImageFileError(f"cannot load '{os.fspath(path)}': its description is invalid: {error}") from None


def _check_path(path: object) -> None:
    """Raise an error for what is no path, such as the number of an open file."""
    if not isinstance(path, (str, os.PathLike)):
        raise ImageFileError(f"expected the path of a file, but got '{path}'")


def is_image(content: bytes) -> bool:
    """Return whether a file that begins so contains an image."""
    return content.startswith(MAGIC)


def _mapped(path: str | os.PathLike[str]) -> memoryview:
    check_regular(path)
    with open(path, "rb") as file:
        if not os.path.isfile(path) or os.fstat(file.fileno()).st_size < HEAD.size:
            raise _Damaged("it is not a program compiled by dlc")
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _image_in(content: memoryview, key: str) -> Image:
    fields = _description(content)
    if field(fields, "key", str) != key:
        raise _Damaged("it belongs to another program")
    parts = _sections(content, fields, HEAD.size + HEAD.unpack_from(content)[2])
    order = listed(fields, "order", int)
    if not all(0 <= number < len(parts) for number in order):
        raise InvalidFields("a section is missing")
    sections = iter([parts[number] for number in order])
    images = [_image_from(each, sections) for each in groups(fields, "images")]
    if not images:
        raise InvalidFields("there is no program")
    return replace(images[0], variants=tuple(images[1:]))


def _image_from(fields: Fields, sections: Iterator[memoryview]) -> Image:
    objects = tuple(_next(sections) for _ in range(min(field(fields, "objects", int), 1 << 16)))
    target = group(fields, "target")
    return Image(
        Target(*(field(target, name, str) for name in ("triple", "cpu", "features"))),
        objects,
        tuple(signature_from(each) for each in groups(fields, "signatures")),
        table(fields, "unsupported", str),
        tuple(listed(fields, "at_load", str)),
        {field(each, "name", str): _global(each, sections) for each in groups(fields, "globals")},
        table(fields, "statics", int),
        tuple(listed(fields, "exports", str)),
        tuple(listed(fields, "requires", str)),
        _helpers(fields),
        _heap(group(fields, "heap")),
        _text(_next(sections)),
        tuple(listed(fields, "checked_entries", str)),
        field(fields, "threads", int),
        tuple(map(_kernel, groups(fields, "kernels"))),
        tuple(listed(fields, "remarks", str)),
        _host(fields, len(objects)),
    )


def _description(content: memoryview) -> Fields:
    """Return the description of a file, after checking that it is complete and intact."""
    magic, version, length, size, digest = HEAD.unpack_from(content)
    if magic != MAGIC:
        raise _Damaged("it is not a program compiled by dlc")
    if version != VERSION:
        raise _Damaged(f"it has format {version}, but this version of dlc reads format {VERSION}; compile it again")
    if size != len(content) or HEAD.size + length > size:
        raise _Damaged(f"it is truncated or damaged: it should have {size} bytes, but has {len(content)}")
    text = content[HEAD.size : HEAD.size + length]
    if hashlib.sha256(text).digest() != digest:
        raise _Damaged("it is damaged: its description does not have the right checksum")
    try:
        fields = json.loads(bytes(text))
    except (ValueError, RecursionError) as error:
        raise _Damaged(f"its description is invalid: {error}") from None
    if not isinstance(fields, dict):
        raise _Damaged("its description is invalid")
    return cast(Fields, fields)


def _sections(content: memoryview, fields: Fields, begin: int) -> list[memoryview]:
    """Return the sections of a file, after checking their digests."""
    listing = groups(fields, "sections")
    sizes = [(field(each, "size", int), field(each, "alignment", int)) for each in listing]
    if any(size < 0 or alignment < 1 for size, alignment in sizes):
        raise _Damaged("its description is invalid: a section has no valid size")
    starts = _starts(sizes, begin)
    if starts[-1] != len(content):
        raise _Damaged("its description is invalid: its sections do not fill the file")
    parts = [content[start : start + size] for start, (size, _) in zip(starts, sizes, strict=False)]
    for number, (part, each) in enumerate(zip(parts, listing, strict=True)):
        if hashlib.sha256(part).hexdigest() != field(each, "sha256", str):
            raise _Damaged(f"it is damaged: section {number} does not have the right checksum")
    return parts


def _next(sections: Iterator[memoryview]) -> memoryview:
    section = next(sections, None)
    if section is None:
        raise InvalidFields("a section is missing")
    return section


def _global(fields: Fields, sections: Iterator[memoryview]) -> LargeGlobal:
    size, alignment = field(fields, "size", int), field(fields, "alignment", int)
    if size < 0 or alignment < 1 or alignment & (alignment - 1):
        raise InvalidFields(f"a global cannot have {size} bytes aligned to {alignment}")
    if not field(fields, "is_constant", bool):
        return LargeGlobal(size, alignment, None)
    contents = np.frombuffer(_next(sections), np.uint8)
    if contents.size != size:
        raise InvalidFields(f"a constant should have {size} bytes, but has {contents.size}")
    return LargeGlobal(size, alignment, contents)


def _heap(fields: Fields) -> HeapUse:
    kind = field(fields, "kind", str)
    if kind not in HEAP_KINDS:
        raise InvalidFields(f"there is no heap '{kind}'")
    return HeapUse(kind, tuple(listed(fields, "declared", str)))


def _host(fields: Fields, objects: int) -> HostProgram | None:
    if fields.get("host") is None:
        return None
    program = host_from(group(fields, "host"))
    if not objects or any(number >= objects for number in program.cubins.values()):
        raise InvalidFields("the code of a kernel is missing")
    return program


def _helpers(fields: Fields) -> tuple[str, ...]:
    helpers = tuple(listed(fields, "helpers", str))
    for name in helpers:
        if name not in HELPERS:
            raise InvalidFields(f"there is no library '{name}'")
    return helpers


def _kernel(fields: Fields) -> Kernel:
    flops, transferred = (None if fields.get(name) is None else field(fields, name, int) for name in ("flops", "bytes"))
    schedule, sources = (tuple(listed(fields, name, str)) for name in ("schedule", "sources"))
    return Kernel(field(fields, "name", str), schedule, sources, flops, transferred)


def _text(section: memoryview) -> str:
    try:
        return bytes(section).decode()
    except UnicodeDecodeError as error:
        raise InvalidFields(f"a text is not UTF-8: {error}") from None
