"""Simplification of convolutions: transposed ones as convolutions of the source as it is.

A transposed convolution with strides meets the source only at every stride-th place. Places with the same remainder are
a phase of the result: a convolution of the source with every stride-th element of the kernel. If all phases have as
many elements of the kernel, they are one convolution together, whose results are then put beside one another. Otherwise
that would multiply with many zeros, and each phase is a convolution by itself. So it is for small images, of which
phases have different places: one convolution would compute them all for each phase.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS
from dlc.dialects.graph.size_lists import SizesAttr
from dlc.dialects.graph.splats import splat_of
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.dialects.graph.windows import listed
from dlc.ir import Operation, Value
from dlc.ir.builtin_attributes import i64_array, int_attr
from dlc.ir.patterns import Match, Pattern, Rewriter, pattern
from dlc.ir.sizes import Dim, add, floor_divide, multiply, product, subtract

from ..matching import insert, is_float, repays_rearranging, sizes_are_numbers, transposed

MOST_PHASES = 4
"""The most phases that are convolved one by one."""
MOST_CUT_OFF = 1.1
"""The most places, compared with those of the result, that are computed to have one convolution for all phases."""


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
    def of(cls, source: int, result: int, window: _KnownWindow) -> Phases:
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
    is_spread = any(window.stride != 1 and size != 1 for window, (size, _) in zip(windows, _places_of(op), strict=True))
    if is_spread or any(each < 0 for each in (*low, *high)):
        return rw.no_match("strides spread the source, or padding is cut from it")
    if op.group_count == 1:
        word = _from_results(layout.kernel)
    elif _channels_of(op, INPUTS) == 1 and _channels_of(op, OUTPUTS) == op.group_count:
        word = layout.kernel
    else:
        return rw.no_match("inputs and outputs change places in each group")
    kernel = _turned_round(op.kernel, op, rw)
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


def _channels_of(op: graph.TransposedConvolutionOp, letter: str) -> Dim:
    """Return the number of a kernel's channels of one kind."""
    return shape_of(op.kernel)[op.layout.kernel.index(letter)]


def _from_results(word: str) -> str:
    """Return the dimensions of a kernel for the transposed direction: outputs and inputs change places."""
    return word.translate(str.maketrans({OUTPUTS: INPUTS, INPUTS: OUTPUTS}))


def _turned_round(kernel: Value, op: graph.TransposedConvolutionOp, rw: Rewriter) -> Value:
    """Return a kernel with its elements in the reverse order along the spatial dimensions."""
    dims = i64_array([op.layout.kernel.index(letter) for letter in op.layout.spatial])
    return insert(op, graph.ReverseOp(kernel, dims), rw)


