"""Compiling the parts of a module in other processes, in parallel.

LLVM runs one thread at a time per process, and ends its process where an assertion of its own fails. So each part is
compiled by a worker (`worker`), a process that waits for the next module afterwards: a crash of LLVM is an error of
that part. Parts for which LLVM reports an error are compiled here again, where it is reported at its op; so are all
parts where no process can be started.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from typing import IO

from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import has_its_vectors, object_file, translated
from .llvm_ir import Part
from .target import Target

COMMAND = ("-m", "dlc.codegen.worker")
MOST_OF_MESSAGE = 1000
"""The number of characters of LLVM's last message that are shown."""


class LLVMCrash(Exception):
    """LLVM ended the process that it ran in."""

    def __init__(self, how: str, message: str) -> None:
        super().__init__(how)
        self.how = how
        self.message = message


class Worker:
    """A process that compiles one object file after the other."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._messages: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it stays open as long as the process)
        self._process = subprocess.Popen(
            [sys.executable, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages
        )
        self._request = b""

    @property
    def is_usable(self) -> bool:
        """Whether the process waits for a request of this process, which may be a fork of the one that started it."""
        return self.owner == os.getpid() and self._process.poll() is None

    def ask(self, request: bytes) -> None:
        """Send a request, and wait until the process has started and reads it."""
        self._request = request
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # a process that has ended returns nothing either
            self._process.stdin.write(request)
            self._process.stdin.flush()

    def object_file(self) -> bytes | None:
        """Return the object file, or `None` if LLVM reports an error."""
        assert self._process.stdout is not None
        size = self._process.stdout.readline()
        code = self._process.stdout.read(int(size)) if size.endswith(b"\n") else b""
        if size.endswith(b"\n") and len(code) == int(size):
            return code or None
        status = self._process.wait()
        if status == 0:  # it had waited for too long when it was asked
            return self._again()
        how = signal.Signals(-status).name if status < 0 else f"status {status}"
        self._messages.seek(0)
        raise LLVMCrash(how, self._messages.read()[-MOST_OF_MESSAGE:].decode(errors="replace").strip())

    def _again(self) -> bytes | None:
        other = Worker()
        other.ask(self._request)
        try:
            return other.object_file()
        finally:
            other.stop()

    def kill(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()

    def stop(self) -> None:
        """End the process, wait until it has ended, and close its streams."""
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._messages):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


_idle: list[Worker] = []
"""The workers that wait for a request."""
only_this_process = False
"""Whether LLVM runs in this process, for which a crash is no harm."""


@atexit.register
def _stop_idle() -> None:
    for worker in _idle:
        if worker.owner == os.getpid():
            worker.stop()


def start_ahead(count: int = 1) -> None:
    """Start workers until `count` of them wait: they are ready when there is something to compile."""
    workers = [_taken() for _ in range(count)]
    _idle.extend(worker for worker in workers if worker is not None)


def _taken() -> Worker | None:
    """Return a worker that nobody else uses, or `None` if there is no other process."""
    if only_this_process:
        return None
    with contextlib.suppress(IndexError):  # none waits
        while not (worker := _idle.pop()).is_usable:
            pass
        return worker
    try:
        return Worker()
    except OSError:
        return None


def object_files(
    parts: Sequence[Part],
    diagnostics: DiagnosticEngine,
    target: Target | None = None,
    level: int = 2,
    *,
    transforms_loops: bool = True,
) -> list[bytes] | None:
    """Return the object file of each part, or `None` if errors were reported."""
    with ObjectFiles(diagnostics, target, level, transforms_loops=transforms_loops) as files:
        files.add_last(parts, at_once=len(parts))
        return files.finished()


class ObjectFiles:
    """The object files of the parts of a module, some of which may be compiled while others are not there yet.

    Threads pass the texts of parts to workers, and wait for them. Leaving the context stops what is not finished.
    """

    def __init__(
        self, diagnostics: DiagnosticEngine, target: Target | None, level: int, *, transforms_loops: bool
    ) -> None:
        self._diagnostics = diagnostics
        self._target = target or Target.host()
        self._level = level
        self._transforms_loops = transforms_loops
        self._jobs: list[_Job] = []
        self._waiting: list[_Job] = []
        """The jobs that no thread has begun, the next one last."""
        self._order = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._is_refused = False
        """Whether an error was reported for a part."""

    def __enter__(self) -> ObjectFiles:
        return self

    def __exit__(self, *_: object) -> None:
        with self._order:
            self._waiting.clear()
        for job in self._jobs:
            job.cancel()
        for thread in self._threads:
            thread.join()

    @property
    def functions(self) -> set[Operation]:
        """The functions that the parts define which were added so far."""
        return {op for job in self._jobs for op in job.part.functions()}

    def parts_are_in(self, module: Operation) -> None:
        """Note that the functions of the parts which were added so far have moved to a module."""
        for job in self._jobs:
            job.part.module = module

    def add(self, part: Part, at_once: int) -> None:
        """Compile a part as soon as fewer than `at_once` are compiled."""
        text = None if self._is_refused else translated(part, self._diagnostics, self._target)
        if text is None or not has_its_vectors(text, self._target, self._diagnostics):
            self._is_refused = True
            return
        target = self._target
        head = {"triple": target.triple, "cpu": target.cpu, "features": target.features, "level": self._level}
        request = _request({**head, "transforms_loops": self._transforms_loops}, text.text)
        self._jobs.append(_Job(part, request))
        with self._order:
            self._waiting.insert(0, self._jobs[-1])
        self._start_threads(at_once)

    def add_last(self, parts: Sequence[Part], at_once: int) -> None:
        """Compile the parts that are left, `at_once` at a time."""
        for part in parts:
            self.add(part, at_once)
            with self._order:
                self._waiting.sort(key=_Job.size)
        self._start_threads(at_once)

    def finished(self) -> list[bytes] | None:
        """Wait for the object files of all parts, and return them, or `None` if errors were reported."""
        for thread in self._threads if not self._is_refused else ():
            thread.join()
        codes: list[bytes] = []
        for job in self._jobs if not self._is_refused else ():
            if job.crash is not None:
                _report(job.crash, job.part, self._diagnostics)
                return None
            code = job.code or self._compiled_here(job.part)
            if code is None:
                return None
            codes.append(code)
        return None if self._is_refused else codes

    def _start_threads(self, at_once: int) -> None:
        running = sum(1 for thread in self._threads if thread.is_alive())
        for _ in range(min(at_once - running, len(self._waiting))):
            self._threads.append(threading.Thread(target=self._serve, daemon=True))
            self._threads[-1].start()

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            job.run()

    def _next(self) -> _Job | None:
        with self._order:
            return self._waiting.pop() if self._waiting else None

    def _compiled_here(self, part: Part) -> bytes | None:
        return object_file(part, self._diagnostics, self._target, self._level, transforms_loops=self._transforms_loops)


class _Job:
    """A part that a worker compiles: afterwards it has the object file, or a crash, or neither."""

    def __init__(self, part: Part, request: bytes) -> None:
        self.part = part
        self.code: bytes | None = None
        self.crash: LLVMCrash | None = None
        self._request = request
        self._worker: Worker | None = None
        self._is_cancelled = False

    def size(self) -> int:
        """Return the number of bytes that a worker reads: large parts begin first, so that all end together."""
        return len(self._request)

    def run(self) -> None:
        """Let a worker that waits, or a new one, compile the part; afterwards it waits for the next request."""
        worker = self._worker = _taken()
        if worker is None:
            return
        try:
            if self._is_cancelled:
                worker.kill()
            worker.ask(self._request)
            self.code = worker.object_file()
        except LLVMCrash as crash:
            self.crash = None if self._is_cancelled else crash
            worker.stop()
        else:
            _idle.append(worker)
        finally:
            self._worker = None

    def cancel(self) -> None:
        """Stop the worker that compiles the part."""
        self._is_cancelled = True
        worker = self._worker
        if worker is not None:
            worker.kill()


def _request(head: Mapping[str, object], text: str) -> bytes:
    code = text.encode()
    return json.dumps({**head, "bytes": len(code)}).encode() + b"\n" + code


def _report(crash: LLVMCrash, part: Part, diagnostics: DiagnosticEngine) -> None:
    op = part.module
    message = f"'{op.name}' op cannot be compiled: LLVM ended with {crash.how}; another level may do"
    error = diagnostics.error(op.location, message)
    if crash.message:
        error.note(op.location, f"LLVM's message: {crash.message}")
