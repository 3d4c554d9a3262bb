"""Quotients that `QuantizeLinear` rounds, where they are numbers that were integers before.

Scales, biases and batch normalizations between become one factor and one summand, which are rounded to f32 once, most
of them before the program runs. Ops one after another round each time, and near the middle of two steps that can make a
whole step, of which later layers make more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_types import IntegerType, f32, f64
from ..node import Node
from .dequantized import parameter

MOST_OPS = 8
"""The most ops between integers and the quotient that are looked through."""
MOST_TERMS = 4
"""The most tensors of integers in a sum."""


class WeightedSum(NamedTuple):
    """Tensors of integers, each times a factor, and a summand, or none; factors and summand are in f64."""

    terms: Sequence[tuple[Value, Value]]
    summand: Value | None = None


def quotient_of(node: Node, x: Value, scales: Value) -> Value:
    """Return x / scales, as one product for each tensor of integers if x is a weighted sum of such."""
    sums = _WeightedSums(node, x)
    total, divisor = sums.of(x), sums.number(scales)
    if total is None or divisor is None:
        return node.add(graph.DivOp(x, scales))
    return sums.value(sums.times(total, sums.combined(graph.DivOp, node.constant(1.0, f64), divisor)))


class _WeightedSums:
    """The weighted sums behind a value: factors and summands are one number, or one for each place of one dimension."""

    def __init__(self, node: Node, x: Value) -> None:
        self.node = node
        self.x = x
        self.dims: tuple[int, ...] = ()

    def of(self, value: Value, most_ops: int = MOST_OPS) -> WeightedSum | None:
        """Return the weighted sum that a value of f32 is but for rounding, or `None`."""
        if most_ops == 0 or element_of(value) is not f32:
            return None
        if (cast := value.defined_by(graph.CastOp)) is not None:
            return WeightedSum([(cast.operand, self.node.constant(1.0, f64))]) if _is_exact(cast.operand) else None
        op = value.defined_by(graph.MulOp) or value.defined_by(graph.AddOp) or value.defined_by(graph.BatchNormOp)
        if op is None:
            return None
        total = self.of(op.operands[0], most_ops - 1)
        if total is None:
            return None
        if isinstance(op, graph.BatchNormOp):
            return self._normalized(total, op)
        number = self.number(op.operands[1])
        if isinstance(op, graph.MulOp):
            return self.times(total, number) if number is not None else None
        return self._plus(total, number if number is not None else self.of(op.rhs, most_ops - 1))

    def number(self, value: Value) -> Value | None:
        """Return in f64 what was broadcast to the sizes of x."""
        source, dims = parameter(value)
        if len(dims) > 1 or (dims and self.dims not in ((), dims)):
            return None
        if shape_of(source) != tuple(shape_of(self.x)[dim] for dim in dims):
            return None
        self.dims = dims or self.dims
        return self._wide(source)

    def _wide(self, value: Value) -> Value:
        """Return a value in f64, and products of f32 as products of f64."""
        product = value.defined_by(graph.MulOp)
        if product is not None:
            return self.combined(graph.MulOp, *(self._factor(each) for each in product.operands))
        return self._factor(value)

    def _factor(self, value: Value) -> Value:
        cast = value.defined_by(graph.CastOp)
        return self.node.cast(cast.operand if cast is not None and _is_exact(cast.operand) else value, f64)

    def combined(self, op: type[graph.MulOp | graph.AddOp | graph.DivOp], a: Value, b: Value) -> Value:
        """Return an op of two numbers."""
        return self.node.add(op(*self.node.together([a, b])))

    def times(self, total: WeightedSum, factor: Value) -> WeightedSum:
        """Return a sum times a number."""
        terms = [(integers, self.combined(graph.MulOp, weight, factor)) for integers, weight in total.terms]
        summand = total.summand
        return WeightedSum(terms, self.combined(graph.MulOp, summand, factor) if summand is not None else None)

    def _plus(self, total: WeightedSum, more: WeightedSum | Value | None) -> WeightedSum | None:
        if more is None:
            return None
        terms, summand = more if isinstance(more, WeightedSum) else WeightedSum((), more)
        if len(total.terms) + len(terms) > MOST_TERMS:
            return None
        both = [each for each in (total.summand, summand) if each is not None]
        return WeightedSum(
            [*total.terms, *terms], self.combined(graph.AddOp, *both) if len(both) > 1 else next(iter(both), None)
        )

    def _normalized(self, total: WeightedSum, norm: graph.BatchNormOp) -> WeightedSum | None:
        dims = (norm.dim.value,)
        if self.dims not in ((), dims):
            return None
        self.dims = dims
        scale, offset, mean, variance = map(self._wide, (norm.scale, norm.offset, norm.mean, norm.variance))
        epsilon = self.node.constant(norm.epsilon.value, f64)
        deviation = self.node.add(graph.SqrtOp(self.combined(graph.AddOp, variance, epsilon)))
        factor = self.combined(graph.DivOp, scale, deviation)
        centered = self._plus(total, self.node.add(graph.NegOp(mean)))
        return self._plus(self.times(centered, factor), offset) if centered is not None else None

    def spread(self, number: Value) -> Value:
        """Return a number in f32 for each element of x."""
        shape = shape_of(self.x)
        number = self.node.cast(number, f32)
        sizes = self.node.add(graph.ShapeOp(self.x)) if None in shape else None
        return self.node.broadcast(number, self.dims if shape_of(number) else (), shape, sizes)

    def value(self, total: WeightedSum) -> Value:
        """Return a weighted sum for each element of x."""
        parts = [
            self.node.add(graph.MulOp(self.node.cast(integers, f32), self.spread(factor)))
            for integers, factor in total.terms
        ]
        parts += [self.spread(total.summand)] if total.summand is not None else []
        result = parts[0]
        for part in parts[1:]:
            result = self.node.add(graph.AddOp(result, part))
        return result


def _is_exact(value: Value) -> bool:
    """Return whether f64 has all numbers of a value's type of integers."""
    element = element_of(value)
    return isinstance(element, IntegerType) and 1 < element.width <= 32
