"""Progress of long work: one line on a terminal that is replaced and removed, and nothing elsewhere."""

from __future__ import annotations

import shutil
import time
from types import TracebackType
from typing import TextIO

INTERVAL_S = 0.1
"""The time between two changes of the line."""
REMOVED = "\r\x1b[K"


class Progress:
    """A context manager that shows what is being done while its body runs."""

    def __init__(self, task: str, stderr: TextIO) -> None:
        self._task = task
        self._stream = stderr if stderr.isatty() else None
        self._shown_at = 0.0

    def __enter__(self) -> Progress:
        self._show(f"{self._task} …")
        return self

    def __call__(self, step: str) -> None:
        """Show a step of the task, such as the name of a pass, unless the line has just changed."""
        if self._stream is not None and time.monotonic() - self._shown_at > INTERVAL_S:
            self._show(f"{self._task}: {step}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._show("")

    def _show(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(REMOVED + text[: shutil.get_terminal_size().columns - 1])
            self._stream.flush()
            self._shown_at = time.monotonic()
