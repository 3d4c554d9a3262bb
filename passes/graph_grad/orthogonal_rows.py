"""The gradient of rows that rotations have made orthogonal, from what they are and not from the rotations.

Of rows W = J A with the rotation J, a change dA of the given rows A changes J dA W^T + (J dA W^T)^T besides the squares
of lengths s, which are its diagonal, by what a further small rotation takes back: Omega_ij = (M + M^T)_ij / (s_i - s_j)
for M = J dA W^T. So dW = J dA + Omega W, and dJ = Omega J. Squares of lengths alone need no Omega. Rows of the same
length may be rotated in any way: what depends on that has no gradient, and gets NaN.
"""

from __future__ import annotations

from functools import reduce
from math import nan

from dlc.dialects import graph
from dlc.dialects.graph.differentiation import ORTHOGONAL_ROWS
from dlc.dialects.graph.op_functions import constant_like
from dlc.ir import Value
from dlc.ir.builtin_attributes import bool_attr

from ..graph.matrix_factors import along, product, size_along, transposed
from ..graph.spectral_factors import orthogonal_rows, rounding_of
from .gradients import Gradients


def gradient_of_orthogonal_rows(op: graph.WhileOp, g: Gradients) -> None:
    rows, *between, squares, _ = op.outputs
    rotation = between[0] if between else _rotation_of(op)
    gradient = graph.mul(graph.mul(rows, along(g.of_or_zeros(squares), rows, -1)), 2.0)
    turned = [(of_each, each) for each in (rows, *between) if (of_each := g.of(each)) is not None]
    if turned:
        gradient = graph.add(gradient, g.of_or_zeros(rows))
        of_rotation = reduce(graph.add, [_product(of_each, transposed(each)) for of_each, each in turned])
        gradient = graph.add(gradient, _product(_by_gaps(of_rotation, squares), rows))
    g.add(op.inits[0], _product(transposed(rotation), gradient))


def _rotation_of(op: graph.WhileOp) -> Value:
    """Return the rotation of a loop that has not kept it: of definite matrices, the directions of rows."""
    if op.attributes[ORTHOGONAL_ROWS] is bool_attr(True):
        rows, squares, _ = op.outputs
        return graph.mul(rows, along(graph.rsqrt(squares), rows, -1))
    rotation = orthogonal_rows((op.inits[0],), with_rotation=True).rotation
    assert rotation is not None
    return rotation[0]


def _product(lhs: Value, rhs: Value) -> Value:
    return product((lhs,), (rhs,))[0]


def _by_gaps(x: Value, squares: Value) -> Value:
    """Return (x_ij - x_ji) / (s_i - s_j). If the gap is no more than rounding, that is 0 of 0, and NaN of the rest."""
    own, other = along(squares, x, -1), along(squares, x, -2)
    difference, gap = graph.sub(x, transposed(x)), graph.sub(own, other)
    rounding = graph.mul(graph.maximum(own, other), size_along(x, -1) * rounding_of(x))
    is_equal = graph.compare("le", graph.abs(gap), rounding)
    is_zero = graph.compare("eq", difference, constant_like(0.0, x))
    gap = graph.select(is_equal, constant_like(nan, x), gap)
    return graph.select(is_zero, constant_like(0.0, x), graph.div(difference, gap))
