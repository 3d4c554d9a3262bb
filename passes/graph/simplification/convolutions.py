"""Simplification of convolutions: transposed ones as convolutions of the source as it is.

A transposed convolution with strides meets the source only at every stride-th place. Places with the same remainder are
a phase of the result: a convolution of the source with every stride-th element of the kernel. All phases together are
one convolution, whose results are then put beside one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.splats import splat_of
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.dialects.graph.windows import Window
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import i64_array
from dlc.ir.builtin_types import TensorType
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern

from ..matching import insert, is_float, is_made_of_constants, sizes_are_numbers, transposed


class Phases(NamedTuple):
    """A dimension of a transposed convolution, divided into phases."""

    stride: int
    """The number of phases."""
    taps: int
    """The number of elements of the kernel in each phase, the last of which may be zeros."""
    first: int
    """The first place of the result in all places that the phases have."""
    size: int
    """The size of the result."""
    places: int
    """The number of places in each phase."""

    @classmethod
    def of(cls, source: int, result: int, window: Window) -> Phases:
        assert isinstance(window.size, int)
        taps = -(-window.size // window.stride)
        return cls(window.stride, taps, window.low, result, source + taps - 1)

    @property
    def is_whole(self) -> bool:
        """Whether the phases have all places of the result."""
        return self.first + self.size <= self.places * self.stride


@pattern(graph.TransposedConvolutionOp, exactness="finite")
def convolve_by_phases(op: graph.TransposedConvolutionOp, rw: Rewriter) -> Match:
    """transposed_convolution(x, w, strides) -> the phases of the result beside one another, from one convolution of x.

    Terminates: removes a transposed convolution.
    """
    phases = _phases_of(op)
    if phases is None:
        return rw.no_match("no strides, or weights, sizes or parameters for which phases are not written")
    layout, count = op.layout, len(phases)
    kernel = _kernel_of_phases(op, phases, rw)
    letters = f"{BATCH}{layout.spatial}{CHANNELS}"
    taps = [each.taps - 1 for each in phases]
    sizes = dict(zip(layout.source, shape_of(op.source), strict=True))
    batch, channels = sizes[BATCH], shape_of(op.kernel)[layout.kernel.index(INPUTS)]
    places, strides = [each.places for each in phases], [each.stride for each in phases]
    element = element_of(op.result)
    convolution = graph.ConvolutionOp(
        op.source,
        kernel,
        graph.ConvolutionLayoutAttr(layout.source, f"{OUTPUTS}{INPUTS}{layout.spatial}", letters),
        tensor_of((batch, *places, shape_of(kernel)[0]), element),
        pad_low=i64_array(taps),
        pad_high=i64_array(taps),
    )
    value = insert(op, convolution, rw)
    value = _reshaped(value, (batch, *places, *strides, channels), op, rw)
    order = [0, *(part for dim in range(count) for part in (1 + dim, 1 + count + dim)), 1 + 2 * count]
    value = transposed(value, order, op, rw)
    value = _reshaped(value, (batch, *(each.places * each.stride for each in phases), channels), op, rw)
    starts = SizesAttr.of([0, *(each.first for each in phases), 0])
    limits = SizesAttr.of([batch, *(each.first + each.size for each in phases), channels])
    value = insert(op, graph.SliceOp(value, starts, limits, i64_array([1] * (count + 2))), rw)
    return rw.replace(op, transposed(value, [letters.index(letter) for letter in layout.result], op, rw))


def _phases_of(op: graph.TransposedConvolutionOp) -> list[Phases] | None:
    """Return the phases along each spatial dimension, if they can be written."""
    layout = op.layout
    is_plain = op.group_count == 1 and op.source_zero_point is None and op.kernel_zero_point is None
    is_known = all(map(sizes_are_numbers, (op.source, op.kernel, op.result)))
    if not is_plain or not is_known or not is_float(op.source) or not _is_cheap(op):
        return None
    source, kernel, result = (
        dict(zip(word, shape_of(value), strict=True))
        for word, value in ((layout.source, op.source), (layout.kernel, op.kernel), (layout.result, op.result))
    )
    windows = dict(zip(layout.spatial, op.windows([kernel[letter] for letter in layout.spatial]), strict=True))
    if all(each.stride == 1 for each in windows.values()) or any(each.dilation != 1 for each in windows.values()):
        return None
    phases = [Phases.of(source[letter], result[letter], window) for letter, window in windows.items()]  # type: ignore[arg-type]
    return phases if all(each.is_whole for each in phases) else None


def _is_cheap(op: graph.TransposedConvolutionOp) -> bool:
    """Return whether the kernel is rearranged when the program is loaded, or is smaller than the result."""
    kernel, result = (
        tensor.num_elements for tensor in (op.kernel.type, op.result.type) if isinstance(tensor, TensorType)
    )
    return is_made_of_constants(op.kernel) or kernel <= result


def _kernel_of_phases(op: graph.TransposedConvolutionOp, phases: Sequence[Phases], rw: Rewriter) -> Value:
    """Return the kernel with an output for each channel in each phase, and the elements of a phase reversed."""
    layout, count = op.layout, len(phases)
    sizes = dict(zip(layout.kernel, shape_of(op.kernel), strict=True))
    word = f"{OUTPUTS}{layout.spatial}{INPUTS}"
    value = transposed(op.kernel, [layout.kernel.index(letter) for letter in word], op, rw)
    missing: list[int] = []
    for each, letter in zip(phases, layout.spatial, strict=True):
        size = sizes[letter]
        assert isinstance(size, int), "phases are of known sizes"
        missing.append(each.taps * each.stride - size)
    if any(missing):
        zero, rank = splat_of(0.0, tensor_of((), element_of(value))), count + 2
        assert zero is not None, "a number of a float type"
        low, high = SizesAttr.of([0] * rank), SizesAttr.of([0, *missing, 0])
        number, constant = insert(op, graph.ConstantOp(zero), rw), graph.PaddingAttr("constant")
        value = insert(op, graph.PadOp(constant, value, low, high, i64_array([0] * rank), value=number), rw)
    split = [part for each in phases for part in (each.taps, each.stride)]
    value = _reshaped(value, (sizes[OUTPUTS], *split, sizes[INPUTS]), op, rw)
    taps, strides = range(1, 1 + 2 * count, 2), range(2, 2 + 2 * count, 2)
    value = insert(op, graph.ReverseOp(value, i64_array(taps)), rw)
    value = transposed(value, [*strides, 1 + 2 * count, 0, *taps], op, rw)
    shape = value.shape
    return _reshaped(value, (prod(shape[: count + 1]), *shape[count + 1 :]), op, rw)


def _reshaped(value: Value, shape: Sequence[Any], op: Operation, rw: Rewriter) -> Value:
    return insert(op, graph.ReshapeOp(value, tensor_of(tuple(shape), element_of(value))), rw)


PATTERNS: Sequence[Pattern[Any]] = (convolve_by_phases,)
