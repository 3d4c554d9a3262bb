"""Lowering of ops that gradients depend on."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.ir import Value

from .lowering import ToTensor, lowers


@lowers(graph.StopGradientOp)
def lower_stop_gradient(op: graph.StopGradientOp, to: ToTensor) -> Value:
    """stop_gradient(x) -> x"""
    del to
    return op.operand
