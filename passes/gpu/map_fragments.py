"""The pass `gpu-map-fragments`: threads run the iterations of a tile whose sums they hold as fragments of `mma.sync`.

    for %i = … + 128 {                parallel (%warp_row, %warp_column, %row, %pair) = (0, 0, 0, 0) to (2, 4, 8, 4) {
      for %j = … + 128 {         =>     store %x, %sums[%warp_row * 64 + %row, %warp_column * 32 + %pair * 2]
        store %x, %sums[%i, %j]         store %x, %sums[%warp_row * 64 + %row, %warp_column * 32 + %pair * 2 + 1]
                                        …

So initial values and the operations on sums happen in registers. Legal if the iterations can run in any order.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.operations import IRMapping, Operation
from dlc.passes.loops.analysis.dependences import LoopDependences, levels_of
from dlc.passes.loops.analysis.nests import check_nest, replace_loop, substitute_point
from dlc.passes.loops.transforms.refusals import forbidden

from ..loops.transforms.loop_names import Names
from ..loops.transforms.loop_pass import LoopPass
from ..loops.transforms.selection import Attempts, bands, check_names
from ..manager.declaration import PassRun, statistic
from ..manager.options import option
from .warp_tiles import WarpTiles

WHAT = "cannot be mapped to fragments"


def map_fragments(rows: loop.ForOp, columns: loop.ForOp, tile: tuple[int, ...]) -> loop.ParallelOp:
    """Replace two loops by one over the threads that hold the sums of a tile; return it."""
    check_nest([rows, columns], WHAT)
    tiles = WarpTiles(rows, columns, tile, WHAT)
    carried = next(LoopDependences(rows).carried(levels_of([rows, columns])), None)
    if carried is not None:
        raise forbidden(rows, WHAT, carried)
    block = rows.parent
    assert block is not None
    block.insert_before(tiles.threads, rows)
    body = [op for op in columns.body.ops if op is not columns.terminator]
    for fragment in tiles.fragments():
        for row, column in tiles.elements(fragment):
            mapping = IRMapping()
            for iv in (rows.induction_variable, columns.induction_variable):
                mapping.values[iv] = iv
            copies = [op.clone(mapping) for op in body]
            for op in copies:
                tiles.threads.body.append(op)
            for iv, point in ((rows.induction_variable, row), (columns.induction_variable, column)):
                substitute_point(copies, iv, point, tiles.threads.body, copies[0])
    replace_loop(rows, ())
    return tiles.close()


class GPUMapFragments(LoopPass):
    """Let threads run the iterations whose sums they hold as fragments

    The two named loops are over the rows and columns of the tile of a block; each warp has a tile of `tile` elements.

    Example: gpu-map-fragments{loops=i,j tile=16,8}
        func.func @fill(%m: memref<32x8xf32>, %x: f32) {
          loop.for %i = 0 to 32 {
            loop.for %j = 0 to 8 {
              loop.store %x, %m[%i, %j] : memref<32x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "gpu-map-fragments"
    loops: tuple[str, ...] = option("The names of the loops over rows and columns", default=())
    tile: tuple[int, ...] = option("The numbers of rows and columns of a warp", default=(64, 32))
    mapped = statistic("num-mapped", "Number of nests that are mapped")
    refused = statistic("num-refused", "Number of nests that cannot be mapped")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops)

    def run(self, op: Operation, run: PassRun) -> None:
        if len(self.loops) != 2:
            run.error(op, f"expects the names of two loops, but got {len(self.loops)}")
            return
        attempt = Attempts(run, self.loops, self.mapped, self.refused)
        nests = bands(op, self.loops)
        for band in nests:
            attempt(lambda band=band: self._map(band))
        attempt.finish(has_candidates=bool(nests))

    def _map(self, band: list[loop.ForOp]) -> loop.ParallelOp:
        check_names(band, self.loops)
        return map_fragments(band[0], band[1], self.tile)
