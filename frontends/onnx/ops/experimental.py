"""Ops of the first opsets that never became part of the standard: old converters wrote them, ONNX Runtime has them."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Value
from ...problems import CannotImport
from ..node import Node
from ..registry import imports


@imports("Affine")
def import_affine(node: Node) -> Value:
    """alpha * x + beta."""
    return graph.add(graph.mul(node[0], node.float("alpha", 1.0)), node.float("beta", 0.0))


@imports("Scale")
def import_scale(node: Node) -> Value:
    """scale * x."""
    return graph.mul(node[0], node.float("scale", 1.0))


@imports("ScaledTanh")
def import_scaled_tanh(node: Node) -> Value:
    """alpha * tanh(beta * x)."""
    return graph.mul(graph.tanh(graph.mul(node[0], node.float("beta", 1.0))), node.float("alpha", 1.0))


@imports("ParametricSoftplus")
def import_parametric_softplus(node: Node) -> Value:
    """alpha * softplus(beta * x)."""
    inner = node.add(graph.SoftplusOp(graph.mul(node[0], node.float("beta", 1.0))))
    return graph.mul(inner, node.float("alpha", 1.0))


@imports("ImageScaler")
def import_image_scaler(node: Node) -> Value:
    """Images times a number, plus one number for each channel."""
    x, bias = node[0], node.floats("bias") or []
    if len(bias) != shape_of(x)[1]:
        raise CannotImport(f"there must be a bias for each of {shape_of(x)[1]} channels, but got {len(bias)}")
    scaled = graph.mul(x, node.float("scale", 1.0))
    return graph.add(scaled, node.broadcast(node.constant(bias, node.element()), [1], shape_of(x)))


@imports("Crop")
def import_crop(node: Node) -> Value:
    """Images without what is left of, above, right of and below a part, or with a part of a given height and width."""
    border, scale = node.ints("border"), node.optional_ints("scale")
    if len(border) != 4 or (scale is not None and len(scale) != 2):
        raise CannotImport(f"there must be 4 borders and 2 sizes if any, but got {border} and {scale}")
    left, top, right, bottom = border
    rows, columns = node.static_shape(0, "the rest", 2)
    ends = (rows - bottom, columns - right) if scale is None else (top + scale[0], left + scale[1])
    value = node.slice(node[0], 2, top, ends[0])
    return node.slice(value, 3, left, ends[1])
