"""The float formats of the builtin dialect: numbers to bits, bits to numbers, and both to and from text.

A float value is kept as its bit pattern, a plain int, next to the `FloatFormat` that gives it meaning. Everything is
exact integer arithmetic with one rounding at the end (nearest, ties to even), so no format depends on what the host's
floating point unit can do. f32 and f64, which are nearly all that programs contain, take short cuts through `struct`.

    >>> F32.from_text("1.5"), F32.to_text(0x3FC00000)
    (1069547520, '1.500000e+00')
    >>> F8E4M3FN.to_text(F32.convert(F32.from_text("100.0"), F8E4M3FN))
    '9.600000e+01'

Deliberately not here: arithmetic on floats, types and attributes, and arrays of floats (`elements.py`). Methods take
bit patterns on trust: 0 <= bits < 2**width.
"""

from __future__ import annotations

import re
from math import ldexp
from struct import Struct
from typing import TYPE_CHECKING, Final, Literal, NoReturn

from dlc.ir.decimals import (
    confirmed_text,
    exact_decimal,
    is_literal,
    long_text,
    plain_text,
    power_of,
    read_decimal,
    scientific_text,
    shorten,
)

if TYPE_CHECKING:
    from fractions import Fraction

Special = Literal["ieee", "nan_only", "negative_zero", "finite"]
"""The encoding of inf and nan: the IEEE way; nan as all ones; nan in the place of -0; not at all."""

_is_hex = re.compile(r"0x[0-9a-fA-F]+").fullmatch
_is_integer = re.compile(r"-?[0-9]+").fullmatch


