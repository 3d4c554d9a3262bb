"""Activation functions."""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ...emitter import Maker, number
from ...problems import CannotImport
from ..node import Node
from ..registry import AI_ONNX, MICROSOFT, imports

PLAIN: dict[str, Maker] = {
    "Relu": graph.ReluOp,
    "Sigmoid": graph.SigmoidOp,
    "HardSwish": graph.HardSwishOp,
    "Softsign": graph.SoftsignOp,
    "Softplus": graph.SoftplusOp,
    "Mish": graph.MishOp,
}
PARAMETERS: dict[str, tuple[Maker, tuple[str, ...]]] = {
    "LeakyRelu": (graph.LeakyReluOp, ("alpha",)),
    "ThresholdedRelu": (graph.ThresholdedReluOp, ("alpha",)),
    "HardSigmoid": (graph.HardSigmoidOp, ("alpha", "beta")),
    "Elu": (graph.EluOp, ("alpha",)),
    "Selu": (graph.SeluOp, ("alpha", "gamma")),
    "Celu": (graph.CeluOp, ("alpha",)),
}


@imports(*PLAIN)
def import_activation(node: Node) -> Value:
    """An activation without parameters."""
    return node.add(PLAIN[node.op](node[0]))


@imports(*PARAMETERS)
def import_parametric_activation(node: Node) -> Value:
    """An activation with parameters, which are attributes."""
    make, names = PARAMETERS[node.op]
    return node.add(make(node[0], *(number(node.float(name)) for name in names)))


@imports("PRelu")
def import_prelu(node: Node) -> Value:
    """A rectifier with a slope for each element, or for each channel."""
    x, slope = node[0], node[1]
    if node.opset < 7 and len(shape_of(slope)) == 1 and node.rank() > 1:
        slope = node.reshape(slope, [shape_of(slope)[0], *[1] * (node.rank() - 2)])
    return node.add(graph.PReluOp(x, node.spread(slope, shape_of(x), x)))


@imports("Gelu")
def import_gelu(node: Node) -> Value:
    """The Gaussian error linear unit, exactly or by tanh."""
    forms = {"none": "exact", "tanh": "tanh"}
    form = node.string("approximate")
    if form not in forms:
        raise CannotImport(f"attribute 'approximate' must be 'none' or 'tanh', but got '{form}'")
    return node.add(graph.GeluOp(graph.GeluFormAttr(forms[form]), node[0]))


@imports("Swish", domain=AI_ONNX)
def import_swish(node: Node) -> Value:
    """x * sigmoid(alpha * x)"""
    x, alpha = node[0], node.float("alpha")
    if alpha == 1:
        return node.add(graph.SiluOp(x))
    gate = node.add(graph.SigmoidOp(node.add(graph.MulOp(x, node.full(alpha, x)))))
    return node.add(graph.MulOp(x, gate))


@imports("Gelu", "FastGelu", "BiasGelu", "QuickGelu", domain=MICROSOFT)
def import_microsoft_gelu(node: Node) -> Value:
    """The fused forms of gelu: of a sum with a bias, by tanh, or by a sigmoid."""
    x, bias = node[0], node.get(1)
    if bias is not None:
        x = node.add(graph.AddOp(*node.together([x, bias])))
    if node.op == "QuickGelu":
        gate = node.add(graph.SigmoidOp(node.add(graph.MulOp(x, node.full(node.float("alpha", 1.702), x)))))
        return node.add(graph.MulOp(x, gate))
    form = "tanh" if node.op == "FastGelu" else "exact"
    return node.add(graph.GeluOp(graph.GeluFormAttr(form), x))


ACTIVATIONS: dict[str, tuple[Maker, int]] = {
    "Relu": (graph.ReluOp, 0),
    "Sigmoid": (graph.SigmoidOp, 0),
    "Tanh": (graph.TanhOp, 0),
    "LeakyRelu": (graph.LeakyReluOp, 1),
    "HardSigmoid": (graph.HardSigmoidOp, 2),
    "Clip": (graph.ClampOp, 2),
}
"""The activations of fused ops, with the numbers of their parameters."""


def activated(node: Node, x: Value, parameters: Sequence[float]) -> Value:
    """Return the activation of a value that an attribute names, with its parameters in order."""
    kind = node.string("activation", "")
    if not kind:
        return x
    make, count = ACTIVATIONS.get(kind, (graph.ReluOp, -1))
    if count > len(parameters) or count < 0:
        raise CannotImport(f"activation '{kind}' with parameters {list(parameters)} is not supported")
    return node.add(make(x, *map(number, parameters[:count])))
