"""Bufferization of `tensor.pad` with a computed padding."""

from __future__ import annotations

from collections.abc import Generator

from dlc.dialects import arith, loop, memref, tensor
from dlc.dialects.tensor.shapes import add_indices, as_value, subtract_indices
from dlc.ir import Block, InsertionPoint
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import DYNAMIC, i1

from ..bufferization import Bufferization, bufferizes
from .element_loops import move_body, open_loops


@bufferizes(tensor.PadOp)
def rewrite_pad(op: tensor.PadOp, state: Bufferization) -> Generator[Block, None, None]:
    """pad -> loops that store the source's element, or what the body computes"""
    source, low, b = state.memref_of(op.source), op.mixed_low, state.builder
    ends = [add_indices(b, before, size) for before, size in zip(low, state.sizes(source), strict=True)]
    sizes = [add_indices(b, end, behind) for end, behind in zip(ends, op.mixed_high, strict=True)]
    known = zip(op.result.shape, sizes, strict=True)
    target = state.fresh(op, 0, [as_value(b, size) if own == DYNAMIC else own for own, size in known])
    outside = b.point
    counters = open_loops(sizes, op, state)
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
    last = move_body(op.body.entry, counters, state)
    yield choice.regions[1].entry
    state.at(last)
    state.insert(memref.StoreOp(last.operands[0], target, counters))
    state.insert(loop.YieldOp.of())
    last.erase()
    b.point = outside
    state.define(op.result, target)
    state.finish(op)
