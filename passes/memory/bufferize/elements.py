"""Ops that become loops over single elements: `tensor.generate`, `tensor.pad` with a computed padding,
`tensor.scatter`."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from dlc.dialects import arith, loop, memref, tensor
from dlc.dialects.tensor.shapes import add_indices, as_value, subtract_indices
from dlc.ir.blocks import Block
from dlc.ir.builder import InsertionPoint
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import IndexType, i1, index
from dlc.ir.index_lists import Index
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.passes.kernels.index_scopes import can_be_bounds, open_scope

from .access import mixed_shape
from .buffers import buffer_type
from .rewrites import Bufferization, bufferizes


def _open_loops(sizes: Sequence[Index], op: Operation, state: Bufferization) -> list[Value]:
    """Loops over all indices; what is written next is inside. Gives the counters."""
    counters: list[Value] = []
    if not can_be_bounds(sizes, state.block):
        open_scope(state.builder)
    for size in sizes:
        made = loop.ForOp.over(0, size, location=op.location)
        state.insert(made)
        made.close()
        counters.append(made.induction_variable)
        state.builder.point = InsertionPoint(made.body, made.body.last)
    return counters


def _move_body(body: Block, counters: Sequence[Value], state: Bufferization) -> Operation:
    """Put the ops of an op's region where we are; gives the last, which yields."""
    for argument, counter in zip(body.args, counters, strict=True):
        argument.replace_all_uses_with(counter)
    last = body.last
    assert last is not None
    for each in list(body.ops):
        each.detach()
        state.builder.insert(each)
    return last


@bufferizes(tensor.GenerateOp)
def rewrite_generate(op: tensor.GenerateOp, state: Bufferization) -> Generator[Block, None, None]:
    """generate -> loops that store what the body computes"""
    sizes = mixed_shape(buffer_type(op.result.type), op.operands)
    target = state.fresh(op, 0, sizes)
    outside = state.builder.point
    counters = _open_loops(sizes, op, state)
    inner = state.block
    last = _move_body(op.regions[0].entry, counters, state)
    yield inner
    state.at(last)
    state.insert(memref.StoreOp(last.operands[0], target, counters))
    last.erase()
    state.builder.point = outside
    state.define(op.result, target)
    state.finish(op)


@bufferizes(tensor.PadOp)
def rewrite_pad(op: tensor.PadOp, state: Bufferization) -> Generator[Block, None, None]:
    """pad -> loops that store the source's element, or what the body computes"""
    source, low, b = state.memref_of(op.source), op.mixed_low, state.builder
    ends = [add_indices(b, before, size) for before, size in zip(low, state.sizes(source), strict=True)]
    sizes = [add_indices(b, end, behind) for end, behind in zip(ends, op.mixed_high, strict=True)]
    target = state.fresh(op, 0, sizes)
    outside = b.point
    counters = _open_loops(sizes, op, state)
    tests = [
        b.insert(arith.CmpIOp(arith.cmpi_attr(word), counter, as_value(b, bound))).results[0]
        for counter, first, end in zip(counters, low, ends, strict=True)
        for word, bound in (("sge", first), ("slt", end))
    ]
    inside = tests[0] if tests else b.insert(arith.ConstantOp(int_attr(1, i1))).results[0]
    for test in tests[1:]:
        inside = b.insert(arith.AndIOp(inside, test)).results[0]
    choice = b.insert(loop.WhenOp.on(inside, has_else=True, location=op.location))
    b.point = InsertionPoint.at_end(choice.regions[0].entry)
    place = [as_value(b, subtract_indices(b, counter, at)) for counter, at in zip(counters, low, strict=True)]
    b.insert(memref.StoreOp(b.insert(memref.LoadOp(source, place)).results[0], target, counters))
    b.insert(loop.YieldOp.of())
    b.point = InsertionPoint.at_end(choice.regions[1].entry)
    last = _move_body(op.body.entry, counters, state)
    yield choice.regions[1].entry
    state.at(last)
    state.insert(memref.StoreOp(last.operands[0], target, counters))
    state.insert(loop.YieldOp.of())
    last.erase()
    b.point = outside
    state.define(op.result, target)
    state.finish(op)


@bufferizes(tensor.ScatterOp)
def rewrite_scatter(op: tensor.ScatterOp, state: Bufferization) -> None:
    """scatter -> loops that store the slices at their places"""
    source, indices = state.memref_of(op.source), state.memref_of(op.indices)
    target = state.destination(op, 1, needs_contents=True)
    dims, batch = op.scatter_dims.elements, len(op.indices.shape) - 1
    outside, b = state.builder.point, state.builder
    counters = _open_loops(state.sizes(source), op, state)
    rank = len(op.dest.shape)
    is_full = len(counters) == batch + rank
    own = [dim for dim in range(rank) if is_full or dim not in dims]
    place = {dim: counters[batch + position] for position, dim in enumerate(own)}
    for number, dim in enumerate(dims):
        found = b.insert(memref.LoadOp(indices, [*counters[:batch], as_value(b, number)])).results[0]
        is_index = isinstance(found.type, IndexType)
        place[dim] = found if is_index else b.insert(arith.IndexCastOp(found, index)).results[0]
    value = b.insert(memref.LoadOp(source, counters)).results[0]
    b.insert(memref.StoreOp(value, target, [place[dim] for dim in range(rank)]))
    b.point = outside
    state.define(op.result, target)
    state.finish(op)
