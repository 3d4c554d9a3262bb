"""Networks from `examples/` as machine code, on one thread and on several, plain and optimized, against numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from support.run_lines import ROOT
from unit.test_networks import NETWORKS, Network, drawn


def of_layer(size: int) -> Sequence[Any]:
    return drawn(4, (size, 8), (8, 4), (4,))


def layer(x: Any, weights: Any, bias: Any) -> list[Any]:
    return [np.maximum(x @ weights + bias, 0)]


ALL = {**NETWORKS, "layer": Network("layer", "layer", of_layer, layer, (0, 1, 7))}
LARGE = 19
"""A size that fills some blocks of vectors, and begins another."""


@cache
def compiled(example: str, threads: int, level: int) -> Executable:
    return dlc.compile(ROOT / "examples" / f"{example}.mlir", threads=threads, level=level)


def results_of(executable: Executable, network: Network, arguments: Sequence[Any]) -> Sequence[Any]:
    returned = executable.run(network.function, *arguments)
    return returned if isinstance(returned, tuple) else (returned,)


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ALL)
def test_gives_what_numpy_gives(name: str, threads: int, level: int) -> None:
    network = ALL[name]
    for size in (*network.sizes, LARGE):
        arguments = network.arguments(size)
        given = [array.copy() for array in arguments]
        results = results_of(compiled(network.example, threads, level), network, given)
        precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
        for one, other in zip(results, network.expected(*precise), strict=True):
            assert np.shape(one) == np.shape(other)
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"size {size}")
        for before, after in zip(arguments, given, strict=True):
            np.testing.assert_array_equal(before, after, "an argument was written to")


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_gives_the_same_again(name: str) -> None:
    network = NETWORKS[name]
    arguments = network.arguments(network.sizes[-1])
    first = results_of(compiled(network.example, 2, 3), network, arguments)
    for _ in range(5):
        again = results_of(compiled(network.example, 2, 3), network, arguments)
        for one, other in zip(first, again, strict=True):
            np.testing.assert_array_equal(one, other)
