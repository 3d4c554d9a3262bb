"""Canonicalizations of arithmetic and of choices: those that change no result, not even the sign of a zero.

What needs the value of a function or a sum of constants is left to the pass that folds constants. `fold` of the ops
themselves has what makes no new op.
"""

from __future__ import annotations

from math import copysign, inf

from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_attributes import float_attr
from dlc.ir.builtin_types import FloatType, i1
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from .activations import ReluOp
from .arithmetic import AbsOp, AddOp, DivOp, MaximumOp, MinimumOp, MulOp, NegOp, PowOp, SubOp
from .bases import FloatFunctionOp
from .bitwise import NotOp, XorOp
from .comparison import ClampOp, CompareOp, SelectOp
from .constant import ConstantOp
from .functions import CopysignOp, CoshOp, CosOp, ReciprocalOp
from .movement import BroadcastOp
from .splats import bits_of, element_type, is_float, is_splat_of, known_splat, number_of, splat
from .tensors import is_unsigned

# -- Signs -------------------------------------------------------------------------------------------------------------


def negated(value: Value) -> Value | None:
    """Return the value that is negated, or `None`."""
    inner = value.defined_by(NegOp)
    return inner.operand if inner is not None else None


@canonicalization(AddOp)
def subtract_instead_of_adding_negative(op: AddOp, rw: Rewriter) -> Match:
    """x + -y -> x - y.  Terminates: removes a negated operand."""
    for kept, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        positive = negated(other)
        if positive is not None:
            return rw.replace(op, SubOp(kept, positive))
    return rw.no_match("adds no negative")


@canonicalization(SubOp)
def add_instead_of_subtracting_negative(op: SubOp, rw: Rewriter) -> Match:
    """x - -y -> x + y.  Terminates: removes a negated operand."""
    positive = negated(op.rhs)
    if positive is None:
        return rw.no_match("subtracts no negative")
    return rw.replace(op, AddOp(op.lhs, positive))


@canonicalization(SubOp)
def negate_instead_of_subtracting_from_zero(op: SubOp, rw: Rewriter) -> Match:
    """-0.0 - x -> -x; 0 - x -> -x of integers.  Terminates: removes a subtraction."""
    if not is_splat_of(-0.0 if is_float(op.lhs) else 0, op.lhs):
        return rw.no_match("not from a zero that has no effect")
    return rw.replace(op, NegOp(op.rhs))


@canonicalization(MulOp)
def negate_instead_of_multiplying(op: MulOp, rw: Rewriter) -> Match:
    """x * -1 -> -x.  Terminates: removes a multiplication."""
    for value, factor in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if is_splat_of(-1, factor):
            return rw.replace(op, NegOp(value))
    return rw.no_match("no factor is -1")


@canonicalization(MulOp, DivOp)
def drop_both_signs(op: MulOp | DivOp, rw: Rewriter) -> Match:
    """-x * -y -> x * y; -x / -y -> x / y of floats.  Terminates: removes two negated operands."""
    lhs, rhs = negated(op.lhs), negated(op.rhs)
    if lhs is None or rhs is None:
        return rw.no_match("not both are negatives")
    if isinstance(op, MulOp):
        return rw.replace(op, MulOp(lhs, rhs))
    if not is_float(lhs):
        return rw.no_match("the smallest integer has no negative")
    return rw.replace(op, DivOp(lhs, rhs))


@canonicalization(AbsOp, CosOp, CoshOp)
def drop_sign_of_even_function(op: AbsOp | FloatFunctionOp, rw: Rewriter) -> Match:
    """f(-x), f(abs(x)), f(copysign(x, y)) -> f(x) for f = abs, cos, cosh.
    Terminates: one operand no longer depends on x.
    """
    inner, element = op.operand.defining_op, element_type(op.operand)
    if not isinstance(inner, (NegOp, AbsOp, CopysignOp)) or inner is op or (element and is_unsigned(element)):
        return rw.no_match("not of something that differs in its sign")
    return rw.replace(op, type(op)(inner.operands[0]))


@canonicalization(CopysignOp)
def drop_sign_that_is_replaced(op: CopysignOp, rw: Rewriter) -> Match:
    """copysign(-x, y), copysign(abs(x), y), copysign(copysign(x, z), y) -> copysign(x, y).
    Terminates: one operand no longer depends on x.
    """
    inner = op.lhs.defining_op
    if not isinstance(inner, (NegOp, AbsOp, CopysignOp)) or inner is op:
        return rw.no_match("not of something that differs in its sign")
    return rw.replace(op, CopysignOp(inner.operands[0], op.rhs))


# -- Quotients and powers ----------------------------------------------------------------------------------------------


