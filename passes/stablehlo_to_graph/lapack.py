"""Routines of LAPACK that JAX calls on CPUs: equations, factors and singular values of matrices of real or complex
numbers, and eigenvalues of symmetric or Hermitian ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import prod

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value
from dlc.ir.builtin_attributes import DenseElementsAttr, DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import FloatType, TensorType, i32
from dlc.ir.sizes import Shape

from ..graph.complex_parts import Parts, conjugate
from ..graph.matrix_factors import (
    cholesky_factor,
    diagonal,
    hessenberg_reflections,
    lu_factors,
    orthogonal,
    pivoted_reflections,
    product_with_orthogonal,
    reflections,
    triangular_solution,
)
from ..graph.spectral_factors import eigenvalues, from_triangle, singular_factors, singular_values
from ..graph.translated_values import scalar, spread_to, static_shape
from ..graph.tridiagonal_equations import tridiagonal_solution
from ..rewriting.cannot_lower import CannotLower
from .control import CUSTOM_CALLS, CustomCall
from .translation import Translated, Translation, parts_of_type, shape_of_declared

REAL, COMPLEX = "sd", "cz"
"""The letters of f32 and f64, and of complex numbers of both, in names of routines."""
LOWER, LEFT, UNIT_DIAGONAL, NOT_TRANSPOSED, ADJOINT = "L", "L", "U", "N", "C"
COMPLETE, ONLY_VALUES = "A", "N"
"""Options by which a routine returns all singular vectors, or none. Others ask for as many as there are values."""


def _option(op: stablehlo.CustomCallOp, name: str) -> int:
    """Return an option of a routine."""
    options = op.attributes.get("mhlo.backend_config")
    option = options.get(name) if isinstance(options, DictionaryAttr) else None
    if not isinstance(option, IntegerAttr):
        raise CannotLower(f"needs the option '{name}' in 'mhlo.backend_config'")
    return option.value


def _letter(op: stablehlo.CustomCallOp, name: str) -> str:
    """Return an option of a routine, a letter that is given as its code."""
    return chr(_option(op, name) % 256)


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


def _failure_by_nan(a: Parts) -> Value:
    """Return -4 for each matrix that has NaN, and 0 for others."""
    rank = len(shape_of(a[0]))
    has_nan = reduce(graph.or_, [graph.reduce("or", graph.is_nan(part), [rank - 2, rank - 1]) for part in a])
    return graph.mul(graph.cast(has_nan, i32), -4)


def _reflections(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`geqrf`: the triangular factor R, below it the vectors of Householder's reflections, and their coefficients."""
    return list(reflections(t.parts(op.inputs[0])))


