"""The pass `gpu-tile-contractions`: matrix products and convolutions by tiles in the memory of a block
(`mapping.tiles`)."""

from __future__ import annotations

from dlc.dialects import loop
from dlc.dialects.func import FuncOp
from dlc.ir.operations import Operation

from ..manager.declaration import Pass, PassRun, statistic
from ..manager.options import option
from .map_loops import mapping_of
from .mapping.contractions import contraction_of
from .mapping.tiles import TileSizes, tile_contraction


class GPUTileContractions(Pass):
    """Turn contractions into launches whose blocks keep tiles of the operands in their own memory

    Short loops get smaller tiles; where tiles do not fit, loops stay as they are.
    """

    name = "gpu-tile-contractions"
    rows: int = option("How many iterations of the one tiled loop a block does", default=64)
    columns: int = option("How many of the other, the last parallel one", default=64)
    depth: int = option("How many of the loops that carry values at once", default=16)
    thread_rows: int = option("How many rows of the block's one thread does", default=4)
    thread_columns: int = option("How many of its columns", default=4)
    tiled = statistic("num-tiled", "Number of contractions tiled")

    def run(self, op: Operation, run: PassRun) -> None:
        sizes = TileSizes(self.rows, self.columns, self.depth, self.thread_rows, self.thread_columns)
        if min(sizes) < 1 or self.rows % self.thread_rows or self.columns % self.thread_columns:
            words = "needs sizes that are positive, and rows and columns that threads can share evenly"
            run.error(op, f"{words}, but got {tuple(sizes)}")
            return
        count = 0
        for nest in [inner for inner in op.walk() if isinstance(inner, loop.ForOp) and _is_outermost(inner)]:
            found = contraction_of(nest)
            count += found is not None and tile_contraction(found, sizes) is not None
        run.count(self.tiled, count)
        if not count:
            run.mark_idle("there are no contractions that are worth tiles")
            run.mark_unchanged()


def _is_outermost(op: loop.ForOp) -> bool:
    """Whether the host runs a loop, and no loop around it."""
    around = op.parent_op
    while around is not None and not isinstance(around, FuncOp):
        if isinstance(around, (loop.ForOp, loop.ParallelOp)) or around.name.startswith("gpu.") or mapping_of(around):
            return False
        around = around.parent_op
    return around is not None
