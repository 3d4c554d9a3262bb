"""Arrays in .npy files. Files may come from untrusted sources: objects in them are never unpickled."""

from __future__ import annotations

import io
import os
from typing import Any

import numpy as np

from dlc.ir.errors import DlcError

from .numpy_memory import NdArray, is_array

MAGIC = b"\x93NUMPY"


class ArrayFileError(DlcError):
    """A file does not contain an array that can be read."""


def load_array(path: str | os.PathLike[str], dtype: Any) -> NdArray:
    """Read the array in a file, for a parameter with the given element type.

    The format does not support small floats, such as bfloat16; it stores only their number of bytes.
    """
    try:
        with open(path, "rb") as file:
            start = file.read(len(MAGIC))
        if not start.startswith((MAGIC, b"PK")):
            raise ArrayFileError(f"cannot read array '{path}': it is not an .npy file")
        array: NdArray = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError, MemoryError, SyntaxError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error) or type(error).__name__
        raise ArrayFileError(f"cannot read array '{path}': {reason}") from None
    if not is_array(array):
        array.close()
        raise ArrayFileError(f"cannot read array '{path}': it is an archive of several arrays")
    is_raw = array.dtype.kind == "V" and array.dtype.itemsize == dtype.itemsize
    return array.view(dtype) if is_raw else array


def array_file(value: Any) -> bytes:
    """Return the content of a file that stores an array or a number."""
    content = io.BytesIO()
    np.save(content, np.asarray(value), allow_pickle=False)
    return content.getvalue()
