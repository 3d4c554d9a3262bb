"""From settings to the instrumentations that they ask for."""

from __future__ import annotations

from .instrumentation import Instrumentation, IRPrinting
from .pass_timing import PassTiming
from .pattern_trace import PatternTrace
from .reproducer import CrashReproducer
from .settings import RunSettings
from .statistics_report import StatisticsReport


def instrumentations_for(settings: RunSettings) -> list[Instrumentation]:
    """The outermost first: what stands last hears of a pass right before and right after it."""
    instrumentations: list[Instrumentation] = []
    if settings.reproducer is not None:
        instrumentations.append(CrashReproducer(settings, settings.reproducer))
    if settings.statistics or settings.pattern_stats or settings.warn_idle_passes:
        instrumentations.append(StatisticsReport(settings))
    if settings.debug_only:
        instrumentations.append(PatternTrace(settings.debug_only, settings.stream))
    if _prints_ir(settings):
        instrumentations.append(IRPrinting(settings))
    instrumentations += settings.instrumentations
    if settings.timing is not None:
        instrumentations.append(PassTiming(settings.timing))
    return instrumentations


def _prints_ir(settings: RunSettings) -> bool:
    return bool(
        settings.print_before
        or settings.print_after
        or settings.print_before_all
        or settings.print_after_all
        or settings.print_after_change
        or settings.print_after_failure
    )
