"""Processes of Python that are forked from one which has imported modules already, which takes most of their time.

    python = ForkingPython(folder, sys.executable, ["dlc.tools.dlc_opt"], environment)
    python.write_command("python")

A shell that finds `folder` on its path then starts processes by `python x.py` that have arguments, environment, working
directory and standard streams of their own, and end as others do: functions of `atexit` run, threads are waited for.
A process ends as well when the command does.

This file is the program that forks, too, so it needs nothing but Python. Modules that a process imports by itself are
those that were not imported before: give the ones only that processes import in any case, and those that are
independent of the order in which they are imported.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import marshal
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import types
from pathlib import Path
from typing import Any, TextIO

MOST_BYTES = 1 << 20
DESCRIPTOR_BYTES = 4
READY = b"+"


class ForkingPython:
    """A process of `python` that has imported modules, and forks; it ends with the process that started it."""

    def __init__(self, folder: Path, python: Path | str, modules: list[str], environment: dict[str, str]) -> None:
        self.folder = folder
        self.python = python
        self.address = str(folder / "socket")
        self.process = subprocess.Popen(
            [python, __file__, self.address, *modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment | {"OPENBLAS_NUM_THREADS": "1"},  # a fork keeps one thread only
        )
        assert self.process.stdout is not None
        if self.process.stdout.read(1) != READY:
            raise RuntimeError(f"'{python}' cannot import {', '.join(modules)}")

    def close(self) -> None:
        """End the process."""
        self.process.communicate()

    def write_command(self, name: str, *arguments: str) -> Path:
        """Write a program into `folder` that does what Python does with these first arguments."""
        path = self.folder / name
        lines = [
            f"#!{self.python} -IS",
            "import sys",
            f"sys.path.append({str(Path(__file__).parent)!r})",
            "from forked_command import become",
            f"become({self.address!r}, {str(self.python)!r}, [*{arguments!r}, *sys.argv[1:]])",
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        path.chmod(0o755)
        return path


# -- The process that forks --------------------------------------------------------------------------------------------


def next_arguments(listener: socket.socket) -> list[str]:
    """Fork for each request; return its arguments in the child. The process ends when nobody is left who could ask."""
    with selectors.DefaultSelector() as selector:
        selector.register(listener, selectors.EVENT_READ)
        selector.register(0, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj == 0:
                    os._exit(0)
                elif key.fileobj is not listener:
                    _end(selector, key.data)
                    continue
                connection, _ = listener.accept()
                request, descriptors, _, _ = socket.recv_fds(connection, MOST_BYTES, 3)
                pid = os.fork()
                if pid == 0:
                    connection.close()
                    arguments, directory, environment = marshal.loads(request)
                    _take_over(directory, environment, descriptors)
                    return arguments
                for descriptor in descriptors:
                    os.close(descriptor)
                child = pid, os.pidfd_open(pid), connection
                for end in child[1:]:
                    selector.register(end, selectors.EVENT_READ, child)


def _end(selector: selectors.BaseSelector, child: tuple[int, int, socket.socket]) -> None:
    """End a process if it has not ended, because its command has; tell the command how it ended."""
    pid, descriptor, connection = child
    known = selector.get_map().get(descriptor)
    if known is None or known.data is not child:
        return  # both ended at once; the descriptor may be that of another one by now
    selector.unregister(descriptor)
    selector.unregister(connection)
    os.close(descriptor)
    with connection, contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        connection.send(os.waitstatus_to_exitcode(status).to_bytes(DESCRIPTOR_BYTES, sys.byteorder, signed=True))


def _take_over(directory: str, environment: dict[str, str], descriptors: list[int]) -> None:
    """Make what belongs to a process that of this one."""
    for stream, descriptor in enumerate(descriptors):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    for name in ("stdin", "stdout", "stderr"):
        setattr(sys, name, _reopened(getattr(sys, name)))
        setattr(sys, f"__{name}__", getattr(sys, name))
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[1:1] = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]


def _reopened(stream: Any) -> TextIO:
    """Return a stream that knows what its descriptor is now."""
    descriptor, mode = stream.fileno(), "w" if stream.writable() else "r"
    return open(descriptor, mode, encoding=stream.encoding, errors=stream.errors, closefd=False)


def run_as_python(arguments: list[str]) -> None:
    """Run a file, a module or a text, as Python runs what its command line names."""
    sys.excepthook = lambda kind, error, trace: sys.__excepthook__(kind, error.with_traceback(_outside(trace)), None)
    sys.argv = arguments if arguments[0] not in ("-c", "-m") else [arguments[0], *arguments[2:]]
    if arguments[0] == "-m":
        sys.path[0] = os.getcwd()
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    if arguments[0] == "-c":
        sys.path[0] = ""
        code = compile(arguments[1], "<string>", "exec")
    else:
        path = os.path.abspath(arguments[0])
        sys.path[0] = os.path.dirname(os.path.realpath(path))
        main.__file__ = path
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec")
    exec(code, main.__dict__)


def _outside(trace: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback from the first line on that is not of this file."""
    while trace is not None and trace.tb_frame.f_code.co_filename in (__file__, "<frozen runpy>"):
        trace = trace.tb_next
    return trace


def _serve(address: str, modules: list[str]) -> None:
    for name in modules:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen()
        os.write(1, READY)
        arguments = next_arguments(listener)
    run_as_python(arguments)


if __name__ == "__main__":
    _serve(sys.argv[1], sys.argv[2:])
