"""The dialect `sample`: an op with its fold, a canonicalization pattern, and its meaning in the interpreter."""

from collections.abc import Callable, Sequence

from dlc.dialects.arith import materialize_constant
from dlc.interp.semantics import elementwise
from dlc.interp.values import scalar_width
from dlc.ir import Attribute, Dialect, IntegerAttr, IntegerType, Match, Report, Rewriter, TypeVariable, canonicalization
from dlc.ir.builtin_constraints import i64_attr, signless_integer
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Pure

from . import (  # with: type, attribute, region
    clamp,  # with: attribute
    fixed,  # with: type
    repeat,  # with: region
)  # with: type, attribute, region

T = TypeVariable("T", signless_integer)


@op("sample.scale", traits=(Pure,))
class ScaleOp(Op):
    """Multiply an integer by a constant; results wrap.

    Rules: (scale_c1) the factor is not negative.
    Example: %y = sample.scale %x by 3 : i32
    """

    source: Operand = operand(T)
    factor: Attr[IntegerAttr] = attr(i64_attr)
    out: Result = inferred_result(T)
    syntax = "$source `by` $factor attr-dict `:` type($out)"

    def verify(self, report: Report) -> None:
        if self.factor.value < 0:
            report.error("scale_c1", f"factor must not be negative, but got '{self.factor.value}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """scale(x, 1) -> x; constants."""
        if self.factor.value == 1:
            return [self.source]
        type, constant = self.out.type, operands[0]
        if isinstance(type, IntegerType) and isinstance(constant, IntegerAttr):
            return [IntegerAttr(type.wrap(constant.value * self.factor.value), type)]
        return None


@canonicalization(ScaleOp)
def merge_scales(op: ScaleOp, rw: Rewriter) -> Match:
    """scale(scale(x, a), b) -> scale(x, a * b).  Terminates: removes an op."""
    inner = op.source.defined_by(ScaleOp)
    if inner is None or inner.factor.value * op.factor.value >= 2**63:
        return rw.no_match("source is not a scale, or the factors are too large together")
    return rw.replace(op, ScaleOp(inner.source, IntegerAttr(inner.factor.value * op.factor.value, op.factor.type)))


@elementwise(ScaleOp)
def scale(op: ScaleOp) -> Callable[[int], int]:
    """Return what the interpreter computes: from the bits of an integer, 0 to 2^width - 1, to those of the result."""
    return lambda value: value * op.factor.value % 2 ** scalar_width(op.out.type)


DIALECT = Dialect.collect(
    "sample",
    globals(),
    modules=[  # with: type, attribute, region
        clamp,  # with: attribute
        fixed,  # with: type
        repeat,  # with: region
    ],  # with: type, attribute, region
    materialize_constant=materialize_constant,
    dependencies=("arith",),
)
