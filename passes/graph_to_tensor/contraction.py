"""The lowering of `graph.contract`: `tensor.contract`, or a generic where there is more to do with elements."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph, tensor
from dlc.ir.affine.expr import AffineExpr, affine_dims
from dlc.ir.affine.map import AffineMap
from dlc.ir.values import Value

from .accumulating import Factor, sum_of_products
from .lowering import ToTensor, lowers


@lowers(graph.ContractOp)
def lower_contract(op: graph.ContractOp, to: ToTensor) -> Value:
    """contract -> sums of products over batch, lhs, rhs and contracting loops, in this order"""
    sides = [
        (op.lhs, op.lhs_batch.elements, op.lhs_contracting.elements),
        (op.rhs, op.rhs_batch.elements, op.rhs_contracting.elements),
    ]
    free = [[dim for dim in range(len(value.shape)) if dim not in (*batch, *summed)] for value, batch, summed in sides]
    counts = [len(op.lhs_batch), len(free[0]), len(free[1]), len(op.lhs_contracting)]
    dims = affine_dims(sum(counts))
    starts = [sum(counts[:part]) for part in range(4)]
    batch, left, right, summed = (dims[start : start + n] for start, n in zip(starts, counts, strict=True))
    factors: list[Factor] = []
    for number, own in enumerate((left, right)):
        value, batch_dims, summed_dims = sides[number]
        exprs = _placed((batch_dims, batch), (free[number], own), (summed_dims, summed))
        factor = Factor(value, AffineMap(len(dims), 0, exprs), unsigned=to.is_unsigned(number))
        point = op.lhs_zero_point if number == 0 else op.rhs_zero_point
        if point is not None:
            kept = [expr for dim, expr in enumerate(exprs) if dim not in summed_dims]
            factor.point = point, AffineMap(len(dims), 0, kept if point.shape else [])
        factors.append(factor)
    output = AffineMap(len(dims), 0, [*batch, *left, *right])
    kinds = [tensor.PARALLEL] * sum(counts[:3]) + [tensor.REDUCTION] * counts[3]
    return sum_of_products(to, (factors[0], factors[1]), output, kinds, to.result_sizes())


def _placed(*groups: tuple[Sequence[int], Sequence[AffineExpr]]) -> list[AffineExpr]:
    """Where each dimension of an operand gets its index from."""
    found = {dim: expr for positions, exprs in groups for dim, expr in zip(positions, exprs, strict=True)}
    return [found[dim] for dim in range(len(found))]
