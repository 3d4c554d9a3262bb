"""A plan for products of few rows with constant columns, which are packed into panels as long as the sums.

A panel is as wide as a tile of sums in registers. So columns are read in one stream, each element once for a group of
rows, and sums are stored once. Groups of fewer rows than a tile have tiles of their own: nothing is computed for rows
that do not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import loop
from dlc.ir.builtin_types import bit_width
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.workloads import Workload, bytes_of, element_of, stride_of
from dlc.passes.loops.transforms.loop_names import PARTIAL, REST, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.peel import LoopPeel
from dlc.passes.loops.transforms.specialize import LoopSpecialize
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.manager import Pass

from ..machine import Machine
from .contraction_plan import steps_together
from .plan import L2_BYTES, loop_name, parallel, reordered, vectorized
from .register_tiles import divisors, sum_cycles
from .skinny_plans import FUNCTION, SCALAR, STORE, SkinnyPlan

MOST_ROWS = 16
"""The most rows for which columns are read as panels of whole sums."""
MOST_WIDE = 4
"""The most vectors of columns in a tile of sums."""
MOST_OPEN = 4
"""The most rows of a tile if the number of rows is open: there is a tile for each smaller number."""
MOST_WITH_LONG_ENDS = 4
"""The most rows of a tile if as many operations follow the sums as a function has: each tile has copies of them."""
LONGEST_ENDS = 3 * FUNCTION
"""The number of operations on complete sums from which they are too many for copies."""
L3_PANELS = 24
"""The bytes that a core reads in a cycle from the third cache or memory if it reads nothing but panels."""


class PanelPlan(SkinnyPlan):
    """A plan that computes tiles of whole sums in registers, for panels of constant columns."""

    name = "panels"

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine) -> None:
        super().__init__(workload, nest, machine)
        self.is_open = bool(nest.rows) and nest.rows[-1].constant_trip_count() is None
        """Whether the number of rows is known only when the program runs."""
        self.lines = prod(map(workload.trips, nest.rows[:-1]))
        """The trips of the loops over rows other than the innermost."""
        self.steps_together = steps_together(nest, machine)
        """The number of steps of a sum that one instruction multiplies and adds up."""
        self.batches = prod(map(workload.trips, nest.others))
        tallest = MOST_WITH_LONG_ENDS if self._finishing() >= FUNCTION else MOST_OPEN if self.is_open else MOST_ROWS
        heights = range(1, min(tallest, self.rows) + 1) if self.is_open else divisors(self.rows, tallest)
        tiles = [
            (tall, wide)
            for tall in heights
            for wide in range(1, min(MOST_WIDE, self.columns // self.lanes) + 1)
            if tall * wide + wide + 1 < machine.vector_registers
        ]
        # A known number of rows is a multiple of the rows of a tile.
        self.tall, self.wide = min(tiles, key=lambda tile: self._product_cycles(*tile), default=(1, 1))

    def is_possible(self) -> bool:
        nest, counter = self.nest, self.nest.columns[-1].induction_variable
        known = all(each.constant_trip_count() for each in (*nest.columns, *nest.sums))
        is_plain = len(nest.columns) == 1 and len(nest.sums) == 1 and self.rows <= MOST_ROWS
        is_wide = self.columns >= self.lanes and stride_of(nest.store, counter) == 1
        is_ready = self.workload.reads_constant(nest.second) and not self._is_batched_inside()
        return known and is_plain and is_wide and is_ready and self._finishing() < LONGEST_ENDS

    def _is_batched_inside(self) -> bool:
        """Return whether a loop over batches is inside one over rows or columns."""
        band = [loop_name(each) for each in self.nest.others]
        return self.outer[: len(band)] != band

    def _fixed(self) -> Sequence[loop.ForOp]:
        return [*self.nest.columns, *self.nest.sums]

    def cycles(self) -> float:
        return self.batches * max(self._product_cycles(self.tall, self.wide), self._read_cycles() / self.batches)

    def _read_cycles(self) -> float:
        size = bytes_of(self.nest.second.memref)
        return size / L3_PANELS if size > self.machine.l2_bytes else 0

    def _product_cycles(self, tall: int, wide: int) -> float:
        """Return how long a product takes in tiles of `tall` rows and `wide` vectors of columns."""
        vectors, scalars = divmod(self.columns, self.lanes)
        panels, rest = divmod(vectors, wide)
        groups, left = divmod(self.rows, tall)
        steps = groups * (panels * self._step(tall, wide) + self._step(tall, rest))
        steps += panels * self._step(left, wide) + self._step(left, rest)
        single = scalars * self.rows * SCALAR
        ends = vectors * self.rows * (self._finishing() + STORE)
        return self.lines * (self.depth * (steps / self.steps_together + single) + ends)

    def _step(self, tall: int, wide: int) -> float:
        """Return the cycles of one step of the sums of a tile, where a panel comes from the second cache."""
        if not tall or not wide:
            return 0
        far = bytes_of(self.nest.second.memref) > self.machine.l1_bytes / 2
        read = wide * self.lanes * (bit_width(element_of(self.nest.second)) or 0) / 8 / L2_BYTES if far else 0
        return sum_cycles(tall, wide, self.machine.vectors_per_cycle, read)

    def shared(self) -> str | None:
        if not self._is_large():
            return None
        return self.column if self.columns >= self.machine.cores * self.wide * self.lanes else None

    def longest_share(self, cores: int) -> float:
        """Return the part of one thread: its whole panels, and what is left of the columns, which nobody shares."""
        whole, rest = divmod(self.columns, self.wide * self.lanes)
        most = -(-whole // cores) * self.wide * self.lanes + rest
        return 1 if self.shared() is None else most / self.columns

    def steps(self, shared: str | None) -> list[Pass]:
        column, row, width = point_of(self.column), self.row, self.wide * self.lanes
        others = [loop_name(each) for each in self.nest.others]
        rows = [loop_name(each) for each in self.nest.rows]
        is_cut = row is not None and (self.is_open or self.rows > self.tall)
        tiled = {self.column: [self.column, column]}
        if row is not None and is_cut:
            tiled[row] = [row, point_of(row)]
        before = [part for name in self.outer for part in tiled.get(name, [name])]
        inner = [part for name in rows for part in tiled.get(name, [name])]
        number = self.nest.read_before + self.nest.first.is_before(self.nest.second)
        pair = [point_of(self.total)] if self.steps_together > 1 else []
        dimensions = (*others, self.column, self.total, column, *pair)
        sizes = tuple(width if name == column else 0 for name in dimensions)
        return [
            LoopTile(loops=(self.column,), sizes=(width,)),
            *(LoopTile(loops=(name,), sizes=(self.tall,)) for name in rows[-1:] if is_cut),
            *reordered(before, [*others, self.column, *inner, column]),
            *(LoopTile(loops=(self.total,), sizes=(self.steps_together,)) for _ in pair),
            LoopPack(read=number, loops=dimensions, sizes=sizes, join=1 + len(pair), buffer=self.column),
            *(step for name in pair for step in self._together(name)),
            *(LoopPeel(loops=(self.column,), partial=True) for _ in range(self._has_rest())),
            *parallel(shared),
            *self._tiles(column, inner[-1] if inner else None),
        ]

    def _together(self, pair: str) -> list[Pass]:
        """Return the steps that make the steps of a sum that are multiplied together a vector in each lane."""
        return [vectorized(pair, self.steps_together), LoopUnroll(loops=(pair,), full=True)]

    def _has_rest(self) -> bool:
        """Return whether the last panel has fewer columns than the others; it is peeled while loops have an order."""
        return self.columns % (self.wide * self.lanes) > 0

    def _tiles(self, column: str, row: str | None) -> list[Pass]:
        """Return the steps that make tiles of sums: of whole panels and the last one, for each number of rows."""
        steps: list[Pass] = []
        sizes = range(self.tall, 0, -1) if self.is_open else [self.tall]
        vectors = {"": self.wide, REST: self.columns % (self.wide * self.lanes) // self.lanes}
        for part in ("", REST) if self._has_rest() else ("",):
            for number, size in enumerate(sizes):
                suffix = part + PARTIAL * number
                if row is not None and size > 1 and self.is_open:
                    steps.append(LoopSpecialize(loops=(row + suffix,), sizes=(size,)))
                if vectors[part]:
                    steps.append(vectorized(column + suffix, self.lanes))
                if vectors[part] > 1:
                    steps.append(LoopUnrollAndJam(loops=(column + suffix,), factor=vectors[part]))
                if row is not None and size > 1:
                    steps.append(LoopUnrollAndJam(loops=(row + suffix,), factor=size))
        return steps
