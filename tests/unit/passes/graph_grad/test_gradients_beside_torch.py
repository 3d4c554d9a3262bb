"""Gradients of functions of networks, also where elements are equal, against torch where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.interpreter import Interpreter

xp, nn = dlc.array, dlc.nn
LABELS = np.array([1, 0, 3, 3])
WINDOW = {"strides": 2, "padding": 1}
Case = tuple[Callable[..., Any], str, list[tuple[int, ...]]]
CASES: dict[str, Case] = {
    "convolution": (
        lambda x, k: nn.convolution(x, k, groups=2, **WINDOW),
        "F.conv2d(x, y, stride=2, padding=1, groups=2)",
        [(2, 4, 7, 6), (6, 2, 3, 3)],
    ),
    "dilated": (
        lambda x, k: nn.convolution(x, k, strides=(1, 2), padding=(2, 0), dilations=2),
        "F.conv2d(x, y, stride=(1, 2), padding=(2, 0), dilation=2)",
        [(2, 3, 7, 8), (4, 3, 3, 2)],
    ),
    "max_pool": (lambda x: nn.max_pool(x, 3, **WINDOW), "F.max_pool2d(x, 3, 2, 1)", [(2, 3, 7, 8)]),
    "max_pool apart": (lambda x: nn.max_pool(x, 2), "F.max_pool2d(x, 2)", [(2, 3, 7, 8)]),
    "average_pool": (
        lambda x: nn.average_pool(x, 3, **WINDOW),
        "F.avg_pool2d(x, 3, 2, 1, count_include_pad=False)",
        [(2, 3, 7, 8)],
    ),
    "layer_norm": (nn.layer_norm, "F.layer_norm(x, (8,), y, z)", [(4, 8), (8,), (8,)]),
    "log_softmax": (nn.log_softmax, "F.log_softmax(x, -1)", [(4, 8)]),
    "cross_entropy": (lambda x: nn.cross_entropy(x, LABELS), "F.cross_entropy(x, torch.tensor(labels))", [(4, 5)]),
    "gelu": (nn.gelu, "F.gelu(x)", [(4, 8)]),
    "relu": (nn.relu, "F.relu(x)", [(4, 8)]),
    "max": (lambda x: xp.max(x, axis=1), "torch.amax(x, 1)", [(4, 8)]),
    "maximum": (xp.maximum, "torch.maximum(x, y)", [(4, 8), (4, 8)]),
    "sort": (
        lambda x: xp.sort(x, axis=1) * np.arange(8.0),
        "torch.sort(x, dim=1, stable=True)[0] * torch.arange(8.0)",
        [(4, 8)],
    ),
    "prod": (lambda x: xp.prod(x, axis=1), "torch.prod(x, 1)", [(4, 5)]),
    "cumulative_prod": (lambda x: xp.cumulative_prod(x, axis=1), "torch.cumprod(x, 1)", [(4, 5)]),
}


@pytest.mark.parametrize("name", CASES)
def test_gradients_are_those_of_torch(name: str) -> None:
    torch: Any = pytest.importorskip("torch")
    function, theirs, shapes = CASES[name]
    random = np.random.default_rng(0)
    arrays = [np.round(random.normal(size=shape)) for shape in shapes]
    gradients = dlc.grad(lambda *args: xp.sum(xp.sin(function(*args))), range(len(arrays)))
    ours = Interpreter(dlc.trace(gradients, *arrays)).run("main", *arrays)
    tensors = [torch.tensor(array, requires_grad=True) for array in arrays]
    scope = {"torch": torch, "F": torch.nn.functional, "labels": LABELS, **dict(zip("xyz", tensors, strict=False))}
    torch.sin(eval(theirs, scope)).sum().backward()
    for gradient, tensor in zip(ours, tensors, strict=True):
        assert np.allclose(gradient, tensor.grad.numpy(), rtol=1e-12, atol=1e-12)
