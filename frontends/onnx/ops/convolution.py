"""Importers of convolutions."""

from __future__ import annotations

from dlc.ir.sizes import multiply

from ....dialects import graph
from ....dialects.graph.tensors import shape_of
from ....ir import Type, Value
from ....ir.builtin_types import i32
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports
from .activations import activated
from .dequantized import dequantized, have_exact_sums, in_real_numbers
from .windows import Windows, windows_of

SPATIAL = "XYZUVWABDEFGH"
"""Letters of spatial dimensions."""


def layout(spatial: int) -> graph.ConvolutionLayoutAttr:
    """Return ONNX's layout: batch and channels before the spatial dimensions."""
    if not 0 < spatial <= len(SPATIAL):
        raise CannotImport(f"a convolution must have 1 to {len(SPATIAL)} spatial dimensions, but got {spatial}")
    letters = SPATIAL[:spatial]
    return graph.ConvolutionLayoutAttr(f"NC{letters}", f"OI{letters}", f"NC{letters}")


def kernel_sizes(node: Node, number: int) -> list[int]:
    """Return the spatial sizes of the kernel that an input is."""
    shape = node.static_shape(number, "the windows")
    sizes = shape[1:-1] if node.op == "NhwcConv" else shape[2:]
    declared = node.optional_ints("kernel_shape")
    if declared is not None and declared != sizes:
        raise CannotImport(f"attribute 'kernel_shape' must be {sizes}, as the kernel says, but got {declared}")
    return sizes


@imports("Conv")
def import_convolution(node: Node) -> Value:
    """A convolution, with a bias for each output channel."""
    return _with_bias(node)


def _with_bias(node: Node) -> Value:
    node.same_elements([node[0], node[1]])
    result = _of_integers(node) or convolve(node, node[0], node[1])
    return add_bias(node, result, node.get(2))


def _of_integers(node: Node) -> Value | None:
    """Return the convolution of what were integers before, or `None`."""
    source, kernel = dequantized(node[0]), dequantized(node[1])
    if source is None or kernel is None or not have_exact_sums(shape_of(kernel.integers)[1:]):
        return None
    if not source.has_parameters_of() or not kernel.has_parameters_of(0):
        return None
    points = {"source_zero_point": source.point, "kernel_zero_point": kernel.point}
    values = {name: point.value if point is not None else None for name, point in points.items()}
    total = convolve(node, source.integers, kernel.integers, i32, **values)
    return in_real_numbers(node, total, source, kernel, 1)


@imports("FusedConv", domain=MICROSOFT)
def import_fused_convolution(node: Node) -> Value:
    """An activation of a convolution, to which another tensor may be added before."""
    result, more = _with_bias(node), node.get(3)
    result = graph.add(result, more) if more is not None else result
    return activated(node, result, node.floats("activation_params") or [])


def convolve(
    node: Node,
    source: Value,
    kernel: Value,
    element: Type | None = None,
    *,
    source_zero_point: Value | None = None,
    kernel_zero_point: Value | None = None,
) -> Value:
    """Return a convolution with the parameters of a node."""
    rank = len(shape_of(source)) - 2
    groups = node.int("group", 1)
    source = node.with_sizes(source, {1: multiply(shape_of(kernel)[1], groups)})
    windows = windows_of(node, shape_of(source)[2:], kernel_sizes(node, _kernel_input(node)))
    return node.with_names(
        graph.convolution(
            source,
            kernel,
            layout(rank),
            element,
            strides=windows.strides,
            dilations=windows.dilations,
            pad_low=windows.low,
            pad_high=windows.high,
            groups=groups,
            source_zero_point=source_zero_point,
            kernel_zero_point=kernel_zero_point,
        )
    )


def _kernel_input(node: Node) -> int:
    return 3 if node.op == "QLinearConv" else 1


def add_bias(node: Node, value: Value, bias: Value | None) -> Value:
    """Return a value plus a number for each channel."""
    if bias is None:
        return value
    return node.add(graph.AddOp(value, node.broadcast(bias, [1], shape_of(value))))


@imports("ConvInteger")
def import_convolution_of_integers(node: Node) -> Value:
    """A convolution of integers of 8 bits, less their zero points."""
    points = {"source_zero_point": _scalar(node, node.get(2)), "kernel_zero_point": _scalar(node, node.get(3))}
    return convolve(node, node[0], node[1], i32, **points)


def _scalar(node: Node, point: Value | None) -> Value | None:
    """Return a zero point of one element as a scalar."""
    return node.reshape(point, ()) if point is not None and shape_of(point) == (1,) else point


@imports("ConvTranspose")
def import_transposed_convolution(node: Node) -> Value:
    """The transpose of a convolution."""
    source, kernel = node[0], node[1]
    node.same_elements([source, kernel])
    rank = node.rank() - 2
    extra = node.optional_ints("output_padding") or [0] * rank
    windows = _transposed_windows(node, kernel_sizes(node, 1), extra)
    result = node.with_names(
        graph.transposed_convolution(
            source,
            kernel,
            layout(rank),
            strides=windows.strides,
            dilations=windows.dilations,
            pad_low=windows.low,
            pad_high=[max(pad, 0) for pad in windows.high],
            groups=node.int("group"),
            output_padding=[more + max(-pad, 0) for more, pad in zip(extra, windows.high, strict=True)],
        )
    )
    return add_bias(node, result, node.get(2))


def _transposed_windows(node: Node, kernel: list[int], extra: list[int]) -> Windows:
    """Return windows whose padding gives the size that attributes ask for."""
    rank = len(kernel)
    strides, dilations = node.optional_ints("strides") or [1] * rank, node.optional_ints("dilations") or [1] * rank
    wanted, auto = node.optional_ints("output_shape"), node.string("auto_pad", "NOTSET")
    if wanted is None and auto == "NOTSET":
        pads = node.optional_ints("pads") or [0] * (2 * rank)
        return Windows(strides, dilations, pads[:rank], pads[rank:])
    if wanted is None and auto == "VALID":
        return Windows(strides, dilations, [0] * rank, [0] * rank)
    known = node.static_shape(0, "the padding")[2:]
    wanted = wanted[-rank:] if wanted is not None else [size * step for size, step in zip(known, strides, strict=True)]
    totals = [
        step * (size - 1) + more + (window - 1) * dilation + 1 - target
        for size, step, more, window, dilation, target in zip(
            known, strides, extra, kernel, dilations, wanted, strict=True
        )
    ]
    pads = [(0, total) if total < 0 else (total // 2, total - total // 2) for total in totals]
    if auto != "SAME_UPPER":
        pads = [(high, low) if low + high > 0 else (low, high) for low, high in pads]
    return Windows(strides, dilations, [low for low, _ in pads], [high for _, high in pads])
