"""Vectorization of tiles: iterations of the inner of two loops become lanes, several of the outer one at a time.

    for %i = 0 to 64 {                 for %i = 0 to 64 step 4 {
      for %j = 0 to 64 {                 for %j = 0 to 64 step 4 {
        %0 = load %a[%i, %j]               four loads of %a[%i + 0 … 3, %j] : vector<4xf32>
        store %0, %b[%j, %i]       =>      a transpose of 4 by 4 elements
      }                                    four stores to %b[%j + 0 … 3, %i] : vector<4xf32>
    }                                    }
                                       }

So what is read along one loop and written along the other one takes few instructions for a vector. The loops inside
stay, as for `vectorize`. If the number of iterations is known, those that do not fill a tile fill one together with
iterations before them, which are run again if that changes nothing: nothing is read where something is written.
Otherwise they are narrower tiles, or scalar loops if their number is not known.

Legal if neither loop carries a dependence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlc.dialects import loop
from dlc.ir.affine import AffineConstantExpr, AffineMap
from dlc.passes.manager import option, statistic

from ..analysis.dependences import LoopDependences, may_meet
from ..analysis.distances import ZERO
from ..analysis.nests import check_nest, replace_loop
from ..transforms.distribute import distribute
from ..transforms.loop_names import REST, Names
from ..transforms.loop_pass import BandPass
from ..transforms.refusals import Refusal, forbidden
from ..transforms.unroll import check_copies, check_rest, split_off_rest
from .lane_values import WHAT
from .lanes import varying_values
from .tile_widening import TileWidening

FEW = 2
"""The height and width of the tile that shows whether ops have a vector form."""


def vectorize_tiles(outer: loop.ForOp, inner: loop.ForOp, height: int, width: int) -> None:
    """Vectorize two loops by tiles of `height` iterations of the outer and `width` iterations of the inner loop."""
    if height < 1 or width < 1:
        raise Refusal(outer, f"{WHAT}: height and width must be positive, but got {height} and {width}")
    check_nest([outer, inner], WHAT)
    height, width = _at_most(outer, height), _at_most(inner, width)
    check_rest(outer, height, WHAT)
    check_rest(inner, width, WHAT)
    check_copies(inner, height * width)
    dependences = LoopDependences(outer)
    _check_dependences(outer, dependences)
    _widened(outer, inner, FEW, FEW).discard()
    for rows, lanes, tile in list(_parts(outer, inner, height, width, may_repeat=_may_repeat(dependences))):
        widening = _widened(rows, lanes, *tile)
        rows.block.take_all_ops(widening.code, rows)
        replace_loop(rows, [])


def _at_most(op: loop.ForOp, size: int) -> int:
    """Return a size, or the number of iterations of a loop if that is known to be less."""
    trips = op.constant_trip_count()
    return size if trips is None else max(1, min(trips, size))


def _check_dependences(outer: loop.ForOp, dependences: LoopDependences) -> None:
    """Refuse two loops if one of them carries a dependence."""
    for each in dependences.carried():
        if any(distance != ZERO for distance in each.distances[:2]):
            raise forbidden(outer, WHAT, each)


def _may_repeat(dependences: LoopDependences) -> bool:
    """Return whether iterations may be run again: they do not read what they write."""
    read, written = ([each for each in dependences.accesses if each.is_write is way] for way in (False, True))
    return not any(may_meet(source, target) for source in written for target in read)


def _widened(outer: loop.ForOp, inner: loop.ForOp, height: int, width: int) -> TileWidening:
    """Return loops over tiles, detached from the program; refuse ops that have no vector form."""
    varying = varying_values(outer, WHAT) | varying_values(inner, WHAT)
    widening = TileWidening(outer, inner, height, width, varying)
    try:
        widening.build()
    except Refusal:
        widening.discard()
        raise
    return widening


def _parts(
    outer: loop.ForOp, inner: loop.ForOp, height: int, width: int, *, may_repeat: bool
) -> Iterator[tuple[loop.ForOp, loop.ForOp, tuple[int, int]]]:
    """Cut off what does not fill a tile of a size; yield pairs of loops, and the size of tiles that fill each."""
    below = _rest(outer, height, may_repeat=may_repeat)
    for rows, tall in ((outer, height), (below, below and below.constant_trip_count())):
        if rows is None or tall is None:
            continue
        [lanes] = (each for each in rows.body.ops if isinstance(each, loop.ForOp))
        beside = _rest(lanes, width, may_repeat=may_repeat)
        if beside is not None:
            rest, wide = distribute(rows, beside)[1], beside.constant_trip_count()
            if wide is not None and wide > 1:
                yield rest, beside, (tall, wide)
        yield rows, lanes, (tall, width)


def _rest(op: loop.ForOp, size: int, *, may_repeat: bool) -> loop.ForOp | None:
    """Cut off the iterations that do not fill a tile; they may begin with some that are not cut off, and fill one."""
    trips, first = op.constant_trip_count(), op.constant_lower
    rest = split_off_rest(op, size, WHAT)
    if rest is not None and may_repeat and trips is not None and first is not None:
        start = AffineMap(0, 0, [AffineConstantExpr(first + (trips - size) * op.step_value)])
        rest.set_lower_bound((start, ()))
    return rest


class LoopVectorizeTiles(BandPass):
    """Vectorize pairs of loops: lanes along the inner one, several iterations of the outer one at a time

    Elements that are adjacent along the outer loop are transposed in registers.

    Example: loop-vectorize-tiles{loops=i,j height=4 width=4}
        func.func @transpose(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}) {
          loop.for %i = 0 to 64 {
            loop.for %j = 0 to 64 {
              %x = loop.load %a[%i, %j] : memref<64x64xf32>
              loop.store %x, %b[%j, %i] : memref<64x64xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-vectorize-tiles"
    height: int = option("The number of iterations of the outer loop", default=8, least=1)
    width: int = option("The number of iterations of the inner loop: the elements of a vector", default=8, least=1)
    done = statistic("num-vectorized", "Number of pairs of loops vectorized")
    refused = statistic("num-refused", "Number of pairs of loops that could not be vectorized")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(REST)

    def problem(self) -> str | None:
        return None if len(self.loops) in (0, 2) else f"expects the names of two loops, but got {len(self.loops)}"

    def is_candidate(self, band: Sequence[loop.ForOp]) -> bool:
        return len(band) == 2

    def transform(self, band: list[loop.ForOp]) -> object:
        outer, inner = band
        return vectorize_tiles(outer, inner, self.height, self.width)
