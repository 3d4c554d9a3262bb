"""Activation functions."""

from __future__ import annotations

from ....dialects import graph
from ....ir import Value
from ...emitter import is_float
from ..node import Node
from ..registry import imports
from .functions import wide

PLAIN = {"silu": graph.silu, "hardswish": graph.hard_swish, "mish": graph.mish}


@imports(*PLAIN)
def import_activation(node: Node, x: Value) -> Value:
    """An activation without parameters."""
    return PLAIN[node.op.split(".")[1]](x)


@imports("relu", "relu6")
def import_relu(node: Node, x: Value) -> Value:
    """The positive part, also of integers."""
    positive = graph.relu(x) if is_float(x) else graph.maximum(x, node.full(0, x))
    return graph.minimum(positive, node.full(6, positive)) if "relu6" in node.op else positive


@imports("gelu")
def import_gelu(node: Node, x: Value, approximate: str = "none") -> Value:
    """The Gaussian error linear unit, exactly or by tanh."""
    return graph.gelu("tanh" if approximate == "tanh" else "exact", x)


@imports("elu")
def import_elu(node: Node, x: Value, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Value:
    """scale * x of positive numbers, scale * alpha * (exp(input_scale * x) - 1) of others."""
    x = wide(node, x)
    if scale == input_scale == 1:
        return graph.elu(x, alpha)
    curve = graph.mul(graph.expm1(graph.mul(x, input_scale)), alpha * scale)
    return graph.select(graph.compare("gt", x, 0.0), graph.mul(x, scale), curve)


@imports("leaky_relu")
def import_leaky_relu(node: Node, x: Value, slope: float = 0.01) -> Value:
    """Negative numbers with a small factor."""
    return graph.leaky_relu(x, slope)


@imports("hardtanh")
def import_hardtanh(node: Node, x: Value, low: float = -1, high: float = 1) -> Value:
    """Elements limited to a range."""
    return graph.minimum(graph.maximum(x, node.full(low, x)), node.full(high, x))


@imports("prelu", "_prelu_kernel")
def import_prelu(node: Node, x: Value, slope: Value) -> Value:
    """Negative numbers with a factor."""
    return graph.prelu(x, node.operands(slope, element=node.result_element)[0])
