"""Whole networks from `examples/`, interpreted at every level from graphs to loops, run as machine code, and compared
with numpy.

What they compute is written here once more, in plain numpy and without the compiler. At each level a network runs as it
comes, with canonicalization before and after every pass, and without common subexpressions being eliminated: no
pass may rely on either.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.interp.memory import Buffer
from dlc.ir.operations import Operation
from dlc.passes.pipelines import MEMORY, TENSOR, passes_of
from support.compiled_programs import Compiled, compiled
from support.run_lines import ROOT

Array = Any

# -- What the networks compute, in numpy -------------------------------------------------------------------------------


def softmax(scores: Array) -> Array:
    """Return the softmax along the last dimension."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def convolution(images: Array, kernel: Array, stride: int, padding: int) -> Array:
    """Return the product of each window with the kernel; images are batch, channels, rows, columns."""
    batch, _, rows, columns = images.shape
    outputs, _, height, width = kernel.shape
    padded = np.pad(images, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    places = [(size + 2 * padding - extent) // stride + 1 for size, extent in ((rows, height), (columns, width))]
    result = np.zeros((batch, outputs, *places))
    for i in range(places[0]):
        for j in range(places[1]):
            window = padded[:, :, i * stride : i * stride + height, j * stride : j * stride + width]
            result[:, :, i, j] = np.tensordot(window, kernel, axes=([1, 2, 3], [1, 2, 3]))
    return result


def largest_of_nine(images: Array) -> Array:
    """Max pooling over windows of 3x3, two apart, with padding of one."""
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=-np.inf)
    rows, columns = images.shape[2] // 2, images.shape[3] // 2
    shifted = [padded[:, :, i : i + 2 * rows : 2, j : j + 2 * columns : 2] for i in range(3) for j in range(3)]
    return np.stack(shifted).max(axis=0)


def batch_norm(images: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> Array:
    scale, offset, mean, variance = (np.array(x)[:, None, None] for x in (scale, offset, mean, variance))
    return (images - mean) / np.sqrt(variance + 1e-5) * scale + offset


OF_FOUR = (
    [1.0, 0.5, 2.0, 1.5],
    [0.0, 0.1, -0.1, 0.2],
    [0.1, -0.2, 0.0, 0.3],
    [1.0, 0.5, 2.0, 1.0],
)
OF_EIGHT = (
    [1.0, 0.5, 2.0, 1.5, 1.0, 0.8, 1.2, 0.9],
    [0.0, 0.1, -0.1, 0.2, 0.0, 0.0, 0.3, -0.2],
    [0.1, -0.2, 0.0, 0.3, -0.1, 0.2, 0.0, 0.1],
    [1.0, 0.5, 2.0, 1.0, 1.5, 0.7, 0.9, 1.1],
)


def classify(images: Array, stem: Array, *rest: Array) -> list[Array]:
    *kernels, first, second, around, weights, bias = rest
    x = np.maximum(batch_norm(convolution(images, stem, 1, 1), np.ones(4), np.zeros(4), np.zeros(4), np.ones(4)), 0)
    x = largest_of_nine(x)
    for one, other in (kernels[:2], kernels[2:]):
        inner = np.maximum(batch_norm(convolution(x, one, 1, 1), *OF_FOUR), 0)
        x = np.maximum(batch_norm(convolution(inner, other, 1, 1), *OF_FOUR) + x, 0)
    inner = np.maximum(batch_norm(convolution(x, first, 2, 1), *OF_EIGHT), 0)
    x = np.maximum(batch_norm(convolution(inner, second, 1, 1), *OF_EIGHT) + convolution(x, around, 2, 0), 0)
    return [softmax(x.mean(axis=(2, 3)) @ weights + bias)]


def layer_norm(x: Array, scale: Array, offset: Array) -> Array:
    centered = x - x.mean(axis=-1, keepdims=True)
    return centered / np.sqrt((centered**2).mean(axis=-1, keepdims=True) + 1e-5) * scale + offset


def gelu(x: Array) -> Array:
    """x times the share of a normal distribution that is below x."""
    erf = np.vectorize(math.erf, otypes=[np.float64])
    return x * (1 + erf(x / math.sqrt(2))) / 2


def transformer_block(
    x: Array, scale: Array, offset: Array, wq: Array, wk: Array, wv: Array, wo: Array, up: Array, down: Array
) -> list[Array]:
    normal = layer_norm(x, scale, offset)
    attended = np.zeros_like(x)
    for head in range(2):
        query, key, value = (normal @ w[:, head] for w in (wq, wk, wv))
        for place in range(len(x)):
            weights = softmax(key[: place + 1] @ query[place] / 2)
            attended[place] += weights @ value[: place + 1] @ wo[head]
    x = x + attended
    return [x + gelu(layer_norm(x, scale, offset) @ up) @ down]


def lstm(xs: Array, of_input: Array, of_state: Array, bias: Array) -> list[Array]:
    output, memory, outputs = np.zeros(4), np.zeros(4), np.zeros((len(xs), 4))
    for place, x in enumerate(xs):
        write, keep, show, news = np.split(x @ of_input + output @ of_state + bias, 4)
        memory = sigmoid(keep) * memory + sigmoid(write) * np.tanh(news)
        outputs[place] = output = sigmoid(show) * np.tanh(memory)
    return [outputs, memory]


def both_directions(xs: Array, *weights: Array) -> list[Array]:
    from_left, from_right = lstm(xs, *weights)[0], lstm(xs[::-1], *weights)[0][::-1]
    return [np.concatenate([from_left, from_right], axis=1)]


def decode(first: Array, said: Array, meaning: Array, voice: Array) -> list[Array]:
    chosen, heard = np.zeros_like(said), [int(first)]
    for place in range(len(said)):
        rows = meaning[heard]
        thought = rows[-1] + softmax(rows @ rows[-1]) @ rows
        chosen[place] = np.argmax(thought @ voice)
        heard.append(int(chosen[place]))
        if chosen[place] == 0:
            break
    return [chosen, np.array(len(heard) - 1)]


# -- The networks ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Network:
    """A function of an example: what it takes for a size that is known when it runs, and what it should give."""

    example: str
    function: str
    arguments: Callable[[int], Sequence[Array]]
    expected: Callable[..., Sequence[Array]]
    sizes: Sequence[int]


def drawn(seed: int, *shapes: Sequence[int], scale: float = 0.5) -> list[Array]:
    """Arrays of normally distributed numbers."""
    random = np.random.default_rng(seed)
    return [(random.standard_normal(shape) * scale).astype(np.float32) for shape in shapes]


def of_classify(size: int) -> Sequence[Array]:
    same = [(4, 4, 3, 3)] * 4
    shapes = [(size, 3, 6, 6), (4, 3, 3, 3), *same, (8, 4, 3, 3), (8, 8, 3, 3), (8, 4, 1, 1), (8, 5), (5,)]
    return drawn(1, *shapes, scale=0.25)


def of_block(size: int) -> Sequence[Array]:
    return drawn(2, (size, 8), (8,), (8,), (8, 2, 4), (8, 2, 4), (8, 2, 4), (2, 4, 8), (8, 16), (16, 8))


def of_lstm(size: int) -> Sequence[Array]:
    return drawn(3, (size, 3), (3, 16), (4, 16), (16,), scale=1.0)


def of_decode(size: int) -> Sequence[Array]:
    """It says 5 words before the end, if there is room for them."""
    return [np.array(3), np.zeros(size, np.int64), *drawn(SPEAKS_FIVE_WORDS, (6, 4), (4, 6), scale=1.0)]


SPEAKS_FIVE_WORDS = 21

NETWORKS = {
    "residual": Network("residual_network", "classify", of_classify, classify, (0, 2)),
    "attention": Network("transformer_block", "block", of_block, transformer_block, (0, 1, 5)),
    "attention-step-by-step": Network(
        "transformer_block", "block_step_by_step", of_block, transformer_block, (0, 1, 5)
    ),
    "lstm": Network("lstm", "lstm", of_lstm, lstm, (0, 1, 7)),
    "lstm-both-ways": Network("lstm", "both_directions", of_lstm, both_directions, (0, 1, 6)),
    "decoder": Network("greedy_decoder", "decode", of_decode, decode, (0, 1, 4, 5, 6, 9)),
}

# -- The levels --------------------------------------------------------------------------------------------------------

PASSES = (*passes_of(TENSOR, MEMORY), "plan-memory")

LEVELS = {
    "graph": 0,
    "tensor": 1,
    "kernels": len(TENSOR.passes),
    "memory": PASSES.index("tensor-to-loop"),
    "loops": len(PASSES),
}
"""How many passes have run."""

GONE = {"kernels": {"graph"}, "memory": {"graph"}, "loops": {"graph", "tensor"}}
"""Dialects of which nothing is left."""


def canonicalized(passes: Sequence[str]) -> Sequence[str]:
    return ["canonicalize", *(each for name in passes for each in (name, "canonicalize"))]


WAYS: dict[str, Callable[[Sequence[str]], Sequence[str]]] = {
    "as-it-comes": lambda passes: passes,
    "canonicalized": canonicalized,
    "without-cse": lambda passes: [name for name in passes if name != "cse"],
    "inlined": lambda passes: ["inline", *passes],
}


@cache
def lowered(example: str, way: str, level: str) -> Operation:
    """An example at one of the levels, from the level before; verified after each pass."""
    order = list(LEVELS)
    before = order[order.index(level) - 1] if level != order[0] else None
    done = WAYS[way](PASSES[: LEVELS[before]]) if before else ()
    module = lowered(example, way, before).clone() if before else dlc.parse_file(ROOT / "examples" / f"{example}.mlir")
    for name in WAYS[way](PASSES[: LEVELS[level]])[len(done) :]:
        dlc.run_pipeline(module, name)
        dlc.verify(module)
    return module


@pytest.mark.sampled(4)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NETWORKS)
def test_gives_what_numpy_gives(name: str, way: str, level: str) -> None:
    network = NETWORKS[name]
    interpreter = dlc.Interpreter(lowered(network.example, way, level))
    for size in network.sizes:
        arguments = network.arguments(size)
        given = [array.copy() for array in arguments]
        actual = interpreter.run(network.function, *given)
        precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
        expected = network.expected(*precise)
        for one, other in zip(actual, expected, strict=True):
            assert one.shape == other.shape
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"size {size}")
        for before, after in zip(arguments, given, strict=True):
            np.testing.assert_array_equal(before, after, "an argument was written to")


