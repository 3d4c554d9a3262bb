"""Coalescing: the loops of a nest as one, which counts their iterations.

    for %i = 0 to 8 {                    for %l = 0 to 128 {
      for %j = 0 to 16 {        =>         f(%l floordiv 16, %l mod 16)
        f(%i, %j)

Always allowed for loops that carry nothing and whose bounds do not depend on each other: nothing changes its order. A
memref that is only accessed at indices of which some are the induction variables, in their order, over its whole inner
dimensions, is accessed through a view of one dimension instead: `m[%i, %j]` becomes `view[%l]`.

Sizes of inner loops that are no constants are computed in front, from symbols; indices are then split by
`loop.delinearize_index`. Tiling by the inner size is the inverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, loop, memref
from dlc.ir.affine.expr import AffineConstantExpr, AffineDimExpr, AffineExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.operations import Operation
from dlc.ir.values import Value, constant_of
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import (
    Point,
    check_box,
    check_nest,
    index_before,
    joined,
    keep_attributes,
    lower_bound,
    put_point,
    replace_loop,
    simplify_bounds,
    upper_bound,
)
from .loop_names import Names
from .loop_pass import LoopPass
from .peel import is_inside
from .refusals import Refusal
from .selection import Attempts, bands, check_names

WHAT = "cannot be coalesced"


def coalesce(band: Sequence[loop.ForOp]) -> loop.ForOp:
    """The loops of a perfect nest as one, in the place of the outermost."""
    if len(band) < 2:
        raise Refusal(band[0], f"{WHAT}: it takes two loops, one of which is all that the other contains")
    check_nest(band, WHAT)
    check_box(band, WHAT)
    return _Coalescing(band).run()


class _Coalescing:
    """One nest on its way to become one loop."""

    def __init__(self, band: Sequence[loop.ForOp]) -> None:
        self.band = band
        self.outer = band[0]
        self.counters = [each.induction_variable for each in band]
        self.trips = [each.constant_trip_count() for each in band[1:]]
        self._check()

    def _check(self) -> None:
        for each in self.band:
            if each.lower_map.num_results != 1:
                raise Refusal(each, f"{WHAT}: it begins at the greatest of several bounds")
        for each, trips in zip(self.band[1:], self.trips, strict=True):
            if trips == 0:
                raise Refusal(each, f"{WHAT}: it never runs")
            if trips is None:
                self._check_symbolic(each)
        if None in self.trips and self.outer.constant_trip_count() is None:
            self._check_symbolic(self.outer)

    def _check_symbolic(self, op: loop.ForOp) -> None:
        if op.upper_map.num_results != 1:
            raise Refusal(op, f"{WHAT}: it ends at the least of several bounds")
        scope = loop.affine_scope(self.outer)
        for value in (*op.lower_operands, *op.upper_operands):
            if not loop.is_valid_symbol(value, scope):
                raise Refusal(op, f"{WHAT}: how often it runs depends on loops around")

    def run(self) -> loop.ForOp:
        """Make the loop, and let it do what the innermost one does."""
        outer, innermost = self.outer, self.band[-1]
        sizes = self._sizes()
        made = keep_attributes(outer, loop.ForOp.over(0, self._total(sizes), location=outer.location))
        block = outer.parent
        assert block is not None
        block.insert_before(made, outer)
        self._use_views(made)
        made.body.take_all_ops(innermost.body)
        ops = [each for each in made.body.ops if each is not made.terminator]
        if ops:
            parts = self._parts(made, sizes, ops[0])
            for counter, point in zip(self.counters, parts, strict=True):
                put_point(ops, counter, point, made.body, ops[0])
        replace_loop(outer, ())
        for op in list(made.body.ops):
            if isinstance(op, loop.DelinearizeIndexOp) and not op.has_uses:
                op.erase()
        return simplify_bounds(made)

    # -- Sizes ---------------------------------------------------------------------------------------------------------

    def _sizes(self) -> list[int | Value]:
        """How often each inner loop runs."""
        return [
            trips if trips is not None else index_before_not_less_than_zero(each, self.outer)
            for each, trips in zip(self.band[1:], self.trips, strict=True)
        ]

    def _total(self, sizes: Sequence[int | Value]) -> int | Value | tuple[AffineMap, Sequence[Value]]:
        """How many iterations there are in all."""
        known = [size for size in sizes if isinstance(size, int)]
        trips = self.outer.constant_trip_count()
        if len(known) == len(sizes):
            if trips is not None:
                return trips * prod(known)
            both, operands = trip_expressions(self.outer)
            return both.with_results([each * prod(known) for each in both.results]), operands
        first = trips if trips is not None else index_before_not_less_than_zero(self.outer, self.outer)
        factors = [first, *sizes]
        total = _index(factors[0], self.outer)
        block = self.outer.parent
        assert block is not None
        for each in factors[1:]:
            made = arith.MulIOp(total, _index(each, self.outer))
            made.location = self.outer.location
            total = block.insert_before(made, self.outer).results[0]
        return AffineMap.symbol_identity(1), [total]

    # -- Indices -------------------------------------------------------------------------------------------------------

    def _parts(self, made: loop.ForOp, sizes: Sequence[int | Value], before: Operation) -> list[Point]:
        """Each induction variable, as it follows from that of the new loop."""
        known = [size for size in sizes if isinstance(size, int)]
        if len(known) < len(sizes):
            split = loop.DelinearizeIndexOp.of(made.induction_variable, list(sizes), has_outer_size=False)
            split.location = made.location
            made.body.insert_before(split, before)
            numbers: list[tuple[AffineExpr, Value]] = [(AffineDimExpr(0), each) for each in split.results]
        else:
            numbers = []
            for place in range(len(self.band)):
                number: AffineExpr = AffineDimExpr(0) // prod(known[place:])
                if place:
                    number = number % known[place - 1]
                numbers.append((number, made.induction_variable))
        return [_started(each, *number) for each, number in zip(self.band, numbers, strict=True)]

    # -- Memory --------------------------------------------------------------------------------------------------------

    def _use_views(self, made: loop.ForOp) -> None:
        """Access what lies in the order of the iterations through views of one dimension."""
        uses: dict[Value, list[tuple[Operation, int | None]]] = {}
        for op in self.band[-1].body.ops:
            for inner in op.walk():
                for value in inner.operands:
                    if isinstance(value.type, MemRefType):
                        uses.setdefault(value, []).append((inner, self._first_dim(inner, value)))
        for value, found in uses.items():
            first = found[0][1]
            if first is not None and all(dim == first for _, dim in found):
                self._use_view(value, first, [op for op, _ in found], made)

    def _first_dim(self, op: Operation, value: Value) -> int | None:
        """The first of the dimensions of which an op's indices are the induction variables, if all fits."""
        if not isinstance(op, (loop.LoadOp, loop.StoreOp)) or is_inside(value, self.outer):
            return None
        given = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
        wanted = [given.operands.index(each) if each in given.operands else None for each in self.counters]
        found = [expr.position if isinstance(expr, AffineDimExpr) else None for expr in given.exprs]
        count = len(self.band)
        starts = [place for place in range(len(found) - count + 1) if found[place : place + count] == wanted]
        if len(starts) != 1 or None in wanted:
            return None
        [start] = starts
        others = [expr for place, expr in enumerate(given.exprs) if not start <= place < start + count]
        if any(dim in wanted for expr in others for dim in expr.used_dims()):
            return None
        type = value.type
        assert isinstance(type, MemRefType)
        is_whole = all(self._is_whole(place, value, start + place) for place in range(1, count))
        begins = self.outer.constant_lower == 0 and self.outer.step_value == 1
        return start if is_whole and begins and type.layout is None else None

    def _is_whole(self, number: int, value: Value, dim: int) -> bool:
        """Whether a loop runs over all of a dimension of a memref."""
        op, size = self.band[number], value.shape[dim]
        if op.constant_lower != 0 or op.step_value != 1:
            return False
        if size != DYNAMIC:
            return op.constant_upper == size
        [asked] = op.upper_operands if len(op.upper_operands) == 1 else [None]
        source = asked.defining_op if asked is not None else None
        if not isinstance(source, memref.DimOp) or source.source is not value:
            return False
        at = constant_of(source.index)
        return isinstance(at, IntegerAttr) and at.value == dim and op.upper_map is AffineMap.symbol_identity(1)

    def _use_view(self, value: Value, first: int, ops: Sequence[Operation], made: loop.ForOp) -> None:
        count, rank = len(self.band), len(value.shape)
        view = memref.CollapseShapeOp.of(value, _groups(rank, first, count))
        view.location = self.outer.location
        at = _outermost_without(value, made)
        assert at.parent is not None
        at.parent.insert_before(view, at)
        for op in ops:
            assert isinstance(op, (loop.LoadOp, loop.StoreOp))
            given = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
            linear = AffineDimExpr(given.num_dims)
            shift = AffineMap(given.num_dims, len(given.operands) - given.num_dims, given.exprs)
            exprs = [*shift.results[:first], linear, *shift.results[first + count :]]
            dims, symbols = given.operands[: given.num_dims], given.operands[given.num_dims :]
            op.memref = view.result
            op.replace_access(
                AffineMap(given.num_dims + 1, len(symbols), exprs), [*dims, made.induction_variable, *symbols]
            )
            made_simple = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
            op.replace_access(made_simple.map, made_simple.operands)


