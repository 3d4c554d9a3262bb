"""`dlc.nn`: functions of neural networks that the array API standard does not have, on arrays.

    x = dlc.nn.relu(dlc.nn.convolution(x, kernel, padding=1))

Images are [batch, channels, height, width], or with any number of spatial dimensions; kernels are [outputs, inputs,
height, width]. Each function is one op of `graph`, or a few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Value

from .arrays import Array
from .creation import arange
from .dtypes import DEFAULT_FLOAT, DEFAULT_INTEGER
from .elementwise import astype
from .errors import call_error
from .manipulation import expand_dims
from .operands import as_array, axes_of, broadcast_value, require_kind, shape_text, wrap
from .random import bernoulli
from .tracing import array_function, value_of
from .windows import checked_indices

Numbers = int | Sequence[int]


def _float(name: str, x: Any) -> Value:
    array = as_array(name, x)
    require_kind(name, array, "real floating")
    return value_of(array)


def _function(build: Callable[[Value], Value], name: str, doc: str) -> Callable[[Any], Array]:
    def function(x: Any, /) -> Array:
        return wrap(build(_float(name, x)))

    function.__name__, function.__doc__ = name, doc
    return array_function(function)


relu = _function(graph.relu, "relu", "Return maximum(x, 0).")
sigmoid = _function(graph.sigmoid, "sigmoid", "Return 1 / (1 + e^-x).")
silu = _function(graph.silu, "silu", "Return x * sigmoid(x).")
softplus = _function(graph.softplus, "softplus", "Return log(1 + e^x).")


@array_function
def gelu(x: Any, /, *, approximate: bool = False) -> Array:
    """Return x * (1 + erf(x / sqrt(2))) / 2, or its approximation by tanh."""
    return wrap(graph.gelu("tanh" if approximate else "exact", _float("gelu", x)))


@array_function
def softmax(x: Any, /, *, axis: int = -1) -> Array:
    """Return e^x divided by its sum along an axis."""
    value = _float("softmax", x)
    return wrap(graph.softmax(value, [_axis("softmax", x, axis)]))


@array_function
def log_softmax(x: Any, /, *, axis: int = -1) -> Array:
    """Return the logarithm of `softmax`."""
    value = _float("log_softmax", x)
    return wrap(graph.log_softmax(value, [_axis("log_softmax", x, axis)]))


@array_function
def logsumexp(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    """Return log(sum(e^x)) along axes, without overflow on the way."""
    value = _float("logsumexp", x)
    dims = axes_of("logsumexp", axis, as_array("logsumexp", x).ndim)
    largest = graph.stop_gradient(graph.reduce("max", value, dims, keep_dims=True))
    centre = graph.select(graph.is_finite(largest), largest, 0.0)
    powers = graph.exp(graph.sub(value, broadcast_value(centre, shape_of(value), value)))
    logarithm = graph.log(graph.reduce("sum", powers, dims, keep_dims=keepdims))
    return wrap(graph.add(logarithm, graph.reshape(centre, shape_of(logarithm))))


@array_function
def one_hot(labels: Any, count: int, /, *, dtype: Any = None) -> Array:
    """Return vectors of zeros along a new last axis, with a one at each label; a label that is not there has none."""
    at = as_array("one_hot", labels)
    require_kind("one_hot", at, "integral")
    is_there = expand_dims(astype(at, DEFAULT_INTEGER), -1) == arange(count)
    return astype(is_there, DEFAULT_FLOAT if dtype is None else dtype)


@array_function
def layer_norm(x: Any, /, scale: Any = None, offset: Any = None, *, axis: int = -1, epsilon: float = 1e-5) -> Array:
    """Return x with mean 0 and variance 1 along an axis, times a scale, plus an offset."""
    value = _float("layer_norm", x)
    given = [None if each is None else _float("layer_norm", each) for each in (scale, offset)]
    dims = [_axis("layer_norm", x, axis)]
    return wrap(graph.layer_norm(value, dims, epsilon, scale=given[0], offset=given[1]))


@array_function
def dropout(x: Any, key: Any, /, rate: float = 0.5) -> Array:
    """Return x with elements set to 0 at random, the others larger, so that sums keep their expectation.

    `key` is one of `dlc.random`, and used for nothing else.
    """
    is_number = isinstance(rate, (int, float))  # pyright: ignore[reportUnnecessaryIsInstance]
    if not is_number or not 0 <= rate < 1:
        raise call_error(f"dropout: the rate must be a number, at least 0 and less than 1, but got {rate!r}")
    value = _float("dropout", x)
    is_kept = value_of(bernoulli(key, 1 - rate, as_array("dropout", x).shape))
    return wrap(graph.select(is_kept, graph.div(value, 1 - rate), 0.0))


@array_function
def cross_entropy(logits: Any, labels: Any, /) -> Array:
    """Return the mean of -log_softmax(logits) at the labels, which are integers of the last axis."""
    value, at = as_array("cross_entropy", logits), as_array("cross_entropy", labels)
    require_kind("cross_entropy", at, "integral")
    if value.ndim != at.ndim + 1:
        raise call_error(
            f"cross_entropy: logits must have one axis more than labels, but got shapes {shape_text(value.shape)} and "
            f"{shape_text(at.shape)}"
        )
    scores = _float("cross_entropy", log_softmax(value))
    rank = value.ndim
    batch = list(range(rank - 1))
    places = checked_indices("cross_entropy", value_of(at), scores, rank - 1)
    picked = graph.gather(scores, places, [], [rank - 1], batch, batch, [rank - 1], rank - 1, [1] * rank)
    return wrap(graph.neg(graph.reduce("mean", picked, batch)))


# -- Windows -----------------------------------------------------------------------------------------------------------


@array_function
def convolution(
    x: Any,
    kernel: Any,
    /,
    *,
    strides: Numbers = 1,
    padding: Numbers = 0,
    dilations: Numbers = 1,
    groups: int = 1,
) -> Array:
    """Return the convolution of images with a kernel, with zeros as padding on both sides."""
    source, weights = _float("convolution", x), _float("convolution", kernel)
    rank = _spatial_rank("convolution", x)
    letters = "HWDEFG"[:rank]
    layout = f"NC{letters} x OI{letters} -> NC{letters}"
    pads = _listed("convolution", "padding", padding, rank)
    return wrap(
        graph.convolution(
            source,
            weights,
            layout,
            strides=_listed("convolution", "strides", strides, rank),
            dilations=_listed("convolution", "dilations", dilations, rank),
            pad_low=pads,
            pad_high=pads,
            groups=groups,
        )
    )


@array_function
def max_pool(x: Any, /, window: Numbers, *, strides: Numbers | None = None, padding: Numbers = 0) -> Array:
    """Return the largest element under each window of images; windows do not overlap, unless strides are given."""
    return _pool("max_pool", "max", x, window, strides, padding)


@array_function
def average_pool(x: Any, /, window: Numbers, *, strides: Numbers | None = None, padding: Numbers = 0) -> Array:
    """Return the average of the elements under each window of images; padding does not count."""
    return _pool("average_pool", "average", x, window, strides, padding)


def _pool(name: str, kind: Any, x: Any, window: Numbers, strides: Numbers | None, padding: Numbers) -> Array:
    value, rank = _float(name, x), _spatial_rank(name, x)
    sizes = _listed(name, "window", window, rank)
    steps = sizes if strides is None else _listed(name, "strides", strides, rank)
    pads = _listed(name, "padding", padding, rank)
    dims = range(2, 2 + rank)
    return wrap(graph.pool(value, dims, sizes, kind, strides=steps, pad_low=pads, pad_high=pads))


def _spatial_rank(name: str, x: Any) -> int:
    rank = as_array(name, x).ndim - 2
    if not 1 <= rank <= 6:
        raise call_error(f"{name}: images must have a batch, channels and 1 to 6 spatial axes, but got rank {rank + 2}")
    return rank


def _axis(name: str, x: Any, axis: int) -> int:
    rank = as_array(name, x).ndim
    if not -rank <= axis < rank:
        raise call_error(f"{name}: the axis must be in {-rank}..{rank - 1}, but got {axis}")
    return axis % rank


def _listed(name: str, which: str, numbers: Numbers, rank: int) -> list[int]:
    listed = [numbers] * rank if isinstance(numbers, int) else list(numbers)
    if len(listed) != rank:
        raise call_error(f"{name}: {which} must be an integer or {rank} integers, but got {numbers!r}")
    return listed
