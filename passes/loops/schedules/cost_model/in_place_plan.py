"""A plan that reads rows where they lie: packing them pays only if many tiles of columns read what was packed.

Rows that are not contiguous along a sum are packed element by element, as in the first convolution of a network, whose
pixels have three channels. A tile reads each element of its rows once for each step, wherever it is; all tiles must
have all their rows, because nothing is behind the last one.
"""

from __future__ import annotations

from dlc.passes.manager import Pass

from .contraction_plan import COLUMNS, ContractionPlan, PackedOperand


class InPlacePlan(ContractionPlan):
    """A plan that packs columns only."""

    name = "in place"

    def is_possible(self) -> bool:
        is_read_once = self.rows_are_shared and not self.workload.reads_constant(self.nest.first)
        return is_read_once and self._rows_fill() and not self.group

    def _row_copies(self) -> float:
        return 0

    def _panels(self, shared: str | None) -> tuple[list[Pass], list[Pass]]:
        number = self._number(self.nest.second)
        columns = PackedOperand(COLUMNS, self.column, self.nest.second, number, self.tile.columns)
        return self._packed_once(columns, shared, self.column_block)

    def _row_vectors(self) -> str:
        return ""
