"""Ops on complex tensors, by their real and imaginary parts.

Ops that move elements, choose them or add them up do the same with both parts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from dlc.ir.sizes import Size

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import i1
from ....passes.graph import complex_parts
from ....passes.graph.complex_parts import Parts
from ..complex_values import Complex, from_pairs, is_complex, to_pairs
from ..node import Node
from ..registry import Result, importer_of, imports, imports_complex, name_parts
from ..symbolic import several
from .contraction import product

Operand = Value | Complex | Size | complex


# -- Parts -------------------------------------------------------------------------------------------------------------


@imports_complex("view_as_complex")
def import_pairs(node: Node, x: Value) -> Complex:
    """The complex numbers whose parts lie along the last dimension."""
    return from_pairs(node, x)


@imports_complex("view_as_real")
def import_as_pairs(node: Node, x: Complex) -> Value:
    """Both parts along a new last dimension."""
    return to_pairs(node, x)


@imports_complex("complex")
def import_complex(node: Node, real: Value, imaginary: Value) -> Complex:
    """Complex numbers with these parts."""
    return Complex(*node.operands(real, imaginary, element=node.result_element))


@imports_complex("polar")
def import_polar(node: Node, length: Value, angle: Value) -> Complex:
    """Complex numbers with these distances from 0 and angles."""
    length, angle = node.operands(length, angle, element=node.result_element)
    return Complex(graph.mul(length, graph.cos(angle)), graph.mul(length, graph.sin(angle)))


@imports_complex("real", "imag")
def import_part(node: Node, x: Complex) -> Value:
    """One part."""
    return x.real if ".real" in node.op else x.imaginary


@imports_complex("_conj", "_conj_physical", "conj_physical")
def import_conjugate(node: Node, x: Complex) -> Complex:
    """Numbers with the negative imaginary part."""
    return Complex(x.real, graph.neg(x.imaginary))


@imports("_neg_view", "neg_view")
def import_negative_view(node: Node, x: Value) -> Value:
    """The negative number, as a view."""
    return graph.neg(x)


@imports("resolve_neg", "resolve_conj", "_conj_physical", "conj_physical")
def import_same(node: Node, x: Value) -> Value:
    """The same numbers."""
    return x


@imports_complex("_to_copy", "prims.convert_element_type")
def import_cast(node: Node, x: Value | Complex, *_: Any, dtype: Any = None) -> Result:
    """Numbers of another type; real ones get an imaginary part, of complex ones the real part is left."""
    parts = x.parts if isinstance(x, Complex) else (x,)
    if is_complex(node.traced[0]):
        return _whole(node, tuple(node.cast(part, node.result_element) for part in parts))
    if node.result_element is i1:
        return reduce(graph.or_, (node.cast(part, i1) for part in parts))
    return node.cast(parts[0], node.result_element)


@imports_complex("full", "full_like", "new_full", "scalar_tensor", "fill")
def import_full(node: Node, *args: Any, dtype: Any = None) -> Complex:
    """A number everywhere: the last argument."""
    return _whole(node, _operands(node, args[-1])[0])


@imports_complex("zeros", "zeros_like", "new_zeros", "ones", "ones_like", "new_ones")
@imports_complex("empty", "empty_like", "new_empty", "empty_strided", "new_empty_strided", "empty_permuted")
def import_filled(node: Node, *_: Any, dtype: Any = None) -> Complex:
    """Zeros or ones; elements that are not written yet are zeros."""
    return _whole(node, _operands(node, 1 if ".ones" in node.op or ".new_ones" in node.op else 0)[0])


def _parts(node: Node, given: Operand) -> Parts:
    """Return the parts of an operand, of which a real number has one, with the elements of the complex ones."""
    if isinstance(given, Complex):
        numbers: Sequence[Any] = given.parts
    else:
        numbers = (given.real, given.imag) if isinstance(given, complex) else (given,)
    element = node.promoted() if node.result_element is i1 else node.result_element
    return tuple(node.number(each, element) for each in numbers)


def _whole(node: Node, parts: Parts) -> Complex:
    """Return parts as a complex tensor; a real one has 0 as imaginary part."""
    return Complex(*parts) if len(parts) == 2 else Complex(parts[0], node.full(0, parts[0]))


def _operands(node: Node, *given: Operand) -> list[Parts]:
    """Return the parts of operands, broadcast to the shape of the result."""
    return [tuple(node.spread(part, node.result_shape) for part in _parts(node, each)) for each in given]


# -- Both parts alike --------------------------------------------------------------------------------------------------

ALIKE: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(
        ("view", "_unsafe_view", "reshape", "view_copy", "_reshape_alias", "squeeze", "unsqueeze", "expand", "permute"),
        (0,),
    ),
    **dict.fromkeys(("transpose", "t", "flip", "repeat", "cat", "stack", "roll", "as_strided", "unfold"), (0,)),
    **dict.fromkeys(("alias", "clone", "detach", "lift_fresh_copy", "contiguous", "prims.view_of"), (0,)),
    **dict.fromkeys(("select", "slice", "split_with_sizes", "split", "unbind", "diagonal", "tril", "triu"), (0,)),
    **dict.fromkeys(("prims.broadcast_in_dim", "expand_copy", "permute_copy", "slice_copy", "select_copy"), (0,)),
    **dict.fromkeys(("index", "_unsafe_index", "index_select", "embedding", "gather"), (0,)),
    **dict.fromkeys(("sum", "mean", "cumsum", "neg"), (0,)),
    **dict.fromkeys(("copy", "slice_scatter", "select_scatter", "diagonal_scatter", "as_strided_scatter"), (0, 1)),
    **dict.fromkeys(("index_put", "_unsafe_index_put", "put", "constant_pad_nd"), (0, 2)),
    **dict.fromkeys(("index_add", "index_copy", "scatter_add"), (0, 3)),
    "where": (1, 2),
}
"""Ops that do the same with both parts, and the positions of their complex arguments."""


@imports_complex(*ALIKE)
def import_alike(node: Node, *args: Any, **kwargs: Any) -> Result | list[Result | None]:
    """The same op on each part."""
    importer = importer_of(node.fx_node.target)
    assert importer is not None, "all ops in the table have importers"
    prefix = "prims." if node.op.startswith("prims") else ""
    positions = ALIKE[prefix + name_parts(node.fx_node.target)[1]]
    results: list[Any] = []
    for side in (0, 1):
        given = [_side(node, each, side) if place in positions else each for place, each in enumerate(args)]
        results.append(importer(node, *given, **kwargs))
    if isinstance(results[0], Value):
        return Complex(*results)
    return [Complex(*pair) for pair in zip(*results, strict=True)]


def _side(node: Node, given: Any, side: int) -> Any:
    """Return the real or the imaginary part of an argument, which may be a list."""
    if isinstance(given, (list, tuple)):
        return [_side(node, each, side) for each in several(given)]
    if isinstance(given, Complex):
        return given.parts[side]
    if isinstance(given, complex):
        return given.imag if side else given.real
    if not side:
        return given
    return node.full(0, given) if isinstance(given, Value) else 0


# -- Arithmetic --------------------------------------------------------------------------------------------------------


@imports_complex("add", "sub")
def import_sum(node: Node, x: Operand, y: Operand, alpha: complex = 1) -> Complex:
    """A sum or a difference, of which the second operand has a factor."""
    left, right = _operands(node, x, y)
    if alpha != 1:
        right = complex_parts.multiply(right, _operands(node, alpha)[0])
    function = graph.add if "add" in node.op else graph.sub
    return Complex(*map(function, _whole(node, left).parts, _whole(node, right).parts))


@imports_complex("mul")
def import_product(node: Node, x: Operand, y: Operand) -> Complex:
    """A product; real factors apply to each part, so that infinite ones stay."""
    return _whole(node, complex_parts.multiply(*_operands(node, x, y)))


@imports_complex("div", "true_divide")
def import_quotient(node: Node, x: Operand, y: Operand) -> Complex:
    """A quotient."""
    left, right = _operands(node, x, y)
    if len(right) == 1:
        return _whole(node, tuple(graph.div(part, right[0]) for part in left))
    return Complex(*complex_parts.divide(_whole(node, left).parts, right))


@imports_complex("reciprocal")
def import_reciprocal(node: Node, x: Complex) -> Complex:
    """1 / x"""
    return import_quotient(node, 1, x)


@imports_complex("pow")
def import_power(node: Node, x: Operand, y: Operand) -> Complex:
    """A power; small whole ones are products."""
    if isinstance(y, (int, float)) and y in (1, 2, 3):
        base = _operands(node, x)[0]
        return _whole(node, reduce(complex_parts.multiply, [base] * int(y)))
    base, exponent = (_whole(node, parts).parts for parts in _operands(node, x, y))
    return Complex(*complex_parts.power(base, exponent))


FUNCTIONS: dict[str, Callable[[Parts], Parts]] = {
    "acos": complex_parts.arc_cosine,
    "acosh": complex_parts.inverse_hyperbolic_cosine,
    "asin": complex_parts.arc_sine,
    "asinh": complex_parts.inverse_hyperbolic_sine,
    "atan": complex_parts.arc_tangent,
    "atanh": complex_parts.inverse_hyperbolic_tangent,
    "cos": complex_parts.cosine,
    "cosh": complex_parts.hyperbolic_cosine,
    "exp": complex_parts.exponential,
    "expm1": complex_parts.exponential_minus_one,
    "log": complex_parts.logarithm,
    "log1p": complex_parts.logarithm_of_one_plus,
    "rsqrt": complex_parts.reciprocal_root,
    "sgn": complex_parts.sign,
    "sigmoid": complex_parts.logistic,
    "sin": complex_parts.sine,
    "sinh": complex_parts.hyperbolic_sine,
    "sqrt": complex_parts.square_root,
    "tan": complex_parts.tangent,
    "tanh": complex_parts.hyperbolic_tangent,
}


@imports_complex(*FUNCTIONS)
def import_function(node: Node, x: Complex) -> Complex:
    """A function of one number."""
    return Complex(*FUNCTIONS[node.op.split(".")[1]](x.parts))


@imports_complex("abs")
def import_absolute(node: Node, x: Complex) -> Value:
    """Distances from 0."""
    return complex_parts.absolute(x.parts)


@imports_complex("angle")
def import_angle(node: Node, x: Complex) -> Value:
    """Angles from -pi to pi."""
    return graph.atan2(x.imaginary, x.real)


@imports("angle")
def import_angle_of_real(node: Node, x: Value) -> Value:
    """0, or pi of negative numbers; NaN stays."""
    x = node.cast(x, node.result_element)
    angle = graph.select(graph.compare("lt", x, 0), node.full(math.pi, x), node.full(0, x))
    return graph.select(graph.is_nan(x), x, angle)


@imports_complex("eq", "ne")
def import_comparison(node: Node, x: Operand, y: Operand) -> Value:
    """A comparison of both parts: numbers are equal if both are."""
    left, right = (_whole(node, parts).parts for parts in _operands(node, x, y))
    is_equal = ".eq" in node.op
    real, imaginary = (node.compare("eq" if is_equal else "ne", a, b) for a, b in zip(left, right, strict=True))
    return graph.and_(real, imaginary) if is_equal else graph.or_(real, imaginary)


@imports_complex("isnan", "isinf")
def import_test(node: Node, x: Complex) -> Value:
    """A test for NaN or infinity, which one part may be."""
    test = graph.is_nan if ".isnan" in node.op else graph.is_inf
    return graph.or_(*map(test, x.parts))


@imports_complex("mm", "bmm", "mv", "dot")
def import_matrix_product(node: Node, x: Complex, y: Complex) -> Complex:
    """A product of matrices, also with a vector."""
    (a, b), (c, d) = x.parts, y.parts
    real = graph.sub(product(node, a, c), product(node, b, d))
    return Complex(real, graph.add(product(node, a, d), product(node, b, c)))


@imports_complex("addmm", "addmv", "baddbmm")
def import_added_product(
    node: Node, bias: Complex, x: Complex, y: Complex, beta: complex = 1, alpha: complex = 1
) -> Complex:
    """bias + x @ y"""
    if (beta, alpha) != (1, 1):
        raise node.refusal(f"factors of complex products must be 1, but got {beta} and {alpha}")
    return import_sum(node, bias, import_matrix_product(node, x, y))


@imports_complex("linear")
def import_linear(node: Node, x: Complex, weight: Complex, bias: Complex | None = None) -> Complex:
    """x @ weight.T + bias"""
    last = [len(shape_of(x.real)) - 1], [len(shape_of(weight.real)) - 1]
    result = Complex(*complex_parts.contract(x.parts, weight.parts, last, ((), ()), element_of(x.real)))
    return result if bias is None else import_sum(node, result, bias)
