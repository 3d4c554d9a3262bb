"""Affine forms of index arithmetic, for loops and accesses whose indices are computed by `arith`.

Sums and multiples of dimensions and symbols become affine expressions. They wrap where `arith` wraps, and are undefined
where an affine map's result would not fit 64 bits: such an index is in no memref, and no loop counts that far.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.dialects.loop.scopes import is_valid_dim, is_valid_symbol
from dlc.ir import IntegerAttr, Operation, Region, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr
from dlc.ir.values import constant_of

DEEPEST = 32
"""The number of operations that one expression may consist of."""


class AffineForm:
    """Affine expressions of values that are used at one place, over dimensions and symbols that they have in common."""

    def __init__(self, scope: Region | None) -> None:
        self.scope = scope
        self.dims: list[Value] = []
        self.symbols: list[Value] = []

    def map_of(self, results: Sequence[AffineExpr]) -> tuple[AffineMap, list[Value]]:
        """Return the map with these results, and its operands."""
        return AffineMap(len(self.dims), len(self.symbols), results), [*self.dims, *self.symbols]

    def expression(self, value: Value, depth: int = DEEPEST) -> AffineExpr | None:
        """Return a value as an affine expression, if it is one."""
        constant = constant_of(value)
        if isinstance(constant, IntegerAttr):
            return AffineConstantExpr(constant.value)
        composed = self._composed(value, depth)
        if composed is not None:
            return composed
        if is_valid_symbol(value, self.scope):
            return AffineSymbolExpr(_position(self.symbols, value))
        return AffineDimExpr(_position(self.dims, value)) if is_valid_dim(value, self.scope) else None

    def _composed(self, value: Value, depth: int) -> AffineExpr | None:
        """Return a sum, difference or product of affine expressions, if it is one."""
        definer = value.defining_op
        if depth == 0 or not isinstance(definer, (arith.AddIOp, arith.SubIOp, arith.MulIOp)):
            return None
        lhs, rhs = (self.expression(operand, depth - 1) for operand in definer.operands)
        if lhs is None or rhs is None:
            return None
        if isinstance(definer, arith.AddIOp):
            return lhs + rhs
        if isinstance(definer, arith.SubIOp):
            return lhs - rhs
        return lhs * rhs if lhs.constant_value is not None or rhs.constant_value is not None else None

    def access(self, indices: Sequence[Value]) -> tuple[AffineMap, list[Value]] | None:
        """Return the map of indices and its operands, if all of them are affine expressions."""
        exprs = [self.expression(each) for each in indices]
        known = [expr for expr in exprs if expr is not None]
        return self.map_of(known) if len(known) == len(exprs) else None

    def extremes(self, value: Value, kind: type[Operation]) -> list[AffineExpr] | None:
        """Return the expressions of which a value is the least or the greatest, by the op that computes that."""
        pending, results = [value], list[AffineExpr]()
        while pending:
            each = pending.pop()
            definer = each.defining_op
            if isinstance(definer, kind) and len(pending) < DEEPEST:
                pending += reversed(definer.operands)
                continue
            expr = self.expression(each)
            if expr is None:
                return None
            results.append(expr)
        return results


def _position(values: list[Value], value: Value) -> int:
    if value not in values:
        values.append(value)
    return values.index(value)
