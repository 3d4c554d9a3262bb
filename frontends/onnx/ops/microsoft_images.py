"""Ops of `com.microsoft` that ONNX Runtime's optimizer makes of networks for images, diffusion models among them."""

from __future__ import annotations

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_attributes import i64_array, int_attr
from ...emitter import number
from ..node import Node
from ..registry import MICROSOFT, imports
from .activations import activated
from .contraction import matmul
from .convolution import add_bias, convolve
from .pooling import pool


def _channels_first(node: Node, x: Value) -> Value:
    return node.move_dim(x, len(shape_of(x)) - 1, 1)


def _channels_last(node: Node, x: Value) -> Value:
    return node.move_dim(x, 1, len(shape_of(x)) - 1)


@imports("NhwcConv", "NhwcFusedConv", domain=MICROSOFT)
def import_convolution(node: Node) -> Value:
    """A convolution of images and with kernels whose channels are last; it may be added to, and have an activation."""
    source = _channels_first(node, node[0])
    kernel = _channels_first(node, node[1]) if node.op == "NhwcConv" else node[1]
    result = _channels_last(node, add_bias(node, convolve(node, source, kernel), node.get(2)))
    if node.op == "NhwcConv":
        return result
    more = node.get(3)
    result = graph.add(result, more) if more is not None else result
    return activated(node, result, node.floats("activation_params") or [])


@imports("NhwcMaxPool", domain=MICROSOFT)
def import_max_pool(node: Node) -> Value:
    """The largest element of each window of images whose channels are last."""
    return _channels_last(node, pool(node, "max", _channels_first(node, node[0])))


@imports("GroupNorm", "SkipGroupNorm", domain=MICROSOFT)
def import_group_norm(node: Node) -> list[Value]:
    """Normalization of groups of channels, which may be that of a sum, with an activation behind it; and the sum."""
    x, rank = node[0], node.rank()
    channel = rank - 1 if node.int("channels_last", 1) else 1
    if node.op == "SkipGroupNorm":
        skip, bias = node[3], node.get(4)
        if len(shape_of(skip)) == 2:  # one number for each channel of an image
            skip = node.expand(skip, [dim for dim in range(1, rank) if dim != channel])
        x = graph.add(*node.together([x, skip]))
        x = x if bias is None else graph.add(x, node.broadcast(bias, [channel], shape_of(x)))
    dims = i64_array([dim for dim in range(1, rank) if dim != channel])
    groups, epsilon = int_attr(node.int("groups")), number(node.float("epsilon", 1e-5))
    scale, offset = (node.cast(node[place], element_of(x)) for place in (1, 2))
    result = node.add(graph.GroupNormOp(x, int_attr(channel), dims, groups, epsilon, scale=scale, offset=offset))
    return [graph.silu(result) if node.int("activation") else result, x][: max(node.output_count, 1)]


@imports("BiasAdd", domain=MICROSOFT)
def import_bias_add(node: Node) -> Value:
    """A sum with a number for each channel, and another tensor."""
    return graph.add(graph.add(node[0], node.spread(node[1], node.shape())), node[2])


@imports("BiasSplitGelu", domain=MICROSOFT)
def import_gated_gelu(node: Node) -> Value:
    """Half of the features times gelu of the other half."""
    total = graph.add(node[0], node.spread(node[1], node.shape()))
    last = node.rank() - 1
    width = node.static_shape(0, "the halves", first=last)[0]
    kept, gate = node.slice(total, last, 0, width // 2), node.slice(total, last, width // 2, width)
    return graph.mul(kept, graph.gelu("exact", gate))


@imports("BiasSoftmax", domain=MICROSOFT)
def import_bias_softmax(node: Node) -> Value:
    """Softmax of a sum, along all dimensions from one on."""
    axis = node.dim_of(node.int("axis", 1), node.rank())
    total = graph.add(*node.together([node[0], node[1]]))
    return node.add(graph.SoftmaxOp(total, i64_array(range(axis, node.rank()))))


@imports("GemmFastGelu", domain=MICROSOFT)
def import_product_with_gelu(node: Node) -> Value:
    """Gelu of a product with a matrix, to which a number for each feature may be added before."""
    result, bias = matmul(node, node[0], node[1]), node.get(2)
    result = result if bias is None else graph.add(result, node.spread(bias, shape_of(result), result))
    return graph.gelu("tanh", result)
