"""The attribute `#sample.range`, and an op that keeps integers within such a range."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.interp.semantics import elementwise
from dlc.interp.values import scalar_width, to_signed
from dlc.ir import Attribute, IntegerAttr, IntegerType, Match, Report, Rewriter, TypeVariable, canonicalization
from dlc.ir.attributes import AttributeReport, attribute
from dlc.ir.builtin_constraints import signless_integer
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Pure

T = TypeVariable("T", signless_integer)


@attribute("sample.range")
class RangeAttr(Attribute):
    """The integers from `low` to `high`: `#sample.range<0, 255>`."""

    low: int
    high: int

    def verify(self, report: AttributeReport) -> None:
        if self.low > self.high:
            report.error(f"low must not be greater than high, but got {self.low} and {self.high}")

    def nearest(self, value: int) -> int:
        """Return the integer of this range that is nearest to another."""
        return min(max(value, self.low), self.high)


@op("sample.clamp", traits=(Pure,))
class ClampOp(Op):
    """The integer of a range that is nearest to a signed one.

    Rules: (clamp_c1) the type has all integers of the range.
    Example: %y = sample.clamp %x to <0, 100> : i32
    """

    source: Operand = operand(T)
    range: Attr[RangeAttr] = attr(RangeAttr)
    out: Result = inferred_result(T)
    syntax = "$source `to` $range attr-dict `:` type($out)"

    def verify(self, report: Report) -> None:
        most = 2 ** (self.out.type_as(IntegerType).width - 1)
        if self.range.low < -most or self.range.high >= most:
            report.error("clamp_c1", f"'{self.out.type}' must have all integers of '{self.range}'")

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Clamp constants."""
        type, constant = self.out.type, operands[0]
        if isinstance(type, IntegerType) and isinstance(constant, IntegerAttr):
            return [IntegerAttr(self.range.nearest(type.wrap(constant.value)), type)]
        return None


@canonicalization(ClampOp)
def merge_clamps(op: ClampOp, rw: Rewriter) -> Match:
    """clamp(clamp(x, a), b) -> clamp(x, b) if a has all of b.  Terminates: removes an op."""
    inner = op.source.defined_by(ClampOp)
    if inner is None or not inner.range.low <= op.range.low <= op.range.high <= inner.range.high:
        return rw.no_match("source is not a clamp to a range that has all of this one")
    return rw.replace(op, ClampOp(inner.source, op.range))


@elementwise(ClampOp)
def clamp(op: ClampOp) -> Callable[[int], int]:
    """Return what the interpreter computes, from bits to bits."""
    width = scalar_width(op.out.type)
    return lambda value: op.range.nearest(to_signed(value, width)) % 2**width
