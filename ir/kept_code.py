"""Code that was compiled for ops, kept on the disk: readers, printers and structural checks.

Compiling these takes longer than reading a file of a few thousand ops. So a process may keep what it compiled for the
ops of dlc's own dialects, and others find it. The code is a function of dlc's sources, so it is used only if these are
in the same state: their sizes, their times and where they are on the disk. Code for other dialects is not kept, as
nothing here knows what it was made from.

Kept code runs. It is in the folder of the compile cache, under the same conditions (`cache_folder`): nobody else may
write there. A file is replaced in one step, and one that is damaged, or of another version of Python, is not used.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import time
from binascii import crc32
from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING

from .cache_folder import cache_folder, folder_problem
from .files import replace_file

if TYPE_CHECKING:
    from .definition import Op

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PACKAGE = __name__.rpartition(".ir.")[0]
_ROOMS = ("ir", "parser", "dialects")
"""The folders of dlc that determine what is compiled for an op."""
KEPT_NAME = r"code-[0-9a-f]{8}"
"""A pattern of the names of files with code, one for each copy of dlc and version of Python."""
_HEAD = b"dlc code 1 %010d %010d %010d\n"
"""The first line of a file: the checksum and the length of its index, and how much of the index is the state."""
_LENGTH_OF_HEAD = len(_HEAD % (0, 0, 0))
_LOADED_AT = time.time_ns()
_COARSE_NS = 2_000_000_000
"""The coarsest clock of a file system. What was changed later than this before dlc was loaded may not be what runs."""
_FINE_NS = 50_000_000
"""The same for clocks that show fractions of a second."""

_Entry = tuple[str | None, dict[str, tuple[tuple[str, ...], bytes]]]
"""An op's syntax; and for each purpose the names that the code needs, and the code."""
_Part = dict[str, _Entry]
"""The entries of a dialect's ops, by their names."""


class Kept:
    """A compiled text, or that there is none for an op and a purpose."""

    __slots__ = ("code", "names")

    def __init__(self, names: tuple[str, ...], code: CodeType | None) -> None:
        self.names = names
        """Names in its scope whose values depend on the op."""
        self.code = code


class KeptCode:
    """The file with code for this copy of dlc."""

    def __init__(self, folder: str, state: bytes) -> None:
        self.folder = folder
        self.path = os.path.join(folder, f"code-{crc32(f'{_ROOT};{sys.version}'.encode()):08x}")
        self.state = state
        self._parts: dict[str, _Part] = {}
        """The entries of each dialect that was needed: those of the file, and new ones."""
        self._changed: set[str] = set()
        self._content = _Content.of(self.path, state)

    def find(self, cls: type[Op], purpose: str) -> Kept | None:
        """Return what was compiled for an op, or `None`."""
        dialect = home_of(cls)
        if dialect is None:
            return None
        syntax, entries = self._part(dialect).get(cls.name, (None, {}))
        entry = entries.get(purpose)
        if entry is None or syntax != cls.syntax:
            return None
        return Kept(entry[0], marshal.loads(entry[1]))

    def note(self, cls: type[Op], purpose: str, kept: Kept) -> None:
        """Add what was compiled for an op; `keep` writes it."""
        dialect = home_of(cls)
        if dialect is None:
            return
        part = self._part(dialect)
        entry = part.get(cls.name)
        if entry is None or entry[0] != cls.syntax:
            entry = part[cls.name] = cls.syntax, {}
        entry[1][purpose] = kept.names, marshal.dumps(kept.code)
        self._changed.add(dialect)

    def keep(self) -> None:
        """Write what was added to the file, unless the folder cannot be written."""
        if not self._changed:
            return
        with contextlib.suppress(OSError):
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
        if folder_problem(self.folder) is not None:
            return
        present = _Content.of(self.path, self.state)  # another process may have added to it
        parts = {dialect: present.raw(dialect) for dialect in present.places}
        for dialect in self._changed:
            theirs = present.part(dialect)
            for name, (syntax, entries) in self._parts[dialect].items():
                if name in theirs and theirs[name][0] == syntax:
                    entries.update({**theirs[name][1], **entries})
            parts[dialect] = marshal.dumps({**theirs, **self._parts[dialect]})
        with contextlib.suppress(OSError):
            replace_file(self.path, _pieces(self.state, parts))
            self._changed.clear()

    def _part(self, dialect: str) -> _Part:
        part = self._parts.get(dialect)
        if part is None:
            part = self._parts[dialect] = self._content.part(dialect)
        return part