@pytest.mark.parametrize("level", GONE)
@pytest.mark.parametrize("example", sorted({network.example for network in NETWORKS.values()}))
def test_nothing_is_left_of_the_levels_before(example: str, level: str) -> None:
    dialects = {op.name.partition(".")[0] for op in lowered(example, "as-it-comes", level).walk()}
    assert not dialects & GONE[level]


@cache
def machine_code(example: str) -> Compiled:
    """An example, lowered all the way and linked into this process."""
    return compiled((ROOT / "examples" / f"{example}.mlir").read_text(), "lower-to-loops")


@pytest.mark.parametrize("name", NETWORKS)
def test_machine_code_gives_what_numpy_gives(name: str) -> None:
    network = NETWORKS[name]
    for size in network.sizes:
        arguments = network.arguments(size)
        given = [array.copy() for array in arguments]
        actual = machine_code(network.example)(network.function, *given)
        precise = [array.astype(np.float64) if array.dtype == np.float32 else array for array in arguments]
        for one, other in zip(actual, network.expected(*precise), strict=True):
            assert np.shape(one) == other.shape
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5, err_msg=f"size {size}")
        for before, after in zip(arguments, given, strict=True):
            np.testing.assert_array_equal(before, after, "an argument was written to")


class Watched(dlc.Interpreter):
    """Keeps what the program allocates."""

    heap: list[Buffer]

    def allocate(self, size: int, name: str, *, on_stack: bool = False) -> Buffer:
        buffer = super().allocate(size, name, on_stack=on_stack)
        if name == "heap memory":
            self.heap.append(buffer)
        return buffer


@pytest.mark.parametrize("level", ["memory", "loops"])
@pytest.mark.parametrize("name", NETWORKS)
def test_nothing_but_the_results_stays_allocated(name: str, level: str) -> None:
    network = NETWORKS[name]
    interpreter = Watched(lowered(network.example, "as-it-comes", level))
    for size in network.sizes[:2]:
        interpreter.heap = []
        results = interpreter.run(network.function, *network.arguments(size))
        assert sum(not buffer.is_freed for buffer in interpreter.heap) == len(results)


def test_the_decoder_stops_for_both_reasons() -> None:
    """The arguments that all these tests draw let it say the end, and run out of room."""
    chosen, count = decode(*of_decode(9))
    assert count == 5
    assert chosen.tolist()[4:] == [0] * 5
    assert 0 not in chosen[:4]
    assert decode(*of_decode(4))[1] == 4
