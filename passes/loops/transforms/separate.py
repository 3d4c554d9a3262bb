"""Separation: each independent part of a nest's body gets a nest of its own, with invariant conditions outside.

    for %i, %j {                               if %k == 0 { for %i, %j { f } }
      if %k == 0 { f }                         for %i, %j { g }
      g                                   =>   if %k == 7 { for %i, %j { h } }
      if %k == 7 { h }
    }

It is the inverse of `sink` for the loops inside a tile: the part that takes the time becomes a nest without conditions.
Legal if each loop can be distributed (`distribute`).
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.passes.manager import option, statistic

from ..analysis.nests import keep_attributes
from .distribute import distribute_nest_fully, parting_points
from .loop_names import Names, part_of
from .loop_pass import BandPass
from .refusals import Refusal
from .unswitch import unswitch

WHAT = "cannot be separated"


def separate(band: Sequence[loop.ForOp], suffixes: Sequence[str] = ()) -> list[list[loop.ForOp]]:
    """Split the body of a perfect nest into as many parts as possible; return the loops of each, outermost first.

    There is one suffix per part for the names of its loops: `jj_init` after the loop `jj`; an empty one keeps the name.
    Without suffixes, parts are numbered: `jj_0`, `jj_1`.
    """
    points, reason = parting_points(band)
    if not points:
        raise reason or Refusal(band[0], f"{WHAT}: its body has no independent parts")
    if suffixes and len(suffixes) != len(points) + 1:
        notes = [(each.location, "a part begins here") for each in points]
        raise Refusal(band[0], f"{WHAT}: it has {len(points) + 1} parts, but got {len(suffixes)} suffixes", notes)
    nests = distribute_nest_fully(band)
    for number, nest in enumerate(nests):
        suffix = suffixes[number] if suffixes else f"_{number}"
        for each in nest:
            keep_attributes(each, each, suffix)
        nests[number] = _guards_outside(nest)
    return nests


def _guards_outside(nest: Sequence[loop.ForOp]) -> list[loop.ForOp]:
    """Move invariant conditions out of a nest; return its loops under these conditions."""
    loops = list(nest)
    for number in reversed(range(len(loops))):
        try:
            [loops[number], *others] = unswitch(loops[number])
        except Refusal:
            break
        if others:
            break  # the nest of the `else` branch is not part of the result
    return loops


class LoopSeparate(BandPass):
    """Split nests into their independent parts, with invariant conditions outside

    Loops of a part are named after the original loop, with the suffix or the number of the part.

    Example: loop-separate{loops=i}
        func.func @two_arrays(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %x: f32, %n: index) {
          loop.for %i = 0 to 8 {
            loop.store %x, %a[%i] : memref<8xf32>
            loop.if affine_set<()[s0] : (s0 == 0)>()[%n] {
              loop.store %x, %b[%i] : memref<8xf32>
            }
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-separate"
    suffixes: tuple[str, ...] = option("The suffix of names for each part; numbers if empty", default=())
    done = statistic("num-separated", "Number of nests split")
    refused = statistic("num-refused", "Number of nests that could not be split")

    def names_after(self, names: Names) -> Names | None:
        if not self.suffixes:
            return None  # the number of parts is unknown
        if not self.loops:
            return names.with_suffixes(*self.suffixes)
        parts = (part_of(name, suffix) for name in self.loops for suffix in self.suffixes)
        return names.difference(self.loops).union(parts)

    def transform(self, band: list[loop.ForOp]) -> object:
        return separate(band, self.suffixes)
