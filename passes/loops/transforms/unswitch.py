"""Unswitching: a loop-invariant condition moves out of the loop.

    for %i { if (%n) { f(%i) } else { g(%i) } }    =>    if (%n) { for %i { f(%i) } } else { for %i { g(%i) } }

The loop contains no other ops. Always legal: a condition on an affine set has no effects.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir import Block
from dlc.ir.affine import IntegerSet
from dlc.passes.manager import statistic

from ..analysis.nests import keep_attributes, lower_bound, upper_bound
from .buffers import is_available_before
from .loop_names import ELSE, Names
from .loop_pass import SingleLoopPass
from .refusals import Refusal

WHAT = "cannot be unswitched"


def unswitch(op: loop.ForOp) -> list[loop.ForOp]:
    """Move the condition that is the only op in a loop around it; return the loops of its branches."""
    condition = op.body.first
    if op.results or not isinstance(condition, loop.IfOp) or condition.next is not op.terminator or condition.results:
        raise Refusal(op, f"{WHAT}: it must contain one condition and no other ops")
    condition_set = condition.integer_set
    simplified = loop.simplified(
        loop.Expressions(condition_set.constraints, condition_set.num_dims, condition.operands), condition
    )
    for value in simplified.operands:
        if not is_available_before(value, op):
            note = (condition.location, "this is the condition")
            raise Refusal(op, f"{WHAT}: its condition is not loop-invariant", [note])
    has_else = condition.else_block is not None
    points = IntegerSet(
        simplified.num_dims, len(simplified.operands) - simplified.num_dims, simplified.exprs, condition_set.eq_flags
    )
    around = loop.IfOp.on(points, simplified.operands, has_else=has_else, location=condition.location)
    around.attributes.update(condition.attributes)
    op.block.insert_before(around, op)
    loops: list[loop.ForOp] = []
    for source, target in ((condition.then_block, around.then_block), (condition.else_block, around.else_block)):
        if source is not None and target is not None:
            loops.append(_loop_of(op, source, target, "" if source is condition.then_block else ELSE))
    op.erase()
    return loops


def _loop_of(op: loop.ForOp, source: Block, target: Block, suffix: str) -> loop.ForOp:
    """Return a copy of the loop with a branch of the condition as its body."""
    new_loop = loop.ForOp.over(lower_bound(op), upper_bound(op), op.step_value, location=op.location)
    keep_attributes(op, new_loop, suffix)
    target.append(new_loop)
    target.append(loop.YieldOp.of(()))
    new_loop.body.take_all_ops(source)
    old, new = op.induction_variable, new_loop.induction_variable
    for inner in (each for top in new_loop.body.ops for each in top.walk()):
        for index, value in enumerate(inner.operands):
            if value is old:
                inner.set_operand(index, new)
    return new_loop


class LoopUnswitch(SingleLoopPass):
    """Move invariant conditions out of loops

    Inner loops come first, so that a condition can be moved out of several loops.

    Example: loop-unswitch
        func.func @fill_if_zero(%m: memref<8xf32>, %x: f32, %n: index) {
          loop.for %i = 0 to 8 {
            loop.if affine_set<()[s0] : (s0 == 0)>()[%n] {
              loop.store %x, %m[%i] : memref<8xf32>
            }
          }
          return
        }
    """

    name = "loop-unswitch"
    done = statistic("num-unswitched", "Number of loops unswitched")
    refused = statistic("num-refused", "Number of loops that could not be unswitched")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(ELSE)

    def transform(self, op: loop.ForOp) -> object:
        return unswitch(op)
