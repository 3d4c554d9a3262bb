"""Ctrl-C for the console scripts: a command ends even while it runs machine code.

Python raises `KeyboardInterrupt` only between two of its own instructions, so not while a program runs, or LLVM. Only
console scripts use this: a library leaves signals to the program that imports it.
"""

from __future__ import annotations

import os
import signal
import threading
import time

from .console import INTERRUPTED

GRACE_S = 0.5
"""The time in which an interrupted command can clean up, in seconds."""


def end_when_interrupted() -> None:
    """Let an interruption end the process if nothing else does so in time, even while machine code runs.

    Files are written completely or not at all, so none is left half written.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader,), name="interruptions", daemon=True).start()


def _watch(reader: int) -> None:
    """Wait for an interruption, and then for the end of the process."""
    while signal.SIGINT not in os.read(reader, 1):
        pass
    time.sleep(GRACE_S)
    os._exit(INTERRUPTED)
