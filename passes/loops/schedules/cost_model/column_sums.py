"""Schedules of long sums along columns: of gradients over a batch, of statistics over images with channels last.

Results beside one another are the lanes of vectors, of which several are summed at a time, as each addition waits for
the one before. Sums start afresh for pieces of the rows, so that they are about as exact as those of torch. Few columns
are summed in registers. Of many, some rows are read at a time, from their beginning to their end, and added to totals
in memory: columns of a wide matrix lie in many pages. Threads share what is around the sums, or the columns; if these
are few, each sums other rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from dlc.dialects import loop
from dlc.passes.loops.analysis.accesses import accessed
from dlc.passes.loops.analysis.independence import has_varying_loops
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.reductions import are_reductions
from dlc.passes.loops.analysis.workloads import Workload, strides_along
from dlc.passes.loops.transforms.accumulate_in_memory import LoopAccumulateInMemory
from dlc.passes.loops.transforms.fresh_sums import LoopFreshSums
from dlc.passes.loops.transforms.interchange import LoopInterchange
from dlc.passes.loops.transforms.loop_names import PARTS, part_of, point_of
from dlc.passes.loops.transforms.scalar_replacement import LoopScalarReplacement
from dlc.passes.loops.transforms.separate import LoopSeparate
from dlc.passes.loops.transforms.split_reduction import LoopSplitReduction
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import has_whole_groups
from dlc.passes.manager import Pass

from ..machine import Machine
from ..schedule import Schedule
from .plan import DONE, INIT, MAIN, loop_name, parallel, parallel_from, several_vectors, vectorized
from .streams import is_shared
from .window_reductions import is_small, reductions_in

MOST_VECTORS = 8
"""The most vectors of columns that are summed at a time: they hide the latency of additions, and read whole lines."""
MOST_OF_ANYTHING = 4
"""The most vectors of columns for which more than sums is computed at a time: it must fit in the registers."""
LEAST_PIECE, MOST_PIECE = 16, 1024
"""The fewest and the most rows whose sums in registers start afresh."""
SHORT_ROW = 4096
"""The bytes of a row up to which more rows are read at a time: there are not many pages among them."""
ROWS_AT_ONCE, LONG_ROWS_AT_ONCE = 16, 8
"""The rows that are read at a time from their beginning to their end, and how many if they are long."""


def column_sum_schedules(workload: Workload, machine: Machine) -> Sequence[Schedule]:
    """Return schedules for several threads and for one, or none if the nest is not a long sum along columns."""
    band = perfect_nest(workload.root)
    columns, rows = band[-1], list(reductions_in(band[-1]))
    bits = workload.bits_along(columns)
    trips, is_known = workload.trips(columns), columns.constant_trip_count() is not None
    lanes = min(machine.lanes(bits), _power_of_two(trips)) if bits and trips else 1
    if lanes < 2 or not _is_in_order(workload, columns):
        return []
    name = loop_name(columns)
    if not rows or not are_reductions(rows[0]):
        return _of_anything(workload, band, lanes, machine)
    if is_small(rows) or not _are_alike(workload, columns, lanes):
        return []
    steps = _Steps(workload, columns, rows, lanes)
    alone = Schedule.of(*(steps.of(name, trips) if is_known else steps.in_registers(name, trips)))
    if not is_shared(workload, machine):
        return [alone]
    shared = next((at for at, op in enumerate(band[:-1]) if workload.trips(op) >= machine.cores), None)
    if shared is not None:
        return [Schedule.of(*parallel_from(band[shared:-1], workload), *alone.steps), alone]
    if not is_known:
        return [alone]
    share = -(-trips // (machine.cores * lanes)) * lanes
    if steps.are_in_memory(share):
        return [
            Schedule.of(LoopTile(loops=(name,), sizes=(share,)), *parallel(name), *steps.of(point_of(name), share)),
            alone,
        ]
    return [Schedule.of(*steps.of_shared_rows([loop_name(op) for op in band], trips)), alone]


def _of_anything(workload: Workload, band: Sequence[loop.ForOp], lanes: int, machine: Machine) -> Sequence[Schedule]:
    """Return schedules that only compute several columns at a time: for several loops, or values in a fixed order."""
    inside = [each for each in workload.innermost if band[-1].is_ancestor_of(each) and each is not band[-1]]
    strides = (strides_along(list(workload.accesses(each)), each) for each in inside)
    if not inside or band[-1].results or is_small(inside) or any(1 in each for each in strides):
        return []
    if not _are_alike(workload, band[-1], lanes):
        return []
    name, trips = loop_name(band[-1]), workload.trips(band[-1])
    share = -(-trips // (machine.cores * lanes)) * lanes
    alone = Schedule.of(*several_vectors(name, trips, lanes, MOST_OF_ANYTHING))
    if not is_shared(workload, machine) or (len(band) == 1 and share == trips):
        return [alone]
    if len(band) > 1:
        return [Schedule.of(*parallel_from(band[:-1], workload), *alone.steps), alone]
    vectors = several_vectors(point_of(name), share, lanes, MOST_OF_ANYTHING)
    return [Schedule.of(LoopTile(loops=(name,), sizes=(share,)), *parallel(name), *vectors), alone]


def _is_in_order(workload: Workload, columns: loop.ForOp) -> bool:
    """Return whether columns beside one another are beside one another in memory, or one element."""
    accesses = workload.accesses_anywhere(columns)
    strides = strides_along(accesses, columns)
    stores = [stride for each, stride in zip(accesses, strides, strict=True) if isinstance(each, loop.StoreOp)]
    return set(strides) <= {0, 1} and set(stores) == {1} and len(strides) > len(stores)


def _are_alike(workload: Workload, columns: loop.ForOp, lanes: int) -> bool:
    """Return whether some columns can be computed at a time: none needs another one, and all have the same rows."""
    are_of_one_length = not has_varying_loops(columns) and has_whole_groups(columns, lanes * MOST_VECTORS)
    return are_of_one_length and workload.may_be_vector(columns, lanes)


class _Steps:
    """The steps that sum columns: all of them, or the share of a thread."""

    def __init__(self, workload: Workload, columns: loop.ForOp, rows: Sequence[loop.ForOp], lanes: int) -> None:
        self.columns = columns
        self.rows = rows
        self.lanes = lanes
        self.count = workload.trips(rows[-1])
        self.row_bytes = workload.trips(columns) * workload.element_bits(columns) // 8

    def of(self, name: str, trips: int) -> list[Pass]:
        """Return the steps for a number of columns, which a loop of this name goes through."""
        return self._in_memory(name, trips) if self.are_in_memory(trips) else self.in_registers(name, trips)

    def are_in_memory(self, trips: int) -> bool:
        """Return whether totals of some columns are in memory: elements of the result, for one loop of rows."""
        ops = [op for op in self.columns.body.ops if not op.regions]
        stored = [op.value.type for op in ops if isinstance(op, loop.StoreOp)]
        can_be = len(self.rows) == 1 and stored == [each.type for each in self.rows[0].results]
        return can_be and trips // self.lanes > MOST_VECTORS

    def of_shared_rows(self, band: Sequence[str], trips: int) -> list[Pass]:
        """Return the steps for threads that sum pieces of the rows, for all columns."""
        first, *others = map(loop_name, self.rows)
        cut = [] if others else [LoopTile(loops=(first,), sizes=(_piece(self.count),))]
        fresh = [LoopFreshSums(loops=tuple(others[1:]))] if others[1:] else []
        return [
            *cut,
            LoopSplitReduction(loops=(*band, first)),
            *parallel(part_of(first, PARTS)),
            *fresh,
            vectorized(band[-1], self.lanes),
            *several_vectors(part_of(band[-1], PARTS), trips, self.lanes, MOST_VECTORS),
        ]

    def in_registers(self, name: str, trips: int) -> list[Pass]:
        """Return the steps that keep the totals of some columns in registers until all rows are summed."""
        row, piece = loop_name(self.rows[-1]), _piece(self.count)
        is_cut = self.count >= 2 * piece
        cut = [LoopTile(loops=(row,), sizes=(piece,))] if is_cut else []
        fresh = LoopFreshSums(loops=(*map(loop_name, self.rows[1:-1]), point_of(row) if is_cut else row))
        return [*cut, fresh, *several_vectors(name, trips, self.lanes, MOST_VECTORS)]

    def _in_memory(self, name: str, trips: int) -> list[Pass]:
        """Return the steps that add the sums of a few rows to totals in memory."""
        [row] = map(loop_name, self.rows)
        suffixes = [suffix for suffix, is_needed in self._parts() if is_needed]
        separate = [LoopSeparate(loops=(name,), suffixes=tuple(suffixes))] if len(suffixes) > 1 else []
        parts = {suffix: part_of(name, suffix) if separate else name for suffix in suffixes}
        size = ROWS_AT_ONCE if self.row_bytes <= SHORT_ROW else LONG_ROWS_AT_ONCE
        return [
            LoopTile(loops=(row,), sizes=(size,)),
            LoopAccumulateInMemory(loops=(row,)),
            *separate,
            LoopInterchange(loops=(parts[MAIN], row), order=(1, 0)),
            LoopScalarReplacement(loops=(point_of(row),)),
            LoopFreshSums(loops=(point_of(row),)),
            *(vectorized(part, self.lanes) for suffix, part in parts.items() if suffix != MAIN),
            *several_vectors(parts[MAIN], trips, self.lanes, MOST_VECTORS),
        ]

    def _parts(self) -> Sequence[tuple[str, bool]]:
        """Return the parts that sums in memory may have, and whether these sums have them."""
        return (INIT, not self._begin_in_place()), (MAIN, True), (DONE, self._has_functions_of_sums())

    def _begin_in_place(self) -> bool:
        """Return whether all sums begin with the elements that they are stored to."""
        stored = {accessed(op) for op in self.columns.body.ops if isinstance(op, loop.StoreOp)}
        starts = [value.defining_op for value in self.rows[0].iter_inits]
        return all(isinstance(op, loop.LoadOp) and accessed(op) in stored for op in starts)

    def _has_functions_of_sums(self) -> bool:
        """Return whether something is computed with a sum before it is stored."""
        return any(not isinstance(op, loop.StoreOp) for result in self.rows[0].results for op, _ in result.uses)


def _piece(rows: int) -> int:
    """Return the number of rows after which a sum starts afresh: there are about as many pieces."""
    return min(max(_power_of_two(isqrt(rows)), LEAST_PIECE), MOST_PIECE)


def _power_of_two(number: int) -> int:
    """Return the largest power of two that is not larger than a number, which is at least 1."""
    return 1 << number.bit_length() - 1
