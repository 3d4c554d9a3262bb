"""Convolutions and their gradients."""

from __future__ import annotations

from collections.abc import Sequence

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir.values import Value
from ..node import Node
from ..registry import imports

SPATIAL = "XYZ"


def layout(rank: int, source: str = "NC", kernel: str = "OI", result: str = "NC") -> graph.ConvolutionLayoutAttr:
    """Return a layout with spatial dimensions behind two others."""
    letters = SPATIAL[:rank]
    return graph.ConvolutionLayoutAttr(f"{source}{letters}", f"{kernel}{letters}", f"{result}{letters}")


@imports("convolution", "_convolution")
def import_convolution(
    node: Node,
    x: Value,
    weight: Value,
    bias: Value | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    *_: bool,
) -> Value:
    """A convolution or the transpose of one, of a batch or of one image, plus a number for each channel."""
    rank = len(shape_of(weight)) - 2
    is_single = len(shape_of(x)) == rank + 1
    x = node.expand(x, [0]) if is_single else x
    [stride, padding, dilation, more] = [_each(given, rank) for given in (stride, padding, dilation, output_padding)]
    if transposed:
        result = _transposed(x, weight, stride, padding, dilation, more, groups)
    else:
        result = graph.convolution(
            x,
            weight,
            layout(rank),
            strides=stride,
            dilations=dilation,
            pad_low=padding,
            pad_high=padding,
            groups=groups,
        )
    if bias is not None:
        result = graph.add(result, node.broadcast(bias, [1], shape_of(result)))
    return node.squeeze(result, [0]) if is_single else result


def _each(given: Sequence[int], rank: int) -> list[int]:
    return list(given) * rank if len(given) == 1 else list(given)


def _transposed(
    x: Value,
    weight: Value,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    more: list[int],
    groups: int,
) -> Value:
    return graph.transposed_convolution(
        x,
        weight,
        layout(len(stride)),
        strides=stride,
        dilations=dilation,
        pad_low=padding,
        pad_high=padding,
        groups=groups,
        output_padding=more,
    )


# -- Gradients ---------------------------------------------------------------------------------------------------------


@imports("convolution_backward")
def import_convolution_backward(
    node: Node,
    gradient: Value,
    x: Value,
    weight: Value,
    bias_sizes: Sequence[int] | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    mask: Sequence[bool],
) -> list[Value | None]:
    """The gradients of a convolution with respect to its source, its kernel and its bias."""
    rank = len(shape_of(weight)) - 2
    if len(shape_of(x)) != rank + 2:
        raise node.refusal("the gradient of a convolution of one image without a batch is not supported")
    lists = (_each(stride, rank), _each(padding, rank), _each(dilation, rank))
    source = kernel = bias = None
    if mask[0]:
        make = _source_of_transposed if transposed else _source_gradient
        source = make(node, gradient, x, weight, *lists, groups)
    if mask[1]:
        pair = (x, gradient) if transposed else (gradient, x)
        kernel = _kernel_gradient(node, *pair, weight, *lists, groups)
    if mask[2]:
        bias = node.reduce("sum", gradient, [0, *range(2, rank + 2)])
    return [source, kernel, bias]


def _source_gradient(
    node: Node,
    gradient: Value,
    x: Value,
    weight: Value,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
) -> Value:
    """Return a transposed convolution that restores the size of the source."""
    rank = len(stride)
    sizes, kernel = node.static_sizes(x, "its gradient")[2:], node.static_sizes(weight, "its gradient")[2:]
    given = node.static_sizes(gradient, "a gradient")[2:]
    more = [
        sizes[dim] - ((given[dim] - 1) * stride[dim] - 2 * padding[dim] + dilation[dim] * (kernel[dim] - 1) + 1)
        for dim in range(rank)
    ]
    return _transposed(gradient, weight, stride, padding, dilation, more, groups)


def _source_of_transposed(
    node: Node,
    gradient: Value,
    x: Value,
    weight: Value,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
) -> Value:
    """Return the convolution that a transposed one is the transpose of."""
    result = graph.convolution(
        gradient,
        weight,
        layout(len(stride)),
        strides=stride,
        dilations=dilation,
        pad_low=padding,
        pad_high=padding,
        groups=groups,
    )
    for dim, size in enumerate(shape_of(x)[2:], 2):
        if shape_of(result)[dim] != size:
            result = node.slice(result, dim, 0, size)
    return result


def _kernel_gradient(
    node: Node,
    gradient: Value,
    x: Value,
    weight: Value,
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int,
) -> Value:
    """Return the gradient of the kernel: a convolution of the source by the gradient, over the batch.

    The channels of the source become its batch, and the strides become dilations. What that computes beyond the size of
    the kernel is left out. Groups are moved to the batch of the sum one after the other.
    """
    kernel = node.static_sizes(weight, "its gradient")[2:]
    if groups == 1:
        return _plain_kernel_gradient(node, gradient, x, kernel, stride, padding, dilation)
    channels, outputs = (node.static_sizes(each, "its groups")[1] for each in (x, gradient))
    own, out = channels // groups, outputs // groups
    parts = [
        _plain_kernel_gradient(
            node,
            node.slice(gradient, 1, group * out, (group + 1) * out),
            node.slice(x, 1, group * own, (group + 1) * own),
            kernel,
            stride,
            padding,
            dilation,
        )
        for group in range(groups)
    ]
    return node.concat(parts, 0)


def _plain_kernel_gradient(
    node: Node,
    gradient: Value,
    x: Value,
    kernel: list[int],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
) -> Value:
    rank = len(stride)
    swapped = [1, 0, *range(2, rank + 2)]
    result = graph.convolution(
        node.transpose(x, swapped),
        node.transpose(gradient, swapped),
        layout(rank),
        strides=dilation,
        dilations=stride,
        pad_low=padding,
        pad_high=padding,
    )
    for dim, size in enumerate(kernel, 2):
        if shape_of(result)[dim] != size:
            result = node.slice(result, dim, 0, size)
    return node.transpose(node.cast(result, element_of(gradient)), swapped)
