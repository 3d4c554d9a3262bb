"""Wall-clock times as a tree of named scopes, reported as `--mlir-timing` does.

timing = Timing()
with timing.scope("Parser"):
    ...
stream.write(timing.report())
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter

_LINE = f"==={'-' * 73}==="


class _Node:
    __slots__ = ("children", "count", "name", "seconds")

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds = 0.0
        self.count = 0
        self.children: dict[object, _Node] = {}


class Timing:
    """Adds up the time of scopes. Scopes of one key inside one another scope are one line of the report."""

    def __init__(self) -> None:
        self._root = _Node("root")
        self._open: list[tuple[_Node, float]] = []
        self._begin = perf_counter()

    def enter(self, name: str, key: object = None) -> None:
        """Open a scope inside the one that is open now; `key` tells apart scopes of the same name."""
        parent = self._open[-1][0] if self._open else self._root
        node = parent.children.setdefault(name if key is None else key, _Node(name))
        self._open.append((node, perf_counter()))

    def leave(self) -> None:
        """Close the scope that was opened last."""
        node, begin = self._open.pop()
        node.seconds += perf_counter() - begin
        node.count += 1

    @contextmanager
    def scope(self, name: str, key: object = None) -> Generator[None]:
        """Add the time of a `with` body under a name."""
        self.enter(name, key)
        try:
            yield
        finally:
            self.leave()

    def report(self, *, as_list: bool = False) -> str:
        """The times so far: as a tree, or by name with the largest first."""
        total = perf_counter() - self._begin
        rows: list[tuple[str, float]] = []
        _collect(self._root, 0, rows)
        if as_list:
            rows = _by_name(rows)
        rest = total - sum(child.seconds for child in self._root.children.values())
        rows += [("Rest", rest), ("Total", total)]
        title = "... Execution time report ..."
        lines = [_LINE, title.rjust((len(_LINE) + len(title)) // 2), _LINE]
        lines += [f"  Total Execution Time: {total:.4f} seconds", "", "  ----Wall Time----  ----Name----"]
        lines += [f"  {seconds:8.4f} ({100 * seconds / (total or 1):5.1f}%)  {name}" for name, seconds in rows]
        return "\n".join(lines) + "\n"


def _collect(node: _Node, depth: int, rows: list[tuple[str, float]]) -> None:
    for child in node.children.values():
        rows.append(("  " * depth + child.name, child.seconds))
        _collect(child, depth + 1, rows)


def _by_name(rows: list[tuple[str, float]]) -> list[tuple[str, float]]:
    totals: dict[str, float] = {}
    for name, seconds in rows:
        totals[name.strip()] = totals.get(name.strip(), 0.0) + seconds
    return sorted(totals.items(), key=lambda row: -row[1])
