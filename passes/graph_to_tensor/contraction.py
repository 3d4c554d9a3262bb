"""The lowering of `graph.contract`: `tensor.contract`, or a generic where there is more to do with elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dlc.dialects import graph, tensor
from dlc.ir import Value
from dlc.ir.affine import AffineExpr, AffineMap, affine_dims

from .accumulating import Factor, signed_factor, sum_of_products
from .lowering import ToTensor, lowers


class _Grid(NamedTuple):
    """The loops of a contraction: batch, lhs, rhs and contracting ones, in this order."""

    maps: tuple[AffineMap, AffineMap, AffineMap]
    """The indexing maps of the two sides, and of the result."""
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
    return _Grid(maps, kinds)  # type: ignore[arg-type]


@lowers(graph.ContractOp)
def lower_contract(op: graph.ContractOp, to: ToTensor) -> Value:
    """contract -> sums of products over batch, lhs, rhs and contracting loops, in this order"""
    sides = (
        (op.lhs, op.lhs_batch.elements, op.lhs_contracting.elements, op.lhs_zero_point),
        (op.rhs, op.rhs_batch.elements, op.rhs_contracting.elements, op.rhs_zero_point),
    )
    grid = _grid(*((len(value.shape), batch, summed) for value, batch, summed, _ in sides))
    factors: list[Factor] = []
    for number, (value, _, summed, point) in enumerate(sides):
        kept = [dim for dim in range(len(value.shape)) if dim not in summed]
        signed = signed_factor(to, to.operands[number], unsigned=to.is_unsigned(number), point=point, dims=kept)
        factors.append(Factor(signed, grid.maps[number]))
    return sum_of_products(to, (factors[0], factors[1]), grid.maps[2], grid.kinds)


def _placed(*groups: tuple[Sequence[int], Sequence[AffineExpr]]) -> list[AffineExpr]:
    """Return the loop that each dimension of an operand is indexed by."""
    exprs_by_dim = {dim: expr for positions, exprs in groups for dim, expr in zip(positions, exprs, strict=True)}
    return [exprs_by_dim[dim] for dim in range(len(exprs_by_dim))]
