"""Pooling and its gradients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from dlc.ir.sizes import Dim, multiply

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_types import f64, i64
from ...emitter import is_float
from ...positions import scatter_along
from ..node import Node
from ..registry import imports
from .convolution import layout

Sizes = Sequence[int]


class Windows:
    """The windows of a pooling over the last dimensions."""

    def __init__(self, rank: int, window: Sizes, strides: Sizes, padding: Sizes, dilations: Sizes, ceil: bool) -> None:
        count = 3 if rank == 5 else len(window)
        self.count = max(count, len(window))
        self.dims = list(range(rank - self.count, rank))
        self.window = _each(window, self.count)
        self.strides = _each(strides or window, self.count)
        self.padding = _each(padding, self.count)
        self.dilations = _each(dilations, self.count)
        self.ceil_mode = ceil or None

    def lists(self) -> dict[str, object]:
        """Return the parameters of a pooling op."""
        return {
            "strides": self.strides,
            "dilations": self.dilations,
            "pad_low": self.padding,
            "pad_high": self.padding,
            "ceil_mode": self.ceil_mode,
        }


def _each(given: Sizes | int, count: int) -> list[int]:
    given = [given] if isinstance(given, int) else list(given)
    return given * count if len(given) == 1 else given


def _dims_of(node: Node) -> int:
    """Return the number of dimensions that an op pools, which its name ends with."""
    return next(int(letter) for letter in node.op.split(".")[1].partition("pool")[2] if letter.isdigit())


def _windows(
    node: Node, x: Value, window: Sizes, strides: Sizes, padding: Sizes, dilations: Sizes, ceil: bool
) -> Windows:
    count = _dims_of(node)
    return Windows(len(shape_of(x)), _each(window, count), strides, padding, dilations, ceil)


# -- Averages ----------------------------------------------------------------------------------------------------------


@imports("avg_pool1d", "avg_pool2d", "avg_pool3d")
def import_average_pool(
    node: Node,
    x: Value,
    window: Sizes,
    strides: Sizes = (),
    padding: Sizes = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Value:
    """The mean of each window."""
    w = _windows(node, x, window, strides, padding, (1,), ceil_mode)
    if divisor_override is not None or not is_float(x):
        sums = graph.pool(x, w.dims, w.window, "sum", **w.lists())  # type: ignore[arg-type]
        divisor = divisor_override or _counts(node, x, w, count_include_pad)
        return graph.div(sums, node.spread(node.number(divisor, element_of(x)), shape_of(sums)))
    return graph.pool(x, w.dims, w.window, "average", count_padding=count_include_pad or None, **w.lists())  # type: ignore[arg-type]


def _counts(node: Node, x: Value, w: Windows, with_padding: bool) -> Value:
    """Return the number of places of each window, as floats."""
    ones = node.full(1, node.cast(x, f64))
    total = graph.pool(ones, w.dims, w.window, "sum", **w.lists())  # type: ignore[arg-type]
    mean = graph.pool(ones, w.dims, w.window, "average", count_padding=with_padding or None, **w.lists())  # type: ignore[arg-type]
    return graph.round(graph.div(total, mean))


@imports("avg_pool2d_backward", "avg_pool3d_backward")
def import_average_pool_backward(
    node: Node,
    gradient: Value,
    x: Value,
    window: Sizes,
    strides: Sizes,
    padding: Sizes,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Value:
    """The gradient of each window, spread over the elements that it covers."""
    w = _windows(node, x, window, strides, padding, (1,), ceil_mode)
    element = element_of(x)
    if divisor_override is not None:
        gradient = graph.div(gradient, float(divisor_override))
    else:
        ones = node.full(1, x)
        total = graph.pool(ones, w.dims, w.window, "sum", **w.lists())  # type: ignore[arg-type]
        mean = graph.pool(ones, w.dims, w.window, "average", count_padding=count_include_pad or None, **w.lists())  # type: ignore[arg-type]
        gradient = graph.mul(gradient, graph.div(mean, total))
    return _spread_over_windows(node, gradient, shape_of(x), w, element)


def _spread_over_windows(node: Node, gradient: Value, shape: Sequence[Dim], w: Windows, element: Type) -> Value:
    """Return the sums of all windows that cover an element: a transposed convolution with ones."""
    outer = reduce(multiply, shape_of(gradient)[: -w.count], 1)
    spatial = shape_of(gradient)[-w.count :]
    images = node.reshape(gradient, [outer, 1, *spatial])
    ones = node.zeros((1, 1, *w.window), element)
    ones = graph.add(ones, 1.0)
    result = graph.transposed_convolution(images, ones, layout(w.count), strides=w.strides, pad_low=w.padding)
    for dim, size in enumerate(shape[-w.count :], 2):
        have = shape_of(result)[dim]
        # Less than a stride at the end is covered by no window.
        missing = size - have if isinstance(size, int) and isinstance(have, int) else w.strides[dim - 2]
        if missing > 0:
            high = [missing if each == dim else 0 for each in range(w.count + 2)]
            result = node.pad(result, [0] * len(high), high)
        if shape_of(result)[dim] != size:
            result = node.slice(result, dim, 0, size)
    return node.reshape(result, shape)


# -- Adaptive averages -------------------------------------------------------------------------------------------------


@imports("_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_avg_pool1d")
def import_adaptive_average_pool(node: Node, x: Value, _: Sizes) -> Value:
    """The mean of windows that divide each dimension as evenly as possible."""
    count = _dims_of(node)
    rank = len(shape_of(x))
    targets = [int(size) for size in node.result_shape[-count:]]  # type: ignore[arg-type]
    dims = range(rank - count, rank)
    if all(target == 1 for target in targets):
        return node.reduce("mean", x, list(dims), keep=True)
    sizes = node.static_sizes(x, "its windows")[-count:]
    if all(target and size % target == 0 for size, target in zip(sizes, targets, strict=True)):
        window = [size // target for size, target in zip(sizes, targets, strict=True)]
        return graph.pool(x, list(dims), window, "average", strides=window)
    for dim, size, target in zip(dims, sizes, targets, strict=True):
        x = _along(node, x, dim, _shares(size, target))
    return x


@imports("_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward")
def import_adaptive_average_pool_backward(node: Node, gradient: Value, x: Value) -> Value:
    """The gradient of each window in equal shares."""
    count = _dims_of(node)
    sizes, given = (node.static_sizes(each, "its windows")[-count:] for each in (x, gradient))
    first = len(shape_of(x)) - count
    for dim, size, target in zip(range(first, first + count), sizes, given, strict=True):
        shares = _shares(size, target)
        gradient = _along(node, gradient, dim, [[row[place] for row in shares] for place in range(size)])
    return gradient


def _shares(size: int, target: int) -> list[list[float]]:
    """Return the weight of each element in each of `target` windows."""
    windows = [(place * size // target, -(-(place + 1) * size // target)) for place in range(target)]
    return [[1 / (end - start) if start <= each < end else 0.0 for each in range(size)] for start, end in windows]


def _along(node: Node, x: Value, dim: int, matrix: list[list[float]]) -> Value:
    """Return a value multiplied by a matrix along a dimension."""
    weights = node.constant(matrix, element_of(x))
    result = node.contract(x, weights, ((), ()), ([dim], [1]))
    return node.move_dim(result, len(shape_of(x)) - 1, dim)


# -- Maxima ------------------------------------------------------------------------------------------------------------


@imports("max_pool2d_with_indices", "max_pool3d_with_indices")
def import_max_pool(
    node: Node,
    x: Value,
    window: Sizes,
    strides: Sizes = (),
    padding: Sizes = (0,),
    dilation: Sizes = (1,),
    ceil_mode: bool = False,
) -> Sequence[Value | None]:
    """The largest element of each window, and where it is in its channel."""
    w = _windows(node, x, window, strides, padding, dilation, ceil_mode)
    if not node.wants(1):
        return [graph.pool(x, w.dims, w.window, "max", **w.lists()), None]  # type: ignore[arg-type]
    return graph.argmax_pool(x, w.dims, w.window, **w.lists())  # type: ignore[arg-type]


@imports("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward")
def import_max_pool_backward(node: Node, gradient: Value, x: Value, *rest: object) -> Value:
    """The gradient of each window at the position of its largest element."""
    count = _dims_of(node)
    places = rest[-1]
    assert isinstance(places, Value)
    shape, given = shape_of(x), shape_of(gradient)
    outer = reduce(multiply, shape[:-count], 1)
    flat = node.zeros((outer, reduce(multiply, shape[-count:])), element_of(gradient))
    rows = (outer, reduce(multiply, given[-count:]))
    places = node.reshape(node.cast(places, i64), rows)
    return node.reshape(scatter_along(node, flat, places, node.reshape(gradient, rows), "add", 1), shape)
