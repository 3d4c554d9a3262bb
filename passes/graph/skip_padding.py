"""The pass `skip-padding`: convolutions do not multiply the padding around their source.

Parts of a kernel that meet nothing but padding are cut off. Where results near the edges meet less of the kernel than
those in the middle, and it is much less, they become convolutions of their own: a window of three elements that are 12
apart meets a source of 14 with one element at most places. Convolutions with dilations, as networks for segmentation
have them, and small images gain by that. The pass estimates the time of both forms, in which weights that several parts
need are read several times.

An infinite or NaN weight times padding is NaN, so a program with such weights may have fewer NaN afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import prod
from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.dialects.graph.windows import Window
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import i64_array, int_attr
from dlc.ir.builtin_types import DYNAMIC
from dlc.ir.patterns import Match, Rewriter, pattern

from ..manager import Pass, PassRun, statistic
from .matching import insert, rewrite_with
from .use_winograd import WEIGHT, best_tile

LINE = 8
"""The number of results next to one another that share the weights in registers: fewer take as long as these."""
PART = 200_000
"""The products that take as long as one more convolution."""
WORTH = 0.85
"""The part of the time of a convolution that its parts may take to be computed one by one."""


@pattern(graph.ConvolutionOp, exactness="finite")
def convolve_parts(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(x, w) -> concat(convolution(slice(x), slice(w)), ...), where each part meets no padding along a
    dimension.

    Terminates: the parts multiply fewer elements.
    """
    if op.winograd is not None or not op.has_known_places:
        return rw.no_match("it is computed by the method of Winograd, or its sizes are unknown")
    for letter, window in zip(op.layout.spatial, _windows(op), strict=True):
        sizes = _Sizes.of(op, letter)
        parts = _parts(window, sizes.source, sizes.places)
        if parts is not None and _is_worth_it(parts, window, sizes) and (len(parts) == 1 or best_tile(op) is None):
            results = [_convolved(part, letter, op, rw) for part in parts]
            if len(results) == 1:
                return rw.replace(op, results[0])
            return rw.replace(op, graph.ConcatOp(results, int_attr(op.layout.result.index(letter))))
    return rw.no_match("most elements that the window meets are in the source")


class _Part(NamedTuple):
    """Results next to one another along a dimension, which meet the source with the same elements of the kernel."""

    begin: int
    end: int
    first: int
    last: int
    """The first element of the kernel, and the one after the last."""

    @property
    def taps(self) -> int:
        """The number of elements of the kernel."""
        return self.last - self.first


def _parts(window: Window, source: int, places: int) -> list[_Part] | None:
    """Return the parts of the results along a dimension, or `None` if some results meet nothing but padding."""
    met = [_met(window, source, place) for place in range(places)]
    if not met or any(first >= last for first, last in met):
        return None
    parts: list[_Part] = []
    for (first, last), group in groupby(met):
        begin = parts[-1].end if parts else 0
        parts.append(_Part(begin, begin + len(list(group)), first, last))
    return parts


