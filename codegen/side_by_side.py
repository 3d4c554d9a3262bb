"""Compiling the parts of a module in other processes, in parallel.

LLVM runs one thread at a time per process, and ends its process where an assertion of its own fails. So each part is
compiled by a worker (`worker`), a process that waits for the next module afterwards: a crash of LLVM is an error of
that part. Parts for which LLVM reports an error are compiled here again, where it is reported at its op; so are all
parts where no process can be started.

A worker may also lower a part to LLVM IR first, if it runs another command than `COMMAND` that can do so. Lowering goes
first: the rest of the module waits for it.
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
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, cast

from dlc.ir import Operation
from dlc.ir.diagnostics import DiagnosticEngine

from .emission import has_its_vectors, object_file, translated
from .llvm_ir import Part
from .target import Target


def command_of(module: str) -> tuple[str, ...]:
    """Return the arguments for Python to run `main` of a module, which is looked for where this process looks.

    `-m` would look in the current folder first: a file `json.py` there would be run.
    """
    return "-c", f"import sys; sys.path[:] = {sys.path}; from {module} import main; sys.exit(main())"


COMMAND = command_of("dlc.codegen.worker")
MOST_OF_MESSAGE = 1000
"""The number of characters of LLVM's last message that are shown."""


class LLVMCrash(Exception):
    """LLVM ended the process that it ran in."""

    def __init__(self, how: str, message: str) -> None:
        super().__init__(how)
        self.how = how
        self.message = message


