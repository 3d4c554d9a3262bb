"""Affine forms of index arithmetic, for loops and accesses whose indices are computed by `arith`.

Sums and multiples of dimensions and symbols become affine expressions. They wrap where `arith` wraps, and are undefined
where an affine map's result would not fit 64 bits: such an index is in no memref, and no loop counts that far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dlc.dialects import affine, arith, loop, memref
from dlc.dialects.loop.scopes import affine_scope, is_valid_dim, is_valid_symbol
from dlc.ir import Builder, IntegerAttr, Operation, Region, Value
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr
from dlc.ir.builtin_types import index
from dlc.ir.values import constant_of

from ..rewriting.affine_arithmetic import map_values
from .renaming import replace_op

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


def bound_of(value: Value, user: Operation, kind: type[Operation]) -> tuple[AffineMap, list[Value]] | None:
    """Return the map for a bound of a loop at `user`; `kind` is the op that takes the greatest or least."""
    form = AffineForm(affine_scope(user))
    results = form.extremes(value, kind)
    return form.map_of(results) if results else None


def raise_accesses(root: Operation) -> int:
    """Turn accesses of `memref` at affine indices into those of `loop`; return their number."""
    count = 0
    for op in list(root.walk()):
        if (
            not isinstance(op, (memref.LoadOp, memref.StoreOp))
            or op.nontemporal is not None
            or op.alignment is not None
        ):
            continue
        form = AffineForm(affine_scope(op))
        exprs = [form.expression(each) for each in op.indices]
        known = [expr for expr in exprs if expr is not None]
        if len(known) < len(exprs):
            continue
        affine_map, operands = form.map_of(known)
        if isinstance(op, memref.LoadOp):
            access: Operation = loop.LoadOp.mapped(op.memref, affine_map, operands, location=op.location)
        else:
            access = loop.StoreOp.mapped(op.value, op.memref, affine_map, operands, location=op.location)
        access.attributes.update(op.attributes)
        replace_op(op, access)
        count += 1
    return count


def settle_symbols(root: Operation) -> None:
    """Compute in `arith` what applies a map to symbols that are none any more, since loops around count with them."""
    for op in list(root.walk()):
        if not isinstance(op, (affine.ApplyOp, loop.ApplyOp)):
            continue
        scope, num_dims = affine_scope(op), op.affine_map.num_dims
        if all(is_valid_symbol(each, scope) or not is_valid_dim(each, scope) for each in op.operands[num_dims:]):
            continue
        builder = Builder.before(op)
        [value] = map_values(builder, partial(constant_index, builder), op.affine_map, op.operands)
        op.result.replace_all_uses_with(value)
        op.erase()


def constant_index(builder: Builder, number: int) -> Value:
    """Insert a constant index."""
    return builder.insert(arith.ConstantOp.integer(number, index)).results[0]
