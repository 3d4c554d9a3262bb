"""Passes that simplify modules, as reductions like any others: a pass may remove the bug, or crash."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.passes.generic.canonicalize import canonicalize
from dlc.passes.generic.cse import eliminate_common_subexpressions
from dlc.passes.generic.dce import remove_dead_code
from dlc.passes.generic.remove_dead_values import remove_dead_values
from dlc.passes.generic.sccp import propagate_constants
from dlc.passes.generic.simplify_cfg import simplify_control_flow
from dlc.passes.generic.symbol_dce import remove_dead_symbols

from .editing import ModuleReduction, blocks_of

PATIENCE_S = 10.0
"""Time limit for code of the input's dialects, in seconds: the input may demonstrate a hang."""

CleanUp = Callable[[Operation, Context], object]


class CleanUps(ModuleReduction[CleanUp]):
    """Run canonicalization, CSE, dead code elimination and other passes over the module."""

    name = "clean-ups"
    PASSES: ClassVar[tuple[CleanUp, ...]] = (
        canonicalize,
        propagate_constants,
        lambda module, _: eliminate_common_subexpressions(module),
        simplify_control_flow,
        lambda module, _: remove_dead_values(module),
        lambda module, _: remove_dead_symbols(module),
        lambda module, _: remove_dead_code(module),
    )

    def sites(self, module: Operation) -> Sequence[CleanUp]:
        return self.PASSES

    def edit(self, module: Operation, sites: Sequence[CleanUp], way: int) -> None:
        before = _weight(module)
        with patience(PATIENCE_S):
            for clean_up in sites:
                clean_up(module, self.context)
        if _weight(module) >= before:
            raise NotSmaller


class NotSmaller(Exception):
    """A pass found nothing to remove."""


class TookTooLong(Exception):
    """Code of a dialect did not return in time."""


def _weight(module: Operation) -> int:
    """Return the number of ops and blocks."""
    return sum(1 for _ in module.walk()) + sum(1 for _ in blocks_of(module))


@contextmanager
def patience(seconds: float) -> Generator[None]:
    """Raise `TookTooLong` if the body takes longer. This has no effect outside the main thread, or without timers."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getitimer(signal.ITIMER_REAL)[0]:  # the caller has set a timer, which must not be changed
        yield
        return
    previous = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _give_up(*_: object) -> None:
    raise TookTooLong
