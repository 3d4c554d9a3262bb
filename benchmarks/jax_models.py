"""Networks as functions of JAX, for benchmarks: those of `torch_models.py`, in the layouts that JAX's libraries have.

A network asks for its parameters one after the other. `drawn` makes them, and `applied` hands them out again, so that a
network is a function of a list of parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

jax: Any = import_module("jax")
jnp: Any = import_module("jax.numpy")
Parameters = Callable[..., Any]
"""Returns the next parameter, of a shape."""


def drawn(network: Callable[[Parameters, Any], Any], x: Any) -> list[Any]:
    """Return the parameters of a network, such that what its layers compute does not vanish."""
    random = np.random.default_rng(0)
    parameters: list[Any] = []

    def draw(*shape: int) -> Any:
        scale = math.sqrt(2 / math.prod(shape[:-1])) if len(shape) > 1 else 0.1
        offset = 0 if len(shape) > 1 else 1
        parameters.append((random.standard_normal(shape) * scale + offset).astype(np.float32))
        return parameters[-1]

    jax.eval_shape(partial(network, draw), x)
    return [jnp.asarray(each) for each in parameters]


def applied(network: Callable[[Parameters, Any], Any], parameters: Sequence[Any], x: Any) -> Any:
    """Return what a network with these parameters computes."""
    following: Iterator[Any] = iter(parameters)
    return network(lambda *_: next(following), x)


def convolution(p: Parameters, x: Any, outputs: int, size: int, stride: int = 1, groups: int = 1) -> Any:
    """Return a convolution and its batch normalization, which inference scales by."""
    kernel = p(size, size, x.shape[-1] // groups, outputs)
    padding = [(size // 2, size // 2)] * 2
    layout = ("NHWC", "HWIO", "NHWC")
    y = jax.lax.conv_general_dilated(
        x, kernel, (stride, stride), padding, dimension_numbers=layout, feature_group_count=groups
    )
    return y * p(outputs) + p(outputs)


def linear(p: Parameters, x: Any, outputs: int) -> Any:
    """Return a product with a matrix, and a bias."""
    return x @ p(x.shape[-1], outputs) + p(outputs)


def resnet18(p: Parameters, x: Any) -> Any:
    """Return the scores of ResNet-18."""
    x = jax.nn.relu(convolution(p, x, 64, 7, 2))
    window, strides, padding = (1, 3, 3, 1), (1, 2, 2, 1), ((0, 0), (1, 1), (1, 1), (0, 0))
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, window, strides, padding)
    for outputs in (64, 128, 256, 512):
        for stride in (1 if outputs == 64 else 2, 1):
            y = jax.nn.relu(convolution(p, x, outputs, 3, stride))
            y = convolution(p, y, outputs, 3)
            shortcut = x if x.shape == y.shape else convolution(p, x, outputs, 1, stride)
            x = jax.nn.relu(y + shortcut)
    return linear(p, jnp.mean(x, (1, 2)), 1000)


MOBILE = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
"""Factor, channels, blocks and stride of the stages of MobileNet-V2."""


def mobilenet_v2(p: Parameters, x: Any) -> Any:
    """Return the scores of MobileNet-V2."""
    x = jax.nn.relu6(convolution(p, x, 32, 3, 2))
    for factor, outputs, count, first in MOBILE:
        for stride in (first, *[1] * (count - 1)):
            inner = x.shape[-1] * factor
            y = jax.nn.relu6(convolution(p, x, inner, 1)) if factor != 1 else x
            y = jax.nn.relu6(convolution(p, y, inner, 3, stride, inner))
            y = convolution(p, y, outputs, 1)
            x = x + y if x.shape == y.shape else y
    x = jax.nn.relu6(convolution(p, x, 1280, 1))
    return linear(p, jnp.mean(x, (1, 2)), 1000)


def layer_norm(p: Parameters, x: Any) -> Any:
    """Return the rows of x with mean 0 and variance 1, scaled."""
    centered = x - jnp.mean(x, -1, keepdims=True)
    variance = jnp.mean(centered * centered, -1, keepdims=True)
    return centered * jax.lax.rsqrt(variance + 1e-5) * p(x.shape[-1]) + p(x.shape[-1])


def attention(p: Parameters, x: Any, heads: int) -> Any:
    """Return the attention of a sequence to itself."""
    batch, length, width = x.shape
    query, key, value = jnp.split(linear(p, x, 3 * width).reshape(batch, length, heads, -1), 3, -1)
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) / math.sqrt(width // heads)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, -1), value)
    return linear(p, mixed.reshape(batch, length, width), width)


def encoder(p: Parameters, x: Any, heads: int = 6, layers: int = 6) -> Any:
    """Return what the encoder of a transformer makes of a sequence."""
    width = x.shape[-1]
    for _ in range(layers):
        x = x + attention(p, layer_norm(p, x), heads)
        x = x + linear(p, jax.nn.gelu(linear(p, layer_norm(p, x), 4 * width), approximate=False), width)
    return x


IMAGE = (1, 224, 224, 3)
MODELS: dict[str, tuple[Callable[[Parameters, Any], Any], tuple[int, ...]]] = {
    "ResNet-18": (resnet18, IMAGE),
    "MobileNet-V2": (mobilenet_v2, IMAGE),
    "encoder": (encoder, (1, 128, 384)),
}
