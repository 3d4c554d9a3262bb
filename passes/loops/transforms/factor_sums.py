"""Sums of products with a common factor: the factor is applied to the sum, and differences subtract a sum.

    %r = for %k iter_args(%s = %x) {         %t = for %k iter_args(%s = 0) {
      %0 = %alpha * %a                         %1 = %a * %b
      %1 = %0 * %b                      =>     %2 = %s + %1
      %2 = %s - %1                             yield %2
      yield %2                               }
    }                                        %2 = %alpha * %t
                                             %r = %x - %2

What is left is a product of two matrices to the cost model, and has fewer operations. It rounds differently, so that
all these operations must have `fastmath<reassoc>`. A difference without it becomes a sum with a factor of the other
sign, which is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dlc.dialects import arith, loop
from dlc.dialects.arith import COMBINERS
from dlc.ir import Operation, Value
from dlc.ir.effects import is_trivially_dead, only_computes
from dlc.passes.manager import Pass, PassRun, statistic

from ..analysis.facts import always_runs
from ..analysis.nests import forwarding_loop_in, is_scheduled, loops_in
from .buffers import is_available_before


class _Sum(NamedTuple):
    """A sum or difference that nested loops carry."""

    loops: list[loop.ForOp]
    """The loops, outermost first, which carry one value."""
    total: arith.AddFOp | arith.SubFOp
    carried: Value
    """The value that the innermost loop carries."""
    product: arith.MulFOp

    @property
    def is_difference(self) -> bool:
        return isinstance(self.total, arith.SubFOp)


def factor_out(op: loop.ForOp) -> bool:
    """Simplify the sum that an innermost loop carries; return whether it has changed."""
    summed = _sum_in(op)
    if summed is None or is_scheduled(op):
        return False
    factors = list(_factors(summed.product, op))
    common = [each for each in factors if is_available_before(each, summed.loops[0])]
    others = [each for each in factors if each not in common]
    can_be_apart = others and _reassociates(summed.total) and _reassociates(summed.product)
    if can_be_apart and (summed.is_difference or common) and all(map(always_runs, summed.loops)):
        _apply_afterwards(summed, common, others)
    elif summed.is_difference:
        _change_sign(summed)
    else:
        return False
    return True


def _sum_in(op: loop.ForOp) -> _Sum | None:
    """Return the sum of products that an innermost loop carries, if it carries nothing else."""
    if len(op.results) != 1:
        return None
    total, carried = op.yielded[0].defining_op, op.carried[0]
    if not isinstance(total, (arith.AddFOp, arith.SubFOp)) or total.parent is not op.body:
        return None
    if not carried.has_one_use or not total.result.has_one_use:
        return None
    if total.lhs is carried:
        product = total.rhs
    elif total.rhs is carried and isinstance(total, arith.AddFOp):
        product = total.lhs
    else:
        return None
    multiply = product.defining_op
    if not isinstance(multiply, arith.MulFOp) or multiply.parent is not op.body:
        return None
    loops = [op]
    while isinstance(outer := loops[0].parent_op, loop.ForOp) and forwarding_loop_in(outer) is loops[0]:
        loops.insert(0, outer)
    return _Sum(loops, total, carried, multiply)


def _factors(product: arith.MulFOp, op: loop.ForOp) -> Iterator[Value]:
    """Yield the factors of a product in a loop, which may be multiplied in any order."""
    for value in (product.lhs, product.rhs):
        inner = value.defining_op
        if not isinstance(inner, arith.MulFOp) or inner.parent is not op.body or not value.has_one_use:
            yield value
        elif _reassociates(product) and _reassociates(inner):
            yield from _factors(inner, op)
        else:
            yield value


def _reassociates(op: arith.AddFOp | arith.SubFOp | arith.MulFOp) -> bool:
    return "reassoc" in op.fastmath


def _apply_afterwards(summed: _Sum, common: list[Value], others: list[Value]) -> None:
    """Sum the products of some factors from zero on, apply the others to the sum, and add it to the first value."""
    outer, total, flags = summed.loops[0], summed.total, summed.product.fastmath
    start, result = outer.iter_inits[0], outer.results[0]
    product = _multiplied(others, summed.product, total)
    added = arith.AddFOp(summed.carried, product, total.fastmath, location=total.location)
    identity = COMBINERS["addf"].identity_of(result.type)
    assert identity is not None, "all floats have zeros"
    zero = arith.ConstantOp(identity, location=total.location)
    outer.block.insert_before(zero, outer)
    outer.set_operand(len(outer.operands) - 1, zero.result)
    last, users = outer, list(result.uses)
    value: Value = result
    for factor in common:
        scaled = arith.MulFOp(value, factor, flags, location=summed.product.location)
        outer.block.insert_after(scaled, last)
        last, value = scaled, scaled.result
    combined = type(total)(start, value, total.fastmath, location=total.location)
    outer.block.insert_after(combined, last)
    for user, index in users:
        user.set_operand(index, combined.result)
    _replace(summed, added)  # last: a common factor may be a constant that only the old product uses
    if _only_reads(outer):
        _compute_after(outer, start)


def _compute_after(op: loop.ForOp, value: Value) -> None:
    """Compute a value after a loop instead of before it, as far as nothing else uses it and nothing is written."""
    pending = [value]
    while pending:
        value = pending.pop()
        definer = value.defining_op
        if definer is None or definer.parent is not op.parent or not value.has_one_use:
            continue
        if any(other.has_uses for other in definer.results if other is not value):
            continue
        if not definer.is_before(op) or not _is_read_only_from(definer, op):
            continue
        definer.detach()
        op.block.insert_after(definer, op)
        pending += definer.operands


def _is_read_only_from(first: Operation, last: Operation) -> bool:
    """Return whether the ops from one on and before another one only read."""
    op: Operation | None = first
    while op is not None and op is not last and _only_reads(op):
        op = op.next
    return op is last


def _only_reads(op: Operation) -> bool:
    """Return whether an op, with all that is inside it, does nothing but compute values and read memory."""
    return all(isinstance(each, (loop.ForOp, loop.LoadOp)) or only_computes(each) for each in op.walk())


def _change_sign(summed: _Sum) -> None:
    """Add a product with a factor of the other sign instead of subtracting the product."""
    total, product = summed.total, summed.product
    negated = arith.NegFOp(product.lhs, location=product.location)
    opposite = arith.MulFOp(negated.result, product.rhs, product.fastmath, location=product.location)
    for op in (negated, opposite):
        total.block.insert_before(op, total)
    _replace(summed, arith.AddFOp(summed.carried, opposite.result, total.fastmath, location=total.location))


def _multiplied(factors: list[Value], like: arith.MulFOp, before: Operation) -> Value:
    """Return the product of factors, computed before an op as another product was."""
    value, *rest = factors
    for factor in rest:
        product = arith.MulFOp(value, factor, like.fastmath, location=like.location)
        before.block.insert_before(product, before)
        value = product.result
    return value


def _replace(summed: _Sum, total: arith.AddFOp) -> None:
    """Put another total in the place of that of a sum, and erase what only that one has used."""
    old = summed.total
    old.block.insert_before(total, old)
    old.replace_all_uses_with([total.result])
    unused: list[Operation] = [old]
    while unused:
        op = unused.pop()
        if is_trivially_dead(op):
            operands = list(op.operands)
            op.erase()
            unused += [each.defining_op for each in operands if each.defining_op is not None]


class LoopFactorSums(Pass):
    """Apply common factors to sums, not to what is summed, and turn differences into sums

    What is summed then is a product of two elements, where it can be. Operations that have `fastmath<reassoc>` may
    round differently; others are exact.

    Example: loop-factor-sums
        func.func @product(%a: memref<8xf32>, %b: memref<8xf32>, %alpha: f32, %x: f32) -> f32 {
          %r = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
            %0 = loop.load %a[%k] : memref<8xf32>
            %1 = loop.load %b[%k] : memref<8xf32>
            %2 = arith.mulf %alpha, %0 fastmath<reassoc> : f32
            %3 = arith.mulf %2, %1 fastmath<reassoc> : f32
            %4 = arith.subf %s, %3 fastmath<reassoc> : f32
            loop.yield %4 : f32
          }
          return %r : f32
        }
    """

    name = "loop-factor-sums"
    simplified = statistic("num-simplified", "Number of sums that were simplified")

    def run(self, op: Operation, run: PassRun) -> None:
        run.count_changes(self.simplified, sum(map(factor_out, loops_in(op))))
