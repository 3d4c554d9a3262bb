"""The pass `channels-last`: convolutions get the layout in which channels are the last dimension.

Loops over pixels and channels are then those of a matrix product, whose rows are the pixels of all lines; channels are
the lanes of vectors in depthwise convolutions, pooling and the transforms of the method of Winograd. Transposes around
each convolution go to where they cancel afterwards (`sink-transposes`), so that the ops between take the layout too,
and only the edges of a network are transposed. Constant weights are transposed when constants are folded; others at
each call, if there are many pixels to be multiplied with each weight. Convolutions with few output channels keep their
layout, in which vectors of pixels are read where they lie.

The gradient of weights is a convolution as well, which sums over the pixels of all images. Its inputs get that layout
too, so that each step of the sum multiplies the channels of a pixel on one side with those of a pixel on the other one,
both of which are contiguous.
"""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Operation, Value
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.ir.sizes import product

from ..manager import Pass, PassRun, statistic
from .matching import is_made_of_constants, repays_rearranging, rewrite_with, transposed

FEW = 4
"""The most output channels, in a group or without groups, that leave vectors of channels nearly empty."""


@pattern(graph.ConvolutionOp)
def put_channels_last(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(x, w) -> transpose(convolution(transpose(x), transpose(w))), with channels as the last dimension.

    Terminates: what has channels last stays, and gradients of weights are left to `sum_over_pixels_outside`.
    """
    layout = op.layout
    if layout.has_channels_last or _is_gradient_of_weights(op):
        return rw.no_match("channels come last already, or it is the gradient of weights")
    if not repays_rearranging(op):
        return rw.no_match("it would take long to transpose weights when they are used")
    if _has_few_outputs(op):
        return rw.no_match("vectors of its few output channels would be nearly empty, those of pixels are full")
    word, kernel_word = f"{BATCH}{layout.spatial}{CHANNELS}", f"{layout.spatial}{INPUTS}{OUTPUTS}"
    return rw.replace(op, _in_layout(graph.ConvolutionLayoutAttr(word, kernel_word, word), op, rw))


@pattern(graph.ConvolutionOp)
def sum_over_pixels_outside(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(x, y), where y is a whole image, -> the same with the channels of both sides last.

    Terminates: what has this layout stays.
    """
    layout = graph.ConvolutionLayoutAttr.over_pixels(op.layout.spatial)
    if op.layout.sums_over_pixels or not _is_gradient_of_weights(op):
        return rw.no_match("it has that layout, or the kernel is no larger than the result")
    return rw.replace(op, _in_layout(layout, op, rw))


def _in_layout(layout: graph.ConvolutionLayoutAttr, op: graph.ConvolutionOp, rw: Rewriter) -> Value:
    """Return the result of a convolution that is computed in a layout with spatial dimensions in the same order."""
    before = op.layout
    convolution = op.clone()
    convolution.layout = layout
    for number, (word, after) in enumerate(((before.source, layout.source), (before.kernel, layout.kernel))):
        order = [word.index(letter) for letter in after]
        convolution.set_operand(number, transposed(op.operands[number], order, op, rw))
    shape = shape_of(op.result)
    sizes = tuple(shape[before.result.index(letter)] for letter in layout.result)
    convolution.result.type = tensor_of(sizes, element_of(op.result))
    rw.insert_before(op, convolution)
    return transposed(convolution.result, [layout.result.index(letter) for letter in before.result], op, rw)


def _is_gradient_of_weights(op: graph.ConvolutionOp) -> bool:
    """Return whether a convolution looks like the gradient of weights: its kernel is no constant, and larger than the
    result, of which each element is a sum over the whole kernel. Weights have known sizes.
    """
    kernel = dict(zip(op.layout.kernel, shape_of(op.kernel), strict=True))
    result = dict(zip(op.layout.result, shape_of(op.result), strict=True))
    window, places = (product(sizes[letter] for letter in op.layout.spatial) for sizes in (kernel, result))
    is_large = not isinstance(window, int) or (isinstance(places, int) and window > places)
    outputs = kernel[OUTPUTS]
    has_outputs = not isinstance(outputs, int) or outputs > FEW
    return is_large and has_outputs and op.group_count == 1 and not is_made_of_constants(op.kernel)


def _has_few_outputs(op: graph.ConvolutionOp) -> bool:
    """Return whether a window is summed for few output channels, all of them or those of a group.

    Depthwise convolutions have lanes that are channels of different groups. Products with single pixels read channels
    that are contiguous. Pixels that are far apart are no vectors, which only groups make up for.
    """
    sizes = dict(zip(op.layout.kernel, shape_of(op.kernel), strict=True))
    inputs, outputs, places = sizes.pop(INPUTS), sizes.pop(OUTPUTS), list(sizes.values())
    if not isinstance(outputs, int) or outputs > FEW * op.group_count or all(size == 1 for size in places):
        return False
    if op.group_count > 1:
        return inputs != 1 or outputs != op.group_count
    return all(window.stride == 1 for window in op.windows(places))


class ChannelsLast(Pass):
    """Give convolutions with constant weights the layout in which channels come last

    Example: channels-last
        func.func @f(%x: tensor<1x4x8x8xf32>) -> tensor<1x8x6x6xf32> {
          %w = graph.constant dense<0.5> : tensor<8x4x3x3xf32>
          %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW>
            : tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32> -> tensor<1x8x6x6xf32>
          return %y : tensor<1x8x6x6xf32>
        }
    """

    name = "channels-last"
    changed = statistic("num-changed", "Number of convolutions that got another layout")

    def run(self, op: Operation, run: PassRun) -> None:
        result = rewrite_with([put_channels_last, sum_over_pixels_outside], op, run)
        run.count(self.changed, result.rewrites)
