"""Canonicalization of `linalg`: ops that do nothing."""

from __future__ import annotations

from dlc.ir.builtin_attributes import i64_array
from dlc.ir.builtin_types import MemRefType
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .generic import GenericOp, YieldOp
from .named import CopyOp, FillOp
from .shaped import BroadcastOp, TransposeOp
from .structured import LinalgOp


@canonicalization(GenericOp, CopyOp, FillOp)
def erase_op_on_nothing(op: LinalgOp, rw: Rewriter) -> Match:
    """copy ins(memref<0xf32>) outs(memref<0xf32>) -> nothing.  Terminates: removes an op."""
    if op.results or not any(isinstance(each, MemRefType) and 0 in each.shape for each in op.operand_types):
        return rw.no_match("there are elements, or results")
    return rw.erase(op)


@canonicalization(CopyOp, GenericOp)
def erase_copy_to_itself(op: CopyOp | GenericOp, rw: Rewriter) -> Match:
    """copy ins(m) outs(m) -> nothing, where m is a memref.  Terminates: removes an op."""
    if op.results or list(op.ins) != list(op.outs) or len(op.ins) != 1:
        return rw.no_match("it is between different memrefs")
    return rw.erase(op) if _only_forwards(op) else rw.no_match("it computes something")


@canonicalization(GenericOp)
def forward_identity(op: GenericOp, rw: Rewriter) -> Match:
    """generic ins(x) outs(y) { yield the element of x } -> x.  Terminates: removes an op."""
    if not op.results or not _only_forwards(op):
        return rw.no_match("it computes something, or moves elements")
    last = op.scalar_body.entry.last
    assert last is not None
    places = [list(op.scalar_body.entry.args).index(value) for value in last.operands]  # type: ignore[arg-type]
    values = [op.operands[place] for place in places]
    if [value.type for value in values] != op.result_types:
        return rw.no_match("an input has another type than the result")
    return rw.replace(op, values)


def _only_forwards(op: CopyOp | GenericOp) -> bool:
    """Return whether each output becomes one of the operands, element by element in place."""
    if not all(each == op.maps[0] and each.is_identity for each in op.maps):
        return False
    body = op.scalar_body.entry
    last = body.last
    return (
        isinstance(last, YieldOp) and last is body.first and all(value.parent_block is body for value in last.operands)
    )


@canonicalization(TransposeOp)
def merge_transposes(op: TransposeOp, rw: Rewriter) -> Match:
    """transpose(transpose(x, p), q) -> transpose(x, q of p); transpose(x, identity) -> x.
    Terminates: ops are fewer, or nearer to the source.
    """
    if not op.results:
        return rw.no_match("it is on memrefs")
    order, source = list(op.numbers), op.ins[0]
    if order == list(range(len(order))) and source.type is op.results[0].type:
        return rw.replace(op, source)
    inner = source.defined_by(TransposeOp)
    if inner is None:
        return rw.no_match("the source is not a transpose, and the order is not that of the source")
    inner_order = list(inner.numbers)
    rw.set_operand(op, 0, inner.ins[0])
    return rw.set_property(op, "permutation", i64_array([inner_order[place] for place in order]))


@canonicalization(BroadcastOp)
def forward_broadcast_to_itself(op: BroadcastOp, rw: Rewriter) -> Match:
    """broadcast(x) along no dimension -> x.  Terminates: removes an op."""
    if not op.results or list(op.numbers) or op.ins[0].type is not op.results[0].type:
        return rw.no_match("there are new dimensions")
    return rw.replace(op, op.ins[0])
