"""Asks a `ForkingPython` for a process. Commands import this file: it needs little more than Python itself.

To import `socket` would take as long as to start Python: this is the module of C that is below it.
"""

from __future__ import annotations

import _socket
import marshal
import os
import sys

DESCRIPTOR_BYTES = 4


def ask(address: str, arguments: list[str], environment: dict[str, str], streams: tuple[int, int, int]) -> int:
    """Return the exit status of a process with these arguments, or the number of the signal that ended it, negated."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    try:
        connection.connect(address)
        request = marshal.dumps((arguments, os.getcwd(), environment))
        data = b"".join(stream.to_bytes(DESCRIPTOR_BYTES, sys.byteorder) for stream in streams)
        connection.sendmsg([request], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, data)])
        answer = connection.recv(DESCRIPTOR_BYTES)
    finally:
        connection.close()
    if not answer:
        raise RuntimeError("the process that forks has ended")
    return int.from_bytes(answer, sys.byteorder, signed=True)


def become(address: str, python: str, arguments: list[str]) -> None:
    """Do what `python` would do with these arguments, and end like it."""
    has_options = not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-c", "-m"))
    if has_options or any(name.startswith("PYTHON") for name in os.environ):  # all that is read when Python starts
        os.execv(python, [python, *arguments])
    status = ask(address, arguments, dict(os.environ), (0, 1, 2))
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status if status >= 0 else 128 - status)  # as shells do, for a signal that this process ignores
