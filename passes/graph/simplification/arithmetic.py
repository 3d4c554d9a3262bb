"""Algebra on elementwise ops: chains with constants, common factors, cheaper ops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.splats import element_type, known_splat, splat
from dlc.dialects.graph.tensors import is_unsigned, with_element
from dlc.ir import Operation, Value
from dlc.ir.builtin_types import IntegerType, f32, f64, i32, i64
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern

from ..matching import insert, is_float, is_made_of_constants, number_in, number_like
from ..numbers import fits_in_32_bits, has_normal_inverse, is_never_negative

_ASSOCIATIVE = (graph.MulOp, graph.MaximumOp, graph.MinimumOp, graph.AndOp, graph.OrOp, graph.XorOp)


def both_ways(op: Operation) -> tuple[tuple[Value, Value], tuple[Value, Value]]:
    """The operands of a binary op, and in the other order."""
    lhs, rhs = op.operands
    return (lhs, rhs), (rhs, lhs)


# -- Chains ------------------------------------------------------------------------------------------------------------


def combined(kind: type[Operation], a: Value, b: Value, op: Operation, rw: Rewriter) -> Value:
    """An op on two constants, before they are broadcast where both are in the same way."""
    left, right = a.defined_by(graph.BroadcastOp), b.defined_by(graph.BroadcastOp)
    lead = left or right
    if lead is not None and lead.sizes is None:
        pair = [_before_broadcast(value, lead) for value in (a, b)]
        if all(each is not None for each in pair):
            narrow = [_narrow(value, lead, op, rw) for value in (a, b)]
            result = insert(op, kind.create(narrow, [lead.source.type]), rw)
            return insert(op, graph.BroadcastOp(result, lead.dims, a.type), rw)
    return insert(op, kind.create([a, b], [a.type]), rw)


def _before_broadcast(value: Value, lead: graph.BroadcastOp) -> Value | int | None:
    """Return a value before it is broadcast as `lead` is, or `None`."""
    bits = known_splat(value)
    if bits is not None and splat(bits, lead.source.type) is not None:
        return bits
    own = value.defined_by(graph.BroadcastOp)
    same = own is not None and own.sizes is None and own.dims is lead.dims and own.source.type is lead.source.type
    return own.source if own is not None and same else None


def _narrow(value: Value, lead: graph.BroadcastOp, op: Operation, rw: Rewriter) -> Value:
    narrow = _before_broadcast(value, lead)
    if isinstance(narrow, Value):
        return narrow
    assert narrow is not None
    attr = splat(narrow, lead.source.type)
    assert attr is not None
    return insert(op, graph.ConstantOp(attr), rw)


def _merge_chain(op: Operation, rw: Rewriter) -> Match:
    for value, constant in both_ways(op):
        inner = value.defining_op
        if inner is op or not isinstance(inner, type(op)) or not is_made_of_constants(constant):
            continue
        for source, other in both_ways(inner):
            if is_made_of_constants(other) and not is_made_of_constants(source):
                both = combined(type(op), other, constant, op, rw)
                return rw.replace(op, type(op).create([source, both], [op.results[0].type]))
    return rw.no_match("no chain with two constants")


@pattern(*_ASSOCIATIVE)
def merge_constants(op: Operation, rw: Rewriter) -> Match:
    """(x o c) o d -> x o (c o d), for o = max, min, and, or, xor, and * of integers.
    Terminates: the chain gets shorter.
    """
    if isinstance(op, graph.MulOp) and is_float(op.result):
        return rw.no_match("products of floats are rounded")
    return _merge_chain(op, rw)


@pattern(graph.MulOp, exactness="finite")
def merge_float_factors(op: graph.MulOp, rw: Rewriter) -> Match:
    """(x * c) * d -> x * (c * d) of floats.  Terminates: the chain gets shorter."""
    return _merge_chain(op, rw) if is_float(op.result) else rw.no_match("not of floats")


class _Sum:
    """`sign * value + constant_sign * constant`"""

    def __init__(self, op: graph.AddOp | graph.SubOp, value: Value, constant: Value) -> None:
        is_sub = isinstance(op, graph.SubOp)
        self.value = value
        self.sign = -1 if is_sub and value is op.rhs else 1
        self.constant = constant
        self.constant_sign = -1 if is_sub and constant is op.rhs else 1


def _sum_of(op: Operation | None) -> _Sum | None:
    """An op as a sum of something and a constant."""
    if isinstance(op, (graph.AddOp, graph.SubOp)):
        for value, constant in both_ways(op):
            if value is not constant and is_made_of_constants(constant) and not is_made_of_constants(value):
                return _Sum(op, value, constant)
    return None


def _merge_sums(op: graph.AddOp | graph.SubOp, rw: Rewriter) -> Match:
    outer = _sum_of(op)
    inner = _sum_of(outer.value.defining_op) if outer is not None else None
    if outer is None or inner is None:
        return rw.no_match("no chain with two constants")
    signs = inner.constant_sign * outer.sign, outer.constant_sign
    kind = graph.AddOp if signs[0] == signs[1] else graph.SubOp
    pair = (inner.constant, outer.constant) if signs != (-1, 1) else (outer.constant, inner.constant)
    total = combined(kind, *pair, op, rw)
    is_negative = signs == (-1, -1)
    if inner.sign * outer.sign > 0:
        kind = graph.SubOp if is_negative else graph.AddOp
        return rw.replace(op, kind.create([inner.value, total], [op.result.type]))
    if is_negative:
        total = insert(op, graph.NegOp(total), rw)
    return rw.replace(op, graph.SubOp(total, inner.value))


@pattern(graph.AddOp, graph.SubOp)
def merge_terms(op: graph.AddOp | graph.SubOp, rw: Rewriter) -> Match:
    """(x + c) + d -> x + (c + d) of integers, with any signs.  Terminates: the chain gets shorter."""
    return rw.no_match("sums of floats are rounded") if is_float(op.result) else _merge_sums(op, rw)


@pattern(graph.AddOp, graph.SubOp, exactness="finite")
def merge_float_terms(op: graph.AddOp | graph.SubOp, rw: Rewriter) -> Match:
    """(x + c) + d -> x + (c + d) of floats, with any signs.  Terminates: the chain gets shorter."""
    return _merge_sums(op, rw) if is_float(op.result) else rw.no_match("not of floats")


# -- Common factors ----------------------------------------------------------------------------------------------------


def _factor_out(op: graph.AddOp | graph.SubOp, rw: Rewriter) -> Match:
    left, right = op.lhs.defined_by(graph.MulOp), op.rhs.defined_by(graph.MulOp)
    if left is None or right is None or left is right or not (op.lhs.has_one_use and op.rhs.has_one_use):
        return rw.no_match("operands are not two products without other uses")
    for common, other in both_ways(left):
        for factor, rest in both_ways(right):
            if common is factor:
                total = insert(op, type(op)(other, rest), rw)
                return rw.replace(op, graph.MulOp(common, total))
    return rw.no_match("no common factor")


@pattern(graph.AddOp, graph.SubOp)
def factor_out(op: graph.AddOp | graph.SubOp, rw: Rewriter) -> Match:
    """x * a + x * b -> x * (a + b) of integers, also with minus.  Terminates: removes a product."""
    return rw.no_match("floats are rounded") if is_float(op.result) else _factor_out(op, rw)


@pattern(graph.AddOp, graph.SubOp, exactness="finite")
def factor_out_of_floats(op: graph.AddOp | graph.SubOp, rw: Rewriter) -> Match:
    """x * a + x * b -> x * (a + b) of floats, also with minus.  Terminates: removes a product."""
    return _factor_out(op, rw) if is_float(op.result) else rw.no_match("not of floats")


# -- Cheaper ops -------------------------------------------------------------------------------------------------------


def _power_of_two(value: Value) -> int | None:
    """k, where all elements are 2^k, unsigned."""
    element, bits = element_type(value), known_splat(value)
    if not isinstance(element, IntegerType) or not is_unsigned(element) or not bits or bits & (bits - 1):
        return None
    return bits.bit_length() - 1


@pattern(graph.DivOp)
def shift_instead_of_dividing(op: graph.DivOp, rw: Rewriter) -> Match:
    """x / 2^k -> x >> k of unsigned integers.  Terminates: removes a division."""
    places = _power_of_two(op.rhs)
    if places is None:
        return rw.no_match("not an unsigned number by a power of two")
    return rw.replace(op, graph.ShiftRightOp(op.lhs, number_like(places, op.rhs, op, rw)))


@pattern(graph.RemOp, graph.ModOp)
def mask_instead_of_remainder(op: graph.RemOp | graph.ModOp, rw: Rewriter) -> Match:
    """x rem 2^k -> x and (2^k - 1) of unsigned integers.  Terminates: removes a division."""
    places = _power_of_two(op.rhs)
    if places is None:
        return rw.no_match("not an unsigned number by a power of two")
    return rw.replace(op, graph.AndOp(op.lhs, number_like((1 << places) - 1, op.rhs, op, rw)))


@pattern(graph.DivOp, exactness="rounding")
def multiply_by_inverse(op: graph.DivOp, rw: Rewriter) -> Match:
    """x / c -> x * (1 / c) of floats, where 1 / c is a normal number and the quotient is not rounded to a whole number,
    for which the last place of a float may be a whole step.  Terminates: removes a division."""
    if not is_float(op.rhs) or is_made_of_constants(op.lhs):
        return rw.no_match("not of a float that is computed")
    if any(_makes_whole_numbers(user) for user in op.result.users):
        return rw.no_match("the quotient is rounded to a whole number")
    if not has_normal_inverse(op.rhs):
        return rw.no_match("the divisor is not a constant, or its inverse is not a normal number")
    return rw.replace(op, graph.MulOp(op.lhs, insert(op, graph.ReciprocalOp(op.rhs), rw)))


def _makes_whole_numbers(op: Operation) -> bool:
    if isinstance(op, graph.CastOp):
        return not is_float(op.result)
    return isinstance(op, (graph.RoundOp, graph.FloorOp, graph.CeilOp))


@pattern(graph.DivOp, graph.ReciprocalOp, exactness="rounding")
def rsqrt_instead_of_dividing(op: graph.DivOp | graph.FloatFunctionOp, rw: Rewriter) -> Match:
    """x / sqrt(y) -> x * rsqrt(y); reciprocal(sqrt(y)) -> rsqrt(y).  Terminates: removes a division."""
    root = op.operands[-1].defined_by(graph.SqrtOp)
    if root is None:
        return rw.no_match("does not divide by a root")
    inverse = graph.RsqrtOp(root.operand)
    if isinstance(op, graph.ReciprocalOp):
        return rw.replace(op, inverse)
    return rw.replace(op, graph.MulOp(op.lhs, insert(op, inverse, rw)))


@pattern(graph.PowOp, exactness="rounding")
def root_instead_of_power(op: graph.PowOp, rw: Rewriter) -> Match:
    """pow(x, 0.5) -> sqrt(x), pow(x, -0.5) -> rsqrt(x), for x that is never negative; for other x the roots of x + 0.0,
    and what -inf gives is selected.  Terminates: removes a power."""
    kind = {0.5: graph.SqrtOp, -0.5: graph.RsqrtOp}.get(number_in(op.rhs) or 0.0)
    if kind is None or not is_float(op.rhs):
        return rw.no_match("the exponent is not 0.5 or -0.5")
    if is_never_negative(op.lhs):
        return rw.replace(op, kind(op.lhs))
    smallest = number_like(-math.inf, op.lhs, op, rw)
    is_smallest = insert(op, graph.CompareOp(graph.PredicateAttr("eq"), op.lhs, smallest), rw)
    root = insert(op, kind(insert(op, graph.AddOp(op.lhs, number_like(0.0, op.lhs, op, rw)), rw)), rw)
    of_smallest = number_like(math.inf if kind is graph.SqrtOp else 0.0, op.lhs, op, rw)
    return rw.replace(op, graph.SelectOp(is_smallest, of_smallest, root))


LARGEST_PRODUCT = 12
"""The largest exponent of a power that is computed by products: each is rounded."""


@pattern(graph.PowOp, exactness="rounding")
def multiply_instead_of_power(op: graph.PowOp, rw: Rewriter) -> Match:
    """pow(x, 3) -> x * x * x of floats, and so on up to pow(x, 12) of f32 and f64, by squares: x^6 = x^4 * x^2.
    Terminates: removes a power."""
    exponent = number_in(op.rhs) or 0
    if not is_float(op.rhs) or exponent not in range(3, LARGEST_PRODUCT + 1):
        return rw.no_match("the exponent is not a whole number from 3 to 12")
    if exponent > 3 and element_type(op.rhs) not in (f32, f64):
        return rw.no_match("products of small floats would be rounded several times")
    return rw.replace(op, _product(op, int(exponent), rw))


@pattern(graph.PowOp)
def multiply_instead_of_integer_power(op: graph.PowOp, rw: Rewriter) -> Match:
    """pow(x, n) -> a product of squares of x, for integers and n = 3 … 12.  Terminates: removes a power."""
    exponent = number_in(op.rhs) or 0
    if is_float(op.rhs) or exponent not in range(3, LARGEST_PRODUCT + 1):
        return rw.no_match("the exponent is not an integer from 3 to 12")
    return rw.replace(op, _product(op, int(exponent), rw))


@pattern(graph.PowOp, exactness="finite")
def divide_instead_of_negative_power(op: graph.PowOp, rw: Rewriter) -> Match:
    """pow(x, -n) -> reciprocal(pow(x, n)) of f32 and f64, for n = 2 … 12.  Terminates: the exponent is positive."""
    exponent = number_in(op.rhs) or 0
    if exponent not in range(-LARGEST_PRODUCT, -1) or element_type(op.rhs) not in (f32, f64):
        return rw.no_match("the exponent is not a whole number from -12 to -2 of f32 or f64")
    power = insert(op, graph.PowOp(op.lhs, number_like(-exponent, op.rhs, op, rw)), rw)
    return rw.replace(op, graph.ReciprocalOp(power))


def _product(op: graph.PowOp, exponent: int, rw: Rewriter) -> graph.MulOp:
    """Return the last product of x^exponent, which is at least 2; those that it needs are inserted."""
    largest = 1 << exponent.bit_length() - 1
    if exponent == largest:
        root = _power(op, exponent // 2, rw)
        return graph.MulOp(root, root)
    return graph.MulOp(_power(op, largest, rw), _power(op, exponent - largest, rw))


def _power(op: graph.PowOp, exponent: int, rw: Rewriter) -> Value:
    return op.lhs if exponent == 1 else insert(op, _product(op, exponent, rw), rw)


# -- Narrower integers -------------------------------------------------------------------------------------------------


@pattern(graph.CompareOp)
def compare_in_32_bits(op: graph.CompareOp, rw: Rewriter) -> Match:
    """x < y -> cast x < cast y, and so on, of integers of 64 bits that are known to fit into 32: a vector holds twice
    as many.  Terminates: the operands get narrower.
    """
    if element_type(op.lhs) is not i64 or not (fits_in_32_bits(op.lhs) and fits_in_32_bits(op.rhs)):
        return rw.no_match("not numbers of 64 bits that fit into 32")
    lhs, rhs = (insert(op, graph.CastOp(each, with_element(each.type, i32)), rw) for each in (op.lhs, op.rhs))
    return rw.replace(op, graph.CompareOp(op.predicate, lhs, rhs))


PATTERNS: Sequence[Pattern[Any]] = (
    merge_constants,
    merge_float_factors,
    merge_terms,
    merge_float_terms,
    factor_out,
    factor_out_of_floats,
    shift_instead_of_dividing,
    mask_instead_of_remainder,
    multiply_by_inverse,
    rsqrt_instead_of_dividing,
    root_instead_of_power,
    multiply_instead_of_power,
    multiply_instead_of_integer_power,
    divide_instead_of_negative_power,
    compare_in_32_bits,
)
