"""Schedules of nests whose tiles stay in the registers of a block, such as attention: products, and rows between them.

    for each block {                           loops that are parallel
      %sums, %most = alloca …
      for %i, %j { %sums = 0 }                 elements of a tile
      for %s {                                 the loop over steps
        for %i, %j, %k { %scores = … }         a product
        for %i { %most = for %j { … } }        rows, along which elements are combined
        …

Each warp has 16 rows of all tiles, with all their columns, so that only the threads that share a row exchange anything.
On AMD's GPUs a warp is a subgroup of 32 or 64 threads, and copies in the background end at once. Second operands of
products, which all warps read, are copied to workgroup memory in each step; first ones are tiles, or are loaded once.
Buffers are private, so that what one nest leaves stays in the registers of its threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from dlc.dialects import loop, memref, nvgpu
from dlc.ir import Value
from dlc.ir.builtin_types import bit_width
from dlc.passes.gpu.async_copies import GPUAsyncCopies
from dlc.passes.gpu.keep_in_registers import GPUKeepInRegisters
from dlc.passes.gpu.map_fragments import GPUMapFragments
from dlc.passes.gpu.map_loops import GPUMapLoops
from dlc.passes.gpu.matrix_units import matrix_unit_of
from dlc.passes.gpu.matrix_units.unit import MatrixUnit
from dlc.passes.gpu.pipeline_copies import GPUPipelineCopies
from dlc.passes.gpu.use_mma import GPUUseMma
from dlc.passes.loops.analysis.accesses import accessed, forms_of
from dlc.passes.loops.analysis.contractions import factors_of
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, element_of
from dlc.passes.loops.transforms.buffers import Space
from dlc.passes.loops.transforms.loop_names import copy_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.manager import Pass

from ..gpu_machine import GPUMachine
from ..schedule import Schedule
from .gpu_contractions import LARGEST_GRID
from .plan import loop_name

ROWS = 16
"""The rows of a warp: those of a product by tensor cores."""
STAGES = 2
"""The number of steps whose operands are copied or multiplied at a time."""


class Part(NamedTuple):
    """A nest over the rows of a tile, and its columns if it has any; and a product, which also has a loop over sums."""

    loops: Sequence[loop.ForOp]
    factors: tuple[loop.LoadOp, loop.LoadOp] | None


class Copy(NamedTuple):
    """A copy of an operand: the loops over its elements, in their order in memory, and what it is called."""

    load: loop.LoadOp
    loops: Sequence[loop.ForOp]
    buffer: str


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
        """Return whether the nest has tiles of whole warps, with products in registers, and the grid is possible."""
        trips = [op.constant_trip_count() or 0 for op in self.blocks]
        fits = 0 < self.rows <= machine.block_threads // self.unit.subgroup * ROWS and self.rows % ROWS == 0
        are_held = all(self.unit.takes_sums(element_of(first)) for _, (first, _) in self.products)
        others = max(prod(trips[:-2]), *trips[-2:-1], 0)
        are_flat = all(len(part.loops) <= (2 if part.factors is None else 3) for part in self.parts)
        is_one = len(self.step_loops) == 1 and bool(self.products) and others <= LARGEST_GRID
        return fits and are_held and are_flat and is_one

    # -- Steps -------------------------------------------------------------------------------------------------------

    def steps(self, *, in_background: bool, stages: int = 1) -> list[Pass]:
        """Return the steps of the schedule, in which threads copy operands in the background or not; with several
        stages, while others are multiplied.
        """
        blocks, [step] = tuple(map(loop_name, self.blocks)), map(loop_name, self.step_loops)
        threads = self.rows // ROWS * self.unit.subgroup
        private, shared = self._copies()
        return [
            GPUKeepInRegisters(loops=blocks[-1:]),
            GPUMapLoops(loops=blocks, block_size=threads),
            *self._packs(private, self.blocks[-1], "private"),
            *self._packs(shared, self.step_loops[0], "workgroup", [copy.load for copy in private]),
            *(self._fragments([copy_of(each.buffer, loop_name(op)) for op in each.loops], each) for each in private),
            *(self._shared_copy(each, in_background=in_background) for each in shared),
            *(self._part(part) for part in self.parts),
            *(LoopUnroll(loops=(loop_name(part.loops[-1]),), full=True) for part, _ in self.products),
            *([GPUPipelineCopies(loops=(step,), stages=stages)] if stages > 1 else []),
        ]

    def _copies(self) -> tuple[list[Copy], list[Copy]]:
        """Return the copies of first operands, each in registers, and those of second ones, which warps share."""
        private: list[Copy] = []
        shared: list[Copy] = []
        for number, (part, (first, second)) in enumerate(self.products):
            row, column, inner = part.loops
            if not isinstance(first.memref.defining_op, memref.AllocaOp):
                private.append(_copy(first, (row, inner), f"rows{number}"))
            shared.append(_copy(second, (column, inner), f"columns{number}"))
        return private, shared

    def _packs(
        self, copies: Sequence[Copy], at: loop.ForOp, space: Space, packed: Sequence[loop.LoadOp] = ()
    ) -> Iterator[Pass]:
        """Return the steps that make copies in each iteration of a loop, where some loads read copies already."""
        reads: list[object] = [op if op in packed else accessed(op) for op in at.walk() if isinstance(op, loop.LoadOp)]
        places = {op: place for place, op in enumerate(op for op in at.walk() if isinstance(op, loop.LoadOp))}
        for number, copy in enumerate(copies):
            place = places[copy.load] + number
            position = list(dict.fromkeys(reads)).index(reads[place])
            names = tuple(map(loop_name, copy.loops))
            yield LoopPack(at=loop_name(at), read=position, loops=names, buffer=copy.buffer, space=space)
            reads = [copy.buffer, *reads[:place], copy.load, *reads[place + 1 :]]

    def _shared_copy(self, copy: Copy, *, in_background: bool) -> Pass:
        names = tuple(copy_of(copy.buffer, loop_name(op)) for op in copy.loops)
        if not in_background:
            return GPUMapLoops(loops=names, to="threads")
        return GPUAsyncCopies(loops=names, width=_elements_of_row(copy.load))

    def _fragments(self, names: Sequence[str], copy: Copy) -> Pass:
        return GPUMapFragments(loops=tuple(names), tile=(ROWS, copy.loops[-1].constant_trip_count() or 0))

    def _part(self, part: Part) -> Pass:
        """Return the step that divides a part among the threads."""
        names = tuple(map(loop_name, part.loops))
        columns = part.loops[1].constant_trip_count() or 0 if len(part.loops) > 1 else self._columns_in(part.loops[0])
        tile = ROWS, columns
        if part.factors is None:
            return GPUMapFragments(loops=names, tile=tile)
        return GPUUseMma(loops=names, tile=tile, skew=_elements_of_row(part.factors[0]))

    def _columns_in(self, rows: loop.ForOp) -> int:
        """Return the number of columns that iterations over rows combine."""
        inside = [op.constant_trip_count() or 0 for op in rows.body.ops if isinstance(op, loop.ForOp)]
        return inside[0] if inside else self.unit.columns


def _copy(load: loop.LoadOp, loops: Sequence[loop.ForOp], buffer: str) -> Copy:
    """Return a copy with its loops in the order of the dimensions of the operand."""
    forms = forms_of(load.affine_map, load.indices, load) or ()

    def place(op: loop.ForOp) -> int:
        return max((at for at, form in enumerate(forms) if op.induction_variable in form.terms), default=-1)

    return Copy(load, sorted(loops, key=place), buffer)


def _depends(load: loop.LoadOp, counter: Value) -> bool:
    return any(counter in form.terms for form in forms_of(load.affine_map, load.indices, load) or ())


def _elements_of_row(load: loop.LoadOp) -> int:
    """Return the number of elements of 16 bytes."""
    return nvgpu.ROW_BYTES * 8 // (bit_width(element_of(load)) or 1)
