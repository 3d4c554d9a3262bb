"""Values of affine functions of indices that need not be symbols.

A `loop.apply` says most: it folds, and what it gives can be a bound of a loop. Its symbols must be symbols
(`dialects.loop.scopes`). Other values are dimensions of it, as long as they can be; with what can be neither `arith`
computes, and so it does where dimensions are multiplied, which no affine function does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dlc.dialects import arith, loop
from dlc.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr, NonAffineError
from dlc.ir.builder import Builder
from dlc.ir.values import Value

Constant = Callable[[int], Value]
"""A constant of type index."""


def affine_value(b: Builder, expr: AffineExpr, symbols: Sequence[Value], constant: Constant) -> Value:
    """The value of an expression over symbols, where a builder is."""
    assert b.point is not None
    scope = loop.scope_of_region(b.point.block.parent)
    as_symbols = [value for value in dict.fromkeys(symbols) if loop.is_valid_symbol(value, scope)]
    as_dims = [value for value in dict.fromkeys(symbols) if value not in as_symbols]
    if not all(loop.is_valid_dim(value, scope) for value in as_dims):
        return _computed(b, expr, symbols, constant)
    leaves: dict[Value, AffineExpr] = {value: AffineSymbolExpr(number) for number, value in enumerate(as_symbols)}
    leaves.update((value, AffineDimExpr(number)) for number, value in enumerate(as_dims))
    try:
        renamed = expr.replace_symbols([leaves[value] for value in symbols])
    except NonAffineError:  # it multiplies dimensions, or divides by them
        return _computed(b, expr, symbols, constant)
    affine_map = AffineMap(len(as_dims), len(as_symbols), [renamed])
    return b.insert(loop.ApplyOp.of(affine_map, [*as_dims, *as_symbols])).result


def _computed(b: Builder, expr: AffineExpr, symbols: Sequence[Value], constant: Constant) -> Value:
    found: dict[AffineExpr, Value] = {}
    for each in expr.walk():
        if isinstance(each, AffineConstantExpr):
            found[each] = constant(each.constant_value)
        elif isinstance(each, AffineSymbolExpr):
            found[each] = symbols[each.position]
        else:
            left, right = (found[operand] for operand in each.operands)
            found[each] = _OPERATIONS[each.kind](b, left, right)
    return found[expr]


def _remainder(b: Builder, a: Value, divisor: Value) -> Value:
    """What is left, which is not negative."""
    once = b.insert(arith.AddIOp(b.insert(arith.RemSIOp(a, divisor)).results[0], divisor)).results[0]
    return b.insert(arith.RemSIOp(once, divisor)).results[0]


_OPERATIONS: dict[str, Callable[[Builder, Value, Value], Value]] = {
    "add": lambda b, left, right: b.insert(arith.AddIOp(left, right)).results[0],
    "mul": lambda b, left, right: b.insert(arith.MulIOp(left, right)).results[0],
    "floordiv": lambda b, left, right: b.insert(arith.FloorDivSIOp(left, right)).results[0],
    "ceildiv": lambda b, left, right: b.insert(arith.CeilDivSIOp(left, right)).results[0],
    "mod": _remainder,
}