@canonicalization(DivOp)
def reciprocal_instead_of_dividing_one(op: DivOp, rw: Rewriter) -> Match:
    """1.0 / x -> reciprocal(x).  Terminates: removes a division."""
    if not is_float(op.lhs) or not is_splat_of(1, op.lhs):
        return rw.no_match("not of the float 1")
    return rw.replace(op, ReciprocalOp(op.rhs))


@canonicalization(DivOp)
def multiply_instead_of_dividing_by_power_of_two(op: DivOp, rw: Rewriter) -> Match:
    """x / 2^k -> x * 2^-k of floats.  Terminates: removes a division."""
    bits, type = known_splat(op.rhs), element_type(op.rhs)
    inverse = exact_inverse(bits, type) if bits is not None and type is not None else None
    if inverse is None:
        return rw.no_match("the divisor is not a power of two with an inverse in the type")
    factor = constant_like(op, op.rhs, inverse, rw)
    return rw.replace(op, MulOp(op.lhs, factor)) if factor is not None else rw.no_match("the divisor is not a constant")


def exact_inverse(bits: int, type: Type) -> int | None:
    """The bits of 1 / x, if x is a power of two and 1 / x no subnormal number."""
    if not isinstance(type, FloatType):
        return None
    form = type.format
    if not form.is_finite(bits) or form.is_zero(bits):
        return None
    inverse = 1 / form.to_fraction(bits)
    inverse_bits = form.from_fraction(inverse)
    is_normal = inverse_bits & ~form.sign_bit >= form.smallest_normal and form.is_finite(inverse_bits)
    return inverse_bits if is_normal and form.to_fraction(inverse_bits) == inverse else None


def constant_like(op: Operation, value: Value, bits: int, rw: Rewriter) -> Value | None:
    """A constant with other bits, made before `op` as `value` is: at once, or by a broadcast."""
    source = value.defined_by(BroadcastOp)
    attr = splat(bits, source.source.type if source is not None else value.type)
    if attr is None:
        return None
    constant = rw.insert_before(op, ConstantOp(attr)).result
    if source is None:
        return constant
    return rw.insert_before(op, BroadcastOp(constant, source.dims, source.result.type, sizes=source.sizes)).result


@canonicalization(PowOp)
def multiply_instead_of_squaring(op: PowOp, rw: Rewriter) -> Match:
    """pow(x, 2) -> x * x.  Terminates: removes a power."""
    if not is_splat_of(2, op.rhs) or bits_of(2, element_type(op.rhs)) == bits_of(-2, element_type(op.rhs)):
        return rw.no_match("the exponent is not 2")
    return rw.replace(op, MulOp(op.lhs, op.lhs))


@canonicalization(PowOp)
def reciprocal_instead_of_power(op: PowOp, rw: Rewriter) -> Match:
    """pow(x, -1.0) -> reciprocal(x).  Terminates: removes a power."""
    if not is_float(op.rhs) or not is_splat_of(-1, op.rhs):
        return rw.no_match("the exponent is not the float -1")
    return rw.replace(op, ReciprocalOp(op.lhs))


# -- Bounds ------------------------------------------------------------------------------------------------------------

Bounds = tuple[float, float]


@canonicalization(MaximumOp)
def relu_instead_of_maximum(op: MaximumOp, rw: Rewriter) -> Match:
    """max(x, 0) -> relu(x).  Terminates: removes a maximum."""
    for value, bound in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if is_splat_of(0.0, bound):
            return rw.replace(op, ReluOp(value))
    return rw.no_match("neither is zero")


@canonicalization(ClampOp)
def relu_instead_of_clamp(op: ClampOp, rw: Rewriter) -> Match:
    """clamp(x, 0, inf) -> relu(x).  Terminates: removes a clamp."""
    if (order(op.low.value), op.high.value) != (order(0.0), inf):
        return rw.no_match("the bounds are not those of relu")
    return rw.replace(op, ReluOp(op.operand))


@canonicalization(MaximumOp, MinimumOp)
def clamp_instead_of_extrema(op: MaximumOp | MinimumOp, rw: Rewriter) -> Match:
    """min(max(x, a), b), max(min(x, b), a), min(relu(x), b) -> clamp(x, a, b), if a < b.
    Terminates: removes an extremum.
    """
    for value, bound in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        limit = float_limit(bound)
        inner = opposite_limit(op, value) if limit is not None else None
        if inner is None or limit is None:
            continue
        source, other = inner
        low, high = (other, limit) if isinstance(op, MinimumOp) else (limit, other)
        if low < high:
            return rw.replace(op, ClampOp(source, float_attr(low), float_attr(high)))
    return rw.no_match("not of the opposite extremum with a constant on the other side of this one")


def float_limit(value: Value) -> float | None:
    """The float that all elements are."""
    bits, type = known_splat(value), element_type(value)
    return float(number_of(bits, type)) if bits is not None and isinstance(type, FloatType) else None


