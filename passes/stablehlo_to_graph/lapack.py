"""Routines of LAPACK that JAX calls on CPUs: equations, factors and singular values of matrices of real or complex
numbers, and eigenvalues of symmetric or Hermitian ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value
from dlc.ir.builtin_attributes import DenseElementsAttr, DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import FloatType, TensorType, i32
from dlc.ir.sizes import Shape

from ..graph.complex_parts import conjugate
from ..graph.matrix_factors import (
    cholesky_factor,
    diagonal,
    lu_factors,
    orthogonal,
    reflections,
    triangular_solution,
)
from ..graph.spectral_factors import eigenvalues, from_triangle, singular_factors, singular_values
from ..graph.translated_values import scalar, spread_to, static_shape
from ..rewriting.cannot_lower import CannotLower
from .control import CUSTOM_CALLS, CustomCall
from .translation import Translated, Translation, parts_of_type, shape_of_declared

REAL, COMPLEX = "sd", "cz"
"""The letters of f32 and f64, and of complex numbers of both, in names of routines."""
LOWER, LEFT, UNIT_DIAGONAL, NOT_TRANSPOSED, ADJOINT = "L", "L", "U", "N", "C"
COMPLETE, ONLY_VALUES = "A", "N"
"""Options by which a routine returns all singular vectors, or none. Others ask for as many as there are values."""


def _letter(op: stablehlo.CustomCallOp, name: str) -> str:
    """Return an option of a routine, a letter that is given as its code."""
    options = op.attributes.get("mhlo.backend_config")
    code = options.get(name) if isinstance(options, DictionaryAttr) else None
    if not isinstance(code, IntegerAttr):
        raise CannotLower(f"needs the option '{name}' in 'mhlo.backend_config'")
    return chr(code.value % 256)


# -- Routines ----------------------------------------------------------------------------------------------------------


def _equations(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`trsm`: equations with a triangular matrix."""
    left, lower = _letter(op, "side") == LEFT, _letter(op, "uplo") == LOWER
    transpose, unit = _letter(op, "trans_x") != NOT_TRANSPOSED, _letter(op, "diag") == UNIT_DIAGONAL
    a, b = (t.parts(each) for each in op.inputs)
    a = conjugate(a) if _letter(op, "trans_x") == ADJOINT else a
    return [triangular_solution(a, b, left=left, lower=lower, transpose=transpose, unit=unit)]


def _cholesky(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`potrf`: the triangular factor, and 1 if there is none because a number on its diagonal is not positive."""
    factor = cholesky_factor(t.parts(op.inputs[0]), lower=_letter(op, "uplo") == LOWER)
    roots = diagonal(factor[0])
    is_positive = graph.compare("gt", roots, spread_to(scalar(0, roots), roots))
    failed = graph.reduce("max", graph.cast(graph.not_(is_positive), i32), [len(shape_of(roots)) - 1])
    return [factor, (failed,)]


def _lu(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`getrf`: both triangular factors in one matrix, and the row, counted from 1, that each is exchanged with.

    The last result, which says whether the matrix is singular, is 0.
    """
    a = t.parts(op.inputs[0])
    *batch, _, _ = static_shape(a[0])
    factors, pivots = lu_factors(a)
    pivots = graph.cast(graph.add(pivots, 1), i32)
    return [factors, (pivots,), (_success(batch),)]


def _success(batch: Sequence[int]) -> Value:
    """Return the number 0 for each matrix, which says that a routine has succeeded."""
    return graph.constant(DenseElementsAttr.of(TensorType(tuple(batch), i32), [0] * prod(batch)))


def _reflections(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`geqrf`: the triangular factor R, below it the vectors of Householder's reflections, and their coefficients."""
    return list(reflections(t.parts(op.inputs[0])))


def _orthogonal(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`orgqr` or `ungqr`: the first columns of the product of Householder's reflections."""
    return [orthogonal(*map(t.parts, op.inputs))]


def _eigenvalues(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`syevd` or `heevd`: eigenvectors in the columns of a matrix, and eigenvalues, ascending."""
    a = t.parts(op.inputs[0])
    values, vectors = eigenvalues(from_triangle(a, lower=_letter(op, "uplo") == LOWER))
    return [vectors, (values,), (_success(static_shape(a[0])[:-2]),)]


def _singular_values(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`gesdd`: the matrix, which LAPACK overwrites, singular values, the largest first, and the factors on both sides.

    Factors that are not asked for are zeros.
    """
    a, mode = t.parts(op.inputs[0]), _letter(op, "mode")
    success = (_success(static_shape(a[0])[:-2]),)
    if mode == ONLY_VALUES:
        sides = [(graph.broadcast(scalar(0, a[0]), [], _shape_of_result(each)),) * len(a) for each in op.outputs[2:4]]
        return [a, (singular_values(a),), *sides, success]
    factors = singular_factors(a, is_complete=mode == COMPLETE)
    return [a, (factors.values,), factors.u, factors.vt, success]


def _shape_of_result(result: Value) -> Shape:
    return shape_of_declared(parts_of_type(result.type)[0])


def _checked(routine: CustomCall, operands: int, results: int, *, is_complex: bool) -> CustomCall:
    """Return the translation of a routine that refuses calls of another form."""

    def translate(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
        if (len(op.inputs), len(op.outputs)) != (operands, results):
            got = f"{len(op.inputs)} and {len(op.outputs)}"
            raise CannotLower(f"must have {operands} operands and {results} results, but got {got}")
        for each in op.inputs:
            parts = parts_of_type(each.type)
            if len(parts) != 1 + is_complex or not isinstance(parts[0].element_type, FloatType):
                kind = "complex" if is_complex else "real"
                raise CannotLower(f"must have matrices of {kind} numbers, but got '{each.type}'")
        if len(static_shape(t.parts(op.inputs[0])[0])) < 2:
            raise CannotLower(f"must have matrices, but got '{op.inputs[0].type}'")
        for each in op.inputs[1:]:
            static_shape(t.parts(each)[0])
        return routine(op, t)

    return translate


ROUTINES: dict[str, tuple[CustomCall, int, int]] = {
    "trsm": (_equations, 2, 1),
    "potrf": (_cholesky, 1, 2),
    "getrf": (_lu, 1, 3),
    "geqrf": (_reflections, 1, 2),
    "orgqr": (_orthogonal, 2, 1),
    "syevd": (_eigenvalues, 1, 3),
    "gesdd": (_singular_values, 1, 5),
}
"""Routines by their names for real numbers, with the numbers of operands and results."""
NAMES_FOR_COMPLEX = {"orgqr": "ungqr", "syevd": "heevd"}
for _name, (_routine, *_counts) in ROUTINES.items():
    for _letters, _full_name in ((REAL, _name), (COMPLEX, NAMES_FOR_COMPLEX.get(_name, _name))):
        _call = _checked(_routine, *_counts, is_complex=_letters == COMPLEX)
        CUSTOM_CALLS.update({f"lapack_{letter}{_full_name}_ffi": _call for letter in _letters})
