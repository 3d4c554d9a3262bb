"""Lowerings of random numbers: a structured op that computes each element from its position, by Philox4x32-10."""

from __future__ import annotations

from collections.abc import Callable

from dlc.dialects import arith, graph, math, tensor
from dlc.dialects.graph.random import PHILOX_FACTORS, PHILOX_KEY_STEPS, PHILOX_ROUNDS
from dlc.ir import Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_types import FloatType, IntegerType, f32, f64, i32, i64

from .lowering import ToTensor, lowers
from .scalars import Scalars

RandomOp = graph.RandomBitsOp | graph.RandomUniformOp | graph.RandomNormalOp
Words = list[Value]


def each_from_its_block(op: RandomOp, to: ToTensor, compute: Callable[[Scalars, Words], Value]) -> Value:
    """A generic over the result, whose body makes the four words of an element and from these the element."""
    init = to.empty()
    rank = len(init.shape)
    factors = [to.as_value(size) for size in to.sizes(init)[1:]]

    def body(s: Scalars, seed: Value) -> Value:
        position = halves(s, row_major_position(s, rank, factors))
        stream = [s.constant(half, i32) for half in (op.stream.value % 2**32, op.stream.value % 2**64 >> 32)]
        return compute(s, philox(s, [*position, *stream], halves(s, seed)))

    return to.each(to.operands, [AffineMap(rank, 0, [])], init, body)


def row_major_position(s: Scalars, rank: int, factors: list[Value]) -> Value:
    """The number of an element, as an i64; `factors` are the sizes but for the first."""
    if not rank:
        return s.constant(0, i64)
    position = s.insert(tensor.IndexOp.of(0))
    for dim, factor in enumerate(factors, start=1):
        position = s.add(s.mul(position, factor), s.insert(tensor.IndexOp.of(dim)))
    return s.insert(arith.IndexCastOp(position, i64))


def halves(s: Scalars, number: Value) -> Words:
    """The lower and the upper word of an i64."""
    high = s.insert(arith.ShRUIOp(number, s.number(32, number)))
    return [s.insert(arith.TruncIOp(half, i32)) for half in (number, high)]


def philox(s: Scalars, counter: Words, key: Words) -> Words:
    """The block of a counter under a key."""
    c0, c1, c2, c3 = counter
    for number in range(PHILOX_ROUNDS):
        if number:
            key = [s.add(word, s.number(step, word)) for word, step in zip(key, PHILOX_KEY_STEPS, strict=True)]
        low0, high0 = product(s, c0, PHILOX_FACTORS[0])
        low2, high2 = product(s, c2, PHILOX_FACTORS[1])
        c0, c1, c2, c3 = (
            s.bit_xor(s.bit_xor(high2, c1), key[0]),
            low2,
            s.bit_xor(s.bit_xor(high0, c3), key[1]),
            low0,
        )
    return [c0, c1, c2, c3]


def product(s: Scalars, word: Value, factor: int) -> Words:
    """The lower and the upper word of a product."""
    extended = s.builder.insert(arith.MulUIExtendedOp(word, s.number(factor, word)))
    return [extended.low, extended.high]


def joined(s: Scalars, low: Value, high: Value) -> Value:
    """Two words as an i64."""
    low, high = (s.to_width(word, i64, unsigned=True) for word in (low, high))
    return s.bit_or(low, s.insert(arith.ShLIOp(high, s.number(32, high))))


@lowers(graph.RandomBitsOp)
def lower_random_bits(op: graph.RandomBitsOp, to: ToTensor) -> Value:
    """random_bits -> generic { the lower bits of a block }"""
    element = to.element()
    assert isinstance(element, IntegerType)

    def compute(s: Scalars, block: Words) -> Value:
        return joined(s, *block[:2]) if element is i64 else s.to_width(block[0], element, unsigned=True)

    return each_from_its_block(op, to, compute)


@lowers(graph.RandomUniformOp)
def lower_random_uniform(op: graph.RandomUniformOp, to: ToTensor) -> Value:
    """random_uniform -> generic { the upper bits of a word, over a power of two }"""
    element = to.element()
    assert isinstance(element, FloatType)
    precision = element.format.precision

    def compute(s: Scalars, block: Words) -> Value:
        word, width = (joined(s, *block[:2]), 64) if element is f64 else (block[0], 32)
        bits = s.insert(arith.ShRUIOp(word, s.number(width - precision, word)))
        number = s.to_float(bits, element, unsigned=True)
        return s.mul(number, s.number(2.0**-precision, number))

    return each_from_its_block(op, to, compute)


@lowers(graph.RandomNormalOp)
def lower_random_normal(op: graph.RandomNormalOp, to: ToTensor) -> Value:
    """random_normal -> generic { sqrt(-2 log u) cos(2 pi v) }

    Where the cosine is small, it would be no more exact than a number near 1. It is the sine of an angle that is small
    there, and that is computed without an error: cos(2 pi v) = sin(2 pi (1/4 - min(v, 1 - v))).
    """
    element = to.element()
    assert isinstance(element, FloatType)

    def compute(s: Scalars, block: Words) -> Value:
        is_double = element is f64
        first, second = (joined(s, *block[:2]), joined(s, *block[2:])) if is_double else block[:2]
        width, working = (64, f64) if is_double else (32, f32)
        u, v = (scaled(s, word, width, working) for word in (first, second))
        u = s.add(u, s.number(2.0 ** -(width + 1), u))
        radius = s.insert(math.SqrtOp(s.mul(s.insert(math.LogOp(u)), s.number(-2, u))))
        turn = s.sub(s.number(0.25, v), s.minimum(v, s.sub(s.number(1, v), v)))
        cosine = s.insert(math.SinOp(s.mul(turn, s.number(TWO_PI, v))))
        return s.resized(s.mul(radius, cosine), element)

    return each_from_its_block(op, to, compute)


TWO_PI = 6.283185307179586


def scaled(s: Scalars, word: Value, width: int, type: FloatType) -> Value:
    """A word over 2^width."""
    number = s.to_float(word, type, unsigned=True)
    return s.mul(number, s.number(2.0**-width, number))
