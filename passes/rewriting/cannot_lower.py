"""The exception of all lowerings: an op cannot be lowered, and why."""

from __future__ import annotations

from dlc.ir import Operation
from dlc.ir.errors import DlcError

from ..manager import PassRun


class CannotLower(DlcError):
    """An op cannot be lowered.

    The message is a predicate, `has a size that is unknown`: a driver reports it at `op`, or at the op that it lowers.
    """

    def __init__(self, reason: str, op: Operation | None = None) -> None:
        super().__init__(reason)
        self.op = op

    def report(self, run: PassRun, lowered: Operation) -> None:
        """Report the reason as an error at the op that has the problem."""
        run.error(self.op or lowered, str(self))
