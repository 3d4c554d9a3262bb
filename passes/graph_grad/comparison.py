"""Gradients of choices between elements."""

from __future__ import annotations

from dlc.dialects import graph

from .gradients import Gradients, differentiates
from .like import zeros_like


@differentiates(graph.SelectOp)
def gradient_of_select(op: graph.SelectOp, g: Gradients) -> None:
    zeros = zeros_like(op.result)
    g.add(op.on_true, graph.select(op.condition, g.out, zeros))
    g.add(op.on_false, graph.select(op.condition, zeros, g.out))


@differentiates(graph.ClampOp)
def gradient_of_clamp(op: graph.ClampOp, g: Gradients) -> None:
    """The gradient passes between the bounds, and at them."""
    x, low, high = op.operand, op.low.value, op.high.value
    is_inside = graph.and_(graph.compare("ge", x, low), graph.compare("le", x, high))
    g.add(x, graph.select(is_inside, g.out, zeros_like(x)))
