"""Distances between iterations: the difference of the induction variables."""

from __future__ import annotations

from typing import NamedTuple

from dlc.ir import BlockArgument

Level = tuple[BlockArgument, BlockArgument]
"""The induction variables of source and target: of one loop, or of two loops that are to be fused."""
Equation = tuple[dict[int, int], int, int]
"""Factors of distances by the positions of their loops, and the least and greatest value of the sum of products."""


class Distance(NamedTuple):
    """The range of a distance; `None` is an unbounded end."""

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
        """Return the part of the range that is positive, negative or zero."""
        low, high = self
        if sign == 0:
            return ZERO
        if sign > 0:
            return Distance(1 if low is None else max(1, low), high)
        return Distance(low, -1 if high is None else min(-1, high))


ZERO = Distance(0, 0)
ANY = Distance(None, None)
