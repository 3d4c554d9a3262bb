"""Simplification of contractions: transposed results, identities, chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.splats import bits_of
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Value
from dlc.ir.builtin_attributes import DenseElementsAttr, i64_array
from dlc.ir.builtin_types import bit_width
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern
from dlc.ir.values import constant_of

from ..matching import elements_in, insert, is_made_of_constants, transposed

LARGEST_IDENTITY = 256
"""The size up to which a matrix is looked at."""
MOST_MULTIPLICATIONS = 1 << 24
"""The multiplications that a product of weights may take: some milliseconds whenever the program is loaded."""


def free_dims(rank: int, *paired: Sequence[int]) -> list[int]:
    """The dimensions of an operand that are in no pair."""
    used = {dim for dims in paired for dim in dims}
    return [dim for dim in range(rank) if dim not in used]


def _free_of(op: graph.ContractOp) -> tuple[list[int], list[int]]:
    """The dimensions of both operands that are in no pair."""
    lhs = free_dims(len(shape_of(op.lhs)), op.lhs_batch.elements, op.lhs_contracting.elements)
    return lhs, free_dims(len(shape_of(op.rhs)), op.rhs_batch.elements, op.rhs_contracting.elements)


def swaps_sides(op: graph.ContractOp, order: Sequence[int]) -> bool:
    """Return whether an order of dimensions puts those of rhs before those of lhs, and changes nothing else."""
    batch, (left, right) = len(op.lhs_batch.elements), _free_of(op)
    lefts = range(batch, batch + len(left))
    rights = range(batch + len(left), batch + len(left) + len(right))
    return list(order) == [*range(batch), *rights, *lefts]


@pattern(graph.TransposeOp)
def swap_sides_instead_of_transposing(op: graph.TransposeOp, rw: Rewriter) -> Match:
    """transpose(contract(x, y)) -> contract(y, x), where it only puts the dimensions of y before those of x.

    Terminates: removes a transpose."""
    inner = op.source.defined_by(graph.ContractOp)
    if inner is None or not op.source.has_one_use:
        return rw.no_match("operand is not a contraction without other uses")
    if not swaps_sides(inner, op.order.elements):
        return rw.no_match("dimensions of one side change places")
    contraction = graph.ContractOp(
        inner.rhs,
        inner.lhs,
        inner.rhs_batch,
        inner.lhs_batch,
        inner.rhs_contracting,
        inner.lhs_contracting,
        op.result.type,
        lhs_zero_point=inner.rhs_zero_point,
        rhs_zero_point=inner.lhs_zero_point,
    )
    return rw.replace(op, contraction)


@pattern(graph.ContractOp, exactness="finite")
def merge_contractions(op: graph.ContractOp, rw: Rewriter) -> Match:
    """contract(contract(x, a), b) -> contract(x, contract(a, b)), for matrices a and b that are constants, if their
    product is no larger than both.  Terminates: removes a contraction of non-constants."""
    inner = op.lhs.defined_by(graph.ContractOp)
    if inner is None or not op.lhs.has_one_use or len({element_of(v) for v in (*inner.operands, op.rhs)}) > 1:
        return rw.no_match("operand is not a contraction of one type without other uses")
    if len(inner.operands) + len(op.operands) != 4 or element_of(op.result) is not element_of(op.rhs):
        return rw.no_match("has zero points, or another type")
    if not is_made_of_constants(inner.rhs) or not is_made_of_constants(op.rhs):
        return rw.no_match("weights are not constant")
    if not _is_product_with_matrix(inner) or not _is_product_with_matrix(op):
        return rw.no_match("not of a tensor and a matrix")
    if op.lhs_contracting[0] != len(shape_of(op.lhs)) - 1:
        return rw.no_match("contracts another dimension than that of the inner weights")
    sizes = [elements_in(shape_of(value)) for value in (inner.rhs, op.rhs)]
    [[a], [b]] = [_free_of(each)[1] for each in (inner, op)]
    shape = (shape_of(inner.rhs)[1 - a], shape_of(op.rhs)[b])
    product = elements_in(shape)
    if product is None or None in sizes or product > sum(size for size in sizes if isinstance(size, int)):  # type: ignore[operator]
        return rw.no_match("the product of the weights would be larger")
    if product * shape_of(inner.rhs)[a] > MOST_MULTIPLICATIONS:  # type: ignore[operator]
        return rw.no_match("multiplying the weights takes too long, whenever the program is loaded")
    none = i64_array([])
    weights = graph.ContractOp(
        *(inner.rhs, op.rhs, none, none), i64_array([a]), op.rhs_contracting, tensor_of(shape, element_of(op.result))
    )
    merged = graph.ContractOp(
        *(inner.lhs, insert(op, weights, rw), none, none), inner.lhs_contracting, i64_array([0]), op.result.type
    )
    return rw.replace(op, merged)


def _is_product_with_matrix(op: graph.ContractOp) -> bool:
    """Return whether one dimension of lhs is contracted with one of a matrix."""
    return not op.lhs_batch.elements and len(op.lhs_contracting) == 1 and len(shape_of(op.rhs)) == 2


@pattern(graph.ContractOp, exactness="finite")
def drop_identity(op: graph.ContractOp, rw: Rewriter) -> Match:
    """contract(x, identity) -> x, contract(identity, x) -> x, with the dimension in its new place.

    Terminates: removes a contraction."""
    if len(op.operands) != 2 or op.lhs_batch.elements or len(op.lhs_contracting) != 1:
        return rw.no_match("has zero points, batches, or several pairs")
    if len({element_of(value) for value in (*op.operands, op.result)}) > 1:
        return rw.no_match("elements change their type")
    if _is_identity(op.rhs):
        rank, dim = len(shape_of(op.lhs)), op.lhs_contracting[0]
        order = [*(each for each in range(rank) if each != dim), dim]
        return _as_it_is(op, op.lhs, order, rw)
    if _is_identity(op.lhs):
        rank, dim = len(shape_of(op.rhs)), op.rhs_contracting[0]
        order = [dim, *(each for each in range(rank) if each != dim)]
        return _as_it_is(op, op.rhs, order, rw)
    return rw.no_match("no side is an identity")


def _as_it_is(op: graph.ContractOp, value: Value, order: Sequence[int], rw: Rewriter) -> Match:
    shape = shape_of(value)
    if tuple(shape[dim] for dim in order) != shape_of(op.result):
        return rw.no_match("the result's type says something else")
    return rw.replace(op, transposed(value, order, op, rw))


def _is_identity(value: Value) -> bool:
    """Return whether a small constant matrix has ones along its diagonal and zeros elsewhere."""
    constant, shape = constant_of(value), shape_of(value)
    if not isinstance(constant, DenseElementsAttr) or len(shape) != 2 or shape[0] != shape[1]:
        return False
    size, element = shape[0], element_of(value)
    if not isinstance(size, int) or not 0 < size <= LARGEST_IDENTITY or bit_width(element) == 1:
        return False
    one, zero = bits_of(1, element), bits_of(0, element)
    bits = constant.bits()
    return all(bit == (one if place % (size + 1) == 0 else zero) for place, bit in enumerate(bits))


PATTERNS: Sequence[Pattern[Any]] = (swap_sides_instead_of_transposing, merge_contractions, drop_identity)
