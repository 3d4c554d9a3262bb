"""Safetensors files as tensors over the mapped file: a length, a header in JSON, and the bytes of all tensors."""

from __future__ import annotations

import json
import mmap
import os
import warnings
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, cast

from ...ir.errors import DlcError
from .installed import torch

DTYPES = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
    "U64": torch.uint64,
    "U32": torch.uint32,
    "U16": torch.uint16,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}
LARGEST_HEADER = 100_000_000
"""The maximum number of bytes of a header, as the format says."""


class InvalidWeights(DlcError):
    """A file is not a well-formed safetensors file."""


def read_safetensors(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the tensors of a file by name; their elements stay in the file until they are used."""
    name = os.fspath(path)
    if Path(path).stat().st_size < 8:
        raise InvalidWeights(f"'{name}' is too short for a safetensors file")
    with open(path, "rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    length = int.from_bytes(content[:8], "little")
    start = 8 + length
    if length > min(LARGEST_HEADER, len(content) - 8):
        raise InvalidWeights(f"'{name}' must have a header of {length} bytes, but has {len(content) - 8}")
    try:
        header: Any = json.loads(content[8:start])
    except (ValueError, RecursionError) as error:
        raise InvalidWeights(f"the header of '{name}' is not JSON: {error}") from None
    if not isinstance(header, dict):
        raise InvalidWeights(f"the header of '{name}' must be an object")
    entries = cast("Mapping[str, Any]", header).items()
    return {key: _tensor(key, entry, content, start) for key, entry in entries if key != "__metadata__"}


def _tensor(name: str, entry: Any, content: mmap.mmap, start: int) -> Any:
    """Return the tensor that an entry of the header describes."""
    try:
        dtype, shape, (begin, end) = DTYPES[entry["dtype"]], entry["shape"], entry["data_offsets"]
        if not all(type(each) is int and 0 <= each < 1 << 62 for each in (*shape, begin, end)):
            raise ValueError(shape)
    except (KeyError, TypeError, ValueError):
        raise InvalidWeights(f"tensor '{name}' is described by {entry!r:.100}") from None
    count = prod(shape)
    if end - begin != count * dtype.itemsize or end > len(content) - start:
        raise InvalidWeights(f"tensor '{name}' must lie at {count * dtype.itemsize} bytes, but got {begin} to {end}")
    return tensor_at(content, start + begin, count, dtype).reshape(shape)


def tensor_at(content: bytes | mmap.mmap, start: int, count: int, dtype: Any) -> Any:
    """Return some elements from a place on as a tensor over the bytes, or over a copy if the place is not aligned."""
    if not count:
        return torch.empty(0, dtype=dtype)
    if start % dtype.itemsize:
        content, start = content[start : start + count * dtype.itemsize], 0
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The given buffer is not writable")  # nothing writes to it
        return torch.frombuffer(content, dtype=dtype, count=count, offset=start)
