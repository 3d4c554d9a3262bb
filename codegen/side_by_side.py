"""Object files of several modules, made at the same time.

LLVM takes one thread at a time in a process, so other modules go to processes of their own (`worker`), while this one
does its share. What a worker cannot do is done here, where errors find their way to the ops that they are about.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO

from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.operations import Operation

from .compiler import object_file, translated
from .target import Target


class Worker:
    """A process that makes an object file; it talks in files, so that nobody waits for anybody."""

    def __init__(self, request: bytes) -> None:
        self._answer: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it stays open until the answer is read)
        self._process: subprocess.Popen[bytes] | None = None
        with tempfile.TemporaryFile() as given:
            given.write(request)
            given.seek(0)
            command = [sys.executable, "-m", "dlc.codegen.worker"]
            try:
                self._process = subprocess.Popen(command, stdin=given, stdout=self._answer, stderr=subprocess.DEVNULL)
            except OSError:  # no more processes, or no Python to start: the work is done here
                self._answer.close()

    def object_file(self) -> bytes | None:
        """What it made; `None` where it could not."""
        if self._process is None:
            return None
        with self._answer:
            if self._process.wait() != 0:
                return None
            self._answer.seek(0)
            return self._answer.read() or None

    def stop(self) -> None:
        """Nobody wants the answer any more."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._answer.close()


def object_files(
    parts: Sequence[Operation],
    diagnostics: DiagnosticEngine,
    target: Target | None = None,
    level: int = 2,
    *,
    transforms_loops: bool = True,
) -> list[bytes] | None:
    """The object file of each module; `None`, where errors were reported."""
    target = target or Target.host()
    head = {"triple": target.triple, "cpu": target.cpu, "features": target.features, "level": level}
    line = json.dumps({**head, "transforms_loops": transforms_loops}).encode() + b"\n"
    workers: list[Worker] = []
    try:
        for part in parts[1:]:
            text = translated(part, diagnostics, target)
            if text is None:
                return None
            workers.append(Worker(line + text.text.encode()))
        found = [object_file(parts[0], diagnostics, target, level, transforms_loops=transforms_loops)]
        for part in parts[1:]:
            code = workers.pop(0).object_file()
            found.append(code or object_file(part, diagnostics, target, level, transforms_loops=transforms_loops))
    finally:
        for worker in workers:
            worker.stop()
    codes = [code for code in found if code is not None]
    return codes if len(codes) == len(found) else None