def opposite_limit(op: MaximumOp | MinimumOp, value: Value) -> tuple[Value, float] | None:
    """Return the operand of the opposite extremum inside a minimum or maximum, with its constant bound."""
    inner = value.defining_op
    if isinstance(inner, ReluOp) and isinstance(op, MinimumOp):
        return inner.operand, 0.0
    if not isinstance(inner, MaximumOp if isinstance(op, MinimumOp) else MinimumOp):
        return None
    for source, bound in ((inner.lhs, inner.rhs), (inner.rhs, inner.lhs)):
        limit = float_limit(bound)
        if limit is not None:
            return source, limit
    return None


@canonicalization(ClampOp, ReluOp)
def merge_clamps(op: ClampOp | ReluOp, rw: Rewriter) -> Match:
    """clamp(clamp(x, a, b), c, d) -> clamp(x, clamp(a, c, d), clamp(b, c, d)), where relu clamps to 0 .. inf.
    Terminates: removes a clamp."""
    inner = op.operand.defining_op
    if not isinstance(inner, (ClampOp, ReluOp)) or inner is op or not is_float(op.operand):
        return rw.no_match("not of another clamp of floats")
    if isinstance(op, ReluOp) and isinstance(inner, ReluOp):
        return rw.no_match("relu of relu folds")
    low, high = (clamped(bound, bounds_of(op)) for bound in bounds_of(inner))
    return rw.replace(op, ClampOp(inner.operand, float_attr(low), float_attr(high)))


def bounds_of(op: ClampOp | ReluOp) -> Bounds:
    return (0.0, inf) if isinstance(op, ReluOp) else (op.low.value, op.high.value)


def order(x: float) -> tuple[float, float]:
    """A key by which -0 is smaller than 0."""
    return x, copysign(1.0, x)


def clamped(x: float, bounds: Bounds) -> float:
    return min(max(x, bounds[0], key=order), bounds[1], key=order)


# -- Truth values ------------------------------------------------------------------------------------------------------


@canonicalization(CompareOp)
def compare_with_constant_on_the_right(op: CompareOp, rw: Rewriter) -> Match:
    """c < x -> x > c, and so on.  Terminates: removes a constant on the left."""
    if constant_of(op.lhs) is None or constant_of(op.rhs) is not None:
        return rw.no_match("no constant on the left alone")
    return rw.replace(op, CompareOp(op.predicate.swapped, op.rhs, op.lhs))


@canonicalization(CompareOp)
def not_instead_of_comparing(op: CompareOp, rw: Rewriter) -> Match:
    """b = false -> not b; b != true -> not b.  Terminates: removes a comparison."""
    wanted = {"eq": 0, "ne": 1}.get(op.predicate.value)
    if element_type(op.lhs) is not i1 or wanted is None:
        return rw.no_match("not whether a truth value is what")
    for value, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if is_splat_of(wanted, other):
            return rw.replace(op, NotOp(value))
    return rw.no_match("not compared with a constant")


@canonicalization(NotOp)
def compare_the_other_way(op: NotOp, rw: Rewriter) -> Match:
    """not (x < y) -> x >= y, and so on, of integers; not (x = y) -> x != y, of floats too.
    Terminates: removes a negation.
    """
    inner = op.operand.defined_by(CompareOp)
    if inner is None:
        return rw.no_match("not of a comparison")
    if is_float(inner.lhs) and inner.predicate.value not in ("eq", "ne"):
        return rw.no_match("of NaN, neither holds")
    return rw.replace(op, CompareOp(inner.predicate.inverse, inner.lhs, inner.rhs))


@canonicalization(XorOp)
def not_instead_of_xor(op: XorOp, rw: Rewriter) -> Match:
    """x xor all ones -> not x.  Terminates: removes an xor."""
    for value, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if is_splat_of(-1, other):
            return rw.replace(op, NotOp(value))
    return rw.no_match("not with all ones")


@canonicalization(SelectOp)
def swap_choices_of_negation(op: SelectOp, rw: Rewriter) -> Match:
    """select(not c, x, y) -> select(c, y, x).  Terminates: removes a negated condition."""
    inner = op.condition.defined_by(NotOp)
    if inner is None:
        return rw.no_match("the condition is not a negation")
    return rw.replace(op, SelectOp(inner.operand, op.on_false, op.on_true))


@canonicalization(SelectOp)
def not_instead_of_select(op: SelectOp, rw: Rewriter) -> Match:
    """select(c, false, true) -> not c.  Terminates: removes a select."""
    if element_type(op.on_true) is not i1 or not is_splat_of(0, op.on_true) or not is_splat_of(1, op.on_false):
        return rw.no_match("not a choice of false and true")
    return rw.replace(op, NotOp(op.condition))
