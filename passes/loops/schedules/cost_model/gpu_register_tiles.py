"""Schedules of nests whose tiles stay in the registers of a block, such as attention: products, and rows between them.

    for each block {                           loops that are parallel
      %sums, %most = alloca …
      for %i, %j { %sums = 0 }                 elements of a tile
      for %s {                                 the loop over steps
        for %j, %k { %columns = … }            a copy of the second operand of a product
        for %i, %j, %k { %scores = … }         a product
        for %i { %most = for %j { … } }        rows, along which elements are combined
        …

Each warp has 16 rows of all tiles, with all their columns, so that only the threads that share a row exchange anything.
On AMD's GPUs a warp is a subgroup of 32 or 64 threads, and copies in the background end at once. Second operands of
products, which all warps read, are in workgroup memory. All other buffers are private, so that what one nest leaves
stays in the registers of its threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import loop, memref
from dlc.ir import Value
from dlc.passes.gpu.async_copies import GPUAsyncCopies
from dlc.passes.gpu.keep_in_registers import GPUKeepInRegisters
from dlc.passes.gpu.keep_in_workgroup import GPUKeepInWorkgroup, filled_by
from dlc.passes.gpu.map_fragments import GPUMapFragments
from dlc.passes.gpu.map_loops import GPUMapLoops
from dlc.passes.gpu.matrix_units import matrix_unit_of, unit_for
from dlc.passes.gpu.matrix_units.unit import MatrixUnit
from dlc.passes.gpu.pipeline_copies import GPUPipelineCopies
from dlc.passes.gpu.use_mma import GPUUseMma
from dlc.passes.loops.analysis.accesses import forms_of
from dlc.passes.loops.analysis.contractions import factors_of
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, element_of
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.manager import Pass

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .gpu_tiles import elements_of_copy
from .plan import loop_name

ROWS = 16
"""The rows of a warp: those of a product by tensor cores."""
STAGES = 2
"""The number of steps whose operands are copied or multiplied at a time."""


class Part(NamedTuple):
    """A nest over the rows of a tile, and its columns if it has any; and a product, which also has a loop over sums."""

    loops: Sequence[loop.ForOp]
    factors: tuple[loop.LoadOp, loop.LoadOp] | None


def register_tile_schedules(workload: Workload, machine: GPUMachine) -> Sequence[Schedule]:
    """Return schedules of a nest of tiles that are small enough for registers, or none if it is another nest."""
    unit = matrix_unit_of(machine.arch) if machine.arch else None
    if unit is None or not any(isinstance(op, memref.AllocaOp) for op in workload.root.walk()):
        return []
    nest = TileNest(workload, unit)
    if not nest.is_possible(machine):
        return []
    stages = STAGES if machine.copies_in_background else 1
    return [Schedule.of(*nest.steps(in_background=True, stages=stages)), Schedule.of(*nest.steps(in_background=False))]


class TileNest:
    """The parts of a nest whose tiles stay in registers, and the steps that divide it among threads."""

    def __init__(self, workload: Workload, unit: MatrixUnit) -> None:
        self.unit = unit
        self.blocks = perfect_nest(workload.root)
        self.parts: list[Part] = []
        self.step_loops: list[loop.ForOp] = []
        """The loops over steps; there must be one."""
        self._collect(self.blocks[-1])
        shared = {second.memref for _, (_, second) in self.products}
        self.copies = [part for part in self.parts if filled_by(part.loops[0]) in shared]
        """The nests that fill second operands of products."""
        self.parts = [part for part in self.parts if part not in self.copies]
        rows = {part.loops[0].constant_trip_count() for part in self.parts}
        self.rows = next(iter(rows)) or 0 if len(rows) == 1 else 0
        """The number of rows of all tiles; 0 if they differ."""

    def _collect(self, around: loop.ForOp) -> None:
        for op in around.body.ops:
            if not isinstance(op, loop.ForOp):
                continue
            nest = perfect_nest(op)
            inside = [each for each in nest[-1].body.ops if isinstance(each, loop.ForOp)]
            if len(nest) == 1 and any(not each.results for each in inside):
                self.step_loops.append(op)
                self._collect(op)
            else:
                is_product = len(nest) == 2 and len(inside) == 1 and len(inside[0].results) == 1
                factors = factors_of(inside[0]) if is_product else None
                self.parts.append(Part([*nest, *inside[:is_product]], factors))

    @property
    def products(self) -> list[tuple[Part, tuple[loop.LoadOp, loop.LoadOp]]]:
        """The products, with the factors that depend on their rows and on their columns."""
        products: list[tuple[Part, tuple[loop.LoadOp, loop.LoadOp]]] = []
        for part in self.parts:
            if part.factors is not None:
                first, second = part.factors
                row = part.loops[0].induction_variable
                products.append((part, (first, second) if _depends(first, row) else (second, first)))
        return products

    def is_possible(self, machine: GPUMachine) -> bool:
        """Return whether the nest has tiles of whole warps, with products in registers."""
        fits = 0 < self.rows <= machine.block_threads // self.unit.subgroup * ROWS and self.rows % ROWS == 0
        elements = [element_of(first) for _, (first, _) in self.products]
        are_held = all(unit_for(self.unit, each).takes_sums(each) for each in elements)
        are_flat = all(len(part.loops) <= (2 if part.factors is None else 3) for part in (*self.parts, *self.copies))
        operands = {load.memref for _, factors in self.products for load in factors}
        are_tiles = all(isinstance(each.defining_op, memref.AllocaOp) for each in operands)
        is_one = len(self.step_loops) == 1 and bool(self.products)
        return fits and are_held and are_flat and are_tiles and bool(self.copies) and is_one

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self, *, in_background: bool, stages: int = 1) -> list[Pass]:
        """Return the steps of the schedule, in which threads copy operands in the background or not; with several
        stages, while others are multiplied.
        """
        blocks, [step] = tuple(map(loop_name, self.blocks)), map(loop_name, self.step_loops)
        threads = self.rows // ROWS * self.unit.subgroup
        return [
            GPUKeepInWorkgroup(loops=tuple(loop_name(copy.loops[0]) for copy in self.copies)),
            GPUKeepInRegisters(loops=blocks[-1:]),
            GPUMapLoops(loops=blocks, block_size=threads, along="x"),
            *(self._copy(each, in_background=in_background) for each in self.copies),
            *(self._part(part) for part in self.parts),
            *(LoopUnroll(loops=(loop_name(part.loops[-1]),), full=True) for part, _ in self.products),
            *([GPUPipelineCopies(loops=(step,), stages=stages)] if stages > 1 else []),
        ]

    def _copy(self, part: Part, *, in_background: bool) -> Pass:
        """Return the step that divides a copy among the threads."""
        names = tuple(map(loop_name, part.loops))
        if not in_background:
            return GPUMapLoops(loops=names, to="threads")
        return GPUAsyncCopies(loops=names, width=elements_of_copy(_stores(part.loops[0])[0]))

    def _part(self, part: Part) -> Pass:
        """Return the step that divides a part among the threads."""
        names = tuple(map(loop_name, part.loops))
        columns = part.loops[1].constant_trip_count() or 0 if len(part.loops) > 1 else self._columns_in(part.loops[0])
        tile = ROWS, columns
        if part.factors is None:
            return GPUMapFragments(loops=names, tile=tile)
        return GPUUseMma(loops=names, tile=tile, skew=self._skew(part))

    def _skew(self, part: Part) -> int:
        """Return the number of elements by which a product lengthens the rows of its second operand: none, if a product
        before it reads the same buffer.
        """
        buffers = [second.memref for _, (_, second) in self.products]
        number = [each for each, _ in self.products].index(part)
        first, _ = self.products[number][1]
        return 0 if buffers[number] in buffers[:number] else elements_of_copy(first)

    def _columns_in(self, rows: loop.ForOp) -> int:
        """Return the number of columns that iterations over rows combine."""
        inside = [op.constant_trip_count() or 0 for op in rows.body.ops if isinstance(op, loop.ForOp)]
        return inside[0] if inside else self.unit.columns


def _stores(nest: loop.ForOp) -> list[loop.StoreOp]:
    return [op for op in nest.walk() if isinstance(op, loop.StoreOp)]


def _depends(load: loop.LoadOp, counter: Value) -> bool:
    return any(counter in form.terms for form in forms_of(load.affine_map, load.indices, load) or ())
