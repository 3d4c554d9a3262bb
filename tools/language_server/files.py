"""The files in the folders of the workspace that are not open: which symbols they mention, and the files as documents.

Each question looks at the sizes and times of all files, and reads those that are new or have changed, so nothing has to
be watched. Links, hidden folders and very large files are left out.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lsprotocol import types

from .opened import OpenDocument

MOST_FILES = 20_000
MOST_DOCUMENTS = 200
"""The largest number of files that are kept as documents after an answer."""
LARGEST_FILE = 4 << 20
"""The number of bytes of the largest file that is read."""
_MENTIONED = re.compile(r'@([\w$.-]+)|@"([^"\n]*)"|\bsym_name = "([^"\n]*)"')

_Stamp = tuple[int, int]
"""The time of a file and its size."""


class _Known:
    """The symbols that a file mentions, as long as it has this stamp."""

    __slots__ = ("mentioned", "stamp", "symbols")

    def __init__(self, stamp: _Stamp, text: str) -> None:
        self.stamp = stamp
        self.mentioned = frozenset(name for names in _MENTIONED.findall(text) for name in names if name)
        self.symbols: list[types.WorkspaceSymbol] | None = None


class WorkspaceFiles:
    """The MLIR files in some folders; `read` makes a document of a path and its text."""

    def __init__(self, folders: Sequence[Path], read: Callable[[Path, str], OpenDocument]) -> None:
        self.folders = folders
        self._read = read
        self._known: dict[Path, _Known] = {}
        self._documents: dict[Path, tuple[_Stamp, OpenDocument]] = {}

    def mentioning(self, matches: Callable[[str], bool]) -> list[Path]:
        """Return the files that there are now and in which a symbol's name occurs for which this holds."""
        self._look()
        return [path for path, known in self._known.items() if any(map(matches, known.mentioned))]

    def document(self, path: Path) -> OpenDocument | None:
        """Return a file that `mentioning` has returned as a document; `None` if it cannot be read any more."""
        stamp = self._known[path].stamp
        kept = self._documents.pop(path, None)
        if kept is None or kept[0] != stamp:
            text = _text_of(path)
            if text is None:
                return None
            kept = stamp, self._read(path, text)
        self._documents[path] = kept
        if len(self._documents) > MOST_DOCUMENTS:
            self._documents.pop(next(iter(self._documents)))
        return kept[1]

    def symbols(self, path: Path) -> list[types.WorkspaceSymbol]:
        """Return the symbols of a file that `mentioning` has returned."""
        known = self._known[path]
        if known.symbols is None:
            document = self.document(path)
            known.symbols = document.workspace_symbols() if document is not None else []
        return known.symbols

    def _look(self) -> None:
        before, self._known = self._known, {}
        for path, stamp in self._present():
            known = before.get(path)
            if known is None or known.stamp != stamp:
                text = _text_of(path)
                if text is None:
                    continue
                known = _Known(stamp, text)
            self._known[path] = known

    def _present(self) -> Iterator[tuple[Path, _Stamp]]:
        count = 0
        for folder in self.folders:
            for parent, folders, files in os.walk(folder):
                folders[:] = sorted(each for each in folders if not each.startswith((".", "__")))
                for path in (Path(parent, file) for file in sorted(files) if file.endswith(".mlir")):
                    stamp = _stamp_of(path)
                    if stamp is not None and count < MOST_FILES:
                        count += 1
                        yield path, stamp


def _stamp_of(path: Path) -> _Stamp | None:
    """Return the stamp of a regular file that is not too large."""
    try:
        status = path.lstat()
    except OSError:
        return None
    is_read = stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST_FILE
    return (status.st_mtime_ns, status.st_size) if is_read else None


def _text_of(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
