"""Loops around the lowering of an op, with one iteration for each element."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import llvm
from dlc.ir import Block, InsertionPoint, Operation, Value
from dlc.passes.rewriting.conversion import ConversionRewriter

from .index_math import INDEX, NOT_NEGATIVE, Index, IndexMath


def enter_loops(rw: ConversionRewriter, op: Operation, sizes: Sequence[Index]) -> list[Value]:
    """Move `op` into nested loops from zero to these sizes; return their induction variables.

    Ops that are inserted before `op` from now on run for each point.
    """
    if not sizes:
        return []
    math = IndexMath(rw, op)
    bounds, zero, one = math.values(sizes), math.value(0), math.value(1)
    block, following = op.block, op.next
    assert following is not None, "and is not a terminator"
    out = block.split_before(following)
    indices: list[Value] = []
    location = rw.provenance(op.location)
    op.detach()
    for bound in bounds:
        head, body, latch = (out.region.insert_before(Block(kinds), out) for kinds in ((INDEX,), (), ()))
        [index] = head.args
        with rw.at(InsertionPoint.at_end(block), location):
            rw.insert(llvm.BrOp(head, [zero]))
            rw.point = InsertionPoint.at_end(head)
            again = rw.insert(llvm.ICmpOp.of("slt", index, bound)).res
            rw.insert(llvm.CondBrOp(again, body, out))
            rw.point = InsertionPoint.at_end(latch)
            rw.insert(llvm.BrOp(head, [rw.insert(llvm.AddOp(index, one, NOT_NEGATIVE)).res]))
        indices.append(index)
        block, out = body, latch
    block.append(op)
    with rw.at(InsertionPoint.at_end(block), location):
        rw.insert(llvm.BrOp(out))
    return indices
