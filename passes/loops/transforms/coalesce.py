"""Coalescing: the loops of a perfect nest become one loop over all their iterations.

    for %i = 0 to 8 {                    for %l = 0 to 128 {
      for %j = 0 to 16 {        =>         f(%l floordiv 16, %l mod 16)
        f(%i, %j)

Always legal for loops with bounds that do not depend on each other and that pass on all that they carry: the order
stays. If all indices of a memref contain the induction variables, in their order, over its whole inner dimensions, it
is accessed through a view in which these dimensions are one: `m[%i, %j]` becomes `view[%l]`.

Sizes of inner loops that are not constant are computed before the nest from symbols; indices are then split by
`loop.delinearize_index`. Tiling by the inner size is the inverse.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, loop, memref
from dlc.ir import Operation, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerAttr
from dlc.ir.builtin_types import DYNAMIC, MemRefType
from dlc.ir.values import constant_of
from dlc.passes.manager import statistic

from ..analysis.nests import (
    Point,
    check_nest,
    check_rectangular,
    forwarding_loop_in,
    index_before,
    joined,
    keep_attributes,
    lower_bound,
    replace_loop,
    simplify_bounds,
    substitute_point,
    upper_bound,
)
from .loop_names import Names
from .loop_pass import BandPass
from .refusals import Refusal

WHAT = "cannot be coalesced"


def coalesce(band: Sequence[loop.ForOp]) -> loop.ForOp:
    """Coalesce the loops of a perfect nest; return the loop that replaces them."""
    if len(band) < 2:
        raise Refusal(band[0], f"{WHAT}: it expects at least two perfectly nested loops, but got {len(band)}")
    if not all(forwarding_loop_in(outer) is inner for outer, inner in itertools.pairwise(band)):
        check_nest(band, WHAT)
    check_rectangular(band, WHAT)
    return _Coalescing(band).run()


class _Coalescing:
    """The coalescing of one nest."""

    def __init__(self, band: Sequence[loop.ForOp]) -> None:
        self.band = band
        self.outer = band[0]
        self.counters = [each.induction_variable for each in band]
        self.trips = [each.constant_trip_count() for each in band[1:]]
        self._check()

    def _check(self) -> None:
        for each in self.band:
            if each.lower_map.num_results != 1:
                raise Refusal(each, f"{WHAT}: its lower bound is the maximum of several")
        for each, trips in zip(self.band[1:], self.trips, strict=True):
            if trips == 0:
                raise Refusal(each, f"{WHAT}: it never runs")
            if trips is None:
                self._check_symbolic(each)
        if None in self.trips and self.outer.constant_trip_count() is None:
            self._check_symbolic(self.outer)

    def _check_symbolic(self, op: loop.ForOp) -> None:
        if op.upper_map.num_results != 1:
            raise Refusal(op, f"{WHAT}: its upper bound is the minimum of several")
        scope = loop.affine_scope(self.outer)
        for value in (*op.lower_operands, *op.upper_operands):
            if not loop.is_valid_symbol(value, scope):
                raise Refusal(op, f"{WHAT}: its trip count depends on enclosing loops")

    def run(self) -> loop.ForOp:
        """Create the loop with the body of the innermost one; return it."""
        outer, innermost = self.outer, self.band[-1]
        sizes = self._sizes()
        total, inits = self._total(sizes), outer.iter_inits
        new_loop = keep_attributes(outer, loop.ForOp.over(0, total, inits=inits, location=outer.location))
        outer.block.insert_before(new_loop, outer)
        self._use_views(new_loop)
        new_loop.body.take_all_ops(innermost.body)
        for old, new in zip(innermost.carried, new_loop.carried, strict=True):
            old.replace_all_uses_with(new)
        ops = [each for each in new_loop.body.ops if each is not new_loop.terminator]
        if ops:
            parts = self._parts(new_loop, sizes, ops[0])
            for counter, point in zip(self.counters, parts, strict=True):
                substitute_point(ops, counter, point, new_loop.body, ops[0])
        replace_loop(outer, new_loop.results)
        for op in list(new_loop.body.ops):
            if isinstance(op, loop.DelinearizeIndexOp) and not op.has_uses:
                op.erase()
        return simplify_bounds(new_loop)

    # -- Sizes ---------------------------------------------------------------------------------------------------------

    def _sizes(self) -> list[int | Value]:
        """Return the trip counts of the inner loops."""
        return [
            trips if trips is not None else trip_count_before(each, self.outer)
            for each, trips in zip(self.band[1:], self.trips, strict=True)
        ]

    def _total(self, sizes: Sequence[int | Value]) -> int | Value | tuple[AffineMap, Sequence[Value]]:
        """Return the total number of iterations, as an upper bound."""
        constant_sizes = [size for size in sizes if isinstance(size, int)]
        trips = self.outer.constant_trip_count()
        if len(constant_sizes) == len(sizes):
            if trips is not None:
                return trips * prod(constant_sizes)
            both, operands = trip_expressions(self.outer)
            return both.with_results([each * prod(constant_sizes) for each in both.results]), operands
        first = trips if trips is not None else trip_count_before(self.outer, self.outer)
        factors = [first, *sizes]
        total = _index(factors[0], self.outer)
        block = self.outer.block
        for each in factors[1:]:
            product = arith.MulIOp(total, _index(each, self.outer))
            product.location = self.outer.location
            total = block.insert_before(product, self.outer).results[0]
        return AffineMap.symbol_identity(1), [total]

    # -- Indices -------------------------------------------------------------------------------------------------------

    def _parts(self, new_loop: loop.ForOp, sizes: Sequence[int | Value], before: Operation) -> list[Point]:
        """Return each induction variable as an index computed from that of the new loop."""
        constant_sizes = [size for size in sizes if isinstance(size, int)]
        if len(constant_sizes) < len(sizes):
            split = loop.DelinearizeIndexOp.of(new_loop.induction_variable, list(sizes), has_outer_size=False)
            split.location = new_loop.location
            new_loop.body.insert_before(split, before)
            positions: list[tuple[AffineExpr, Value]] = [(AffineDimExpr(0), each) for each in split.results]
        else:
            positions = []
            for depth in range(len(self.band)):
                position: AffineExpr = AffineDimExpr(0) // prod(constant_sizes[depth:])
                if depth:
                    position = position % constant_sizes[depth - 1]
                positions.append((position, new_loop.induction_variable))
        return [_iv_at(each, *position) for each, position in zip(self.band, positions, strict=True)]

    # -- Memory --------------------------------------------------------------------------------------------------------

    def _use_views(self, new_loop: loop.ForOp) -> None:
        """Access memrefs that are contiguous in the order of the iterations through collapsed views."""
        uses: dict[Value, list[tuple[Operation, int | None]]] = {}
        for op in self.band[-1].body.ops:
            for inner in op.walk():
                for value in inner.operands:
                    if isinstance(value.type, MemRefType):
                        uses.setdefault(value, []).append((inner, self._first_dim(inner, value)))
        for value, accesses in uses.items():
            first = accesses[0][1]
            if first is not None and all(dim == first for _, dim in accesses):
                self._use_view(value, first, [op for op, _ in accesses], new_loop)

    def _first_dim(self, op: Operation, value: Value) -> int | None:
        """Return the first of the dimensions that an op indexes by the induction variables, or `None`."""
        if not isinstance(op, (loop.LoadOp, loop.StoreOp)) or value.is_inside(self.outer):
            return None
        access = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
        iv_dims = [access.operands.index(each) if each in access.operands else None for each in self.counters]
        index_dims = [expr.position if isinstance(expr, AffineDimExpr) else None for expr in access.exprs]
        count = len(self.band)
        starts = [dim for dim in range(len(index_dims) - count + 1) if index_dims[dim : dim + count] == iv_dims]
        if len(starts) != 1 or None in iv_dims:
            return None
        [start] = starts
        others = [expr for dim, expr in enumerate(access.exprs) if not start <= dim < start + count]
        if any(dim in iv_dims for expr in others for dim in expr.used_dims()):
            return None
        type = value.type_as(MemRefType)
        is_whole = all(self._is_whole(dim, value, start + dim) for dim in range(1, count))
        begins = self.outer.constant_lower == 0 and self.outer.step_value == 1
        return start if is_whole and begins and type.layout is None else None

    def _is_whole(self, depth: int, value: Value, dim: int) -> bool:
        """Return whether a loop runs over a whole dimension of a memref."""
        op, size = self.band[depth], value.shape[dim]
        if op.constant_lower != 0 or op.step_value != 1:
            return False
        if size != DYNAMIC:
            return op.constant_upper == size
        [bound] = op.upper_operands if len(op.upper_operands) == 1 else [None]
        source = bound.defining_op if bound is not None else None
        if not isinstance(source, memref.DimOp) or source.source is not value:
            return False
        queried_dim = constant_of(source.index)
        return (
            isinstance(queried_dim, IntegerAttr)
            and queried_dim.value == dim
            and op.upper_map is AffineMap.symbol_identity(1)
        )

    def _use_view(self, value: Value, first: int, ops: Sequence[Operation], new_loop: loop.ForOp) -> None:
        count, rank = len(self.band), len(value.shape)
        view = memref.CollapseShapeOp.of(value, _groups(rank, first, count))
        view.location = self.outer.location
        user = _outermost_without(value, new_loop)
        user.block.insert_before(view, user)
        for op in ops:
            assert isinstance(op, (loop.LoadOp, loop.StoreOp))
            access = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
            linear = AffineDimExpr(access.num_dims)
            shift = AffineMap(access.num_dims, len(access.operands) - access.num_dims, access.exprs)
            exprs = [*shift.results[:first], linear, *shift.results[first + count :]]
            dims, symbols = access.operands[: access.num_dims], access.operands[access.num_dims :]
            op.memref = view.result
            op.replace_access(
                AffineMap(access.num_dims + 1, len(symbols), exprs), [*dims, new_loop.induction_variable, *symbols]
            )
            simplified = loop.simplified(loop.Expressions.of(op.affine_map, op.indices), op)
            op.replace_access(simplified.map, simplified.operands)


def _outermost_without(value: Value, op: loop.ForOp) -> loop.ForOp:
    """Return the outermost enclosing loop, or the op itself, that does not define a value; it keeps nests perfect."""
    while isinstance(around := op.parent_op, loop.ForOp) and not value.is_inside(around):
        op = around
    return op


def _groups(rank: int, first: int, count: int) -> list[list[int]]:
    """Return reassociation groups that collapse `count` dimensions from `first` on."""
    end = first + count
    return [*([dim] for dim in range(first)), list(range(first, end)), *([dim] for dim in range(end, rank))]


def _iv_at(op: loop.ForOp, position: AffineExpr, value: Value) -> Point:
    """Return the induction variable in an iteration whose position is an expression of a value."""
    affine_map, operands = lower_bound(op)
    [start] = affine_map.shift_dims(1).results
    return start + position * op.step_value, [value, *operands], affine_map.num_dims + 1


def trip_expressions(op: loop.ForOp) -> tuple[AffineMap, Sequence[Value]]:
    """Return the trip count of a loop: the minimum of the results, or 0 if that is negative."""
    bounds, operands = joined(lower_bound(op), upper_bound(op))
    start, *ends = bounds.results
    return bounds.with_results([(end - start).ceildiv(op.step_value) for end in ends]), operands


def trip_count_before(op: loop.ForOp, at: Operation) -> Value:
    """Return the trip count of a loop as a value, computed before an op."""
    affine_map, operands = trip_expressions(op)
    block = at.block
    zero = AffineConstantExpr(0)
    count = loop.MaxOp(AffineMapAttr(affine_map.with_results([zero, *affine_map.results])), operands)
    count.location = op.location
    return block.insert_before(count, at).results[0]


def _index(value: int | Value, at: Operation) -> Value:
    return value if isinstance(value, Value) else index_before((AffineConstantExpr(value), (), 0), at)


class LoopCoalesce(BandPass):
    """Coalesce perfect nests into one loop

    The new loop has the name of the outermost one.

    Example: loop-coalesce{loops=i,j}
        func.func @f(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
          loop.for %i = 0 to 4 {
            loop.for %j = 0 to 8 {
              %x = loop.load %a[%i, %j] : memref<4x8xf32>
              loop.store %x, %b[%i, %j] : memref<4x8xf32>
            } {loop.name = "j"}
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-coalesce"
    done = statistic("num-coalesced", "Number of nests coalesced")
    refused = statistic("num-refused", "Number of nests that could not be coalesced")

    def names_after(self, names: Names) -> Names:
        return names.difference(self.loops[1:])

    def is_candidate(self, band: Sequence[loop.ForOp]) -> bool:
        return len(band) > 1

    def transform(self, band: list[loop.ForOp]) -> object:
        return coalesce(band)
