"""Times of passes, nested pipelines, the verifier `(V)` and analyses `(A)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dlc.ir import Operation

from .declaration import Pass, PassRun
from .instrumentation import Instrumentation
from .timing import Timing

if TYPE_CHECKING:
    from .pipeline import Pipeline


class PassTiming(Instrumentation):
    """Enters what passes take into a `Timing` that its owner reports."""

    def __init__(self, timing: Timing) -> None:
        self.timing = timing
        self.computed = self._computed

    def _computed(self, make: Any, compute: Callable[[], Any]) -> Any:
        with self.timing.scope(f"(A) {make.__name__}"):
            return compute()

    def before_pipeline(self, pipeline: Pipeline, parent: Operation) -> None:
        self.timing.enter(f"'{pipeline.anchor}' Pipeline", id(pipeline))

    def after_pipeline(self, pipeline: Pipeline, parent: Operation) -> None:
        self.timing.leave()

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        self.timing.enter(type(pass_).__name__, id(pass_))

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        self.timing.leave()

    def before_verify(self, op: Operation) -> None:
        self.timing.enter("(V) verifier")

    def after_verify(self, op: Operation) -> None:
        self.timing.leave()
