"""Schedules of nests that are contiguous along one loop where they read, and along another one where they write:
transposes, copies into another layout, and windows whose results get another layout.

A tile of both loops is computed at a time: one loop gives the lanes of vectors, the other one several vectors. They are
transposed in registers where memory is contiguous along the other loop. Both sides then read or write parts of lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.passes.loops.analysis.nests import is_rectangular, perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, contains_loop, runs_in_order, strides_along
from dlc.passes.loops.transforms.loop_names import point_of
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.vectorize.vectorize_tiles import LoopVectorizeTiles
from dlc.passes.manager import Pass

from ..machine import Machine
from ..schedule import Schedule
from .plan import LINE_BYTES, is_function, loop_name, parallel, parallel_from, reordered
from .streams import is_shared
from .window_reductions import FUNCTION, MOST_OPS, is_small, pixels_together, reductions_in

MOST_ROWS = 16
"""The most rows of a tile."""
FEW_ROWS = 8
"""The number of rows from which tiles have a power of two of them."""
TILE_COST = 4
"""The number of rows that take as long as beginning a tile."""
PIECE_ROWS = 64
"""About how many rows are the piece of a thread."""


class _Pair(NamedTuple):
    """The two loops of tiles."""

    rows: loop.ForOp
    lanes: loop.ForOp
    turned: int
    """The number of accesses that are contiguous along `rows`."""
    distance: int
    """The greatest number of elements between their parts for neighboring lanes: if it is small, they share pages."""
    writes: bool
    """Whether the result is turned, where one line after the other is finished if it is not."""

    def cost(self) -> tuple[int, int, bool]:
        """Return what is less for better pairs."""
        return self.turned, self.distance, self.writes


def tile_transpose_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return schedules for several threads and for one, or none if no accesses are to be transposed."""
    band = perfect_nest(workload.root)
    window = list(reductions_in(band[-1]))
    bits = workload.element_bits(workload.root)
    lanes = machine.lanes(bits) if bits else 1
    if lanes < 2 or band[-1].results or (contains_loop(band[-1]) and not is_small(window)):
        return []
    if workload.trips(band[-1]) >= lanes and runs_in_order(workload, band[-1]):
        return []
    pairs = [pair for pair in _pairs(band, workload) if workload.trips(pair.lanes) >= lanes]
    if not pairs or not is_rectangular(band) or not workload.may_be_parallel(band):
        return []
    best = min(pairs, key=_Pair.cost)
    rows, along = best.rows, best.lanes
    others = [op for op in band if op not in (rows, along)]
    height = pixels_together(rows, window, workload, machine) if window else _height(rows, band, workload, bits)
    if height < 2:
        return []
    names, order = (list(map(loop_name, each)) for each in (band, [*others, rows, along]))
    unrolled = [LoopUnroll(loops=(loop_name(each),), full=True) for each in window[-1:]]

    def tiles(name: str) -> Pass:
        return LoopVectorizeTiles(loops=(name, order[-1]), height=height, width=lanes)

    one = Schedule.of(*reordered(names, order), *unrolled, tiles(order[-2]))
    if not is_shared(workload, machine):
        return [one]
    pieces = [] if others else [LoopTile(loops=(order[0],), sizes=(_piece(workload.trips(rows), height),))]
    name = order[-2] if others else point_of(order[-2])
    threads = parallel_from(others, workload) if others else parallel(order[0])
    return [Schedule.of(*reordered(names, order), *pieces, *threads, *unrolled, tiles(name)), one]


def _pairs(band: Sequence[loop.ForOp], workload: Workload) -> list[_Pair]:
    """Return the pairs of loops of which tiles are read and written along one loop each."""
    accesses = list(workload.accesses(band[-1]))
    pairs: list[_Pair] = []
    for rows, lanes in permutations(band, 2):
        across, along = (strides_along(accesses, op) for op in (rows, lanes))
        turned = {
            access: right
            for access, down, right in zip(accesses, across, along, strict=True)
            if down == 1 and right not in (0, 1) and right is not None
        }
        others = [right for access, right in zip(accesses, along, strict=True) if access not in turned]
        is_possible = all(right in (0, 1) for right in others) and 1 in others
        if turned and is_possible and all(_is_outside(access, band[-1]) for access in turned):
            writes = any(isinstance(access, loop.StoreOp) for access in turned)
            pairs.append(_Pair(rows, lanes, len(turned), max(map(abs, turned.values())), writes))
    return pairs


def _is_outside(access: AccessOp, innermost: loop.ForOp) -> bool:
    """Return whether an access is outside the loops of a window, in which it would be transposed many times."""
    return access.parent_op is innermost


def _height(rows: loop.ForOp, band: Sequence[loop.ForOp], workload: Workload, bits: int) -> int:
    """Return the number of rows of a tile: a power of two, for which transposing takes the fewest instructions, or all
    rows if they are few.

    Rows that do not fill a tile fill one together with others, which are computed again.
    """
    ops = sum(FUNCTION if is_function(op) else 1 for op in band[-1].body.ops if not op.regions)
    trips = workload.trips(rows)
    most = min(LINE_BYTES * 8 // bits, MOST_ROWS, max(1, MOST_OPS // ops), trips)
    if trips == most < FEW_ROWS:
        return most
    heights = [1 << power for power in range(most.bit_length())]
    return min(heights, key=lambda height: (-(-trips // height) * (height + TILE_COST), -height))


def _piece(trips: int, height: int) -> int:
    """Return the rows of the piece of a thread, as a multiple of the height of a tile."""
    return height * max(1, min(PIECE_ROWS, trips) // height)
