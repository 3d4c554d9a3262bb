"""Conversion targets: which ops may be there when a dialect conversion is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dlc.ir import Operation

Condition = Callable[[Operation], bool]
Kind = type[Operation] | str


class ConversionTarget:
    """Legality by op, by dialect, or by a callback; what is said of an op goes before what is said of its dialect.

    `legality` of an op is `True`, `False`, or `None` where nothing was said: a full conversion has to convert such an
    op, a partial one leaves it if it cannot.
    """

    def __init__(self) -> None:
        self._ops: dict[str, bool | Condition] = {}
        self._dialects: dict[str, bool | Condition] = {}
        self._recursive: dict[str, Condition | None] = {}
        self._unknown: Condition | None = None

    def add_legal_op(self, *kinds: Kind) -> None:
        self._ops.update(dict.fromkeys(map(_name, kinds), True))

    def add_illegal_op(self, *kinds: Kind) -> None:
        self._ops.update(dict.fromkeys(map(_name, kinds), False))

    def add_dynamically_legal_op(self, *kinds: Kind, condition: Condition) -> None:
        """Ops of these kinds are legal where `condition` holds, and illegal elsewhere."""
        self._ops.update(dict.fromkeys(map(_name, kinds), condition))

    def add_legal_dialect(self, *names: str) -> None:
        self._dialects.update(dict.fromkeys(names, True))

    def add_illegal_dialect(self, *names: str) -> None:
        self._dialects.update(dict.fromkeys(names, False))

    def add_dynamically_legal_dialect(self, *names: str, condition: Condition) -> None:
        self._dialects.update(dict.fromkeys(names, condition))

    def mark_unknown_dynamically_legal(self, condition: Condition) -> None:
        """Ops of which nothing else was said are legal where `condition` holds, and illegal elsewhere."""
        self._unknown = condition

    def mark_recursively_legal(self, *kinds: Kind, condition: Condition | None = None) -> None:
        """Make ops of these kinds legal (if `condition` holds) together with everything nested in them."""
        self._recursive.update(dict.fromkeys(map(_name, kinds), condition))

    @property
    def dialects(self) -> Iterable[str]:
        """The names of dialects of which something was said."""
        return self._dialects

    def legality(self, op: Operation) -> bool | None:
        said: bool | Condition | None = self._ops.get(op.name)
        if said is None:
            said = self._dialects.get(op.dialect_name)
        if said is None:
            said = self._unknown
        return said(op) if callable(said) else said

    def is_always_legal(self, name: str) -> bool:
        """Return whether ops of this name are legal wherever they are, though what is in them has to be looked at."""
        said = self._ops.get(name)
        if said is None:
            said = self._dialects.get(name.partition(".")[0])
        return said is True and name not in self._recursive

    def is_recursively_legal(self, op: Operation) -> bool:
        """Return whether nothing inside `op`, which is legal, needs to be looked at."""
        condition = self._recursive.get(op.name)
        return op.name in self._recursive and (condition is None or condition(op))


def _name(kind: Kind) -> str:
    return kind if isinstance(kind, str) else kind.name
