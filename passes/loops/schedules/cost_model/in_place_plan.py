"""A plan that reads rows where they lie: packing them pays only if many tiles of columns read what was packed.

Rows that are not contiguous along a sum are packed element by element, as in the first convolution of a network, whose
pixels have three channels. A tile reads each element of its rows once for each step, wherever it is; all tiles must
have all their rows, because nothing is behind the last one.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.passes.loops.analysis.workloads import stride_of
from dlc.passes.manager import Pass

from .contraction_plan import COLUMNS, ContractionPlan, PackedOperand
from .plan import LINE_BYTES, have_places
from .register_tiles import evenly


class InPlacePlan(ContractionPlan):
    """A plan that packs columns only."""

    name = "in place"

    def is_possible(self) -> bool:
        is_read_once = self.rows_are_shared and not self.workload.reads_constant(self.nest.first)
        return is_read_once and self._rows_fill() and not self.group and self._stays_in_cache()

    def _stays_in_cache(self) -> bool:
        """Return whether the lines of a tile's rows are in different places of the first cache.

        Steps of the sum read one line of each row again and again, and each tile of columns reads all of them again.
        """
        total = self.nest.sums[0]
        step, between = (self._bytes_along(each) for each in (total, self.nest.rows[-1]))
        if not have_places(self.machine, self.tile.rows, between):
            return False
        return step < LINE_BYTES or have_places(self.machine, self._trips(total), step)

    def _bytes_along(self, op: loop.ForOp) -> int:
        return (stride_of(self.nest.first, op.induction_variable) or 0) * self.element_bytes

    def _block_of_a_core(self, size: int, tile: int) -> int:
        """Return all rows on one core: nothing of them must fit into a cache."""
        return evenly(size, size, tile) if self.machine.cores == 1 else super()._block_of_a_core(size, tile)

    def _unrolled_sum(self, name: str) -> list[Pass]:
        """Return the step that unrolls the sum, unless its steps share rows that the registers cannot hold beside the
        sums: LLVM would load each of them once, and spill.
        """
        vectors = self.tile.columns // self.tile.vector
        held = self.tile.rows * vectors + self.tile.rows + vectors - 1
        return [] if held > self.machine.vector_registers and self._steps_share_rows() else super()._unrolled_sum(name)

    def _steps_share_rows(self) -> bool:
        """Return whether a step of the innermost sum reads what an earlier one has read for another row."""
        innermost, rows = self.nest.sums[-1], self.nest.rows[-1]
        step, distance = (stride_of(self.nest.first, each.induction_variable) for each in (innermost, rows))
        if not step or not distance:
            return False
        return any(number * step % distance == 0 for number in range(1, self._trips(innermost)))

    def _row_copies(self) -> float:
        return 0

    def _panels(self, shared: str | None) -> tuple[list[Pass], list[Pass]]:
        number = self._number(self.nest.second)
        columns = PackedOperand(COLUMNS, self.column, self.nest.second, number, self.tile.columns)
        return self._packed_once(columns, shared, self.column_block)

    def _row_vectors(self) -> str:
        return ""
