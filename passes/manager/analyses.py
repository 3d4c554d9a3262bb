"""Results of analyses, kept for as long as the IR that they describe stays as it is.

An analysis is any function (or class) of one op. A pass asks for `run.analysis(dominance_of)`; what it computed is
handed to the next pass that asks, unless a pass in between changed the IR without promising to preserve it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from dlc.ir import Operation
from dlc.ir.dominance import Dominance

_R = TypeVar("_R")

AnalysisFunction = Callable[[Operation], Any]


def dominance_of(op: Operation) -> Dominance:
    """The dominator trees of everything in `op`, made as they are asked for."""
    del op
    return Dominance()


class AnalysisCache:
    """The results for one op; the caches of ops inside it hang below."""

    __slots__ = ("_nested", "_parent", "_results", "computed", "op")

    def __init__(self, op: Operation, parent: AnalysisCache | None = None) -> None:
        self.op = op
        self._parent = parent
        self._nested: dict[Operation, AnalysisCache] = {}
        self._results: dict[AnalysisFunction, Any] = {}
        self.computed: Callable[[AnalysisFunction, Callable[[], Any]], Any] | None = None
        """Wraps each computation, for timing."""

    def nested(self, op: Operation) -> AnalysisCache:
        """The cache of an op inside this one."""
        cache = self._nested.get(op)
        if cache is None:
            cache = self._nested[op] = AnalysisCache(op, self)
            cache.computed = self.computed
        return cache

    def get(self, make: Callable[[Operation], _R]) -> _R:
        """The result of `make(op)`, computed now if it is not known."""
        if make not in self._results:
            compute = lambda: make(self.op)
            self._results[make] = self.computed(make, compute) if self.computed is not None else compute()
        return self._results[make]

    def known(self, make: Callable[[Operation], _R]) -> _R | None:
        """The result, if it has been computed and is still valid."""
        return self._results.get(make)

    def invalidate(self, preserved: Collection[AnalysisFunction]) -> None:
        """Forget all that is not preserved: of this op, of everything inside it, and of what encloses it."""
        pending: list[AnalysisCache] = [self]
        while pending:
            cache = pending.pop()
            cache._keep_only(preserved)
            pending.extend(cache._nested.values())
            if not preserved:
                cache._nested.clear()
        enclosing = self._parent
        while enclosing is not None:
            enclosing._keep_only(preserved)
            enclosing = enclosing._parent

    def _keep_only(self, preserved: Collection[AnalysisFunction]) -> None:
        self._results = {make: result for make, result in self._results.items() if make in preserved}