def _met(window: Window, source: int, place: int) -> tuple[int, int]:
    """Return the elements of the window that are in the source at a place: the first, and the one after the last."""
    assert isinstance(window.size, int), "sizes are known"
    start = place * window.stride - window.low
    first = max(0, -(start // window.dilation))
    last = min(window.size, (source - 1 - start) // window.dilation + 1)
    return first, last


class _Sizes(NamedTuple):
    """The sizes of a convolution on which its time depends."""

    source: int
    """The size of the source along the dimension that is divided."""
    places: int
    """The number of results along it."""
    others: int
    """The number of results of a channel along the other dimensions; the batch is one if it is open."""
    line: int | None
    """The number of results along the last dimension, if that is another one."""
    weights: int
    """The number of weights for each element of the window along the dimension."""

    @classmethod
    def of(cls, op: graph.ConvolutionOp, letter: str) -> _Sizes:
        layout = op.layout
        result = dict(zip(layout.result, op.result.shape, strict=True))
        kernel = dict(zip(layout.kernel, op.kernel.shape, strict=True))
        others = prod(result[each] for each in layout.spatial if each != letter)
        batch = 1 if result[BATCH] == DYNAMIC else result[BATCH]
        weights = prod(size for each, size in kernel.items() if each != letter)
        line = None if letter == layout.spatial[-1] else result[layout.spatial[-1]]
        return cls(op.source.shape[layout.source.index(letter)], result[letter], batch * others, line, weights)

    def time(self, places: int, taps: int) -> float:
        """Return the time of a convolution of some results with a part of the kernel, in products."""
        slower = max(1, LINE / (places if self.line is None else self.line))
        return self.weights * taps * (places * self.others * slower + WEIGHT) + PART


def _is_worth_it(parts: Sequence[_Part], window: Window, sizes: _Sizes) -> bool:
    """Return whether a convolution takes less time in parts."""
    assert isinstance(window.size, int), "sizes are known"
    if len(parts) == 1:
        return parts[0].taps < window.size
    alone = sum(sizes.time(part.end - part.begin, part.taps) for part in parts)
    return alone < WORTH * sizes.time(sizes.places, window.size)


def _windows(op: graph.ConvolutionOp) -> list[Window]:
    kernel = dict(zip(op.layout.kernel, shape_of(op.kernel), strict=True))
    return op.windows([kernel[letter] for letter in op.layout.spatial])


def _convolved(part: _Part, letter: str, op: graph.ConvolutionOp, rw: Rewriter) -> Value:
    """Return some results along a dimension, without padding along it."""
    layout, place, windows = op.layout, op.layout.spatial.index(letter), _windows(op)
    window = windows[place]
    begin = part.begin * window.stride + part.first * window.dilation - window.low
    end = (part.end - 1) * window.stride + (part.last - 1) * window.dilation - window.low + 1
    convolution = op.clone()
    convolution.set_operand(0, _sliced(op.source, layout.source.index(letter), begin, end, op, rw))
    convolution.set_operand(1, _sliced(op.kernel, layout.kernel.index(letter), part.first, part.last, op, rw))
    convolution.pad_low = i64_array(0 if at == place else each.low for at, each in enumerate(windows))
    convolution.pad_high = i64_array(0 if at == place else each.high for at, each in enumerate(windows))
    shape = list(shape_of(op.result))
    shape[layout.result.index(letter)] = part.end - part.begin
    convolution.result.type = tensor_of(tuple(shape), element_of(op.result))
    return rw.insert_before(op, convolution).result


def _sliced(value: Value, dim: int, begin: int, end: int, op: Operation, rw: Rewriter) -> Value:
    """Return some elements of a tensor along a dimension; itself, if they are all."""
    shape = shape_of(value)
    if (begin, end) == (0, shape[dim]):
        return value
    starts = [begin if at == dim else 0 for at in range(len(shape))]
    limits = [end if at == dim else None for at in range(len(shape))]
    return insert(op, graph.SliceOp(value, SizesAttr.of(starts), SizesAttr.of(limits), i64_array([1] * len(shape))), rw)


class SkipPadding(Pass):
    """Divide convolutions that would multiply much padding into some that meet none

    Example: skip-padding
        func.func @f(%x: tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32> {
          %w = graph.constant dense<0.5> : tensor<64x64x3x3xf32>
          %y = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> dilations [18, 18] pad_low [18, 18] pad_high [18, 18]
            : tensor<1x64x14x14xf32>, tensor<64x64x3x3xf32> -> tensor<1x64x14x14xf32>
          return %y : tensor<1x64x14x14xf32>
        }
    """

    name = "skip-padding"
    divided = statistic("num-divided", "Number of times that a convolution was cut or divided along a dimension")

    def run(self, op: Operation, run: PassRun) -> None:
        result = rewrite_with([convolve_parts], op, run)
        run.count(self.divided, result.rewrites)
