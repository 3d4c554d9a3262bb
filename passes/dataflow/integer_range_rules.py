"""Integer range rules of the bundled dialects, attached to ops as the interface `InferIntRange`.

Each rule computes exact bounds and wraps them to the width; where they would wrap differently, all is possible. What
is undefined or poison may be left out: a divisor is not zero, a shift is less than the width, a flagged addition does
not overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from dlc.dialects import arith, memref
from dlc.ir import DenseElementsAttr, IntegerAttr, Operation
from dlc.ir.builtin_types import DYNAMIC, ShapedType, bit_width, element_type
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import InferIntRange

Ranges = Sequence["IntegerRange | None"]
Rule = Callable[..., "IntegerRange | None"]
"""From the op and the ranges of its operands."""
Bounds = tuple[int, int]

MOST_ELEMENTS = 1 << 16
"""The maximum number of elements of a constant that are inspected."""


class _Inferred(InferIntRange):
    """A rule for the only result, given ranges of all operands."""

    def __init__(self, rule: Callable[..., IntegerRange | None]) -> None:
        self._rule = rule

    def infer_ranges(self, op: Operation, operands: Ranges) -> Ranges:  # type: ignore[override]
        if any(operand is None for operand in operands):
            return [None] * len(op.results)
        return [self._rule(op, *operands)]


def attach() -> None:
    """Give the ops their rules. Ops that have some of their own keep them."""
    for kind, rule in _RULES.items():
        kind.interfaces.setdefault(InferIntRange, _Inferred(rule))
    for kind, implementation in (
        (arith.ConstantOp, _Constants()),
        (arith.SelectOp, _Select()),
        (memref.DimOp, _Sizes()),
    ):
        kind.interfaces.setdefault(InferIntRange, implementation)


def _corners(function: Callable[[int, int], int], a: Bounds, b: Bounds) -> Bounds:
    """The bounds of a function that is monotone in each operand."""
    values = [function(x, y) for x, y in product(a, b)]
    return min(values), max(values)


def _u(range: IntegerRange) -> Bounds:
    return range.umin, range.umax


def _s(range: IntegerRange) -> Bounds:
    return range.smin, range.smax


# -- Ring operations -------------------------------------------------------------------------------------------------


def _ring(function: Callable[[int, int], int]) -> Rule:
    def rule(op: arith.AddIOp, a: IntegerRange, b: IntegerRange) -> IntegerRange:
        flags = op.overflowFlags
        if function is _subtract:
            low, high = a.umin - b.umax, a.umax - b.umin
        else:
            low, high = function(a.umin, b.umin), function(a.umax, b.umax)
        as_unsigned = IntegerRange.wrapped_unsigned(a.width, low, high, wraps="nuw" not in flags)
        bounds = _corners(function, _s(a), _s(b))
        return as_unsigned.intersection(IntegerRange.wrapped_signed(a.width, *bounds, wraps="nsw" not in flags))

    return rule


def _add(a: int, b: int) -> int:
    return a + b


def _subtract(a: int, b: int) -> int:
    return a - b


def _multiply(a: int, b: int) -> int:
    return a * b


# -- Division --------------------------------------------------------------------------------------------------------


def _divide_unsigned(upward: bool) -> Rule:
    def rule(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
        del op
        if b.umax == 0:
            return IntegerRange.full(a.width)
        least = max(b.umin, 1)
        if upward:
            return IntegerRange.unsigned(a.width, -(-a.umin // b.umax), -(-a.umax // least))
        return IntegerRange.unsigned(a.width, a.umin // b.umax, a.umax // least)

    return rule


def _nonzero(b: IntegerRange) -> list[int]:
    """Divisors at which quotients are extreme."""
    ends = [b.smin, b.smax, -1, 1]
    return [end for end in ends if end and b.smin <= end <= b.smax]


def _divide_signed(quotient: Callable[[int, int], int]) -> Rule:
    def rule(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
        del op
        values = [quotient(x, y) for x, y in product(_dividends(a), _nonzero(b))]
        if not values:
            return IntegerRange.full(a.width)
        return IntegerRange.wrapped_signed(a.width, min(values), max(values), wraps=False)

    return rule


def _dividends(a: IntegerRange) -> list[int]:
    return [*_s(a), *([0] if a.smin < 0 < a.smax else [])]


def _toward_zero(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _remainder_unsigned(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    del op
    if b.umax == 0:
        return IntegerRange.full(a.width)
    if a.umax < b.umin:
        return a
    return IntegerRange.unsigned(a.width, 0, min(a.umax, b.umax - 1))


def _remainder_signed(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    del op
    most = max(abs(b.smin), abs(b.smax)) - 1
    if most < 0:
        return IntegerRange.full(a.width)
    least = 0 if b.smin <= 0 <= b.smax else min(abs(b.smin), abs(b.smax))
    if max(abs(a.smin), abs(a.smax)) < least:
        return a
    return IntegerRange.signed(a.width, max(min(a.smin, 0), -most), min(max(a.smax, 0), most))


# -- Bits ------------------------------------------------------------------------------------------------------------


def _known_bits(range: IntegerRange) -> tuple[int, int]:
    """Bits that are set for certain, and bits that may be: the bounds agree on those above where they first differ."""
    unknown = (1 << (range.umin ^ range.umax).bit_length()) - 1
    return range.umin & ~unknown, range.umin | unknown


def _and(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    del op
    (sure_a, may_a), (sure_b, may_b) = _known_bits(a), _known_bits(b)
    return IntegerRange.unsigned(a.width, sure_a & sure_b, min(may_a & may_b, a.umax, b.umax))


def _or(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    del op
    (sure_a, may_a), (sure_b, may_b) = _known_bits(a), _known_bits(b)
    return IntegerRange.unsigned(a.width, max(sure_a | sure_b, a.umin, b.umin), may_a | may_b)


def _xor(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    del op
    (sure_a, may_a), (sure_b, may_b) = _known_bits(a), _known_bits(b)
    known = (sure_a & ~may_b) | (sure_b & ~may_a)
    return IntegerRange.unsigned(a.width, known, (may_a | may_b) & ~(sure_a & sure_b))


def _shift_left(op: arith.ShLIOp, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    if b.umin >= a.width:
        return IntegerRange.full(a.width)
    by = b.umin, min(b.umax, a.width - 1)
    flags = op.overflowFlags
    as_unsigned = IntegerRange.wrapped_unsigned(a.width, a.umin << by[0], a.umax << by[1], wraps="nuw" not in flags)
    bounds = _corners(lambda x, y: x << y, _s(a), by)
    return as_unsigned.intersection(IntegerRange.wrapped_signed(a.width, *bounds, wraps="nsw" not in flags))


def _shift_right(is_signed: bool) -> Rule:
    def rule(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
        del op
        if b.umin >= a.width:
            return IntegerRange.full(a.width)
        bounds = _corners(lambda x, y: x >> y, _s(a) if is_signed else _u(a), (b.umin, min(b.umax, a.width - 1)))
        make = IntegerRange.signed if is_signed else IntegerRange.unsigned
        return make(a.width, *bounds)

    return rule


# -- Extrema, comparison, choice -------------------------------------------------------------------------------------


def _extremum(choose: Callable[[int, int], int], is_signed: bool) -> Rule:
    def rule(op: Operation, a: IntegerRange, b: IntegerRange) -> IntegerRange:
        del op
        if is_signed:
            return IntegerRange.signed(a.width, choose(a.smin, b.smin), choose(a.smax, b.smax))
        return IntegerRange.unsigned(a.width, choose(a.umin, b.umin), choose(a.umax, b.umax))

    return rule


def _compare(op: arith.CmpIOp, a: IntegerRange, b: IntegerRange) -> IntegerRange:
    decided = decide(op.predicate.value, a, b)
    return IntegerRange.full(1) if decided is None else IntegerRange.exactly(1, int(decided))


def decide(predicate: int, a: IntegerRange, b: IntegerRange) -> bool | None:
    """Return whether a comparison by the number of `arith.cmpi`'s predicate always holds, or never."""
    if predicate in (0, 1):
        equal = _always_equal(a, b)
        return None if equal is None else equal == (predicate == 0)
    low, high = (_s(a), _s(b)) if predicate < 6 else (_u(a), _u(b))
    word = (predicate - 2) % 4
    if word >= 2:  # a > b is b < a
        low, high = high, low
    if word in (0, 2):
        return True if low[1] < high[0] else False if low[0] >= high[1] else None
    return True if low[1] <= high[0] else False if low[0] > high[1] else None


