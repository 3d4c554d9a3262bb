"""Compiling the parts of a module in parallel.

LLVM runs one thread at a time per process, so other parts are compiled in processes of their own (`worker`), while this
one compiles its share. They start while LLVM IR is written for them. Parts that a worker cannot compile are compiled
here, where errors are reported at their ops.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from typing import IO

from dlc.ir.diagnostics import DiagnosticEngine

from .emission import object_file, translated
from .llvm_ir import Part
from .target import Target


class Worker:
    """A process that compiles an object file. A background thread sends the request; the result is a file."""

    def __init__(self) -> None:
        self._answer: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it stays open until the answer is read)
        self._process: subprocess.Popen[bytes] | None = None
        command = [sys.executable, "-m", "dlc.codegen.worker"]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=self._answer, stderr=subprocess.DEVNULL
            )
        except OSError:  # the process cannot be started: the work is done here
            self._answer.close()

    def ask(self, request: bytes) -> None:
        """Send a request; the process reads it when it has started."""
        if self._process is not None and self._process.stdin is not None:
            threading.Thread(target=_write, args=(self._process.stdin, request), daemon=True).start()

    def object_file(self) -> bytes | None:
        """Return the object file, or `None` on failure."""
        if self._process is None:
            return None
        with self._answer:
            if self._process.wait() != 0:
                return None
            self._answer.seek(0)
            return self._answer.read() or None

    def stop(self) -> None:
        """Cancel the request."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._answer.close()


def _write(given: IO[bytes], request: bytes) -> None:
    with contextlib.suppress(OSError), given:  # a process that has ended returns nothing either
        given.write(request)


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
    line = json.dumps({**head, "transforms_loops": transforms_loops}).encode() + b"\n"
    workers = [Worker() for _ in parts[1:]]
    try:
        for worker, part in zip(workers, parts[1:], strict=True):
            text = translated(part, diagnostics, target)
            if text is None:
                return None
            worker.ask(line + text.text.encode())
        objects = [object_file(parts[0], diagnostics, target, level, transforms_loops=transforms_loops)]
        for part in parts[1:]:
            code = workers.pop(0).object_file()
            objects.append(code or object_file(part, diagnostics, target, level, transforms_loops=transforms_loops))
    finally:
        for worker in workers:
            worker.stop()
    codes = [code for code in objects if code is not None]
    return codes if len(codes) == len(objects) else None
