"""The compile cache: images of programs that were compiled before, in a folder of the user.

An entry is a file as `save` writes it, named by the digest of everything that determines the program: the module, the
options, the target, and the sources of dlc itself. So an entry never becomes wrong, and processes need not agree on
anything: entries appear and disappear in one step, a damaged one is compiled again, and a folder that cannot be read or
written is no error. The entries that were not used for the longest time make room for new ones.

`DLC_CACHE_DIR` is the folder; if it is empty, nothing is cached. `DLC_CACHE_SIZE` is its maximum size, such as `500M`.
Because the code of entries runs, a folder that others may write to is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import stat
import time
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from dlc.ir.cache_folder import cache_folder, folder_problem
from dlc.ir.files import PREFIX, Content, replace_file
from dlc.ir.kept_code import KEPT_NAME

from .image import Image
from .image_file import ImageFileError, image_pieces, read_image
from .own_sources import REMEMBERED_NAME, OwnSources, own_sources

SIZE_VARIABLE = "DLC_CACHE_SIZE"
DEFAULT_SIZE = 2 << 30
MOST_ENTRIES = 4096
SUFFIX = ".dlc"
ENTRY_NAME = re.compile(rf"[0-9a-f]{{64}}{re.escape(SUFFIX)}")
INCOMPLETE_NAME = re.compile(rf"{re.escape(PREFIX)}[0-9a-f]{{16}}")
ABANDONED_S = 3600.0
"""The age of an incomplete file whose writer has certainly ended."""
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
CHUNK = 1 << 20
OF_THIS_PROCESS = secrets.token_hex(32)
"""Stands for dlc's sources in keys if these have changed since the process began: no other process has such keys."""


class Entry(NamedTuple):
    """A file of the cache."""

    path: str
    size: int
    used_at: float


class Cache:
    """A folder with images by key."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder
        self.limit = limit
        """The maximum number of bytes of all entries."""

    def key_of(self, parts: Iterable[Content | str]) -> str:
        """Return the key of a program that is determined by some data, by dlc and by LLVM."""
        sources = self._sources()
        digest = hashlib.sha256((OF_THIS_PROCESS if sources is None else sources.digest).encode())
        for part in parts:
            digest.update(b"%d;" % len(part))
            for start in range(0, len(part), CHUNK):  # so that a long text is not copied as a whole
                chunk = part[start : start + CHUNK]
                digest.update(chunk.encode(errors="surrogatepass") if isinstance(chunk, str) else chunk)
        return digest.hexdigest()

    def _sources(self) -> OwnSources | None:
        return own_sources(self.folder if self.problem() is None else None)

    def find(self, key: str) -> Image | None:
        """Return the image with a key, or `None`."""
        path = self._path(key)
        if self.problem() is not None:
            return None
        try:
            image = read_image(path, key)
        except ImageFileError:
            with contextlib.suppress(OSError):  # it is damaged, or there is none
                path.unlink(missing_ok=True)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return image

    def keep(self, key: str, image: Image) -> None:
        """Store an image, if the folder can be written, the image is not too large, and dlc's sources are known."""
        sources = self._sources()
        if sources is None:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.problem() is not None or _data_size(image) > self.limit // 2:
            return
        with contextlib.suppress(OSError):
            replace_file(self._path(key), image_pieces(image, key))
            self._make_room()
            sources.remember(self.folder)

    def problem(self) -> str | None:
        """Return why the folder is not used, or `None`."""
        return folder_problem(str(self.folder))

    def entries(self) -> list[Entry]:
        """Return all entries, those that were used last at the end."""
        return sorted(self._files(ENTRY_NAME), key=lambda entry: entry.used_at)

    def clear(self) -> int:
        """Remove all entries and return their number."""
        entries = self.entries()
        others = (REMEMBERED_NAME, re.compile(KEPT_NAME))
        for entry in [*entries, *self._incomplete(), *(each for name in others for each in self._files(name))]:
            _remove(entry)
        return len(entries)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"

    def _make_room(self) -> None:
        """Remove what was not used for the longest time, until the rest is small enough."""
        entries = self.entries()
        size = sum(entry.size for entry in entries)
        for number, entry in enumerate(entries):
            if size <= self.limit and len(entries) - number <= MOST_ENTRIES:
                break
            _remove(entry)
            size -= entry.size
        for entry in self._incomplete():
            if time.time() - entry.used_at > ABANDONED_S:
                _remove(entry)

    def _incomplete(self) -> Iterator[Entry]:
        return self._files(INCOMPLETE_NAME)

    def _files(self, name: re.Pattern[str]) -> Iterator[Entry]:
        """Return the files with names of the cache's own: others in the folder belong to the user."""
        with contextlib.suppress(OSError), os.scandir(self.folder) as listing:
            for each in listing:
                with contextlib.suppress(OSError):
                    status = each.stat(follow_symlinks=False)
                    if name.fullmatch(each.name) and stat.S_ISREG(status.st_mode):
                        yield Entry(each.path, status.st_size, status.st_mtime)


def _remove(entry: Entry) -> None:
    with contextlib.suppress(OSError):
        os.unlink(entry.path)


def _data_size(image: Image) -> int:
    constants = sum(each.size for each in image.globals.values() if each.contents is not None)
    return constants + sum(map(len, image.objects))


# -- Which cache -------------------------------------------------------------------------------------------------------


def user_cache() -> Cache | None:
    """Return the cache that the environment selects, or `None` if there is none."""
    folder = cache_folder()
    return Cache(Path(folder), _limit()) if folder is not None else None


def _limit() -> int:
    """Return the maximum size of the cache; a value that is not a size is ignored with a warning."""
    text = os.environ.get(SIZE_VARIABLE, "").strip()
    match = re.fullmatch(r"(\d{1,12})([KMGT]?)B?", text.upper())
    if match is not None:
        return int(match[1]) * UNITS[match[2]]
    if text:
        warnings.warn(f"{SIZE_VARIABLE} must be a size such as '500M', but got '{text}'; it is 2G", stacklevel=2)
    return DEFAULT_SIZE
