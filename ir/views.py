"""Views of memory: the memref that a chain of views begins at, and the uses of a memref through its views."""

from __future__ import annotations

from collections.abc import Iterator

from .interfaces import ViewLike
from .operations import Operation
from .values import Value


def defining_view(value: Value) -> tuple[Operation, ViewLike] | None:
    """Return the op that makes `value` as a view, with its interface, or `None` if no view defines it."""
    op = value.defining_op
    view = ViewLike.of(op) if op is not None else None
    return (op, view) if view is not None and op is not None and value is op.results[0] else None


def memory_of(value: Value) -> Value:
    """Return the memref that the chain of views ending in `value` begins at."""
    while (definer := defining_view(value)) is not None:
        op, view = definer
        value = view.view_source(op)
    return value


def uses_of_memory(value: Value) -> Iterator[tuple[Operation, int]]:
    """Yield the uses of a memref, and those of all views of it. The views are users, too."""
    views = [value]
    for memref in views:
        for user, position in memref.uses:
            yield user, position
            view = ViewLike.of(user)
            if view is not None and view.view_source(user) is memref:
                views.append(user.results[0])
