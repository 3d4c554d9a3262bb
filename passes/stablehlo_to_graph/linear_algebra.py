"""Triangular matrices: factors of Cholesky, and solutions of equations."""

from __future__ import annotations

from dlc.dialects import stablehlo

from ..graph.complex_parts import conjugate
from ..graph.matrix_factors import cholesky_factor, triangular_solution
from ..graph.translated_values import static_shape
from .translation import Translated, Translation, translates


@translates(stablehlo.TriangularSolveOp)
def translate_triangular_solve(op: stablehlo.TriangularSolveOp, t: Translation) -> Translated:
    """The x in op(a) x = b, or in x op(a) = b."""
    a, b = t.parts(op.a), t.parts(op.b)
    static_shape(a[0])
    static_shape(b[0])
    form = op.transpose_a.value
    if form == "ADJOINT":
        a = conjugate(a)
    is_left, is_lower, is_unit = (bool(each.value) for each in (op.left_side, op.lower, op.unit_diagonal))
    return [triangular_solution(a, b, left=is_left, lower=is_lower, transpose=form != "NO_TRANSPOSE", unit=is_unit)]


@translates(stablehlo.CholeskyOp)
def translate_cholesky(op: stablehlo.CholeskyOp, t: Translation) -> Translated:
    """The triangular factor, column by column."""
    a = t.parts(op.a)
    static_shape(a[0])
    return [cholesky_factor(a, lower=op.lower is not None and bool(op.lower.value))]