class FloatFormat:
    """A float format: the meaning of its bits.

    `exponent_bits` and `mantissa_bits` are the stored fields, `precision` counts the significant bits including the
    leading one. `largest`, `smallest` and `smallest_normal` are the bits of finite positive values; `infinity` and
    `nan` are None where the format has none.

        >>> BF16.width, BF16.precision, BF16.to_text(BF16.largest)
        (16, 8, '3.389530e+38')
    """

    __slots__ = (
        *("name", "width", "exponent_bits", "mantissa_bits", "bias", "special", "precision", "sign_bit"),
        *("infinity", "nan", "largest", "smallest", "smallest_normal", "_magnitude_mask", "_quantum"),
    )

    name: str  # as MLIR spells the type: f32, bf16, f8E4M3FN
    width: int
    exponent_bits: int
    mantissa_bits: int
    bias: int
    special: Special
    precision: int
    sign_bit: int  # as a mask; 0 if the format has no sign
    infinity: int | None
    nan: int | None
    largest: int
    smallest: int
    smallest_normal: int
    _magnitude_mask: int
    _quantum: int  # the exponent of the last place of the smallest values

    def __init__(
        self, name: str, exponent_bits: int, mantissa_bits: int, bias: int = 0, special: Special = "ieee"
    ) -> None:
        magnitude_bits = exponent_bits + mantissa_bits
        bias = bias or (1 << (exponent_bits - 1)) - 1
        infinity = ((1 << exponent_bits) - 1) << mantissa_bits
        all_ones = (1 << magnitude_bits) - 1
        quiet = infinity | 1 << mantissa_bits >> 1
        nans = {"ieee": quiet, "nan_only": all_ones, "negative_zero": all_ones + 1}
        self._set(
            name=name,
            width=magnitude_bits + 1,
            exponent_bits=exponent_bits,
            mantissa_bits=mantissa_bits,
            bias=bias,
            special=special,
            precision=mantissa_bits + 1,
            sign_bit=all_ones + 1,
            infinity=infinity if special == "ieee" else None,
            nan=nans.get(special),
            largest={"ieee": infinity - 1, "nan_only": all_ones - 1}.get(special, all_ones),
            smallest=1,
            smallest_normal=1 << mantissa_bits,
            _magnitude_mask=all_ones,
            _quantum=1 - bias - mantissa_bits,
        )

    def _set(self, **fields: object) -> None:
        for field, value in fields.items():
            object.__setattr__(self, field, value)

    def __setattr__(self, field: str, value: object) -> NoReturn:
        raise AttributeError(f"a float format cannot be changed: {self.name}.{field}")

    def __repr__(self) -> str:
        return f"FloatFormat({self.name})"

    # What a bit pattern is.

    def is_negative(self, bits: int) -> bool:
        """Return whether the sign bit is set, also of a zero or nan."""
        return bits & self.sign_bit != 0

    def is_zero(self, bits: int) -> bool:
        """Return whether the value is 0 or -0."""
        return bits == 0 or (bits == self.sign_bit and bits != self.nan)

    def is_inf(self, bits: int) -> bool:
        """Return whether the value is inf or -inf."""
        return bits & self._magnitude_mask == self.infinity

    def is_nan(self, bits: int) -> bool:
        """Return whether the value is not a number."""
        if self.infinity is not None:
            return bits & self._magnitude_mask > self.infinity
        if self.special == "nan_only":
            return bits & self._magnitude_mask == self.nan
        return bits == self.nan

    def is_finite(self, bits: int) -> bool:
        """Return whether the value is neither inf nor nan."""
        return not (self.is_inf(bits) or self.is_nan(bits))

    # The two directions that all others are made of: significand * 2**exponent to and from bits.

    def _decode(self, bits: int) -> tuple[int, int]:
        """Return the magnitude of a finite value as (significand, exponent)."""
        magnitude = bits & self._magnitude_mask
        biased = magnitude >> self.mantissa_bits
        fraction = magnitude & ((1 << self.mantissa_bits) - 1)
        if biased == 0:
            return fraction, self._quantum
        return fraction | 1 << self.mantissa_bits, biased - 1 + self._quantum

    def _encode(self, significand: int, exponent: int) -> int:
        """Return the magnitude bits of what `_decode` would return; significand may also have carried to 2**precision.

        The leading one is not stored; adding rather than or-ing it makes it (and a carry) count the exponent up.
        """
        return (exponent - self._quantum << self.mantissa_bits) + significand

    def _signed(self, negative: bool, magnitude: int) -> int:
        """Join sign and magnitude; a magnitude beyond the largest value becomes inf, nan or the largest."""
        if magnitude > self.largest:
            return self._overflow(negative)
        if not negative or (magnitude == 0 and self.special == "negative_zero"):
            return magnitude
        return magnitude | self.sign_bit

    def _overflow(self, negative: bool) -> int:
        """Return the encoding of a value that is too large: inf, else nan, else the largest value."""
        bits = self.infinity if self.infinity is not None else self.nan
        if bits is None:
            bits = self.largest
        return bits | self.sign_bit if negative else bits

    def _round(self, negative: bool, numerator: int, denominator: int) -> int:
        """Return the bits nearest to numerator / denominator (both positive, or 0 over something); ties go to even."""
        if not numerator:
            return self._signed(negative, self._encode(0, self._quantum))
        exponent = numerator.bit_length() - denominator.bit_length() - self.precision
        exponent = max(exponent, self._quantum)
        scaled = (numerator << -exponent, denominator) if exponent < 0 else (numerator, denominator << exponent)
        if scaled[0] >= scaled[1] << self.precision:  # bit lengths were off by one: a place less is kept
            exponent += 1
            scaled = (scaled[0], scaled[1] << 1)
        significand, rest = divmod(scaled[0], scaled[1])
        if 2 * rest + (significand & 1) > scaled[1]:
            significand += 1
        return self._signed(negative, self._encode(significand, exponent))

    # Numbers.

    def parts(self, bits: int) -> tuple[int, int]:
        """Return a finite value as (signed significand, exponent); the sign of zero is lost.

        >>> F32.parts(F32.from_text("-1.5"))
        (-12582912, -23)
        """
        significand, exponent = self._decode(bits)
        return (-significand if self.is_negative(bits) else significand), exponent

    @property
    def smallest_exponent(self) -> int:
        """The exponent of the last place of the smallest values: what is a multiple of it needs no rounding there."""
        return self._quantum

    def nearest(self, negative: bool, numerator: int, denominator: int = 1) -> int:
        """Return the bits nearest to a quotient of numbers that are not negative, with a sign that zero has too."""
        return self._round(negative, numerator, denominator)

    def infinite(self, negative: bool) -> int:
        """Return the encoding of a value that is too large: inf, else nan, else the largest value."""
        return self._overflow(negative)

    def from_fraction(self, value: Fraction | int) -> int:
        """Return the bits nearest to an exact number.

        >>> hex(F16.from_fraction(65519)), hex(F16.from_fraction(65520))
        ('0x7bff', '0x7c00')
        """
        return self._round(value < 0, abs(value.numerator), value.denominator)

    def to_fraction(self, bits: int) -> Fraction:
        """Return the exact value; ValueError for inf and nan."""
        # Imported here because it is heavy: `fractions` brings `decimal`, a tenth of the budget for all of dlc.ir.
        from fractions import Fraction  # noqa: PLC0415 (heavy)

        if not self.is_finite(bits):
            raise ValueError(f"{self.to_text(bits)} : {self.name} is not a finite number")
        significand, exponent = self._decode(bits)
        signed = -significand if self.is_negative(bits) else significand
        return Fraction(signed << exponent) if exponent >= 0 else Fraction(signed, 1 << -exponent)

    def from_float(self, value: float) -> int:
        """Return the bits nearest to a Python float. A nan keeps its sign and the upper bits of its payload."""
        return F64.convert(F64.from_float(value), self)

    def to_float(self, bits: int) -> float:
        """Return the Python float nearest to the value: equal to it in every format but f80 and f128."""
        if self.precision <= 53 and self.is_finite(bits):
            value = ldexp(*self._decode(bits))
            return -value if bits & self.sign_bit else value
        return F64.to_float(self.convert(bits, F64))

    def convert(self, bits: int, other: FloatFormat) -> int:
        """Convert to another format, rounding once; raise ValueError for a nan that the other format lacks.

        >>> hex(F64.convert(F64.from_text("3.14159"), BF16))
        '0x4049'
        """
        if other is self:
            return bits
        negative = self.is_negative(bits)
        if self.is_nan(bits):
            payload = bits & ((1 << self.precision - 1) - 1) if self.infinity is not None else 0
            return other._make_nan(negative, payload, self.precision - 1)
        if self.is_inf(bits):
            return other._overflow(negative)
        significand, exponent = self._decode(bits)
        if exponent >= 0:
            return other._round(negative, significand << exponent, 1)
        return other._round(negative, significand, 1 << -exponent)

    def _make_nan(self, negative: bool, payload: int, payload_bits: int) -> int:
        """Return a quiet nan with as much of another format's payload as there is room for."""
        if self.nan is None:
            raise ValueError(f"type '{self.name}' has no nan")
        if self.infinity is None:
            return self.nan | self.sign_bit if negative else self.nan
        shift = self.precision - 1 - payload_bits
        kept = payload << shift if shift >= 0 else payload >> -shift
        return self.nan | kept | (self.sign_bit if negative else 0)

    # Text.

    def from_text(self, text: str) -> int:
        """Return the bits of a float literal: decimal, rounded once, or hexadecimal, taken as they are.

        Too large a number becomes inf (nan or the largest value in formats without it), as in MLIR. MLIR rounds to f64
        on the way, so that it cannot read back what it prints of an f80 or f128; this can.

            >>> F32.from_text("-1.0"), F32.from_text("0xBF800000")
            (3212836864, 3212836864)
        """
        if not is_literal(text):
            return self._from_hex(text)
        return self._from_decimal(*read_decimal(text))

    def _from_decimal(self, negative: bool, number: int, power: int) -> int:
        """Return the bits nearest to number * 10**power."""
        if power >= 0:
            return self._round(negative, number * power_of(10, power), 1)
        return self._round(negative, number, power_of(10, -power))

    def _from_hex(self, text: str) -> int:
        """Return the bits that a hexadecimal literal spells; ValueError, in MLIR's words, for any other text."""
        if _is_hex(text):
            bits = int(text, 16)
            if bits >> self.width:
                raise ValueError("hexadecimal float constant out of range for type")
            return bits
        if text[:1] == "-" and _is_hex(text[1:]):
            raise ValueError("hexadecimal float literal should not have a leading minus")
        if _is_integer(text):
            raise ValueError("unexpected decimal integer literal for a floating point value")
        raise ValueError("expected floating point literal")

    def to_text(self, bits: int) -> str:
        """Return the value as MLIR prints it.

        Seven digits if six of them say it all, else as many as the format may need, and the bits in hexadecimal for
        inf, nan and for what would read as an integer.

            >>> [F32.to_text(bits) for bits in (0x3F800000, 0x3DFCD6E9, 0x7FC00000, 0x4B800000)]
            ['1.000000e+00', '0.123456784', '0x7FC00000', '0x4B800000']
        """
        if not self.is_finite(bits):
            return f"0x{bits:X}"
        negative = self.is_negative(bits)
        significand, exponent = self._decode(bits)
        if not significand:
            return "-0.000000e+00" if negative else "0.000000e+00"
        number, power = exact_decimal(significand, exponent)
        digits, short = shorten(number, power, 6)
        if self._from_decimal(False, int(digits), short) == self._encode(significand, exponent):
            text = scientific_text(digits, short)
        else:
            precision = 2 + self.precision * 59 // 196  # MLIR's estimate of what tells any two values apart
            text = plain_text(*shorten(number, power, precision), precision)
        if not text:
            return f"0x{bits:X}"
        return "-" + text if negative else text


class _Unsigned8(FloatFormat):
    """f8E8M0FNU: powers of two from 2**-127 on; no sign, no zero, no fraction, 0xFF is nan.

    As in MLIR, zero becomes the smallest value and a negative number loses its sign.
    """

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, 8, 0, special="nan_only")
        self._set(width=8, sign_bit=0, smallest=0, smallest_normal=0, _quantum=-self.bias)

    def is_zero(self, bits: int) -> bool:  # noqa: ARG002 (no bits are)
        return False

    def _decode(self, bits: int) -> tuple[int, int]:
        return 1, bits + self._quantum

    def _encode(self, significand: int, exponent: int) -> int:
        return max(exponent - self._quantum + significand - 1, 0)


class _Extended(FloatFormat):
    """f80: the leading one of the significand is stored, so that some bit patterns contradict themselves.

    A pattern whose exponent promises a leading one that is not there is a nan. `mantissa_bits` counts the stored one.
    """

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, 15, 64)
        one = 1 << 63
        infinity = 0x7FFF << 64 | one
        self._set(precision=64, _quantum=1 - self.bias - 63, smallest_normal=1 << 64 | one)
        self._set(infinity=infinity, nan=infinity | one >> 1)

    def is_nan(self, bits: int) -> bool:
        biased = bits >> 64 & 0x7FFF
        return biased != 0 and (bits >> 63 & 1 == 0 or bits & self._magnitude_mask > 0x7FFF << 64 | 1 << 63)

    def to_text(self, bits: int) -> str:
        return f"0x{bits | 0x7FFF << 64:X}" if self.is_nan(bits) else super().to_text(bits)

    def _decode(self, bits: int) -> tuple[int, int]:
        biased = bits >> 64 & 0x7FFF
        return bits & (1 << 64) - 1, max(biased - 1, 0) + self._quantum

    def _encode(self, significand: int, exponent: int) -> int:
        if significand >> 64:
            significand, exponent = significand >> 1, exponent + 1
        return (exponent - self._quantum + (significand >> 63) << 64) | significand


_pack_f32, _unpack_f32 = Struct("<f").pack, Struct("<f").unpack
_pack_f64, _unpack_f64 = Struct("<d").pack, Struct("<d").unpack
_pack_u32, _unpack_u32 = Struct("<I").pack, Struct("<I").unpack
_pack_u64, _unpack_u64 = Struct("<Q").pack, Struct("<Q").unpack


_LARGEST_F32 = float.fromhex("0x1.fffffep127")


class _Float32(FloatFormat):
    """f32: text and Python floats by way of f64, wherever that provably gives the same."""

    __slots__ = ()

    def from_float(self, value: float) -> int:
        if -3.4e38 < value < 3.4e38:
            return _unpack_u32(_pack_f32(value))[0]
        return super().from_float(value)

    def to_float(self, bits: int) -> float:
        return _unpack_f32(_pack_u32(bits))[0] if bits & 0x7FFFFFFF <= 0x7F800000 else super().to_float(bits)

    def from_text(self, text: str) -> int:
        if is_literal(text):
            value = float(text)
            # Here f32 keeps 24 bits. A 64-bit value just half way between two of them may only have been rounded there.
            if 1.2e-38 < abs(value) < 3.4e38 and _unpack_u64(_pack_f64(value))[0] & 0x1FFFFFFF != 0x10000000:
                return _unpack_u32(_pack_f32(value))[0]
            if value == 0.0:
                return self.sign_bit if text[0] == "-" else 0
        return super().from_text(text)

    def to_text(self, bits: int) -> str:
        if not 0x00800000 <= bits & 0x7FFFFFFF < 0x7F800000:
            return super().to_text(bits)
        value: float = _unpack_f32(_pack_u32(bits))[0]
        text = f"{value:.5e}"
        near = float(text)
        # No six-digit decimal is so near to an f32 value that f64 cannot tell them apart (all have been tried).
        if near == value:
            return text.replace("e", "0e")
        if abs(near) <= _LARGEST_F32 and _pack_f32(near) == _pack_f32(value):
            if abs(near) < abs(value):
                return text.replace("e", "0e")
            return confirmed_text(value, text, 9) or f"0x{bits:X}"
        return long_text(value, 9) or f"0x{bits:X}"


class _Float64(FloatFormat):
    """f64: Python's own float."""

    __slots__ = ()

    def from_float(self, value: float) -> int:
        return _unpack_u64(_pack_f64(value))[0]

    def to_float(self, bits: int) -> float:
        return _unpack_f64(_pack_u64(bits))[0]

    def from_text(self, text: str) -> int:
        return _unpack_u64(_pack_f64(float(text)))[0] if is_literal(text) else self._from_hex(text)

    def to_text(self, bits: int) -> str:
        if not 1 << 52 <= bits & (1 << 63) - 1 < 0x7FF << 52:
            return super().to_text(bits)
        value: float = _unpack_f64(_pack_u64(bits))[0]
        text = f"{value:.5e}"
        if float(text) == value:
            # Six digits that agree to 53 bits with a short binary fraction of common size are that fraction.
            if 1e-3 <= abs(value) < 1e6 and (value * 1024).is_integer():
                return text.replace("e", "0e")
            # All digits show on which side of the value the six are: six that were not rounded up are MLIR's too.
            if f"{value:.40e}".startswith(text[: text.index("e")]):
                return text.replace("e", "0e")
            return confirmed_text(value, text, 17) or f"0x{bits:X}"
        return long_text(value, 17) or f"0x{bits:X}"


F16: Final = FloatFormat("f16", 5, 10)
BF16: Final = FloatFormat("bf16", 8, 7)
F32: Final = _Float32("f32", 8, 23)
F64: Final = _Float64("f64", 11, 52)
TF32: Final = FloatFormat("tf32", 8, 10)
F80: Final = _Extended("f80")
F128: Final = FloatFormat("f128", 15, 112)
F8E5M2: Final = FloatFormat("f8E5M2", 5, 2)
F8E4M3: Final = FloatFormat("f8E4M3", 4, 3)
F8E4M3FN: Final = FloatFormat("f8E4M3FN", 4, 3, special="nan_only")
F8E5M2FNUZ: Final = FloatFormat("f8E5M2FNUZ", 5, 2, 16, "negative_zero")
F8E4M3FNUZ: Final = FloatFormat("f8E4M3FNUZ", 4, 3, 8, "negative_zero")
F8E4M3B11FNUZ: Final = FloatFormat("f8E4M3B11FNUZ", 4, 3, 11, "negative_zero")
F8E3M4: Final = FloatFormat("f8E3M4", 3, 4)
F8E8M0FNU: Final = _Unsigned8("f8E8M0FNU")
F4E2M1FN: Final = FloatFormat("f4E2M1FN", 2, 1, special="finite")
F6E2M3FN: Final = FloatFormat("f6E2M3FN", 2, 3, special="finite")
F6E3M2FN: Final = FloatFormat("f6E3M2FN", 3, 2, special="finite")

_ALL: Final[tuple[FloatFormat, ...]] = (
    *(F16, BF16, F32, F64, TF32, F80, F128, F8E5M2, F8E4M3, F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, F8E4M3B11FNUZ),
    *(F8E3M4, F8E8M0FNU, F4E2M1FN, F6E2M3FN, F6E3M2FN),
)
FLOAT_FORMATS: Final[dict[str, FloatFormat]] = {form.name: form for form in _ALL}
"""Every format by MLIR's name of the type."""
