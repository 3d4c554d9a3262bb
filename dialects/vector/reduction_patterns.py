"""Reductions along dimensions of 1: there is nothing to combine but the accumulator."""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir.builtin_types import FloatType, VectorType
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import Value

from .arithmetic import MultiDimReductionOp, ReductionOp
from .attributes import CombiningKindAttr
from .constraints import element_of, vector_type
from .elements import ExtractOp
from .shapes import ShapeCastOp


def combine(kind: CombiningKindAttr, a: Value, b: Value, fastmath: arith.FastMathAttr | None = None) -> Operation:
    """The op of `arith` that combines two values in this way."""
    flags = fastmath or arith.NO_FASTMATH
    match kind.value:
        case "add":
            return arith.AddFOp(a, b, fastmath=flags) if _is_float(a) else arith.AddIOp(a, b)
        case "mul":
            return arith.MulFOp(a, b, fastmath=flags) if _is_float(a) else arith.MulIOp(a, b)
        case "minnumf":
            return arith.MinNumFOp(a, b, fastmath=flags)
        case "maxnumf":
            return arith.MaxNumFOp(a, b, fastmath=flags)
        case "minimumf":
            return arith.MinimumFOp(a, b, fastmath=flags)
        case "maximumf":
            return arith.MaximumFOp(a, b, fastmath=flags)
        case _:
            return _INTEGER_OPS[kind.value](a, b)


_INTEGER_OPS = {
    "minsi": arith.MinSIOp,
    "minui": arith.MinUIOp,
    "maxsi": arith.MaxSIOp,
    "maxui": arith.MaxUIOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
}


def _is_float(value: Value) -> bool:
    return isinstance(element_of(value.type), FloatType)


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
    return rw.replace(op, combine(op.kind, element.result, op.acc, op.fastmath))


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
    return rw.replace(op, combine(op.kind, op.acc, part.results[0]))
