"""Libraries of object files: archives are written here, shared libraries are linked by the system's linker, or by that
of the package `ziglang`.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from dlc.codegen.target import Target
from dlc.ir.errors import DlcError
from dlc.ir.files import reason_of

ARCHIVE_MAGIC = b"!<arch>\n"
LINKERS = ("cc", "gcc", "clang")


class LinkError(DlcError):
    """A library cannot be linked."""


def archive(members: Mapping[str, bytes], symbols: Mapping[str, Sequence[str]]) -> bytes:
    """Return an archive of object files, with an index of the symbols that each of them defines."""
    listed = [(symbol, name) for name in members for symbol in symbols.get(name, ())]
    names = b"".join(symbol.encode() + b"\0" for symbol, _ in listed)
    index_size = 4 + 4 * len(listed) + len(names)
    at = len(ARCHIVE_MAGIC) + 60 + index_size + index_size % 2
    offsets: dict[str, int] = {}
    for name, content in members.items():
        offsets[name] = at
        at += 60 + len(content) + len(content) % 2
    index = struct.pack(f">{1 + len(listed)}I", len(listed), *(offsets[name] for _, name in listed)) + names
    parts = [ARCHIVE_MAGIC, *_member("", index)]
    for name, content in members.items():
        parts += _member(name, content)
    return b"".join(parts)


def _member(name: str, content: bytes) -> list[bytes]:
    """Return a member with its header, which has no time and no owner; it ends at an even byte."""
    header = f"{name + '/':<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(content):<10}`\n"
    return [header.encode(), content, b"\n" * (len(content) % 2)]


def shared_library(code: bytes, target: Target) -> bytes:
    """Return the shared library of an object file, linked by the system's linker."""
    linker = _linker(target)
    name = linker[0]
    with tempfile.TemporaryDirectory(prefix="dlc-") as folder:
        source, output = Path(folder, "code.o"), Path(folder, "code.so")
        source.write_bytes(code)
        command = [*linker, "-shared", "-o", str(output), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        except OSError as error:
            raise LinkError(f"cannot run the linker '{name}': {reason_of(error)}") from None
        if done.returncode != 0:
            reason = done.stderr.strip() or done.stdout.strip() or f"it ended with status {done.returncode}"
            raise LinkError(f"'{name}' cannot link the library: {reason}")
        return output.read_bytes()


def _linker(target: Target) -> list[str]:
    """Return the command of a linker for a target: `CC`, a compiler driver on the path, or that of `ziglang`."""
    host = Target.host()
    own = os.environ.get("CC")
    if own:
        return shlex.split(own)
    is_host = target.architecture == host.architecture
    names = LINKERS if is_host else (f"{target.architecture}-linux-gnu-gcc",)
    linker = next(filter(None, map(shutil.which, names)), None)
    if linker is not None:
        return [linker]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc", "-target", f"{target.architecture}-linux-gnu"]
    raise LinkError(
        f"a shared library requires a linker, but none of {', '.join(names)} is on the path: install one, name it in "
        "CC, install one by 'pip install ziglang', or write an object file (.o) or an archive (.a), which require none"
    )
