"""The lowering of `graph.contract`: `tensor.contract`, or a generic where there is more to do with elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dlc.dialects import graph, tensor
from dlc.ir.affine.expr import AffineExpr, affine_dims
from dlc.ir.affine.map import AffineMap
from dlc.ir.values import Value

from .accumulating import Factor, sum_of_products
from .lowering import ToTensor, lowers


class _Grid(NamedTuple):
    """The loops of a contraction: batch, lhs, rhs and contracting ones, in this order."""

    places: tuple[tuple[AffineExpr, ...], tuple[AffineExpr, ...]]
    """Where each dimension of the two sides gets its index from."""
    maps: tuple[AffineMap, AffineMap, AffineMap]
    """Of the two sides, and of the result."""
    kinds: tuple[str, ...]


Side = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The rank of an operand, its batch dimensions, and those that are summed over."""


@lru_cache(maxsize=1024)
def _grid(*sides: Side) -> _Grid:
    free = [[dim for dim in range(rank) if dim not in (*batch, *summed)] for rank, batch, summed in sides]
    counts = [len(sides[0][1]), len(free[0]), len(free[1]), len(sides[0][2])]
    dims = affine_dims(sum(counts))
    starts = [sum(counts[:part]) for part in range(4)]
    batch, left, right, summed = (dims[start : start + n] for start, n in zip(starts, counts, strict=True))
    lhs, rhs = (
        _placed((batch_dims, batch), (kept, own), (summed_dims, summed))
        for (_, batch_dims, summed_dims), kept, own in zip(sides, free, (left, right), strict=True)
    )
    maps = tuple(AffineMap(len(dims), 0, exprs) for exprs in (lhs, rhs, [*batch, *left, *right]))
    kinds = (tensor.PARALLEL,) * sum(counts[:3]) + (tensor.REDUCTION,) * counts[3]
    return _Grid((tuple(lhs), tuple(rhs)), maps, kinds)  # type: ignore[arg-type]


@lowers(graph.ContractOp)
def lower_contract(op: graph.ContractOp, to: ToTensor) -> Value:
    """contract -> sums of products over batch, lhs, rhs and contracting loops, in this order"""
    left: Side = len(op.lhs.shape), tuple(op.lhs_batch.elements), tuple(op.lhs_contracting.elements)
    right: Side = len(op.rhs.shape), tuple(op.rhs_batch.elements), tuple(op.rhs_contracting.elements)
    grid = _grid(left, right)
    factors: list[Factor] = []
    for number, (value, side) in enumerate(((op.lhs, left), (op.rhs, right))):
        factor = Factor(value, grid.maps[number], unsigned=to.is_unsigned(number))
        point = op.lhs_zero_point if number == 0 else op.rhs_zero_point
        if point is not None:
            kept = [expr for dim, expr in enumerate(grid.places[number]) if dim not in side[2]]
            factor.point = point, AffineMap(len(grid.kinds), 0, kept if point.shape else [])
        factors.append(factor)
    return sum_of_products(to, (factors[0], factors[1]), grid.maps[2], grid.kinds, to.result_sizes())


def _placed(*groups: tuple[Sequence[int], Sequence[AffineExpr]]) -> list[AffineExpr]:
    """Where each dimension of an operand gets its index from."""
    found = {dim: expr for positions, exprs in groups for dim, expr in zip(positions, exprs, strict=True)}
    return [found[dim] for dim in range(len(found))]
