"""A process that compiles modules for another one: it reads them from stdin, and writes object files to stdout.

A request is a line of JSON, with the task, what the task needs to know, and the number of bytes of a text that follow.
The answer is a line with a number of bytes, and that many bytes. The task `object` is to compile LLVM IR for a target;
the answer is an object file, or nothing if LLVM reports an error, which the parent process then reports at its op. A
crash of LLVM ends this process alone. It also ends when stdin does, or when there was no request for a while.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from .binding import initialize
from .machine_code import object_of

IDLE_SECONDS = 60.0
"""The time after which a process that is not asked for anything ends."""


def main() -> int:
    """Answer requests for object files."""
    return serve({})


def serve(tasks: Mapping[str, Callable[..., bytes]]) -> int:
    """Answer requests until there are no more; each task is a function of the text and of what the request says."""
    initialize()
    known = {"object": _object, **tasks}
    answers = sys.stdout.buffer
    while line := _next_line(sys.stdin.buffer):
        head = json.loads(line)
        text = sys.stdin.buffer.read(head.pop("bytes")).decode()
        answer = known[head.pop("task")](text, **head)
        answers.write(b"%d\n" % len(answer) + answer)
        answers.flush()
    return 0


def _object(text: str, **options: Any) -> bytes:
    with contextlib.suppress(RuntimeError):  # the parent process compiles the same, and reports the error
        return object_of(text, **options)
    return b""


def _next_line(requests: BinaryIO) -> bytes:
    end = threading.Timer(IDLE_SECONDS, os._exit, (0,))
    end.daemon = True
    end.start()
    line = requests.readline()
    end.cancel()
    return line
