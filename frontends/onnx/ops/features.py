"""Ops of `ai.onnx.ml` on tensors: features taken out, and compared with a threshold."""

from __future__ import annotations

from dlc.ir.sizes import product

from ....dialects.graph.tensors import element_of
from ....ir import Value
from ...positions import checked, take
from ..node import Node
from ..registry import AI_ONNX_ML, imports


@imports("ArrayFeatureExtractor", domain=AI_ONNX_ML)
def import_feature_extractor(node: Node) -> Value:
    """Elements at positions of the last dimension; the positions may have any shape."""
    x, dim = node[0], node.rank() - 1
    places = checked(node, node.reshape(node[1], [product(node.shape(1))]), x, dim, node.subject)
    taken = take(node, x, places, dim)
    return node.expand(taken, [0]) if node.rank() == 1 else taken


@imports("Binarizer", domain=AI_ONNX_ML)
def import_binarizer(node: Node) -> Value:
    """1 where elements are above a threshold, 0 elsewhere."""
    x = node[0]
    return node.cast(node.compare("gt", x, node.full(node.float("threshold"), x)), element_of(x))
