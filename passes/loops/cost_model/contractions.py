"""Nests that sum products of two memrefs: matrix products and convolutions.

What makes them fast is known since GotoBLAS. A tile of results, so large that its sums fill the vector registers, is
computed at a time; the two operands are packed so that its loop reads them in order; blocks of what is packed fit into
the caches. Loops that only one operand knows are the *rows* and *columns* of the tile; columns are those along which
the result lies in memory. In a convolution columns are pixels, rows are channels, and packing the image by iterations
makes the matrix that others call im2col, a block at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import arith, loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import FloatType, bit_width
from dlc.ir.operations import Operation
from dlc.ir.values import Value

from ..machine import Machine
from ..nests import name_of, perfect_nest
from ..tiling import POINT
from ..workloads import Workload, element_of, stride_of


class Contraction(NamedTuple):
    """The parts of such a nest."""

    rows: list[loop.ForOp]
    """Parallel loops that only the first operand depends on, outer ones first."""
    columns: list[loop.ForOp]
    """Those that only the second depends on; the result is contiguous along the last."""
    others: list[loop.ForOp]
    """Those that both depend on, or neither."""
    sums: list[loop.ForOp]
    """The loops that sum up."""
    first: loop.LoadOp
    second: loop.LoadOp
    store: loop.StoreOp


def recognized(workload: Workload) -> Contraction | None:
    """The parts of a nest that is a contraction."""
    band = perfect_nest(workload.root)
    inside = [op for op in band[-1].body.ops if isinstance(op, loop.ForOp)]
    stores = [op for op in band[-1].body.ops if isinstance(op, loop.StoreOp)]
    if len(inside) != 1 or len(stores) != 1 or band[-1].results or len(inside[0].results) != 1:
        return None
    sums = _chain_of_sums(inside[0])
    operands = _factors(sums[-1]) if sums else None
    if operands is None:
        return None
    return _with_roles(band, sums, operands, stores[0])


def _chain_of_sums(op: loop.ForOp) -> list[loop.ForOp]:
    """Nested loops that hand one value through."""
    found = [op]
    while True:
        inner = found[-1].body.first
        if not isinstance(inner, loop.ForOp):
            return found
        handed = list(inner.iter_inits) == [found[-1].carried[0]] and inner.next is found[-1].body.last
        if not handed or list(found[-1].terminator.operands) != [inner.results[0]]:
            return []
        found.append(inner)


def _factors(op: loop.ForOp) -> tuple[loop.LoadOp, loop.LoadOp] | None:
    """What the products are of that a loop adds to what it carries."""
    total = op.terminator.operands[0].defining_op
    if not isinstance(total, arith.AddFOp) or not isinstance(total.results[0].type, FloatType):
        return None
    carried = op.carried[0]
    product = total.rhs if total.lhs is carried else total.lhs if total.rhs is carried else None
    made = product.defining_op if product is not None else None
    if not isinstance(made, arith.MulFOp) or "reassoc" not in total.fastmath:
        return None
    loads = [_loaded(made.lhs), _loaded(made.rhs)]
    accesses = [each for each in op.body.ops if isinstance(each, AccessOp)]
    first, second = loads
    return (first, second) if first is not None and second is not None and len(accesses) == 2 else None


def _loaded(value: Value) -> loop.LoadOp | None:
    """The load that a number comes from, maybe widened."""
    op: Operation | None = value.defining_op
    if isinstance(op, arith.ExtFOp):
        op = op.operands[0].defining_op
    return op if isinstance(op, loop.LoadOp) else None


def _with_roles(
    band: Sequence[loop.ForOp],
    sums: list[loop.ForOp],
    operands: tuple[loop.LoadOp, loop.LoadOp],
    store: loop.StoreOp,
) -> Contraction | None:
    """Which loop belongs to which operand."""
    along = next((each for each in reversed(band) if stride_of(store, each.induction_variable) == 1), band[-1])
    second = next((each for each in operands if _depends(each, along)), None)
    if second is None or all(_depends(each, along) for each in operands):
        return None
    first = operands[0] if second is operands[1] else operands[1]
    rows = [each for each in band if _depends(first, each) and not _depends(second, each)]
    columns = [each for each in band if _depends(second, each) and not _depends(first, each)]
    others = [each for each in band if each not in rows and each not in columns]
    return Contraction(rows, columns, others, sums, first, second, store)


def _depends(access: AccessOp, op: loop.ForOp) -> bool:
    """Whether the element differs between iterations of a loop."""
    return stride_of(access, op.induction_variable) != 0


# -- Schedules ---------------------------------------------------------------------------------------------------------

SMALL = 8 * 8 * 8
"""How many products a nest needs for tiles to pay."""
L1_SHARE, L2_SHARE, L3_SHARE = 2, 3, 2
"""What part of a cache packed panels may fill: one half, one third, one half."""


class Tile(NamedTuple):
    """How much is computed at a time, in elements."""

    rows: int
    columns: int
    vector: int


def tile_for(machine: Machine, bits: int) -> Tile:
    """Two vectors by so many rows that the sums leave four registers for what they are made of."""
    lanes = machine.lanes(bits)
    return Tile(max(2, (machine.vector_registers - 4) // 2), 2 * lanes, lanes)


def contraction_schedules(workload: Workload, machine: Machine) -> Sequence[list[str]]:
    """Blocks, packed panels, and a tile of sums in registers; with one thread only where several cannot be."""
    found = recognized(workload)
    if found is None or not found.rows or not found.columns or workload.runs(found.first) < SMALL:
        return []
    bits = bit_width(element_of(found.store)) or 0
    tile = tile_for(machine, bits)
    if not bits or tile.vector < 2:
        return []
    plan = _Plan(workload, found, machine, tile, bits // 8)
    alone = plan.steps(shared=None)
    return [plan.steps(plan.shared()), alone] if plan.shared() is not None else [alone]


class _Plan:
    """The sizes of blocks, and the steps that make them."""

    def __init__(
        self, workload: Workload, found: Contraction, machine: Machine, tile: Tile, element_bytes: int
    ) -> None:
        self.workload, self.found, self.machine, self.tile = workload, found, machine, tile
        self.row, self.column, self.sum = found.rows[-1], found.columns[-1], found.sums[0]
        rows, columns, sums = (workload.trips(each) for each in (self.row, self.column, self.sum))
        inner_sums = 1
        for each in found.sums[1:]:
            inner_sums *= workload.trips(each)
        deep = max(1, machine.l1_bytes // L1_SHARE // (tile.columns * element_bytes) // inner_sums)
        self.sum_block = evenly(sums, deep, 1)
        depth = self.sum_block * inner_sums * element_bytes
        self.row_block = evenly(rows, max(1, machine.l2_bytes // L2_SHARE // depth), tile.rows)
        wide = max(1, machine.l3_bytes // L3_SHARE // machine.cores // depth)
        self.column_block = evenly(columns, wide, tile.columns)
        self._share(rows, columns)

    def _share(self, rows: int, columns: int) -> None:
        """Blocks for each thread: of rows, if those are many, because columns are packed once for all of them."""
        cores = self.machine.cores
        self.shares_rows = rows >= 2 * cores * self.tile.rows and rows * 4 >= columns
        if cores < 2:
            return
        if self.shares_rows:
            self.row_block = min(self.row_block, evenly(rows, -(-rows // cores), self.tile.rows))
        else:
            self.column_block = min(self.column_block, evenly(columns, -(-columns // cores), self.tile.columns))

    def shared(self) -> str | None:
        """The loop that the threads share, if it pays."""
        if self.machine.cores < 2 or self.workload.runs(self.found.first) < PARALLEL_PRODUCTS:
            return None
        loops = (self.row, self.row_block) if self.shares_rows else (self.column, self.column_block)
        return name_of(loops[0]) if self.workload.trips(loops[0]) > loops[1] else None

    def steps(self, shared: str | None) -> list[str]:
        """The whole schedule."""
        row, column, total = (name_of(each) or "" for each in (self.row, self.column, self.sum))
        outer = [name_of(each) or "" for each in perfect_nest(self.workload.root)]
        before = [*outer, total]
        steps = [
            f"loop-tile{{loops={total} sizes={self.sum_block}}}",
            f"loop-accumulate-in-memory{{loops={total}}}",
            f"loop-sink{{loops={total}}}",
        ]
        for name, block, size in (
            (row, self.row_block, self.tile.rows),
            (column, self.column_block, self.tile.columns),
        ):
            steps += [f"loop-tile{{loops={name} sizes={block}}}", f"loop-tile{{loops={name}{POINT} sizes={size}}}"]
            at = before.index(name)
            before[at : at + 1] = [name, name + POINT, name + POINT + POINT]
        tiles = [column + POINT, row + POINT, row + POINT + POINT, column + POINT + POINT]
        others = [each for each in outer if each not in (row, column)]
        steps += _reordered(before, [*others, column, total, row, *tiles])
        if shared is not None:
            steps.append(f"loop-parallelize{{loops={shared} depth=1}}")
        return [*steps, *self._packed(row, column, total), *self._micro_kernel(row, column)]

    def _packed(self, row: str, column: str, total: str) -> list[str]:
        """Panels as long as the sums, a tile wide, in the order in which the micro kernel reads them."""
        sums = [total + POINT, *(name_of(each) or "" for each in self.found.sums[1:])]
        zeros = ",".join("0" for _ in sums)

        def panels(name: str) -> str:
            return ",".join([name + POINT, *sums, name + POINT + POINT])

        # The element that is summed in is read first, then the operands in the order in which they stand.
        first, second = (1, 2) if self.found.first.is_before(self.found.second) else (2, 1)
        rows, columns = f"sizes=0,{zeros},{self.tile.rows}", f"sizes=0,{zeros},{self.tile.columns}"
        return [
            f"loop-pack{{at={total} read={second} loops={panels(column)} {columns} buffer=columns}}",
            f"loop-pack{{at={row} read={first} loops={panels(row)} {rows} buffer=rows}}",
        ]

    def _micro_kernel(self, row: str, column: str) -> list[str]:
        """The tile in a local buffer: what it begins with, the sums, in registers, and what is done with them."""
        rows, columns, tile = row + POINT + POINT, column + POINT + POINT, self.tile
        sizes, vector = f"{tile.rows},{tile.columns}", f"width={tile.vector}"
        parts = "_init,_main,_done" if self._has_epilogue() else "_init,_main"
        padded = f"{rows}_init,{columns}_init,{rows}_main,{columns}_main"
        steps = [
            f"loop-privatize{{at={row}{POINT} loops={rows},{columns} sizes={sizes}}}",
            f"loop-separate{{loops={rows},{columns} suffixes={parts}}}",
            f"loop-pad{{loops={padded} sizes={sizes},{sizes}}}",
            f"loop-vectorize{{loops={columns}_main {vector}}}",
            f"loop-unroll-and-jam{{loops={columns}_main factor={tile.columns // tile.vector}}}",
            f"loop-unroll-and-jam{{loops={rows}_main factor={tile.rows}}}",
            f"loop-vectorize{{loops={columns}_init {vector}}}",
        ]
        ends = [f"{columns}_done"] if self._has_epilogue() else []
        ends += [f"tile_back_{columns}"] if self._is_contiguous(self.found.store) else []
        ends += [f"columns_{columns}"] if self._is_contiguous(self.found.second) else []
        return steps + [f"loop-vectorize{{loops={each} {vector} remainder=mask}}" for each in ends]

    def _has_epilogue(self) -> bool:
        """Whether something is done with a sum before it is stored."""
        outermost = self.found.sums[0]
        return self.found.store.value is not outermost.results[0]

    def _is_contiguous(self, access: AccessOp) -> bool:
        return stride_of(access, self.column.induction_variable) == 1


PARALLEL_PRODUCTS = 100_000
"""How many products a nest needs for several threads to pay."""


def evenly(size: int, most: int, multiple: int) -> int:
    """The size of blocks: as few of equal size as there can be of at most so much each, in whole tiles."""
    most = max(multiple, most // multiple * multiple)
    blocks = -(-size // most)
    return -(-size // (blocks * multiple)) * multiple


def _reordered(before: Sequence[str], after: Sequence[str]) -> list[str]:
    if list(before) == list(after):
        return []
    order = ",".join(str(before.index(name)) for name in after)
    return [f"loop-interchange{{loops={','.join(before)} order={order}}}"]
