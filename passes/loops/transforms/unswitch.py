"""Unswitching: a condition that is the same in all iterations is asked once, around the loop.

    for %i { if (%n) { f(%i) } else { g(%i) } }    =>    if (%n) { for %i { f(%i) } } else { for %i { g(%i) } }

The loop contains nothing else. It is always allowed: a condition on an affine set has no effects.
"""

from __future__ import annotations

from dlc.dialects import loop
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.blocks import Block
from dlc.ir.operations import Operation
from dlc.passes.manager.declaration import PassRun, statistic
from dlc.passes.manager.options import option

from ..analysis.nests import keep_attributes, lower_bound, upper_bound
from .buffers import is_known_before
from .loop_names import ELSE, Names
from .loop_pass import LoopPass
from .refusals import Refusal
from .selection import Attempts, named

WHAT = "cannot be run under the condition inside it"


def unswitch(op: loop.ForOp) -> list[loop.ForOp]:
    """Put the condition that is all that a loop contains around it; the loops that there are then."""
    condition = op.body.first
    if op.results or not isinstance(condition, loop.IfOp) or condition.next is not op.terminator or condition.results:
        raise Refusal(op, f"{WHAT}: it contains something else than one")
    given = condition.integer_set
    made = loop.simplified(loop.Expressions(given.constraints, given.num_dims, condition.operands), condition)
    for value in made.operands:
        if not is_known_before(value, op):
            note = (condition.location, "this is the condition")
            raise Refusal(op, f"{WHAT}: it is not the same in all iterations", [note])
    return _unswitched(op, condition)


def _unswitched(op: loop.ForOp, condition: loop.IfOp) -> list[loop.ForOp]:
    block = op.parent
    assert block is not None
    has_else = condition.else_block is not None
    given = condition.integer_set
    made = loop.simplified(loop.Expressions(given.constraints, given.num_dims, condition.operands), condition)
    points = IntegerSet(made.num_dims, len(made.operands) - made.num_dims, made.exprs, given.eq_flags)
    around = loop.IfOp.on(points, made.operands, has_else=has_else, location=condition.location)
    around.attributes.update(condition.attributes)
    block.insert_before(around, op)
    found: list[loop.ForOp] = []
    for source, target in ((condition.then_block, around.then_block), (condition.else_block, around.else_block)):
        if source is not None and target is not None:
            found.append(_loop_of(op, source, target, "" if source is condition.then_block else ELSE))
    op.erase()
    return found


def _loop_of(op: loop.ForOp, source: Block, target: Block, suffix: str) -> loop.ForOp:
    """A loop that does what a block of the condition does."""
    made = loop.ForOp.over(lower_bound(op), upper_bound(op), op.step_value, location=op.location)
    keep_attributes(op, made, suffix)
    target.append(made)
    target.append(loop.YieldOp.of(()))
    made.body.take_all_ops(source)
    old, new = op.induction_variable, made.induction_variable
    for inner in (each for top in made.body.ops for each in top.walk()):
        for number, value in enumerate(inner.operands):
            if value is old:
                inner.set_operand(number, new)
    return made


class LoopUnswitch(LoopPass):
    """Ask conditions on which loops do not depend once, around the loops

    Inner loops come first, so that a condition can leave several loops.
    """

    name = "loop-unswitch"
    loops: tuple[str, ...] = option("The names of the loops; all if empty", default=())
    unswitched = statistic("num-unswitched", "Number of loops that a condition left")
    refused = statistic("num-refused", "Number of loops without such a condition")

    def names_after(self, names: Names) -> Names:
        return names.with_suffixes(ELSE)

    def run(self, op: Operation, run: PassRun) -> None:
        attempt = Attempts(run, self.loops, self.unswitched, self.refused)
        found = named(op, self.loops)
        for each in found:
            attempt(lambda each=each: unswitch(each))
        attempt.finish(found=bool(found))
