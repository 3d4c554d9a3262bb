"""Ctrl-C for the console scripts: a command ends whatever it is doing, and says nothing.

Python raises `KeyboardInterrupt` only between two of its own instructions. It does so too late for a command that is in
machine code, its program's or LLVM's, and too early for one that is still importing its modules. Only console scripts
use this: a library leaves signals to the program that imports it.
"""

from __future__ import annotations

import importlib
import os
import signal
import threading
import time
from collections.abc import Callable

INTERRUPTED = 130
"""The exit status of a command that was interrupted, as shells report it."""
GRACE_S = 0.5
"""The time in which an interrupted command can clean up, in seconds."""


def imported_main(module: str) -> Callable[[], int]:
    """Import a module of this folder and return its `main`; an interruption meanwhile ends the process."""
    handler = signal.getsignal(signal.SIGINT)
    if _is_noticed():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    main: Callable[[], int] = importlib.import_module(f".{module}", __package__).main
    if handler is not None:
        signal.signal(signal.SIGINT, handler)
    return main


def end_when_interrupted() -> None:
    """Let an interruption end the process if nothing else does so in time, even while machine code runs.

    Files are written completely or not at all, so none is left half written.
    """
    if not _is_noticed():
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader,), name="interruptions", daemon=True).start()


def _is_noticed() -> bool:
    """Return whether an interruption raises `KeyboardInterrupt`, rather than being ignored or handled by others."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _watch(reader: int) -> None:
    """Wait for an interruption, and then for the end of the process."""
    while signal.SIGINT not in os.read(reader, 1):
        pass
    time.sleep(GRACE_S)
    os._exit(INTERRUPTED)
