"""The text of many f32 values at once: what `F32.to_text` gives for each, worked out in numpy.

The printer's rule (`decimals.shorten`) is followed in f64, where it is exact for values of common size: with powers of
ten up to 10**22 there is at most one rounding, and wherever that could matter, as in whatever is out of the ordinary
(inf, nan, zero, large integers, tiny values), the value is left to `F32.to_text`. A block of values goes through these
steps: `_decimals` finds digits and exponent, `_Block` writes them as rows of characters, `_block_texts` does the rest.

Deliberately not here: other formats; of 16 bits or fewer each distinct value is formatted once, f64 one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dlc.ir.floats import F32

if TYPE_CHECKING:
    from types import ModuleType

_BLOCK: Final = 1 << 15  # values at once: so few that all intermediate arrays stay in the cache
_ROW: Final = 14  # characters of the longest text: -0.00123456789
_ZERO, _POINT, _MINUS, _PLUS = b"0.-+"
_LOG2_10: Final = 3.321928094887362


def f32_texts(np: ModuleType, data: memoryview) -> list[str]:
    """Return the texts of little endian f32 values, in order; numpy is passed by the caller, who imported it."""
    bits = np.frombuffer(data, "<u4")
    tables = _Tables(np)
    texts: list[str] = []
    for at in range(0, len(bits), _BLOCK):
        texts += _block_texts(np, tables, bits[at : at + _BLOCK])
    return texts


class _Tables:
    """Powers of ten, as floats and as ints, and the characters of 000 to 999."""

    def __init__(self, np: ModuleType) -> None:
        self.powers = np.array([10.0**power for power in range(23)])
        self.int_powers = np.array([10**power for power in range(12)])
        self.triples = np.array([list(b"%03d" % number) for number in range(1000)], np.uint8)


def _block_texts(np: ModuleType, tables: _Tables, bits: Any) -> list[str]:
    magnitude = bits & 0x7FFFFFFF
    with np.errstate(invalid="ignore"):  # signalling nans
        values = magnitude.view(np.float32).astype(np.float64)
    common = (values >= 1e-9) & (values < 1e9)
    values[~common] = 1.5
    zeros, length, sure = _exact_length(np, magnitude, values)
    six, six_exponent, sure_six = _decimals(np, tables, values, zeros, length, 6)
    nine, exponent, sure_nine = _decimals(np, tables, values, zeros, length, 9)
    nearest = _scaled(np, tables, six.astype(np.float64), six_exponent - 5)
    is_short = nearest.astype(np.float32) == values.astype(np.float32)
    tie = nearest.view(np.uint64) & np.uint64(0x1FFFFFFF) == np.uint64(0x10000000)
    sure &= common & sure_six & sure_nine & ~tie
    block = _Block(np, tables, (bits >> 31).astype(bool))
    block.write(np.where(is_short, six * 1000, nine), np.where(is_short, six_exponent, exponent), is_short)
    texts = block.texts()
    slow = np.flatnonzero(~(sure & block.written))
    slow_bits: list[int] = bits[slow].tolist()
    known = {each: F32.to_text(each) for each in set(slow_bits)}
    for index, each in zip(slow.tolist(), slow_bits, strict=True):
        texts[index] = known[each]
    return texts


def _exact_length(np: ModuleType, magnitude: Any, values: Any) -> tuple[Any, Any, Any]:
    """Return for each value its decimals, the bits of value * 10**decimals (an integer), and if that is certain."""
    significand = magnitude & 0x7FFFFF | 0x800000
    lowest = (significand & -significand.astype(np.int32)).astype(np.float32)
    exponent = (values.astype(np.float32).view(np.uint32) >> 23).astype(np.int64)
    twos = (lowest.view(np.uint32) >> 23).astype(np.int64) - 127
    decimals = np.maximum(150 - exponent - twos, 0)
    logarithm = np.log2(values) + decimals * _LOG2_10
    whole = np.floor(logarithm)
    near = np.abs(logarithm - np.rint(logarithm)) < 1e-9
    length = np.where(decimals == 0, exponent - 126, whole.astype(np.int64) + 1)
    return decimals, length, ~near | (decimals == 0)


def _scaled(np: ModuleType, tables: _Tables, values: Any, power: Any) -> Any:
    """values * 10**power, rounded once, for powers within 22."""
    up, down = np.clip(power, 0, 22), np.clip(-power, 0, 22)
    return np.where(power >= 0, values * tables.powers[up], values / tables.powers[down])


def _decimals(
    np: ModuleType, tables: _Tables, values: Any, decimals: Any, length: Any, precision: int
) -> tuple[Any, Any, Any]:
    """Return for each value `precision` digits as an int, the power of ten of the first, and whether that is certain.

    Cut and rounded as by `decimals.shorten`.
    """
    cut = np.maximum(length - (precision * 196 + 58) // 59, 0) * 59 // 196
    power = decimals - cut
    exact = _scaled(np, tables, values, power)
    number = np.floor(exact)
    fraction = exact - number
    sure = (cut == 0) | ((fraction > 1e-5) & (fraction < 1 - 1e-5))
    sure &= (power <= 22) & (power >= -22)
    number = number.astype(np.int64)
    digits = np.searchsorted(tables.int_powers, number, side="right")
    extra = digits - precision
    divisor = tables.int_powers[np.maximum(extra, 0)]
    number = np.where(extra > 0, (number + divisor // 2) // divisor, number * tables.int_powers[np.maximum(-extra, 0)])
    carried = number == 10**precision
    number = np.where(carried, 10 ** (precision - 1), number)
    return number, digits - 1 - power + carried, sure


class _Block:
    """Rows of characters, padded with zero bytes at the end, that numpy turns into strings."""

    def __init__(self, np: ModuleType, tables: _Tables, negative: Any) -> None:
        self._np = np
        self._tables = tables
        self._negative = negative
        self._rows = np.zeros((len(negative), _ROW), np.uint8)
        self.written = np.zeros(len(negative), bool)

    def texts(self) -> list[str]:
        """Return the rows as strings."""
        np = self._np
        texts: list[str] = self._rows.astype(np.uint32).view(f"U{_ROW}").ravel().tolist()
        return texts

    def write(self, numbers: Any, exponents: Any, is_short: Any) -> None:
        """Write nine-digit numbers whose first digit has a power of ten each; those of `is_short` as 1.234560e+00."""
        np = self._np
        triples = self._tables.triples
        digits = np.concatenate(
            [triples[numbers // 10**6], triples[numbers // 1000 % 1000], triples[numbers % 1000]], axis=1
        )
        last_digit = 8 - np.argmax(digits[:, ::-1] != _ZERO, axis=1)
        # Exponents of the long form lie within -9 and 8; what reads as an integer is not ours to write.
        fits = is_short | ((last_digit > exponents) & ((exponents >= -3) | (last_digit == 8)))
        form = np.where(is_short, 20, np.maximum(exponents, -4)) * 2 + self._negative
        for key in np.unique(form[fits]).tolist():
            rows = np.flatnonzero(fits & (form == key))
            self._rows[rows] = self._form(key >> 1, key & 1, digits[rows], exponents[rows], last_digit[rows])
        self.written |= fits

    def _form(self, form: int, negative: int, digits: Any, exponents: Any, last_digit: Any) -> Any:
        """Rows of one form: 20 is scientific with six digits, -4 with nine, others say where the point is."""
        np = self._np
        rows = np.zeros((len(digits), _ROW + 1), np.uint8)
        start = negative
        rows[:, 0] = _MINUS  # overwritten where there is no sign
        if form == 20:
            self._mantissa(rows, start, digits[:, :7])
            self._exponent(rows, start + 8, exponents)
        elif form == -4:
            self._mantissa(rows, start, digits)
            rows[:, start + 10] = ord("E")
            rows[:, start + 11] = _MINUS
            rows[:, start + 12] = _ZERO - exponents
        else:
            shown = np.where(np.arange(9) <= last_digit[:, None], digits, 0).astype(np.uint8)
            if form < 0:
                rows[:, start : start + 1 - form] = _ZERO
                rows[:, start + 1] = _POINT
                rows[:, start + 1 - form : start + 10 - form] = shown
            else:
                rows[:, start : start + form + 1] = shown[:, : form + 1]
                rows[:, start + form + 1] = _POINT
                rows[:, start + form + 2 : start + 10] = shown[:, form + 1 :]
        return rows[:, :_ROW]

    def _mantissa(self, rows: Any, start: int, digits: Any) -> None:
        rows[:, start] = digits[:, 0]
        rows[:, start + 1] = _POINT
        rows[:, start + 2 : start + 1 + digits.shape[1]] = digits[:, 1:]

    def _exponent(self, rows: Any, start: int, exponents: Any) -> None:
        size = self._np.abs(exponents)
        rows[:, start] = ord("e")
        rows[:, start + 1] = self._np.where(exponents < 0, _MINUS, _PLUS)
        rows[:, start + 2] = _ZERO + size // 10
        rows[:, start + 3] = _ZERO + size % 10
