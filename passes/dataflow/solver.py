"""The solver: one work list of (analysis, point) pairs, until it is empty.

Each pair is in the list at most once. An analysis may only ever learn more (its states go up a lattice of finite
height, or are widened), so the work is proportional to the program times that height.
"""

from __future__ import annotations

from collections import deque
from typing import TypeVar

from dlc.ir import Block, Operation

Point = Operation | Block
"""A program point: an op, or a block for its entry."""

_A = TypeVar("_A", bound="Analysis")


class Analysis:
    """Base of all analyses."""

    solver: Solver

    def start(self, root: Operation) -> None:
        """Put down what is known from the beginning, and ask for the first visits."""

    def visit(self, point: Point) -> None:
        """Follow one op or block: what it depends on may have changed."""
        raise NotImplementedError

    def enqueue(self, point: Point) -> None:
        """Have `point` visited (again)."""
        self.solver.enqueue(self, point)


class Solver:
    """Runs analyses together over one op and all that is in it."""

    def __init__(self) -> None:
        self.analyses: list[Analysis] = []
        self.visits = 0
        """The number of visited points: the cost of the run."""
        self._queue: deque[tuple[Analysis, Point]] = deque()
        self._queued: set[tuple[Analysis, Point]] = set()

    def load(self, analysis: _A) -> _A:
        """Add an analysis. Those that others ask come first."""
        analysis.solver = self
        self.analyses.append(analysis)
        return analysis

    def enqueue(self, analysis: Analysis, point: Point) -> None:
        """Have an analysis visit a point, unless that is planned already."""
        key = (analysis, point)
        if key not in self._queued:
            self._queued.add(key)
            self._queue.append(key)

    def run(self, root: Operation) -> Solver:
        """Analyse `root` until nothing changes."""
        for analysis in self.analyses:
            analysis.start(root)
        queue, queued = self._queue, self._queued
        while queue:
            key = queue.popleft()
            queued.discard(key)
            self.visits += 1
            key[0].visit(key[1])
        return self
