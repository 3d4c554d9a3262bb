"""Affine expressions, maps and integer sets of both frameworks into one another.

Expressions of xDSL are trees as they were built; dlc's are simplified when they are made, and shared. So `d0 + 0` of
xDSL comes back as `d0`. Walks use stacks and remember each part, since a shared expression may be a huge tree.
"""

from __future__ import annotations

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr as XConstant,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineDimExpr as XDim,
    AffineExpr as XExpr,
    AffineMap as XMap,
    AffineSet as XSet,
    AffineSymExpr,
)

from ...ir.affine import (
    AffineAddExpr,
    AffineCeilDivExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineFloorDivExpr,
    AffineMap,
    AffineModExpr,
    AffineMulExpr,
    AffineSymbolExpr,
    IntegerSet,
)
from ...ir.affine.traversal import postorder

_MAKE = {
    AffineBinaryOpKind.Add: AffineAddExpr,
    AffineBinaryOpKind.Mul: AffineMulExpr,
    AffineBinaryOpKind.Mod: AffineModExpr,
    AffineBinaryOpKind.FloorDiv: AffineFloorDivExpr,
    AffineBinaryOpKind.CeilDiv: AffineCeilDivExpr,
}
_KINDS = {
    "add": AffineBinaryOpKind.Add,
    "mul": AffineBinaryOpKind.Mul,
    "mod": AffineBinaryOpKind.Mod,
    "floordiv": AffineBinaryOpKind.FloorDiv,
    "ceildiv": AffineBinaryOpKind.CeilDiv,
}

# -- From xDSL ---------------------------------------------------------------------------------------------------------


def expr_from_xdsl(root: XExpr) -> AffineExpr:
    """Return the same expression, simplified as dlc does it."""
    converted: dict[int, AffineExpr] = {}
    pending = [root]
    while pending:
        expr = pending[-1]
        if id(expr) in converted:
            pending.pop()
        elif isinstance(expr, AffineBinaryOpExpr):
            missing = [part for part in (expr.lhs, expr.rhs) if id(part) not in converted]
            if missing:
                pending += missing
            else:
                converted[id(expr)] = _MAKE[expr.kind](converted[id(expr.lhs)], converted[id(expr.rhs)])
        else:
            converted[id(expr)] = _leaf_from_xdsl(expr)
    return converted[id(root)]


def _leaf_from_xdsl(expr: XExpr) -> AffineExpr:
    if isinstance(expr, XDim):
        return AffineDimExpr(expr.position)
    if isinstance(expr, AffineSymExpr):
        return AffineSymbolExpr(expr.position)
    assert isinstance(expr, XConstant)
    return AffineConstantExpr(expr.value)


def map_from_xdsl(value: XMap) -> AffineMap:
    return AffineMap(value.num_dims, value.num_symbols, tuple(map(expr_from_xdsl, value.results)))


def set_from_xdsl(value: XSet) -> IntegerSet:
    """Return the same set; xDSL's constraints with `<=` are negated."""
    constraints: list[AffineExpr] = []
    equalities: list[bool] = []
    for constraint in value.constraints:
        difference = expr_from_xdsl(constraint.lhs) - expr_from_xdsl(constraint.rhs)
        constraints.append(-difference if constraint.kind is AffineConstraintKind.le else difference)
        equalities.append(constraint.kind is AffineConstraintKind.eq)
    return IntegerSet(value.num_dims, value.num_symbols, constraints, equalities)


# -- To xDSL -----------------------------------------------------------------------------------------------------------


def expr_to_xdsl(root: AffineExpr) -> XExpr:
    converted: dict[AffineExpr, XExpr] = {}
    for expr in postorder((root,)):
        if expr.operands:
            lhs, rhs = expr.operands
            converted[expr] = AffineBinaryOpExpr(_KINDS[expr.kind], converted[lhs], converted[rhs])
        else:
            converted[expr] = _leaf_to_xdsl(expr)
    return converted[root]


def _leaf_to_xdsl(expr: AffineExpr) -> XExpr:
    if isinstance(expr, AffineDimExpr):
        return XDim(expr.position)
    if isinstance(expr, AffineSymbolExpr):
        return AffineSymExpr(expr.position)
    assert expr.constant_value is not None
    return XConstant(expr.constant_value)


def map_to_xdsl(value: AffineMap) -> XMap:
    return XMap(value.num_dims, value.num_symbols, tuple(map(expr_to_xdsl, value.results)))


def set_to_xdsl(value: IntegerSet) -> XSet:
    zero = XConstant(0)
    constraints = tuple(
        AffineConstraintExpr(
            AffineConstraintKind.eq if is_equality else AffineConstraintKind.ge,
            expr_to_xdsl(expr),
            zero,
            canonicalize=False,
        )
        for expr, is_equality in zip(value.constraints, value.eq_flags, strict=True)
    )
    return XSet(value.num_dims, value.num_symbols, constraints)
