"""Text of dense elements: `[[1, 2], [3, 4]]` to and from bytes.

Printing gives MLIR's text, to the digit. Large data go the quickest way there is: a list of ints prints itself, f32 is
formatted by numpy (`float_array_text.py`), other floats once for each distinct value. Reading has two ways as well:
what is regular (and nearly all of a large constant is) is read by the standard library's JSON scanner, written in C;
whatever that refuses is read again by `ElementsReader`, token by token, which knows all literals and what is wrong.

    >>> format_elements(bytes([1, 2, 3, 255]), ElementLayout.integer(8), (2, 2))
    '[[1, 2], [3, -1]]'
    >>> parse_elements("[[1, 2], [3, -1]]", ElementLayout.integer(8))
    ((2, 2), b'\\x01\\x02\\x03\\xff')

Deliberately not here: hexadecimal text (`elements.py`), and the match of shape and type, which the caller knows.
"""

from __future__ import annotations

import re
import sys
from array import array
from typing import TYPE_CHECKING, Any, cast

from dlc.ir.elements import ElementLayout, byte_view, element_count, flatten, int_code, numpy, pack, signed, unpack
from dlc.ir.elements_reader import ElementsError, ElementsReader
from dlc.ir.float_array_text import f32_texts
from dlc.ir.floats import F32, F64, FloatFormat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Buffer

__all__ = ["ElementsError", "format_elements", "parse_elements"]

_MOST_DIMENSIONS = 64  # of a memoryview
_MANY = 4096  # elements from which on numpy pays, even where it must first be imported


# Printing.


def format_elements(data: Buffer, layout: ElementLayout, shape: Sequence[int]) -> str:
    """Return the text between < and > of a dense constant: nothing for no elements, one element for a splat.

    >>> format_elements(b"\\xff", ElementLayout.integer(1), (999999999999,))
    'true'
    """
    count = element_count(shape)
    if layout.is_splat_size(data, count):
        return _element_texts(data, layout, 1)[0]
    if count == 0:
        return ""
    code = int_code(layout.width, layout.signedness != "unsigned") if layout.kind == "int" else None
    if code is not None and len(shape) <= _MOST_DIMENSIONS:
        return str(byte_view(data).cast(code, tuple(shape)).tolist())
    return _nest(_element_texts(data, layout, count), shape)


def _nest(texts: list[str], shape: Sequence[int]) -> str:
    for size in reversed(shape):
        texts = ["[" + ", ".join(texts[at : at + size]) + "]" for at in range(0, len(texts), size)]
    return texts[0]


def _element_texts(data: Buffer, layout: ElementLayout, count: int) -> list[str]:
    scalar = layout.scalar
    if scalar.format is F32 and count >= _MANY:
        texts = f32_texts(numpy(), byte_view(data))
    else:
        texts = _scalar_texts(unpack(data, layout, count), scalar)
    if layout.part is None:
        return texts
    return [f"({real},{imaginary})" for real, imaginary in zip(texts[::2], texts[1::2], strict=True)]


def _scalar_texts(raw: list[int], scalar: ElementLayout) -> list[str]:
    if scalar.format is not None:
        return _float_texts(raw, scalar.format)
    if scalar.width == 1:
        return [("false", "true")[bit] for bit in raw]
    return list(map(str, raw if scalar.signedness == "unsigned" else signed(raw, scalar.width)))


def _float_texts(raw: list[int], form: FloatFormat) -> list[str]:
    """Each distinct value is formatted once."""
    distinct = set(raw)
    if 2 * len(distinct) > len(raw):
        return list(map(form.to_text, raw))
    texts = {bits: form.to_text(bits) for bits in distinct}
    return [texts[bits] for bits in raw]


# Reading.


def parse_elements(text: str, layout: ElementLayout) -> tuple[tuple[int, ...], bytes]:
    """Return the shape and the bytes that element text spells; of a single element, shape () and a splat.

    Blank text, which MLIR reads as any shape without elements, has shape (0,). `ElementsError` says what is wrong, and
    at which offset.
    """
    return _parse_regular(text, layout) or ElementsReader(text, layout).read()


_MORE_THAN_INTS = r"[^-0-9\[\],\s]"
_MORE_THAN_FLOATS = r"[^-+0-9eE.\[\],\s]"
_ONLY_BITS = r"[-0-9\[\],\s]*(?:(?:true|false)[-0-9\[\],\s]*)*"
_PAIR = r"\(([^()\[\],]*),([^()\[\],]*)\)"


