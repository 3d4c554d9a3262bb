"""Values of affine functions of indices that need not be symbols.

A `loop.apply` says most: it folds, and what it gives can be a bound of a loop. Its symbols must be symbols
(`dialects.loop.scopes`). Other values are dimensions of it, as long as they can be; with what can be neither `arith`
computes, and so it does where dimensions are multiplied, which no affine function does.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import loop
from dlc.ir import Builder, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap, AffineSymbolExpr, NonAffineError

from ..rewriting.affine_arithmetic import AffineArithmetic, MakeConstant


def affine_value(b: Builder, expr: AffineExpr, symbols: Sequence[Value], constant: MakeConstant) -> Value:
    """The value of an expression over symbols, where a builder is."""
    scope = loop.scope_of_region(b.here.block.parent)
    as_symbols = [value for value in dict.fromkeys(symbols) if loop.is_valid_symbol(value, scope)]
    as_dims = [value for value in dict.fromkeys(symbols) if value not in as_symbols]
    if not all(loop.is_valid_dim(value, scope) for value in as_dims):
        return AffineArithmetic(b, constant, 0, symbols).of(expr)
    leaves: dict[Value, AffineExpr] = {value: AffineSymbolExpr(number) for number, value in enumerate(as_symbols)}
    leaves.update((value, AffineDimExpr(number)) for number, value in enumerate(as_dims))
    try:
        renamed = expr.replace_symbols([leaves[value] for value in symbols])
    except NonAffineError:  # it multiplies dimensions, or divides by them
        return AffineArithmetic(b, constant, 0, symbols).of(expr)
    affine_map = AffineMap(len(as_dims), len(as_symbols), [renamed])
    return b.insert(loop.ApplyOp.of(affine_map, [*as_dims, *as_symbols])).result