def _windows_of(op: graph.TransposedConvolutionOp) -> list[_KnownWindow] | None:
    """Return the windows along the spatial dimensions, if the kernel has known sizes.

    A source of one place is the same with any stride: with that of the kernel's size, each phase has one element of it.
    """
    kernel = dict(zip(op.layout.kernel, shape_of(op.kernel), strict=True))
    windows = op.windows([kernel[letter] for letter in op.layout.spatial])
    known = [_KnownWindow(size, *others) for size, *others in windows if isinstance(size, int)]
    if len(known) < len(windows):
        return None
    sources = [source for source, _ in _places_of(op)]
    return [
        window._replace(stride=max(window.size, 1)) if source == 1 and window.dilation == 1 else window
        for window, source in zip(known, sources, strict=True)
    ]


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
    def of(cls, number: int, window: _KnownWindow, more: int) -> Phase:
        """Return the phase of the places `number`, `number + stride`, … of the result, which are by that number more
        than the source has."""
        first = (number + window.low) % window.stride
        taps = max(0, -(-(window.size - first) // window.stride))
        nearest = (number + window.low - first) // window.stride
        """The place of the source that meets the first element of the kernel at the first place of the phase."""
        return cls(first, taps, taps - 1 - nearest, nearest + more)


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
    result = dict(zip(layout.result, shape_of(op.result), strict=True))
    places = [_in_a_phase(result[letter], len(along)) for letter, along in zip(layout.spatial, phases, strict=True)]
    type = tensor_of((result[BATCH], *places, result[CHANNELS]), element_of(op.result))
    values: list[Value] = []
    for chosen in itertools.product(*phases):
        kernel = _turned_round(_every_stride(op, chosen, phases, rw), op, rw)
        convolution = graph.ConvolutionOp(
            op.source,
            kernel,
            graph.ConvolutionLayoutAttr(layout.source, _from_results(layout.kernel), word),
            type,
            pad_low=i64_array([each.low for each in chosen]),
            pad_high=i64_array([each.high for each in chosen]),
        )
        values.append(insert(op, convolution, rw))
    for dim in range(len(phases) - 1, -1, -1):  # phases along the last dimension are the fastest to change
        count = len(phases[dim])
        groups = [values[start : start + count] for start in range(0, len(values), count)]
        values = [_beside_one_another(group, 1 + dim, op, rw) for group in groups]
    value = _part(values[0], [0] * len(word), [result[letter] for letter in word], op, rw)
    return rw.replace(op, transposed(value, [word.index(letter) for letter in layout.result], op, rw))


def _part(value: Value, starts: Sequence[Dim], limits: Sequence[Dim], op: Operation, rw: Rewriter) -> Value:
    """Return the elements of a tensor between two places of each dimension."""
    if all(start == 0 for start in starts) and tuple(limits) == tuple(shape_of(value)):
        return value
    part = graph.SliceOp(value, SizesAttr.of(starts), SizesAttr.of(limits), i64_array([1] * len(starts)))
    return insert(op, part, rw)


def _separate_phases_of(op: graph.TransposedConvolutionOp) -> list[list[Phase]] | None:
    """Return the phases along each spatial dimension, if they are to be convolved one by one."""
    windows = _windows_of(op)
    if windows is None or not _is_plain(op) or prod(window.stride for window in windows) > MOST_PHASES:
        return None
    phases: list[list[Phase]] = []
    for window, (source, result) in zip(windows, _places_of(op), strict=True):
        more = subtract(_in_a_phase(result, window.stride), source)
        if not isinstance(more, int):
            return None
        phases.append([Phase.of(number, window, more) for number in range(window.stride)])
    is_divided_evenly = all(window.size % window.stride == 0 for window in windows)
    every = [each for along in phases for each in along]
    is_possible = all(each.taps > 0 and each.low >= 0 and each.high >= 0 for each in every)
    return phases if is_possible and not (is_divided_evenly and _have_few_places_more(op, windows)) else None


def _in_a_phase(places: Dim, stride: int) -> Dim:
    """Return how many of the places each phase has; that of the last ones may have one that is cut off."""
    return floor_divide(add(places, stride - 1), stride)


def _have_few_places_more(op: graph.TransposedConvolutionOp, windows: Sequence[_KnownWindow]) -> bool:
    """Return whether one convolution for all phases, which all have the same places, computes few that are cut off."""
    phases = _phases_along(op, windows)
    return phases is None or prod(each.places * each.stride for each in phases) <= MOST_CUT_OFF * prod(
        each.size for each in phases
    )


def _is_plain(op: graph.TransposedConvolutionOp) -> bool:
    """Return whether phases are written for its parameters, and it is worth while to make kernels of them."""
    has_zero_points = op.source_zero_point is not None or op.kernel_zero_point is not None
    has_dilations = any(each != 1 for each in listed(op.dilations, 1, 0))
    return not has_zero_points and not has_dilations and op.group_count == 1 and repays_rearranging(op)


def _places_of(op: graph.TransposedConvolutionOp) -> list[tuple[Dim, Dim]]:
    """Return the sizes of source and result along the spatial dimensions."""
    layout = op.layout
    source, result = (
        dict(zip(word, shape_of(value), strict=True))
        for word, value in ((layout.source, op.source), (layout.result, op.result))
    )
    return [(source[letter], result[letter]) for letter in layout.spatial]


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
    shape = list(shape_of(values[0]))
    before, behind = shape[: dim + 1], shape[dim + 1 :]
    rows = [_reshaped(each, (*before, product(behind)), op, rw) for each in values]
    joined = insert(op, graph.ConcatOp(rows, int_attr(dim + 1)), rw)
    shape[dim] = multiply(shape[dim], len(values))
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
    starts = [0, *(each.first for each in phases), 0]
    value = _part(value, starts, [batch, *(each.first + each.size for each in phases), channels], op, rw)
    return rw.replace(op, transposed(value, [letters.index(letter) for letter in layout.result], op, rw))


def _phases_of(op: graph.TransposedConvolutionOp) -> list[Phases] | None:
    """Return the phases along each spatial dimension, if they can be written."""
    windows = _windows_of(op)
    if windows is None or not _is_plain(op) or not is_float(op.source) or not sizes_are_numbers(op.kernel):
        return None
    phases = _phases_along(op, windows)
    has_strides = any(window.stride > 1 for window in windows)
    return phases if has_strides and phases is not None and all(each.is_whole for each in phases) else None


def _phases_along(op: graph.TransposedConvolutionOp, windows: Sequence[_KnownWindow]) -> list[Phases] | None:
    """Return the phases along each spatial dimension, of which all have the same places, if the sizes are known."""
    phases = [
        Phases.of(source, result, window)
        for window, (source, result) in zip(windows, _places_of(op), strict=True)
        if isinstance(source, int) and isinstance(result, int)
    ]
    return phases if len(phases) == len(windows) else None


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
    if tuple(shape) == tuple(shape_of(value)):
        return value
    return insert(op, graph.ReshapeOp(value, tensor_of(tuple(shape), element_of(value))), rw)


PATTERNS: Sequence[Pattern[Any]] = (
    convolve_each_phase,
    convolve_by_phases,
    convolve_with_reversed_kernel,
    convolve_fewer_places,
)
