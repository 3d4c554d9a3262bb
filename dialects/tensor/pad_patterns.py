"""Canonicalization of `tensor.pad`."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.arith import ConstantOp
from dlc.ir import Builder, DenseElementsAttr, Value
from dlc.ir.builtin_types import DYNAMIC, TensorType
from dlc.ir.index_lists import Index, known_index, split_indices
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .casts import CastOp, says_no_less, source_if_more_static
from .constraints import tensor_type
from .pad import PadOp, padded_type
from .shapes import add_indices


def _with_parts(
    op: PadOp, rw: Rewriter, source: Value, low: Sequence[Index], high: Sequence[Index], type: TensorType
) -> PadOp:
    """A `pad` before `op` with other parts, which takes over its body."""
    before, dynamic_low = split_indices(low)
    behind, dynamic_high = split_indices(high)
    new_pad = PadOp(source, dynamic_low, dynamic_high, before, behind, type, op.nofold)  # type: ignore[arg-type]
    rw.insert_before(op, new_pad)
    rw.take_blocks(op.body, new_pad.body)
    return new_pad


def _known(indices: Sequence[Index]) -> list[Index]:
    """The list with constants as numbers, as far as they may be sizes."""
    numbers = [known_index(each) for each in indices]
    return [each if number is None or number < 0 else number for each, number in zip(indices, numbers, strict=True)]


def _joined_type(a: TensorType, b: TensorType) -> TensorType | None:
    """Return the type that agrees with both types, or `None` if they contradict each other."""
    pairs = list(zip(a.shape, b.shape, strict=True))
    if any(x != y and DYNAMIC not in (x, y) for x, y in pairs):
        return None
    return a.with_shape(tuple(y if x == DYNAMIC else x for x, y in pairs))


@canonicalization(PadOp)
def pad_by_nothing(op: PadOp, rw: Rewriter) -> Match:
    """pad(t) low[0] high[0] -> cast(t), unless it is `nofold`.  Terminates: removes an op or replaces it by a cast."""
    if op.nofold is not None or not op.has_zero_low or not op.has_zero_high:
        return rw.no_match("something is added, or a copy is wanted")
    same = op.source.type is op.result.type
    return rw.replace(op, op.source if same else CastOp(op.source, op.result.type))


@canonicalization(PadOp)
def move_constants_into_pad(op: PadOp, rw: Rewriter) -> Match:
    """pad(t) low[%c1] -> cast(pad(t) low[1]), whose type says more.  Terminates: the op has fewer operands."""
    low, high = _known(op.mixed_low), _known(op.mixed_high)
    if sum(isinstance(each, Value) for each in (*low, *high)) == len(op.low) + len(op.high):
        return rw.no_match("no operand is a constant")
    return _padded_by(op, rw, op.source, low, high)


@canonicalization(PadOp)
def pad_before_cast(op: PadOp, rw: Rewriter) -> Match:
    """pad(cast(t)) -> cast(pad(t)), whose type says more.  Terminates: moves a cast towards the uses."""
    source = source_if_more_static(op.source)
    if source is None:
        return rw.no_match("source is not a cast to a less precise type")
    return _padded_by(op, rw, source, op.mixed_low, op.mixed_high)


@canonicalization(PadOp)
def merge_pads(op: PadOp, rw: Rewriter) -> Match:
    """pad(pad(t, x) low[1] high[2], x) low[3] high[4] -> pad(t, x) low[4] high[6].  Terminates: removes an op."""
    inner, value = op.source.defined_by(PadOp), op.padding_value()
    if inner is None or value is None or op.nofold is not None or inner.nofold is not None:
        return rw.no_match("source is not a padding, or another value may be added at each place")
    other = inner.padding_value()
    if other is not value and (constant_of(value) is None or constant_of(value) is not (other and constant_of(other))):
        return rw.no_match("another value was added before")
    amounts = [[*each.mixed_low, *each.mixed_high] for each in (inner, op)]
    known = map(known_index, (each for part in amounts for each in part))
    if any(amount is not None and amount < 0 for amount in known):
        return rw.no_match("something was taken away")
    b = Builder.before(op, op.location)
    total = [add_indices(b, first, second) for first, second in zip(*amounts, strict=True)]
    return _padded_by(op, rw, inner.source, total[: len(total) // 2], total[len(total) // 2 :])


def _padded_by(op: PadOp, rw: Rewriter, source: Value, low: Sequence[Index], high: Sequence[Index]) -> Match:
    """Replace a `pad` by one with amounts of which more may be known, and a cast."""
    follows = padded_type(tensor_type(source), split_indices(low)[0].elements, split_indices(high)[0].elements)
    type = _joined_type(tensor_type(op.result), follows)
    if type is None:
        return rw.no_match("the result promises another size")
    new_pad = _with_parts(op, rw, source, low, high, type)
    return rw.replace(op, new_pad.result if type is op.result.type else CastOp(new_pad.result, op.result.type))


@canonicalization(CastOp)
def cast_of_pad(op: CastOp, rw: Rewriter) -> Match:
    """cast(pad(t)) to a type that says more -> pad(t) of that type, if nothing else uses it.
    Terminates: removes a cast.
    """
    pad, type = op.source.defined_by(PadOp), op.dest.type
    if pad is None or not isinstance(type, TensorType) or not says_no_less(type, pad.result.type):
        return rw.no_match("source is not a padding with a less precise type than the cast")
    follows = padded_type(tensor_type(pad.source), pad.static_low.elements, pad.static_high.elements)
    if not pad.result.has_one_use or not says_no_less(type, follows):
        return rw.no_match("others use it too, or the sizes contradict each other")
    new_pad = _with_parts(pad, rw, pad.source, pad.mixed_low, pad.mixed_high, type)
    rw.replace_all_uses(op.dest, new_pad.result)
    rw.erase(op)
    return rw.erase(pad)


@canonicalization(PadOp)
def pad_of_same_constant(op: PadOp, rw: Rewriter) -> Match:
    """pad(dense<x>, x) -> dense<x>.  Terminates: removes an op."""
    source, value, type = constant_of(op.source), op.padding_value(), tensor_type(op.result)
    if not isinstance(source, DenseElementsAttr) or value is None or not type.has_static_shape or op.nofold is not None:
        return rw.no_match("source or padding is not a constant")
    if source.splat_value() is None or source.splat_value() is not constant_of(value):
        return rw.no_match("the padding is another value")
    return rw.replace(op, ConstantOp(DenseElementsAttr.from_bytes(type, source.raw)))