def _parse_regular(text: str, layout: ElementLayout) -> tuple[tuple[int, ...], bytes] | None:
    """Return the result of `parse_elements`, or `None` if this fast path does not apply."""
    pairs = 0
    if layout.part:
        text, pairs = re.subn(_PAIR, r"[\1,\2]", text)
    elif text[:1] != "[":
        return None
    try:
        flat = _flat_scalars(text, layout)
        if flat is None:
            return None
        shape, data = flat
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    if layout.part:
        if len(shape) < 2 or shape[-1] != 2 or element_count(shape) != 2 * pairs:
            return None
        shape = shape[:-1]
    return shape, data


def _flat_scalars(text: str, layout: ElementLayout) -> tuple[tuple[int, ...], bytes] | None:
    scalar = layout.scalar
    if scalar.format is not None:
        return None if re.search(_MORE_THAN_FLOATS, text) else _flat_floats(text, scalar.format)
    if scalar.width == 1:
        refused = re.fullmatch(_ONLY_BITS, text) is None
    else:
        refused = re.search(_MORE_THAN_INTS, text) is not None or (scalar.signedness == "unsigned" and "-" in text)
    if refused:
        return None
    shape, values = flatten(_scan_lists(text))
    data = _pack_in_range(cast("list[int]", values), layout)
    return None if data is None else (shape, data)


def _scan_lists(text: str, parse_float: type[float] | type[str] = float) -> Any:
    """Nested lists of numbers, by the JSON scanner; ValueError if they are not JSON."""
    # Imported here as it is heavy: 3 ms, for what most programs do not have.
    import json  # noqa: PLC0415 (heavy)

    return json.loads(text, parse_float=parse_float)


def _pack_in_range(values: list[int], layout: ElementLayout) -> bytes | None:
    """Return the bytes of ints, or None if one is out of range (TypeError if one is a list)."""
    scalar = layout.scalar
    width = scalar.width
    low, high = (min(values), max(values)) if values else (0, 0)
    if low < -(1 << width - 1) or high >> (width - 1 if scalar.signedness == "signed" and width > 1 else width):
        return None
    code = int_code(width, is_signed=True)
    if code is not None and not high >> width - 1:
        return array(code, values).tobytes()
    return pack(values, layout)


def _flat_floats(text: str, form: FloatFormat) -> tuple[tuple[int, ...], bytes] | None:
    """JSON takes `1` and `1e5` for numbers and MLIR does not: as many points as numbers tell that there are none."""
    if form is F32 or form is F64:
        shape, numbers = flatten(_scan_lists(text))
        data = array("d", numbers)
        if text.count(".") != len(data):
            return None
        if form is F64:
            return shape, data.tobytes() if sys.byteorder == "little" else _swapped(data)
        if not _may_round_twice(data):
            narrow = array("f", data)
            return shape, narrow.tobytes() if sys.byteorder == "little" else _swapped(narrow)
    shape, texts = flatten(_scan_lists(text, parse_float=str))
    literals = cast("list[str]", texts)
    known = {literal: form.from_text(literal) for literal in set(literals)}
    return shape, pack([known[literal] for literal in literals], ElementLayout.floating(form))


def _swapped(numbers: array[float]) -> bytes:
    numbers.byteswap()
    return numbers.tobytes()


def _may_round_twice(numbers: array[float]) -> bool:
    """Return whether rounding one of these, read as f64, to f32 may differ from reading it as f32.

    It may half way between two f32 values, as it may have been rounded to there, and where f32 keeps fewer bits.
    """
    if len(numbers) >= _MANY:
        np = numpy()
        values = np.frombuffer(numbers, np.float64)
        ties = values.view(np.uint64) & np.uint64(0x1FFFFFFF) == np.uint64(0x10000000)
        return bool((ties | ((np.abs(values) < 1.2e-38) & (values != 0))).any())
    raw = memoryview(numbers).cast("B").cast("Q")
    return any(
        bits & 0x1FFFFFFF == 0x10000000 or (-1.2e-38 < value < 1.2e-38 and value != 0)
        for bits, value in zip(raw, numbers, strict=True)
    )
