"""The pass `scan-images`: convolutional parts of a network are computed one image, or a few images, at a time.

What a layer gives for many images does not stay in caches until the next layer reads it; what it gives for one image
does. So layers whose images are large become the body of a loop over the images, `graph.scan`, unless reading their
weights anew for each image would take longer. Sizes in the body are known, also where the number of images is not.

A part is a set of ops that make an image of their results from the same image of their operands, and from what has no
images, such as weights. It begins with a convolution, and goes on with what depends on it. What other ops make of its
results is computed behind it, and may begin another part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from dlc.dialects import graph
from dlc.dialects.func import FuncOp
from dlc.dialects.graph.convolution import BATCH
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.splats import splat, splat_bits
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import Block, Builder, Operation, Region, Value
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import TensorType
from dlc.ir.effects import is_memory_effect_free
from dlc.ir.sizes import Dim
from dlc.ir.traits import Elementwise

from ..manager import Pass, PassRun, statistic

FEWEST = 2
"""The fewest convolutions that are worth a loop."""
FEW_RESULTS = 0.5
"""The share of the elements of layers that may be needed elsewhere: these are written to memory anyway."""
USUAL_IMAGES = 8
"""The number of images if it is open."""
CACHED = 1 << 20
"""The number of elements that stay in a cache until the next layer reads them."""
AT_A_TIME = 1 << 17
"""The number of elements that are worth an iteration for each layer."""
FEW_WEIGHTS = 1 << 16
"""The number of weights that stay in a cache until the next image needs them."""

MOST_PARTS = 16
"""The most parts of a block that are looked at."""

Convolution = graph.ConvolutionOp | graph.TransposedConvolutionOp
CONVOLUTIONS = graph.ConvolutionOp, graph.TransposedConvolutionOp
Takes = Callable[[Any], Sequence[int] | None]
"""Returns which operands are taken image by image, or `None` if an image of the results needs more than one of them."""


# -- Ops that are computed image by image ------------------------------------------------------------------------------


def _each(op: Operation) -> Sequence[int] | None:
    return range(len(op.operands)) if op.operands else None


def _along_dims(op: graph.ReduceOp | graph.GroupNormOp | graph.InstanceNormOp) -> Sequence[int] | None:
    return None if 0 in op.dims.elements else [0]


def _along_dim(op: graph.BatchNormOp | graph.GroupNormOp | graph.InstanceNormOp) -> Sequence[int] | None:
    return None if op.dim.value == 0 else [0]


def _along_dim_and_dims(op: graph.GroupNormOp | graph.InstanceNormOp) -> Sequence[int] | None:
    return _along_dims(op) if _along_dim(op) is not None else None


def _along_axis(op: graph.QuantizeOp | graph.DequantizeOp) -> Sequence[int] | None:
    return None if op.axis is not None and op.axis.value == 0 else [0]


def _constant(op: graph.ConstantOp) -> Sequence[int] | None:
    return [] if splat_bits(op.value) is not None else None


def _convolution(op: Convolution) -> Sequence[int] | None:
    return [0] if op.layout.source.index(BATCH) == op.layout.result.index(BATCH) == 0 and _is_light(op) else None


def _contract(op: graph.ContractOp) -> Sequence[int] | None:
    is_row = not op.lhs_batch.elements and 0 not in op.lhs_contracting.elements and len(op.operands) == 2
    return [0] if is_row and _is_light(op) else None


def _broadcast(op: graph.BroadcastOp) -> Sequence[int] | None:
    if op.sizes is not None:
        return None
    return [0] if 0 in op.dims.elements and shape_of(op.source)[0] != 1 else []


def _transpose(op: graph.TransposeOp) -> Sequence[int] | None:
    return [0] if op.order.elements[:1] == (0,) else None


def _reshape(op: graph.ReshapeOp) -> Sequence[int] | None:
    source, result = shape_of(op.source), shape_of(op.result)
    return [0] if op.sizes is None and source and source[:1] == result[:1] else None


def _pad(op: graph.PadOp) -> Sequence[int] | None:
    return [0] if op.low.entries[0] == op.high.entries[0] == op.interior.elements[0] == 0 else None


def _concat(op: graph.ConcatOp) -> Sequence[int] | None:
    return None if op.dim.value == 0 else _each(op)


def _slice(op: graph.SliceOp) -> Sequence[int] | None:
    is_whole = op.limits.entries[0] in (None, shape_of(op.source)[0])
    return [0] if is_whole and op.starts.entries[0] == 0 and op.strides.elements[0] == 1 else None


TAKES: dict[type[Operation], Takes] = {
    graph.BatchNormOp: _along_dim,
    graph.BroadcastOp: _broadcast,
    graph.ConcatOp: _concat,
    graph.ConstantOp: _constant,
    graph.ContractOp: _contract,
    graph.ConvolutionOp: _convolution,
    graph.DequantizeOp: _along_axis,
    graph.GroupNormOp: _along_dim_and_dims,
    graph.InstanceNormOp: _along_dim_and_dims,
    graph.LayerNormOp: _along_dims,
    graph.LocalResponseNormOp: _along_dim,
    graph.LogSoftmaxOp: _along_dims,
    graph.LpNormalizeOp: _along_dims,
    graph.PadOp: _pad,
    graph.PoolOp: _along_dims,
    graph.QuantizeOp: _along_axis,
    graph.ReduceOp: _along_dims,
    graph.ReshapeOp: _reshape,
    graph.ResizeOp: _along_dims,
    graph.ReverseOp: _along_dims,
    graph.RmsNormOp: _along_dims,
    graph.SliceOp: _slice,
    graph.SoftmaxOp: _along_dims,
    graph.TransposeOp: _transpose,
    graph.TransposedConvolutionOp: _convolution,
}
"""The rules of ops that are not elementwise."""


def taken_by_image(op: Operation) -> Sequence[int] | None:
    """Return which operands an op takes image by image, or `None` if an image needs more than one of them."""
    rule = TAKES.get(type(op))
    if rule is None and Elementwise in type(op).traits:
        rule = _each
    return rule(op) if rule is not None else None


def _is_light(op: Convolution | graph.ContractOp) -> bool:
    """Return whether there are few weights, or no more than elements of an image."""
    [source, weights, *_] = op.operands
    count = prod(size for size in shape_of(weights) if isinstance(size, int))
    return count <= max(FEW_WEIGHTS, _elements(source) + _elements(op.results[0]))


def _elements(value: Value) -> int:
    """Return the number of elements of an image; open sizes count as 1."""
    return prod(size for size in shape_of(value)[1:] if isinstance(size, int))


# -- Parts -------------------------------------------------------------------------------------------------------------


class _Part:
    """Ops of a block that can be computed image by image, in order."""

    def __init__(self, images: Dim) -> None:
        self.images = images
        """The number of images."""
        self.ops: list[Operation] = []
        self.values: set[Value] = set()
        self.behind: set[Value] = set()
        """The values that ops outside the part make of those of the part."""
        self.is_complete = False

    def offer(self, op: Operation) -> None:
        """Take an op into the part, if it can be in there, and depends on it or is a convolution.

        An op with effects that needs the part is the end of it, since such ops keep their order.
        """
        if self.is_complete:
            return
        if self._fits(op):
            if isinstance(op, CONVOLUTIONS) or not self.values.isdisjoint(op.operands):
                self.ops.append(op)
                self.values.update(op.results)
        elif self.is_needed_by(op):
            self.behind.update(op.results)
            self.is_complete = not is_memory_effect_free(op)

    def _fits(self, op: Operation) -> bool:
        taken = taken_by_image(op)
        if taken is None or not self.behind.isdisjoint(op.operands):
            return False
        with_images = [value for position, value in enumerate(op.operands) if position in taken]
        if any(value in self.values for position, value in enumerate(op.operands) if position not in taken):
            return False
        shapes = [shape_of(value) for value in (*with_images, *op.results)]
        return all(shape[:1] == (self.images,) and None not in shape for shape in shapes)

    def is_needed_by(self, op: Operation) -> bool:
        """Return whether an op depends on the part."""
        return any(value in self.values or value in self.behind for each in op.walk() for value in each.operands)

    def results(self) -> list[Value]:
        """Return the values that are used elsewhere."""
        ops = set(self.ops)
        return [value for op in self.ops for value in op.results if any(user not in ops for user in value.users)]

    def group(self) -> int | None:
        """Return how many images are to be computed at a time, or `None` if all of them are."""
        layers = [_elements(op.results[0]) for op in self.ops if isinstance(op, CONVOLUTIONS)]
        if len(layers) < FEWEST or sum(map(_elements, self.results())) > FEW_RESULTS * sum(layers):
            return None
        is_open, largest = not isinstance(self.images, int), max(layers)
        images = _count(self.images)
        if images * largest < CACHED:
            return None
        most = min(images - 1, AT_A_TIME // largest)
        group = next((size for size in range(most, 1, -1) if images % size == 0), 1)
        return None if is_open and group > 1 else group


def _count(images: Dim) -> int:
    return images if isinstance(images, int) else USUAL_IMAGES


def parts_of(block: Block) -> list[tuple[_Part, int]]:
    """Return the parts of a block that are worth a loop, with the numbers of images that are computed at a time."""
    parts: list[tuple[_Part, int]] = []
    left = list(block.ops)
    for _ in range(MOST_PARTS):
        convolutions = [op for op in left if _begins(op)]
        if not any(_count(shape_of(op.results[0])[0]) * _elements(op.results[0]) >= CACHED for op in convolutions):
            break
        first = convolutions[0]
        left = left[left.index(first) :]
        part = _Part(shape_of(first.results[0])[0])
        for op in left:
            part.offer(op)
        group = part.group()
        if group is not None:
            parts.append((part, group))
        taken = {first, *part.ops}
        left = [op for op in left if op not in taken]
    return parts


def _begins(op: Operation) -> bool:
    """Return whether an op may be the first of a part."""
    if not isinstance(op, CONVOLUTIONS) or taken_by_image(op) is None:
        return False
    images = shape_of(op.results[0])[0]
    return images is not None and images not in (0, 1) and shape_of(op.source)[0] == images


# -- Loops -------------------------------------------------------------------------------------------------------------


class _Loop:
    """The loop over groups of images of a part, which replaces its ops."""

    def __init__(self, part: _Part, group: int) -> None:
        self.part = part
        self.group = group
        self.body = Block()
        self.builder = Builder.at_end(self.body)
        self.sources: list[Value] = []
        self.image_of: dict[Value, Value] = {}
        """The images of each value in the body."""

    def replace(self) -> None:
        """Put the loop behind the last op of the part, and all that depends on the part behind the loop."""
        part, last = self.part, self.part.ops[-1]
        results = part.results()
        for op in part.ops:
            self._copy(op)
        self.builder.insert(graph.YieldOp([self.image_of[value] for value in results]))
        between = self._between()
        builder = Builder.after(last)
        sources = [builder.insert(graph.ReshapeOp(value, self._rows(value))).result for value in self.sources]
        stacked = [self._rows(value) for value in results]
        loop = builder.insert(graph.ScanOp([], sources, [], stacked, None, Region([self.body])))
        for value, rows in zip(results, loop.results, strict=True):
            value.replace_all_uses_with(builder.insert(graph.ReshapeOp(rows, value.type)).result)
        for op in between:
            op.detach()
            builder.insert(op)
        for op in reversed(part.ops):
            op.erase()

    def _between(self) -> list[Operation]:
        """Return the ops before the end of the part that need its results."""
        part, op = self.part, self.part.ops[0]
        own = set(part.ops)
        dependent: list[Operation] = []
        while op is not part.ops[-1]:
            if op not in own and part.is_needed_by(op):
                dependent.append(op)
            following = op.next
            assert following is not None, "the last op of a part is in the block"
            op = following
        return dependent

    def _rows(self, value: Value) -> TensorType:
        """Return the type of all images of a value, group by group."""
        images = self.part.images
        count = images // self.group if isinstance(images, int) else images
        return tensor_of((count, self.group, *shape_of(value)[1:]), element_of(value))

    def _images(self, value: Value) -> TensorType:
        """Return the type of the images of a value in the body."""
        return tensor_of((self.group, *shape_of(value)[1:]), element_of(value))

    def _copy(self, op: Operation) -> Sequence[Value]:
        """Copy an op into the body."""
        taken = taken_by_image(op)
        assert taken is not None, "an op of a part is computed image by image"
        copy = op.clone()
        for position in taken:
            copy.set_operand(position, self._image(op.operands[position]))
        if isinstance(copy, graph.SliceOp):
            copy.limits = SizesAttr.of([None, *copy.limits.entries[1:]])
        if isinstance(copy, graph.ConstantOp):
            copy.value = self._splat(copy)
        for value, original in zip(copy.results, op.results, strict=True):
            value.type = self._images(original)
        self.builder.insert(copy)
        self.image_of.update(zip(op.results, copy.results, strict=True))
        return copy.results

    def _splat(self, op: graph.ConstantOp) -> DenseElementsAttr:
        """Return what a constant with equal elements is in the body."""
        bits = splat_bits(op.value)
        constant = splat(bits, self._images(op.result)) if bits is not None else None
        assert constant is not None, "all elements are equal, and its sizes are numbers"
        return constant

    def _image(self, value: Value) -> Value:
        """Return the images of a value in the body."""
        if value in self.image_of:
            return self.image_of[value]
        maker = value.defining_op
        if maker is not None and taken_by_image(maker) == []:
            return self._copy(maker)[0]
        self.sources.append(value)
        self.image_of[value] = self.body.add_argument(self._images(value), self.part.ops[0].location)
        return self.image_of[value]


class ScanImages(Pass):
    """Compute convolutional parts of a network one image at a time, where more would not stay in caches

    Example: scan-images
        func.func @f(%x: tensor<8x64x64x32xf32>) -> tensor<8x64x64x32xf32> {
          %w = graph.constant dense<0.5> : tensor<3x3x32x32xf32>
          %a = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
            : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
          %b = graph.relu %a : tensor<8x64x64x32xf32>
          %c = graph.convolution %b, %w, <NHWC x HWIO -> NHWC> pad_low [1, 1] pad_high [1, 1]
            : tensor<8x64x64x32xf32>, tensor<3x3x32x32xf32> -> tensor<8x64x64x32xf32>
          return %c : tensor<8x64x64x32xf32>
        }
    """

    name = "scan-images"
    scanned = statistic("num-scanned", "Number of ops that are computed one image at a time")

    def run(self, op: Operation, run: PassRun) -> None:
        functions = [each for each in op.walk() if isinstance(each, FuncOp)]
        for block in [block for function in functions for block in function.body.blocks]:
            for part, group in parts_of(block):
                run.count(self.scanned, len(part.ops))
                _Loop(part, group).replace()
