"""Statistics reports: counts of passes, hits of patterns, and passes that had nothing to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.patterns import Pattern

from .declaration import Pass, PassRun, Statistic
from .instrumentation import Instrumentation
from .settings import RunSettings

if TYPE_CHECKING:
    from .pipeline import Pipeline

_LINE = f"==={'-' * 73}==="


class _Record:
    """The statistics of one pass of a pipeline, over all ops on which it ran."""

    __slots__ = ("counts", "idle_reasons", "runs")

    def __init__(self) -> None:
        self.counts: dict[Statistic, int] = {}
        self.runs = 0
        self.idle_reasons: list[str] = []


class StatisticsReport(Instrumentation):
    """Collects from each run of a pass, and reports when the pipeline is through."""

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings
        self._records: dict[int, _Record] = {}
        self._pattern_hits: dict[Pattern[Any], int] = {}
        self._context: Context | None = None

    def begin(self, pipeline: Pipeline, root: Operation, context: Context) -> None:
        self._context = context

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        record = self._records.setdefault(id(pass_), _Record())
        record.runs += 1
        for statistic, number in run.counts.items():
            record.counts[statistic] = record.counts.get(statistic, 0) + number
        if run.idle is not None:
            record.idle_reasons.append(run.idle)
        for pattern, hits in run.pattern_hits.items():
            self._pattern_hits[pattern] = self._pattern_hits.get(pattern, 0) + hits

    def end(self, pipeline: Pipeline, root: Operation, ok: bool) -> None:
        settings = self.settings
        if settings.statistics:
            body = self._as_list(pipeline) if settings.statistics_list else self._as_tree(pipeline, 0)
            settings.stream.write(_report("... Pass statistics report ...", body))
        if settings.pattern_stats:
            settings.stream.write(_report("... Pattern application report ...", self._pattern_lines()))
        if settings.warn_idle_passes and ok and self._context is not None:
            self._warn_idle(pipeline, root, self._context)

    def _as_tree(self, pipeline: Pipeline, depth: int) -> list[str]:
        lines: list[str] = []
        indent = "  " * depth
        for item in pipeline.items:
            if isinstance(item, Pass):
                lines += [f"{indent}{type(item).__name__}", *self._counts(item, indent)]
            else:
                inner = self._as_tree(item, depth + 1)
                lines += [f"{indent}'{item.anchor}' Pipeline", *inner] if inner else []
        return lines

    def _counts(self, pass_: Pass, indent: str) -> list[str]:
        record = self._records.get(id(pass_))
        counts = record.counts if record is not None else {}
        return [
            f"{indent}  (S) {counts.get(each, 0):8} {each.name} - {each.description}" for each in pass_.statistics()
        ]

    def _as_list(self, pipeline: Pipeline) -> list[str]:
        """Passes of one name are added up; those that count nothing are left out."""
        merged: dict[type[Pass], dict[Statistic, int]] = {}
        for pass_ in pipeline.passes():
            counts = merged.setdefault(type(pass_), dict.fromkeys(pass_.statistics(), 0))
            record = self._records.get(id(pass_))
            for statistic, number in (record.counts if record is not None else {}).items():
                counts[statistic] += number
        lines: list[str] = []
        for kind, counts in sorted(merged.items(), key=lambda entry: entry[0].__name__):
            if counts:
                lines.append(kind.__name__)
                lines += [f"  (S) {number:8} {each.name} - {each.description}" for each, number in counts.items()]
        return lines

    def _pattern_lines(self) -> list[str]:
        ranked = sorted(self._pattern_hits.items(), key=lambda entry: (-entry[1], entry[0].qualified_name))
        return [f"  {hits:8}  {pattern.qualified_name}" for pattern, hits in ranked]

    def _warn_idle(self, pipeline: Pipeline, root: Operation, context: Context) -> None:
        for pass_ in pipeline.passes():
            record = self._records.get(id(pass_))
            if record is None:
                reason = "there is no op that its pipeline could run on"
            elif record.idle_reasons and len(record.idle_reasons) == record.runs:
                reason = record.idle_reasons[0]
            else:
                continue
            context.diagnostics.warning(root.location, f"pass '{pass_.name}' had nothing to do: {reason}")


def _report(title: str, lines: list[str]) -> str:
    return "\n".join([_LINE, title.rjust((len(_LINE) + len(title)) // 2), _LINE, *lines]) + "\n\n"
