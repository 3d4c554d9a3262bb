"""Random bits: the generators Threefry and Philox, with the counters and the order of words that XLA gives them.

Both are of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011). JAX's generators `rbg` and `unsafe_rbg`
give the same numbers here as in JAX. A state is a key and a counter; the program gets the one that follows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import graph, stablehlo
from dlc.dialects.graph.random import PHILOX_FACTORS, PHILOX_KEY_STEPS, PHILOX_ROUNDS
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.ir import IntegerType, Value
from dlc.ir.sizes import Dim

from ..graph.translated_values import spread_to, static_shape
from ..rewriting.cannot_lower import CannotLower
from .translation import Translated, Translation, parts_of_type, translates

WORD, DOUBLE = IntegerType(32, "u"), IntegerType(64, "u")
THREEFRY = "THREE_FRY"
ROTATIONS = (13, 15, 26, 6), (17, 29, 16, 24)
"""By how many bits the four rounds before a key is added rotate a word of Threefry, in turns."""
PARITY = 0x1BD11BDA
"""The third key of Threefry is this with both others, by exclusive or."""
INJECTIONS = 5


class _Drawn(NamedTuple):
    """Random bits, and the counter after them."""

    bits: Value
    counter: Sequence[Value]


@translates(stablehlo.RngBitGeneratorOp)
def translate_rng_bit_generator(op: stablehlo.RngBitGeneratorOp, t: Translation) -> Translated:
    """Bits of Philox if the algorithm is left open, as on XLA's CPUs."""
    state, shape = t.get(op.initial_state), static_shape(op.output)
    [type] = parts_of_type(op.output.type)
    element = type.element_type
    if not isinstance(element, IntegerType) or element.width not in (8, 16, 32, 64):
        raise CannotLower(f"is only supported for integers of 8 to 64 bits, but got '{element}'")
    algorithm = op.rng_algorithm.value
    key, *counter = _doubles_of(state)
    most = 1 if algorithm == THREEFRY else 2
    if not 1 <= len(counter) <= most:
        raise CannotLower(f"must have a state of {' or '.join(map(str, range(2, most + 2)))} words of 64 bits")
    draw = _threefry_bits if algorithm == THREEFRY else _philox_bits
    drawn = draw(key, counter, shape, is_double=element.width == 64)
    after = graph.concat([graph.reshape(each, (1,)) for each in (key, *drawn.counter)], dim=0)
    return [_in_type_of(after, state), _with_element(drawn.bits, element)]


def _is_vector(shape: Sequence[Dim]) -> bool:
    return len(shape) == 1 and isinstance(shape[0], int)


def _doubles_of(state: Value) -> list[Value]:
    """Return the numbers of 64 bits that a state has; words of 32 bits are two by two, the lower one first."""
    shape, element = shape_of(state), element_of(state)
    if not isinstance(element, IntegerType) or element.width not in (32, 64) or not _is_vector(shape):
        raise CannotLower(f"is only supported with a state of integers of 32 or 64 bits, but got '{state.type}'")
    unsigned = _with_element(state, IntegerType(element.width, "u"))
    [count] = static_shape(state)
    parts: list[Value] = [graph.reshape(graph.slice(unsigned, [at], [at + 1], [1]), ()) for at in range(count)]
    if element.width == 64:
        return parts
    return [_double(low, high) for low, high in zip(parts[::2], parts[1::2], strict=False)]


def _in_type_of(doubles: Value, state: Value) -> Value:
    """Return numbers of 64 bits as a state of the type of another one."""
    element = element_of(state)
    assert isinstance(element, IntegerType)
    if element.width == 32:
        [count] = static_shape(state)
        doubles = _in_turns(_words(doubles), count)
    return _with_element(doubles, element)


def _with_element(bits: Value, element: IntegerType) -> Value:
    """Return the lower bits of unsigned integers in another type."""
    unsigned = IntegerType(element.width, "u")
    narrow = bits if element_of(bits) in (unsigned, element) else graph.cast(bits, unsigned)
    return narrow if element_of(narrow) is element else graph.bitcast(narrow, element)


# -- Words -------------------------------------------------------------------------------------------------------------


def _words(doubles: Value) -> list[Value]:
    """Return the lower and the upper halves."""
    return [graph.cast(doubles, WORD), graph.cast(graph.shift_right(doubles, 32), WORD)]


def _double(low: Value, high: Value) -> Value:
    return graph.or_(graph.cast(low, DOUBLE), graph.shift_left(graph.cast(high, DOUBLE), 32))


def _counted_from(start: Value, shape: Sequence[int]) -> Value:
    """Return the position of each element in row-major order, added to a number."""
    positions = graph.reshape(graph.cast(graph.iota(0, (math.prod(shape),)), DOUBLE), shape)
    return graph.add(positions, spread_to(start, positions))


