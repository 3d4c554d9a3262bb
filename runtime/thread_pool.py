"""The thread pool of this process: `thread_pool.mlir`, compiled when it is first needed, and kept.

The library also contains `call_memory.mlir`, which frees the memory of a program that fails on any of its threads.

It is never unloaded: threads wait in its code until the process ends. The file itself documents the threads, how they
share work, and what happens in a fork. Without a file `<system>_<architecture>.mlir` there are no threads, and programs
with parallel loops cannot be linked: use `is_supported` to check this.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import sys
import threading
from functools import cache
from pathlib import Path

from dlc.codegen.jit import JitError, Library
from dlc.ir.forks import at_work

from .memory_blocks import allocator
from .support import FOLDER, support_library

PARALLEL_FOR = "dlc_parallel_for"
"""`void(ptr body, ptr context, i64 count, i64 grain, i64 threads)`, of `void body(ptr context, i64 begin, i64 end)`."""
CATCH = "dlc_catch"
"""`i32(ptr function, ptr argument, ptr failure)`: call `void function(ptr argument)`; return 1 if it
failed. Then `failure` points to the message, `{ptr, i64 length}`."""
FAIL = "dlc_fail"
"""`void(ptr message, i64 length)`: leave the program that `dlc_catch` has called."""
POOL_SYMBOLS = (PARALLEL_FOR, CATCH, FAIL)
"""The functions of the pool that programs declare."""
ALLOCATE_IN_CALL, FREE_IN_CALL = "dlc_allocate_in_call", "dlc_free_in_call"
"""As C's `malloc` and `free`: memory that is freed if the call in which it is allocated fails."""
SPINS = "dlc_pool_spins"
"""The `i32` variable with the number of times that a thread polls for work before it sleeps."""
ALONE_UNTIL = "dlc_pool_alone_until"
"""The `i64` variable with the time from which on loops are shared again, after helpers were late; 0 if they are."""
INITIALIZE = "dlc_pool_initialize"
SHARE_BY = "dlc_pool_share_by"
CPU_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_making = threading.Lock()


def available_threads() -> int:
    """Return the number of threads that this process may run at the same time."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(affinity, _quota(CPU_QUOTA)))


def _quota(file: Path) -> int:
    """Return the processors that a container may use, rounded up: `200000 100000` means two."""
    try:
        time, period, *_ = file.read_text(encoding="ascii").split()
        return -(-int(time) // int(period))
    except (OSError, ValueError, ZeroDivisionError):  # there is no such file, or it contains `max`
        return sys.maxsize


@cache
def is_supported() -> bool:
    """Return whether there is a thread pool for this machine."""
    return (FOLDER / _machine_file()).exists()


def _machine_file() -> str:
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{sys.platform}_{machine}.mlir"


def thread_pool() -> Library:
    """Return the thread pool of this process, with the addresses of its functions."""
    with at_work(), _making:
        return _pool()


def prepare_thread_pool() -> None:
    """Let another thread compile the thread pool, for a program that will probably need it."""

    def prepare() -> None:
        with contextlib.suppress(JitError):  # the program that needs it reports it
            thread_pool()

    if not is_set_up():
        threading.Thread(target=prepare).start()


def is_set_up() -> bool:
    """Return whether a program has needed the pool."""
    return _pool.cache_info().currsize > 0


def share_by(team: int, size: int) -> None:
    """Let the threads of another library share loops, where the main thread of this process calls programs.

    `team` is the address of a function like `GOMP_parallel`, and `size` that of one like `omp_get_max_threads`.
    Threads of two libraries that spin on the same processors, each waiting for work, keep one another from working.
    """
    main = threading.main_thread().ident
    set_team = thread_pool().function(SHARE_BY, None, *[ctypes.c_void_p] * 2, ctypes.c_int64, ctypes.c_int32)
    set_team(team, size, main, os.getpid())


@cache
def _pool() -> Library:
    if not is_supported():
        raise JitError(f"there is no thread pool for '{sys.platform}' on '{platform.machine()}'")
    files = ["thread_pool.mlir", "call_memory.mlir", _machine_file()]
    library = support_library(files, [SPINS, ALONE_UNTIL], allocator())
    if library.function(INITIALIZE, ctypes.c_int32)() != 0:
        raise JitError("cannot set up the thread pool: the process has no thread-local storage left")
    return library
