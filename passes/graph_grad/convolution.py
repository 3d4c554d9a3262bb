"""Gradients of convolutions: each direction is the transpose of the other one. That of a kernel is a convolution."""

from __future__ import annotations

from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS, ConvolutionBaseOp, order_of
from dlc.dialects.graph.op_functions import constant
from dlc.dialects.graph.size_lists import surely_at_most
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.dialects.graph.windows import Window
from dlc.ir import Value
from dlc.ir.sizes import Dim, add, floor_divide, multiply, remainder, subtract

from .gradients import Gradients, differentiates
from .like import part_like, rank_of


@differentiates(graph.ConvolutionOp)
def gradient_of_convolution(op: graph.ConvolutionOp, g: Gradients) -> None:
    if g.needs(op.source):
        g.add(op.source, _transposed(op, g.out))
    if g.needs(op.kernel):
        g.add(op.kernel, _kernel_gradient(op, op.source, g.out))


@differentiates(graph.TransposedConvolutionOp)
def gradient_of_transposed_convolution(op: graph.TransposedConvolutionOp, g: Gradients) -> None:
    if g.needs(op.source):
        layout = f"{op.layout.result} x {op.layout.kernel} -> {op.layout.source}"
        source = graph.convolution(g.out, op.kernel, layout, element_of(g.out), **window_lists(op), groups=op.groups)
        g.add(op.source, part_like(source, [0] * rank_of(source), op.source))
    if g.needs(op.kernel):
        g.add(op.kernel, _kernel_gradient(op, g.out, op.source))


def window_lists(op: ConvolutionBaseOp | graph.PoolOp) -> dict[str, Any]:
    """Return how the windows of a convolution or a pooling lie in its source, as arguments of functions of ops."""
    return {"strides": op.strides, "dilations": op.dilations, "pad_low": op.pad_low, "pad_high": op.pad_high}


def _windows(op: ConvolutionBaseOp) -> list[tuple[str, Window]]:
    """Return the window along each spatial dimension, by its label, in the order of the lists."""
    kernel = dict(zip(op.layout.kernel, shape_of(op.kernel), strict=True))
    return list(zip(op.layout.spatial, op.windows([kernel[label] for label in op.layout.spatial]), strict=True))


def _transposed(op: graph.ConvolutionOp, gradient: Value) -> Value:
    """Return the gradient of the source: a transposed convolution, with what windows do not reach at the end."""
    layout = f"{op.layout.result} x {op.layout.kernel} -> {op.layout.source}"
    sizes = dict(zip(op.layout.source, shape_of(op.source), strict=True))
    more: list[int] = []
    for label, window in _windows(op):
        rest = remainder(subtract(add(sizes[label], window.low + window.high), window.extent), window.stride)
        more.append(rest if isinstance(rest, int) else window.stride - 1)
    source = graph.transposed_convolution(
        gradient,
        op.kernel,
        layout,
        element_of(gradient),
        **window_lists(op),
        groups=op.groups,
        output_padding=more if any(more) else None,
    )
    return part_like(source, [0] * rank_of(source), op.source)


def _kernel_gradient(op: ConvolutionBaseOp, outer: Value, inner: Value) -> Value:
    """Return the gradient of the kernel: the convolution of the larger side with the smaller one as its kernel.

    The batch is summed over, so it has the place of the channels; strides and dilations change places.
    """
    is_forward = isinstance(op, graph.ConvolutionOp)
    outer_layout, inner_layout = op.layout.source, op.layout.result
    if not is_forward:
        outer_layout, inner_layout = inner_layout, outer_layout
    spatial = op.layout.spatial
    if op.group_count > 1:
        outer, outer_layout = _groups_as_channels(op, outer, outer_layout), CHANNELS + BATCH + spatial
    layout = " ".join(
        [
            _renamed(outer_layout, {BATCH: CHANNELS, CHANNELS: BATCH}),
            "x",
            _renamed(inner_layout, {BATCH: INPUTS, CHANNELS: OUTPUTS}),
            "->",
            _renamed(op.layout.kernel, {OUTPUTS: CHANNELS, INPUTS: BATCH}),
        ]
    )
    labels = [label for label in outer_layout if label in spatial]  # the order that lists have in this convolution
    windows = dict(_windows(op))
    sizes = dict(zip(inner_layout, shape_of(inner), strict=True))
    more = {label: int(not surely_at_most(1, sizes[label])) for label in labels}
    if any(more.values()):  # a window must have sizes, and a zero behind it changes nothing
        high = [more.get(label, 0) for label in inner_layout]
        none, zero = [0] * len(high), constant(0, element_of(inner))
        inner = graph.pad("constant", inner, none, high, none, value=zero)
    kernel = graph.convolution(
        outer,
        inner,
        layout,
        element_of(op.result),
        strides=[windows[label].dilation for label in labels],
        dilations=[windows[label].stride for label in labels],
        pad_low=[windows[label].low for label in labels],
        pad_high=[windows[label].high + more[label] * windows[label].stride for label in labels],
        groups=op.group_count if op.group_count > 1 else None,
    )
    return part_like(kernel, [0] * rank_of(kernel), op.kernel)


def _groups_as_channels(op: ConvolutionBaseOp, value: Value, layout: str) -> Value:
    """Return [inputs of a group, groups * batch, …] of a tensor whose channels are in groups."""
    spatial = op.layout.spatial
    ordered = graph.transpose(value, order_of(layout, BATCH + CHANNELS + spatial))
    batch, channels, *others = shape_of(ordered)
    inputs: Dim = floor_divide(channels, op.group_count)
    split = graph.reshape(ordered, (batch, op.group_count, inputs, *others))
    rank = rank_of(split)
    moved = graph.transpose(split, [2, 1, 0, *range(3, rank)])
    return graph.reshape(moved, (inputs, multiply(op.group_count, batch), *others))


def _renamed(layout: str, names: dict[str, str]) -> str:
    return "".join(names.get(label, label) for label in layout)
