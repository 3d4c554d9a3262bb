"""Work that may crash or hang, in a forked child of its own."""

from __future__ import annotations

import os
import signal
import traceback
import warnings
from collections.abc import Callable
from typing import NamedTuple

from dlc.codegen import side_by_side


class Outcome(NamedTuple):
    """The outcome of a child process: its last message, its traceback, or the signal that ended it."""

    text: str = ""
    error: str = ""
    signal: str = ""


ASLEEP = 30
"""How many times as long as it may compute a child may take: on a busy machine, much of that is waiting."""


def in_child(work: Callable[[], str], seconds: float) -> Outcome:
    """Return the text that `work` returns in a child process.

    After `seconds` of processor time the child gets `SIGPROF`, and if it does nothing, `SIGALRM` in the end.
    """
    reads, writes = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads that wait in a pool are no danger to a fork
        pid = os.fork()
    if pid == 0:
        os.close(reads)
        _work_and_exit(work, writes, seconds)
    os.close(writes)
    with os.fdopen(reads, "rb") as stream:
        text = stream.read().decode(errors="replace")
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return Outcome(signal=signal.Signals(os.WTERMSIG(status)).name)
    return Outcome(error=text) if os.WEXITSTATUS(status) else Outcome(text)


def _work_and_exit(work: Callable[[], str], writes: int, seconds: float) -> None:
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)  # no report of pytest's: the parent tells
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, ASLEEP * seconds)
        side_by_side.only_this_process = True
        text, status = work(), 0
    except BaseException:  # noqa: BLE001 (whatever it is, the parent must hear of it)
        text, status = traceback.format_exc().strip(), 1
    with os.fdopen(writes, "wb") as stream:
        stream.write(text.encode())
    os._exit(status)
