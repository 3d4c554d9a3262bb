"""Errors of the import of a model that the frontends share, and the report that lists all of them."""

from __future__ import annotations

from collections.abc import Sequence

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
