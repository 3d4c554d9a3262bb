"""Local simplification of affine expressions as they are built: the rules of MLIR.

Each function answers the simpler form, an int standing for the constant, or `None` where the operation is to be made
as it is. MLIR's canonical forms: constants on the right of `+` and `*`, else symbolic operands; multiples of one
expression merged; `mod` and division by a constant resolved where divisibility is known. The text of an expression
depends on these rules and on their order, so they follow MLIR's even where more could be said.

They differ in two places. Where MLIR lets 64-bit integers wrap around, nothing is folded. And
`e + (e floordiv q * q - 1)` stays as it is; MLIR 22 takes it for `e mod q`, which it is not.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from .errors import NonAffineError

if TYPE_CHECKING:
    from .expr import AffineExpr

    Folded = AffineExpr | int | None

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1


def _fitting(value: int) -> int | None:
    return value if INT64_MIN <= value <= INT64_MAX else None


def known_divisor(kind: str, lhs: AffineExpr, rhs: AffineExpr) -> int:
    """Return a divisor of all values of the operation, from those of its operands."""
    left, right = lhs.largest_known_divisor, rhs.largest_known_divisor
    if kind == "mul":
        # Beyond 64 bits it is of no use, and squaring again and again would grow it without end.
        return left * right if left * right <= INT64_MAX else max(left, right)
    if kind in ("add", "mod"):
        return gcd(left, right)
    divisor = rhs.constant_value
    return left // abs(divisor) if divisor and left % divisor == 0 else 1


def _out_of_order(lhs: AffineExpr, rhs: AffineExpr) -> bool:
    """Return whether these are two dimensions, or two symbols, the higher one first."""
    if lhs.kind != rhs.kind or lhs.kind not in ("dim", "symbol"):
        return False
    return (lhs.dim_bound, lhs.symbol_bound) > (rhs.dim_bound, rhs.symbol_bound)


# -- Addition --------------------------------------------------------------------------------------------------------


def fold_add(lhs: AffineExpr, rhs: AffineExpr) -> Folded:
    """Constants and symbolic operands to the right; `c1 * e + c2 * e` to `(c1 + c2) * e`; `e - e floordiv q * q` to
    `e mod q`, where `e` may also be the last term of a sum."""
    left = lhs.constant_value
    right = rhs.constant_value
    if left is not None and right is not None:
        return _fitting(left + right)
    if left is not None or (lhs.dim_bound == 0 and rhs.dim_bound > 0):
        return rhs + lhs
    if right is not None:
        return _fold_add_constant(lhs, right)
    folded = _merge_multiples(lhs, rhs) or _constant_outwards(lhs, rhs) or _remainder(lhs, rhs)
    return rhs + lhs if folded is None and _out_of_order(lhs, rhs) else folded


def _fold_add_constant(lhs: AffineExpr, addend: int) -> Folded:
    """`e + 0` is `e`; `(e + c1) + c2` is `e + (c1 + c2)`."""
    if addend == 0:
        return lhs
    if lhs.kind == "add":
        term, inner = lhs.operands
        if inner.constant_value is not None:
            total = _fitting(inner.constant_value + addend)
            return None if total is None else term + total
    return None


def _merge_multiples(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """`c1 * e + c2 * e` is `(c1 + c2) * e`."""
    left_term, left_factor = _as_multiple(lhs)
    right_term, right_factor = _as_multiple(rhs)
    if left_term is not right_term:
        return None
    factor = _fitting(left_factor + right_factor)
    return None if factor is None else left_term * factor


def _as_multiple(expr: AffineExpr) -> tuple[AffineExpr, int]:
    if expr.kind == "mul":
        term, factor = expr.operands
        if factor.constant_value is not None:
            return term, factor.constant_value
    return expr, 1


def _constant_outwards(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """`(e + c) + rhs` is `(e + rhs) + c`."""
    if lhs.kind == "add":
        term, constant = lhs.operands
        if constant.constant_value is not None:
            return (term + rhs) + constant
    return None


def _remainder(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """`e - e floordiv q * q` is `e mod q`, also for the last term of a sum: `a + e - e floordiv q * q`."""
    if rhs.kind != "mul":
        return None
    product, factor = rhs.operands
    if product.kind == "mul" and factor.constant_value == -1:
        quotient, divisor = product.operands
        is_quotient = quotient.kind == "floordiv" and quotient.operands == (lhs, divisor)
        return lhs % divisor if is_quotient else None
    if product.kind != "floordiv":
        return None
    return _remainder_of_last_term(lhs, rhs, *product.operands)


def _remainder_of_last_term(
    lhs: AffineExpr, rhs: AffineExpr, dividend: AffineExpr, divisor: AffineExpr
) -> AffineExpr | None:
    """`lhs + rhs`, where `rhs` is a multiple of `dividend floordiv divisor`: walk down the last terms of `lhs`."""
    before: list[AffineExpr] = []
    modulus = divisor.constant_value
    is_remainder = modulus is not None and modulus > 0 and rhs.operands[1].constant_value == -modulus
    while True:
        if is_remainder and lhs is dividend:
            folded = lhs % divisor
            break
        if lhs.kind != "add":
            return None
        first, lhs = lhs.operands
        before.append(first)
        folded = _fold_last_term(lhs, rhs)
        if folded is not None:
            break
    for first in reversed(before):
        folded = first + folded
    return folded


def _fold_last_term(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr | None:
    """Fold `lhs + rhs`, where `rhs` is a product, before `fold_add` looks for a remainder."""
    if lhs.constant_value is not None or (lhs.dim_bound == 0 and rhs.dim_bound > 0):
        return rhs + lhs
    return _merge_multiples(lhs, rhs) or _constant_outwards(lhs, rhs)


# -- Multiplication --------------------------------------------------------------------------------------------------


def fold_mul(lhs: AffineExpr, rhs: AffineExpr) -> Folded:
    """Constants to the right, and out of inner products: `(e * 2) * s0` is `(e * s0) * 2`."""
    left, right = lhs.constant_value, rhs.constant_value
    if left is not None and right is not None:
        return _fitting(left * right)
    if lhs.dim_bound and rhs.dim_bound:
        raise NonAffineError(
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
        )
    if rhs.dim_bound or left is not None:
        return rhs * lhs
    if right is not None:
        return _fold_mul_constant(lhs, right)
    if lhs.kind == "mul":
        term, factor = lhs.operands
        if factor.constant_value is not None:
            return (term * rhs) * factor
    return rhs * lhs if _out_of_order(lhs, rhs) else None


def _fold_mul_constant(lhs: AffineExpr, factor: int) -> Folded:
    if factor == 1:
        return lhs
    if factor == 0:
        return 0
    term, inner = _as_multiple(lhs)
    product = _fitting(inner * factor)
    return None if term is lhs or product is None else term * product


# -- Division --------------------------------------------------------------------------------------------------------


def fold_floordiv(lhs: AffineExpr, rhs: AffineExpr) -> Folded:
    """Divide what is known to be divisible, also the divisible operand of a sum: `(d0 * 4 + d1) floordiv 4`."""
    divisor = _checked_divisor("floordiv", rhs)
    if divisor is None or divisor == 0:
        return None
    if lhs.constant_value is not None:
        return _fitting(lhs.constant_value // divisor)
    if divisor == 1:
        return lhs
    if lhs.kind == "add":
        return _floordiv_sum(lhs, divisor) if _splits(lhs, divisor) else None
    return _divide_multiple(lhs, divisor)


def _splits(expr: AffineExpr, divisor: int) -> bool:
    """Return whether `expr` is a sum of which one operand is divisible."""
    if expr.kind != "add":
        return False
    lhs, rhs = expr.operands
    return lhs.largest_known_divisor % divisor == 0 or rhs.largest_known_divisor % divisor == 0


def _floordiv_sum(expr: AffineExpr, divisor: int) -> AffineExpr:
    """Divide the operands of a sum that splits, and those of sums in it that do, and add the quotients up again."""
    pending: list[AffineExpr | None] = [expr]
    quotients: list[AffineExpr] = []
    while pending:
        part = pending.pop()
        if part is None:
            right = quotients.pop()
            quotients[-1] = quotients[-1] + right
        elif _splits(part, divisor):
            pending += (None, part.operands[1], part.operands[0])
        else:
            quotients.append(part // divisor)
    return quotients[0]


def _divide_multiple(lhs: AffineExpr, divisor: int) -> AffineExpr | None:
    """`(e * c) / divisor` is `e * (c / divisor)` where that is an integer."""
    term, factor = _as_multiple(lhs)
    if term is lhs or factor % divisor != 0:
        return None
    quotient = _fitting(factor // divisor)
    return None if quotient is None else term * quotient


def fold_ceildiv(lhs: AffineExpr, rhs: AffineExpr) -> Folded:
    """Divide constants and multiples; unlike `floordiv`, MLIR leaves sums alone here."""
    divisor = _checked_divisor("ceildiv", rhs)
    if divisor is None or divisor == 0:
        return None
    if lhs.constant_value is not None:
        return _fitting(-(-lhs.constant_value // divisor))
    return lhs if divisor == 1 else _divide_multiple(lhs, divisor)


def fold_mod(lhs: AffineExpr, rhs: AffineExpr) -> Folded:
    """Drop multiples of the modulus from the dividend; `(e mod 8) mod 4` is `e mod 4`."""
    modulus = _checked_divisor("mod", rhs)
    if modulus is None or modulus < 1:
        return None
    expr = lhs
    while expr.largest_known_divisor % modulus != 0:
        smaller = _congruent(expr, modulus)
        if smaller is None:
            value = expr.constant_value
            return value % modulus if value is not None else None if expr is lhs else expr % rhs
        expr = smaller
    return 0


def _congruent(expr: AffineExpr, modulus: int) -> AffineExpr | None:
    """Return a part of `expr` that leaves the same remainder."""
    if expr.kind == "add":
        lhs, rhs = expr.operands
        if lhs.largest_known_divisor % modulus == 0:
            return rhs
        if rhs.largest_known_divisor % modulus == 0:
            return lhs
    if expr.kind == "mod":
        dividend, inner = expr.operands
        if inner.constant_value is not None and inner.constant_value >= 1 and inner.constant_value % modulus == 0:
            return dividend
    return None


def _checked_divisor(kind: str, rhs: AffineExpr) -> int | None:
    if rhs.dim_bound:
        raise NonAffineError(f"non-affine expression: right operand of {kind} has to be either a constant or symbolic")
    return rhs.constant_value
