"""Cancelling symbols in semi-affine expressions: `(d0 * s0) floordiv s0` is `d0`, `(d0 * s0) mod s0` is 0.

This takes symbols that divide to be positive, as everything does that divides by them.
"""

from __future__ import annotations

from .expr import AffineConstantExpr, AffineExpr, AffineSymbolExpr
from .traversal import postorder

_Quotients = dict[AffineExpr, AffineExpr | None]


def cancel_symbols(root: AffineExpr) -> AffineExpr:
    """`root` without the divisions by a symbol that are known to leave no remainder."""
    rebuilt: dict[AffineExpr, AffineExpr] = {}
    for part in postorder((root,)):
        new = part.with_operands(*[rebuilt[operand] for operand in part.operands]) if part.operands else part
        rebuilt[part] = _cancelled(new)
    return rebuilt[root]


def _cancelled(expr: AffineExpr) -> AffineExpr:
    if expr.kind not in ("mod", "floordiv", "ceildiv"):
        return expr
    dividend, divisor = expr.operands
    if not isinstance(divisor, AffineSymbolExpr):
        return expr
    quotient = _divide_by_symbol(dividend, divisor, expr.kind)
    if quotient is None:
        return expr
    return AffineConstantExpr(0) if expr.kind == "mod" else quotient


def _divide_by_symbol(expr: AffineExpr, symbol: AffineExpr, kind: str) -> AffineExpr | None:
    """Return the exact quotient of `expr` and `symbol`, `None` where it is not known to be one.

    `(e floordiv c) floordiv s` is `(e floordiv s) floordiv c`, so that inside a division only the same kind of division
    may be passed through; inside `mod`, none.
    """
    if expr.symbol_bound == 0 and expr.constant_value != 0:
        return None
    order = postorder((expr,))
    inside_mod = _quotients(order, symbol, "mod", {})
    return (inside_mod if kind == "mod" else _quotients(order, symbol, kind, inside_mod))[expr]


def _quotients(order: list[AffineExpr], symbol: AffineExpr, kind: str, inside_mod: _Quotients) -> _Quotients:
    """Return the quotient of each part, where it is divided by an operation of this kind."""
    quotients: _Quotients = {}
    of_mod_operands = inside_mod or quotients
    for part in order:
        quotients[part] = _quotient(part, symbol, kind, quotients, of_mod_operands)
    return quotients


def _quotient(
    part: AffineExpr, symbol: AffineExpr, kind: str, quotients: _Quotients, of_mod_operands: _Quotients
) -> AffineExpr | None:
    if part is symbol:
        return AffineConstantExpr(1)
    if not part.operands:
        return part if part.constant_value == 0 else None
    lhs, rhs = part.operands
    left, right = quotients[lhs], quotients[rhs]
    if part.kind == "mul":
        return left * rhs if left is not None else lhs * right if right is not None else None
    if part.kind == "add":
        return None if left is None or right is None else left + right
    if part.kind == "mod":
        left, right = of_mod_operands[lhs], of_mod_operands[rhs]
        return None if left is None or right is None else left % right
    return part.with_operands(left, rhs) if part.kind == kind and left is not None else None
