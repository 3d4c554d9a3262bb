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
    """A process that compiles one object file after the other. A background thread sends the request."""

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
        """Send a request; the process reads it when it has started."""
        self._request = request
        assert self._process.stdin is not None
        threading.Thread(target=_write, args=(self._process.stdin, request), daemon=True).start()

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

    def stop(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._messages):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _write(given: IO[bytes], request: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):  # a process that has ended returns nothing either
        given.write(request)
        given.flush()


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
    while _idle:
        worker = _idle.pop()
        if worker.is_usable:
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
    target = target or Target.host()
    head = {"triple": target.triple, "cpu": target.cpu, "features": target.features, "level": level}
    busy: list[Worker | None] = []
    try:
        for part in parts:
            text = translated(part, diagnostics, target)
            if text is None or not has_its_vectors(text, target, diagnostics):
                return None
            busy.append(_asked({**head, "transforms_loops": transforms_loops}, text.text))
        objects: list[bytes | None] = []
        for part in parts:
            try:
                code = _object_of(busy.pop(0))
            except LLVMCrash as crash:
                _report(crash, part, diagnostics)
                return None
            objects.append(code or object_file(part, diagnostics, target, level, transforms_loops=transforms_loops))
    finally:
        for worker in busy:
            if worker is not None:
                worker.stop()
    codes = [code for code in objects if code is not None]
    return codes if len(codes) == len(objects) else None


def _asked(head: Mapping[str, object], text: str) -> Worker | None:
    worker = _taken()
    if worker is not None:
        code = text.encode()
        worker.ask(json.dumps({**head, "bytes": len(code)}).encode() + b"\n" + code)
    return worker


def _object_of(worker: Worker | None) -> bytes | None:
    """Return the object file that a worker made, or `None`; the worker waits for the next request."""
    if worker is None:
        return None
    try:
        code = worker.object_file()
    except LLVMCrash:
        worker.stop()
        raise
    _idle.append(worker)
    return code


def _report(crash: LLVMCrash, part: Part, diagnostics: DiagnosticEngine) -> None:
    op = part.module
    message = f"'{op.name}' op cannot be compiled: LLVM ended with {crash.how}; another level may do"
    error = diagnostics.error(op.location, message)
    if crash.message:
        error.note(op.location, f"LLVM's message: {crash.message}")
