"""Random numbers of `graph`: the generator against its published test vectors, the distributions against statistics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from dlc.interp.ops.graph.random import philox
from dlc.ir.attributes import Type
from dlc.ir.builtin_types import FloatType, IntegerType, bf16, f16, f32, f64
from support.graph_running import form_of, run_text, tensor

VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Counter, key and output, from the authors of the generator."""


@pytest.mark.parametrize(("counter", "key", "wanted"), VECTORS)
def test_published_vectors(counter: Any, key: Any, wanted: Any) -> None:
    assert [int(word) for word in philox([np.uint64(word) for word in counter], key)] == list(wanted)


def draw(kind: str, type: Type, shape: tuple[int, ...], seed: int = 1, stream: int = 0) -> Any:
    text = f"""func.func @f(%s: tensor<i64>) -> {tensor(type, shape)} {{
      %r = graph.random_{kind} %s, stream = {stream} : {tensor(type, shape)}
      return %r : {tensor(type, shape)}
    }}"""
    [drawn] = run_text(text, np.array(seed))
    return drawn


def block(position: int, seed: int, stream: int) -> list[int]:
    """The words of one element, in Python's integers."""
    counter = [position % 2**32, position >> 32, stream % 2**32, stream % 2**64 >> 32]
    key = [seed % 2**32, seed % 2**64 >> 32]
    for _ in range(10):
        first, second = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [
            (second >> 32) ^ counter[1] ^ key[0],
            second % 2**32,
            (first >> 32) ^ counter[3] ^ key[1],
            first % 2**32,
        ]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return counter


@pytest.mark.parametrize("seed", [0, -1, 2**40 + 17])
@pytest.mark.parametrize("stream", [0, 3, -(2**63)])
def test_elements_follow_from_their_positions(seed: int, stream: int) -> None:
    for type in (IntegerType(8), IntegerType(32), IntegerType(64, "u"), IntegerType(4)):
        bits = draw("bits", type, (2, 3), seed, stream).ravel().astype(object).tolist()
        for position, one in enumerate(bits):
            w0, w1, *_ = block(position, seed, stream)
            assert one == type.wrap(w0 + 2**32 * w1)


@pytest.mark.parametrize("type", [f64, f32, f16, bf16], ids=str)
def test_uniform_numbers(type: FloatType) -> None:
    numbers = draw("uniform", type, (40, 50), 7).astype(np.float64).ravel()
    assert 0 <= numbers.min() < 0.01
    assert 0.98 < numbers.max() < 1
    assert abs(numbers.mean() - 0.5) < 0.02
    assert abs(numbers.var() - 1 / 12) < 0.005
    precision = form_of(type).precision
    w0, w1, *_ = block(33, 7, 0)
    wanted = (w0 + 2**32 * w1) >> (64 - precision) if type is f64 else w0 >> (32 - precision)
    assert numbers[33] == wanted / 2**precision


@pytest.mark.parametrize("type", [f64, f32, f16, bf16], ids=str)
def test_normal_numbers(type: FloatType) -> None:
    numbers = draw("normal", type, (2000,), 11, 5).astype(np.float64)
    assert abs(numbers.mean()) < 0.06
    assert abs(numbers.std() - 1) < 0.05
    within = [(np.abs(numbers) < bound).mean() for bound in (1, 2, 3)]
    assert np.allclose(within, [math.erf(bound / math.sqrt(2)) for bound in (1, 2, 3)], atol=0.03)
    w0, w1, w2, w3 = block(1234, 11, 5)
    u, v = (w0 + 0.5) / 2**32, w1 / 2**32
    if type is f64:
        u, v = (w0 + 2**32 * w1 + 0.5) / 2**64, (w2 + 2**32 * w3) / 2**64
    wanted = math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)
    assert abs(numbers[1234] - wanted) <= abs(wanted) * 2.0 ** (1 - form_of(type).precision) + 1e-6


def test_streams_and_seeds_are_independent() -> None:
    base = draw("uniform", f32, (500,))
    for other in (draw("uniform", f32, (500,), stream=1), draw("uniform", f32, (500,), seed=2)):
        assert abs(np.corrcoef(base, other)[0, 1]) < 0.15
    assert (base == draw("uniform", f32, (500,))).all()


def test_shape_does_not_matter() -> None:
    flat = draw("bits", IntegerType(32), (24,))
    assert (draw("bits", IntegerType(32), (2, 3, 4)).ravel() == flat).all()
    assert draw("bits", IntegerType(32), ()) == flat[0]
    assert draw("bits", IntegerType(32), (0, 3)).shape == (0, 3)


def test_sizes_with_names() -> None:
    text = """func.func @f(%s: tensor<i64>, %x: tensor<?xf32, #graph.dims<n>>) -> tensor<2x?xf32, #graph.dims<n>> {
      %r = graph.random_uniform %s, stream = 0 : tensor<2x?xf32, #graph.dims<n>>
      return %r : tensor<2x?xf32, #graph.dims<n>>
    }"""
    [drawn] = run_text(text, np.array(1), np.zeros(5, np.float32))
    assert (drawn == draw("uniform", f32, (2, 5))).all()
