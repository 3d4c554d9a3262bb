"""Gradients of casts: between floats, the gradient is cast back. Integers have no gradient."""

from __future__ import annotations

from dlc.dialects import graph

from .gradients import Gradients, differentiates


@differentiates(graph.CastOp)
def gradient_of_cast(op: graph.CastOp, g: Gradients) -> None:
    g.add(op.operand, g.out)
