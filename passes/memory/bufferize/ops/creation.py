"""Bufferization of ops that create tensors from sizes and scalars."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from dlc.dialects import memref, tensor
from dlc.ir import Block, Value
from dlc.ir.builtin_types import DYNAMIC, MemRefType

from ..bufferization import Bufferization, bufferizes
from ..buffers import buffer_type
from .element_loops import move_body, open_loops


@bufferizes(tensor.EmptyOp)
def rewrite_empty(op: tensor.EmptyOp, state: Bufferization) -> None:
    """empty -> nothing: whoever writes to it gets memory"""
    state.finish(op)


@bufferizes(tensor.FromElementsOp)
def rewrite_from_elements(op: tensor.FromElementsOp, state: Bufferization) -> None:
    """from_elements -> a store for each"""
    type = buffer_type(op.results[0].type)
    target = state.fresh(op, 0, type.shape)
    position = [0] * len(type.shape)
    for value in op.operands:
        state.insert(memref.StoreOp(value, target, [state.constants.index(each) for each in position]))
        for dim in reversed(range(len(position))):
            position[dim] += 1
            if position[dim] < type.shape[dim]:
                break
            position[dim] = 0
    state.define(op.results[0], target)
    state.finish(op)


def mixed_shape(type: MemRefType, dynamic: Sequence[Value]) -> list[int | Value]:
    """The sizes of a type with the values for what is dynamic."""
    rest = iter(dynamic)
    return [next(rest) if size == DYNAMIC else size for size in type.shape]


@bufferizes(tensor.GenerateOp)
def rewrite_generate(op: tensor.GenerateOp, state: Bufferization) -> Generator[Block, None, None]:
    """generate -> loops that store what the body computes"""
    sizes = mixed_shape(buffer_type(op.result.type), op.operands)
    target = state.fresh(op, 0, sizes)
    outside = state.builder.point
    counters = open_loops(sizes, op, state)
    inner = state.block
    last = move_body(op.regions[0].entry, counters, state)
    yield inner
    state.at(last)
    state.insert(memref.StoreOp(last.operands[0], target, counters))
    last.erase()
    state.builder.point = outside
    state.define(op.result, target)
    state.finish(op)
