"""A watch for tests that hang: their process ends, and shows what all of its threads are at.

pytest's own limit starts a thread for each test and waits until it has ended: on a busy machine, that takes longer than
most tests do. Here one thread sees now and then whether the same test still runs.
"""

from __future__ import annotations

import faulthandler
import threading

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

SECONDS = 900.0
"""The time after which a test hangs, give or take the time between two looks."""
BETWEEN_S = 60.0


class HangWatch:
    """A plugin of each process in which tests run."""

    def __init__(self, seconds: float = SECONDS, between: float = BETWEEN_S) -> None:
        self.seconds, self.between = seconds, between
        self.tests = 0
        """The number of tests that have begun."""
        self._is_over = threading.Event()

    def watch(self, stderr: int) -> None:
        """Let the process end if the number of tests stays the same."""
        seen = 0
        while not self._is_over.wait(self.between):
            if seen != self.tests:
                seen = self.tests
                faulthandler.dump_traceback_later(self.seconds, file=stderr, exit=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        if not self.tests:
            stderr = item.config.stash[fault_handler_stderr_fd_key]
            threading.Thread(target=self.watch, args=(stderr,), daemon=True).start()
        self.tests += 1

    def pytest_enter_pdb(self) -> None:
        self._is_over.set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_unconfigure(self) -> None:
        self._is_over.set()
        faulthandler.cancel_dump_traceback_later()
