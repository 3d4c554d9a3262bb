"""Whole networks from `examples/` as machine code, on one thread and on several, against numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable
from support.run_lines import ROOT
from unit.test_networks import NETWORKS, Network


@cache
def compiled(example: str, threads: int) -> Executable:
    return dlc.compile(ROOT / "examples" / f"{example}.mlir", threads=threads)


def results_of(executable: Executable, network: Network, arguments: Sequence[Any]) -> Sequence[Any]:
    found = executable.run(network.function, *arguments)
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", NETWORKS)
def test_gives_what_numpy_gives(name: str, threads: int) -> None:
    network = NETWORKS[name]
    for size in network.sizes:
        arguments = network.arguments(size)
        given = [array.copy() for array in arguments]
        found = results_of(compiled(network.example, threads), network, given)
        precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
        for one, other in zip(found, network.expected(*precise), strict=True):
            assert np.shape(one) == np.shape(other)
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"size {size}")
        for before, after in zip(arguments, given, strict=True):
            np.testing.assert_array_equal(before, after, "an argument was written to")


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_gives_the_same_again(name: str) -> None:
    network = NETWORKS[name]
    arguments = network.arguments(network.sizes[-1])
    first = results_of(compiled(network.example, 2), network, arguments)
    for _ in range(5):
        again = results_of(compiled(network.example, 2), network, arguments)
        for one, other in zip(first, again, strict=True):
            np.testing.assert_array_equal(one, other)
