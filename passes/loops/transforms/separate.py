"""Separation: each part of what a nest does in a nest of its own, and conditions that are the same throughout outside.

    for %i, %j {                               if %k == 0 { for %i, %j { f } }
      if %k == 0 { f }                         for %i, %j { g }
      g                                   =>   if %k == 7 { for %i, %j { h } }
      if %k == 7 { h }
    }

It undoes `sinking` for the loops inside a tile: so the part that takes the time is a nest without conditions. Allowed
where each loop can be distributed (`fusion`).
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.builtin_attributes import StringAttr
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import NAME, name_of
from .distribute import distribute_nest_fully, parting_points
from .loop_names import Names, part_of
from .loop_pass import LoopPass
from .refusals import Refusal
from .selection import Attempts, bands, check_names
from .unswitch import unswitch

WHAT = "cannot be separated"


def separate(band: Sequence[loop.ForOp], suffixes: Sequence[str] = ()) -> list[list[loop.ForOp]]:
    """Split the body of a perfect nest into as many parts as can be; the loops of each part, outermost first.

    Their names end in the suffixes, of which there is one for each part: `jj_init` after the loop `jj`, and an empty
    one keeps the name. Without suffixes, parts are numbered: `jj_0`, `jj_1`.
    """
    points, reason = parting_points(band)
    if not points:
        raise reason or Refusal(band[0], f"{WHAT}: its body is one thing that uses what it computes")
    if suffixes and len(suffixes) != len(points) + 1:
        notes = [(each.location, "a part begins here") for each in points]
        raise Refusal(band[0], f"{WHAT}: there are {len(points) + 1} parts, but got {len(suffixes)} names", notes)
    nests = distribute_nest_fully(band)
    for number, nest in enumerate(nests):
        suffix = suffixes[number] if suffixes else f"_{number}"
        for each in nest:
            _rename(each, suffix)
        nests[number] = _guards_outside(nest)
    return nests


def _rename(op: loop.ForOp, suffix: str) -> None:
    name, hint = name_of(op), op.induction_variable.name_hint
    if name is not None:
        op.attributes[NAME] = StringAttr(part_of(name, suffix))
    if hint is not None:
        op.induction_variable.name_hint = part_of(hint, suffix)


def _guards_outside(nest: Sequence[loop.ForOp]) -> list[loop.ForOp]:
    """The nest below the conditions that can be asked in front of it."""
    loops = list(nest)
    for number in reversed(range(len(loops))):
        try:
            [loops[number], *others] = unswitch(loops[number])
        except Refusal:
            break
        if others:
            break  # what is where the condition does not hold is no part of the nest
    return loops


class LoopSeparate(LoopPass):
    """Split nests into one for each part of their bodies, with conditions that are the same throughout outside

    Loops of parts are called after those that they come from and a suffix of the part, or its number.
    """

    name = "loop-separate"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    suffixes: tuple[str, ...] = option("What names end in, for each part; numbers if empty", default=())
    separated = statistic("num-separated", "Number of nests split")
    refused = statistic("num-refused", "Number of nests that must stay whole")

    def names_after(self, names: Names) -> Names | None:
        if not self.suffixes:
            return None  # the number of parts is unknown
        if not self.loops:
            return names.with_suffixes(*self.suffixes)
        parts = (part_of(name, suffix) for name in self.loops for suffix in self.suffixes)
        return names.difference(self.loops).union(parts)

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.separated, self.refused)
        found = bands(op, self.loops)
        for band in found:
            attempt(lambda band=band: self._separate(band))
        attempt.finish(found=bool(found))

    def _separate(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return separate(band, self.suffixes)
