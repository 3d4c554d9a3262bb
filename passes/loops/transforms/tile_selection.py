"""Selection of loops by name and of elements by position, for passes on tiles.

Elements have no names: they are counted from 0, in the order in which the given loop first reads or writes them. A
product of a matrix with itself reads two elements of one memref.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from dlc.dialects import loop
from dlc.ir import ArrayAttr, Operation, StringAttr

from ..analysis.accesses import accessed
from ..analysis.nests import loops_in, name_of
from ..analysis.tile_elements import Outer, enclosing_ops
from .parallelize import NAMES
from .refusals import Refusal
from .selection import bands

_Op = TypeVar("_Op", loop.LoadOp, loop.StoreOp)


class Dimensions(NamedTuple):
    """The loops that are dimensions of a buffer, and the sizes of padded ones."""

    loops: list[loop.ForOp]
    padded: dict[loop.ForOp, int]


def outer_loops(root: Operation, name: str) -> list[Outer]:
    """Return the loops of this name, including parallel ones, inner ones first."""
    return [op for op in _all_loops(root) if name in _names_of(op)][::-1]


def nests_with(root: Operation, names: Sequence[str]) -> list[loop.ForOp]:
    """Return the outermost loops whose nests have loops of all these names."""
    outermost = [band[0] for band in bands(root, ())]
    return [op for op in outermost if {*names} <= {name_of(each) for each in loops_in(op)}]


def names_in(root: Operation) -> set[str]:
    """Return the names of all loops in an op, parallel ones among them."""
    return {name for op in _all_loops(root) for name in _names_of(op)}


def _all_loops(root: Operation) -> list[Outer]:
    return [op for op in root.owners_of_regions() if isinstance(op, (loop.ForOp, loop.ParallelOp))]


def _names_of(op: Outer) -> Sequence[str]:
    if isinstance(op, loop.ForOp):
        name = name_of(op)
        return () if name is None else (name,)
    names = op.attributes.get(NAMES)
    return (
        [each.value for each in names.elements if isinstance(each, StringAttr)] if isinstance(names, ArrayAttr) else ()
    )


def touching(at: Outer, kind: type[_Op], position: int, names: Sequence[str], what: str) -> _Op:
    """Return the first op of a kind on one of the elements.

    If it is not inside all the named loops, it is the first one there on the same memref, as in the rest of a loop.
    """
    ops = [op for op in at.walk() if isinstance(op, kind)]
    elements = list(dict.fromkeys(map(accessed, ops)))
    if not 0 <= position < len(elements):
        raise Refusal(at, f"{what}: there are {len(elements)} elements, but got index {position}")
    alike = [op for op in ops if accessed(op) == elements[position]]
    candidates = alike + [op for op in ops if op.memref is alike[0].memref]
    return next((op for op in candidates if {*names} <= _names_around(op, at, what)), alike[0])


def _names_around(op: Operation, at: Outer, what: str) -> set[str]:
    return {name for each in enclosing_ops(op, at, what) if isinstance(each, loop.ForOp) for name in _names_of(each)}


def dimensions_around(op: Operation, at: Outer, names: Sequence[str], sizes: Sequence[int], what: str) -> Dimensions:
    """Return the loops around an op that have these names; a size other than zero is that of a padded dimension."""
    named = {name_of(each): each for each in enclosing_ops(op, at, what) if isinstance(each, loop.ForOp)}
    loops: list[loop.ForOp] = []
    for name in names:
        if name not in named:
            note = (at.location, "this is the enclosing loop")
            raise Refusal(op, f"{what}: it is not inside a loop named '{name}'", [note])
        loops.append(named[name])
    return Dimensions(loops, {each: size for each, size in zip(loops, sizes, strict=False) if size})
