"""The table that makes equal affine expressions, maps and sets the identical object.

Entries are weak, so that a long-lived process does not keep every expression it ever saw. The most recently made ones
are held a while longer: passes build the same short-lived expressions again and again, and looking one up is ten times
faster than making it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from threading import RLock
from typing import Generic, TypeVar
from weakref import ref

_T = TypeVar("_T")

_RECENTLY_MADE = 4096
"""The number of objects that a table keeps alive on its own; a few hundred kilobytes."""


class _Entry(ref[_T]):
    """A weak reference that knows under which key it stands, so that it can be removed when its object dies."""

    __slots__ = ("key",)

    key: Hashable


class InternTable(Generic[_T]):
    """Living objects by what they were made from.

    The lock keeps two threads from making the same object twice. It is taken where an object is made or freed, not
    where one is found, and it is reentrant because making one can trigger the freeing of another.
    """

    __slots__ = ("_entries", "_forget", "_lock", "_recent")

    def __init__(self) -> None:
        self._entries: dict[Hashable, _Entry[_T]] = {}
        self._recent: deque[_T] = deque(maxlen=_RECENTLY_MADE)
        self._lock = RLock()
        self._forget = self._remove

    def find(self, key: Hashable) -> _T | None:
        """Return the living object made from `key`, if there is one."""
        entry = self._entries.get(key)
        return None if entry is None else entry()

    def add(self, key: Hashable, instance: _T) -> _T:
        """Enter `made`, or answer the equal one that another thread entered first."""
        with self._lock:
            earlier = self.find(key)
            if earlier is not None:
                return earlier
            entry = _Entry(instance, self._forget)
            entry.key = key
            self._entries[key] = entry
        self._recent.append(instance)
        return instance

    def _remove(self, entry: ref[_T]) -> None:
        assert isinstance(entry, _Entry)
        with self._lock:
            # A new object may have taken the place of the dead one in the meantime.
            if self._entries.get(entry.key) is entry:
                del self._entries[entry.key]

    def __len__(self) -> int:
        return len(self._entries)
