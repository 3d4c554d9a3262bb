"""Products of matrices."""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_types import IntegerType, bf16, f16, f32, i1, i64
from ...positions import take
from ..node import Node
from ..registry import imports
from .reduction import norm

NONE: Sequence[int] = ()


def product(node: Node, x: Value, y: Value, element: Type | None = None) -> Value:
    """Return the product of vectors, matrices, or batches of matrices of one rank, with other elements if some are
    given."""
    _check_elements(node, x, y)
    rank = len(shape_of(x))
    batch = list(range(rank - 2)) if rank > 2 else []
    last, first = [rank - 1], [max(len(shape_of(y)) - 2, 0)]
    factor = _sum_element(element_of(x))
    if factor is not element_of(x):
        x, y = node.cast(x, factor), node.cast(y, factor)
    return node.contract(x, y, (batch, batch), (last, first), element)


def unrounded(element: Type) -> Type:
    """Return the element type in which products are added to something: PyTorch rounds only the sum."""
    return f32 if element in (f16, bf16) else _sum_element(element)


def _check_elements(node: Node, x: Value, y: Value) -> None:
    """Raise an error if factors have different elements; PyTorch, too, only says so when it computes them."""
    if element_of(x) is not element_of(y):
        raise node.refusal(f"both factors must have the same elements, but got {element_of(x)} and {element_of(y)}")


def _sum_element(element: Type) -> Type:
    """Return the type of products; truth values are no numbers."""
    return i64 if element is i1 else element


@imports("mm", "bmm", "mv", "dot", "vdot")
def import_product(node: Node, x: Value, y: Value) -> Value:
    """A product of matrices, also with a vector."""
    return product(node, x, y)


@imports("_int_mm")
def import_product_of_bytes(node: Node, x: Value, y: Value) -> Value:
    """A product of matrices of 8-bit integers, in 32 bits."""
    return product(node, node.cast(x, node.result_element), node.cast(y, node.result_element))


@imports("addmm", "addmv", "baddbmm", "addbmm")
def import_added_product(node: Node, bias: Value, x: Value, y: Value, beta: float = 1, alpha: float = 1) -> Value:
    """beta * bias + alpha * x @ y; of `addbmm`, the sum of all products of a batch."""
    element = unrounded(element_of(x))
    result = product(node, x, y, element)
    result = node.reduce("sum", result, [0]) if ".addbmm" in node.op else result
    result = _scaled(result, alpha)
    if beta != 0:
        result = graph.add(_scaled(node.operands(bias, element=element)[0], beta), result)
    return node.cast(result, node.result_element)


def _scaled(value: Value, factor: float) -> Value:
    if factor == 1:
        return value
    return graph.mul(value, int(factor) if isinstance(element_of(value), IntegerType) else float(factor))


@imports("linear")
def import_linear(node: Node, x: Value, weight: Value, bias: Value | None = None) -> Value:
    """x @ weight.T + bias"""
    _check_elements(node, x, weight)
    element = element_of(x) if bias is None else unrounded(element_of(x))
    last = [len(shape_of(x)) - 1], [len(shape_of(weight)) - 1]
    result = node.contract(x, weight, (NONE, NONE), last, element)
    if bias is None:
        return result
    return node.cast(graph.add(result, node.spread(node.cast(bias, element), shape_of(result))), element_of(x))


@imports("_cdist_forward")
def import_distances(node: Node, x: Value, y: Value, p: float, compute_mode: int | None = None) -> Value:
    """The distance of each row of one matrix to each row of another one."""
    rank = len(node.result_shape)
    shape = [*node.result_shape, shape_of(x)[-1]]
    x, y = (
        node.spread(node.expand(x, [len(shape_of(x)) - 1]), shape),
        node.spread(node.expand(y, [len(shape_of(y)) - 2]), shape),
    )
    return norm(node, graph.sub(x, y), p, [rank])


@imports("_pdist_forward")
def import_pair_distances(node: Node, x: Value, p: float = 2) -> Value:
    """The distance of each pair of rows."""
    rows = shape_of(x)[0]
    assert isinstance(rows, int)
    pairs = [(a, b) for a in range(rows) for b in range(a + 1, rows)]
    first, second = (node.constant([pair[side] for pair in pairs], i64) for side in (0, 1))
    return norm(node, graph.sub(take(node, x, first, 0), take(node, x, second, 0)), p, [1])
