"""Gradients of ops that gradients depend on."""

from __future__ import annotations

from dlc.dialects import graph

from .gradients import Gradients, differentiates


@differentiates(graph.StopGradientOp)
def gradient_of_stop_gradient(op: graph.StopGradientOp, g: Gradients) -> None:
    """Add nothing: to gradients, the result is a constant."""
