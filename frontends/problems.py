"""Errors of the import of a model that the frontends share, and the report that lists all of them."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Sequence
from types import FrameType

MOST_LISTED = 50
"""The maximum number of problems that a message lists."""


class CannotImport(Exception):
    """The reason why one node cannot be imported."""


class Skipped(CannotImport):
    """A node depends on one that cannot be imported, which has been noted."""


MALFORMED = (ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions in importers whose cause is a node that contradicts the definition of its op."""


def listed(source: str, problems: Sequence[object]) -> str:
    """Return the message that nodes of a model cannot be imported."""
    count = f"{len(problems)} node{'s' * (len(problems) != 1)}"
    lines = [f"{source}: {count} of the model cannot be imported", *map(str, problems[:MOST_LISTED])]
    if len(problems) > MOST_LISTED:
        lines.append(f"and {len(problems) - MOST_LISTED} more")
    return "\n  ".join(lines)


def traced_line(error: BaseException, *packages: str) -> str:
    """Return the line of a user's model where tracing failed, ` at model.py:12 ('x @ y')`; empty if it is unknown.

    It is the last one outside of the packages that trace, of dlc and of the standard library.
    """
    inner = {"", "dlc", *packages, *sys.stdlib_module_names}  # code that is generated has no module
    for each in _with_causes(error):
        frames = [
            (frame, line)
            for frame, line in traceback.walk_tb(each.__traceback__)
            if _root_module(frame) not in inner and not frame.f_code.co_filename.startswith("<eval")
        ]
        if frames:
            [summary] = traceback.StackSummary.extract(iter(frames[-1:]))
            text = f" ('{summary.line}')" if summary.line else ""
            return f" at {summary.filename}:{summary.lineno}{text}"
    return ""


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error after those that led to it."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return reversed(chain)


def _root_module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
