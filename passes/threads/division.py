"""Division of the dimensions of a parallel loop among threads, by linear index of the iterations.

The first dimension with more than one iteration is divided, together with the following ones until there are enough
iterations for all threads. The iterations of these dimensions have row-major linear indices from 0; each thread gets
ranges of these. Only the first dimension may have an unknown trip count: with constant inner sizes, the linear index is
affine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, loop
from dlc.ir import Builder, Value
from dlc.ir.affine import AffineMap, affine_dims
from dlc.ir.builtin_attributes import AffineMapAttr, int_attr
from dlc.ir.builtin_types import index

ENOUGH = 4
"""The desired number of iterations per thread, so that slower threads can get fewer iterations."""
Number = int | Value


def divided_dimensions(op: loop.ParallelOp, threads: int) -> range:
    """Return the dimensions to be divided; an empty range if no dimension has more than one iteration."""
    trips = op.constant_trip_counts()
    first = next((dim for dim, count in enumerate(trips) if count != 1), None)
    if first is None:
        return range(0)
    end = first + 1
    total = trips[first] or 1
    while end < len(trips) and total < ENOUGH * threads:
        count = trips[end]
        if count is None or count == 0:
            break
        total *= count
        end += 1
    return range(first, end)


class Division:
    """The divided dimensions of a loop. Values that they need are computed before the loop."""

    def __init__(self, op: loop.ParallelOp, dims: range) -> None:
        self.op = op
        self.dims = dims
        self._builder = Builder.before(op)
        self._trips = op.constant_trip_counts()
        groups = list(zip(op.lower_groups, op.upper_groups, strict=True))
        self.lowers: list[Number] = [
            self._bound(loop.MaxOp, op.lower_map.with_results(groups[dim][0]), op.lower_operands) for dim in dims
        ]
        """The lower bound of each divided dimension."""
        self._first_upper: Number = 0
        if self._trips[dims[0]] is None:
            upper = op.upper_map.with_results(groups[dims[0]][1])
            self._first_upper = self._bound(loop.MinOp, upper, op.upper_operands)

    @property
    def steps(self) -> list[int]:
        """The step of each divided dimension."""
        return [self.op.step_values[dim] for dim in self.dims]

    @property
    def later_trips(self) -> list[int]:
        """The trip counts of the divided dimensions except the first."""
        known = [self._trips[dim] for dim in self.dims[1:]]
        return [count for count in known if count is not None]

    def known_count(self) -> int | None:
        """Return the total number of iterations, or `None` if it is unknown."""
        first = self._trips[self.dims[0]]
        return None if first is None else first * prod(self.later_trips)

    def count(self) -> Value:
        """Return the total number of iterations as a value before the loop."""
        known = self.known_count()
        if known is not None:
            return self.number(known)
        d0, d1 = affine_dims(2)
        begin, end = self.value(self.lowers[0]), self.value(self._first_upper)
        trips = AffineMap(2, 0, [(d1 - d0).ceildiv(self.steps[0])])
        first = self._builder.insert(loop.ApplyOp.of(trips, [begin, end])).result
        first_trips = self._builder.insert(arith.MaxSIOp(first, self.number(0))).result
        later = prod(self.later_trips)
        return first_trips if later == 1 else self._builder.insert(arith.MulIOp(first_trips, self.number(later))).result

    def value(self, number: Number) -> Value:
        """Return a bound as a value before the loop."""
        return self.number(number) if isinstance(number, int) else number

    def number(self, number: int) -> Value:
        """Return a constant before the loop."""
        return self._builder.insert(arith.ConstantOp(int_attr(number, index))).results[0]

    def _bound(
        self, extreme: type[loop.MaxOp] | type[loop.MinOp], bound: AffineMap, operands: Sequence[Value]
    ) -> Number:
        if bound.is_constant:
            return max(bound.constant_results) if extreme is loop.MaxOp else min(bound.constant_results)
        if bound.num_results == 1:
            return self._builder.insert(loop.ApplyOp.of(bound, operands)).result
        return self._builder.insert(extreme(AffineMapAttr(bound), operands)).result
