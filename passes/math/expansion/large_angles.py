"""Payne and Hanek's reduction of angles of any size, in integers.

|x| is an integer M of p bits times 2^k. Only x * 2 / pi modulo 4 matters, and so only the bits of 2 / pi from the one
that 2^k gives the weight 2: with three words of them, M * window modulo 2^(3 words) is x * 2 / pi modulo 4, to more
than enough bits. The window is selected from 2 / pi stage by stage, as in a barrel shifter: by words first, then by
bits. Registers have no tables, and vectors of them would have to be gathered.
"""

from __future__ import annotations

from dataclasses import dataclass

from .constants import PI
from .expressions import Real, Whole, where_whole
from .logarithms import exponent_as_real
from .pairs import Pair, constant_pair, exact_sum, product


@dataclass(frozen=True)
class Turned:
    """x = quadrant pi / 2 + rest"""

    quadrant: Whole
    rest: Pair


def payne_hanek(x: Real) -> Turned:
    """Reduce a finite |x| >= 1."""
    at = x.at
    width, mantissa_bits = at.form.width, at.mantissa_bits
    bits = x.bits() & ((1 << (width - 1)) - 1)
    mantissa = (bits & ((1 << mantissa_bits) - 1)) | (1 << mantissa_bits)
    # A word of zeros precedes 2 / pi, for negative k.
    skipped = bits.shifted_in_zeros(mantissa_bits) - (at.form.bias + mantissa_bits + 2 - width)
    first, second, third = _window(skipped)
    _, carried = mantissa.product_halves(third)
    low, high = mantissa.product_halves(second)
    low, overflow = low.sum_and_carry(carried)
    top = mantissa * first + high + overflow
    quadrant = (top + (1 << (width - 3))).shifted_in_zeros(width - 2)
    rest = product(_as_pair(top - (quadrant << (width - 2)), low), constant_pair(at, PI / 2))
    is_negative = x < 0.0
    sign = x.bits() & (1 << (width - 1))
    return Turned(
        where_whole(is_negative, at.integer(0) - quadrant, quadrant),
        Pair((rest.high.bits() ^ sign).as_real(), (rest.low.bits() ^ sign).as_real()),
    )


def _window(skipped: Whole) -> list[Whole]:
    """Return three words of 2 / pi after a number of its bits."""
    at = skipped.at
    width = at.form.width
    words_skipped = skipped.shifted_in_zeros(width.bit_length() - 1)
    most = (at.form.bias - at.mantissa_bits - 2 + width) // width
    candidates = _words(width, most + 4)
    stage = 1 << (most.bit_length() - 1)
    chosen: list[Whole] = [at.integer(word) for word in candidates]
    while stage:
        is_moved = (words_skipped & stage).differs(0)
        kept = min(len(chosen), 3 + stage)
        chosen = [
            where_whole(is_moved, chosen[min(index + stage, len(chosen) - 1)], chosen[index]) for index in range(kept)
        ]
        stage >>= 1
    amount = skipped & (width - 1)
    opposite = amount ^ (width - 1)
    lower = [word.shifted_in_zeros(1).shifted_in_zeros(opposite) for word in chosen[1:]]
    return [(word << amount) | rest for word, rest in zip(chosen[:3], lower, strict=True)]


def _words(width: int, count: int) -> list[int]:
    """Return words of 2 / pi after a word of zeros."""
    binary = int(2 / PI * 2 ** (width * (count - 1)))
    mask = (1 << width) - 1
    return [(binary >> (width * (count - 1 - index))) & mask for index in range(count)]


def _as_pair(top: Whole, low: Whole) -> Pair:
    """Convert a number of two words, the first signed, with the point after two bits, to three exact floats."""
    at = top.at
    width, size = at.form.width, at.mantissa_bits - 2
    left = width - size
    middle = ((top & ((1 << left) - 1)) << (size - left)) | low.shifted_in_zeros(width - (size - left))
    last = low & ((1 << (width - (size - left))) - 1)
    first_part = exponent_as_real(top >> left) * 2.0 ** (2 - size)
    second_part = exponent_as_real(middle) * 2.0 ** (2 - 2 * size)
    total = exact_sum(first_part, second_part)
    return exact_sum(total.high, exponent_as_real(last).times_plus(2.0 ** (2 - 2 * width), total.low))
