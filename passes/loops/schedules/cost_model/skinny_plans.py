"""Plans for contractions that hardly reuse their operands: an operand is not packed if it can be read in place.

If one side has few rows, packing the other one costs as much as the products. The plan depends on the dimension along
which the large operand is contiguous. If it is the dimension of the columns, multiples of its rows are added to the
result, several at a time (`UpdatePlan`). If it is the dimension of the sum, each result is a dot product, whose sum is
divided among the lanes of a vector (`DotPlan`); operations on the sums of one row are done by vectors of sums if that
takes less time (`DotsThenFunctionsPlan`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from copy import copy
from math import prod

from dlc.dialects import loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir.builtin_types import bit_width
from dlc.passes.loops.analysis.contractions import ContractionNest
from dlc.passes.loops.analysis.nests import perfect_nest
from dlc.passes.loops.analysis.workloads import Workload, bytes_of, element_of, stride_of
from dlc.passes.loops.transforms.accumulate_in_memory import LoopAccumulateInMemory
from dlc.passes.loops.transforms.fresh_sums import LoopFreshSums
from dlc.passes.loops.transforms.loop_names import REST, part_of, point_of
from dlc.passes.loops.transforms.pack import LoopPack
from dlc.passes.loops.transforms.peel import LoopPeel
from dlc.passes.loops.transforms.tile import LoopTile
from dlc.passes.loops.transforms.unroll import LoopUnroll
from dlc.passes.loops.transforms.unroll_and_jam import LoopUnrollAndJam
from dlc.passes.loops.vectorize.vectorize import LoopVectorize
from dlc.passes.manager import Pass

from ..machine import Machine
from .plan import (
    COPY,
    DONE,
    INIT,
    L2_BYTES,
    L3_BYTES,
    LONG_SUM,
    MAIN,
    PARALLEL_PRODUCTS,
    Plan,
    is_function,
    loop_name,
    main_of,
    parallel,
    parts_of,
    reordered,
    separated,
    sunk,
    vectorized,
)
from .register_tiles import COUNTING, divisors, evenly, load_cycles, sum_cycles

STORE = 1
"""The cycles that a store takes."""
SCALAR = 4
"""The cycles that one product of a sum of scalars takes: it waits for the one before."""
L3_STREAM = 16
"""The bytes that a core reads in a cycle from the third cache or memory if it only reads, in order."""
ACROSS = 5
"""The cycles that adding up the lanes of a vector takes."""
FINISH, FUNCTION = 4, 10
"""The cycles that a scalar operation on a complete sum takes, and the operations that a function consists of."""
MOST_ROWS = 8
"""The most rows of a result that updates are made to: with more, sums in registers pay."""
UPDATES = (4, 8)
"""The least and the greatest number of rows of the second operand that are added at a time."""
PAIR = 2
JAMS = (PAIR * PAIR, PAIR)
"""The numbers of rows that are updated together if the number of rows is open."""
MOST_TALL, MOST_WIDE = 4, 8
"""The most rows and columns of a tile of dot products."""
LINE = 1024
"""The least number of columns in a block: shorter pieces of rows are slow to read from memory."""


class SkinnyPlan(Plan):
    """A plan for a contraction with at most one loop over rows and one sum."""

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine) -> None:
        self.workload, self.nest, self.machine = workload, nest, machine
        self._load = load_cycles(machine.vectors_per_cycle)
        self.outer = [loop_name(each) for each in perfect_nest(workload.root)]
        self.runs = prod(map(workload.trips, [*nest.others, *nest.columns[:-1]]))
        self.rows = workload.trips(nest.rows[-1]) if nest.rows else 1
        self.columns = workload.trips(nest.columns[-1])
        self.depth = workload.trips(nest.sums[-1])
        self.row = loop_name(nest.rows[-1]) if nest.rows else None
        self.column, self.total = loop_name(nest.columns[-1]), loop_name(nest.sums[-1])
        self.around = [name for name in self.outer if name not in (self.row, self.column)]
        """The loops that stay around the product: those of batches."""
        self.lanes = machine.lanes(bit_width(nest.sum_type) or 0)
        self.element_bytes = (bit_width(nest.sum_type) or 0) // 8

    def is_possible(self) -> bool:
        nest = self.nest
        known = all(each.constant_trip_count() for each in (*self._fixed_rows(), *self._fixed()))
        return len(nest.rows) <= 1 and len(nest.sums) == 1 and known

    @abstractmethod
    def _fixed(self) -> Sequence[loop.ForOp]:
        """Return the loops over columns and sums whose trip counts must be known."""

    def _fixed_rows(self) -> Sequence[loop.ForOp]:
        """Return the loops over rows, without those of which only the greatest trip count is given."""
        return [each for each in self.nest.rows if each not in self.workload.most]

    def cycles_for(self, rows: int) -> float:
        """Return about how long this plan takes for fewer rows than the most that it was made for."""
        plan = copy(self)
        plan.rows = rows
        if self.nest.columns[-1] in self.workload.most:
            plan.columns = rows
        return plan.cycles()

    def _is_large(self) -> bool:
        """Return whether there are several threads and enough work for them."""
        return self.machine.cores > 1 and self.workload.runs(self.nest.first) >= PARALLEL_PRODUCTS

    def _shared_around(self) -> str | None:
        """Return the outermost loop over batches if each thread gets one."""
        first = self.around[0] if self.around else None
        trips = {loop_name(each): self.workload.trips(each) for each in [*self.nest.others, *self.nest.columns]}
        return first if first is not None and trips.get(first, 0) >= self.machine.cores else None

    def _read_cycles(self) -> float:
        """Return how long reading the operands once takes, if they exceed the first cache."""
        sizes = [self._bytes_read(each) for each in (self.nest.first, self.nest.second)]
        far = sum(size / L3_STREAM for size in sizes if size > self.machine.l2_bytes)
        return far + sum(size / L2_BYTES for size in sizes if self.machine.l1_bytes < size <= self.machine.l2_bytes)

    def _bytes_read(self, load: loop.LoadOp) -> int:
        """Return the bytes of the elements that a load reads, for as many rows as the plan is made for."""
        around = [each for each in self.workload.loops if stride_of(load, each.induction_variable) != 0]
        trips = prod(self.rows if each in self.nest.rows[-1:] else self.workload.trips(each) for each in around)
        return trips * (bit_width(element_of(load)) or 0) // 8

    def _finishing(self) -> int:
        """Return the number of operations on a complete sum, where a function counts as many."""
        body = self.nest.store.parent
        if body is None:
            return 0
        others = 3 if self.nest.continues else 2  # what loads and stores a sum, and ends the body
        return sum(FUNCTION if is_function(op) else 1 for op in body.ops if not op.regions) - others


class UpdatePlan(SkinnyPlan):
    """A plan that adds multiples of several rows of the second operand to the result, which stays in the first cache.

    Rows are read in long pieces, as they lie in memory.
    """

    name = "updates"

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine) -> None:
        super().__init__(workload, nest, machine)
        self.is_open = len(self._fixed_rows()) < len(nest.rows)
        """Whether only the greatest number of rows is known."""
        self.jams = [size for size in JAMS if size <= self.rows] if self.is_open else [self.rows]
        """The numbers of rows that are computed together, where 1 is left out if the number of rows is open."""
        least, most = UPDATES
        whole = [size for size in divisors(self.depth, most) if size >= least]
        others = [size for size in UPDATES if size <= self.depth]
        self.step = min([*whole, *others], key=self._cycles_of, default=least)
        """The number of rows of the second operand that are added at a time."""
        most = machine.l1_bytes // 2 // self.element_bytes // self.rows
        cores = machine.cores if self._is_large() and self._shared_around() is None else 1
        most = max(self.lanes, min(max(most, LINE), -(-self.columns // cores)))
        self.block = evenly(self.columns, most, self.lanes, cores)

    def is_possible(self) -> bool:
        accesses = (self.nest.second, self.nest.store)
        are_contiguous = all(stride_of(each, self.nest.columns[-1].induction_variable) == 1 for each in accesses)
        fits = self.rows <= MOST_ROWS and self.columns >= self.lanes and self.depth >= min(UPDATES)
        return super().is_possible() and are_contiguous and fits

    def _fixed(self) -> Sequence[loop.ForOp]:
        return self.nest.columns[-1:]

    def _has_whole_steps(self) -> bool:
        """Return whether no rows of the second operand are left."""
        trips = self.nest.sums[-1].constant_trip_count()
        return trips is not None and trips % self.step == 0

    def cycles(self) -> float:
        return max(self.runs * self._cycles_of(self.step), self._read_cycles())

    def _cycles_of(self, step: int) -> float:
        """Return how long a product takes that adds `step` rows at a time."""
        times, rest = divmod(self.depth, step)
        vectors, single = divmod(self.columns, self.lanes)
        last = rest and rest / self.machine.vectors_per_cycle + self.rows * (self._load + STORE) + COUNTING
        each = sum(self._step_cycles(rows, step) for rows in self._groups())
        scalars = single * self.rows * self.depth
        finishing = vectors * self.rows * self._finishing()
        return vectors * (times * each + last) + scalars + finishing

    def _groups(self) -> Sequence[int]:
        """Return the numbers of rows that are computed together, one after the other."""
        left, groups = self.rows, list[int]()
        for size in [*self.jams, 1]:
            groups += [size] * (left // size)
            left %= size
        return groups

    def _step_cycles(self, rows: int, step: int) -> float:
        """Return how long it takes to add multiples of `step` rows to a vector of each of the rows of the result."""
        factors = rows * step
        kept = self.machine.vector_registers - rows - 2
        loads = step + rows + (0 if factors <= kept else factors)
        return max(factors / self.machine.vectors_per_cycle, loads * self._load + rows * STORE) + COUNTING

    def shared(self) -> str | None:
        if not self._is_large():
            return None
        return self._shared_around() or (self.column if self.block < self.columns else None)

    def steps(self, shared: str | None) -> list[Pass]:
        is_cut = self.block < self.columns
        column = point_of(self.column) if is_cut else self.column
        block = [self.column] if is_cut else []
        rows = [self.row] if self.row is not None else []
        inner = [*rows, column] if self.is_open else [column, *rows]
        before = [part for name in self.outer for part in ([*block, column] if name == self.column else [name])]
        parts = parts_of(self.nest, has_ends=self._finishing() > 0)
        main = main_of(parts)
        peeled = [""] if self._has_whole_steps() else [REST, ""]
        last = peeled[:1] if self.nest.sums[-1].constant_trip_count() is not None else peeled
        return [
            LoopTile(loops=(self.total,), sizes=(self.step,)),
            LoopAccumulateInMemory(loops=(self.total,)),
            *sunk(self.total, parts),
            *([LoopTile(loops=(self.column,), sizes=(self.block,))] if is_cut else []),
            *reordered([*before, self.total], [*self.around, *block, self.total, *inner]),
            *parallel(shared),
            *separated(inner, parts),
            *(LoopPeel(loops=(self.total,), partial=True) for _ in peeled[1:]),
            *([LoopFreshSums(loops=(point_of(self.total),))] if self._starts_afresh() else []),
            LoopUnroll(loops=(point_of(self.total),), full=True),
            *(vectorized(part_of(column, main) + rest, self.lanes) for rest in peeled),
            *(step for rest in peeled for row in rows for step in self._jammed(part_of(row, main) + rest)),
            *(vectorized(part_of(column, part), self.lanes) for part in parts if part == INIT),
            *(vectorized(part_of(column, part) + rest, self.lanes) for part in parts if part == DONE for rest in last),
        ]

    def _starts_afresh(self) -> bool:
        """Return whether rows are summed before they are added to the result: that takes another addition."""
        return self.depth > LONG_SUM and self.nest.may_be_reordered

    def _jammed(self, row: str) -> list[Pass]:
        """Return the steps that compute rows together: if their number is open, pairs, and then pairs of these."""
        factors = [PAIR] * len(self.jams) if self.is_open else self.jams
        return [LoopUnrollAndJam(loops=(row,), factor=size) for size in factors]


class DotPlan(SkinnyPlan):
    """A plan that divides each sum among the lanes of a vector, for a tile of results at a time."""

    name = "dots"

    def __init__(self, workload: Workload, nest: ContractionNest, machine: Machine) -> None:
        super().__init__(workload, nest, machine)
        self.rows_are_inner = bytes_of(nest.first.memref) < bytes_of(nest.second.memref)
        """Whether the loop over rows is inside the one over columns, because there are fewer bytes of them."""
        tiles = [
            (tall, wide)
            for tall in range(1, min(MOST_TALL, self.rows) + 1)
            for wide in range(1, min(MOST_WIDE, self.columns) + 1)
            if tall * wide + max(tall, wide) + 1 < machine.vector_registers
        ]
        self.tall, self.wide = min(tiles, key=lambda tile: self._product_cycles(*tile))
        outer, tile = self._outermost
        cores = machine.cores if self._is_large() and self._shared_around() is None else 1
        self.block = evenly(outer, -(-outer // cores), self._block_multiple(tile), cores)

    def _block_multiple(self, tile: int) -> int:
        """Return the number that divides the size of a block, where `tile` results are computed together."""
        return tile

    @property
    def _outermost(self) -> tuple[int, int]:
        """The trips of the outer one of the loops over rows and columns, and its size in a tile."""
        return (self.columns, self.wide) if self.rows_are_inner or self.row is None else (self.rows, self.tall)

    def is_possible(self) -> bool:
        is_packable = self.row is not None or self.nest.first not in self._strided()
        return super().is_possible() and self.depth >= self.lanes and is_packable and self.nest.may_be_reordered

    def _fixed(self) -> Sequence[loop.ForOp]:
        return self.nest.sums

    def cycles(self) -> float:
        product = self._product_cycles(self.tall, self.wide) + self._copy_cycles()
        return max(self.runs * product, self._read_cycles())

    def _product_cycles(self, tall: int, wide: int) -> float:
        """Return how long a product takes in tiles of `tall` rows and `wide` columns."""
        rows, columns = divmod(self.rows, tall), divmod(self.columns, wide)
        rate = self.machine.vectors_per_cycle
        whole = rows[0] * columns[0] * sum_cycles(tall, wide, rate)
        if self.rows_are_inner:
            rest = columns[0] * rows[1] * sum_cycles(1, wide, rate) + columns[1] * self.rows * sum_cycles(1, 1, rate)
        else:
            rest = rows[0] * columns[1] * sum_cycles(tall, 1, rate) + rows[1] * self.columns * sum_cycles(1, 1, rate)
        vectors, scalars = divmod(self.depth, self.lanes)
        ends = self.rows * self.columns * (ACROSS + scalars * SCALAR + self._end_cycles())
        return (whole + rest) * vectors + ends + self._again(tall, wide)

    def _end_cycles(self) -> float:
        """Return how long the operations on a complete sum take."""
        return self._finishing() * FINISH

    def _again(self, tall: int, wide: int) -> float:
        """Return how long reading the inner operand takes for each tile of the outer one, beyond the first cache."""
        operand = self.nest.first if self.rows_are_inner else self.nest.second
        times = -(-self.columns // wide) if self.rows_are_inner else -(-self.rows // tall)
        size = self._trips_of(operand) * self.depth * self.element_bytes
        if size <= self.machine.l1_bytes / 2:
            return 0
        return (times - 1) * size / (L2_BYTES if size <= self.machine.l2_bytes / 2 else L3_BYTES)

    def _copy_cycles(self) -> float:
        """Return how long packing takes."""
        return sum(COPY * self.depth * self._trips_of(each) for each in self._strided() if not self._is_constant(each))

    def _trips_of(self, load: loop.LoadOp) -> int:
        return self.rows if load is self.nest.first else self.columns

    def _is_constant(self, load: loop.LoadOp) -> bool:
        return self.workload.reads_constant(load)

    def _strided(self) -> Sequence[loop.LoadOp]:
        """Return the operands that are not contiguous along the sum: they are packed."""
        counter = self.nest.sums[-1].induction_variable
        strided = [each for each in (self.nest.first, self.nest.second) if stride_of(each, counter) != 1]
        return sorted(strided, key=self._number)

    def shared(self) -> str | None:
        if not self._is_large():
            return None
        outer = self.column if self.rows_are_inner or self.row is None else self.row
        is_divided = self.block < self._outermost[0] and all(map(self._is_packed_once, self._strided()))
        return self._shared_around() or (outer if is_divided else None)

    def steps(self, shared: str | None) -> list[Pass]:
        rows = [self.row] if self.row is not None else []
        inner = [self.column, *rows] if self.rows_are_inner else [*rows, self.column]
        order = reordered(self.outer, [*self.around, *inner])
        once = [self._packed_once(load) for load in self._strided() if self._is_packed_once(load)]
        often = [load for load in self._strided() if not self._is_packed_once(load)]
        each = [self._packed_in_batch(load, before) for before, load in enumerate(often)]
        blocks: list[Pass] = []
        if shared is not None and shared not in self.around:
            blocks.append(LoopTile(loops=(shared,), sizes=(self.block,)))
            inner[0] = point_of(inner[0])
        sizes = {self.column: self.wide, point_of(self.column): self.wide}
        jammed = [(name, sizes.get(name, self.tall)) for name in inner]
        is_single = self.tall * self.wide == 1
        return [
            *order,
            *once,
            *blocks,
            *parallel(shared),
            *each,
            LoopVectorize(loops=(self.total,), width=self.lanes, interleave=MOST_TALL if is_single else 1),
            *(LoopUnrollAndJam(loops=(name,), factor=size) for name, size in jammed if size > 1),
        ]

    def _is_packed_once(self, load: loop.LoadOp) -> bool:
        """Return whether an operand is packed before the nest, for all batches."""
        return self._is_constant(load) or not self.around

    def _packed_once(self, load: loop.LoadOp) -> Pass:
        """Return the step that packs an operand as a whole, with the sum as its last dimension."""
        around = [name for name in self.around if self._depends(load, name)]
        own = self._own_loop(load)
        return LoopPack(read=self._number(load), loops=(*around, own, self.total), buffer=own)

    def _packed_in_batch(self, load: loop.LoadOp, before: int) -> Pass:
        """Return the step that packs an operand for each batch; `before` operands are read by packing before."""
        own = self._own_loop(load)
        read = self._number(load) + before
        return LoopPack(at=self.around[-1], read=read, loops=(own, self.total), buffer=own)

    def _own_loop(self, load: loop.LoadOp) -> str:
        own = self.row if load is self.nest.first else self.column
        assert own is not None, "the plan is impossible if an operand without a loop is packed"
        return own

    def _number(self, load: loop.LoadOp) -> int:
        """Return the number of an operand among what is read, where what comes before the sums is first."""
        return self.nest.read_before + any(each.is_before(load) for each in (self.nest.first, self.nest.second))

    def _depends(self, load: loop.LoadOp, name: str) -> bool:
        [op] = [each for each in perfect_nest(self.workload.root) if loop_name(each) == name]
        return stride_of(load, op.induction_variable) != 0


class DotsThenFunctionsPlan(DotPlan):
    """The same for one row, where the operations on complete sums, such as a tanh, are done by vectors of sums."""

    name = "dots, then functions"

    def is_possible(self) -> bool:
        body, counter = self.nest.store.parent, self.nest.columns[-1].induction_variable
        if body is None or self.row is not None or not all(map(self._is_packed_once, self._strided())):
            return False
        accesses = [op for op in body.ops if isinstance(op, AccessOp)]
        is_contiguous = stride_of(self.nest.store, counter) == 1
        are_contiguous = is_contiguous and all(stride_of(each, counter) in (0, 1) for each in accesses)
        return super().is_possible() and are_contiguous and self.columns >= self.lanes and self._finishing() > 0

    def _fixed(self) -> Sequence[loop.ForOp]:
        return [self.nest.columns[-1], *self.nest.sums]

    def _block_multiple(self, tile: int) -> int:
        """Return the lanes of a vector: the operations on sums run over whole vectors, except in the last block."""
        return self.lanes

    def _end_cycles(self) -> float:
        return self._finishing() / self.lanes + 2 * (self._load + STORE)

    def steps(self, shared: str | None) -> list[Pass]:
        is_cut = shared is not None and shared not in self.around
        column = point_of(self.column) if is_cut else self.column
        block = [self.column] if is_cut else []
        parts = parts_of(self.nest, has_ends=True)
        whole = max(self.depth, 1)
        return [
            *reordered(self.outer, [*self.around, self.column]),
            *(self._packed_once(load) for load in self._strided()),
            *([LoopTile(loops=(self.column,), sizes=(self.block,))] if is_cut else []),
            LoopTile(loops=(self.total,), sizes=(whole,)),
            LoopAccumulateInMemory(loops=(self.total,)),
            *sunk(self.total, parts),
            *reordered([*self.around, *block, column, self.total], [*self.around, *block, self.total, column]),
            *parallel(shared),
            *separated((column,), parts),
            vectorized(point_of(self.total), self.lanes),
            *([LoopUnrollAndJam(loops=(part_of(column, MAIN),), factor=self.wide)] if self.wide > 1 else []),
            *(vectorized(part_of(column, part), self.lanes) for part in parts if part != MAIN),
        ]
