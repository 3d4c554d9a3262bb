"""The stages of a compilation, and their times."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import perf_counter

Progress = Callable[[str], None]


class Stages:
    """The time of each stage of a compilation in seconds, in order."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.seconds: dict[str, float] = {}
        self.progress = progress
        """Called with the name of each stage when it begins."""

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        """Return a context manager that adds the time of its body to a stage."""
        if self.progress is not None:
            self.progress(name)
        begin = perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin
