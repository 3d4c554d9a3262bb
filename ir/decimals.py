"""Decimal text of binary numbers: reading literals exactly, and writing numbers by the rules of MLIR's printer.

A decimal is a pair of ints (number, power) that means number * 10**power. All is exact integer arithmetic, and bounded:
a literal of millions of digits or with an absurd exponent costs no more than its length.

Deliberately not here: what a float format does with the number (`floats.py`).
"""

from __future__ import annotations

import re

is_literal = re.compile(r"-?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?").fullmatch
"""Matches a decimal float literal: a fraction point with a digit before it is what tells it from an integer."""

# The widest format, f128, ends near 10**4932 and 10**-4966: beyond these all numbers are equally huge or tiny, and must
# be treated so, since the exact value of `1.0e999999999` would take gigabytes.
_HUGE_POWER = 5000
_TINY_POWER = -5100
# No tie between two f128 values has more digits than this; whatever follows can only say "not a tie".
_DIGITS_THAT_MATTER = 12_000
_DIGITS_AT_ONCE = 4000  # int() refuses longer strings
LONGEST_INTEGER = 100_000
"""The longest integers that are read: the time for one grows with the square of its length."""

_POWERS_KEPT = 1100  # enough for every f64; those of f128 would fill 80 MB
_kept_powers: tuple[dict[int, int], dict[int, int]] = ({}, {})


def power_of(base: int, exponent: int) -> int:
    """5**exponent or 10**exponent, remembered where it is small."""
    kept = _kept_powers[base == 10]
    power = kept.get(exponent)
    if power is None:
        power = base**exponent
        if exponent < _POWERS_KEPT:
            kept[exponent] = power
    return power


def read_decimal(text: str) -> tuple[bool, int, int]:
    """Return a literal as (negative, number, power), as exactly as any float format can tell.

    >>> read_decimal("-12.5e3"), read_decimal("1.0e999999999")
    ((True, 125, 2), (False, 1, 5000))
    """
    negative = text[0] == "-"
    mantissa, _, exponent = text.lower().removeprefix("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    power = _bounded_int(exponent) - len(fraction)
    if not digits:
        return negative, 0, 0
    if len(digits) > _DIGITS_THAT_MATTER:
        # A last digit that only says whether anything followed decides between "a tie" and "more than a tie".
        power += len(digits) - _DIGITS_THAT_MATTER - 1
        dropped = digits[_DIGITS_THAT_MATTER:]
        digits = digits[:_DIGITS_THAT_MATTER] + ("1" if dropped.strip("0") else "0")
    if len(digits) + power > _HUGE_POWER:
        return negative, 1, _HUGE_POWER
    if len(digits) + power < _TINY_POWER:
        return negative, 1, _TINY_POWER
    return negative, int_of(digits), power


def _bounded_int(digits: str) -> int:
    """Return the exponent of a literal; one with more digits than a literal can balance is merely very large."""
    magnitude = digits.lstrip("+-0") or "0"
    number = int(magnitude) if len(magnitude) < 15 else 10**15
    return -number if digits[:1] == "-" else number


def int_text(number: int) -> str:
    """Return an integer as text, however long it is.

    >>> int_text(-(10**5000)) == "-1" + "0" * 5000
    True
    """
    if abs(number) < 10**_DIGITS_AT_ONCE:
        return str(number)
    pieces: list[str] = []
    rest = abs(number)
    while rest:
        rest, piece = divmod(rest, 10**_DIGITS_AT_ONCE)
        pieces.append(f"{piece:0{_DIGITS_AT_ONCE}}")
    return "-" * (number < 0) + "".join(reversed(pieces)).lstrip("0")


def int_of(digits: str) -> int:
    """Return the integer that decimal digits spell, however many there are.

    >>> int_of("-1" + "0" * 5000) == -(10**5000)
    True
    """
    if len(digits) <= _DIGITS_AT_ONCE:
        return int(digits)
    if digits.startswith("-"):
        return -int_of(digits[1:])
    number = 0
    for start in range(0, len(digits), _DIGITS_AT_ONCE):
        piece = digits[start : start + _DIGITS_AT_ONCE]
        number = number * 10 ** len(piece) + int(piece)
    return number


def exact_decimal(significand: int, exponent: int) -> tuple[int, int]:
    """significand * 2**exponent (not 0) as a decimal (number, power).

    >>> exact_decimal(3, -2)
    (75, -2)
    """
    if exponent >= 0:
        return significand << exponent, 0
    zeros = min((significand & -significand).bit_length() - 1, -exponent)
    return (significand >> zeros) * power_of(5, -exponent - zeros), exponent + zeros


def shorten(number: int, power: int, precision: int) -> tuple[str, int]:
    """Round a decimal to a number of digits, without trailing zeros, by MLIR's rule.

    The rule: first cut off (not round) as many digits as an estimate from the number's bits allows, then round half up
    what is still too long. So 0.7 in f32, which is 0.699999988, may come out as 0.699999 in six digits.

        >>> shorten(123456789, -9, 4)
        ('1235', -4)
    """
    surplus = number.bit_length() - (precision * 196 + 58) // 59
    if surplus > 3:
        cut = surplus * 59 // 196
        number //= power_of(10, cut)
        power += cut
    text = str(number)
    extra = len(text) - precision
    if extra > 0:
        text = str((number + 5 * 10 ** (extra - 1)) // 10**extra)
        power += extra
    stripped = text.rstrip("0")
    return stripped, power + len(text) - len(stripped)


def scientific_text(digits: str, power: int) -> str:
    """Return the form for numbers that six digits say exactly.

    >>> scientific_text("123", -3)
    '1.230000e-01'
    """
    return f"{digits[0]}.{digits[1:]:0<6}e{power + len(digits) - 1:+03d}"


def plain_text(digits: str, power: int, precision: int) -> str:
    """Return the form for all others; nothing if it would read as an integer.

    >>> [plain_text("1234567", power, 9) for power in (-4, -9, -11, 4, 0)]
    ['123.4567', '0.001234567', '1.234567E-5', '1.234567E+10', '']
    """
    leading = power + len(digits) - 1  # the power of ten of the first digit
    if power > 3 or (power >= 0 and len(digits) + power > precision) or leading < -3:
        return f"{digits[0]}.{digits[1:] or '0'}E{leading:+d}"
    if power >= 0:
        return ""
    if leading < 0:
        return f"0.{'0' * (-leading - 1)}{digits}"
    return f"{digits[: leading + 1]}.{digits[leading + 1 :]}"


def _exact_float(value: float) -> tuple[int, int]:
    numerator, denominator = abs(value).as_integer_ratio()
    power = denominator.bit_length() - 1
    return numerator * power_of(5, power), -power


def _plain_float(value: float, exact: tuple[int, int], precision: int) -> str:
    text = plain_text(*shorten(*exact, precision), precision)
    return "-" + text if text and value < 0 else text


def long_text(value: float, precision: int) -> str:
    """Return the text of a float that six digits cannot say; nothing if it reads as an integer.

    >>> long_text(-0.123456789, 17)
    '-0.123456789'
    """
    return _plain_float(value, _exact_float(value), precision)


def confirmed_text(value: float, text: str, precision: int) -> str:
    """Return `text`, six digits that Python rounded up to, if MLIR does so too; else, as it truncates, the long form.

    >>> confirmed_text(0.7, f"{0.7:.5e}", 17)
    '0.69999999999999996'
    """
    exact = _exact_float(value)
    short = scientific_text(*shorten(*exact, 6))
    text = text.replace("e", "0e")
    return text if short == text.lstrip("-") else _plain_float(value, exact, precision)
