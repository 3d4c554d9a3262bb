"""Convolutions and their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....passes.graph_grad.gradients import CannotDifferentiate, backpropagate, recorded, typed_like
from ....passes.graph_grad.like import zeros_like
from ..node import Node
from ..registry import imports
from .contraction import unrounded

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
    element = None if bias is None else unrounded(element_of(x))
    result = _convolution(x, weight, stride, padding, dilation, transposed, output_padding, groups, element)
    if bias is not None:
        added = node.broadcast(node.cast(bias, element_of(result)), [1], shape_of(result))
        result = node.cast(graph.add(result, added), node.result_element)
    return node.squeeze(result, [0]) if is_single else result


def _each(given: Sequence[int], rank: int) -> list[int]:
    return list(given) * rank if len(given) == 1 else list(given)


def _convolution(
    x: Value,
    weight: Value,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    element: Type | None = None,
) -> Value:
    """Return a convolution of a batch, or the transpose of one, with other elements if some are given."""
    rank = len(shape_of(weight)) - 2
    low = _each(padding, rank)
    lists: dict[str, Any] = {"strides": _each(stride, rank), "dilations": _each(dilation, rank)}
    lists |= {"pad_low": low, "pad_high": low, "groups": groups, "element": element}
    if transposed:
        more = _each(output_padding, rank)
        return graph.transposed_convolution(x, weight, layout(rank), **lists, output_padding=more)
    return graph.convolution(x, weight, layout(rank), **lists)


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
    kernel = graph.stop_gradient(weight) if weight is x else weight  # each has a gradient of its own
    with recorded() as ops:
        result = _convolution(x, kernel, stride, padding, dilation, transposed, output_padding, groups)
    wrt = [value for value, is_needed in zip((x, kernel), mask[:2], strict=True) if is_needed]
    try:
        gradients = backpropagate(ops, {result: typed_like(gradient, result)}, wrt)
    except CannotDifferentiate as error:
        raise node.refusal(str(error)) from None
    bias = node.reduce("sum", gradient, [0, *range(2, rank + 2)]) if mask[2] else None
    gradients |= {value: zeros_like(value) for value in wrt if value not in gradients}
    return [gradients.get(x), gradients.get(kernel), bias]
