"""Lowerings of convolutions: sums of products whose maps add loops up, on a padded source.

Groups are a loop of their own: channels are seen as groups of channels before, and joined again after. If each group is
one channel, the loop over output channels is that loop, so that ops on the result can be computed with the sums. A
transposed convolution is a convolution of the source with zeros between its elements, with the kernel reversed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dlc.dialects import arith, graph, tensor
from dlc.dialects.graph.convolution import BATCH, CHANNELS, INPUTS, OUTPUTS, ConvolutionLayoutAttr
from dlc.dialects.graph.windows import Window, listed
from dlc.dialects.tensor.pad import padded_type
from dlc.ir import Type, Value
from dlc.ir.affine import AffineExpr, AffineMap, AffineSymbolExpr, affine_dims
from dlc.ir.builtin_types import TensorType, index

from .accumulating import Factor, element_type_of, signed_factor, sum_of_products
from .lowering import SizeValue, ToTensor, lowers
from .movement import reversed_along
from .positions import Positions, has_nothing
from .slicing import part_of
from .winograd import lower_winograd, padding_behind

GROUPS, KERNEL = "g", "k"
Met = tuple[tuple[str, tuple[int, int, int]], ...]
"""For each spatial dimension which place of the source is met: numbers of places and of elements of the kernel, and a
constant."""


@lowers(graph.ConvolutionOp)
def lower_convolution(op: graph.ConvolutionOp, to: ToTensor) -> Value:
    """convolution -> pad, then sums of products"""
    layout = op.layout
    placed = _placed(layout, *op.windows(_kernel_sizes(layout, to.operands[1].shape)))
    if op.winograd is not None and op.has_known_places:
        return _lower_by_tiles(op, to, placed, op.winograd.value)
    source, kernel = _signed_factors(op, to)
    source = padded(to, source, placed.low, placed.high, _zero_like(to, source))
    return _sums(op, to, source, placed.met, kernel, inputs=INPUTS, outputs=OUTPUTS)


def _lower_by_tiles(op: graph.ConvolutionOp, to: ToTensor, placed: _Placed, tile: int) -> Value:
    """convolution -> pad for whole tiles, then the method of Winograd"""
    source, layout = to.operands[0], op.layout
    results = dict(zip(layout.result, op.result.shape, strict=True))
    high = [
        padding_behind(size, low, results[letter], tile) if letter in layout.spatial else 0
        for letter, size, low in zip(layout.source, source.shape, placed.low, strict=True)
    ]
    return lower_winograd(op, to, tile, padded(to, source, placed.low, high, _zero_like(to, source)))


class _Placed(NamedTuple):
    """The placement of windows on the source."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    """The padding before and after each dimension of the source."""
    met: Met


@lru_cache(maxsize=256)
def _placed(layout: ConvolutionLayoutAttr, *windows: Window) -> _Placed:
    by_letter = dict(zip(layout.spatial, windows, strict=True))
    low = [by_letter[letter].low if letter in by_letter else 0 for letter in layout.source]
    high = [by_letter[letter].high if letter in by_letter else 0 for letter in layout.source]
    met = tuple((letter, (window.stride, window.dilation, 0)) for letter, window in by_letter.items())
    return _Placed(tuple(low), tuple(high), met)


@lowers(graph.TransposedConvolutionOp)
def lower_transposed_convolution(op: graph.TransposedConvolutionOp, to: ToTensor) -> Value:
    """transposed_convolution -> spread the source over zeros, then sums of products with the kernel reversed

    Along a dimension of unknown size the kernel is reversed in memory, otherwise by the map.
    """
    layout, at = op.layout, Positions(to)
    used, kernel = _signed_factors(op, to)
    windows = dict(zip(layout.spatial, op.windows(_kernel_sizes(layout, op.kernel.shape)), strict=True))
    sizes = dict(zip(layout.result, to.result_sizes(), strict=True))
    kernel_sizes = dict(zip(layout.kernel, to.sizes(op.kernel), strict=True))
    more = dict(zip(layout.spatial, listed(op.output_padding, 0, len(layout.spatial)), strict=True))
    parts: list[Spread] = []
    for dim, letter in enumerate(layout.source):
        size = to.size(op.source, dim)
        window = windows.get(letter)
        if window is None:
            parts.append(Spread(0, 0, size, 1, size))
        else:
            reach = at.mul(at.sub(kernel_sizes[letter], 1), window.dilation)
            parts.append(Spread.of(at, size, plus(to, sizes[letter], reach), reach, window, more[letter]))
    zeros = to.filled(0, [part.room for part in parts], element_type_of(used))
    counts = [part.taken for part in parts]
    if any(part.first != 0 for part in parts) or counts != to.sizes(used):
        used = part_of(to, used, [part.first for part in parts], counts)
    places = [part.offset for part in parts], counts, [part.stride for part in parts]
    source = zeros if has_nothing(counts) else to.insert(tensor.InsertSliceOp.of(used, zeros, *places)).results[0]
    met = [(letter, _met_reversed(window)) for letter, window in windows.items()]
    unknown = {layout.kernel.index(letter) for letter, window in windows.items() if window.size is None}
    kernel = reversed_along(to, kernel, unknown) if unknown else kernel
    return _sums(op, to, source, tuple(met), kernel, inputs=OUTPUTS, outputs=INPUTS)


def _met_reversed(window: Window) -> tuple[int, int, int]:
    """Return which place of the source is met by an element of the kernel, which is reversed if its size is known."""
    if not isinstance(window.size, int):
        return 1, window.dilation, 0
    return 1, -window.dilation, window.dilation * (window.size - 1)


Convolution = graph.ConvolutionOp | graph.TransposedConvolutionOp


@lru_cache(maxsize=256)
def _kernel_sizes(layout: ConvolutionLayoutAttr, kernel: tuple[int, ...]) -> Sequence[int | None]:
    """The size of the kernel along each spatial dimension."""
    sizes = [kernel[layout.kernel.index(letter)] for letter in layout.spatial]
    return tuple([size if size >= 0 else None for size in sizes])


class Spread(NamedTuple):
    """The placement of a dimension of the source among zeros."""

    first: SizeValue
    """The first element that is reached."""
    offset: SizeValue
    """The position of the first element."""
    taken: SizeValue
    """The number of elements."""
    stride: int
    room: SizeValue
    """In how many places."""

    @classmethod
    def of(cls, at: Positions, size: SizeValue, room: SizeValue, reach: SizeValue, window: Window, more: int) -> Spread:
        """Return the spread for a window that moves by one place, and reaches `reach` beyond its first element."""
        stride, before = window.stride, at.sub(reach, window.low)
        skipped = at.maximum(at.sub(0, before), 0)
        first = at.quotient(at.add(skipped, stride - 1), stride)
        behind = at.maximum(at.sub(window.high - more + stride - 1, reach), 0)
        count, missed = size, at.add(first, at.quotient(behind, stride))
        if missed != 0:  # there may be fewer than are not reached
            count = at.maximum(at.sub(size, missed), 0)
        return cls(first, at.add(at.mul(first, stride), before), count, stride, room)


def plus(to: ToTensor, size: SizeValue, number: SizeValue) -> SizeValue:
    """Return a size and a number."""
    if isinstance(size, int) and isinstance(number, int):
        return size + number
    if number == 0:
        return size
    return to.affine(AffineSymbolExpr(0) + AffineSymbolExpr(1), [size, number])


def _signed_factors(op: Convolution, to: ToTensor) -> tuple[Value, Value]:
    """Return source and kernel without zero points, as signed numbers."""
    source, kernel, *_ = to.operands
    outputs = [op.layout.kernel.index(OUTPUTS)]
    return (
        signed_factor(to, source, unsigned=to.is_unsigned(0), point=op.source_zero_point),
        signed_factor(to, kernel, unsigned=to.is_unsigned(1), point=op.kernel_zero_point, dims=outputs),
    )


def _zero_like(to: ToTensor, source: Value) -> Value:
    """Return the zero of a tensor, which contributes nothing."""
    return to.constant(0, element_type_of(source))


def padded(to: ToTensor, source: Value, low: Sequence[int], high: Sequence[SizeValue], value: Value) -> Value:
    """The source with a number around it."""
    if not any(low) and all(size == 0 for size in high):
        return source
    known = [size for size in high if isinstance(size, int)]
    type = _padded_type(source.type, tuple(low), tuple(known)) if len(known) == len(high) else None
    return to.insert(tensor.PadOp.of(source, low, high, value, type)).result


@lru_cache(maxsize=1024)
def _padded_type(source: Type, low: tuple[int, ...], high: tuple[int, ...]) -> TensorType:
    assert isinstance(source, TensorType)
    return padded_type(source, low, high)


def _sums(
    op: Convolution,
    to: ToTensor,
    source: Value,
    met: Met,
    kernel: Value,
    *,
    inputs: str,
    outputs: str,
) -> Value:
    """Sums of products over batch, groups, output channels and places, and over input channels and the kernel."""
    groups, met_channels = op.group_count, inputs
    if groups > 1 and _is_depthwise(op.layout, kernel, groups):
        groups, inputs, outputs, met_channels = 1, INPUTS, OUTPUTS, OUTPUTS
    loops = _loops_of(op.layout, groups > 1, met, inputs, outputs, met_channels)
    result_sizes = to.result_sizes() if groups > 1 else None
    if result_sizes is not None:
        source = _grouped(to, source, op.layout.source, CHANNELS, groups)
        kernel = _grouped(to, kernel, op.layout.kernel, OUTPUTS, groups)
        result_sizes = _grouped_sizes(to, result_sizes, op.layout.result.index(CHANNELS), groups)
    factors = Factor(source, loops.source), Factor(kernel, loops.kernel)
    sums = sum_of_products(to, factors, loops.result, loops.kinds, result_sizes)
    return _joined(to, sums, loops.result_letters) if groups > 1 else sums


def _is_depthwise(layout: ConvolutionLayoutAttr, kernel: Value, groups: int) -> bool:
    """Return whether each group is one channel, so that one loop runs over the channels of source and result."""
    sizes = dict(zip(layout.kernel, kernel.shape, strict=True))
    return (sizes[INPUTS], sizes[OUTPUTS]) == (1, groups)


class _Loops(NamedTuple):
    """The loops of a convolution: their kinds, and which elements they touch."""

    kinds: Sequence[str]
    source: AffineMap
    kernel: AffineMap
    result: AffineMap
    result_letters: Sequence[str]
    """The dimensions of the result, with those of groups."""


@lru_cache(maxsize=256)
def _loops_of(
    layout: ConvolutionLayoutAttr,
    has_groups: bool,
    met: Met,
    inputs: str,
    outputs: str,
    met_channels: str,
) -> _Loops:
    """The loops for what is met along spatial dimensions (`_sums`); `met_channels` names the one over the channels of
    the source, in a group."""
    spatial = layout.spatial
    around = [BATCH, *(GROUPS * has_groups), outputs, *spatial]
    if layout.result.endswith(BATCH + CHANNELS):  # the batch is what products go through in order
        around = [*spatial, BATCH, *(GROUPS * has_groups), outputs]
    names = [*around, inputs, *(KERNEL + letter for letter in spatial)]
    loops = dict(zip(names, affine_dims(len(names)), strict=True))
    parallel = 2 + has_groups + len(spatial)
    place: dict[str, AffineExpr] = {
        letter: loops[letter] * a + loops[KERNEL + letter] * b + c for letter, (a, b, c) in met
    }
    kernel_place = {letter: loops[KERNEL + letter] for letter in spatial}

    def letters_of(word: str, channels: str, inside: str) -> list[str]:
        return [part for letter in word for part in ((GROUPS, inside) if has_groups and letter == channels else letter)]

    def map_of(letters: Sequence[str], spatial_exprs: dict[str, AffineExpr], channels: str) -> AffineMap:
        exprs = {**loops, CHANNELS: loops[channels], **spatial_exprs}
        return AffineMap(len(loops), 0, [exprs[letter] for letter in letters])

    result = letters_of(layout.result, CHANNELS, outputs)
    return _Loops(
        tuple([tensor.PARALLEL] * parallel + [tensor.REDUCTION] * (len(names) - parallel)),
        map_of(letters_of(layout.source, CHANNELS, met_channels), place, met_channels),
        map_of(letters_of(layout.kernel, OUTPUTS, OUTPUTS), kernel_place, inputs),
        map_of(result, {}, outputs),
        result,
    )


def _grouped(to: ToTensor, value: Value, letters: str, channels: str, groups: int) -> Value:
    """Channels as groups of channels."""
    at = letters.index(channels)
    sizes = _grouped_sizes(to, to.sizes(value), at, groups)
    reassociation = [[dim] for dim in range(at)] + [[at, at + 1]] + [[dim + 1] for dim in range(at + 1, len(letters))]
    return to.insert(tensor.ExpandShapeOp.of(value, reassociation, sizes)).results[0]


def _grouped_sizes(to: ToTensor, sizes: Sequence[SizeValue], at: int, groups: int) -> list[SizeValue]:
    size = sizes[at]
    if isinstance(size, int):
        each: SizeValue = size // groups
    else:
        each = to.insert(arith.DivUIOp(size, to.constant(groups, index))).results[0]
    return [*sizes[:at], groups, each, *sizes[at + 1 :]]


def _joined(to: ToTensor, value: Value, letters: Sequence[str]) -> Value:
    at = letters.index(GROUPS)
    count = len(letters) - 1
    groups = [[dim] for dim in range(at)] + [[at, at + 1]] + [[dim + 1] for dim in range(at + 1, count)]
    return to.insert(tensor.CollapseShapeOp.of(value, groups)).results[0]
