"""`--debug-only`: each attempt of a pattern, and why it did not match.

canonicalize: merge_added_constants on 'arith.addi' at first.mlir:12:11: no match: the inner op has other users
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TextIO

from dlc.ir import Operation
from dlc.ir.diagnostics import file_location, nearest_location
from dlc.ir.locations import resolve
from dlc.ir.patterns import Match, Pattern

from .declaration import Pass, PassRun
from .instrumentation import Instrumentation

if TYPE_CHECKING:
    from .pipeline import Pipeline

ALL = "patterns"
"""The name that stands for all patterns of all passes."""


class PatternTrace(Instrumentation):
    """Writes the attempts of patterns that are named, or that a named pass makes."""

    def __init__(self, names: Collection[str], stream: TextIO) -> None:
        self.names = frozenset(names)
        self.stream = stream
        self._tried: set[str] = set()
        self._passes: list[str] = []

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        self._passes.append(pass_.name)
        Pattern.observer = self._observe

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        self._passes.pop()
        if not self._passes:
            Pattern.observer = None

    def end(self, pipeline: Pipeline, root: Operation, ok: bool) -> None:
        for name in sorted(self.names - self._tried - {ALL}):
            self.stream.write(f"--debug-only: no pattern of this name was tried, and no pass tried any: '{name}'\n")

    def _observe(self, pattern: Pattern[Any], op: Operation, match: Match) -> None:
        known = self.names & {ALL, pattern.name, self._passes[-1]}
        if not known:
            return
        self._tried |= known
        place = file_location(resolve(nearest_location(op)))
        where = f" at {place.filename}:{place.line}:{place.column}" if place is not None else ""
        outcome = "match" if match.matched else f"no match: {match.reason}"
        self.stream.write(f"{self._passes[-1]}: {pattern.name} on '{op.name}'{where}: {outcome}\n")
