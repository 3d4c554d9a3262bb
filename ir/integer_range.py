"""Ranges of integers: between which bounds a value lies, seen as an unsigned and as a signed number.

Both views are kept, as neither follows from the other where a range crosses the point at which its signs change. A
range never lies about a value that is not poison.
"""

from __future__ import annotations

from typing import NamedTuple


class IntegerRange(NamedTuple):
    """`umin <= bits <= umax` and `smin <= number <= smax`, for integers of a width."""

    width: int
    umin: int
    umax: int
    smin: int
    smax: int

    @classmethod
    def full(cls, width: int) -> IntegerRange:
        """Return every integer of a width."""
        half = 1 << width - 1 if width else 0
        return cls(width, 0, (1 << width) - 1, -half, max(half - 1, 0))

    @classmethod
    def unsigned(cls, width: int, low: int, high: int) -> IntegerRange:
        """Bounds of the unsigned number; the signed ones follow where the sign does not change between them.

        >>> IntegerRange.unsigned(8, 128, 130)
        IntegerRange(width=8, umin=128, umax=130, smin=-128, smax=-126)
        """
        half = 1 << width - 1 if width else 0
        if low < half <= high:
            return cls(width, low, high, -half, half - 1)
        shift = 1 << width if half and low >= half else 0
        return cls(width, low, high, low - shift, high - shift)

    @classmethod
    def signed(cls, width: int, low: int, high: int) -> IntegerRange:
        """Bounds of the signed number; the unsigned ones follow where the sign does not change between them."""
        mask = (1 << width) - 1
        if low < 0 <= high:
            return cls(width, 0, mask, low, high)
        return cls(width, low & mask, high & mask, low, high)

    @classmethod
    def exactly(cls, width: int, value: int) -> IntegerRange:
        """Return the range of one integer, given as signed or unsigned."""
        value &= (1 << width) - 1
        return cls.unsigned(width, value, value)

    @classmethod
    def wrapped_unsigned(cls, width: int, low: int, high: int, *, wraps: bool = True) -> IntegerRange:
        """Return the unsigned range of results modulo 2^width; those that may not wrap are poison if they would."""
        mask = (1 << width) - 1
        if not wraps:
            low, high = max(low, 0), min(high, mask)
            return cls.unsigned(width, low, high) if low <= high else cls.full(width)
        return cls.unsigned(width, low & mask, high & mask) if low >> width == high >> width else cls.full(width)

    @classmethod
    def wrapped_signed(cls, width: int, low: int, high: int, *, wraps: bool = True) -> IntegerRange:
        """Return the range of wrapped signed results."""
        if not width:
            return cls.full(width)
        half = 1 << width - 1
        if not wraps:
            low, high = max(low, -half), min(high, half - 1)
            return cls.signed(width, low, high) if low <= high else cls.full(width)
        turn = low + half >> width
        if turn != high + half >> width:
            return cls.full(width)
        return cls.signed(width, low - (turn << width), high - (turn << width))

    @property
    def constant(self) -> int | None:
        """The bits of the only integer in the range, if there is just one."""
        if self.umin == self.umax:
            return self.umin
        return self.smin & ((1 << self.width) - 1) if self.smin == self.smax else None

    @property
    def is_full(self) -> bool:
        """Whether nothing is known."""
        return self == IntegerRange.full(self.width)

    def union(self, other: IntegerRange) -> IntegerRange:
        """Return the range of values in either range."""
        return IntegerRange(
            self.width,
            min(self.umin, other.umin),
            max(self.umax, other.umax),
            min(self.smin, other.smin),
            max(self.smax, other.smax),
        )

    def intersection(self, other: IntegerRange) -> IntegerRange:
        """Return the range of values in both ranges; if it is empty, this range (such a value is poison, or never
        computed).
        """
        umin, umax = max(self.umin, other.umin), min(self.umax, other.umax)
        smin, smax = max(self.smin, other.smin), min(self.smax, other.smax)
        return IntegerRange(self.width, umin, umax, smin, smax) if umin <= umax and smin <= smax else self

    def __contains__(self, bits: object) -> bool:
        if not isinstance(bits, int):
            return False
        signed = bits - (1 << self.width) if self.width and bits >> (self.width - 1) else bits
        return self.umin <= bits <= self.umax and self.smin <= signed <= self.smax

    def __str__(self) -> str:
        return f"unsigned : [{self.umin}, {self.umax}] signed : [{self.smin}, {self.smax}]"
