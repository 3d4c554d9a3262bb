"""Running a command to test whether a text is interesting: its input file, its exit status and its output.

No shell is used. Each run gets its own file, with the name of the input, in a folder that is removed at the end. It
runs in its own process group, so that a timeout or Ctrl-C ends all processes that it has started.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType

from dlc.ir.errors import DlcError
from dlc.ir.files import reason_of

PLACES = ("{}", "%s")
"""The placeholders for the file in a command."""
LONGEST_OUTPUT = 1 << 24
"""Maximum number of bytes of a command's output that are matched."""


class CommandError(DlcError):
    """The command is malformed, or cannot be run."""


def split_command(text: str) -> list[str]:
    """Return the arguments of a command; the file is appended if there is no placeholder for it."""
    try:
        arguments = shlex.split(text)
    except ValueError as error:
        raise CommandError(f"cannot read the command '{text}': {str(error).lower()}") from None
    if not arguments:
        raise CommandError("the command is empty")
    return arguments if any(place in word for word in arguments for place in PLACES) else [*arguments, PLACES[0]]


@dataclass(frozen=True)
class Outcome:
    """The result of a run: the exit status, as in a shell, or `None` after a timeout; and the output."""

    status: int | None
    output: str = ""

    def __str__(self) -> str:
        return "did not end in time" if self.status is None else f"exited with {self.status}"


@dataclass(frozen=True)
class Criterion:
    """The condition that makes an outcome interesting."""

    status: int | None = None
    """The exit status; `None` means any status but 0."""
    timeout: bool = False
    """Whether the run must exceed the time limit."""
    output: re.Pattern[str] | None = None
    """The text that stdout or stderr must contain."""

    def accepts(self, outcome: Outcome) -> bool:
        if self.timeout or outcome.status is None:
            ended_so = self.timeout and outcome.status is None
        elif self.status is None:
            ended_so = outcome.status != 0
        else:
            ended_so = outcome.status == self.status
        return ended_so and (self.output is None or self.output.search(outcome.output) is not None)

    def __str__(self) -> str:
        expectation = f"exit with {self.status}" if self.status is not None else "fail"
        expectation = "not end in time" if self.timeout else expectation
        return expectation if self.output is None else f"{expectation} with output like '{self.output.pattern}'"


class CommandProbe:
    """Runs one command on many texts. It is a context manager that ends running processes and removes all files."""

    def __init__(self, arguments: Sequence[str], filename: str, timeout: float) -> None:
        self._words = list(arguments)
        self._filename = os.path.basename(filename) or "input.mlir"
        self._timeout = timeout
        self._folder = tempfile.TemporaryDirectory(prefix="dlc-reduce-", ignore_cleanup_errors=True)
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> CommandProbe:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            running = list(self._running)
        for process in running:
            _kill(process)
        for process in running:
            process.wait()
        self._folder.cleanup()

    def run(self, text: str) -> Outcome:
        """Run the command on a text and return the outcome."""
        if self._closed:
            raise CommandError("the search has ended")
        with tempfile.TemporaryDirectory(dir=self._folder.name, ignore_cleanup_errors=True) as folder:
            path = os.path.join(folder, self._filename)
            with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                file.write(text)
            with tempfile.TemporaryFile(dir=self._folder.name) as output:
                process = self._start([_filled(word, path) for word in self._words], output.fileno())
                status = self._wait(process)
                output.seek(0)
                said = output.read(LONGEST_OUTPUT).decode("utf-8", "replace")
        return Outcome(status, said)

    def _start(self, argv: Sequence[str], output: int) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise CommandError("the search has ended")
            try:
                process = subprocess.Popen(
                    argv, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
                )
            except (OSError, ValueError) as error:
                reason = reason_of(error)
                raise CommandError(f"cannot run '{argv[0]}': {reason}") from None
            self._running.add(process)
            return process

    def _wait(self, process: subprocess.Popen[bytes]) -> int | None:
        try:
            status = process.wait(self._timeout)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _kill(process)  # and the processes that it has started
            process.wait()
            with self._lock:
                self._running.discard(process)
        if status is None:
            return None
        return status if status >= 0 else 128 - status


def _filled(word: str, path: str) -> str:
    for place in PLACES:
        word = word.replace(place, path)
    return word


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its whole process group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        if process.poll() is None:
            process.kill()
