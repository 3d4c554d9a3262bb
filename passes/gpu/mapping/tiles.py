"""Contractions by tiles: what a block of threads reads is brought to its own memory once, and read there many times.

    for %i, %j { %s = for %k iter_args(…) { %a[%i, %k] * %b[%k, %j] … }; … }

becomes a launch in which a block is `rows` of %i times `columns` of %j, and a thread so many of both as its registers
hold sums for. It goes over %k by `depth`; each time all threads of the block fetch the parts of %a and %b that they are
going to use, wait for one another, and then work on these.

This is done to any nest of parallel loops around loops that carry values, in which one operand depends on one parallel
loop and not on another, and a second operand the other way round: matrix products, batches of them, convolutions.
Which part of an operand is used follows from its affine indices: along each dimension they are a sum of multiples of
the loops' counters, so a tile of the loops is a box in memory. Other operands are read where they are. Tiles that
reach over the end are filled with the last elements there are; what is computed of them is not stored. Nothing is
added up in another order than before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dlc.dialects import gpu, loop, memref
from dlc.ir.affine.expr import AffineConstantExpr, AffineDimExpr, AffineExpr
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.affine.map import AffineMap
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import AffineMapAttr
from dlc.ir.builtin_types import MemRefType, bit_width
from dlc.ir.operations import IRMapping, Operation
from dlc.ir.values import BlockArgument, Value
from dlc.passes.loops.analysis.accesses import Form
from dlc.passes.loops.transforms.unroll import unroll

from ..loop_to_gpu import LARGEST_WORKGROUP, name_indices
from .boxes import Size, as_values, product
from .contractions import Contraction, Staged

UNROLLED = 8
"""How many steps of the innermost loop stand one behind the other, so that reads of later ones can begin early."""
MOST_BLOCKS = 65535
"""How many blocks a grid can have along y and z."""
MOST_SUMS = 64
"""How many carried values a thread can hold."""


class TileSizes(NamedTuple):
    """What a block does at once, and how many rows and columns of it one thread."""

    rows: int
    columns: int
    depth: int
    thread_rows: int
    thread_columns: int

    def fitting(self, rows: int | None, columns: int | None, inner: int) -> TileSizes:
        """Sizes for a nest: smaller tiles for short loops, less depth where each step is a loop of its own."""
        height, thread_rows = _fitting(self.rows, self.thread_rows, rows)
        width, thread_columns = _fitting(self.columns, self.thread_columns, columns)
        return TileSizes(height, width, max(1, self.depth // inner), thread_rows, thread_columns)


def _fitting(tile: int, each: int, trips: int | None) -> tuple[int, int]:
    """Half of a tile as long as half is enough."""
    while trips is not None and each > 1 and each % 2 == 0 and tile // 2 >= trips:
        tile, each = tile // 2, each // 2
    return tile, each


# -- Making the launch -------------------------------------------------------------------------------------------------


def tile_contraction(found: Contraction, sizes: TileSizes) -> gpu.LaunchOp | None:
    """Put a launch in the place of the nest; `None`, and nothing changed, where its tiles do not fit."""
    inner = 1
    for each in found.carrying[1:]:
        inner *= each.constant_trip_count() or 1
    trips = [each.constant_trip_count() for each in (found.row, found.column)]
    tiling = _Tiling(found, sizes.fitting(trips[0], trips[1], inner))
    return tiling.emit() if tiling.fits() else None


class _Tiling:
    """One launch while it is made."""

    def __init__(self, found: Contraction, sizes: TileSizes) -> None:
        self.found = found
        self.sizes = sizes
        self.height = sizes.rows // sizes.thread_rows
        self.width = sizes.columns // sizes.thread_columns
        self.row, self.column = found.row.induction_variable, found.column.induction_variable
        self.spans: dict[Value, int] = {self.row: sizes.rows, self.column: sizes.columns}
        """How many iterations of each loop a tile has."""
        outer, *rest = found.carrying
        known = outer.constant_trip_count()
        self.depth = min(sizes.depth, known) if known is not None else sizes.depth
        self.spans[outer.induction_variable] = self.depth
        for each in rest:
            self.spans[each.induction_variable] = each.constant_trip_count() or 1
        self.boxes = [self._box(each) for each in found.staged]

    def _box(self, staged: Staged) -> list[int]:
        """How many elements along each dimension a tile touches."""
        return [
            1 + sum(factor * (self.spans[term] - 1) for term, factor in _moving(form, self.spans))
            for form in staged.forms
        ]

    def fits(self) -> bool:
        """Whether the memory of a block and the registers of a thread are enough."""
        total = 0
        for staged, box in zip(self.found.staged, self.boxes, strict=True):
            width = bit_width(staged.load.result.type)
            if width is None:
                return False
            count = 1
            for size in box:
                count *= size
            total += count * -(-width // 8)
        blocks = 1
        for each in self.found.others:
            blocks *= each.constant_trip_count() or 1
        sums = self.sizes.thread_rows * self.sizes.thread_columns * len(self.found.carrying[0].results)
        has_room = total <= LARGEST_WORKGROUP and sums <= MOST_SUMS
        return has_room and self.height * self.width <= 1024 and blocks <= MOST_BLOCKS

    # -- The launch ----------------------------------------------------------------------------------------------------

    def emit(self) -> gpu.LaunchOp:
        found, nest = self.found, self.found.band[0]
        host = Builder.before(nest)
        extents = {each: _extent(host, each) for each in (*found.band, found.carrying[0])}
        self.extents: dict[Value, Size] = {each.induction_variable: extent for each, extent in extents.items()}
        for each in found.carrying[1:]:
            self.extents[each.induction_variable] = each.constant_trip_count() or 1
        grid = [
            _blocks(host, self.extents[self.column], self.sizes.columns),
            _blocks(host, self.extents[self.row], self.sizes.rows),
            product(host, [extents[each] for each in found.others]),
        ]
        block = [self.width, self.height, 1]
        values = as_values(host, [*grid, *block])
        kinds = [
            MemRefType(tuple(box), each.load.result.type, None, gpu.WORKGROUP)
            for each, box in zip(found.staged, self.boxes, strict=True)
        ]
        self.launch = host.insert(gpu.LaunchOp.over(values[:3], values[3:], kinds)).close()
        self.builder = Builder.before(self.launch.body.last or self.launch)
        self.builder.location = nest.location
        name_indices(self.launch)
        self._name_buffers()
        self._place_loops(extents)
        self._compute()
        nest.erase()
        return self.launch

    def _name_buffers(self) -> None:
        for buffer, staged in zip(self.launch.workgroup_buffers, self.found.staged, strict=True):
            buffer.name_hint = f"{staged.load.memref.name_hint or 'operand'}_tile"

    def _place_loops(self, extents: Mapping[loop.ForOp, Size]) -> None:
        """The indices of the block and the thread, and those of the loops that are not tiled."""
        ids, threads = self.launch.block_ids, self.launch.thread_ids
        self.block_column, self.block_row = ids[0], ids[1]
        self.thread_column, self.thread_row = threads[0], threads[1]
        self.known: dict[Value, Value] = {}
        """What values of the nest are here, whichever the row and the column."""
        others = self.found.others
        if len(others) == 1:
            self.known[others[0].induction_variable] = ids[2]
        elif others:
            places = self.builder.insert(loop.DelinearizeIndexOp.of(ids[2], [extents[each] for each in others])).results
            self.known.update(zip((each.induction_variable for each in others), places, strict=True))
        self.indices: dict[Value, list[Value]] = {
            self.row: [self._index(self.row, number) for number in range(self.sizes.thread_rows)],
            self.column: [self._index(self.column, number) for number in range(self.sizes.thread_columns)],
        }

    def _index(self, iv: Value, number: int) -> Value:
        """The index of a thread's row or column, or the last there is."""
        expr, operands = self._place(iv, number)
        if self._is_divided(iv):
            return self.builder.insert(loop.ApplyOp.of(AffineMap(2, 0, [expr]), operands)).result
        extent = self.extents[iv]
        last: AffineExpr = AffineDimExpr(2) - 1 if isinstance(extent, Value) else AffineConstantExpr(extent - 1)
        values = [*operands, extent] if isinstance(extent, Value) else operands
        return self.builder.insert(loop.MinOp(AffineMapAttr(AffineMap(len(values), 0, [expr, last])), values)).result

    def _place(self, iv: Value, number: int) -> tuple[AffineExpr, list[Value]]:
        """The index as an expression of the block's and the thread's."""
        is_row = iv is self.row
        step = self.height if is_row else self.width
        expr = AffineDimExpr(0) * self.spans[iv] + AffineDimExpr(1) + number * step
        return expr, [self.block_row, self.thread_row] if is_row else [self.block_column, self.thread_column]

    def _is_divided(self, iv: Value) -> bool:
        """Whether tiles never reach over the end."""
        extent = self.extents[iv]
        return isinstance(extent, int) and extent % self.spans[iv] == 0

    # -- Bringing tiles ------------------------------------------------------------------------------------------------

    def _stage(self, builder: Builder, start: Value, number: int) -> None:
        """All threads of the block fetch a tile, element by element, those side by side by threads side by side."""
        staged, box = self.found.staged[number], self.boxes[number]
        total = 1
        for size in box:
            total *= size
        threads = self.height * self.width
        rounds = builder.insert(loop.ForOp.over(0, -(-total // threads)))
        rounds.close()
        inside = Builder.before(rounds.terminator)
        inside.location = builder.location
        linear = AffineDimExpr(0) * threads + AffineDimExpr(1) * self.width + AffineDimExpr(2)
        operands = [rounds.induction_variable, self.thread_row, self.thread_column]
        place = inside.insert(loop.ApplyOp.of(AffineMap(3, 0, [linear]), operands)).result
        if total % threads:
            condition = inside.insert(loop.IfOp.on(IntegerSet(3, 0, [(-linear - 1) + total], [False]), operands))
            condition.then_block.append(loop.YieldOp.of(()))
            inside = Builder.at_start(condition.then_block)
            inside.location = builder.location
        locals_ = [place] if len(box) == 1 else list(inside.insert(loop.DelinearizeIndexOp.of(place, box)).results)
        indices = [self._source(inside, form, local, start) for form, local in zip(staged.forms, locals_, strict=True)]
        value = inside.insert(memref.LoadOp(staged.load.memref, indices)).result
        inside.insert(loop.StoreOp.of(value, self.launch.workgroup_buffers[number], locals_))

    def _source(self, builder: Builder, form: Form, local: Value, start: Value) -> Value:
        """The index in the operand of an index in the tile, or the last one that the nest uses."""
        operands: list[Value] = [local]
        expr: AffineExpr = AffineDimExpr(0) + form.constant
        last: AffineExpr = AffineConstantExpr(form.constant)
        is_divided = True
        for term, factor in form.terms.items():
            assert isinstance(term, Value), "quotients are not staged"
            if term in self.spans:
                expr = expr + self._tile_start(term, start, operands) * factor
                last = last + self._last(term, operands) * factor
                is_divided = is_divided and self._is_divided(term)
            else:
                operands.append(self.known.get(term, term))
                fixed = AffineDimExpr(len(operands) - 1) * factor
                expr, last = expr + fixed, last + fixed
        if is_divided:
            return builder.insert(loop.ApplyOp.of(AffineMap(len(operands), 0, [expr]), operands)).result
        both = AffineMapAttr(AffineMap(len(operands), 0, [expr, last]))
        return builder.insert(loop.MinOp(both, operands)).result

    def _tile_start(self, iv: Value, start: Value, operands: list[Value]) -> AffineExpr:
        """Where the tile begins in a loop."""
        if iv is self.found.carrying[0].induction_variable:
            operands.append(start)
            return AffineDimExpr(len(operands) - 1)
        if iv in (self.row, self.column):
            operands.append(self.block_row if iv is self.row else self.block_column)
            return AffineDimExpr(len(operands) - 1) * self.spans[iv]
        return AffineConstantExpr(0)

    def _last(self, iv: Value, operands: list[Value]) -> AffineExpr:
        """The last iteration of a loop."""
        extent = self.extents[iv]
        if isinstance(extent, int):
            return AffineConstantExpr(extent - 1)
        operands.append(extent)
        return AffineDimExpr(len(operands) - 1) - 1

    # -- Computing -----------------------------------------------------------------------------------------------------

    def points(self) -> list[tuple[int, int]]:
        """The rows and columns of a thread."""
        return [(r, c) for r in range(self.sizes.thread_rows) for c in range(self.sizes.thread_columns)]

    def _compute(self) -> None:
        found, outer = self.found, self.found.carrying[0]
        copies = _Copies(self, self.known, self.indices)
        copies.emit(self.builder, found.before)
        inits = [copies.at(init, r, c) for r, c in self.points() for init in outer.iter_inits]
        extent = self.extents[outer.induction_variable]
        steps = self.builder.insert(loop.ForOp.over(0, extent, self.depth, inits))
        inside = Builder.at_end(steps.body)
        inside.location = outer.location
        for number in range(len(found.staged)):
            self._stage(inside, steps.induction_variable, number)
        inside.insert(gpu.BarrierOp())
        sums = self._multiply(inside, steps.induction_variable, list(steps.carried), copies)
        inside.insert(gpu.BarrierOp())
        steps.close(sums)
        self._finish(copies, list(steps.results))

    def _multiply(self, builder: Builder, start: Value, sums: Sequence[Value], copies: _Copies) -> Sequence[Value]:
        """The carrying loops over one tile."""
        loops = self.found.carrying
        end: loop.Bound = self.depth
        extent = self.extents[loops[0].induction_variable]
        if not self._is_divided(loops[0].induction_variable):
            operands = [start, extent] if isinstance(extent, Value) else [start]
            left = (AffineDimExpr(1) if isinstance(extent, Value) else AffineConstantExpr(extent)) - AffineDimExpr(0)
            end = AffineMap(len(operands), 0, [left, AffineConstantExpr(self.depth)]), operands
        made: list[loop.ForOp] = []
        known, local = dict(self.known), dict[Value, Value]()
        at, carried = builder, list(sums)
        for number, each in enumerate(loops):
            upper = end if number == 0 else self.spans[each.induction_variable]
            inner = at.insert(loop.ForOp.over(0, upper, 1, carried))
            made.append(inner)
            local[each.induction_variable] = inner.induction_variable
            at, carried = Builder.at_end(inner.body), list(inner.carried)
            at.location = each.location
        total = AffineMap(2, 0, [AffineDimExpr(0) + AffineDimExpr(1)])
        first = loops[0].induction_variable
        known.update(local)
        known[first] = at.insert(loop.ApplyOp.of(total, [start, local[first]])).result
        inside = copies.inside(known, local)
        inside.carry(loops[-1].carried, carried)
        inside.emit(at, self.found.body)
        results: Sequence[Value] = [inside.at(value, r, c) for r, c in self.points() for value in loops[-1].yielded]
        for inner in reversed(made):
            inner.close(results)
            results = inner.results
        trips = made[-1].constant_trip_count()
        if trips is not None:
            unroll(made[-1], next(factor for factor in range(min(trips, UNROLLED), 0, -1) if trips % factor == 0))
        return results

    def _finish(self, copies: _Copies, sums: Sequence[Value]) -> None:
        """What stands behind the carrying loops, where there is such a row and column."""
        guarded = [iv for iv in (self.row, self.column) if not self._is_divided(iv)]
        copies.carry(self.found.carrying[0].results, sums)
        if not guarded:
            copies.emit(self.builder, self.found.behind)
            return
        for r, c in self.points():
            operands: list[Value] = []
            exprs = [self._room(iv, r if iv is self.row else c, operands) for iv in guarded]
            inside_set = IntegerSet(len(operands), 0, exprs, [False] * len(exprs))
            condition = self.builder.insert(loop.IfOp.on(inside_set, operands))
            condition.then_block.append(loop.YieldOp.of(()))
            at = Builder.at_start(condition.then_block)
            at.location = self.builder.location
            copies.inside(self.known, {}).emit(at, self.found.behind, [(r, c)])

    def _room(self, iv: Value, number: int, operands: list[Value]) -> AffineExpr:
        """How many indices there are behind that of a row or column; negative, where it is over the end."""
        expr, values = self._place(iv, number)
        moved = AffineMap(2, 0, [expr]).shift_dims(len(operands)).results[0]
        operands += values
        return self._last(iv, operands) - moved


def _moving(form: Form, spans: Mapping[Value, int]) -> list[tuple[Value, int]]:
    """The terms of an index that change within a tile."""
    return [(term, factor) for term, factor in form.terms.items() if isinstance(term, Value) and term in spans]


def _extent(builder: Builder, op: loop.ForOp) -> Size:
    """How many iterations a loop from 0 on has."""
    known = op.constant_trip_count()
    if known is not None:
        return known
    return builder.insert(loop.ApplyOp.of(op.upper_map, list(op.upper_operands))).result


def _blocks(builder: Builder, extent: Size, size: int) -> Size:
    if isinstance(extent, int):
        return -(-extent // size)
    return builder.insert(loop.ApplyOp.of(AffineMap(1, 0, [AffineDimExpr(0).ceildiv(size)]), [extent])).result


# -- Copies for rows and columns ---------------------------------------------------------------------------------------


class _Copies:
    """Copies of ops for the rows and columns of a thread: as many as an op depends on."""

    def __init__(self, tiling: _Tiling, known: Mapping[Value, Value], indices: Mapping[Value, Sequence[Value]]) -> None:
        self.tiling = tiling
        self.known = known
        """Values that are the same for all rows and columns."""
        self.indices = indices
        self.local: Mapping[Value, Value] = {}
        """The counters of the loops over one tile, by those of the nest; none outside of them."""
        self._made: dict[tuple[Value, int | None, int | None], Value] = {}
        self._depends: dict[Value, tuple[bool, bool]] = {tiling.row: (True, False), tiling.column: (False, True)}

    def inside(self, known: Mapping[Value, Value], local: Mapping[Value, Value]) -> _Copies:
        """The same for a region in which more is known; what is copied there is not seen outside."""
        made = _Copies(self.tiling, known, self.indices)
        made.local = local
        made._made = dict(self._made)
        made._depends = dict(self._depends)
        return made

    def carry(self, values: Sequence[Value], copies: Sequence[Value]) -> None:
        """Let some values have a copy for each row and column, given in that order."""
        given = iter(copies)
        for r, c in self.tiling.points():
            for value in values:
                self._depends[value] = (True, True)
                self._made[value, r, c] = next(given)

    def at(self, value: Value, row: int, column: int) -> Value:
        """The copy of a value for a row and a column."""
        if value in self.indices:
            return self.indices[value][row if value is self.tiling.row else column]
        by_row, by_column = self._depends.get(value, (False, False))
        found = self._made.get((value, row if by_row else None, column if by_column else None))
        return found if found is not None else self.known.get(value, value)

    def emit(self, builder: Builder, ops: Sequence[Operation], points: Sequence[tuple[int, int]] | None = None) -> None:
        """Copy ops, in their order."""
        for op in ops:
            dependences = [self._depends.get(value, (False, False)) for value in op.operands]
            by_row, by_column = any(r for r, _ in dependences), any(c for _, c in dependences)
            if not op.results:
                by_row = by_column = True
            done: set[tuple[int | None, int | None]] = set()
            for r, c in points or self.tiling.points():
                key = (r if by_row else None, c if by_column else None)
                if key in done:
                    continue
                done.add(key)
                copy = self._copy(builder, op, r, c)
                for old, new in zip(op.results, copy.results, strict=True):
                    self._made[old, key[0], key[1]] = new
                    self._depends[old] = (by_row, by_column)

    def _copy(self, builder: Builder, op: Operation, row: int, column: int) -> Operation:
        staged: list[Operation] = [each.load for each in self.tiling.found.staged]
        if op in staged and self.local:
            return builder.insert(self._read_tile(staged.index(op), row, column))
        mapping = IRMapping()
        for value in op.operands:
            mapping.values[value] = self.at(value, row, column)
        return builder.insert(op.clone(mapping))

    def _read_tile(self, number: int, row: int, column: int) -> loop.LoadOp:
        """The element in the tile that an operand's element was brought to."""
        tiling, staged = self.tiling, self.tiling.found.staged[number]
        operands: list[Value] = []
        exprs: list[AffineExpr] = []
        for form in staged.forms:
            expr: AffineExpr = AffineConstantExpr(0)
            for term, factor in _moving(form, tiling.spans):
                local = self.local.get(term)
                shift = 0
                if local is None:
                    is_row = term is tiling.row
                    local = tiling.thread_row if is_row else tiling.thread_column
                    shift = row * tiling.height if is_row else column * tiling.width
                operands.append(local)
                expr = expr + (AffineDimExpr(len(operands) - 1) + shift) * factor
            exprs.append(expr)
        affine_map = AffineMapAttr(AffineMap(len(operands), 0, exprs))
        buffer: BlockArgument = tiling.launch.workgroup_buffers[number]
        return loop.LoadOp(buffer, operands, map=affine_map)
