"""The pass `print-op-stats`: how many ops of each kind there are."""

from __future__ import annotations

import json
from collections.abc import Mapping

from dlc.ir import Operation

from ..manager import Pass, PassRun, option


def count_ops(root: Operation) -> dict[str, int]:
    """The number of ops of each name in `root`, itself included, in the order of the names."""
    counts: dict[str, int] = {}
    for op in root.walk():
        counts[op.name] = counts.get(op.name, 0) + 1
    return dict(sorted(counts.items()))


def render_counts(counts: Mapping[str, int]) -> str:
    """A table, with dialects aligned at the dot."""
    widest_dialect = max((len(name.partition(".")[0]) for name in counts), default=0)
    widest_op = max((len(name.partition(".")[2]) for name in counts), default=0)
    lines = ["Operations encountered:", "-----------------------"]
    for name, count in counts.items():
        dialect, dot, op = name.partition(".")
        lines.append(f"  {dialect:>{widest_dialect}}{dot}{op:<{widest_op}} , {count}")
    return "\n".join(lines) + "\n"


class PrintOpStats(Pass):
    """Print statistics of operations"""

    name = "print-op-stats"
    json: bool = option("print the stats as JSON", default=False)

    def run(self, op: Operation, run: PassRun) -> None:
        counts = count_ops(op)
        text = json.dumps(counts, indent=2).replace('":', '" :') + "\n" if self.json else render_counts(counts)
        run.settings.stream.write(text)
        run.mark_unchanged()
