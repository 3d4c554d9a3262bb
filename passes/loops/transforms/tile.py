"""Tiling: a nest runs over its iterations tile by tile.

    for %i = 0 to %n {          for %i = 0 to %n step 32 {
      for %j = 0 to %m {   =>     for %j = 0 to %m step 8 {
        …                           for %i_point = %i to min(%i + 32, %n) {
                                      for %j_point = %j to min(%j + 8, %m) {
                                        …

Legal if the loops can run in any order: no dependence between iterations of the nest has a negative distance in one of
them, and no loop's bounds depend on another. Strip-mining a single loop keeps the order and is always legal, also with
iteration arguments. Indices inside a tile that divide its induction variable are rewritten if possible (`quotients`).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Value
from dlc.ir.affine import AffineDimExpr, AffineMap
from dlc.passes.manager import option, statistic

from ..analysis.dependences import LoopDependences, levels_of
from ..analysis.facts import tighten_bounds
from ..analysis.nests import (
    check_nest,
    check_rectangular,
    joined,
    keep_attributes,
    lower_bound,
    rename,
    replace_loop,
    upper_bound,
)
from .loop_names import POINT, Names, point_of
from .loop_pass import BandPass
from .quotients import resolve_quotients
from .refusals import Refusal, check_distance, forbidden


def tile(band: Sequence[loop.ForOp], sizes: Sequence[int]) -> tuple[list[loop.ForOp], list[loop.ForOp]]:
    """Tile a perfect nest; return the loops over tiles, and those inside a tile."""
    if len(band) != len(sizes):
        raise Refusal(band[0], f"cannot be tiled: it expects one size per loop ({len(band)}), but got {len(sizes)}")
    for each, size in zip(band, sizes, strict=True):
        _check_size(each, size)
    check_nest(band, "cannot be tiled")
    check_rectangular(band, "cannot be tiled")
    for each in LoopDependences(band[0]).carried(levels_of(band)):
        if any(low is None or low < 0 for low, _ in each.distances):
            raise forbidden(band[0], "cannot be tiled", each)
    return _tiled(band, sizes)


def _check_size(op: loop.ForOp, size: int) -> None:
    if size < 1:
        raise Refusal(op, f"cannot be tiled: sizes must be positive, but got {size}")
    check_distance(op, size * op.step_value, "cannot be tiled")


def _tiled(band: Sequence[loop.ForOp], sizes: Sequence[int]) -> tuple[list[loop.ForOp], list[loop.ForOp]]:
    tiles = [_tile_loop(each, size, ()) for each, size in zip(band, sizes, strict=True)]
    band[0].block.insert_before(tiles[0], band[0])
    for outer, inner in itertools.pairwise(tiles):
        outer.body.append(inner)
    points: list[loop.ForOp] = []
    around = tiles[-1]
    for old, size, each in zip(band, sizes, tiles, strict=True):
        point = _point_loop(old, size, each.induction_variable, ())
        around.body.append(point)
        around = point
        points.append(point)
    points[-1].body.take_all_ops(band[-1].body)
    for each in (*tiles, *points[:-1]):
        each.close()
    for old, point in zip(band, points, strict=True):
        old.induction_variable.replace_all_uses_with(point.induction_variable)
    replace_loop(band[0], ())
    for point in points:
        resolve_quotients(tighten_bounds(point))
    return tiles, points


def strip_mine(op: loop.ForOp, size: int) -> tuple[loop.ForOp, loop.ForOp]:
    """Split a loop in two, over strips of `size` iterations and inside one; return both.

    Iteration arguments are forwarded through both.
    """
    _check_size(op, size)
    block = op.block
    outer = _tile_loop(op, size, op.iter_inits)
    block.insert_before(outer, op)
    inner = _point_loop(op, size, outer.induction_variable, outer.carried)
    outer.body.append(inner)
    inner.body.take_all_ops(op.body)
    outer.close(inner.results)
    for old, new in zip(op.body.args, inner.body.args, strict=True):
        new.name_hint = old.name_hint if new.index else new.name_hint
        old.replace_all_uses_with(new)
    replace_loop(op, outer.results)
    resolve_quotients(tighten_bounds(inner))
    return outer, inner


def _tile_loop(op: loop.ForOp, size: int, inits: Sequence[Value]) -> loop.ForOp:
    step = op.step_value * size
    tile_loop = loop.ForOp.over(lower_bound(op), upper_bound(op), step, inits, location=op.location)
    return keep_attributes(op, tile_loop)


def _point_loop(op: loop.ForOp, size: int, start: Value, inits: Sequence[Value]) -> loop.ForOp:
    """Return the loop inside a tile, which ends with the tile or, if that may be earlier, with the original loop."""
    step = op.step_value
    end: tuple[AffineMap, Sequence[Value]] = (AffineMap(1, 0, [AffineDimExpr(0) + step * size]), [start])
    trips = op.constant_trip_count()
    if trips is None or trips % size:
        end = joined(end, upper_bound(op))
    point_loop = loop.ForOp.over((AffineMap.identity(1), [start]), end, step, inits, location=op.location)
    return keep_attributes(op, point_loop, POINT)


class LoopTile(BandPass):
    """Tile perfect nests of loops

    The loops over tiles keep the names; those inside a tile have the given names, or are named `i_point` after the loop
    `i`. A single loop may have iteration arguments.

    Example: loop-tile{loops=i sizes=16}
        func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            loop.store %x, %b[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-tile"
    sizes: tuple[int, ...] = option("The number of iterations of each loop in a tile", default=(32,), least=1)
    points: tuple[str, ...] = option("The names of the loops inside a tile", default=())
    done = statistic("num-tiled", "Number of nests tiled")
    refused = statistic("num-refused", "Number of nests that could not be tiled")

    def names_after(self, names: Names) -> Names:
        if not self.loops:
            return names.union(self.points) if self.points else names.with_suffixes(POINT)
        return names.union(self.points or map(point_of, self.loops))

    def problem(self) -> str | None:
        if self.loops and len(self.loops) != len(self.sizes):
            return f"expects one tile size per loop ({len(self.loops)}), but got {len(self.sizes)}"
        if self.points and len(self.points) != len(self.sizes):
            return f"expects one name per loop in a tile ({len(self.sizes)}), but got {len(self.points)}"
        return None

    def is_candidate(self, band: Sequence[loop.ForOp]) -> bool:
        return len(band) >= len(self.sizes)

    def transform(self, band: list[loop.ForOp]) -> object:
        if len(self.sizes) == 1:
            points = [strip_mine(band[0], self.sizes[0])[1]]
        else:
            _, points = tile(band[: len(self.sizes)], self.sizes)
        for point, name in zip(points, self.points, strict=False):
            rename(point, name)
        return points