def _always_equal(a: IntegerRange, b: IntegerRange) -> bool | None:
    if a.constant is not None and a.constant == b.constant:
        return True
    apart = a.umax < b.umin or b.umax < a.umin or a.smax < b.smin or b.smax < a.smin
    return False if apart else None


class _Select(InferIntRange):
    """The range of what is chosen, or of both."""

    @staticmethod
    def infer_ranges(op: Operation, operands: Ranges) -> Ranges:
        del op
        condition, on_true, on_false = operands
        if on_true is None or on_false is None:
            return [None]
        decided = condition.constant if condition is not None else None
        if decided is not None:
            return [on_true if decided else on_false]
        return [on_true.union(on_false)]


# -- Conversions and constants ---------------------------------------------------------------------------------------


def _to_width(op: Operation) -> int:
    return bit_width(element_type(op.results[0].type)) or 0


def _extend_unsigned(op: Operation, a: IntegerRange) -> IntegerRange:
    return IntegerRange.unsigned(_to_width(op), a.umin, a.umax)


def _extend_signed(op: Operation, a: IntegerRange) -> IntegerRange:
    return IntegerRange.signed(_to_width(op), a.smin, a.smax)


def _truncate(op: Operation, a: IntegerRange) -> IntegerRange:
    width = _to_width(op)
    return IntegerRange.wrapped_unsigned(width, *_u(a)).intersection(IntegerRange.wrapped_signed(width, *_s(a)))


