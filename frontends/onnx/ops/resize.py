"""Resizing: Resize and Upsample.

What `graph.resize` says is said by it. Everything else (regions of interest, antialiasing, scales that give no whole
number of elements) has weights that are known when compiling, a matrix for each dimension.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import NamedTuple

import numpy as np

from dlc.ir.sizes import Dim, multiply

from ....dialects import graph
from ....dialects.graph.resize import NearestRoundingAttr
from ....dialects.graph.tensors import element_of, shape_of, tensor_of
from ....ir import Value
from ....ir.builtin_attributes import UNIT, DenseArrayAttr, i64_array, int_attr
from ....ir.builtin_types import f64, i1, i64
from ....ir.floats import F64
from ...emitter import NdArray, is_float, number
from ...interpolation import LARGEST_MATRIX, cubic, linear, resized_by_weights
from ...positions import take
from ...problems import CannotImport
from ..node import Node
from ..registry import imports

COORDINATES = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric")
ROUNDINGS = {
    "round_prefer_floor": "prefer_floor",
    "round_prefer_ceil": "prefer_ceil",
    "floor": "floor",
    "ceil": "ceil",
}


class Axis(NamedTuple):
    """How one dimension is resized."""

    dim: int
    size: Dim | Value
    """The size of the result; a scalar where it is computed and gets no name."""
    scale: float | None
    """The scale; `None` for the quotient of the sizes."""
    region: tuple[float, float]


class Method(NamedTuple):
    """How elements are changed_axes and weighted."""

    mode: str
    coordinates: str
    rounding: str
    coefficient: float
    exclude_outside: bool
    antialias: bool
    extrapolation: float


@imports("Upsample")
def import_upsample(node: Node) -> Value:
    """The nearest elements, or linear interpolation, for scales that are an attribute or an input."""
    return _upsampled(node)


def _upsampled(node: Node) -> Value:
    scales = node.floats("scales") or [float(each) for each in node.known_input(1, "the scales").reshape(-1)]
    method = Method(node.string("mode"), "asymmetric", "floor", -0.75, False, False, 0.0)
    return _resized(node, node[0], _axes(node, scales), method)


@imports("Resize")
def import_old_resize(node: Node) -> Value:
    """Import Upsample, whose scales are an input."""
    return _upsampled(node)


@imports("Resize", since=11)
def import_resize(node: Node) -> Value:
    """Elements at other places, for scales or for sizes."""
    mode = node.string("mode")
    method = Method(
        mode,
        node.string("coordinate_transformation_mode"),
        node.string("nearest_mode"),
        node.float("cubic_coeff_a"),
        bool(node.int("exclude_outside")),
        bool(node.int("antialias", 0)),
        node.float("extrapolation_value"),
    )
    if mode not in ("nearest", "linear", "cubic"):
        raise CannotImport(f"attribute 'mode' must be 'nearest', 'linear' or 'cubic', but got '{mode}'")
    return _resized(node, node[0], _resized_axes(node, method), method)


def _resized_axes(node: Node, method: Method) -> list[Axis]:
    """Return the dimensions that change, by the inputs `scales` or `sizes`."""
    axes = node.optional_ints("axes")
    dims = [node.dim_of(axis, node.rank()) for axis in axes] if axes is not None else list(range(node.rank()))
    regions = _regions(node, len(dims)) if method.coordinates == "tf_crop_and_resize" else [(0.0, 1.0)] * len(dims)
    scales = node.known_input(2, "the scales").reshape(-1) if node.get(2) is not None else np.zeros(0)
    if scales.size:
        return _axes(node, [float(scale) for scale in scales], dims, regions)
    sizes = _sizes(node)
    if len(sizes) != len(dims):
        raise CannotImport(f"there must be {len(dims)} sizes, but got {len(sizes)}")
    policy = node.string("keep_aspect_ratio_policy", "stretch")
    known = list(node.shape())
    # Where the aspect ratio is kept, a size that stays as it is limits the others.
    takes_all = _crops(method) or policy != "stretch"
    changed = [each for each in zip(dims, sizes, regions, strict=True) if takes_all or each[1] != known[each[0]]]
    if not all(isinstance(known[dim], int) and isinstance(size, int) for dim, size, _ in changed):
        if policy == "stretch" and _is_simple(node, method):
            return [Axis(dim, size, None, region) for dim, size, region in changed]
        node.static_shape(0, "the scales")
        raise node.needed(3, "sizes")
    given = [(dim, int(size), int(known[dim]), region) for dim, size, region in changed]  # type: ignore[arg-type]
    if policy == "stretch":
        return [Axis(dim, size, size / max(old, 1), region) for dim, size, old, region in given]
    choose = min if policy == "not_larger" else max
    scale = choose(size / old for _, size, old, _ in given)
    rounded = [(dim, math.floor(scale * old + 0.5), region) for dim, _, old, region in given]
    return [Axis(dim, size, scale, region) for dim, size, region in rounded]


def _sizes(node: Node) -> list[Dim | Value]:
    """Return the sizes of the result; those that are computed get names, or are scalars where nothing has a name."""
    if node.names_sizes or not node.names_computed_sizes:
        return [*node.named_sizes_of(3, "the sizes")]
    sizes = enumerate(node.sizes_of(3, "the sizes"))
    return [node.entry(3, place) if size is None else size for place, size in sizes]


def _is_simple(node: Node, method: Method) -> bool:
    """Return whether `graph.resize` can say what a node does."""
    simple = method.coordinates in COORDINATES and not method.antialias
    return simple and (method.mode == "nearest" or is_float(node[0]))


def _crops(method: Method) -> bool:
    return method.coordinates == "tf_crop_and_resize"


def _regions(node: Node, count: int) -> list[tuple[float, float]]:
    """Return the region of interest along each dimension."""
    region = [float(each) for each in node.known_input(1, "the region of interest").reshape(-1)]
    if len(region) != 2 * count:
        raise CannotImport(f"the region of interest must have {2 * count} entries, but got {len(region)}")
    return list(zip(region[:count], region[count:], strict=True))


def _axes(
    node: Node, scales: list[float], dims: list[int] | None = None, regions: list[tuple[float, float]] | None = None
) -> list[Axis]:
    """Return the dimensions that scales change."""
    dims = dims if dims is not None else list(range(node.rank()))
    if len(scales) != len(dims) or not all(0 < scale < math.inf for scale in scales):
        raise CannotImport(f"there must be {len(dims)} positive scales, but got {scales}")
    changed_axes: list[Axis] = []
    for number_, (dim, scale) in enumerate(zip(dims, scales, strict=True)):
        size = node.shape()[dim]
        if scale == 1 and regions is None:
            continue
        if isinstance(size, int):
            new: Dim = math.floor(size * scale)
        elif scale == int(scale):
            new = multiply(size, int(scale))
        else:
            raise node.needed(0, "the size of a dimension that is scaled")
        changed_axes.append(Axis(dim, new, scale, regions[number_] if regions is not None else (0.0, 1.0)))
    return [axis for axis in changed_axes if axis.scale != 1 or axis.region != (0.0, 1.0)]


def _resized(node: Node, x: Value, axes: list[Axis], method: Method) -> Value:
    """Return a value with some dimensions resized."""
    if not axes:
        return x
    if _is_simple(node, method):
        if any(_is_computed(axis, shape_of(x)[axis.dim]) for axis in axes):
            return reduce(lambda value, axis: _by_computed_places(node, value, axis, method), axes, x)
        if all(_is_whole(axis, shape_of(x)[axis.dim]) for axis in axes):
            return _by_graph_op(node, x, axes, method)
    inside: list[Value] = []
    for axis in axes:
        size = shape_of(x)[axis.dim]
        if not isinstance(size, int) or not isinstance(axis.size, int):
            raise node.needed(0, "the size of a dimension that is resized")
        x = _by_weights(node, x, axis, size, axis.size, method)
        if _crops(method):
            places = _places(axis, size, axis.size, method)
            is_inside = (places >= 0) & (places <= size - 1)
            inside.append(
                node.reshape(
                    node.constant(is_inside, i1),
                    [axis.size if dim == axis.dim else 1 for dim in range(len(shape_of(x)))],
                )
            )
    for condition in inside:
        condition, _ = node.together([condition, x])
        x = node.add(graph.SelectOp(condition, x, node.full(method.extrapolation, x)))
    return x


def _is_whole(axis: Axis, size: Dim) -> bool:
    """Return whether the scale gives a whole number of elements."""
    return not isinstance(size, int) or axis.scale is None or axis.size == axis.scale * size


def _is_computed(axis: Axis, size: Dim) -> bool:
    """Return whether a size has neither a number nor a name."""
    return isinstance(axis.size, Value) or axis.size is None or size is None


def _by_graph_op(node: Node, x: Value, axes: list[Axis], method: Method) -> Value:
    shape = list(shape_of(x))
    for axis in axes:
        assert not isinstance(axis.size, Value)
        shape[axis.dim] = axis.size
    cubic = method.mode == "cubic"
    scales = tuple(F64.from_float(axis.scale) for axis in axes if axis.scale is not None)
    return node.add(
        graph.ResizeOp(
            graph.InterpolationAttr(method.mode),
            x,
            i64_array([axis.dim for axis in axes]),
            graph.CoordinatesAttr(method.coordinates),
            tensor_of(tuple(shape), element_of(x)),
            rounding=NearestRoundingAttr(ROUNDINGS[method.rounding]) if method.mode == "nearest" else None,
            coefficient=number(method.coefficient) if cubic else None,
            exclude_outside=UNIT if cubic and method.exclude_outside else None,
            scales=DenseArrayAttr(f64, scales) if _needs_scales(x, axes) else None,
        )
    )


def _needs_scales(x: Value, axes: list[Axis]) -> bool:
    """Return whether scales say more than the sizes do."""
    return any(axis.scale is not None and not isinstance(shape_of(x)[axis.dim], int) for axis in axes)


# -- Sizes without names -----------------------------------------------------------------------------------------------


def _by_computed_places(node: Node, x: Value, axis: Axis, method: Method) -> Value:
    """Return a value resized along one dimension, from places that are computed when the program runs."""
    if method.mode == "cubic" or axis.size is None or axis.scale is not None:
        raise node.needed(3, "sizes")
    count, length = node.size_value(axis.size), node.dim(x, axis.dim)
    places = _computed_places(node, count, length, method.coordinates)
    if method.mode == "nearest":
        return take(node, x, _within(node, _rounded(places, method.rounding), length), axis.dim)
    base = graph.floor(places)
    after = node.cast(graph.sub(places, base), element_of(x))
    parts = [
        take(node, x, _within(node, each, length), axis.dim) for each in (base, graph.add(base, node.full(1, base)))
    ]
    column = [shape_of(after)[0] if dim == axis.dim else 1 for dim in range(len(shape_of(x)))]
    weight = node.spread(node.reshape(after, column), shape_of(parts[0]), parts[0])
    difference = node.add(graph.MulOp(graph.sub(parts[1], parts[0]), weight))
    return node.add(graph.AddOp(parts[0], difference))


def _computed_places(node: Node, count: Value, length: Value, coordinates: str) -> Value:
    """Return where each of `count` elements lies among those of a source, as the table of `graph.resize` has it."""
    at = node.add(graph.IotaOp(int_attr(0), tensor_of((None,), f64), sizes=node.vector_of(count)))
    new, old = node.cast(count, f64), node.cast(length, f64)
    if coordinates == "align_corners":
        quotient = graph.div(graph.sub(old, 1.0), graph.maximum(graph.sub(new, 1.0), 1.0))
        return graph.mul(at, node.spread(quotient, shape_of(at), at))
    quotient = node.spread(graph.div(old, new), shape_of(at), at)
    if coordinates == "asymmetric":
        return graph.mul(at, quotient)
    half = node.full(0.5, at)
    places = graph.sub(graph.mul(graph.add(at, half), quotient), half)
    if coordinates == "half_pixel":
        return places
    is_several = node.compare("gt", count, node.constant(1, i64))
    return graph.select(node.spread(is_several, shape_of(at), at), places, node.full(0, at))


def _rounded(places: Value, rounding: str) -> Value:
    """Return the nearest integers of places."""
    if rounding in ("floor", "ceil"):
        return graph.floor(places) if rounding == "floor" else graph.ceil(places)
    return (
        graph.ceil(graph.sub(places, 0.5)) if rounding == "round_prefer_floor" else graph.floor(graph.add(places, 0.5))
    )


def _within(node: Node, places: Value, length: Value) -> Value:
    """Return places that are whole numbers as indices, of which those beyond the borders are moved to them."""
    indices = node.cast(places, i64)
    last = node.spread(graph.sub(length, 1), shape_of(indices), indices)
    return graph.maximum(graph.minimum(indices, last), 0)


# -- Weights -----------------------------------------------------------------------------------------------------------


def _by_weights(node: Node, x: Value, axis: Axis, size: int, new: int, method: Method) -> Value:
    """Return a value resized along one dimension by weights that are constants."""
    places = _places(axis, size, new, method)
    if method.mode == "nearest":
        return take(node, x, node.ints_value(_nearest(places, size, method.rounding)), axis.dim)
    if size * new > LARGEST_MATRIX:
        raise CannotImport(f"resizing {size} to {new} elements needs too many weights")
    return resized_by_weights(node, x, _weights(places, size, axis.scale or new / size, method), axis.dim)


def _places(axis: Axis, size: int, new: int, method: Method) -> NdArray:
    """Return where each element of the result lies in the source."""
    x, scale = np.arange(new, dtype=np.float64), axis.scale or new / size
    length = scale * size
    low, high = axis.region
    match method.coordinates:
        case "half_pixel":
            return (x + 0.5) / scale - 0.5
        case "half_pixel_symmetric":
            return size / 2 * (1 - new / length) + (x + 0.5) / scale - 0.5
        case "pytorch_half_pixel":
            return (x + 0.5) / scale - 0.5 if length > 1 else np.full_like(x, -0.5)
        case "align_corners":
            return x * (size - 1) / (length - 1) if length != 1 else np.zeros_like(x)
        case "asymmetric":
            return x / scale
        case "tf_half_pixel_for_nn":
            return (x + 0.5) / scale
        case "tf_crop_and_resize":
            inner = x * (high - low) * (size - 1) / (length - 1) if length != 1 else x + (high - low) * (size - 1) / 2
            return inner + low * (size - 1)
        case _:
            raise CannotImport(f"there is no coordinate transformation '{method.coordinates}'")


def _nearest(places: NdArray, size: int, rounding: str) -> list[int]:
    """Return the nearest element of each place."""
    functions: dict[str, Callable[[NdArray], NdArray]] = {
        "round_prefer_floor": lambda c: np.ceil(c - 0.5),
        "round_prefer_ceil": lambda c: np.floor(c + 0.5),
        "floor": np.floor,
        "ceil": np.ceil,
    }
    if rounding not in functions:
        raise CannotImport(f"there is no rounding '{rounding}'")
    return [int(place) for place in _clipped(functions[rounding](places), 0, size - 1)]


def _weights(places: NdArray, size: int, scale: float, method: Method) -> NdArray:
    """Return the weight of each element of the source for each element of the result."""
    reach = 1 if method.mode == "linear" else 2
    shrink = min(scale, 1.0) if method.antialias else 1.0
    start = math.floor(-reach / shrink) + 1
    offsets = np.arange(start, 2 - start)
    base = np.floor(places)
    distances = np.abs((offsets[None, :] - (places - base)[:, None]) * shrink)
    weights = linear(distances) if reach == 1 else cubic(distances, method.coefficient)
    indices = base[:, None].astype(np.int64) + offsets[None, :]
    if method.exclude_outside:
        weights = np.where((indices >= 0) & (indices < size), weights, 0)
    if method.exclude_outside or method.antialias:
        weights = weights / weights.sum(axis=1, keepdims=True)
    matrix = np.zeros((len(places), size))
    rows = np.broadcast_to(np.arange(len(places))[:, None], indices.shape)
    np.add.at(matrix, (rows, _clipped(indices, 0, size - 1)), weights)
    return matrix


def _clipped(values: NdArray, low: float, high: float) -> NdArray:
    return np.minimum(np.maximum(values, low), high)
