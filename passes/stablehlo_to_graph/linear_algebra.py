"""Triangular matrices: factors of Cholesky, and solutions of equations."""

from __future__ import annotations

from dlc.dialects import graph, stablehlo

from ..graph.matrix_factors import cholesky_factor, triangular_solution
from ..graph.translated_values import static_shape
from ..rewriting.cannot_lower import CannotLower
from .translation import Translated, Translation, is_complex, translates


@translates(stablehlo.TriangularSolveOp)
def translate_triangular_solve(op: stablehlo.TriangularSolveOp, t: Translation) -> Translated:
    """The x in op(a) x = b, or in x op(a) = b."""
    a, b = t.parts(op.a), t.parts(op.b)
    static_shape(a[0])
    static_shape(b[0])
    form = op.transpose_a.value
    if form == "ADJOINT":
        a = (a[0], graph.neg(a[1])) if len(a) == 2 else a
    is_left, is_lower, is_unit = (bool(each.value) for each in (op.left_side, op.lower, op.unit_diagonal))
    return [triangular_solution(a, b, left=is_left, lower=is_lower, transpose=form != "NO_TRANSPOSE", unit=is_unit)]


@translates(stablehlo.CholeskyOp)
def translate_cholesky(op: stablehlo.CholeskyOp, t: Translation) -> Translated:
    """The triangular factor, column by column."""
    if is_complex(op.a):
        raise CannotLower("is not supported on complex numbers")
    a = t.get(op.a)
    static_shape(a)
    return cholesky_factor(a, lower=op.lower is not None and bool(op.lower.value))