def _cast(extend: Rule) -> Rule:
    def rule(op: Operation, a: IntegerRange) -> IntegerRange | None:
        return extend(op, a) if _to_width(op) >= a.width else _truncate(op, a)

    return rule


def _constant(op: arith.ConstantOp) -> IntegerRange | None:
    width = bit_width(element_type(op.result.type))
    if isinstance(op.value, IntegerAttr) and width is not None:
        return IntegerRange.exactly(width, op.value.value)
    if not isinstance(op.value, DenseElementsAttr) or width is None:
        return None
    if not op.value.is_splat and not 0 < op.value.type.num_elements <= MOST_ELEMENTS:
        return None
    bits = op.value.stored_bits()
    as_signed = [value - (1 << width) if value >> width - 1 else value for value in bits]
    return IntegerRange(width, min(bits), max(bits), min(as_signed), max(as_signed))


class _Constants(InferIntRange):
    @staticmethod
    def infer_ranges(op: Operation, operands: Ranges) -> Ranges:
        del operands
        assert isinstance(op, arith.ConstantOp)
        return [_constant(op)]


class _Sizes(InferIntRange):
    """The sizes of a memref are not negative; those that its type tells are known."""

    @staticmethod
    def infer_ranges(op: Operation, operands: Ranges) -> Ranges:
        type, dim = op.operands[0].type, operands[-1]
        size = DYNAMIC
        if isinstance(type, ShapedType) and dim is not None and dim.constant is not None and dim.constant < type.rank:
            size = type.shape[dim.constant]
        return [IntegerRange.unsigned(64, 0, 2**63 - 1) if size == DYNAMIC else IntegerRange.exactly(64, size)]


_RULES: dict[type[Operation], Callable[..., IntegerRange | None]] = {
    arith.AddIOp: _ring(_add),
    arith.SubIOp: _ring(_subtract),
    arith.MulIOp: _ring(_multiply),
    arith.DivUIOp: _divide_unsigned(upward=False),
    arith.CeilDivUIOp: _divide_unsigned(upward=True),
    arith.DivSIOp: _divide_signed(_toward_zero),
    arith.CeilDivSIOp: _divide_signed(lambda a, b: -(-a // b)),
    arith.FloorDivSIOp: _divide_signed(lambda a, b: a // b),
    arith.RemUIOp: _remainder_unsigned,
    arith.RemSIOp: _remainder_signed,
    arith.AndIOp: _and,
    arith.OrIOp: _or,
    arith.XOrIOp: _xor,
    arith.ShLIOp: _shift_left,
    arith.ShRUIOp: _shift_right(is_signed=False),
    arith.ShRSIOp: _shift_right(is_signed=True),
    arith.MaxSIOp: _extremum(max, is_signed=True),
    arith.MinSIOp: _extremum(min, is_signed=True),
    arith.MaxUIOp: _extremum(max, is_signed=False),
    arith.MinUIOp: _extremum(min, is_signed=False),
    arith.CmpIOp: _compare,
    arith.ExtUIOp: _extend_unsigned,
    arith.ExtSIOp: _extend_signed,
    arith.TruncIOp: _truncate,
    arith.IndexCastOp: _cast(_extend_signed),
    arith.IndexCastUIOp: _cast(_extend_unsigned),
}
