"""Simplification of convolutions: transposed ones as convolutions of the source as it is.

A transposed convolution with strides meets the source only at every stride-th place. Places with the same remainder are
a phase of the result: a convolution of the source with every stride-th element of the kernel. If all phases have as
many elements of the kernel, they are one convolution together, whose results are then put beside one another. Otherwise
that would multiply with many zeros, and each phase is a convolution by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.splats import splat_of
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.dialects.graph.windows import Window, listed
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import i64_array, int_attr
from dlc.ir.builtin_types import TensorType
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern
from dlc.ir.sizes import subtract

from ..matching import insert, is_float, is_made_of_constants, repays_rearranging, sizes_are_numbers, transposed

MOST_PHASES = 4
"""The most phases that are convolved one by one."""


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
def convolve_with_reversed_kernel(op: graph.TransposedConvolutionOp, rw: Rewriter) -> Match:
    """transposed_convolution(x, w) -> convolution(x, reverse(w)), if no strides spread x.

    Terminates: removes a transposed convolution.
    """
    layout, windows = op.layout, _windows_of(op)
    is_plain = op.source_zero_point is None and op.kernel_zero_point is None
    if not is_plain or windows is None or not repays_rearranging(op):
        return rw.no_match("there are zero points, or the kernel has unknown sizes or is too large to be reversed")
    more = listed(op.output_padding, 0, len(windows))
    low = [window.reach - window.low for window in windows]
    high = [window.reach - window.high + each for window, each in zip(windows, more, strict=True)]
    if any(window.stride != 1 for window in windows) or min(*low, *high) < 0:
        return rw.no_match("strides spread the source, or padding is cut from it")
    if op.group_count == 1:
        word = layout.kernel.translate(str.maketrans({OUTPUTS: INPUTS, INPUTS: OUTPUTS}))
    elif shape_of(op.kernel)[layout.kernel.index(INPUTS)] == 1:  # and as many outputs in each group
        word = layout.kernel
    else:
        return rw.no_match("inputs and outputs change places in each group")
    reversed_dims = [layout.kernel.index(letter) for letter in layout.spatial]
    kernel = insert(op, graph.ReverseOp(op.kernel, i64_array(reversed_dims)), rw)
    convolution = graph.ConvolutionOp(
        op.source,
        kernel,
        graph.ConvolutionLayoutAttr(layout.source, word, layout.result),
        op.result.type,
        dilations=op.dilations,
        pad_low=i64_array(low),
        pad_high=i64_array(high),
        groups=op.groups,
    )
    return rw.replace(op, convolution)


def _windows_of(op: graph.TransposedConvolutionOp) -> list[_KnownWindow] | None:
    """Return the windows along the spatial dimensions, if the kernel has known sizes."""
    kernel = dict(zip(op.layout.kernel, shape_of(op.kernel), strict=True))
    windows = op.windows([kernel[letter] for letter in op.layout.spatial])
    known = [_KnownWindow(size, *others) for size, *others in windows if isinstance(size, int)]
    return known if len(known) == len(windows) else None


class _KnownWindow(NamedTuple):
    """A window of known size along one dimension."""

    size: int
    stride: int
    dilation: int
    low: int
    high: int

    @property
    def reach(self) -> int:
        """The distance from the first to the last element that it covers."""
        return self.dilation * (self.size - 1)


class Phase(NamedTuple):
    """One phase along a dimension of a transposed convolution, as a convolution of the source with stride 1."""

    first: int
    """The first element of the kernel that it has; the others are as far apart as strides are long."""
    taps: int
    """The number of elements of the kernel."""
    low: int
    high: int
    """The padding before and after the source."""

    @classmethod
    def of(cls, number: int, window: _KnownWindow, source: int, result: int) -> Phase:
        """Return the phase of the places `number`, `number + stride`, … of the result."""
        first = (number + window.low) % window.stride
        taps = max(0, -(-(window.size - first) // window.stride))
        nearest = (number + window.low - first) // window.stride
        """The place of the source that meets the first element of the kernel at the first place of the phase."""
        places = -(-(result - number) // window.stride)
        return cls(first, taps, taps - 1 - nearest, nearest + places - source)


@pattern(graph.TransposedConvolutionOp, exactness="finite", benefit=2)
def convolve_each_phase(op: graph.TransposedConvolutionOp, rw: Rewriter) -> Match:
    """transposed_convolution(x, w, strides) -> the phases of the result beside one another, each convolved by itself.

    Terminates: removes a transposed convolution.
    """
    phases = _separate_phases_of(op)
    if phases is None:
        return rw.no_match("all phases are as large, or there are too many, or sizes are not known")
    layout = op.layout
    word = f"{BATCH}{layout.spatial}{CHANNELS}"
    kernel_word = layout.kernel.translate(str.maketrans({OUTPUTS: INPUTS, INPUTS: OUTPUTS}))
    reversed_dims = i64_array([layout.kernel.index(letter) for letter in layout.spatial])
    sizes = dict(zip(layout.result, op.result.shape, strict=True))
    places = [sizes[letter] // len(along) for letter, along in zip(layout.spatial, phases, strict=True)]
    type = tensor_of((sizes[BATCH], *places, sizes[CHANNELS]), element_of(op.result))
    values: list[Value] = []
    for chosen in product(*phases):
        kernel = insert(op, graph.ReverseOp(_every_stride(op, chosen, phases, rw), reversed_dims), rw)
        convolution = graph.ConvolutionOp(
            op.source,
            kernel,
            graph.ConvolutionLayoutAttr(layout.source, kernel_word, word),
            type,
            pad_low=i64_array([each.low for each in chosen]),
            pad_high=i64_array([each.high for each in chosen]),
        )
        values.append(insert(op, convolution, rw))
    for dim in range(len(phases) - 1, -1, -1):  # phases along the last dimension are the fastest to change
        count = len(phases[dim])
        groups = [values[start : start + count] for start in range(0, len(values), count)]
        values = [_beside_one_another(group, 1 + dim, op, rw) for group in groups]
    order = [word.index(letter) for letter in layout.result]
    return rw.replace(op, transposed(values[0], order, op, rw))


def _separate_phases_of(op: graph.TransposedConvolutionOp) -> list[list[Phase]] | None:
    """Return the phases along each spatial dimension, if they are to be convolved one by one."""
    layout, windows = op.layout, _windows_of(op)
    is_plain = op.group_count == 1 and op.source_zero_point is None and op.kernel_zero_point is None
    if not is_plain or windows is None or not all(map(sizes_are_numbers, (op.source, op.result))):
        return None
    if not repays_rearranging(op) or any(window.dilation != 1 for window in windows):
        return None
    source, result = (
        dict(zip(word, value.shape, strict=True))
        for word, value in ((layout.source, op.source), (layout.result, op.result))
    )
    pairs = list(zip(layout.spatial, windows, strict=True))
    is_divided_evenly = all(window.size % window.stride == 0 for window in windows)
    has_whole_phases = all(result[letter] % window.stride == 0 for letter, window in pairs)
    if is_divided_evenly or not has_whole_phases or prod(window.stride for window in windows) > MOST_PHASES:
        return None
    phases = [
        [Phase.of(n, window, source[letter], result[letter]) for n in range(window.stride)] for letter, window in pairs
    ]
    every = [each for along in phases for each in along]
    return phases if all(each.taps > 0 and each.low >= 0 and each.high >= 0 for each in every) else None


def _every_stride(
    op: graph.TransposedConvolutionOp, chosen: Sequence[Phase], phases: Sequence[Sequence[Phase]], rw: Rewriter
) -> Value:
    """Return the elements of the kernel that a phase has."""
    shape = op.kernel.shape
    starts, limits, strides = [0] * len(shape), list(shape), [1] * len(shape)
    for letter, phase, along in zip(op.layout.spatial, chosen, phases, strict=True):
        dim = op.layout.kernel.index(letter)
        starts[dim], strides[dim] = phase.first, len(along)
        limits[dim] = phase.first + (phase.taps - 1) * len(along) + 1
    return insert(op, graph.SliceOp(op.kernel, SizesAttr.of(starts), SizesAttr.of(limits), i64_array(strides)), rw)


def _beside_one_another(values: Sequence[Value], dim: int, op: Operation, rw: Rewriter) -> Value:
    """Return one tensor in which the elements of several along a dimension take turns."""
    if len(values) == 1:
        return values[0]
    shape = list(values[0].shape)
    before, behind = shape[: dim + 1], shape[dim + 1 :]
    rows = [_reshaped(each, (*before, prod(behind)), op, rw) for each in values]
    joined = insert(op, graph.ConcatOp(rows, int_attr(dim + 1)), rw)
    shape[dim] *= len(values)
    return _reshaped(joined, shape, op, rw)


@pattern(graph.SliceOp)
def convolve_fewer_places(op: graph.SliceOp, rw: Rewriter) -> Match:
    """slice(convolution(x, w, pad_high)) -> convolution(x, w, smaller pad_high), if only the last places are cut off.

    Terminates: removes a slice.
    """
    inner = op.source.defined_by(graph.ConvolutionOp)
    if inner is None or not op.source.has_one_use or inner.winograd is not None:
        return rw.no_match("operand is not a convolution without other uses")
    layout, cut = inner.layout, _cut_off(op)
    if cut is None or any(cut[layout.result.index(letter)] for letter in (BATCH, CHANNELS)):
        return rw.no_match("cuts off something else than the last places, or the sizes are unknown")
    strides, high = listed(inner.strides, 1, len(layout.spatial)), listed(inner.pad_high, 0, len(layout.spatial))
    left = [
        before - stride * cut[layout.result.index(letter)]
        for letter, stride, before in zip(layout.spatial, strides, high, strict=True)
    ]
    if min(left) < 0:
        return rw.no_match("it is cut off that the window reaches the end of the source")
    convolution = inner.clone()
    convolution.pad_high = i64_array(left)
    convolution.result.type = op.result.type
    return rw.replace(op, convolution)


def _cut_off(op: graph.SliceOp) -> list[int] | None:
    """Return how many elements a slice cuts off the end of each dimension, if they are known, and it does only that."""
    if any(start != 0 for start in op.starts.entries) or any(stride != 1 for stride in op.strides):
        return None
    limits = zip(shape_of(op.source), op.limits.entries, strict=True)
    cut = [0 if limit is None else subtract(size, limit) for size, limit in limits]
    return [each for each in cut if isinstance(each, int)] if all(isinstance(each, int) for each in cut) else None


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
    if tuple(shape) == tuple(value.shape):
        return value
    return insert(op, graph.ReshapeOp(value, tensor_of(tuple(shape), element_of(value))), rw)


PATTERNS: Sequence[Pattern[Any]] = (
    convolve_each_phase,
    convolve_by_phases,
    convolve_with_reversed_kernel,
    convolve_fewer_places,
)
