"""The loops that a pass transforms: those that its options name, or all that it can.

A loop is named by its attribute `loop.name`. A refusal is an error if loops are named; otherwise the refused loop stays
as it is, and is counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Operation

from ..analysis.nests import loops_in, name_of, perfect_nest
from .refusals import Refusal


def named(root: Operation, names: Sequence[str]) -> list[loop.ForOp]:
    """Return the loops that have one of these names, inner ones first; all if there are no names."""
    return [op for op in loops_in(root) if not names or name_of(op) in names][::-1]


def bands(root: Operation, names: Sequence[str]) -> list[list[loop.ForOp]]:
    """Return the perfect nests to transform: those of these names, outermost first, or all outermost ones."""
    if names:
        return [band_from(op, len(names)) for op in loops_in(root) if name_of(op) == names[0]]
    nests: list[list[loop.ForOp]] = []
    seen: set[loop.ForOp] = set()
    for op in loops_in(root):
        if op not in seen:
            nest = perfect_nest(op)
            nests.append(nest)
            seen.update(nest)
    kinds = (loop.ForOp, loop.ParallelOp)
    return [nest for nest in nests if not any(isinstance(each, kinds) for each in nest[0].ancestors)]


def band_from(op: loop.ForOp, depth: int) -> list[loop.ForOp]:
    """Return a loop and the first loops inside it, at most `depth` in all; they need not form a perfect nest."""
    band = [op]
    while len(band) < depth:
        inner = next((each for each in band[-1].body.ops if isinstance(each, loop.ForOp)), None)
        if inner is None:
            break
        band.append(inner)
    return band


def check_names(band: Sequence[loop.ForOp], names: Sequence[str]) -> None:
    """Refuse a nest with loops of other names."""
    actual = [name_of(each) or "" for each in band]
    if names and actual != list(names):
        expected = ", ".join(f"'{name}'" for name in names)
        hint = ""
        if sorted(actual) == sorted(names):
            order = ",".join(str(actual.index(name)) for name in names)
            hint = f"; loop-interchange{{loops={','.join(actual)} order={order}}} makes it so"
        raise Refusal(band[0], f"must be the nest of {expected}, but got {', '.join(map(repr, actual))}{hint}")
