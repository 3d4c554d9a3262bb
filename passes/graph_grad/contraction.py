"""Gradients of sums of products, which are sums of products."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of
from dlc.ir import Value

from .gradients import Gradients, differentiates
from .like import rank_of


@differentiates(graph.ContractOp)
def gradient_of_contract(op: graph.ContractOp, g: Gradients) -> None:
    """lhs' = contract(g, rhs) along the dimensions that only rhs has in the result, and rhs' the same way."""
    batch = len(op.lhs_batch.elements)
    left = _kept(op.lhs, op.lhs_batch.elements, op.lhs_contracting.elements)
    right = _kept(op.rhs, op.rhs_batch.elements, op.rhs_contracting.elements)
    of_left = [batch + number for number in range(len(left))]
    of_right = [batch + len(left) + number for number in range(len(right))]
    if g.needs(op.lhs):
        dims = [*op.lhs_batch, *left, *_by_order(op.lhs_contracting.elements, op.rhs_contracting.elements)]
        pairs = (of_right, right), (range(batch), op.rhs_batch.elements)
        g.add(op.lhs, _contracted(g.out, op.rhs, *pairs, dims))
    if g.needs(op.rhs):
        dims = [*op.rhs_batch, *right, *_by_order(op.rhs_contracting.elements, op.lhs_contracting.elements)]
        pairs = (of_left, left), (range(batch), op.lhs_batch.elements)
        g.add(op.rhs, _contracted(g.out, op.lhs, *pairs, dims))


Pair = tuple[Sequence[int], Sequence[int]]


def _kept(value: Value, batch: Sequence[int], contracting: Sequence[int]) -> list[int]:
    return [dim for dim in range(rank_of(value)) if dim not in (*batch, *contracting)]


def _by_order(mine: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return contracting dimensions in the order that the paired ones have on the other side."""
    return [dim for _, dim in sorted(zip(others, mine, strict=True))]


def _contracted(gradient: Value, other: Value, contracting: Pair, batch: Pair, dims: Sequence[int]) -> Value:
    """Return a contraction whose dimension i becomes dimension dims[i]."""
    product = graph.contract(gradient, other, contracting, batch, element_of(gradient))
    order = [list(dims).index(dim) for dim in range(len(dims))]
    return product if order == sorted(order) else graph.transpose(product, order)
