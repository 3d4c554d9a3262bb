"""The pass `cf-to-loop`: branches between blocks become conditionals and loops, where they are nested like these.

Blocks are taken together step by step: one behind another, the two ways of a conditional, and the header of a loop with
its body. Where a loop has a second exit, both lead to a block that is told which it was. What is left then are loops
that are entered in several places or never end, and ways that cross; a remark says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from dlc.dialects import arith, loop, tensor, ub
from dlc.dialects.cf import BranchOp, CondBranchOp, SwitchOp
from dlc.dialects.cf.patterns import behind
from dlc.dialects.func import FuncOp
from dlc.ir import Block, Builder, InsertionPoint, IntegerAttr, Operation, Region, Type, Value
from dlc.ir.builtin_attributes import FALSE, TRUE
from dlc.ir.builtin_types import TensorType, UnrankedTensorType, i1
from dlc.ir.patterns import Rewriter
from dlc.ir.traits import ReturnLike

from ..generic.functions import functions_in
from ..generic.region_simplification import erase_unreachable_blocks
from ..manager import Pass, PassRun, option, statistic


class CfToLoop(Pass):
    """Convert branches of MLIR's `cf` to conditionals and loops

    Example: cf-to-loop
        func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
          cf.cond_br %c, ^next(%x : i32), ^next(%y : i32)
        ^next(%z: i32):
          return %z : i32
        }
    """

    name = "cf-to-loop"
    only_tensors: bool = option("Leave functions without tensors as they are", default=False)
    lifted = statistic("num-lifted", "Number of functions of which one block is left")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = [each for each in functions_in(op) if not each.body.is_empty and not each.body.has_one_block]
        if self.only_tensors:
            functions = [each for each in functions if _has_tensors(each)]
        if not functions:
            run.mark_unchanged()
        for function in functions:
            take_together(function.body)
            if function.body.has_one_block:
                run.count(self.lifted)
            else:
                run.remark(function, "has branches that are neither nested conditionals nor loops")


def _has_tensors(function: FuncOp) -> bool:
    return any(_are_tensors(tuple(op.operand_types), tuple(op.result_types)) for op in function.walk())


@cache
def _are_tensors(*types: tuple[Type, ...]) -> bool:
    return any(isinstance(each, (TensorType, UnrankedTensorType)) for group in types for each in group)


def take_together(body: Region) -> None:
    """Make as few blocks of a region as there can be."""
    erase_unreachable_blocks([body], Rewriter())
    _expand_switches(body)
    _leave_once(body)
    pending = list(body.blocks)
    erased: set[Block] = set()
    while pending:
        block = pending.pop()
        if block in erased:
            continue
        before = list(block.successors)
        gone = next((gone for step in STEPS if (gone := step(block)) is not None), None)
        if gone is not None:
            erased.update(gone)
            touched = [*_erase_unused(before, erased), *block.successors]
            pending += [each for target in touched if target not in erased for each in target.predecessors]
            pending += [*block.predecessors, block]


def _erase_unused(blocks: Iterable[Block], erased: set[Block]) -> list[Block]:
    """Erase blocks that nothing leads to any more, and return those that these led to."""
    touched: list[Block] = []
    pending = list(blocks)
    while pending:
        block = pending.pop()
        if block not in erased and not block.uses and not block.is_entry:
            successors = list(block.successors)
            block.drop_all_references()
            block.erase()
            erased.add(block)
            touched += successors
            pending += successors
    return touched


def _expand_switches(body: Region) -> None:
    """Compare with one case after the other."""
    for block in list(body.blocks):
        switch = block.last
        if isinstance(switch, SwitchOp):
            flag, cases, (default, passed) = switch.flag, switch.cases, switch.default
            cases, passed = [(value, (target, list(given))) for value, (target, given) in cases], list(passed)
            switch.erase()
            current = block
            for value, (target, given) in cases:
                following = body.insert_before(Block(), current.next)
                with Builder(InsertionPoint.at_end(current), switch.location) as b:
                    case = b.insert(arith.ConstantOp(IntegerAttr(value, flag.type))).result
                    is_it = b.insert(arith.CmpIOp(arith.cmpi_attr("eq"), flag, case)).result
                    b.insert(CondBranchOp(is_it, target, following, given, []))
                current = following
            current.append(BranchOp(default, passed, location=switch.location))


def _leave_once(body: Region) -> None:
    """Let all blocks that return from a function, or yield the results of a region, lead to one that does."""
    leaving = [block.end for block in body.blocks if ReturnLike in block.end.traits]
    if len(leaving) < 2:
        return
    end = body.append(Block(leaving[0].operand_types))
    last = end.append(leaving[0].clone())
    for position, argument in enumerate(end.args):
        last.set_operand(position, argument)
    for each in leaving:
        assert each.parent is not None
        each.parent.append(BranchOp(end, list(each.operands), location=each.location))
        each.erase()


def _skip_passing_blocks(block: Block) -> list[Block] | None:
    """cond_br %c, ^a, ^b, where ^a only leads to ^next -> cond_br %c, ^next, ^b"""
    branch = block.last
    if not isinstance(branch, CondBranchOp):
        return None
    ways = [(branch.true_dest, list(branch.true_operands)), (branch.false_dest, list(branch.false_operands))]
    (first, to_first), (second, to_second) = [behind(way, block) or way for way in ways]
    if first is branch.true_dest and second is branch.false_dest:
        return None
    block.append(CondBranchOp(branch.condition, first, second, to_first, to_second, location=branch.location))
    branch.erase()
    return []


# -- One behind another ------------------------------------------------------------------------------------------------


def _merge_next(block: Block) -> list[Block] | None:
    """br ^b, where nothing else leads to ^b -> the ops of ^b"""
    branch = block.last
    if not isinstance(branch, BranchOp) or branch.dest is block or not _has_one_way_in(branch.dest):
        return None
    following, passed = branch.dest, list(branch.dest_operands)
    branch.erase()
    _replace_arguments(following, passed)
    block.take_all_ops(following)
    following.erase()
    return [following]


def _has_one_way_in(block: Block) -> bool:
    return len(block.uses) == 1 and not block.is_entry


def _replace_arguments(block: Block, values: Sequence[Value]) -> None:
    for argument, value in zip(block.args, values, strict=True):
        argument.replace_all_uses_with(value)


# -- Conditionals ------------------------------------------------------------------------------------------------------


def _lift_conditional(block: Block) -> list[Block] | None:
    """cond_br %c, ^a, ^b, where both lead to ^next -> loop.when, and a branch to ^next"""
    branch = block.last
    if not isinstance(branch, CondBranchOp):
        return None
    ways = _Way(branch.true_dest, branch.true_operands, block), _Way(branch.false_dest, branch.false_operands, block)
    meeting = _meeting(*ways)
    if meeting is None:
        return None
    given = [way.values_at(meeting) for way in ways]
    builder = Builder(InsertionPoint.before_op(branch), branch.location)
    needs_else = bool(given[1]) or (ways[1].target is not meeting and ways[1].target.first is not ways[1].target.last)
    types = [value.type for value in given[0]]
    when = builder.insert(loop.WhenOp.on(branch.condition, types, has_else=needs_else, location=branch.location))
    builder.insert(BranchOp(meeting, list(when.results)))
    branch.erase()
    gone = [way.target for way in ways if way.target is not meeting]
    for region, way, values in zip(when.regions, ways, given, strict=True):
        if way.target is not meeting:
            way.target.end.erase()
        if not region.is_empty:
            if way.target is not meeting:
                region.entry.take_all_ops(way.target)
            region.entry.append(loop.YieldOp(values))
    for each in gone:
        each.erase()
    return gone


class _Way:
    """A way on from a conditional branch: through a block that belongs to it alone, or to where both ways meet."""

    def __init__(self, target: Block, passed: Sequence[Value], origin: Block) -> None:
        self.target = target
        self.passed = list(passed)
        last = target.last
        is_own = target is not origin and _has_one_way_in(target) and isinstance(last, BranchOp)
        self.next = last.dest if is_own and isinstance(last, BranchOp) and last.dest is not target else None
        """Where the block leads to, if it is on this way alone and has one successor."""

    def values_at(self, meeting: Block) -> list[Value]:
        """Return what the block where both ways meet is given."""
        if self.target is meeting:
            return self.passed
        _replace_arguments(self.target, self.passed)
        return list(self.target.end.operands)


def _meeting(one: _Way, other: _Way) -> Block | None:
    """Return the block where two ways meet; `None` if they do not meet next."""
    if one.target is other.target:
        return one.target
    if one.next is not None and one.next in (other.target, other.next):
        return one.next
    return one.target if other.next is not None and other.next is one.target else None


def _lift_shared_way(block: Block) -> list[Block] | None:
    """^h: cond_br %c, ^b, ^x; ^b: cond_br %d, ^y, ^x -> loop.when for what is in ^b, and one branch to ^y or ^x

    So it is where a condition has two parts, and where a loop is left in the middle. The way to ^x may lead through a
    block of its own.
    """
    branch = block.last
    if not isinstance(branch, CondBranchOp):
        return None
    for own, other, passed, given in (
        (branch.true_dest, branch.false_dest, branch.true_operands, branch.false_operands),
        (branch.false_dest, branch.true_dest, branch.false_operands, branch.true_operands),
    ):
        second = own.last
        if own is block or own is other or not _has_one_way_in(own) or not isinstance(second, CondBranchOp):
            continue
        targets = second.true_dest, second.false_dest
        way = _Way(other, given, block)
        shared = other if other in targets else way.next
        if shared is not None and shared in targets and targets[0] is not targets[1] and own not in targets:
            return _with_shared_way(branch, own, second, shared, passed, way)
    return None


def _lift_two_exits(header: Block) -> list[Block] | None:
    """^h: cond_br %c, ^b, ^x; ^b: cond_br %d, ^h, ^y -> both exits by way of one block, which is told the exit"""
    branch = header.last
    if not isinstance(branch, CondBranchOp) or header.is_entry:
        return None
    for own, exit, at in ((branch.true_dest, branch.false_dest, 1), (branch.false_dest, branch.true_dest, 0)):
        second = own.last
        if own is header or own is exit or not _has_one_way_in(own) or not isinstance(second, CondBranchOp):
            continue
        goes_back = second.true_dest is header, second.false_dest is header
        if goes_back in ((True, False), (False, True)) and exit is not header:
            return _with_one_exit(branch, at, own, second, 1 if goes_back[0] else 0)
    return None


def _with_one_exit(
    branch: CondBranchOp, at: int, own: Block, second: CondBranchOp, other_at: int
) -> list[Block] | None:
    """Let the ways with these numbers, of the two branches, lead to a new block, and lift what is in `own`."""
    ways = [_ways_of(branch), _ways_of(second)]
    exits = [ways[0][at], ways[1][other_at]]
    types = [[value.type for value in given] for _, given in exits]
    needed = [value.type for op in own.ops for value in op.results]
    if not all(map(_may_be_anything, (*types[0], *types[1], *second.operand_types, *needed))):
        return None
    region = own.region
    join = region.append(Block([i1, *types[0], *types[1]]))
    flag, first, rest = join.args[0], join.args[1 : 1 + len(types[0])], join.args[1 + len(types[0]) :]
    join.append(CondBranchOp(flag, exits[0][0], exits[1][0], list(first), list(rest), location=branch.location))
    for number, (op, place) in enumerate(((branch, at), (second, other_at))):
        with Builder(InsertionPoint.before_op(op), op.location) as b:
            told = b.insert(arith.ConstantOp(FALSE if number else TRUE)).result
            mine, others = exits[number][1], [_anything(type, b) for type in types[1 - number]]
            ways[number][place] = join, [told, *others, *mine] if number else [told, *mine, *others]
            (true_dest, true_given), (false_dest, false_given) = ways[number]
            b.insert(CondBranchOp(op.condition, true_dest, false_dest, true_given, false_given))
        op.erase()
    assert own.parent is region
    [(header, _)] = [(user.parent, position) for user, position in own.uses]
    assert header is not None
    return _lift_shared_way(header)


def _ways_of(branch: CondBranchOp) -> list[tuple[Block, list[Value]]]:
    return [(branch.true_dest, list(branch.true_operands)), (branch.false_dest, list(branch.false_operands))]


def _with_shared_way(
    branch: CondBranchOp,
    own: Block,
    second: CondBranchOp,
    shared: Block,
    passed: Sequence[Value],
    way: _Way,
) -> list[Block] | None:
    to_first = [*second.true_operands] if second.true_dest is shared else [*second.false_operands]
    inside = [value for op in own.ops for value in op.results]
    needed = [value for value in inside if any(_block_of(user, own) is not own for user in value.users)]
    onward = [*second.false_operands] if second.true_dest is shared else [*second.true_operands]
    if not all(_may_be_anything(value.type) for value in (*onward, *needed)):
        return None
    _replace_arguments(own, passed)
    replaced: dict[Value, Value] = dict(zip(own.args, passed, strict=True))
    computed = [replaced.get(value, value) for value in (second.condition, *onward, *needed, *to_first)]
    builder = Builder(InsertionPoint.before_op(branch), branch.location)
    types = [value.type for value in computed]
    when = builder.insert(loop.WhenOp.on(branch.condition, types, location=branch.location))
    flag, ahead, rest = when.results[0], list(when.results[1 : 1 + len(onward)]), when.results[1 + len(onward) :]
    for value, result in zip(needed, rest, strict=False):
        for user, position in list(value.uses):
            if _block_of(user, own) is not own:
                user.set_operand(position, result)
    to_shared = list(rest[len(needed) :])
    is_first = second.true_dest is shared
    ways = (to_shared, ahead) if is_first else (ahead, to_shared)
    builder.insert(CondBranchOp(flag, second.true_dest, second.false_dest, *ways))
    is_then = branch.true_dest is own
    own_region, other_region = when.regions if is_then else reversed(when.regions)
    given, gone = way.values_at(shared), [own]
    if way.target is not shared:
        way.target.end.erase()
        other_region.entry.take_all_ops(way.target)
        gone.append(way.target)
    with Builder(InsertionPoint.at_end(other_region.entry), branch.location) as b:
        leaves = b.insert(arith.ConstantOp(TRUE if is_first else FALSE)).result
        b.insert(loop.YieldOp([leaves, *(_anything(value.type, b) for value in (*onward, *needed)), *given]))
    branch.erase()
    second.erase()
    own_region.entry.take_all_ops(own)
    own_region.entry.append(loop.YieldOp(computed))
    for each in gone:
        each.erase()
    return gone


def _may_be_anything(type: Type) -> bool:
    return not isinstance(type, UnrankedTensorType) and (not isinstance(type, TensorType) or type.has_static_shape)


def _anything(type: Type, b: Builder) -> Value:
    """Return a value that is not used where it comes to be."""
    if isinstance(type, TensorType):
        return b.insert(tensor.EmptyOp([], type)).result
    return b.insert(ub.PoisonOp(type)).result


# -- Loops -------------------------------------------------------------------------------------------------------------


def _lift_loop(header: Block) -> list[Block] | None:
    """^h: cond_br %c, ^body, ^exit; ^body: br ^h -> loop.while; ^h: cond_br %c, ^h, ^exit -> loop.while"""
    branch = header.last
    if not isinstance(branch, CondBranchOp) or header.is_entry:
        return None
    ways = (branch.true_dest, list(branch.true_operands)), (branch.false_dest, list(branch.false_operands))
    for (inner, into), (exit, out), is_negated in ((*ways, False), (*reversed(ways), True)):
        if exit is header or exit is inner:
            continue
        last = inner.last
        if inner is header:
            return _lifted(header, None, into, exit, out, is_negated=is_negated)
        if _has_one_way_in(inner) and isinstance(last, BranchOp) and last.dest is header:
            return _lifted(header, inner, into, exit, out, is_negated=is_negated)
    return None


def _lifted(
    header: Block, body: Block | None, into: list[Value], exit: Block, out: list[Value], *, is_negated: bool
) -> list[Block]:
    """Put a loop in the place of the ops of its header, which gets the initial values and leads to the exit."""
    branch = header.end
    assert isinstance(branch, CondBranchOp)
    inside = [value for op in header.ops for value in op.results] + list(header.args)
    needed = [value for value in inside if any(_block_of(user, header) is not header for user in value.users)]
    passed = list(dict.fromkeys([*into, *out, *needed]))
    place = {value: position for position, value in enumerate(passed)}
    loop_op = loop.WhileOp.over(list(header.args), [value.type for value in passed], location=branch.location)
    before, after, results = loop_op.before_block, loop_op.after_block, loop_op.results
    for value in needed:
        for user, position in list(value.uses):
            at = _block_of(user, header)
            if at is not header:
                user.set_operand(position, (after.args if body is not None and at is body else results)[place[value]])
    condition = branch.condition
    branch.erase()
    before.take_all_ops(header)
    for old, new in zip(header.args, before.args, strict=True):
        new.name_hint, new.location = old.name_hint, old.location
        old.replace_all_uses_with(new)
    arguments: dict[Value, Value] = dict(zip(header.args, before.args, strict=True))
    with Builder(InsertionPoint.at_end(before), loop_op.location) as b:
        holds = arguments.get(condition, condition)
        if is_negated:
            holds = b.insert(arith.XOrIOp(holds, b.insert(arith.ConstantOp(TRUE)).result)).result
        b.insert(loop.ConditionOp(holds, [arguments.get(value, value) for value in passed]))
    if body is None:
        after.append(loop.YieldOp([after.args[place[value]] for value in into]))
    else:
        back = body.end
        _replace_arguments(body, [after.args[place[value]] for value in into])
        again = list(back.operands)
        back.erase()
        after.take_all_ops(body)
        after.append(loop.YieldOp(again))
        body.erase()
    for position, initial in enumerate(header.args):
        loop_op.set_operand(position, initial)
    header.append(loop_op)
    header.append(BranchOp(exit, [results[place[value]] for value in out]))
    return [body] if body is not None else []


def _block_of(user: Operation, header: Block) -> Block | None:
    """Return the block beside a loop's header that holds an op, or an op around it."""
    current: Operation | None = user
    while current is not None and current.parent_region is not header.region:
        current = current.parent_op
    return current.parent if current is not None else None


STEPS = (_merge_next, _skip_passing_blocks, _lift_conditional, _lift_loop, _lift_shared_way, _lift_two_exits)
"""The steps that take blocks together; each returns the blocks that are gone, or `None` if it changes nothing."""
