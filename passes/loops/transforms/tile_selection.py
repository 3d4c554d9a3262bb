"""What passes on tiles are told: loops by their names, and memory by numbers, because memrefs have no names.

Memrefs are counted from 0 on, in the order in which the loop that is named first reads them, or writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from dlc.dialects import loop
from dlc.ir.builtin_attributes import ArrayAttr, StringAttr
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from ..analysis.nests import loops_in, name_of
from ..analysis.tile_elements import Outer, around_in
from .parallelize import NAMES
from .refusals import Refusal
from .selection import bands

_Op = TypeVar("_Op", loop.LoadOp, loop.StoreOp)


class Dimensions(NamedTuple):
    """The loops that are dimensions of a buffer, and sizes of those that are padded."""

    loops: list[loop.ForOp]
    padded: dict[loop.ForOp, int]


def outer_loops(root: Operation, name: str) -> list[Outer]:
    """The loops of this name, parallel ones among them, inner ones first."""
    return [op for op in root.walk() if isinstance(op, (loop.ForOp, loop.ParallelOp)) and name in _names_of(op)][::-1]


def nests_with(root: Operation, names: Sequence[str]) -> list[loop.ForOp]:
    """The outermost loops that contain loops of all these names, or are one of them."""
    outermost = [band[0] for band in bands(root, ())]
    return [op for op in outermost if {*names} <= {name_of(each) for each in loops_in(op)}]


def names_in(root: Operation) -> set[str]:
    """Return the names of all loops in an op, parallel ones among them."""
    return {name for op in root.walk() if isinstance(op, (loop.ForOp, loop.ParallelOp)) for name in _names_of(op)}


def _names_of(op: Outer) -> Sequence[str]:
    if isinstance(op, loop.ForOp):
        name = name_of(op)
        return () if name is None else (name,)
    names = op.attributes.get(NAMES)
    return (
        [each.value for each in names.elements if isinstance(each, StringAttr)] if isinstance(names, ArrayAttr) else ()
    )


def touching(at: Outer, kind: type[_Op], number: int, names: Sequence[str], what: str) -> _Op:
    """The first op of a kind on one of the memrefs, inside of all the named loops."""
    found: dict[Value, list[_Op]] = {}
    for op in at.walk():
        if isinstance(op, kind):
            found.setdefault(op.memref, []).append(op)
    if not 0 <= number < len(found):
        raise Refusal(at, f"{what}: there are {len(found)} memrefs, counted from 0, but got number {number}")
    ops = list(found.values())[number]
    return next((op for op in ops if {*names} <= _names_around(op, at, what)), ops[0])


def _names_around(op: Operation, at: Outer, what: str) -> set[str]:
    return {name for each in around_in(op, at, what) if isinstance(each, loop.ForOp) for name in _names_of(each)}


def dimensions_around(op: Operation, at: Outer, names: Sequence[str], sizes: Sequence[int], what: str) -> Dimensions:
    """The loops around an op that have these names; those are padded that have a size which is not zero."""
    named = {name_of(each): each for each in around_in(op, at, what) if isinstance(each, loop.ForOp)}
    loops: list[loop.ForOp] = []
    for name in names:
        if name not in named:
            raise Refusal(op, f"{what}: it is in no loop called '{name}'", [(at.location, "this is the loop around")])
        loops.append(named[name])
    return Dimensions(loops, {each: size for each, size in zip(loops, sizes, strict=False) if size})
