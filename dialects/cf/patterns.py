"""Canonicalizations of branches: what is decided is decided now, and nothing leads through empty blocks.

Blocks that nothing leads to any more, and blocks that are equal, are not the business of patterns: the canonicalizer
simplifies regions by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.arith import ConstantOp, SelectOp
from dlc.ir import Block, BlockArgument, Operation, Value
from dlc.ir.builtin_attributes import FALSE, TRUE, IntegerAttr
from dlc.ir.patterns import MATCHED, Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .ops import AssertOp, BranchOp, CondBranchOp, SwitchOp, Target


@canonicalization(AssertOp)
def erase_true_assertion(op: AssertOp, rw: Rewriter) -> Match:
    """assert true -> nothing.  Terminates: removes an op."""
    if constant_of(op.arg) is not TRUE:
        return rw.no_match("the argument is not known to be true")
    return rw.erase(op)


# -- Unconditional branches --------------------------------------------------------------------------------------------


def behind(target: Target, origin: Block | None = None) -> Target | None:
    """Return the block that control reaches through empty blocks, with the forwarded values.

    It is `None` if the target itself is not empty, and for an endless loop of empty blocks unless `origin` is in it.
    """
    reached: Target | None = None
    passing: set[Block] = set()
    while True:
        block, passed = target
        branch = block.first
        if block is origin or not isinstance(branch, BranchOp) or branch.dest is block:
            return reached
        if any(user is not branch for argument in block.args for user, _ in argument.uses):
            return reached
        if block in passing:
            return None
        passing.add(block)
        target = reached = branch.dest, [_passed_for(value, block, passed) for value in branch.dest_operands]


def _passed_for(value: Value, block: Block, passed: Sequence[Value]) -> Value:
    """Return the value seen by a predecessor that enters `block` with these block arguments."""
    return passed[value.index] if isinstance(value, BlockArgument) and value.owner is block else value


@canonicalization(BranchOp)
def merge_into_only_predecessor(op: BranchOp, rw: Rewriter) -> Match:
    """br ^b, where nothing else leads to ^b -> the ops of ^b.  Terminates: removes a block."""
    target, block = op.dest, op.parent
    if block is None or target is block or len(target.uses) != 1 or target.is_entry:
        return rw.no_match("the block has other predecessors")
    passed = list(op.dest_operands)
    rw.erase(op)
    rw.merge_blocks(target, block, passed)
    return MATCHED


@canonicalization(BranchOp)
def follow_passing_block(op: BranchOp, rw: Rewriter) -> Match:
    """br ^b, where ^b is only `br ^c` -> br ^c.  Terminates: removes an empty block."""
    if op.dest is op.parent:
        return rw.no_match("the block leads to itself")
    target = behind((op.dest, op.dest_operands), op.parent)
    if target is None:
        return rw.no_match("the block does more than passing control on")
    return rw.replace(op, BranchOp(*target))


# -- Conditional branches ----------------------------------------------------------------------------------------------


def known_condition(value: Value) -> bool | None:
    """The value of a condition that is constant."""
    known = constant_of(value)
    return bool(known.value) if isinstance(known, IntegerAttr) else None


def taken(op: CondBranchOp, condition: bool) -> BranchOp:
    """The branch that is left of a conditional one when its condition is known."""
    if condition:
        return BranchOp(op.true_dest, op.true_operands)
    return BranchOp(op.false_dest, op.false_operands)


@canonicalization(CondBranchOp)
def branch_on_constant(op: CondBranchOp, rw: Rewriter) -> Match:
    """cond_br true, ^a, ^b -> br ^a.  Terminates: removes the condition."""
    condition = known_condition(op.condition)
    if condition is None:
        return rw.no_match("the condition is not constant")
    return rw.replace(op, taken(op, condition))


@canonicalization(CondBranchOp)
def follow_passing_blocks_of_condition(op: CondBranchOp, rw: Rewriter) -> Match:
    """cond_br c, ^a, ^b, where ^a or ^b only passes control on -> to what is behind it.
    Terminates: removes an empty block.
    """
    targets = (op.true_dest, op.true_operands), (op.false_dest, op.false_operands)
    if_true, if_false = (behind(target) for target in targets)
    if if_true is None and if_false is None:
        return rw.no_match("the blocks do more than passing control on")
    (true_dest, true_operands), (false_dest, false_operands) = if_true or targets[0], if_false or targets[1]
    weights = op.branch_weights
    return rw.replace(op, CondBranchOp(op.condition, true_dest, false_dest, true_operands, false_operands, weights))


@canonicalization(CondBranchOp)
def choose_between_operands(op: CondBranchOp, rw: Rewriter) -> Match:
    """cond_br c, ^a(x), ^a(y) -> br ^a(c ? x : y), if only this leads to ^a, or x is y.
    Terminates: removes a condition.
    """
    if op.true_dest is not op.false_dest:
        return rw.no_match("the blocks are different")
    pairs = list(zip(op.true_operands, op.false_operands, strict=True))
    if any(a is not b for a, b in pairs) and len(op.true_dest.uses) != 2:
        return rw.no_match("others lead to the block as well, so that choices here would not save any")
    passed = [a if a is b else rw.insert_before(op, SelectOp(op.condition, a, b)).result for a, b in pairs]
    return rw.replace(op, BranchOp(op.true_dest, passed))


@canonicalization(CondBranchOp)
def avoid_unreachable_end(op: CondBranchOp, rw: Rewriter) -> Match:
    """cond_br c, ^a, ^b, where ^a is only `unreachable` -> br ^b.  Terminates: removes a condition."""
    for condition, block in ((False, op.true_dest), (True, op.false_dest)):
        if block.first is not None and block.first.name == "ub.unreachable":
            return rw.replace(op, taken(op, condition))
    return rw.no_match("neither block is the end of nothing")


def _uses_in(block: Block, value: Value) -> list[tuple[Operation, int]]:
    """The uses of a value by ops of a block. The block is searched: a value that many branches use has many uses."""
    return [(op, index) for op in block.ops for index, operand in enumerate(op.operands) if operand is value]


@canonicalization(CondBranchOp)
def spread_known_condition(op: CondBranchOp, rw: Rewriter) -> Match:
    """Uses of c in a block that is only reached where c is true (or false) -> the constant.
    Terminates: removes uses of c.
    """
    changed = False
    for block, value in ((op.true_dest, TRUE), (op.false_dest, FALSE)):
        if block is op.parent or len(block.uses) != 1:
            continue
        uses = _uses_in(block, op.condition)
        if not uses:
            continue
        known = rw.insert_before(op, ConstantOp(value)).result
        for user, index in uses:
            rw.set_operand(user, index, known)
        changed = True
    return MATCHED if changed else rw.no_match("no use of the condition is reached by one side only")


# -- Switches --------------------------------------------------------------------------------------------------------


@canonicalization(SwitchOp)
def switch_with_default_only(op: SwitchOp, rw: Rewriter) -> Match:
    """switch f [default: ^a] -> br ^a.  Terminates: removes a switch."""
    if op.case_destinations:
        return rw.no_match("there are cases")
    return rw.replace(op, BranchOp(*op.default))


@canonicalization(SwitchOp)
def switch_on_constant(op: SwitchOp, rw: Rewriter) -> Match:
    """switch 42 [default: ^a, 42: ^b] -> br ^b.  Terminates: removes a switch."""
    flag = constant_of(op.flag)
    if not isinstance(flag, IntegerAttr):
        return rw.no_match("the flag is not constant")
    return rw.replace(op, BranchOp(*op.target_of(flag.unsigned)))


@canonicalization(SwitchOp)
def drop_cases_like_default(op: SwitchOp, rw: Rewriter) -> Match:
    """switch f [default: ^a, 1: ^a, 2: ^b] -> switch f [default: ^a, 2: ^b].  Terminates: removes cases."""
    block, passed = op.default
    cases = op.cases
    seen: set[int] = set()
    kept: list[tuple[int, Target]] = []
    for value, (destination, operands) in cases:
        if value in seen or destination is not block or list(operands) != list(passed):
            kept.append((value, (destination, operands)))
        seen.add(value)
    if len(kept) == len(cases):
        return rw.no_match("no case does what the default does")
    return rw.replace(op, SwitchOp.of(op.flag, op.default, kept))


@canonicalization(SwitchOp)
def follow_passing_blocks_of_switch(op: SwitchOp, rw: Rewriter) -> Match:
    """switch f [… ^a …], where ^a only passes control on -> to what is behind it.
    Terminates: removes an empty block.
    """
    default = behind(op.default)
    cases = [(value, target, behind(target)) for value, target in op.cases]
    if default is None and all(further is None for _, _, further in cases):
        return rw.no_match("the blocks do more than passing control on")
    followed = [(value, further or target) for value, target, further in cases]
    return rw.replace(op, SwitchOp.of(op.flag, default or op.default, followed))


def dominating_switch(op: SwitchOp) -> tuple[SwitchOp, int] | None:
    """The switch on the same flag by which alone this op's block is reached, and by which successor."""
    block = op.parent
    uses = block.uses if block is not None else ()
    if len(uses) != 1:
        return None
    branch, index = uses[0]
    return (branch, index) if isinstance(branch, SwitchOp) and branch.flag is op.flag else None


@canonicalization(SwitchOp)
def decide_by_dominating_switch(op: SwitchOp, rw: Rewriter) -> Match:
    """switch f in a block that is only reached where f is 42 -> br to the case 42.  Terminates: removes a switch."""
    dominating = dominating_switch(op)
    if dominating is None or dominating[1] == 0:
        return rw.no_match("the block is not reached by one case of a switch on the same flag")
    before, index = dominating
    return rw.replace(op, BranchOp(*op.target_of(before.values[index - 1])))


@canonicalization(SwitchOp)
def drop_cases_taken_before(op: SwitchOp, rw: Rewriter) -> Match:
    """switch f in a block that is only reached where f is not 42 -> without the case 42.  Terminates: removes cases."""
    dominating = dominating_switch(op)
    if dominating is None or dominating[1] != 0:
        return rw.no_match("the block is not reached as the default of a switch on the same flag")
    decided = set(dominating[0].values)
    kept = [(value, target) for value, target in op.cases if value not in decided]
    if len(kept) == len(op.case_destinations):
        return rw.no_match("no case was decided before")
    return rw.replace(op, SwitchOp.of(op.flag, op.default, kept))
