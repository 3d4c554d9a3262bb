"""The pass `channels-last`: convolutions get the layout in which channels are the last dimension.

Loops over pixels and channels are then those of a matrix product, whose rows are the pixels of all lines; channels are
the lanes of vectors in depthwise convolutions, pooling and the transforms of the method of Winograd. Transposes around
each convolution go to where they cancel afterwards (`sink-transposes`), so that the ops between take the layout too,
and only the edges of a network are transposed. Weights are constants, and are transposed when constants are folded.
Convolutions with few output channels keep their layout, in which vectors of pixels are read where they lie.
"""

from __future__ import annotations

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Operation
from dlc.ir.patterns import Match, Rewriter, pattern

from ..manager import Pass, PassRun, statistic
from .matching import is_made_of_constants, rewrite_with, transposed

FEW = 4
"""The most output channels, in a group or without groups, that leave vectors of channels nearly empty."""


@pattern(graph.ConvolutionOp)
def put_channels_last(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(x, w) -> transpose(convolution(transpose(x), transpose(w))), with channels as the last dimension.

    Terminates: what has channels last stays.
    """
    layout = op.layout
    if layout.has_channels_last or not is_made_of_constants(op.kernel):
        return rw.no_match("channels come last already, or weights would be transposed when the program runs")
    if _has_few_outputs(op):
        return rw.no_match("vectors of its few output channels would be nearly empty, those of pixels are full")
    word, kernel_word = f"{BATCH}{layout.spatial}{CHANNELS}", f"{layout.spatial}{INPUTS}{OUTPUTS}"
    convolution = op.clone()
    convolution.layout = graph.ConvolutionLayoutAttr(word, kernel_word, word)
    for number, (before, after) in enumerate(((layout.source, word), (layout.kernel, kernel_word))):
        order = [before.index(letter) for letter in after]
        convolution.set_operand(number, transposed(op.operands[number], order, op, rw))
    shape = shape_of(op.result)
    sizes = tuple(shape[layout.result.index(letter)] for letter in word)
    convolution.result.type = tensor_of(sizes, element_of(op.result))
    rw.insert_before(op, convolution)
    return rw.replace(op, transposed(convolution.result, [word.index(letter) for letter in layout.result], op, rw))


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
        result = rewrite_with([put_channels_last], op, run)
        run.count(self.changed, result.rewrites)