def _orthogonal(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`orgqr` or `ungqr`: the first columns of the product of Householder's reflections."""
    return [orthogonal(*map(t.parts, op.inputs))]


def _product_with_orthogonal(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`ormqr` or `unmqr`: the product of Householder's reflections, or its adjoint, times a matrix."""
    left, is_adjoint = bool(_option(op, "left")), bool(_option(op, "transpose"))
    vectors, coefficients, c = map(t.parts, op.inputs)
    return [product_with_orthogonal(vectors, coefficients, c, left=left, is_adjoint=is_adjoint)]


def _pivoted_reflections(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`geqp3`: as `geqrf`, of columns in an order that is found, and their numbers, counted from 1.

    JAX lets all columns be moved, so the second operand is zeros.
    """
    matrix, order, coefficients = pivoted_reflections(t.parts(op.inputs[0]))
    return [matrix, (graph.cast(graph.add(order, 1), i32),), coefficients]


def _hessenberg_reflections(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`gehrd`: a matrix that is nearly triangular, and the coefficients of the reflections that have made it so."""
    a = t.parts(op.inputs[0])
    *batch, count, _ = static_shape(a[0])
    if (_option(op, "low"), _option(op, "high")) != (1, count):
        raise CannotLower("must be of whole matrices")
    matrix, coefficients = hessenberg_reflections(a)
    return [matrix, coefficients, (_success(batch),)]


def _eigenvalues(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`syevd` or `heevd`: eigenvectors in the columns of a matrix, and eigenvalues, ascending."""
    a = t.parts(op.inputs[0])
    values, vectors = eigenvalues(from_triangle(a, lower=_letter(op, "uplo") == LOWER))
    return [vectors, (values,), (_success(static_shape(a[0])[:-2]),)]


def _singular_values(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`gesdd`: the matrix, which LAPACK overwrites, singular values, the largest first, and the factors on both sides.

    Factors that are not asked for are zeros. The last result is -4 for a matrix with NaN, which has no factors.
    """
    a, mode = t.parts(op.inputs[0]), _letter(op, "mode")
    success = (_failure_by_nan(a),)
    if mode == ONLY_VALUES:
        sides = [(graph.broadcast(scalar(0, a[0]), [], _shape_of_result(each)),) * len(a) for each in op.outputs[2:4]]
        return [a, (singular_values(a),), *sides, success]
    factors = singular_factors(a, is_complete=mode == COMPLETE)
    return [a, (factors.values,), factors.u, factors.vt, success]


def _tridiagonal_equations(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
    """`gtsv`: the matrix, which LAPACK overwrites, and the x in a x = b."""
    below, diagonal, above, b = given = [t.parts(each) for each in op.inputs]
    success = (_success(static_shape(b[0])[:-2]),)
    return [*given[:3], tridiagonal_solution(below, diagonal, above, b), success]


def _shape_of_result(result: Value) -> Shape:
    return shape_of_declared(parts_of_type(result.type)[0])


NUMBERS, ORDER = "n", "o"
"""Kinds of operands: numbers of the precision of a routine, and integers that say how columns are ordered."""


def _checked(routine: CustomCall, operands: str, results: int, *, is_complex: bool) -> CustomCall:
    """Return the translation of a routine that refuses calls of another form; operands are given by their kinds."""

    def translate(op: stablehlo.CustomCallOp, t: Translation) -> Translated:
        if (len(op.inputs), len(op.outputs)) != (len(operands), results):
            got = f"{len(op.inputs)} and {len(op.outputs)}"
            raise CannotLower(f"must have {len(operands)} operands and {results} results, but got {got}")
        numbers = [each for kind, each in zip(operands, op.inputs, strict=True) if kind == NUMBERS]
        for each in numbers:
            parts = parts_of_type(each.type)
            if len(parts) != 1 + is_complex or not isinstance(parts[0].element_type, FloatType):
                kind = "complex" if is_complex else "real"
                raise CannotLower(f"must have matrices of {kind} numbers, but got '{each.type}'")
        shapes = [static_shape(t.parts(each)[0]) for each in numbers]
        if all(len(each) < 2 for each in shapes):
            raise CannotLower(f"must have matrices, but got '{op.inputs[0].type}'")
        return routine(op, t)

    return translate


ROUTINES: dict[str, tuple[CustomCall, str, int]] = {
    "trsm": (_equations, NUMBERS * 2, 1),
    "potrf": (_cholesky, NUMBERS, 2),
    "getrf": (_lu, NUMBERS, 3),
    "geqrf": (_reflections, NUMBERS, 2),
    "geqp3": (_pivoted_reflections, NUMBERS + ORDER, 3),
    "gehrd": (_hessenberg_reflections, NUMBERS, 3),
    "orgqr": (_orthogonal, NUMBERS * 2, 1),
    "ormqr": (_product_with_orthogonal, NUMBERS * 3, 1),
    "syevd": (_eigenvalues, NUMBERS, 3),
    "gesdd": (_singular_values, NUMBERS, 5),
    "gtsv": (_tridiagonal_equations, NUMBERS * 4, 5),
}
"""Routines by their names for real numbers, with the kinds of their operands and the number of results."""
NAMES_FOR_COMPLEX = {"orgqr": "ungqr", "ormqr": "unmqr", "syevd": "heevd"}
for _name, (_routine, _kinds, _results) in ROUTINES.items():
    for _letters, _full_name in ((REAL, _name), (COMPLEX, NAMES_FOR_COMPLEX.get(_name, _name))):
        _call = _checked(_routine, _kinds, _results, is_complex=_letters == COMPLEX)
        CUSTOM_CALLS.update({f"lapack_{letter}{_full_name}_ffi": _call for letter in _letters})
