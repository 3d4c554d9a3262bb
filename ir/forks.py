"""Forking while other threads are at work.

A child process has one thread: a lock that another one held when the process forked is never released there, nor is a
module imported to its end. So work that takes locks is done inside `at_work()`, and a fork waits until no other thread
is there. Locks that are held for moments everywhere are given to `hold_across_forks` instead.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any


class _Gate:
    """Lets any number of threads work, and a process fork while none of the others does."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.depths: dict[int, int] = {}
        """How many times each thread has entered."""
        self.is_closing = False
        self.locks: list[Any] = []

    def enter(self) -> None:
        thread = threading.get_ident()
        with self.changed:
            while self.is_closing and thread not in self.depths:
                self.changed.wait()
            self.depths[thread] = self.depths.get(thread, 0) + 1

    def leave(self) -> None:
        thread = threading.get_ident()
        with self.changed:
            self.depths[thread] -= 1
            if not self.depths[thread]:
                del self.depths[thread]
                self.changed.notify_all()

    def close(self) -> None:
        """Wait until this thread is alone, and keep it so."""
        thread = threading.get_ident()
        self.changed.acquire()
        while self.is_closing:  # another thread forks
            self.changed.wait()
        self.is_closing = True
        while any(other != thread for other in self.depths):
            self.changed.wait()
        for lock in self.locks:
            lock.acquire()

    def open(self) -> None:
        for lock in reversed(self.locks):
            lock.release()
        self.is_closing = False
        self.changed.notify_all()
        self.changed.release()


_gate = _Gate()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_gate.close, after_in_parent=_gate.open, after_in_child=_gate.open)


@contextmanager
def at_work() -> Generator[None]:
    """Let forks in other threads wait until this is done; may be nested."""
    _gate.enter()
    try:
        yield
    finally:
        _gate.leave()


def hold_across_forks(lock: Any) -> None:
    """Let forks wait until a lock is free. Its holders must not wait for other locks or for work."""
    _gate.locks.append(lock)
