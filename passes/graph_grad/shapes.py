"""Gradients of ops about sizes."""

from __future__ import annotations

from dlc.dialects import graph

from .gradients import Gradients, differentiates


@differentiates(graph.WithShapeOp)
def gradient_of_with_shape(op: graph.WithShapeOp, g: Gradients) -> None:
    g.add(op.source, g.out)
