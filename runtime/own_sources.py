"""The digest of dlc's own sources, which is part of the key of every program in the cache.

Reading hundreds of files takes a tenth of the time in which a program from the cache gives its first result. So a
folder that may be trusted keeps the digest, beside the state of the files that it was computed from: their sizes, their
times and where they are on the disk. Whoever changes a file changes the time that the system notes, so a state stands
for contents.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from dlc.codegen.binding import LLVMLITE_VERSION
from dlc.ir.files import replace_file
from dlc.ir.kept_code import is_what_runs

ROOMS = ("ir", "parser", "dialects", "passes", "interp", "codegen", "runtime", "frontends")
"""The folders of dlc that determine what it compiles."""
REMEMBERED_NAME = re.compile(r"sources-[0-9a-f]{16}")
"""The names of the files that digests are kept in, one for each copy of dlc."""
_KEPT = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64})\n")
_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class OwnSources(NamedTuple):
    """The state of dlc's sources and their digest, both with the versions of packages that affect machine code."""

    state: str
    digest: str

    def remember(self, folder: Path) -> None:
        """Keep the digest in a folder that nobody else may write to."""
        path = _path_in(folder)
        if _kept_in(path) != self:
            replace_file(path, [f"{self.state} {self.digest}\n".encode()])


@cache
def own_sources(folder: Path | None) -> OwnSources | None:
    """Return the state and the digest of the sources; the latter may be what the folder keeps.

    `None`: files may have been changed after this process loaded them, so what they are now is not what compiles.
    """
    files = sorted(_files(_ROOT), key=lambda each: each.path)
    state = _head()
    latest = 0
    for each in files:
        status = each.stat()
        latest = max(latest, status.st_mtime_ns, status.st_ctime_ns)
        numbers = status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev
        state.update(f"{each.path};{numbers}\n".encode(errors="surrogateescape"))
    if not is_what_runs(latest):
        return None
    kept = None if folder is None else _kept_in(_path_in(folder))
    if kept is not None and kept.state == state.hexdigest():
        return kept
    digest = _head()
    for each in files:
        with open(each.path, "rb", buffering=0) as file:
            content = file.read()
        digest.update(f"{each.path[len(_ROOT) :]};{len(content)};".encode())
        digest.update(content)
    return OwnSources(state.hexdigest(), digest.hexdigest())


def _head() -> Any:
    return hashlib.sha256(f"{LLVMLITE_VERSION}{cast('Any', np).__version__}".encode())


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield the files of dlc that determine what it compiles: hundreds, for which `pathlib` is slow."""
    with os.scandir(folder) as listing:
        for each in listing:
            if each.name.endswith((".py", ".mlir", ".json")):
                if folder != _ROOT:
                    yield each
            elif each.name in ROOMS if folder == _ROOT else each.name != "__pycache__" and each.is_dir():
                yield from _files(each.path)


def _path_in(folder: Path) -> Path:
    return folder / f"sources-{hashlib.sha256(os.fsencode(_ROOT)).hexdigest()[:16]}"


def _kept_in(path: Path) -> OwnSources | None:
    with contextlib.suppress(OSError), path.open("rb") as file:
        match = _KEPT.fullmatch(file.read(256))
        return OwnSources(match[1].decode(), match[2].decode()) if match is not None else None
    return None
