"""LLVM in a separate process: read modules from stdin, write their object files to stdout.

    python -m dlc.codegen.worker

A request is a line of JSON, with the target, the optimization level and the number of bytes of LLVM IR that follow. The
answer is a line with a number of bytes, and that many bytes of an object file: none if LLVM reports an error, which the
parent process then reports at its op. A crash of LLVM ends this process alone. It also ends when stdin does, or when
there was no request for a while.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from typing import BinaryIO

from .binding import initialize
from .machine_code import object_of

IDLE_SECONDS = 60.0
"""The time after which a process that is not asked for anything ends."""


def main() -> int:
    initialize()
    answers = sys.stdout.buffer
    while line := _next_line(sys.stdin.buffer):
        head = json.loads(line)
        text = sys.stdin.buffer.read(head.pop("bytes")).decode()
        code = b""
        with contextlib.suppress(RuntimeError):  # the parent process compiles the same, and reports the error
            code = object_of(text, **head)
        answers.write(b"%d\n" % len(code) + code)
        answers.flush()
    return 0


def _next_line(requests: BinaryIO) -> bytes:
    end = threading.Timer(IDLE_SECONDS, os._exit, (0,))
    end.daemon = True
    end.start()
    line = requests.readline()
    end.cancel()
    return line


if __name__ == "__main__":
    sys.exit(main())
