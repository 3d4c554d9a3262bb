"""Integer arithmetic on bits: each function is made for a width and the promises that an op's flags make.

A broken promise (`nsw`, `nuw`, `exact`, `nneg`) gives poison, and so does a shift by the width or more. Divisions that
have no result are faults, as they are undefined behaviour and not merely poison.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import Fault
from .values import POISON

Binary = Callable[[int, int], Any]


class Width:
    """The numbers that a width stands for."""

    __slots__ = ("bits", "mask", "sign")

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.mask = (1 << bits) - 1
        self.sign = 1 << bits - 1 if bits else 0

    def signed(self, value: int) -> int:
        """Bits read as two's complement."""
        return (value ^ self.sign) - self.sign

    def fits_signed(self, value: int) -> bool:
        return -self.sign <= value < max(self.sign, 1)

    def fits_unsigned(self, value: int) -> bool:
        return 0 <= value <= self.mask


def overflowing(width: Width, function: Binary, *, nsw: bool, nuw: bool) -> Binary:
    """A ring operation modulo 2^width, with poison where a promised overflow happens."""
    mask, signed = width.mask, width.signed
    if not (nsw or nuw):
        return lambda a, b: function(a, b) & mask

    def run(a: int, b: int) -> Any:
        if nuw and not width.fits_unsigned(function(a, b)):
            return POISON
        if nsw and not width.fits_signed(function(signed(a), signed(b))):
            return POISON
        return function(a, b) & mask

    return run


def shift_left(width: Width, *, nsw: bool, nuw: bool) -> Binary:
    """a * 2^b; `nuw`: no bit that is set is lost; `nsw`: none that differs from the sign of the result."""

    def run(a: int, b: int) -> Any:
        if b >= width.bits:
            return POISON
        if (nuw and a << b > width.mask) or (nsw and not width.fits_signed(width.signed(a) << b)):
            return POISON
        return a << b & width.mask

    return run


def shift_right(width: Width, *, signed: bool, exact: bool) -> Binary:
    """a / 2^b rounded down; `exact`: no bit that is set is lost."""

    def run(a: int, b: int) -> Any:
        if b >= width.bits or (exact and a & ((1 << b) - 1)):
            return POISON
        return (width.signed(a) >> b & width.mask) if signed else a >> b

    return run


def divide_unsigned(*, exact: bool = False, upward: bool = False) -> Binary:
    """a / b rounded down, or up; `exact`: nothing is left."""

    def run(a: int, b: int) -> Any:
        if not b:
            raise Fault("division by zero")
        quotient, rest = divmod(a, b)
        if rest:
            if exact:
                return POISON
            quotient += upward
        return quotient

    return run


def divide_signed(width: Width, *, rounding: str, exact: bool = False) -> Binary:
    """a / b rounded "toward_zero", "down" or "up"; `exact`: nothing is left."""

    def run(a: int, b: int) -> Any:
        if not b:
            raise Fault("division by zero")
        dividend, divisor = width.signed(a), width.signed(b)
        quotient, rest = divmod(dividend, divisor)
        if rest:
            if exact:
                return POISON
            quotient += rounding == "up" or (rounding == "toward_zero" and quotient < 0)
        if not width.fits_signed(quotient):
            raise Fault(f"signed division overflow: {dividend} by {divisor}")
        return quotient & width.mask

    return run


def remainder_unsigned() -> Binary:
    """Return the remainder of a / b."""

    def run(a: int, b: int) -> int:
        if not b:
            raise Fault("division by zero")
        return a % b

    return run


def remainder_signed(width: Width) -> Binary:
    """Return the remainder of a / b rounded toward zero, which has the sign of a."""

    def run(a: int, b: int) -> int:
        if not b:
            raise Fault("division by zero")
        dividend, divisor = width.signed(a), width.signed(b)
        rest = abs(dividend) % abs(divisor)
        return (-rest if dividend < 0 else rest) & width.mask

    return run


COMPARISONS: dict[int, Binary] = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    2: lambda a, b: a < b,
    3: lambda a, b: a <= b,
    4: lambda a, b: a > b,
    5: lambda a, b: a >= b,
    6: lambda a, b: a < b,
    7: lambda a, b: a <= b,
    8: lambda a, b: a > b,
    9: lambda a, b: a >= b,
}
"""By the number of `arith.cmpi`'s predicate; 2 to 5 are of signed numbers."""


def compare(width: Width, predicate: int) -> Binary:
    """1 where the predicate holds, else 0."""
    function, signed = COMPARISONS[predicate], width.signed
    if 2 <= predicate <= 5:
        return lambda a, b: int(function(signed(a), signed(b)))
    return lambda a, b: int(function(a, b))
