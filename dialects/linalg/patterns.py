"""Canonicalization of `linalg`: ops that do nothing, move what is the same everywhere, or hide static sizes."""

from __future__ import annotations

from typing import TypeVar

from dlc.dialects.arith import ConstantOp
from dlc.dialects.tensor.access import ExtractOp
from dlc.dialects.tensor.casts import CastOp, source_if_more_static
from dlc.dialects.tensor.creation import EmptyOp
from dlc.dialects.tensor.pad import PadOp
from dlc.ir import Value
from dlc.ir.builtin_attributes import i64_array, int_attr
from dlc.ir.builtin_types import MemRefType, TensorType, index
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .generic import GenericOp, IndexOp, YieldOp
from .named import TABLE_OPS, ContractOp, CopyOp, ElementwiseOp, FillOp
from .shaped import BroadcastOp, MapOp, ReduceOp, TransposeOp
from .structured import LinalgOp, size_problem

_O = TypeVar("_O", bound=LinalgOp)


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


@canonicalization(BroadcastOp)
def merge_broadcasts(op: BroadcastOp, rw: Rewriter) -> Match:
    """broadcast(broadcast(x, d), e) -> broadcast(x, e and d).  Terminates: it is nearer to the source."""
    inner = op.ins[0].defined_by(BroadcastOp)
    if not op.results or inner is None:
        return rw.no_match("the source is not a broadcast")
    outer_dims = list(op.numbers)
    kept = [dim for dim in range(len(op.results[0].shape)) if dim not in outer_dims]
    rw.set_operand(op, 0, inner.ins[0])
    return rw.set_property(op, "dimensions", i64_array(sorted([*outer_dims, *(kept[dim] for dim in inner.numbers)])))


# -- Fills -------------------------------------------------------------------------------------------------------------


def _fill_of(value: Value) -> FillOp | None:
    """Return the op that filled a tensor with a scalar of the type of its elements."""
    fill = value.defined_by(FillOp)
    if fill is None or not fill.results or fill.ins[0].type is not fill.results[0].type.element_type:  # type: ignore[attr-defined]
        return None
    return fill


def _on_output(op: _O, output: Value) -> _O:
    """Return a copy of an op with one output that computes another tensor."""
    new_op = op.clone()
    new_op.set_operand(len(op.operands) - 1, output)
    new_op.results[0].type = output.type
    return new_op


@canonicalization(ExtractOp)
def extract_from_fill(op: ExtractOp, rw: Rewriter) -> Match:
    """extract(fill(x))[i] -> x.  Terminates: removes an op."""
    fill = _fill_of(op.tensor)
    return rw.replace(op, fill.ins[0]) if fill is not None else rw.no_match("the tensor is not filled with a scalar")


@canonicalization(CopyOp, TransposeOp, BroadcastOp)
def fill_instead_of_moving(op: CopyOp | TransposeOp | BroadcastOp, rw: Rewriter) -> Match:
    """transpose(fill(x)) outs(y) -> fill(x) outs(y).  Terminates: a fill is not moved any more."""
    fill = _fill_of(op.ins[0]) if op.results else None
    if fill is None or op.outs[0].type.element_type is not fill.ins[0].type:  # type: ignore[attr-defined]
        return rw.no_match("the source is not filled with a scalar")
    return rw.replace(op, _on_output(fill, op.outs[0]))


@canonicalization(PadOp)
def fill_instead_of_padding(op: PadOp, rw: Rewriter) -> Match:
    """pad(fill(x), x) -> fill(x), of the larger size.  Terminates: removes a pad."""
    fill, value, padded = _fill_of(op.source), op.padding_value(), op.result.type
    if fill is None or value is None or not _are_alike(fill.ins[0], value):
        return rw.no_match("the source is not filled with what it is padded with")
    if not isinstance(padded, TensorType) or not padded.has_static_shape:
        return rw.no_match("the size of the result is not known")
    return rw.replace(op, _on_output(fill, rw.insert_before(op, EmptyOp([], padded)).result))


def _are_alike(one: Value, other: Value) -> bool:
    """Return whether two values are one, or equal constants."""
    constant = constant_of(one)
    return one is other or (constant is not None and constant is constant_of(other))


# -- Sizes -------------------------------------------------------------------------------------------------------------


@canonicalization(
    GenericOp, CopyOp, FillOp, TransposeOp, BroadcastOp, MapOp, ReduceOp, ContractOp, ElementwiseOp, *TABLE_OPS
)
def look_through_casts(op: LinalgOp, rw: Rewriter) -> Match:
    """matmul(cast(x), cast(y)) outs(cast(z)) -> cast(matmul(x, y) outs(z)), where the casts forget sizes.
    Terminates: fewer operands are casts.
    """
    sources = [source_if_more_static(value) for value in op.operands]
    if not any(sources):
        return rw.no_match("no operand is a cast that forgets sizes")
    operands = [value if source is None else source for value, source in zip(op.operands, sources, strict=True)]
    types = [value.type for value in operands[len(operands) - len(op.results) :]] if op.results else []
    new_op = op.clone()
    for position, value in enumerate(operands):
        new_op.set_operand(position, value)
    if size_problem(new_op) is not None:
        new_op.erase()
        return rw.no_match("the casts hide sizes that contradict each other")
    for new, type in zip(new_op.results, types, strict=True):
        new.type = type
    rw.insert_before(op, new_op)
    pairs = zip(new_op.results, op.results, strict=True)
    return rw.replace(op, [new if new.type is old.type else CastOp(new, old.type) for new, old in pairs])


@canonicalization(IndexOp)
def index_of_single_iteration(op: IndexOp, rw: Rewriter) -> Match:
    """index of a loop that runs once -> 0.  Terminates: removes an op."""
    parent = op.parent_op
    source = parent.loop_sources()[op.dim.value] if isinstance(parent, LinalgOp) else None
    if source is None or source[0].shape[source[1]] != 1:
        return rw.no_match("the loop is not known to run once")
    return rw.replace(op, ConstantOp(int_attr(0, index)))
