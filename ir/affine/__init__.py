"""Affine expressions, maps and integer sets, as MLIR has them: `expr`, `map` and `integer_set` say more.

Standalone: nothing here knows operations, attributes or the parser.
"""

from __future__ import annotations

from .bounds import Range, affine_bounds
from .errors import AffineDivisorError, AffineError, AffineOverflowError, NonAffineError
from .expr import (
    AffineAddExpr,
    AffineBinaryOpExpr,
    AffineCeilDivExpr,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineFloorDivExpr,
    AffineModExpr,
    AffineMulExpr,
    AffineSymbolExpr,
    affine_dims,
    affine_symbols,
    as_affine_expr,
)
from .flatten import Flattener, LocalVariable, simplify_affine_expr
from .integer_set import IntegerSet
from .integer_systems import CONSTANT, Row
from .map import AffineMap
from .map_shapes import (
    broadcast_results,
    concat_affine_maps,
    inverse_and_broadcast_projected_permutation,
    inverse_permutation,
    is_minor_identity,
    is_minor_identity_with_broadcast,
    is_permutation,
    is_projected_permutation,
)

__all__ = [
    "CONSTANT",
    "AffineAddExpr",
    "AffineBinaryOpExpr",
    "AffineCeilDivExpr",
    "AffineConstantExpr",
    "AffineDimExpr",
    "AffineDivisorError",
    "AffineError",
    "AffineExpr",
    "AffineFloorDivExpr",
    "AffineMap",
    "AffineModExpr",
    "AffineMulExpr",
    "AffineOverflowError",
    "AffineSymbolExpr",
    "Flattener",
    "IntegerSet",
    "LocalVariable",
    "NonAffineError",
    "Range",
    "Row",
    "affine_bounds",
    "affine_dims",
    "affine_symbols",
    "as_affine_expr",
    "broadcast_results",
    "concat_affine_maps",
    "inverse_and_broadcast_projected_permutation",
    "inverse_permutation",
    "is_minor_identity",
    "is_minor_identity_with_broadcast",
    "is_permutation",
    "is_projected_permutation",
    "simplify_affine_expr",
]
