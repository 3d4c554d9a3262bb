"""Buffers that are alive at the same time never overlap, and what they take together is close to the least."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.passes.memory.arena_layout import MOST_NEIGHBOURS, Lifetime, alignment_of, lay_out
from support.cost import assert_linear, cost_of
from support.properties import examples


def lifetimes(random: Random, count: int, longest: int) -> list[Lifetime]:
    """Buffers of random sizes and times."""
    drawn: list[Lifetime] = []
    for _ in range(count):
        begin = random.randrange(count)
        drawn.append(Lifetime(random.choice([0, 1, 60, 64, 100, 1000, 4096]), begin, begin + random.randrange(longest)))
    return drawn


def assert_apart(lives: list[Lifetime], offsets: list[int], total: int, alignment: int) -> None:
    for life, offset in zip(lives, offsets, strict=True):
        assert offset % (alignment if life.size >= alignment else alignment_of(life.size, alignment)) == 0
        assert 0 <= offset <= offset + life.size <= total
    for number, (one, at) in enumerate(zip(lives, offsets, strict=True)):
        for other, there in zip(lives[:number], offsets[:number], strict=True):
            if one.begin <= other.end and other.begin <= one.end:
                assert at + one.size <= there or there + other.size <= at


def most_alive(lives: list[Lifetime], alignment: int) -> int:
    """The bytes that are needed at the worst moment: no layout takes less."""
    sizes = [-(-life.size // alignment) * alignment for life in lives]
    moments = {life.begin for life in lives}
    return max(
        sum(size for life, size in zip(lives, sizes, strict=True) if life.begin <= moment <= life.end)
        for moment in moments
    )


@examples(50)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 40), longest=st.integers(1, 40), power=st.integers(0, 7))
def test_buffers_that_are_alive_together_are_apart(seed: int, count: int, longest: int, power: int) -> None:
    lives = lifetimes(Random(seed), count, longest)
    offsets, total = lay_out(lives, 1 << power)
    assert_apart(lives, offsets, total, 1 << power)
    assert most_alive(lives, 1) <= total <= 2 * most_alive(lives, 1 << power)


def test_small_buffers_lie_side_by_side() -> None:
    lives = [Lifetime(4, 0, 1) for _ in range(16)]
    assert lay_out(lives, 64) == (list(range(0, 64, 4)), 64)


def test_small_buffers_have_the_alignment_of_their_size() -> None:
    offsets, total = lay_out([Lifetime(12, 0, 1), Lifetime(3, 0, 1), Lifetime(100, 0, 1)], 64)
    assert offsets == [112, 100, 0]
    assert total == 124


def test_a_chain_takes_what_two_of_its_links_take() -> None:
    lives = [Lifetime(256, at, at + 1) for at in range(50)]
    assert lay_out(lives, 64)[1] == 512


def test_more_neighbours_than_are_listed_are_apart_too() -> None:
    count = 2 * MOST_NEIGHBOURS
    lives = [Lifetime(64 + number, 0, count + number) for number in range(count)]
    offsets, total = lay_out(lives, 64)
    assert_apart(lives, offsets, total, 64)


@pytest.mark.growth
def test_time_grows_with_the_number_of_buffers() -> None:
    def cost(count: int, longest: int) -> float:
        lives = lifetimes(Random(1), count, longest)
        return cost_of(lambda: lay_out(lives, 64))

    for longest in (20, 100_000):
        assert_linear(lambda count, longest=longest: cost(count, longest), 500, 8)
