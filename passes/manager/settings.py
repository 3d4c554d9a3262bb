"""Settings of a pipeline run: what to watch, print and check, as the flags of `dlc-opt` say it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from dlc.ir import Operation
from dlc.ir.conveniences import print_operation

from .timing import Timing

if TYPE_CHECKING:
    from .instrumentation import Instrumentation


class RunSettings:
    """Settings of a run: all off by default, but for verification after each pass."""

    def __init__(
        self,
        *,
        verify_each: bool = True,
        verify_before: Collection[str] = (),
        print_before: Collection[str] = (),
        print_after: Collection[str] = (),
        print_before_all: bool = False,
        print_after_all: bool = False,
        print_after_change: bool = False,
        print_after_failure: bool = False,
        print_module_scope: bool = False,
        print_folder: str | None = None,
        timing: Timing | None = None,
        statistics: bool = False,
        statistics_list: bool = False,
        pattern_stats: bool = False,
        debug_only: Collection[str] = (),
        warn_idle_passes: bool = False,
        reproducer: str | None = None,
        local_reproducer: bool = False,
        expensive_checks: bool = False,
        stream: TextIO | None = None,
        print_ir: Callable[[Operation], str] = print_operation,
        machine: Callable[[], Mapping[str, int]] | None = None,
        instrumentations: Sequence[Instrumentation] = (),
    ) -> None:
        self.verify_each = verify_each
        self.verify_before = frozenset(verify_before)
        """Passes before which the op is verified, where that is not done after each pass."""
        self.print_before = frozenset(print_before)
        self.print_after = frozenset(print_after)
        self.print_before_all = print_before_all
        self.print_after_all = print_after_all
        self.print_after_change = print_after_change
        """Of what is printed after passes, only where the IR changed; alone, it means after all passes."""
        self.print_after_failure = print_after_failure
        self.print_module_scope = print_module_scope
        self.print_folder = print_folder
        """The folder in which what is printed becomes files, one for each time, in folders of the ops around it."""
        self.timing = timing
        """The timing to add to; its owner prints the report."""
        self.statistics = statistics
        self.statistics_list = statistics_list
        self.pattern_stats = pattern_stats
        """Report how often each pattern was applied."""
        self.debug_only = frozenset(debug_only)
        """Patterns, or passes, whose attempts to match are written; `patterns` stands for all."""
        self.warn_idle_passes = warn_idle_passes
        """Warn of passes that met nothing that they could ever apply to."""
        self.reproducer = reproducer
        """The file that gets the module and pipeline with which a failure can be reproduced."""
        self.local_reproducer = local_reproducer
        """Keep the module as it was before the failing pass, and only that pass, in the reproducer."""
        self.expensive_checks = expensive_checks
        """Check that patterns change nothing when they say no-match, and something when they say match."""
        self.stream = stream if stream is not None else sys.stderr
        self.print_ir = print_ir
        self.machine = machine
        """Return the target machine by the fields of `loop.machine`; called when `describe-machine` runs."""
        self.instrumentations = tuple(instrumentations)
        """More that hears of the run, such as the recorder of the explorer."""
