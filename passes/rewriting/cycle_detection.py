"""Finds patterns that undo each other, so that a rewrite which would never end does, and says why.

Counting is all that happens at first. When there have been far more rewrites than the module has ops, and it does not
grow, the fingerprint of the module is taken after each of some rewrites in a row: one that comes back proves a circle,
and the patterns applied since then are the ones that undo each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Operation
from dlc.ir.equivalence import fingerprint

WINDOW = 32
"""The number of rewrites in a row that are compared: the longest cycle that is detected."""
SPARE_REWRITES = 100_000
"""The number of rewrites that a small module may need before a cycle is suspected."""


class CycleWatch:
    """Counts the rewrites of one iteration."""

    __slots__ = ("_count", "_growth", "_hard_limit", "_names", "_root", "_seen", "_threshold", "_totals")

    def __init__(self, root: Operation, op_count: int) -> None:
        self._root = root
        self._count = 0
        self._growth = 0
        self._threshold = 16 * op_count + 512
        self._hard_limit = 64 * op_count + SPARE_REWRITES
        self._names: list[str] = []
        self._seen: dict[int, int] = {}
        self._totals: dict[str, int] = {}

    def note(self, what: str, growth: int) -> tuple[str, ...]:
        """Take note that pattern `what` was applied; the names of those that go in circles, if that is found now.

        `growth` is by how many ops the module has grown so far.
        """
        self._count += 1
        if self._count < self._threshold:
            return ()
        return self._look(what, growth)

    def _look(self, what: str, growth: int) -> tuple[str, ...]:
        self._names.append(what)
        self._totals[what] = self._totals.get(what, 0) + 1
        if self._count >= self._hard_limit:
            return (max(self._totals, key=lambda name: self._totals[name]), ENDLESS)
        if growth > self._growth + WINDOW:
            return self._look_again_later(growth)
        current = fingerprint(self._root)
        start = self._seen.get(current)
        if start is not None:
            return tuple(sorted(set(self._names[start:])))
        self._seen[current] = len(self._names)
        return self._look_again_later(growth) if len(self._names) >= WINDOW else ()

    def _look_again_later(self, growth: int) -> tuple[str, ...]:
        self._growth = growth
        self._threshold = min(2 * self._count, self._hard_limit)
        self._names.clear()
        self._seen.clear()
        return ()


ENDLESS = "…"
"""Stands in a cycle for: no circle was found, but there is no end either."""


def describe_cycle(cycle: Sequence[str], op_name: str) -> str:
    """Describe a cycle to the user."""
    if ENDLESS in cycle:
        return f"rewriting was stopped: pattern '{cycle[0]}' does not come to an end on '{op_name}'"
    if len(cycle) == 1:
        return f"rewriting was stopped: pattern '{cycle[0]}' undoes itself on '{op_name}'"
    names = ", ".join(f"'{name}'" for name in cycle[:-1]) + f" and '{cycle[-1]}'"
    return f"rewriting was stopped: patterns {names} undo each other on '{op_name}'"
