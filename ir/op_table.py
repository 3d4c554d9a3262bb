"""Tables of functions by kind of op: meanings, lowerings, and whatever else is registered for ops from outside.

    LOWERINGS = OpTable[Lower]("lowering to the tensor level")

    @LOWERINGS(TransposeOp)
    def lower_transpose(op: TransposeOp, to: ToTensor) -> Value: ...

A table is a dictionary, so a driver that runs for each op pays for one look-up. What the functions receive and return
is the affair of each table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .diagnostics import did_you_mean
from .errors import InvalidDefinitionError
from .operations import Operation

F = TypeVar("F", bound=Callable[..., object])


class OpTable(dict[type[Operation], F]):
    """The function of each kind of op that has one; call it to register a function."""

    def __init__(self, entry: str, advice: str = "") -> None:
        super().__init__()
        self.entry = entry
        """The word for an entry, for messages."""
        self.advice = f"; {advice}" if advice else ""
        """How an entry is made, for messages."""

    def __call__(self, *kinds: type[Operation]) -> Callable[[F], F]:
        """Return a decorator that registers a function for some kinds of op."""

        def register(function: F) -> F:
            for kind in kinds:
                if kind in self and not _is_redefined(self[kind], function):
                    known = self[kind]
                    raise InvalidDefinitionError(
                        f"'{kind.name}' has a {self.entry} already: {known.__qualname__} of {known.__module__}"
                    )
                self[kind] = function
            return function

        return register

    def reason_for_lack(self, op: Operation) -> str:
        """Return why an op has no entry, as the predicate of a message."""
        if op.is_registered:
            return f"has no {self.entry}{self.advice}"
        return f"is not registered, so it has no {self.entry}{did_you_mean(op.name, [kind.name for kind in self])}"


def _is_redefined(known: object, new: object) -> bool:
    """Return whether both are functions of a notebook or a script, where a cell that has been corrected runs again."""
    return all(getattr(each, "__module__", None) == "__main__" for each in (known, new))
