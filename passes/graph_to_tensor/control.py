"""Lowerings of `graph.if` and `graph.while` to `loop.when` and `loop.while`.

Blocks move into the new ops and are lowered there, after the ops around them. Their terminators are replaced at
once, although the ops that define the forwarded values have not been lowered yet: these get plain types later.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, loop, tensor
from dlc.ir import Block, InsertionPoint, Region, Type, Value

from .lowering import ToTensor, lowers, plain_type


@lowers(graph.IfOp)
def lower_if(op: graph.IfOp, to: ToTensor) -> Sequence[Value]:
    """if -> loop.when"""
    types = [plain_type(type) for type in to.result_types]
    condition = to.insert(tensor.ExtractOp(op.condition, [])).results[0]
    new_op = to.insert(loop.WhenOp.on(condition, types, has_else=True))
    for old, new in zip(op.regions, new_op.regions, strict=True):
        move_block(to, old, new)
        replace_yield(to, new.entry, types)
    return new_op.results


@lowers(graph.WhileOp)
def lower_while(op: graph.WhileOp, to: ToTensor) -> Sequence[Value]:
    """while -> loop.while"""
    carried = [plain_type(argument.type) for argument in op.before.entry.args]
    results = [plain_type(type) for type in to.result_types]
    inits = [to.cast(value, type) for value, type in zip(op.inits, carried, strict=True)]
    new_loop = to.insert(loop.WhileOp.over(inits, results))
    new_loop.attributes.update(op.attributes)
    for old, new in zip(op.regions, new_loop.regions, strict=True):
        move_block(to, old, new)
    condition = new_loop.before.entry.last
    assert isinstance(condition, graph.ConditionOp)
    with to.builder.at(InsertionPoint.before_op(condition), condition.location):
        truth = to.insert(tensor.ExtractOp(condition.condition, [])).results[0]
        to.insert(loop.ConditionOp(truth, cast_all(to, condition.values, results)))
    condition.erase()
    replace_yield(to, new_loop.after.entry, carried)
    return new_loop.results


def move_block(to: ToTensor, old: Region, new: Region) -> None:
    """Move the block of a region to another region, whose block is erased."""
    if new.first is not None:
        new.first.erase()
    new.take_blocks(old)
    to.pending.append(new.entry)


def replace_yield(to: ToTensor, block: Block, types: Sequence[Type]) -> None:
    last = block.last
    assert isinstance(last, graph.YieldOp)
    with to.builder.at(InsertionPoint.before_op(last), last.location):
        to.insert(loop.YieldOp.of(cast_all(to, last.operands, types)))
    last.erase()


def cast_all(to: ToTensor, values: Sequence[Value], types: Sequence[Type]) -> list[Value]:
    """Cast values, which may not be lowered yet, to plain types."""
    pairs = zip(values, types, strict=True)
    return [v if plain_type(v.type) is t else to.insert(tensor.CastOp(v, t)).results[0] for v, t in pairs]


def with_names(to: ToTensor, values: Sequence[Value]) -> Sequence[Value]:
    """Note the sizes that the graph's types state for results, and return the results."""
    for value, type in zip(values, to.result_types, strict=True):
        to.say_sizes(value, type)
    return values
