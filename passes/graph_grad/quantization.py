"""Gradients of quantization: of scales; small integers have none."""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.tensors import element_of
from dlc.ir import Value

from .gradients import Gradients, differentiates
from .like import broadcast_like, sum_to


@differentiates(graph.DequantizeOp)
def gradient_of_dequantize(op: graph.DequantizeOp, g: Gradients) -> None:
    """scale' = sum of g * (source - zero_point)"""
    dims = [op.axis.value] if op.axis is not None else []
    source, zero = (graph.cast(each, element_of(op.scale)) for each in (op.source, op.zero_point))
    distance: Value = graph.sub(source, broadcast_like(zero, dims, op.source))
    g.add(op.scale, sum_to(graph.mul(g.out, distance), dims))
