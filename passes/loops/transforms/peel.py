"""Peeling: some iterations of a loop move to a loop of their own, before or after it.

    for %i = 0 to %n { f(%i) }    =>    for %i = 0 to min(2, %n) { f(%i) }
                                        for %i_rest = 2 to %n { f(%i_rest) }

If inner loops end at the minimum of several bounds, as those over tiles do, `peel_partial` peels the iterations in
which the minimum is not the bound that grows with the loop: the others run over whole tiles of a known size. So do the
peeled ones where the facts around them determine it.

    for %i = 0 to %n step 32 {                       for %i = 0 to %n - 31 step 32 {
      for %p = %i to min(%i + 32, %n) { f }    =>      for %p = %i to %i + 32 { f } }
    }                                                for %i_rest = … to %n step 32 {
                                                       for %p = %i_rest to %n { f } }

Always legal: the order of iterations stays. Iteration arguments are forwarded from one loop to the next.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from dlc.passes.manager import option, statistic

from ..analysis.accesses import forms_of
from ..analysis.nests import clone_after, joined, keep_attributes, loops_in, lower_bound, upper_bound
from ..vectorize.lanes import increment_of
from .loop_names import FRONT, REST, Names
from .loop_pass import SingleLoopPass
from .refusals import Refusal, check_distance
from .simplify_bounds import drop_useless_bounds, end_at_known_distance, simplify_bounds_inside
from .unroll import Bound, Split

WHAT = "cannot be peeled"


def split_at(op: loop.ForOp, point: int | Bound) -> Split:
    """Split a loop at an index: the iterations before it stay, the others move to a loop after it; return both."""
    if isinstance(point, int):
        check_distance(op, point, WHAT)
    boundary = (AffineMap(0, 0, [AffineConstantExpr(point)]), ()) if isinstance(point, int) else point
    if op.step_value != 1:
        boundary = _first_from(op, boundary)
    return _split(op, boundary, REST)


def peel_front(op: loop.ForOp, count: int) -> Split:
    """Move the first iterations to a loop of their own, which is the `rest` of the result."""
    _check_count(op, count)
    start, operands = _start_of(op)
    boundary = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start + count * op.step_value])
    front, main = _split(op, (boundary, operands), REST)
    assert main is not None
    _swap_names(front, main)
    return Split(main, front)


def peel_back(op: loop.ForOp, count: int) -> Split:
    """Move the last iterations to a loop of their own, which is the `rest` of the result."""
    _check_count(op, count)
    start, operands = _start_of(op)
    trips = op.constant_trip_count()
    step = op.step_value
    if trips is not None:
        boundary = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start + max(0, trips - count) * step])
        return _split(op, (boundary, operands), REST)
    if op.upper_map.num_results != 1:
        raise Refusal(op, f"{WHAT} at its end: its upper bound is the minimum of several")
    bounds, values = joined(lower_bound(op), upper_bound(op))
    first, end = bounds.results
    boundary = AffineMap(bounds.num_dims, bounds.num_symbols, [first + ((end - first).ceildiv(step) - count) * step])
    return _split(op, (boundary, values), REST)


def _check_count(op: loop.ForOp, count: int) -> None:
    if count < 1:
        raise Refusal(op, f"{WHAT}: the number of iterations must be positive, but got {count}")
    check_distance(op, count * op.step_value, WHAT)


def _start_of(op: loop.ForOp) -> tuple[AffineExpr, Sequence[Value]]:
    """Return the first value of the induction variable, as an expression and its operands."""
    constant = op.constant_lower
    if constant is not None:
        return AffineConstantExpr(constant), op.lower_operands
    if op.lower_map.num_results != 1:
        raise Refusal(op, f"{WHAT}: its lower bound is the maximum of several")
    return op.lower_map.results[0], op.lower_operands


def _first_from(op: loop.ForOp, point: Bound) -> Bound:
    """Return the first value of the induction variable from an index on, ignoring the bounds."""
    start, operands = _start_of(op)
    own = AffineMap(op.lower_map.num_dims, op.lower_map.num_symbols, [start])
    bounds, values = joined((own, operands), point)
    first, index = bounds.results
    step = op.step_value
    return AffineMap(bounds.num_dims, bounds.num_symbols, [first + (index - first).ceildiv(step) * step]), values


def _split(op: loop.ForOp, boundary: Bound, suffix: str) -> Split:
    """End a loop at a value of its induction variable, and insert a loop after it for the other iterations."""
    rest = clone_after(op, suffix)
    op.set_upper_bound(joined(upper_bound(op), boundary))
    rest.set_lower_bound(joined(lower_bound(rest), boundary))
    for each in (op, rest):
        drop_useless_bounds(each)
        simplify_bounds_inside(each)
    return Split(op, rest)


def _swap_names(first: loop.ForOp, second: loop.ForOp) -> None:
    """Give the names of the first loop to the second one, and names with the suffix `_front` to the first."""
    for old, new in zip(loops_in(first), loops_in(second), strict=True):
        keep_attributes(old, new)
        keep_attributes(new, old, FRONT)


# -- Tiles -------------------------------------------------------------------------------------------------------------


def peel_partial(op: loop.ForOp) -> list[loop.ForOp]:
    """Peel the iterations in which an inner loop ends early; return the loop, and those that were peeled."""
    limits = _limits(op)
    if not limits:
        raise Refusal(
            op, f"{WHAT}: no inner loop ends at the minimum of a bound that grows with it and one that does not"
        )
    parts: list[loop.ForOp] = []
    while limits:
        rest = split_at(op, limits[0]).rest
        if rest is not None:
            parts.append(rest)
            for inner in loops_in(rest):
                end_at_known_distance(inner)
        previous_limits = limits
        limits = _limits(op)
        if len(limits) >= len(previous_limits):
            break
    return [op, *reversed(parts)]


def _limits(op: loop.ForOp) -> list[Bound]:
    """Return the first indices for which inner loops end at another bound than the one that grows with the loop."""
    limits: list[Bound] = []
    for inner in loops_in(op)[1:]:
        upper = loop.simplified(loop.Expressions.of(*upper_bound(inner)), inner)
        if len(upper.exprs) > 1 and op.induction_variable in upper.operands:
            limits += _limits_of(op, upper)
    return limits


def _limits_of(op: loop.ForOp, uppers: loop.Expressions) -> list[Bound]:
    """Return the first indices for which one inner loop ends at another bound than the one that grows with the loop.

    `uppers` are the upper bounds of the inner loop.
    """
    counter = op.induction_variable
    forms = forms_of(uppers.map, uppers.operands, op)
    if forms is None:
        return []
    growing = [index for index, form in enumerate(forms) if increment_of(form, counter, 1) != 0]
    if len(growing) != 1:
        return []
    growth = increment_of(forms[growing[0]], counter, 1)
    if growth is None or growth < 0 or any(value.is_inside(op) for value in uppers.operands if value is not counter):
        return []
    position = uppers.operands.index(counter)
    if position >= uppers.num_dims:
        return []
    dims = [*range(position), None, *range(position, uppers.num_dims - 1)]
    zeroed = [AffineConstantExpr(0) if dim is None else AffineDimExpr(dim) for dim in dims]
    exprs = [expr.replace_dims(zeroed) for expr in uppers.exprs]
    start, operands = exprs[growing[0]], [value for value in uppers.operands if value is not counter]
    num_dims, num_symbols = uppers.num_dims - 1, len(uppers.operands) - uppers.num_dims
    limits = [limit for index, limit in enumerate(exprs) if index != growing[0]]
    return [
        (AffineMap(num_dims, num_symbols, [(limit - start) // growth + 1]).simplify(), operands) for limit in limits
    ]


class LoopPeel(SingleLoopPass):
    """Peel iterations of loops into separate loops

    The first or last iterations, those from an index on, or, with `partial`, those in which an inner loop ends early,
    so that the others run over whole tiles. Peeled loops, and loops inside them, are named after the original with the
    suffix `_front` or `_rest`.

    Example: loop-peel{loops=i front=1}
        func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
          loop.for %i = 0 to 64 {
            %x = loop.load %a[%i] : memref<64xf32>
            loop.store %x, %b[%i] : memref<64xf32>
          } {loop.name = "i"}
          return
        }
    """

    name = "loop-peel"
    front: int = option("The number of first iterations to peel", default=0, least=0)
    back: int = option("The number of last iterations to peel", default=0, least=0)
    at: tuple[int, ...] = option("The index from which on iterations are peeled", default=())
    partial: bool = option("Whether to peel the iterations in which inner loops end early", default=False)
    done = statistic("num-peeled", "Number of loops peeled")
    refused = statistic("num-refused", "Number of loops that could not be peeled")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(FRONT if self.front else REST)

    def problem(self) -> str | None:
        if bool(self.front) + bool(self.back) + len(self.at) + self.partial != 1:
            return "requires exactly one of the options 'front', 'back', 'at' (one index) and 'partial'"
        return None

    def transform(self, op: loop.ForOp) -> object:
        if self.partial:
            return peel_partial(op)
        if self.at:
            return split_at(op, self.at[0])
        return peel_front(op, self.front) if self.front else peel_back(op, self.back)
