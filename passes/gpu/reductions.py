"""Conversion of loops with iteration arguments to parallel loops with reductions, which `loops/analysis/reductions`
recognizes.

    %s = loop.for %i … iter_args(%a = %init) {      =>      %p = loop.parallel (%i) = … reduce ("addf") {
      %v = …                                                  %v = …
      %b = arith.addf %a, %v fastmath<reassoc>                loop.yield %v
      loop.yield %b                                         }
    }                                                       %s = arith.addf %init, %p fastmath<reassoc>

The initial values are combined with the results of the parallel loop, after it. An iteration that combines several
values, as after unrolling, yields their combination.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.passes.loops.analysis.dependences import LoopDependences, levels_of
from dlc.passes.loops.analysis.nests import is_rectangular, lower_bound, upper_bound
from dlc.passes.loops.analysis.reductions import ReductionNest


def is_free_of_order(nest: ReductionNest) -> bool:
    """Return whether only the iteration arguments link iterations, and the bounds do not depend on the loops."""
    is_linked = next(LoopDependences(nest.loops[0]).carried(levels_of(nest.loops)), None) is not None
    return not is_linked and is_rectangular(nest.loops)


def parallel_reduction(nest: ReductionNest) -> loop.ParallelOp:
    """Replace a nest by one parallel loop with reductions, and combine the initial values with its results after it."""
    outer, inner = nest.loops[0], nest.loops[-1]
    lower, upper = [lower_bound(each) for each in nest.loops], [upper_bound(each) for each in nest.loops]
    steps, kinds = [each.step_value for each in nest.loops], [each.combiner.name for each in nest.reductions]
    parallel = loop.ParallelOp.over(lower, upper, steps, outer.result_types, kinds, location=outer.location)
    block = outer.block
    block.insert_before(parallel, outer)
    ends = [list(each.combiners)[-1].clone() for each in nest.reductions]
    for each in nest.reductions:
        op, position = next(iter(each.combiners.items()))
        op.replace_all_uses_with([op.operands[1 - position]])
        op.erase()
    values = list(inner.terminator.operands)
    inner.terminator.erase()
    parallel.body.take_all_ops(inner.body)
    parallel.close(values)
    for old, new in zip(nest.loops, parallel.induction_variables, strict=True):
        old.induction_variable.hand_over_to(new)
    for end, init, part in zip(ends, outer.iter_inits, parallel.results, strict=True):
        end.set_operands([init, part])
        block.insert_before(end, outer)
    outer.replace_all_uses_with([end.results[0] for end in ends])
    outer.erase()
    return parallel
