"""Schedules of nests that compute one thing after the other for each block of a result, such as attention.

Loops that all parts share contain several nests, which pass small buffers to one another that stay in the first caches.
So nothing is packed: products get tiles of sums in registers, read their operands where they lie, and the other nests
get vectors. Threads share the outermost loops. Sizes of blocks are multiples of those of tiles, or this is not for
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir.builtin_types import bit_width
from dlc.passes.loops.analysis.contractions import ContractionNest, recognized
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, stride_of
from dlc.passes.loops.transforms.loop_names import point_of
from dlc.passes.loops.transforms.parallelize import LoopParallelize
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.manager import Pass

from ..machine import Machine
from ..schedule import Schedule
from .plan import coalesced, loop_name, parallel, reordered, vectorized
from .register_tiles import RegisterTile, cycles, divisors, tiles_in
from .streams import is_shared, vector_steps

MOST_COLUMNS = 64
"""The most columns of a tile that are looked at."""
UNROLLED = 4
"""The number of steps of a sum that are unrolled."""


def block_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return schedules for several threads and for one, if there are products among the nests inside shared loops."""
    band = perfect_nest(workload.root)
    nests = [Workload(op, workload.constants) for op in band[-1].body.ops if isinstance(op, loop.ForOp)]
    products = [recognized(nest) for nest in nests]
    if len(nests) < 2 or not any(products):
        return []
    steps: list[Pass] = []
    for nest, product in zip(nests, products, strict=True):
        tile = _tile(nest, product, machine) if product is not None else None
        if product is not None and tile is not None:
            steps += _product_steps(nest, product, tile)
        else:
            steps += vector_steps(nest, machine)
    one = Schedule.of(*steps)
    return [Schedule.of(*_shared(band), *steps), one] if is_shared(workload, machine) else [one]


def _shared(band: Sequence[loop.ForOp]) -> list[Pass]:
    """Return the steps that let threads share all blocks: of each head, and of all heads.

    They are one loop if it is known how many there are: places that are divided by numbers are seen to be different.
    """
    names = [loop_name(each) for each in band]
    if any(each.constant_trip_count() is None for each in band[1:]):
        return [LoopParallelize(loops=tuple(names), depth=len(names))]
    return [*coalesced(names), *parallel(names[0])]


def _tile(nest: Workload, product: ContractionNest, machine: Machine) -> RegisterTile | None:
    """Return the tile that fits the sizes of a product of matrices as a whole number of times, and takes least time."""
    bits = bit_width(product.sum_type) or 0
    lanes = machine.lanes(bits) if bits else 1
    if lanes < 2 or not product.is_float or len(product.rows) != 1 or len(product.columns) != 1:
        return None
    if len(product.sums) != 1 or product.others:
        return None
    if any(stride_of(each, product.columns[0].induction_variable) != 1 for each in (product.second, product.store)):
        return None
    rows, columns = nest.trips(product.rows[0]), nest.trips(product.columns[0])
    tall, wide = divisors(rows, rows), divisors(columns, MOST_COLUMNS)
    fitting = [tile for tile in tiles_in(machine, bits) if tile.rows in tall and tile.columns in wide]
    return min(fitting, key=lambda tile: cycles(tile, rows, columns), default=None)


def _product_steps(nest: Workload, product: ContractionNest, tile: RegisterTile) -> list[Pass]:
    """Return the steps that compute a tile of sums in registers; a panel of columns is used for all rows."""
    row, column, total = (loop_name(loops[0]) for loops in (product.rows, product.columns, product.sums))
    order = [part for op in perfect_nest(nest.root) for part in (loop_name(op), point_of(loop_name(op)))]
    steps = product.sums[0].constant_trip_count() or 1
    factor = max(divisors(steps, UNROLLED))
    count = tile.columns // tile.vector
    return [
        LoopTile(loops=(column,), sizes=(tile.columns,)),
        LoopTile(loops=(row,), sizes=(tile.rows,)),
        *reordered(order, [column, row, point_of(row), point_of(column)]),
        vectorized(point_of(column), tile.vector),
        *([LoopUnrollAndJam(loops=(point_of(column),), factor=count)] if count > 1 else []),
        LoopUnrollAndJam(loops=(point_of(row),), factor=tile.rows),
        *([LoopUnroll(loops=(total,), factor=factor)] if factor > 1 else []),
    ]
