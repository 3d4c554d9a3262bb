"""Arithmetic on indices of which some are known at compile time: those are computed at once, others by ops."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Literal

from .index_lists import Index
from .values import Value

Operator = Literal["add", "sub", "mul"]


class IndexArithmetic:
    """Sums, differences and products; a subclass inserts the ops of its dialect."""

    __slots__ = ()

    @abstractmethod
    def compute(self, operator: Operator, a: Index, b: Index) -> Value:
        """Insert the op that combines two indices, at least one of which is not known."""

    def add(self, a: Index, b: Index) -> Index:
        """Return a + b."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        if a == 0 or b == 0:
            return b if a == 0 else a
        return self.compute("add", a, b)

    def sub(self, a: Index, b: Index) -> Index:
        """Return a - b."""
        if isinstance(a, int) and isinstance(b, int):
            return a - b
        return a if b == 0 else self.compute("sub", a, b)

    def mul(self, a: Index, b: Index) -> Index:
        """Return a * b."""
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if a == 0 or b == 0:
            return 0
        if a == 1 or b == 1:
            return b if a == 1 else a
        return self.compute("mul", a, b)

    def product(self, factors: Sequence[Index]) -> Index:
        """Return the product of all factors; those that are known are multiplied first."""
        known, result = 1, None
        for factor in factors:
            if isinstance(factor, int):
                known *= factor
            else:
                result = factor if result is None else self.mul(result, factor)
        return known if result is None else self.mul(result, known)
