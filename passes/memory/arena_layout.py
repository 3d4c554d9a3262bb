"""Offsets of buffers in one arena, such that buffers that are alive at the same time do not overlap.

Which buffers go into the arena, and how long they are alive, is decided in `plan_memory`.

The largest first, each into the smallest gap between the buffers that are alive with it, or behind them: greedy by
size, as in arXiv 2001.03288, which comes close to the least that is possible. Which ones are alive at the same time is
looked up in a tree over time, so that n buffers take about n log n steps.

A buffer of fewer bytes than the alignment needs no more of it than its size, rounded up to a power of two: no access to
it is wider. So scalars lie side by side. Who needs more of it says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MOST_NEIGHBOURS = 256
"""A buffer that is alive together with more is put behind all of them, without a search for a gap."""


class Lifetime(NamedTuple):
    """A buffer of some bytes that is needed from one moment up to and including another."""

    size: int
    begin: int
    end: int
    least_alignment: int = 1


def lay_out(lifetimes: Sequence[Lifetime], alignment: int) -> tuple[list[int], int]:
    """The offset of each buffer, a multiple of its alignment, and the size of the whole."""
    moments = {at: place for place, at in enumerate(sorted({m for life in lifetimes for m in (life.begin, life.end)}))}
    placed = _Placed(len(moments))
    offsets = [0] * len(lifetimes)
    total = 0
    for number in sorted(range(len(lifetimes)), key=lambda at: (-lifetimes[at].size, lifetimes[at].begin)):
        life = lifetimes[number]
        own = max(alignment_of(life.size, alignment), life.least_alignment)
        begin, end = moments[life.begin], moments[life.end]
        offset = _gap(placed.alive(begin, end), life.size, own)
        if offset is None:
            offset = _aligned(placed.top(begin, end), own)
        placed.add(begin, end, (offset, offset + life.size))
        offsets[number] = offset
        total = max(total, offset + life.size)
    return offsets, total


def alignment_of(size: int, alignment: int) -> int:
    """Return the alignment of the offset of a buffer of `size` bytes."""
    return min(alignment, 1 << max(size - 1, 0).bit_length())


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


Extent = tuple[int, int]
"""The bytes from one offset up to another."""


def _gap(taken: set[Extent] | None, size: int, alignment: int) -> int | None:
    """The offset of the smallest gap that is large enough, or behind all; `None` if it is not known what is taken."""
    if taken is None:
        return None
    best: tuple[int, int] | None = None
    reached = 0
    for begin, end in sorted(taken):
        start = _aligned(reached, alignment)
        if begin - start >= size and (best is None or begin - reached < best[0]):
            best = begin - reached, start
        reached = max(reached, end)
    return best[1] if best is not None else _aligned(reached, alignment)


class _Placed:
    """Extents with the times when they are taken: a tree whose leaves are moments and whose nodes are spans of them."""

    def __init__(self, moments: int) -> None:
        self.leaves = 1
        while self.leaves < moments:
            self.leaves *= 2
        nodes = 2 * self.leaves
        self.whole: list[list[Extent]] = [[] for _ in range(nodes)]
        """The intervals that are in use during all of a node's span, and no longer."""
        self.within: list[list[Extent]] = [[] for _ in range(nodes)]
        """The intervals that are in use during a part of a node's span."""
        self.top_whole = [0] * nodes
        self.top_within = [0] * nodes

    def _spans(self, begin: int, end: int) -> list[int]:
        """The fewest nodes that make up the moments from `begin` to `end`."""
        low, high = begin + self.leaves, end + self.leaves + 1
        bounds: list[int] = []
        while low < high:
            if low & 1:
                bounds.append(low)
                low += 1
            if high & 1:
                high -= 1
                bounds.append(high)
            low, high = low // 2, high // 2
        return bounds

    def add(self, begin: int, end: int, extent: Extent) -> None:
        """Take bytes for some time."""
        touched: set[int] = set()
        for node in self._spans(begin, end):
            self.whole[node].append(extent)
            self.top_whole[node] = max(self.top_whole[node], extent[1])
            while node and node not in touched:
                touched.add(node)
                if len(self.within[node]) <= MOST_NEIGHBOURS:  # a longer list is never looked at
                    self.within[node].append(extent)
                if self.top_within[node] < extent[1]:
                    self.top_within[node] = extent[1]
                node //= 2

    def alive(self, begin: int, end: int) -> set[Extent] | None:
        """Return the intervals in use at some moment of a span; `None` if they are too many to list."""
        extents_alive: set[Extent] = set()
        count = 0
        for extents in self._lists(begin, end):
            count += len(extents)
            if count > MOST_NEIGHBOURS:
                return None
            extents_alive.update(extents)
        return extents_alive

    def _lists(self, begin: int, end: int) -> list[list[Extent]]:
        spans = self._spans(begin, end)
        lists = [self.within[node] for node in spans if self.within[node]]
        return lists + [self.whole[node] for node in self._above(spans) if self.whole[node]]

    def _above(self, spans: Sequence[int]) -> set[int]:
        above: set[int] = set()
        for node in spans:
            node //= 2
            while node and node not in above:
                above.add(node)
                node //= 2
        return above

    def top(self, begin: int, end: int) -> int:
        """The end of all that is taken at some moment of a time."""
        spans = self._spans(begin, end)
        return max(
            *(self.top_within[node] for node in spans), *(self.top_whole[node] for node in self._above(spans)), 0, 0
        )
