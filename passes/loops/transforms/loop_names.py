"""Names of loops that transformations make of others: `i_point` inside a tile of `i`, `packed_j` for a copy along `j`.

Transformations give these names and cost models write steps that use them. Both get them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

POINT = "_point"
"""Suffix of loops inside a tile."""
REST = "_rest"
"""Suffix of loops over the iterations that do not fill a group, a vector or a tile."""
MIDDLE = "_middle"
"""Suffix of loops over single vectors that follow a loop over several at a time."""
FRONT = "_front"
"""Suffix of loops over the first iterations, peeled off."""
EMPTY = "_empty"
"""Suffix of loops that run when the inner loop has no iteration."""
ELSE = "_else"
"""Suffix of loops that run where a condition does not hold."""
PARTIAL = "_partial"
"""Suffix of loops that run any other number of iterations than the one that the original is specialized for."""
PARTS = "_parts"
"""Suffix of loops that compute the parts of a reduction."""
FEW = "_few"
"""Suffix of loops in the copy of a nest for few iterations."""
PAD = "_pad"
"""Suffix of loops that fill the padding of a buffer."""
FILL, BACK = "fill", "back"
"""Infixes of the names of loops that fill a local buffer, and that write it back."""


def point_of(name: str, depth: int = 1) -> str:
    """Return the name of the loop inside the tiles of a loop that was tiled `depth` times."""
    return name + POINT * depth


def part_of(name: str, suffix: str) -> str:
    """Return the name of a loop in the part of a separated nest that has a suffix."""
    return name + suffix


def copy_of(buffer: str, name: str) -> str:
    """Return the name of the loop that runs over the dimension of a buffer that belongs to a loop."""
    return f"{buffer}_{name}"


def fill_of(buffer: str, name: str) -> str:
    """Return the name of the loop that fills a local buffer along a loop."""
    return copy_of(f"{buffer}_{FILL}", name)


def back_of(buffer: str, name: str) -> str:
    """Return the name of the loop that writes a local buffer back along a loop."""
    return copy_of(f"{buffer}_{BACK}", name)


def pad_of(name: str) -> str:
    """Return the name of the loop that fills the padding that a loop over a buffer leaves."""
    return name + PAD


class Names:
    """The names that loops may have at some point of a schedule: some, and any earlier ones with suffixes.

    The latter are those of loops that were copied with all loops inside them. They are not listed, as each copy may
    double their number.
    """

    __slots__ = ("_copied", "_listed")

    def __init__(self, listed: Iterable[str], copied: tuple[tuple[Names, str], ...] = ()) -> None:
        self._listed = frozenset(listed)
        self._copied = copied
        """Names before a copy, and the suffix that the copies got."""

    def __contains__(self, name: str) -> bool:
        return name in self._listed or any(
            name.endswith(suffix) and name[: -len(suffix)] in earlier for earlier, suffix in self._copied
        )

    def __iter__(self) -> Iterator[str]:
        """Iterate over the listed names, and the copies of names that were listed then."""
        yield from self._listed
        for earlier, suffix in self._copied:
            yield from (name + suffix for name in earlier._listed)

    def union(self, *names: Iterable[str]) -> Names:
        """Return these names and others."""
        return Names(self._listed.union(*names), self._copied)

    def difference(self, names: Iterable[str]) -> Names:
        """Return these names without some."""
        return Names(self._listed.difference(names), self._copied)

    def with_suffixes(self, *suffixes: str) -> Names:
        """Return these names, and those of copies of any loops that got one of the suffixes."""
        return Names(self._listed, (*self._copied, *((self, suffix) for suffix in suffixes)))
