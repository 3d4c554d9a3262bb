"""Distances between iterations: how much induction variables grow from one to the other."""

from __future__ import annotations

from typing import NamedTuple

from dlc.ir.values import BlockArgument

Level = tuple[BlockArgument, BlockArgument]
"""The induction variables of one loop, or of two that are to become one: that of the source, and of the target."""
Equation = tuple[dict[int, int], int, int]
"""Factors of distances, by the numbers of their loops, and from where to where their sum is."""


class Distance(NamedTuple):
    """From where to where a distance ranges; `None`: without end."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        low, high = self
        if low is not None and low == high:
            return str(low)
        if low is not None and low > 0:
            return "+"
        if high is not None and high < 0:
            return "-"
        if low == 0:
            return "0+"
        return "0-" if high == 0 else "*"

    def with_sign(self, sign: int) -> Distance:
        """The part of the range that is positive, negative or zero."""
        low, high = self
        if sign == 0:
            return ZERO
        if sign > 0:
            return Distance(1 if low is None else max(1, low), high)
        return Distance(low, -1 if high is None else min(-1, high))


ZERO = Distance(0, 0)
ANY = Distance(None, None)