def _in_turns(values: Sequence[Value], count: int) -> Value:
    """Return the first elements of vectors that take turns."""
    columns = [graph.reshape(each, (*shape_of(each), 1)) for each in values]
    joined = graph.concat(columns, dim=1)
    rows, turns = shape_of(joined)
    assert isinstance(rows, int)
    assert isinstance(turns, int)
    return graph.slice(graph.reshape(joined, (rows * turns,)), [0], [count], [1])


# -- Threefry ----------------------------------------------------------------------------------------------------------


def _threefry_bits(key: Value, counter: list[Value], shape: Sequence[int], *, is_double: bool) -> _Drawn:
    """Return both words of each number if it has 64 bits; otherwise the second words are halfway behind the first ones
    along a dimension.
    """
    if is_double:
        low, high = _threefry(_counted_from(counter[0], shape), _words(key))
        return _Drawn(_double(low, high), [graph.add(counter[0], math.prod(shape))])
    dim = _halved_dimension(shape)
    half = [-(-size // 2) if at == dim else size for at, size in enumerate(shape)] or [1]
    halves = _threefry(_counted_from(counter[0], half), _words(key))
    after = [graph.add(counter[0], math.prod(half))]
    if not shape:
        return _Drawn(graph.reshape(halves[0], ()), after)
    split = [*half[: dim + 1], 1, *half[dim + 1 :]]
    joined = graph.concat([graph.reshape(each, split) for each in halves], dim=dim + 1)
    whole = [2 * size if at == dim else size for at, size in enumerate(half)]
    bits = graph.slice(graph.reshape(joined, whole), [0] * len(shape), shape, [1] * len(shape))
    return _Drawn(bits, after)


def _halved_dimension(shape: Sequence[int]) -> int:
    """Return the first dimension of even size, or else the largest one."""
    even = [dim for dim, size in enumerate(shape) if size % 2 == 0]
    return even[0] if even else max(range(len(shape)), key=lambda dim: (shape[dim], -dim), default=0)


def _threefry(counters: Value, key: Sequence[Value]) -> list[Value]:
    """Return the words of Threefry2x32-20 for each counter."""
    halves = _words(counters)
    keys = [spread_to(each, halves[0]) for each in (*key, graph.xor(graph.xor(key[0], key[1]), PARITY))]
    x, y = (graph.add(half, each) for half, each in zip(halves, keys[:2], strict=True))
    for number in range(INJECTIONS):
        for rotation in ROTATIONS[number % 2]:
            x = graph.add(x, y)
            y = graph.or_(graph.shift_left(y, rotation), graph.shift_right(y, 32 - rotation))
            y = graph.xor(x, y)
        x = graph.add(x, keys[(number + 1) % 3])
        y = graph.add(graph.add(y, keys[(number + 2) % 3]), number + 1)
    return [x, y]


# -- Philox ------------------------------------------------------------------------------------------------------------


def _philox_bits(key: Value, counter: list[Value], shape: Sequence[int], *, is_double: bool) -> _Drawn:
    """Return the four words of each block one after another, or its two numbers of 64 bits."""
    low, high = counter if len(counter) == 2 else (counter[0], key)
    count = math.prod(shape)
    blocks = -(-count * (2 if is_double else 1) // 4)
    lows = _counted_from(low, (blocks,))
    highs = graph.add(_carry(lows, low), spread_to(high, lows))
    block = _philox([*_words(lows), *_words(highs)], _words(key))
    parts = [_double(*block[:2]), _double(*block[2:])] if is_double else block
    bits = graph.reshape(_in_turns(parts, count), shape)
    after = graph.add(low, blocks)
    return _Drawn(bits, [after, graph.add(_carry(after, low), high)][: len(counter)])


def _carry(total: Value, addend: Value) -> Value:
    """Return 1 where a sum is less than what was added to, so that it has overflowed."""
    return graph.cast(graph.compare("lt", total, spread_to(addend, total)), DOUBLE)


def _philox(counters: list[Value], key: list[Value]) -> list[Value]:
    """Return the words of Philox4x32-10 for each counter of four words."""
    key = [spread_to(each, counters[0]) for each in key]
    for _ in range(PHILOX_ROUNDS):
        factors = zip((counters[0], counters[2]), PHILOX_FACTORS, strict=True)
        products = [graph.mul(graph.cast(counter, DOUBLE), factor) for counter, factor in factors]
        (low_a, high_a), (low_b, high_b) = map(_words, products)
        counters = [
            graph.xor(graph.xor(high_b, counters[1]), key[0]),
            low_b,
            graph.xor(graph.xor(high_a, counters[3]), key[1]),
            low_a,
        ]
        key = [graph.add(each, step) for each, step in zip(key, PHILOX_KEY_STEPS, strict=True)]
    return counters
