"""Arrays in .npy and .npz files. Files may come from untrusted sources: objects in them are never unpickled."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Mapping, Sequence
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from dlc.ir.errors import DlcError
from dlc.ir.files import check_regular, reason_of

from .numpy_memory import NdArray, is_array

MAGIC = b"\x93NUMPY"
ARCHIVE = b"PK"
"""How an .npz file begins."""
UNREADABLE = (
    *(OSError, ValueError, EOFError, MemoryError, SyntaxError),
    *(BadZipFile, zlib.error, RuntimeError),  # an encrypted archive, or one that is compressed in another way
)
"""The errors that numpy and zipfile raise for files which they cannot read."""


class ArrayFileError(DlcError):
    """A file does not contain an array that can be read."""


def load_array(path: str | os.PathLike[str], dtype: Any) -> NdArray:
    """Read the array in a file, for a parameter with the given element type.

    The format does not support small floats, such as bfloat16; it stores only their number of bytes.
    """
    arrays = _arrays_in(path)
    array = arrays if is_array(arrays) else next(iter(arrays.values()), None)
    if array is None:
        raise ArrayFileError(f"cannot read array '{path}': it is an archive without arrays")
    if not is_array(arrays) and len(arrays) > 1:
        names = ", ".join(arrays)
        raise ArrayFileError(
            f"cannot read array '{path}': it is an archive of {len(arrays)} arrays; without NAME= in front each is the "
            f"input of its name: {names}"
        )
    return with_type(array, dtype)


def load_arrays(path: str | os.PathLike[str]) -> dict[str, NdArray]:
    """Read the arrays of an archive by name."""
    arrays = _arrays_in(path)
    return {} if is_array(arrays) else arrays


def is_archive(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is an archive of arrays; a file that cannot be read is none."""
    try:
        check_regular(path)
        with open(path, "rb") as file:
            return file.read(len(ARCHIVE)) == ARCHIVE
    except OSError:
        return False


def array_of(numbers: Sequence[Any], dtype: Any) -> NdArray:
    """Return a row of numbers of a type, which all of them must fit if it is one of integers or truth values."""
    if dtype.kind not in "iub":
        return np.array(numbers).astype(dtype)
    least, most = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    for number in numbers:
        if not (least <= number <= most and number % 1 == 0):
            raise DlcError(f"{number} does not fit elements of type {dtype}")
    return np.array([int(number) for number in numbers], dtype=dtype)


def with_type(array: NdArray, dtype: Any) -> NdArray:
    """Return an array with the given element type, if the file knew only how many bytes elements have."""
    is_raw = array.dtype.kind == "V" and array.dtype.itemsize == dtype.itemsize
    return array.view(dtype) if is_raw else array


def _arrays_in(path: str | os.PathLike[str]) -> Any:
    """Read the array in a file, or the arrays of an archive as a dictionary."""
    try:
        check_regular(path)
        with open(path, "rb") as file:
            start = file.read(len(MAGIC))
        if not start.startswith((MAGIC, ARCHIVE)):
            raise ArrayFileError(f"cannot read array '{path}': it is not an .npy file")
        loaded: Any = np.load(path, allow_pickle=False)
        if is_array(loaded):
            return loaded
        with loaded:
            arrays: dict[str, Any] = {name: loaded[name] for name in loaded.files}
    except UNREADABLE as error:
        raise ArrayFileError(f"cannot read array '{path}': {reason_of(error)}") from None
    other = next((name for name, array in arrays.items() if not is_array(array)), None)
    if other is not None:
        raise ArrayFileError(f"cannot read array '{path}': '{other}' in the archive is not an array")
    return arrays


def array_file(value: Any) -> bytes:
    """Return the content of a file that stores an array or a number."""
    content = io.BytesIO()
    np.save(content, np.asarray(value), allow_pickle=False)
    return content.getvalue()


def archive_file(values: Mapping[str, Any]) -> bytes:
    """Return the content of an archive of arrays and numbers."""
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:  # `numpy.savez` would take an array called `file` for the file
        for name, value in values.items():
            archive.writestr(f"{name}.npy", array_file(value))
    return content.getvalue()
