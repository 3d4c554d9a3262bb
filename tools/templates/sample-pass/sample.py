"""The pass `sample-pass`."""

from __future__ import annotations

from dlc.dialects.arith import AddIOp, ConstantOp, MulIOp
from dlc.ir import Operation
from dlc.ir.builtin_types import element_type, i1
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.passes.manager import Pass, PassRun, option, statistic
from dlc.passes.rewriting.greedy import GreedyConfig, rewrite_greedily


@pattern(AddIOp)
def double_by_multiplying(op: AddIOp, rw: Rewriter) -> Match:
    """x + x -> x * 2.  Terminates: removes an addition."""
    if op.lhs is not op.rhs or element_type(op.result.type) is i1:
        return rw.no_match("the operands differ, or have one bit, which is too few for 2")
    two = rw.insert_before(op, ConstantOp.integer(2, op.result.type))
    return rw.replace(op, MulIOp(op.lhs, two.result))


class Sample(Pass):
    """Multiply by two instead of adding a value to itself"""

    name = "sample-pass"
    most: int = option("The maximum number of rewrites; -1 for no limit", default=-1)
    rewrites = statistic("num-rewrites", "Number of additions replaced")

    def run(self, op: Operation, run: PassRun) -> None:
        config = GreedyConfig(max_rewrites=self.most, provenance=self.name)
        result = rewrite_greedily(op, [double_by_multiplying], run.context, config)
        run.pattern_hits.update(result.hits)
        run.count(self.rewrites, result.rewrites)
        if not result.changed:
            run.mark_unchanged()
