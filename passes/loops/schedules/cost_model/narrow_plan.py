"""A plan for contractions with as many columns as a tile has: operands are read where they lie.

Each element of the rows is read once, so that packing them would only copy. Columns are packed if those of a step of
the sum do not lie next to each other. Fewer columns than a vector has are computed by narrower vectors, so that a small
result of long sums is one tile.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload, stride_of
from dlc.passes.manager import Pass

from ..machine import Machine
from .in_place_plan import InPlacePlan
from .register_tiles import RegisterTile, cycles, tiles_in


class NarrowPlan(InPlacePlan):
    """A plan with one tile of columns, and whole tiles of rows: many for each core, or one."""

    name = "narrow"

    def is_possible(self) -> bool:
        nest = self.nest
        steps = [nest.rows[-1], nest.sums[0]]
        is_contiguous = any(stride_of(nest.first, each.induction_variable) == 1 for each in steps)
        is_one_tile = self._row_count() == self.tile.rows and self._is_contiguous(nest.second)
        is_read_once = (self.rows_are_shared or is_one_tile) and not self.workload.reads_constant(nest.first)
        return is_contiguous and is_read_once and not self.group

    def cycles(self) -> float:
        copies = 0 if self._is_contiguous(self.nest.second) else self.tile.columns * self._copy_cycles()
        return self.runs * self._depth() * (cycles(self.tile, self._row_count(), self.tile.columns) + copies)

    def _panels(self, shared: str | None) -> tuple[list[Pass], list[Pass]]:
        return ([], []) if self._is_contiguous(self.nest.second) else super()._panels(shared)

    def _copies(self) -> list[Pass]:
        return []


def narrow_plans(workload: Workload, nest: ContractionNest, machine: Machine, bits: int) -> Sequence[NarrowPlan]:
    """Return the plan whose tiles are filled in the least time, if there are such tiles."""
    if len(nest.rows) != 1 or len(nest.columns) != 1 or len(nest.sums) != 1:
        return []
    rows, columns = nest.rows[0].constant_trip_count(), nest.columns[0].constant_trip_count()
    if rows is None or columns is None:
        return []
    tiles = [each for each in narrow_tiles(machine, bits, columns) if rows % each.rows == 0]
    best = min(tiles, key=lambda tile: cycles(tile, rows, columns), default=None)
    return [NarrowPlan(workload, nest, machine, best)] if best is not None else []


def narrow_tiles(machine: Machine, bits: int, columns: int) -> Sequence[RegisterTile]:
    """Return the tiles with this number of columns, in whole vectors, or in one of half or a quarter of the width."""
    if columns in (machine.lanes(bits) // 2, machine.lanes(bits) // 4) and columns > 1:
        return [RegisterTile(tall, columns, columns) for tall in range(2, machine.vector_registers - 2)]
    return [each for each in tiles_in(machine, bits) if each.columns == columns]
