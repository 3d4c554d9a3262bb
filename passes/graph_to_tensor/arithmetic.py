"""Lowerings of arithmetic and rounding."""

from __future__ import annotations

from dlc.dialects import arith, graph, math, tensor
from dlc.ir import Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_types import i1

from .elementwise import computed_in, lowers_elementwise
from .lowering import ToTensor, lowers
from .positions import Positions
from .scalars import Scalars, arithmetic_type, is_float, working_type

lowers_elementwise(
    arithmetic_type,
    {
        graph.NegOp: Scalars.neg,
        graph.AbsOp: Scalars.abs,
        graph.FloorOp: lambda s, x: s.insert(math.FloorOp(x)),
        graph.CeilOp: lambda s, x: s.insert(math.CeilOp(x)),
        graph.RoundOp: lambda s, x: s.insert(math.RoundEvenOp(x)),
        graph.RoundHalfAwayOp: lambda s, x: s.insert(math.RoundOp(x)),
        graph.TruncOp: lambda s, x: s.insert(math.TruncOp(x)),
    },
    {
        graph.AddOp: Scalars.add,
        graph.SubOp: Scalars.sub,
        graph.MulOp: Scalars.mul,
        graph.MaximumOp: Scalars.maximum,
        graph.MinimumOp: Scalars.minimum,
    },
)


@lowers(graph.DivOp, graph.RemOp, graph.ModOp)
def lower_division(op: graph.DivOp | graph.RemOp | graph.ModOp, to: ToTensor) -> Value:
    """x / y -> generic { arith.divf }, or of integers a check that no y is 0, then generic { arith.divsi }"""
    if not op.is_speculatable():
        holds = _has_no_zero(to, to.operands[1])
        Positions(to).require_that(holds, f"'{op.name}' op divides by zero")
    compute = {graph.DivOp: Scalars.div, graph.RemOp: Scalars.rem, graph.ModOp: Scalars.mod}[type(op)]
    return computed_in(arithmetic_type, to, compute)


def _has_no_zero(to: ToTensor, integers: Value) -> Value:
    """Return whether no element is zero."""
    rank, at = len(integers.shape), Positions(to)
    maps = [tensor.identity(rank), AffineMap(rank, 0, [])]

    def body(s: Scalars, x: Value, holds: Value) -> Value:
        return s.bit_and(s.compare("ne", x, s.number(0, x)), holds)

    none_yet = to.filled(to.constant(1, i1), [], i1)
    [holds] = to.generic([integers], maps, [none_yet], [tensor.REDUCTION] * rank, body)
    return at.at(holds, [])


@lowers(graph.SignOp)
def lower_sign(op: graph.SignOp, to: ToTensor) -> Value:
    """sign(x) -> generic { x > 0 ? 1 : x < 0 ? -1 : x }, or { max(min(x, 1), -1) } of integers"""

    def body(s: Scalars, x: Value) -> Value:
        one = s.number(1, x)
        if not is_float(x):
            return s.minimum(x, one) if s.unsigned else s.maximum(s.minimum(x, one), s.number(-1, x))
        zero = s.number(0, x)
        negative = s.select(s.compare("lt", x, zero), s.number(-1, x), x)
        return s.select(s.compare("gt", x, zero), one, negative)

    return computed_in(arithmetic_type, to, body)


@lowers(graph.PowOp)
def lower_pow(op: graph.PowOp, to: ToTensor) -> Value:
    """pow(x, y) -> generic { math.powf or math.ipowi }"""

    def body(s: Scalars, x: Value, y: Value) -> Value:
        if is_float(x):
            return s.insert(math.PowFOp(x, y))
        return unsigned_power(s, x, y) if s.unsigned else signed_power(s, x, y)

    return computed_in(working_type, to, body)


def signed_power(s: Scalars, x: Value, y: Value) -> Value:
    """x^y, where a negative power of 0, which `math.ipowi` has not, is taken of -2 instead: that is 0."""
    zero = s.number(0, x)
    lacks = s.bit_and(s.compare("eq", x, zero), s.compare("lt", y, zero))
    return s.insert(math.IPowIOp(s.select(lacks, s.number(-2, x), x), y))


def unsigned_power(s: Scalars, x: Value, y: Value) -> Value:
    """x^y modulo 2^w, where `math.ipowi` takes y for signed: x^(2^(w-1)) is 1 if x is odd, else 0."""
    one, zero = s.number(1, x), s.number(0, x)
    positive = s.insert(arith.ShRUIOp(s.insert(arith.ShLIOp(y, one)), one))
    power = s.insert(math.IPowIOp(x, positive))
    is_even = s.compare("eq", s.bit_and(x, one), zero)
    vanishes = s.bit_and(is_even, s.compare("ne", y, positive))
    return s.select(vanishes, zero, power)
