"""Regions of images, which importers of all frameworks share: their samples in bins, and those that overlap others."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

from dlc.ir.sizes import Dim, multiply

from ..dialects import graph
from ..dialects.graph.tensors import element_of, shape_of
from ..ir import StringAttr, Value
from ..ir.builtin_types import i1, i32, i64
from .emitter import Emitter
from .loops import repeated
from .positions import checked, gather, gather_along, scatter
from .problems import CannotImport

MOST_SAMPLES = 1 << 12
"""The maximum number of samples of a bin along one dimension, where regions say how many there are."""


@dataclass(frozen=True)
class Bins:
    """How regions are divided into bins, and sampled."""

    rows: Dim
    columns: Dim
    samples: int
    """The number of samples of a bin along each dimension; below 1, each region has as many as it is large."""
    half_pixel: bool
    """Whether coordinates are those of the corners of elements, and not of their centers; regions may be small then."""
    subject: str
    """The name of a node, as the beginning of messages."""


class _Corner(NamedTuple):
    """One of the four elements around each sample."""

    places: Value
    """The numbers of elements in the images, counted row by row."""
    weights: Value


class Samples:
    """The samples of regions, given by their images and their left, upper, right and lower limits in elements.

    All channels of an element lie together, so that they are read as vectors.
    """

    def __init__(self, emitter: Emitter, bins: Bins, images: Value, limits: Value, shape: Sequence[Dim]) -> None:
        self._emitter, self._bins, self._shape = emitter, bins, shape
        limits = graph.sub(limits, 0.5) if bins.half_pixel else limits
        left, top, right, bottom = (emitter.pick(limits, 1, number) for number in range(4))
        samples: Dim = bins.samples
        if bins.samples < 1:
            samples, self._counts = self._adaptive((top, bottom), (left, right))
        else:
            self._counts = [emitter.full(samples, top)] * 2
        self._grid = [shape_of(limits)[0], bins.rows, samples, bins.columns, samples]
        rows = self._places(top, bottom, bins.rows, samples, self._counts[0])
        columns = self._places(left, right, bins.columns, samples, self._counts[1])
        self._corners = self._corners_of(rows, columns, images)

    def _adaptive(self, *extents: tuple[Value, Value]) -> tuple[Dim, Sequence[Value]]:
        """Return how many samples bins have at most along a dimension, and how many they have in each region."""
        e = self._emitter
        if not e.may_name_computed_sizes:
            raise CannotImport("the number of samples must be known when compiling")
        numbers = (self._bins.rows, self._bins.columns)
        sizes = [self._size_of_bins(*limits, bins) for limits, bins in zip(extents, numbers, strict=True)]
        counts = [graph.ceil(size) for size in sizes]
        largest = e.reduce("max", graph.maximum(*counts), [0])
        most = e.cast(graph.minimum(graph.maximum(largest, 1.0), float(MOST_SAMPLES + 1)), i64)
        message = f"{self._bins.subject}: a bin must have at most {MOST_SAMPLES} samples along a dimension"
        most = e.add(graph.CheckIndicesOp(most, e.constant(MOST_SAMPLES + 1, i64), StringAttr(message)))
        return e.size_from(e.vector_of(most)), counts

    def _extent(self, low: Value, high: Value) -> Value:
        """Return the size of regions along one dimension."""
        extent = graph.sub(high, low)
        return extent if self._bins.half_pixel else graph.maximum(extent, 1.0)

    def _size_of_bins(self, low: Value, high: Value, bins: Dim) -> Value:
        """Return the size of the bins of regions along one dimension."""
        e = self._emitter
        number = e.spread(e.cast(e.size_value(bins), element_of(low)), shape_of(low))
        return graph.div(self._extent(low, high), number)

    def _places(self, low: Value, high: Value, bins: Dim, samples: Dim, count: Value) -> Value:
        """Return the coordinates of samples along one dimension of each region, which has `count` of them in a bin."""
        e, element = self._emitter, element_of(low)
        shape = [shape_of(low)[0], bins, samples]
        first = e.broadcast(e.iota([bins], 0, element), [1], shape)
        inner = graph.add(e.broadcast(e.iota([samples], 0, element), [2], shape), 0.5)
        fractions = graph.add(first, graph.div(inner, e.broadcast(graph.maximum(count, 1.0), [0], shape)))
        size = self._size_of_bins(low, high, bins)
        return graph.add(graph.mul(e.broadcast(size, [0], shape), fractions), e.broadcast(low, [0], shape))

    def _corners_of(self, rows: Value, columns: Value, images: Value) -> list[_Corner]:
        """Return the elements around samples; samples far outside of the images have none, which is a weight of 0."""
        e = self._emitter
        count, _, height, width = self._shape
        image = checked(e, e.cast(images, i64), e.zeros((count,), i64), 0, self._bins.subject)
        pairs = [self._neighbours(place, size) for place, size in ((rows, height), (columns, width))]
        dims = ([0, 1, 2], [0, 3, 4])
        corners: list[_Corner] = []
        for each in itertools.product((0, 1), repeat=2):
            (row, row_weight), (column, column_weight) = (pair[side] for pair, side in zip(pairs, each, strict=True))
            first = e.broadcast(graph.mul(image, e.spread(e.size_value(height), shape_of(image))), [0], shape_of(row))
            line = graph.mul(graph.add(row, first), e.spread(e.size_value(width), shape_of(row)))
            parts = [e.broadcast(part, at, self._grid) for part, at in zip((line, column), dims, strict=True)]
            weights = [e.broadcast(w, at, self._grid) for w, at in zip((row_weight, column_weight), dims, strict=True)]
            corners.append(_Corner(graph.add(*parts), graph.mul(*weights)))
        return corners

    def _neighbours(self, place: Value, size: Dim) -> list[tuple[Value, Value]]:
        """Return the elements before and after places along a dimension, and their weights."""
        e = self._emitter
        element = element_of(place)
        end = e.spread(e.cast(e.size_value(size), element), shape_of(place))
        last = graph.sub(end, 1.0)
        is_inside = graph.and_(graph.compare("ge", place, -1.0), graph.compare("le", place, end))
        clamped = graph.minimum(graph.maximum(place, 0.0), last)
        low = graph.floor(clamped)
        fraction = graph.sub(clamped, low)
        after = graph.minimum(graph.add(low, 1.0), last)
        both = ((low, graph.add(graph.neg(fraction), 1.0)), (after, fraction))
        return [(e.cast(at, i64), graph.select(is_inside, weight, 0.0)) for at, weight in both]

    def combined(self, x: Value, *, is_average: bool = True) -> Value:
        """Return the average, or the largest weighted element, of each bin: by region, channel, row and column."""
        e = self._emitter
        count, channels, height, width = self._shape
        rows = e.reshape(e.transpose(x, [0, 2, 3, 1]), [multiply(multiply(count, height), width), channels])
        shape = [*self._grid, channels]
        terms: list[Value] = []
        for corner in self._corners:
            taken = gather(e, rows, corner.places, [5], [0], [0], [1, None], vector_dim=5)
            terms.append(graph.mul(taken, e.broadcast(e.cast(corner.weights, element_of(x)), range(5), shape)))
        total = reduce(graph.add if is_average else graph.maximum, terms)
        if not isinstance(self._grid[2], int):
            total = self._without_surplus(total, 0.0 if is_average else -math.inf)
        bins = e.reduce("sum" if is_average else "max", total, [2, 4])
        if is_average:
            bins = graph.div(bins, e.broadcast(e.cast(self._area(), element_of(x)), [0], shape_of(bins)))
        return e.transpose(bins, [0, 3, 1, 2])

    def spread_back(self, gradient: Value) -> Value:
        """Return the gradient of images, for that of the averages of bins."""
        e = self._emitter
        count, channels, height, width = self._shape
        gradient = e.transpose(gradient, [0, 2, 3, 1])
        shares = graph.div(gradient, e.broadcast(e.cast(self._area(), element_of(gradient)), [0], shape_of(gradient)))
        shape = [*self._grid, channels]
        shares = e.broadcast(shares, [0, 1, 3, 5], shape)
        if not isinstance(self._grid[2], int):
            shares = self._without_surplus(shares, 0.0)
        rows = e.zeros((multiply(multiply(count, height), width), channels), element_of(gradient))
        for corner in self._corners:
            weights = e.broadcast(e.cast(corner.weights, element_of(gradient)), range(5), shape)
            rows = scatter(rows, e.expand(corner.places, [5]), graph.mul(shares, weights), "add", [5], [0])
        return e.transpose(e.reshape(rows, [count, height, width, channels]), [0, 3, 1, 2])

    def _area(self) -> Value:
        """Return the number of samples in each bin of a region."""
        return graph.maximum(graph.mul(*self._counts), 1.0)

    def _without_surplus(self, samples: Value, fill: float) -> Value:
        """Return samples of bins, of which those that a region does not have are replaced by a number."""
        e, shape = self._emitter, shape_of(samples)
        for dim, count in zip((2, 4), self._counts, strict=True):
            numbers = e.broadcast(e.iota([shape[dim]], 0, element_of(count)), [dim], shape)
            is_there = graph.compare("lt", numbers, e.broadcast(count, [0], shape))
            samples = graph.select(is_there, samples, fill)
        return samples


# -- Regions that overlap ----------------------------------------------------------------------------------------------


def without_overlaps(emitter: Emitter, corners: Sequence[Value], allowed: Value, limit: float, most: Value) -> Value:
    """Return which boxes are kept, one after the other along the last dimension.

    A box is kept if it is allowed, if no kept one overlaps it by more than a share, and if there are less than `most`.
    Corners are the smaller coordinates along both dimensions, and then the larger ones. There is a step for each box
    that is kept, which takes those away that overlap it.
    """
    shape = shape_of(allowed)
    last = len(shape) - 1
    batch = shape[:last]
    numbers, none = emitter.iota(shape, last, i32), emitter.cast(emitter.dim(allowed, last), i32)
    boxes = [*corners, _areas(corners)]

    def first(e: Emitter, open_: Value) -> Value:
        return e.reduce("min", graph.select(open_, numbers, e.spread(none, shape)), [last])

    def takes_one(e: Emitter, number: Value, total: Value) -> Value:
        exists = graph.compare("lt", number, e.spread(none, batch))
        return graph.and_(exists, graph.compare("lt", total, e.spread(most, batch)))

    def goes_on(e: Emitter, carried: Sequence[Value]) -> Value:
        number, total, *_ = carried
        return e.reduce("or", takes_one(e, number, total), range(last))

    def body(e: Emitter, carried: Sequence[Value]) -> list[Value]:
        number, total, open_, kept = carried
        chosen = takes_one(e, number, total)
        place = graph.minimum(number, graph.sub(e.spread(none, batch), 1))
        index = e.expand(e.cast(place, i64), [last])
        box = [e.squeeze(gather_along(e, each, index, last), [last]) for each in boxes]
        here = graph.compare("eq", numbers, e.broadcast(place, range(last), shape))
        hit = graph.or_(here, _overlaps(boxes, [e.broadcast(each, range(last), shape) for each in box], limit))
        open_ = graph.and_(open_, graph.not_(hit))
        kept = graph.or_(kept, graph.and_(here, e.broadcast(chosen, range(last), shape)))
        return [first(e, open_), graph.add(total, e.cast(chosen, i64)), open_, kept]

    carried = [first(emitter, allowed), emitter.zeros(batch, i64), allowed, emitter.zeros(shape, i1)]
    return repeated(emitter, goes_on, body, carried)[3]


def _areas(corners: Sequence[Value]) -> Value:
    return graph.mul(graph.sub(corners[2], corners[0]), graph.sub(corners[3], corners[1]))


def _overlaps(boxes: Sequence[Value], others: Sequence[Value], limit: float) -> Value:
    """Return for pairs of boxes, given by their corners and areas, whether they overlap too much."""
    sides = [
        graph.sub(graph.minimum(boxes[dim + 2], others[dim + 2]), graph.maximum(boxes[dim], others[dim]))
        for dim in (0, 1)
    ]
    common = graph.mul(graph.maximum(sides[0], 0.0), graph.maximum(sides[1], 0.0))
    union = graph.sub(graph.add(boxes[4], others[4]), common)
    fits = graph.and_(graph.compare("gt", common, 0.0), graph.compare("gt", union, 0.0))
    return graph.and_(fits, graph.compare("gt", graph.div(common, union), limit))
