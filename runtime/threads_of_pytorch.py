"""Loops of programs that are called with tensors are shared by the threads that PyTorch has already.

PyTorch shares its own loops by OpenMP, whose threads spin for some milliseconds after each of them. Threads of our own
beside these would have to share processors with them, and a program would often wait for one that was interrupted.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from .thread_pool import is_set_up, share_by


def use_threads_of(torch: Any) -> None:
    """Let the threads of PyTorch share loops from now on, if it has threads that can, and programs have such loops."""
    if is_set_up():
        _share_by(torch)


@cache
def _share_by(torch: Any) -> None:
    functions = _openmp(torch)
    if functions is not None:
        share_by(*functions)


def _openmp(torch: Any) -> tuple[int, int] | None:
    """Return the addresses of `GOMP_parallel` and `omp_get_max_threads` in the library that PyTorch is linked with, or
    `None` if it is built without OpenMP."""
    try:
        library = ctypes.CDLL(torch._C.__file__)  # names are looked up in all libraries that it depends on
        functions = library.GOMP_parallel, library.omp_get_max_threads
    except (AttributeError, OSError):
        return None
    parallel, size = (ctypes.cast(each, ctypes.c_void_p).value or 0 for each in functions)
    return parallel, size
