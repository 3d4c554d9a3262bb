"""The meaning of `graph`'s random numbers: the generator Philox4x32-10 over the positions of all elements."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.dialects.graph.tensors import element_of
from dlc.interp.semantics import Machine
from dlc.interp.values import Array
from dlc.ir.builtin_types import FloatType, f64

from .arrays import ArrayFunction, known_shape, on_arrays_and_sizes

ROUNDS = 10
FACTORS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def philox(counter: list[Array], key: tuple[int, int]) -> list[Array]:
    """The block of four words for each counter; words are kept in 64 bits."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        first, second = FACTORS[0] * c0, FACTORS[1] * c2
        c0, c1, c2, c3 = (
            (second >> HALF) ^ c1 ^ np.uint64(k0),
            second & LOW,
            (first >> HALF) ^ c3 ^ np.uint64(k1),
            first & LOW,
        )
        k0, k1 = (k0 + KEY_STEPS[0]) % 2**32, (k1 + KEY_STEPS[1]) % 2**32
    return [c0, c1, c2, c3]


def blocks(seed: int, stream: int, shape: tuple[int, ...]) -> list[Array]:
    """The four words for each element of a tensor."""
    position: Array = np.arange(math.prod(shape), dtype=np.uint64)
    position = position.reshape(shape)
    halves = [np.full(shape, number, np.uint64) for number in (stream % 2**32, stream % 2**64 >> 32)]
    return philox([position & LOW, position >> HALF, *halves], (seed % 2**32, seed % 2**64 >> 32))


def join(low: Array, high: Array) -> Array:
    """Two words as one of 64 bits."""
    return low | high << HALF


RandomOp = dialect.RandomBitsOp | dialect.RandomUniformOp | dialect.RandomNormalOp


def words_of(op: RandomOp, machine: Machine, seed: Array) -> list[Array]:
    """The four words of each element of an op's result."""
    return blocks(int(seed), op.stream.value, known_shape(op.result.type, machine.sizes))


@on_arrays_and_sizes(dialect.RandomBitsOp)
def random_bits(op: dialect.RandomBitsOp, machine: Machine) -> ArrayFunction:
    """Integers of which every bit is random."""

    def run(seed: Array) -> Array:
        low, high, *_ = words_of(op, machine, seed)
        return join(low, high)

    return run


@on_arrays_and_sizes(dialect.RandomUniformOp)
def random_uniform(op: dialect.RandomUniformOp, machine: Machine) -> ArrayFunction:
    """Floats from 0 to 1."""
    element = element_of(op.result)
    assert isinstance(element, FloatType)
    precision, has_two_words = element.format.precision, element is f64

    def run(seed: Array) -> Array:
        low, high, *_ = words_of(op, machine, seed)
        word, width = (join(low, high), 64) if has_two_words else (low, 32)
        return (word >> np.uint64(width - precision)).astype(np.float64) * 2.0**-precision

    return run


@on_arrays_and_sizes(dialect.RandomNormalOp)
def random_normal(op: dialect.RandomNormalOp, machine: Machine) -> ArrayFunction:
    """Box and Muller's method, on two uniform numbers."""
    is_double = element_of(op.result) is f64
    dtype: Any = np.float64 if is_double else np.float32
    width = 64 if is_double else 32

    def run(seed: Array) -> Array:
        w0, w1, w2, w3 = words_of(op, machine, seed)
        first, second = (join(w0, w1), join(w2, w3)) if is_double else (w0, w1)
        u = first.astype(dtype) * dtype(2.0**-width) + dtype(2.0 ** -(width + 1))
        v = second.astype(dtype) * dtype(2.0**-width)
        u, v = u.astype(np.float64), v.astype(np.float64)
        return np.sqrt(-2 * np.log(u)) * np.cos(2 * math.pi * v)

    return run
