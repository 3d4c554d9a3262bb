"""Gradients of resizing, which multiplies with a matrix along each dimension."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import Value

from .gradients import Gradients, differentiates
from .like import rank_of


@differentiates(graph.ResizeOp)
def gradient_of_resize(op: graph.ResizeOp, g: Gradients) -> None:
    gradient = g.out
    scales = op.scales.elements if op.scales is not None else None
    for number, dim in enumerate(op.dims.elements):
        gradient = _multiplied(gradient, _matrix(op, dim, None if scales is None else number), dim)
    g.add(op.source, gradient)


def _matrix(op: graph.ResizeOp, dim: int, scale: int | None) -> Value:
    """Return the weight of each element of the source in each element of the result: a resized unit matrix."""
    size, element = shape_of(op.source)[dim], element_of(op.source)
    unit = graph.compare("eq", graph.iota(0, (size, size)), graph.iota(1, (size, size)))
    scales = None
    if op.scales is not None and scale is not None:
        scales = type(op.scales)(op.scales.element_type, (op.scales.elements[scale],))
    return graph.resize(
        op.kind,
        graph.cast(unit, element),
        [0],
        op.coordinates,
        (shape_of(op.result)[dim], size),
        rounding=op.rounding,
        coefficient=op.coefficient,
        exclude_outside=op.exclude_outside,
        scales=scales,
    )


def _multiplied(gradient: Value, matrix: Value, dim: int) -> Value:
    """Return the sums along a dimension of a gradient, weighted by the columns of a matrix."""
    product = graph.contract(gradient, matrix, ([dim], [0]), element=element_of(gradient))
    last = rank_of(product) - 1
    others = iter(range(last))
    return graph.transpose(product, [last if place == dim else next(others) for place in range(last + 1)])
