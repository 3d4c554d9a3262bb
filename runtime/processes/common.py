"""Errors and signs of life of processes that exchange arrays, and errors of missing packages, for all engines."""

from __future__ import annotations

import importlib
import importlib.util
import os
import socket
import threading
import weakref
from collections.abc import Callable
from typing import Any

from dlc.ir.errors import DlcError

BEAT_S = 1.0
"""The seconds between two signs of life."""
SILENCE_S = 5.0
"""The seconds without a sign of life after which a process is lost."""


class EngineUnavailable(DlcError):
    """The package of an engine is not installed, or not ready."""


class WorkerLost(DlcError):
    """A process has ended, or does not take part any more. Start all of them again, from what was saved."""


def require(package: str) -> Any:
    """Return a package that an extra of the same name installs; raise an error that says so if it is missing."""
    if importlib.util.find_spec(package) is None:
        raise EngineUnavailable(f"the package '{package}' is not installed: pip install 'dlc[{package}]'")
    return importlib.import_module(package)  # heavy


def this_process() -> str:
    """Return how messages name this process."""
    return f"process {os.getpid()} on {socket.gethostname()}"


def beat(owner: object, sign: Callable[[Any], None]) -> None:
    """Call `sign(owner)` regularly in a thread, until it fails or nothing else refers to the owner."""
    reference = weakref.ref(owner)
    pause = threading.Event()

    def beats() -> None:
        while not pause.wait(BEAT_S):
            living = reference()
            if living is None:
                return
            try:
                sign(living)
            except Exception:  # noqa: BLE001 (whoever gave signs to has ended, and so do these)
                return
            del living

    threading.Thread(target=beats, name="dlc-signs-of-life", daemon=True).start()


def counted(names: list[str]) -> str:
    """Return names as a subject of a sentence with its verb: 'rank 1 has', 'rank 1 and rank 2 have'."""
    return f"{names[0]} has" if len(names) == 1 else f"{' and '.join(names)} have"
