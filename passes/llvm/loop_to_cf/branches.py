"""The lowering of loops and conditionals to blocks and branches, for `loop-to-cf`.

A loop becomes a block that compares, a body, and the block of the ops that follow the loop:

    cf.br ^head(%lower, %init)
    ^head(%i, %carried):
      %again = arith.cmpi slt, %i, %upper
      cf.cond_br %again, ^body, ^rest
    ^body:
      …
      %next = arith.addi %i, %step overflow<nsw>
      cf.br ^head(%next, %yielded)
    ^rest:
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith, cf, llvm, loop, memref
from dlc.dialects.ub import POISON, PoisonOp
from dlc.ir import Block, InsertionPoint, Operation, Region, Type, Value
from dlc.ir.affine import AffineExpr, AffineMap
from dlc.ir.builtin_types import index
from dlc.passes.rewriting.affine_arithmetic import NSW, AffineArithmetic, extreme_value
from dlc.passes.rewriting.cannot_lower import CannotLower

from .loop_lowering import LoopLowering, branching

# -- Blocks ------------------------------------------------------------------------------------------------------------


def _split(op: Operation, rw: LoopLowering) -> Block:
    """Split the block before an op; `rw` continues at the end of the first part. Return the second part."""
    before = op.block
    rest = before.split_before(op)
    rw.point = InsertionPoint.at_end(before)
    return rest


def _take_region(region: Region, rest: Block) -> tuple[Block, Operation]:
    """Move the blocks of a region before `rest`. Return the first of them, and the terminator of the last."""
    first, last = region.entry, region.last
    assert last is not None, "a region that is not empty"
    terminator = last.end
    rest.region.take_blocks(region, rest)
    return first, terminator


def _replace_arguments(block: Block, values: Sequence[Value]) -> None:
    """Replace the arguments of a block with only one predecessor by the values that are passed."""
    for argument, value in zip(list(block.args), values, strict=True):
        if value.name_hint is None:
            value.name_hint = argument.name_hint
        argument.replace_all_uses_with(value)
    for position in reversed(range(len(block.args))):
        block.erase_argument(position)


def _join(op: Operation, rest: Block) -> None:
    """Turn the results of an op into arguments of the block that follows it, and erase the op."""
    for result in op.results:
        argument = rest.add_argument(result.type, result.location)
        result.hand_over_to(argument)
    op.erase()


def _go_on(terminator: Operation, rest: Block, rw: LoopLowering) -> None:
    """Replace the terminator of a region by a branch to `rest`."""
    rw.point = InsertionPoint.before_op(terminator)
    rw.insert(cf.BranchOp(rest, terminator.operands))
    terminator.erase()


def _keep_values(op: Operation, values: Sequence[Value]) -> None:
    """Replace the results of an op by values, and erase the op."""
    for result, value in zip(op.results, values, strict=True):
        if value.name_hint is None:
            value.name_hint = result.name_hint
        result.replace_all_uses_with(value)
    op.erase()


# -- Counting ----------------------------------------------------------------------------------------------------------


def _bound(
    rw: LoopLowering, affine_map: AffineMap, exprs: Sequence[AffineExpr], values: Sequence[Value], extreme: str
) -> Value:
    """Return the maximum (`max`) or the minimum (`min`) of some expressions."""
    arithmetic = AffineArithmetic(rw, rw.constants.index, affine_map.num_dims, values)
    return extreme_value(rw, [arithmetic.of(expr) for expr in exprs], extreme)


def _open_loop(rw: LoopLowering, bounds: tuple[Value, Value], inits: Sequence[Value], body: Block, out: Block) -> Block:
    """Insert the block that begins each iteration before `body`, and branch to it. It has the induction variable and
    the iteration arguments as its arguments, and branches to `body` while the induction variable is below the upper
    bound, then to `out`.
    """
    lower, upper = bounds
    head = Block([index, *(init.type for init in inits)])
    body.region.insert_before(head, body)
    rw.insert(cf.BranchOp(head, [lower, *inits]))
    rw.point = InsertionPoint.at_end(head)
    again = rw.emit(arith.CmpIOp.of("slt", head.args[0], upper))
    rw.insert(cf.CondBranchOp(again, body, out))
    return head


def _close_loop(rw: LoopLowering, head: Block, step: int, carried: Sequence[Value]) -> Operation:
    """Branch back with the next value of the induction variable."""
    following = rw.emit(arith.AddIOp(head.args[0], rw.constants.index(step), NSW))
    return rw.insert(cf.BranchOp(head, [following, *carried]))


def _annotate(latch: Operation, op: Operation) -> None:
    """Put the attributes of a loop that are for LLVM on the branch back."""
    latch.attributes.update({name: value for name, value in op.attributes.items() if value.name.startswith("llvm.")})


@branching(loop.ForOp)
def lower_for(op: loop.ForOp, rw: LoopLowering) -> None:
    """loop.for  ->  a block that compares, the body, and a branch back; the body alone, where it runs once"""
    rest = _split(op, rw)
    lower = _bound(rw, op.lower_map, op.lower_map.results, op.lower_operands, "max")
    if op.constant_trip_count() == 1:
        _run_once(op, rw, lower, rest)
        return
    upper = _bound(rw, op.upper_map, op.upper_map.results, op.upper_operands, "min")
    first, end = _take_scope(op, rw, rest)
    head = _open_loop(rw, (lower, upper), op.iter_inits, first, rest)
    rw.point = InsertionPoint.before_op(end)
    _annotate(_close_loop(rw, head, op.step_value, end.operands), op)
    end.erase()
    _replace_arguments(first, head.args)
    _keep_values(op, head.args[1:])


def _run_once(op: loop.ForOp, rw: LoopLowering, counter: Value, rest: Block) -> None:
    """Replace a loop by its only iteration.

    LLVM would find out that it is one, but not before it has moved what the body stores behind the loop, apart from
    other stores. LLVM 22 makes invalid code of vectors that are stored in another order than they lie in memory.
    """
    first, end = _take_scope(op, rw, rest)
    rw.insert(cf.BranchOp(first))
    _replace_arguments(first, [counter, *op.iter_inits])
    rw.point = InsertionPoint.before_op(end)
    rw.insert(cf.BranchOp(rest))
    _keep_values(op, list(end.operands))
    end.erase()


@branching(loop.ParallelOp)
def lower_parallel(op: loop.ParallelOp, rw: LoopLowering) -> None:
    """loop.parallel  ->  nested loops with the reductions as iteration arguments"""
    rest = _split(op, rw)
    lower_map, upper_map = op.lower_map, op.upper_map
    bounds = [
        (
            _bound(rw, lower_map, lower, op.lower_operands, "max"),
            _bound(rw, upper_map, upper, op.upper_operands, "min"),
        )
        for lower, upper in zip(op.lower_groups, op.upper_groups, strict=True)
    ]
    reductions = list(zip(op.reduction_words, op.result_types, strict=True))
    carried: Sequence[Value] = [_identity(rw, word, type) for word, type in reductions]
    first, end = _take_scope(op, rw, rest)
    heads, outs = list[Block](), [rest]
    for number, pair in enumerate(bounds):
        body = first if number + 1 == len(bounds) else _block_before(first)
        heads.append(_open_loop(rw, pair, carried, body, outs[-1]))
        carried = heads[-1].args[1:]
        rw.point = InsertionPoint.at_end(body)
        if body is not first:
            outs.append(_block_before(outs[-1]))
    if not heads:
        rw.insert(cf.BranchOp(first))
    rw.point = InsertionPoint.before_op(end)
    pairs = zip(reductions, carried, end.operands, strict=True)
    combined = [_combined(rw, word, so_far, value) for (word, _), so_far, value in pairs]
    _close_loops(rw, op, heads, outs, combined)
    end.erase()
    _replace_arguments(first, [head.args[0] for head in heads])
    _keep_values(op, heads[0].args[1:] if heads else combined)


def _close_loops(
    rw: LoopLowering, op: loop.ParallelOp, heads: Sequence[Block], outs: Sequence[Block], combined: Sequence[Value]
) -> None:
    """Branch back from the end of the body, and from the exit of each inner loop to the loop around it."""
    if not heads:
        rw.insert(cf.BranchOp(outs[0]))
    carried = combined
    for number, step in reversed(list(enumerate(op.step_values))):
        latch = _close_loop(rw, heads[number], step, carried)
        if number + 1 == len(heads):
            _annotate(latch, op)
        rw.point = InsertionPoint.at_end(outs[number])
        carried = heads[number].args[1:]


def _block_before(block: Block) -> Block:
    return block.region.insert_before(Block(), block)


def _identity(rw: LoopLowering, word: str, type: Type) -> Value:
    """Return the identity of the reduction: combining it with a value gives that value."""
    if word == arith.ASSIGN:
        return rw.emit(PoisonOp(type, POISON))
    identity = loop.identity_of(word, type)
    if identity is None:
        raise CannotLower(f"reduces by '{word}', for which type '{type}' has no identity")
    return rw.constants.of(identity)


def _combined(rw: LoopLowering, word: str, so_far: Value, value: Value) -> Value:
    return value if word == arith.ASSIGN else rw.emit(arith.COMBINERS[word].combine(so_far, value))


# -- Conditions --------------------------------------------------------------------------------------------------------


@branching(loop.IfOp)
def lower_if(op: loop.IfOp, rw: LoopLowering) -> None:
    """loop.if  ->  comparisons, and a conditional branch"""
    inside = op.integer_set
    arithmetic = AffineArithmetic(rw, rw.constants.index, inside.num_dims, op.operands)
    tests = [arithmetic.compare(expr, "eq" if is_equality else "sge") for expr, is_equality in inside]
    holds = tests[0]
    for test in tests[1:]:
        holds = rw.emit(arith.AndIOp(holds, test))
    _choose(op, rw, holds)


@branching(loop.WhenOp)
def lower_when(op: loop.WhenOp, rw: LoopLowering) -> None:
    """loop.when  ->  a conditional branch"""
    _choose(op, rw, op.condition)


def _choose(op: loop.IfOp | loop.WhenOp, rw: LoopLowering, condition: Value) -> None:
    rest = _split(op, rw)
    begin = rw.point
    targets = list[Block]()
    for region in (op.then_region, op.else_region):
        if region.is_empty:
            targets.append(rest)
            continue
        first, end = _take_region(region, rest)
        _go_on(end, rest, rw)
        targets.append(first)
    rw.point = begin
    rw.insert(cf.CondBranchOp(condition, targets[0], targets[1]))
    _join(op, rest)


@branching(loop.WhileOp)
def lower_while(op: loop.WhileOp, rw: LoopLowering) -> None:
    """loop.while  ->  the first region, a conditional branch at its end, and a branch back from the second"""
    rest = _split(op, rw)
    before, condition = _take_region(op.before, rest)
    after, end = _take_region(op.after, rest)
    assert isinstance(condition, loop.ConditionOp), "so the first region ends"
    rw.insert(cf.BranchOp(before, op.operands))
    rw.point = InsertionPoint.before_op(condition)
    rw.insert(cf.CondBranchOp(condition.condition, after, rest))
    passed = list(condition.values)
    condition.erase()
    rw.point = InsertionPoint.before_op(end)
    _annotate(rw.insert(cf.BranchOp(before, end.operands)), op)
    end.erase()
    _replace_arguments(after, passed)
    _keep_values(op, passed)


# -- Scopes ------------------------------------------------------------------------------------------------------------


@branching(memref.AllocaScopeOp)
def lower_scope(op: memref.AllocaScopeOp, rw: LoopLowering) -> None:
    """memref.alloca_scope  ->  its body"""
    rest = _split(op, rw)
    begin = rw.point
    first, end = _take_scope(op, rw, rest)
    passed = list(end.operands)
    rw.point = InsertionPoint.before_op(end)
    rw.insert(cf.BranchOp(rest))
    end.erase()
    rw.point = begin
    rw.insert(cf.BranchOp(first))
    _keep_values(op, passed)


def _take_scope(op: Operation, rw: LoopLowering, rest: Block) -> tuple[Block, Operation]:
    """Move the blocks of a region before `rest`, and free its stack memory at its end. Return them as `_take_region`
    does.

    Memory of a static size is allocated once, at the beginning of the function; memory of a dynamic size is freed.
    """
    first, end = _take_region(op.regions[0], rest)
    begin, is_dynamic = rw.point, False
    for alloca in rw.stack_memory.get(op, ()):
        if alloca.operands:
            is_dynamic = True
        else:
            entry = rw.entry_around(alloca)
            alloca.detach()
            entry.insert_before(alloca, entry.first)
    if is_dynamic:
        rw.point = InsertionPoint.at_start(first)
        height = rw.emit(llvm.StackSaveOp(llvm.PTR))
        rw.point = InsertionPoint.before_op(end)
        rw.insert(llvm.StackRestoreOp(height))
    rw.point = begin
    return first, end
