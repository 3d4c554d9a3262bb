"""Reductions along dimensions of 1: there is nothing to combine but the accumulator."""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import VectorType
from dlc.ir.patterns import Match, Rewriter, canonicalization

from .arithmetic import MultiDimReductionOp, ReductionOp
from .attributes import CombiningKindAttr
from .constraints import element_of, vector_type
from .elements import ExtractOp
from .shapes import ShapeCastOp


def _combined(
    kind: CombiningKindAttr, first: Value, second: Value, fastmath: arith.FastMathAttr | None = None
) -> Operation:
    combiner = arith.combiner_of(kind.value, element_of(first.type))
    assert combiner is not None, "the verifier has checked that the kind fits the type"
    return combiner.combine(first, second, fastmath)


@canonicalization(ReductionOp)
def reduction_of_one(op: ReductionOp, rw: Rewriter) -> Match:
    """A reduction of a single element -> that element, combined with the accumulator.
    Terminates: the results are different ops.
    """
    type = vector_type(op.vector)
    if type.is_scalable or type.num_elements != 1:
        return rw.no_match("there are several elements")
    element = ExtractOp.of(op.vector, [0] * len(type.shape))
    if op.acc is None:
        return rw.replace(op, element)
    rw.insert_before(op, element)
    return rw.replace(op, _combined(op.kind, element.result, op.acc, op.fastmath))


@canonicalization(MultiDimReductionOp)
def reduction_along_ones(op: MultiDimReductionOp, rw: Rewriter) -> Match:
    """A reduction of dimensions of 1 -> the source in the result's shape, combined with the accumulator.

    Terminates: the results are different ops."""
    type, dims = vector_type(op.source), op.reduction_dims.elements
    if any(type.shape[dim] != 1 or type.scalable_dims[dim] for dim in dims):
        return rw.no_match("there are several elements to combine")
    if isinstance(op.dest.type, VectorType):
        part: Operation = ShapeCastOp(op.source, op.dest.type)
    else:
        part = ExtractOp.of(op.source, [0] * len(type.shape))
    rw.insert_before(op, part)
    return rw.replace(op, _combined(op.kind, op.acc, part.results[0]))
