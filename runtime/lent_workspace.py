"""The workspace that a caller lends for a call: memory for the buffers of the program, instead of memory of its own.

One workspace serves one call at a time: a second one that begins meanwhile is an error, so that programs never compute
in each other's memory.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from .dlpack import array_from
from .number_arguments import InvalidArgument
from .numpy_memory import NdArray, address_of, is_array
from .signature import Array, Signature

ALIGNMENT = 64
_in_use: list[tuple[int, int]] = []
_noting = threading.Lock()


def workspace_size(signature: Signature) -> int:
    """Return the number of bytes that a workspace at any address must have."""
    return signature.workspace_bytes + ALIGNMENT - 1 if signature.workspace_bytes else 0


@contextmanager
def borrowed(workspace: Any, signature: Signature, arrays: Sequence[Any]) -> Generator[tuple[int, int]]:
    """Return a context manager that keeps a workspace for one call, whose value is its aligned address and its size.

    `arrays` are what the call reads and writes besides. Raises `InvalidArgument` if the workspace cannot be used.
    """
    memory = _bytes_of(workspace, signature)
    begin = address_of(memory)
    span = begin, begin + memory.size
    _check_apart(memory, signature, arrays)
    with _noting:
        if any(start < span[1] and span[0] < end for start, end in _in_use):
            raise InvalidArgument(
                f"the workspace of @{signature.name} is in use by another call; lend each of them one of its own"
            )
        _in_use.append(span)
    try:
        padding = -begin % ALIGNMENT
        yield begin + padding, max(memory.size - padding, 0)
    finally:
        with _noting:
            _in_use.remove(span)


def _bytes_of(workspace: Any, signature: Signature) -> NdArray:
    """Return the bytes of an array or of another object with memory, which are enough and can be written."""
    try:
        if hasattr(workspace, "__dlpack__") and not is_array(workspace):
            workspace = array_from(workspace, np.dtype(np.uint8))
        view = memoryview(workspace)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        kind = type(workspace).__name__
        raise InvalidArgument(
            f"the workspace of @{signature.name} must be memory, such as a numpy array, but got a '{kind}': {error}"
        ) from None
    if view.readonly or not view.c_contiguous:
        lack = "writable" if view.readonly else "contiguous"
        raise InvalidArgument(f"the workspace of @{signature.name} must be {lack}")
    least = workspace_size(signature)
    if view.nbytes < least:
        raise InvalidArgument(
            f"the workspace of @{signature.name} must have {least} bytes or more, but got {view.nbytes}"
        )
    return np.frombuffer(view.cast("B"), np.uint8) if view.nbytes else np.empty(0, np.uint8)


def _check_apart(memory: NdArray, signature: Signature, arrays: Sequence[Any]) -> None:
    """Raise an error if the workspace shares memory with an array of the call."""
    kinds = [*(each.kind for each in signature.parameters), *(each.kind for each in signature.outputs)]
    for array, kind in zip(arrays, kinds, strict=False):
        if not isinstance(kind, Array) or array is None:
            continue
        if not is_array(array) and hasattr(array, "__dlpack__"):
            try:
                array = array_from(array, kind.dtype)
            except (BufferError, RuntimeError, TypeError, ValueError):  # the call says what is wrong with it
                continue
        if is_array(array) and np.may_share_memory(memory, array):
            raise InvalidArgument(f"the workspace of @{signature.name} must not share memory with arrays of the call")
