"""Refused transformations: the reason, and notes with the locations that it refers to."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir import Location, Operation
from dlc.ir.errors import DlcError
from dlc.passes.manager import PassRun

from ..analysis.dependences import Dependence

Note = tuple[Location, str]

MAX_DISTANCE = 2**62
"""The maximum distance by which indices are moved: what is added to another one of this size fits in 64 bits."""


class Refusal(DlcError):
    """A refused transformation: it would change the program's results, or does not support these loops.

    The IR is unchanged. `dependence` is the dependence that forbids the transformation, if there is one.
    """

    def __init__(
        self, op: Operation, message: str, notes: Sequence[Note] = (), dependence: Dependence | None = None
    ) -> None:
        super().__init__(message)
        self.op = op
        self.message = message
        self.notes = list(notes)
        self.dependence = dependence

    def report(self, run: PassRun) -> None:
        """Report the refusal as an error of a pass."""
        error = run.error(self.op, self.message)
        for location, text in self.notes:
            error.note(location, text)


def check_distance(op: Operation, distance: int, what: str) -> None:
    """Refuse to move indices so far that they may not fit in 64 bits."""
    if abs(distance) > MAX_DISTANCE:
        raise Refusal(op, f"{what}: an index that is moved by {distance} may not fit in 64 bits")


def forbidden(op: Operation, what: str, by: Dependence) -> Refusal:
    """Return the refusal for a dependence: `cannot be tiled because of the flow dependence with distance (1, -1)`."""
    article = "a" if by.reason is not None else "the"
    reason = f": {by.reason}" if by.reason is not None else ""
    source = "writes" if by.source.is_write else "reads"
    target = "writes" if by.target.is_write else "reads"
    notes = [
        (by.source.op.location, f"'{by.source.op.name}' {source} here{reason}"),
        (by.target.op.location, f"'{by.target.op.name}' {target} the same element later"),
    ]
    return Refusal(op, f"{what} because of {article} {by}", notes, by)