class Worker:
    """A process that answers one request after the other."""

    def __init__(self, command: Sequence[str]) -> None:
        self.owner = os.getpid()
        self.command = command
        self._messages: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it stays open as long as the process)
        self._request = b""
        self._has_answered = False
        self._is_killed = False
        try:
            self._process = subprocess.Popen(
                [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages
            )
        except OSError:
            self._messages.close()
            raise

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

    def answer(self, *, may_ask_another: bool = True) -> bytes | None:
        """Return the answer, or `None` if there is none: for an object file, LLVM reports an error then."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        size = int(line) if line.strip().isdigit() else -1
        answer = self._process.stdout.read(size) if size > 0 else b""
        if len(answer) == size:
            self._has_answered = True
            return answer or None
        if line:
            self._process.kill()
        status = self._process.wait()
        # It had waited for too long when it was asked, or what ended it may be left over from an earlier request.
        if (status == 0 or self._has_answered) and may_ask_another and not self._is_killed:
            return self._answer_of_another()
        how = signal.Signals(-status).name if status < 0 else f"status {status}"
        self._messages.seek(0)
        raise LLVMCrash(how, self._messages.read()[-MOST_OF_MESSAGE:].decode(errors="replace").strip())

    def _answer_of_another(self) -> bytes | None:
        other = Worker(self.command)
        other.ask(self._request)
        try:
            return other.answer(may_ask_another=False)
        finally:
            other.stop()

    def kill(self) -> None:
        """End the process, whatever it is at."""
        self._is_killed = True
        self._process.kill()

    def stop(self) -> None:
        """End the process, wait until it has ended, and close its streams; a fork only closes them."""
        if self.owner == os.getpid():
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


def start_ahead(count: int = 1, command: Sequence[str] = ()) -> None:
    """Start workers until `count` of them wait: they are ready when there is something to compile.

    They run a command; without one, it is enough that they make object files, which all can.
    """
    _stop_ended()
    workers = [_taken(command or COMMAND) for _ in range(count)]
    _idle.extend(worker for worker in workers if worker is not None)


def _stop_ended() -> None:
    """Close the streams of workers that have ended by themselves, since nobody asked them for long."""
    for worker in [each for each in _idle if not each.is_usable]:
        with contextlib.suppress(ValueError):  # another thread was faster
            _idle.remove(worker)
            worker.stop()


def _taken(command: Sequence[str]) -> Worker | None:
    """Return a worker that nobody else uses, or `None` if there is no other process."""
    if only_this_process:
        return None
    while waiting := [each for each in _idle if command in (each.command, COMMAND)]:
        worker = next((each for each in reversed(waiting) if each.command == command), waiting[-1])
        with contextlib.suppress(ValueError):  # another thread was faster
            _idle.remove(worker)
            if worker.is_usable:
                return worker
            worker.stop()
    try:
        return Worker(command)
    except OSError:
        return None


def object_files(
    parts: Sequence[Part],
    diagnostics: DiagnosticEngine,
    target: Target | None = None,
    level: int = 2,
    *,
    is_scheduled: bool = False,
) -> list[bytes] | None:
    """Return the object file of each part, or `None` if errors were reported."""
    with ObjectFiles(diagnostics, target, level, is_scheduled=is_scheduled) as files:
        files.add_last(parts, at_once=len(parts))
        return files.finished()


class ObjectFiles:
    """The object files of the parts of a module, some of which may be compiled while others are not there yet.

    Threads pass the texts of parts to workers, and wait for them. Leaving the context stops what is not finished.
    """

    def __init__(self, diagnostics: DiagnosticEngine, target: Target | None, level: int, *, is_scheduled: bool) -> None:
        self._diagnostics = diagnostics
        self._target = target or Target.host()
        self._level = level
        self._is_scheduled = is_scheduled
        self._jobs: list[Job] = []
        self._waiting: list[Job] = []
        """The jobs that no thread has begun, the next one last."""
        self._order = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._serving = 0
        """The number of threads that will look for another job."""
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
    def functions(self) -> set[str]:
        """The names of the functions that the parts define which were added so far."""
        return {name for job in self._jobs for name in job.functions}

    def parts_are_in(self, module: Operation) -> None:
        """Note that the functions of the parts which were added so far have moved to a module."""
        for job in self._jobs:
            if job.part is not None:
                job.part.module = module

    def add(self, part: Part, at_once: int, job: Job | None = None) -> None:
        """Compile a part as soon as fewer than `at_once` are compiled: that of a job, which nobody else has lowered."""
        if job is None:
            job = Job({op.sym_name.value for op in part.functions()})
            self._jobs.append(job)
        job.part = part
        request = self._request_for(part)
        if request is None:
            self._is_refused = True
            return
        job.compile_with(request)
        self._enqueue(job, at_once)

    def add_last(self, parts: Sequence[Part], at_once: int) -> None:
        """Compile the parts that are left, `at_once` at a time."""
        for part in parts:
            self.add(part, at_once)
            with self._order:
                self._waiting.sort(key=Job.size)
        self._start_threads(at_once)

    def add_unlowered(
        self,
        functions: set[str],
        command: Sequence[str],
        head: Mapping[str, object],
        text: str,
        lower: Callable[[], Part],
        at_once: int,
    ) -> Job:
        """Let a worker lower functions that a text defines, and then compile the LLVM IR that it answers.

        `lower` does the same here.
        """
        job = Job(functions)
        job.lower_with(command, _request({"task": "lower", **head, **self._processor()}, text), lower)
        self._jobs.append(job)
        self._enqueue(job, at_once)
        return job

    def take_back(self, job: Job) -> bool:
        """Return whether no worker has begun to lower a job; then none will."""
        with self._order:
            if job not in self._waiting or job.is_lowered:
                return False
            self._waiting.remove(job)
            return True

    def finished(self) -> list[bytes] | None:
        """Wait for the object files of all parts, and return them, or `None` if errors were reported."""
        for thread in self._threads if not self._is_refused else ():
            thread.join()
        codes: list[bytes] = []
        for job in self._jobs if not self._is_refused else ():
            if job.crash is not None:
                _report(job.crash, job.lowered_here(), self._diagnostics)
                return None
            code = job.code or self._compiled_here(job.lowered_here())
            if code is None:
                return None
            codes.append(code)
        return None if self._is_refused else codes

    def _request_for(self, part: Part) -> bytes | None:
        """Return the request for the object file of a part, or `None` if errors were reported."""
        text = None if self._is_refused else translated(part, self._diagnostics, self._target)
        if text is None or not has_its_vectors(text, self._target, self._diagnostics):
            return None
        return self._object_request(text.text)

    def _object_request(self, text: str) -> bytes:
        how = {"level": self._level, "is_scheduled": self._is_scheduled}
        return _request({"task": "object", **self._processor(), **how}, text)

    def _processor(self) -> dict[str, str]:
        return {"triple": self._target.triple, "cpu": self._target.cpu, "features": self._target.features}

    def _enqueue(self, job: Job, at_once: int) -> None:
        with self._order:
            self._waiting.insert(0, job)
        self._start_threads(at_once)

    def _start_threads(self, at_once: int) -> None:
        with self._order:
            threads = [
                threading.Thread(target=self._serve, daemon=True)
                for _ in range(min(at_once - self._serving, len(self._waiting)))
            ]
            self._serving += len(threads)
        self._threads += threads
        for thread in threads:
            thread.start()

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            if job.is_lowered:
                job.code = job.run()
            else:
                self._lower(job)

    def _lower(self, job: Job) -> None:
        """Let a worker lower the part of a job; if it answers, the job waits for the next worker."""
        try:
            fields = _read(job.run())
            if fields is not None:
                job.answer = fields
                job.compile_with(self._object_request(fields["text"]))
                with self._order:
                    self._waiting.insert(0, job)
        finally:
            job.is_answered.set()

    def _next(self) -> Job | None:
        """Return the next job, or `None` if the thread is to end."""
        with self._order:
            if not self._waiting:
                self._serving -= 1
                return None
            job = next((each for each in reversed(self._waiting) if not each.is_lowered), self._waiting[-1])
            self._waiting.remove(job)
            return job

    def _compiled_here(self, part: Part) -> bytes | None:
        return object_file(part, self._diagnostics, self._target, self._level, is_scheduled=self._is_scheduled)


class Job:
    """A part that a worker compiles and may lower before: afterwards it has the object file, or a crash, or neither."""

    def __init__(self, functions: set[str]) -> None:
        self.functions = functions
        """The names of the functions that the part defines."""
        self.part: Part | None = None
        self.code: bytes | None = None
        self.crash: LLVMCrash | None = None
        self.is_lowered = True
        """Whether the job is to compile LLVM IR, and not to lower the part first."""
        self.is_answered = threading.Event()
        """Whether a worker has lowered the part, or has tried to."""
        self.answer: Mapping[str, Any] | None = None
        """The answer of the worker that has lowered the part."""
        self._command: Sequence[str] = COMMAND
        self._request = b""
        self._lower: Callable[[], Part] | None = None
        self._worker: Worker | None = None
        self._is_cancelled = False

    def lower_with(self, command: Sequence[str], request: bytes, lower: Callable[[], Part]) -> None:
        """Request of a worker with a command to lower the part; `lower` does it here."""
        self.is_lowered, self._command, self._request, self._lower = False, command, request, lower

    def compile_with(self, request: bytes) -> None:
        """Request the object file of the part from now on."""
        self.is_lowered, self._command, self._request = True, COMMAND, request

    def size(self) -> int:
        """Return the number of bytes that a worker reads: large parts begin first, so that all end together."""
        return len(self._request)

    def run(self) -> bytes | None:
        """Let a worker that waits, or a new one, do the job, and return its answer; afterwards it waits for another."""
        worker = self._worker = _taken(self._command)
        if worker is None:
            return None
        try:
            if self._is_cancelled:
                worker.kill()
            worker.ask(self._request)
            answer = worker.answer()
        except LLVMCrash as crash:
            self.crash = crash if self.is_lowered and not self._is_cancelled else None
            worker.stop()
            return None
        finally:
            self._worker = None
        _idle.append(worker)
        return answer

    def lowered_here(self) -> Part:
        """Return the part in the dialect llvm, even if a worker has lowered it."""
        if self.part is None:
            assert self._lower is not None, "either it is lowered, or it can be"
            self.part = self._lower()
        return self.part

    def cancel(self) -> None:
        """Stop the worker that compiles the part."""
        self._is_cancelled = True
        worker = self._worker
        if worker is not None:
            worker.kill()


def _request(head: Mapping[str, object], text: str) -> bytes:
    code = text.encode()
    return json.dumps({**head, "bytes": len(code)}).encode() + b"\n" + code


def _read(answer: bytes | None) -> dict[str, Any] | None:
    """Return the fields of an answer to the request to lower a part, if it is one."""
    fields: Any = None
    with contextlib.suppress(ValueError):
        fields = json.loads(answer or b"null")
    return cast("dict[str, Any]", fields) if isinstance(fields, dict) and "text" in fields else None


def _report(crash: LLVMCrash, part: Part, diagnostics: DiagnosticEngine) -> None:
    op = part.module
    message = f"'{op.name}' op cannot be compiled: LLVM ended with {crash.how}; another level may do"
    error = diagnostics.error(op.location, message)
    if crash.message:
        error.note(op.location, f"LLVM's message: {crash.message}")
