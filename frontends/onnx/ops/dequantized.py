"""Integers of which `DequantizeLinear` has made real numbers, so that products are computed of the integers.

Sums of integers are exact. Those of real numbers are rounded, and a quantization that follows can make a whole step of
that.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from dlc.ir.sizes import Shape

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import IntegerType, f32, i32
from ..node import Node

MOST_PRODUCTS = 1 << 15
"""The most products of integers of 8 bits whose sum fits into 32 bits, whatever the integers are."""


class Parameter(NamedTuple):
    """A scale or a zero point: one number, or one for each place of a dimension."""

    value: Value
    dims: tuple[int, ...]


class Dequantized(NamedTuple):
    """Real numbers as (integers - point) * scale."""

    integers: Value
    point: Parameter | None
    scale: Parameter

    def has_parameters_of(self, *dims: int) -> bool:
        """Return whether scale and zero point are one number, or one for each place of one of the dimensions."""
        allowed = ((), *((dim,) for dim in dims))
        return self.scale.dims in allowed and (self.point is None or self.point.dims in allowed)


def dequantized(value: Value) -> Dequantized | None:
    """Return the integers of 8 bits that a value was before, if they are less a zero point and times a scale."""
    product = value.defined_by(graph.MulOp)
    if product is None or element_of(value) is not f32:
        return None
    real = product.lhs.defined_by(graph.CastOp)
    if real is None:
        return None
    less = real.operand.defined_by(graph.SubOp)
    integers = _without_cast(less.lhs) if less is not None else real.operand
    element = element_of(integers)
    if not isinstance(element, IntegerType) or element.width != 8:
        return None
    point = parameter(_without_cast(less.rhs)) if less is not None else None
    return Dequantized(integers, point, parameter(product.rhs))


def _without_cast(value: Value) -> Value:
    cast = value.defined_by(graph.CastOp)
    return cast.operand if cast is not None else value


def parameter(value: Value) -> Parameter:
    """Return what was broadcast, with the dimensions that it had before."""
    spread = value.defined_by(graph.BroadcastOp)
    if spread is None:
        return Parameter(value, tuple(range(len(shape_of(value)))))
    return Parameter(spread.source, tuple(spread.dims.elements))


def spread_point(node: Node, real: Dequantized) -> Value | None:
    """Return the zero point for each integer."""
    if real.point is None:
        return None
    shape = shape_of(real.integers)
    return node.broadcast(real.point.value, real.point.dims, shape) if real.point.dims else real.point.value


def have_exact_sums(*sizes: Shape) -> bool:
    """Return whether sums of products along dimensions of these sizes fit into 32 bits."""
    known = [size for each in sizes for size in each if isinstance(size, int)]
    return len(known) == sum(map(len, sizes)) and prod(known) <= MOST_PRODUCTS


def in_real_numbers(node: Node, total: Value, lhs: Dequantized, rhs: Dequantized, dim: int) -> Value:
    """Return sums of products of integers as real numbers; the scale of rhs may be one for each place of a dimension of
    the sums.
    """
    scale, shape = node.add(graph.MulOp(*node.together([lhs.scale.value, rhs.scale.value]))), shape_of(total)
    scales = node.broadcast(scale, [dim], shape) if shape_of(scale) else node.spread(scale, shape, total)
    assert element_of(total) is i32
    return node.add(graph.MulOp(node.cast(total, f32), scales))
