"""Loops that carry values, seen as reductions: what each carried value is combined with, and how.

    %s = loop.for %i … iter_args(%a = %init) {      =>      %p = loop.parallel (%i) = … reduce ("addf") {
      %v = …                                                  %v = …
      %b = arith.addf %a, %v fastmath<reassoc>                loop.yield %v
      loop.yield %b                                         }
    }                                                       %s = arith.addf %init, %p fastmath<reassoc>

Sums and products of floats must allow to be put in another order, by `reassoc`; extremes and integers need no leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import arith, loop
from dlc.dialects.arith import FastMathAttr
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.loops.analysis.dependences import LoopDependences, levels_of
from dlc.passes.loops.analysis.nests import carrying_on, lower_bound, upper_bound


class Combination(NamedTuple):
    """How one carried value goes on: by an op of the value so far and another one."""

    op: Operation
    value: Value

    @property
    def word(self) -> str:
        return arith.COMBINER_OF_OP[type(self.op)].name


class ReductionNest(NamedTuple):
    """Loops that carry the same values, each all that the one around it contains, and what becomes of the values."""

    loops: Sequence[loop.ForOp]
    combinations: Sequence[Combination]


def reduction_nest(op: loop.ForOp) -> ReductionNest | None:
    """What a loop is as a reduction; `None`, if it is none."""
    if not op.results:
        return None
    loops = [op]
    while (inner := _inner_reduction(loops[-1])) is not None:
        loops.append(inner)
    found = [_combination(loops[-1], number) for number in range(len(op.results))]
    known = [each for each in found if each is not None]
    return ReductionNest(loops, known) if len(known) == len(found) else None


def _inner_reduction(op: loop.ForOp) -> loop.ForOp | None:
    """The loop that is all that a loop contains, and that alone uses what this carries."""
    inner = carrying_on(op)
    return inner if inner is not None and all(len(value.uses) == 1 for value in op.carried) else None


def _combination(op: loop.ForOp, number: int) -> Combination | None:
    held, combined = op.carried[number], op.yielded[number].defining_op
    if combined is None or combined.parent is not op.body or type(combined) not in arith.COMBINER_OF_OP:
        return None
    if [user for user, _ in held.uses] != [combined] or len(combined.results[0].uses) != 1:
        return None
    first, second = combined.operands
    if first is second or not _may_be_reordered(combined):
        return None
    return Combination(combined, second if first is held else first)


def _may_be_reordered(op: Operation) -> bool:
    if not arith.COMBINER_OF_OP[type(op)].needs_reassoc:
        return True
    flags = op.properties.get("fastmath")
    return isinstance(flags, FastMathAttr) and "reassoc" in flags


def is_free_of_order(nest: ReductionNest) -> bool:
    """Whether nothing but the carried values goes from one iteration to another, and bounds are those of a box."""
    if next(LoopDependences(nest.loops[0]).carried(levels_of(nest.loops)), None) is not None:
        return False
    counters = {each.induction_variable for each in nest.loops}
    return not any(value in counters for each in nest.loops for value in (*each.lower_operands, *each.upper_operands))


def parallel_reduction(nest: ReductionNest) -> loop.ParallelOp:
    """One parallel loop that reduces; initial values are combined with what it gives behind it."""
    outer, inner = nest.loops[0], nest.loops[-1]
    lower, upper = [lower_bound(each) for each in nest.loops], [upper_bound(each) for each in nest.loops]
    steps, words = [each.step_value for each in nest.loops], [each.word for each in nest.combinations]
    made = loop.ParallelOp.over(lower, upper, steps, outer.result_types, words, location=outer.location)
    block = outer.parent
    assert block is not None
    block.insert_before(made, outer)
    values = [each.value for each in nest.combinations]
    ends = [each.op.clone() for each in nest.combinations]
    inner.terminator.erase()
    for each in nest.combinations:
        each.op.erase()
    made.body.take_all_ops(inner.body)
    made.close(values)
    for old, new in zip(nest.loops, made.induction_variables, strict=True):
        new.name_hint = old.induction_variable.name_hint
        old.induction_variable.replace_all_uses_with(new)
    for end, init, part in zip(ends, outer.iter_inits, made.results, strict=True):
        end.set_operands([init, part])
        block.insert_before(end, outer)
    outer.replace_all_uses_with([end.results[0] for end in ends])
    outer.erase()
    return made