def _outermost_without(value: Value, op: loop.ForOp) -> loop.ForOp:
    """The outermost loop around, or the op itself, in which a value is not made: perfect nests stay so."""
    while isinstance(around := op.parent_op, loop.ForOp) and not is_inside(value, around):
        op = around
    return op


def _groups(rank: int, first: int, count: int) -> list[list[int]]:
    """Dimensions one by one, but for some that become one."""
    end = first + count
    return [*([dim] for dim in range(first)), list(range(first, end)), *([dim] for dim in range(end, rank))]


def _started(op: loop.ForOp, number: AffineExpr, value: Value) -> Point:
    """The induction variable in an iteration whose number is an expression of a value."""
    affine_map, operands = lower_bound(op)
    [start] = affine_map.shift_dims(1).results
    return start + number * op.step_value, [value, *operands], affine_map.num_dims + 1


def trip_expressions(op: loop.ForOp) -> tuple[AffineMap, Sequence[Value]]:
    """How often a loop runs: the least of the results, or never, if that is negative."""
    both, operands = joined(lower_bound(op), upper_bound(op))
    start, *ends = both.results
    return both.with_results([(end - start).ceildiv(op.step_value) for end in ends]), operands


def index_before_not_less_than_zero(op: loop.ForOp, at: Operation) -> Value:
    """How often a loop runs, as a value in front of an op."""
    affine_map, operands = trip_expressions(op)
    block = at.parent
    assert block is not None
    zero = AffineConstantExpr(0)
    count = loop.MaxOp(AffineMapAttr(affine_map.with_results([zero, *affine_map.results])), operands)
    count.location = op.location
    return block.insert_before(count, at).results[0]


def _index(value: int | Value, at: Operation) -> Value:
    return value if isinstance(value, Value) else index_before((AffineConstantExpr(value), (), 0), at)


class LoopCoalesce(LoopPass):
    """Make one loop of all that a nest consists of

    It has the name of the outermost one.
    """

    name = "loop-coalesce"
    loops: tuple[str, ...] = option("The names of the loops, outermost first; all perfect nests if empty", default=())
    coalesced = statistic("num-coalesced", "Number of nests that became one loop")
    refused = statistic("num-refused", "Number of nests that stayed")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops[1:])

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.coalesced, self.refused)
        found = [band for band in bands(op, self.loops) if self.loops or len(band) > 1]
        for band in found:
            attempt(lambda band=band: self._coalesce(band))
        attempt.finish(found=bool(found))

    def _coalesce(self, band: list[loop.ForOp]) -> object:
        check_names(band, self.loops)
        return coalesce(band)