class _Content:
    """The contents of a file: the place of each dialect's part."""

    def __init__(self, path: str, places: dict[str, tuple[int, int, int]], start: int) -> None:
        self.path = path
        self.places = places
        """By dialect: the offset of its part, the length and the checksum."""
        self.start = start
        """Where the first part is."""

    @classmethod
    def of(cls, path: str, state: bytes) -> _Content:
        """Return the content of a file; that of one that cannot be used is empty."""
        with contextlib.suppress(OSError, ValueError), open(path, "rb", buffering=0) as file:
            head = file.read(_LENGTH_OF_HEAD)
            checksum, length, length_of_state = map(int, head.split()[-3:])
            index = file.read(length)
            is_whole = head == _HEAD % (checksum, len(index), length_of_state) and crc32(index) == checksum
            if is_whole and index[:length_of_state] == state:
                return cls(path, marshal.loads(index[length_of_state:]), len(head) + length)
        return cls(path, {}, 0)

    def raw(self, dialect: str) -> bytes:
        """Return the bytes of a dialect's part, or nothing if there are none, or others than there were."""
        place = self.places.get(dialect)
        if place is not None:
            offset, length, checksum = place
            with contextlib.suppress(OSError), open(self.path, "rb", buffering=0) as file:
                file.seek(self.start + offset)
                data = file.read(length)
                if len(data) == length and crc32(data) == checksum:
                    return data
        return b""

    def part(self, dialect: str) -> _Part:
        data = self.raw(dialect)
        return marshal.loads(data) if data else {}


def _pieces(state: bytes, parts: dict[str, bytes]) -> Iterator[bytes]:
    """Return the pieces of a file."""
    places: dict[str, tuple[int, int, int]] = {}
    offset = 0
    for dialect, part in parts.items():
        places[dialect] = offset, len(part), crc32(part)
        offset += len(part)
    index = state + marshal.dumps(places)
    yield _HEAD % (crc32(index), len(index), len(state))
    yield index
    yield from parts.values()


def home_of(cls: type[Op]) -> str | None:
    """Return the name of the dialect of dlc's own in which an op is, or `None` for any other op."""
    dialect = cls.definition.dialect
    if dialect is None or dialect.ops.get(cls.name) is not cls:
        return None
    module = sys.modules.get(f"{_PACKAGE}.dialects.{dialect.name}")
    return dialect.name if getattr(module, "DIALECT", None) is dialect else None


def is_kept(cls: type[Op]) -> bool:
    """Return whether what is compiled for an op is kept, so that the next process need not compile it."""
    return kept_code() is not None and home_of(cls) is not None


def keep_new_code() -> None:
    """Write what this process has compiled to the disk, so that others find it."""
    store = kept_code() if kept_code.cache_info().currsize else None
    if store is not None:
        store.keep()


@cache
def kept_code() -> KeptCode | None:
    """Return the code that is kept in the folder of the environment, or `None` if nothing can be."""
    folder = cache_folder()
    state = None if folder is None or folder_problem(folder) is not None else _state_of_sources()
    return KeptCode(folder, state) if folder is not None and state is not None else None


def is_what_runs(latest: int) -> bool:
    """Return whether files that were changed last at a time, in nanoseconds, are certainly those that were loaded."""
    return latest <= _LOADED_AT - (_COARSE_NS if latest % 10**9 == 0 else _FINE_NS)


def _state_of_sources() -> bytes | None:
    """Return the state of the files that determine what is compiled for ops, with what else marshalled code depends
    on. `None`: some of them may have changed after they were loaded, or cannot be listed.
    """
    files: list[tuple[object, ...]] = []
    latest = 0
    folders = [os.path.join(_ROOT, room) for room in _ROOMS]
    try:
        for folder in folders:  # grows by what is found in it
            with os.scandir(folder) as listing:
                for each in listing:
                    if each.name.endswith(".py"):
                        status = each.stat()
                        written, changed = status.st_mtime_ns, status.st_ctime_ns
                        latest = max(latest, written, changed)
                        files.append((each.path, status.st_size, written, changed, status.st_ino, status.st_dev))
                    elif "." not in each.name and each.name != "__pycache__" and each.is_dir():
                        folders.append(each.path)
    except OSError:
        return None
    if not files or not is_what_runs(latest):
        return None
    everything = sys.version, sys.implementation.cache_tag, sys.flags.optimize, sorted(files)
    return marshal.dumps(everything, 2)  # later versions depend on who else refers to an object
