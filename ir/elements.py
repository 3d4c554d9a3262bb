"""The memory layout of dense constants: MLIR's layout, as bytes, as hexadecimal text, as numpy arrays.

Elements follow one another, little endian, each in whole bytes (i4 and f6 take one byte, i24 three, tf32 three, index
eight, complex the real part and then the imaginary part), except that i1 takes one bit, eight to a byte, the first in
the lowest bit. If all elements are equal, one of them may stand for all (a splat); of i1, the byte 0x00 or 0xFF does.
Values cross this module's border as raw bits: non-negative ints, two's complement, float formats' bit patterns.

    >>> layout = ElementLayout.integer(16)
    >>> to_hex(pack([1, -2], layout))
    '0x0100FEFF'

A buffer is anything that `memoryview` takes: bytes, an mmap, an array. It is read where it lies; nothing here copies
one unless it must change it, or allocates out of proportion to it, whatever number of elements it may stand for.

Deliberately not here: element text (`elements_text.py`), types and attributes.
"""

from __future__ import annotations

import binascii
import re
import sys
from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

from dlc.ir.floats import FLOAT_FORMATS, FloatFormat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from types import ModuleType

    from typing_extensions import Buffer

Kind = Literal["int", "float", "complex"]
Signedness = Literal["signless", "signed", "unsigned"]

_BLOCK = 1 << 16  # bytes handled at once where a copy is needed: small enough to stay in the cache
IntCode = Literal["b", "B", "h", "H", "i", "I", "q", "Q"]
"""The codes by which `array` and `memoryview` read an integer without our help."""

_UNSIGNED: dict[int, IntCode] = {8: "B", 16: "H", 32: "I", 64: "Q"}
_SIGNED: dict[int, IntCode] = {8: "b", 16: "h", 32: "i", 64: "q"}


def int_code(bits: int, is_signed: bool) -> IntCode | None:
    """Return the code of little endian integers of this width, if this machine has them."""
    if bits > 8 and sys.byteorder == "big":
        return None
    return (_SIGNED if is_signed else _UNSIGNED).get(bits)


class ElementLayout:
    """The layout of one element of a dense constant: an integer, a float, or a complex number made of either.

    Made by `integer`, `floating` and `complex`; equal means identical. `stride` is the element's size in bytes, where
    `is_packed` (i1) is not set. An index is laid out as a signed integer of 64 bits.

        >>> ElementLayout.complex(ElementLayout.integer(4)).stride
        2
    """

    __slots__ = ("format", "is_packed", "kind", "part", "scalar", "signedness", "stride", "width")

    kind: Kind
    width: int  # in bits
    signedness: Signedness
    format: FloatFormat | None  # of floats
    part: ElementLayout | None  # of complex numbers
    scalar: ElementLayout  # the part of a complex number, or else this layout itself
    stride: int
    is_packed: bool

    def __init__(
        self, kind: Kind, width: int, signedness: Signedness, format: FloatFormat | None, part: ElementLayout | None
    ) -> None:
        init = object.__setattr__
        init(self, "kind", kind)
        init(self, "width", width)
        init(self, "signedness", signedness)
        init(self, "format", format)
        init(self, "part", part)
        init(self, "scalar", part or self)
        init(self, "stride", 2 * part.stride if part else (width + 7) // 8)
        init(self, "is_packed", kind == "int" and width == 1)

    def __setattr__(self, field: str, value: object) -> NoReturn:
        raise AttributeError(f"an element layout cannot be changed: {field}")

    def __repr__(self) -> str:
        if self.part:
            return f"ElementLayout(complex<{str(self.part)[14:-1]}>)"
        prefix = {"signless": "i", "signed": "si", "unsigned": "ui"}[self.signedness]
        return f"ElementLayout({self.format.name if self.format else f'{prefix}{self.width}'})"

    @staticmethod
    def integer(width: int, signedness: Signedness = "signless") -> ElementLayout:
        """An integer; signless ones print as signed and read as either."""
        key = (width, signedness)
        known = _integers.get(key)
        if known is None:
            if width < 1:
                raise ValueError(f"elements need at least 1 bit, but got {width}")
            known = _integers.setdefault(key, ElementLayout("int", width, signedness, None, None))
        return known

    @staticmethod
    def floating(format: FloatFormat) -> ElementLayout:
        """A float in one of the known formats."""
        return _floats[format.name]

    @staticmethod
    def complex(part: ElementLayout) -> ElementLayout:
        """A complex number of two parts; a part of i1 takes a whole byte."""
        known = _complexes.get(part)
        if known is None:
            if part.kind == "complex":
                raise ValueError("a complex number cannot be made of complex numbers")
            layout = ElementLayout("complex", 2 * part.width, part.signedness, part.format, part)
            known = _complexes.setdefault(part, layout)
        return known

    def byte_size(self, count: int) -> int:
        """Return the number of bytes of `count` elements, when each is stored."""
        return (count + 7) // 8 if self.is_packed else count * self.stride

    def is_splat_size(self, data: Buffer, count: int) -> bool:
        """Return whether a buffer for `count` elements, possibly none, holds one that represents all."""
        view = byte_view(data)
        return len(view) == self.stride and (not self.is_packed or count == 1 or view[0] in (0, 255))

    def is_valid_size(self, data: Buffer, count: int) -> bool:
        """Return whether a buffer has the size for `count` elements, possibly as a splat."""
        return len(byte_view(data)) == self.byte_size(count) or self.is_splat_size(data, count)


_integers: Final[dict[tuple[int, Signedness], ElementLayout]] = {}
_complexes: Final[dict[ElementLayout, ElementLayout]] = {}
_floats: Final = {
    name: ElementLayout("float", form.width, "signless", form, None) for name, form in FLOAT_FORMATS.items()
}
INDEX: Final = ElementLayout.integer(64, "signed")


def byte_view(data: Buffer) -> memoryview:
    """Return a view of a buffer as single bytes."""
    view = memoryview(data)
    return view if view.format == "B" and view.ndim == 1 else view.cast("B")


# Values to bytes and back.


def pack(values: Sequence[int], layout: ElementLayout) -> bytes:
    """Return the bytes of elements given as raw bits (or as negative numbers); of complex ones, part by part.

    >>> pack([1, -1, 0x7F], ElementLayout.integer(7)).hex(), pack([1, 0, 1, 1], ElementLayout.integer(1)).hex()
    ('017f7f', '0d')
    """
    if layout.is_packed:
        return _pack_bits(values)
    scalar = layout.scalar
    mask = (1 << scalar.width) - 1
    code = int_code(8 * scalar.stride, is_signed=False)
    if code is None:
        return b"".join([(value & mask).to_bytes(scalar.stride, "little") for value in values])
    if scalar.width == 8 * scalar.stride:
        try:
            return array(code, values).tobytes()
        except OverflowError:
            pass  # some are negative
    return array(code, [value & mask for value in values]).tobytes()


def _pack_bits(values: Sequence[int]) -> bytes:
    if not values:
        return b""
    digits = bytes([48 | value & 1 for value in values])
    return int(digits[::-1], 2).to_bytes((len(digits) + 7) // 8, "little")


def unpack(data: Buffer, layout: ElementLayout, count: int | None = None) -> list[int]:
    """Return the raw bits of the elements that a buffer stores (of a splat, so one); of complex ones, part by part.

    Only i1 needs a count, to know how many bits of the last byte mean something.
    """
    view = byte_view(data)
    scalar = layout.scalar
    if layout.is_packed:
        return _unpack_bits(view, len(view) * 8 if count is None else min(count, len(view) * 8))
    size = scalar.stride
    code = int_code(8 * size, is_signed=False)
    if code is not None:
        raw: list[int] = view.cast(code).tolist()
    else:
        raw = [int.from_bytes(view[at : at + size], "little") for at in range(0, len(view), size)]
    if scalar.width == 8 * size:
        return raw
    mask = (1 << scalar.width) - 1
    return [value & mask for value in raw]


def _unpack_bits(view: memoryview, count: int) -> list[int]:
    if not count:
        return []
    digits = f"{int.from_bytes(view, 'little'):0{len(view) * 8}b}".encode()
    return list(digits[: -count - 1 : -1].translate(_DIGIT_VALUES))


_DIGIT_VALUES = bytes(max(code - 48, 0) & 1 for code in range(256))


def signed(raw: Iterable[int], width: int) -> list[int]:
    """Raw bits read as two's complement: 0xFF of 8 bits is -1."""
    top = 1 << (width - 1)
    return [(value ^ top) - top for value in raw]


# Splats.


def splat_element(data: Buffer, layout: ElementLayout, count: int) -> bytes | None:
    """Return the bytes of the one element that all equal, or None; the buffer may already hold just that one.

    >>> splat_element(b"\\x01\\x01\\x01", ElementLayout.integer(8), 3)
    b'\\x01'
    >>> splat_element(b"\\x07", ElementLayout.integer(1), 3)
    b'\\xff'
    """
    view = byte_view(data)
    if not view:
        return None
    if layout.is_packed:
        return _splat_bit(view, count)
    first = bytes(view[: layout.stride])
    return first if _repeats(view, first) else None


def compress(data: Buffer, layout: ElementLayout, count: int) -> Buffer:
    """Return the buffer itself or, of equal elements, one of them."""
    element = splat_element(data, layout, count)
    return data if element is None else element


def _splat_bit(view: memoryview, count: int) -> bytes | None:
    if len(view) == 1 and view[0] in (0, 255):
        return bytes(view)
    whole, rest = divmod(count, 8)
    mask = (1 << rest) - 1
    fill = b"\xff" if view[0] & 1 else b"\x00"
    if rest and view[whole] & mask != fill[0] & mask:
        return None
    return fill if _repeats(view[:whole], fill) else None


def _repeats(view: memoryview, first: bytes) -> bool:
    """Return whether a buffer is a piece of bytes over and over. Blocks are compared, since `bytes` compare fast."""
    size = len(first)
    second = bytes(view[size : 2 * size])
    if not size or (second and second != first):  # nearly always decides
        return not view
    block = first * max(_BLOCK // size, 1)
    for at in range(0, len(view), len(block)):
        piece = view[at : at + len(block)]
        if bytes(piece) != (block if len(piece) == len(block) else block[: len(piece)]):
            return False
    return True


# Hexadecimal text.


def to_hex(data: Buffer) -> str:
    """Return the bytes as MLIR writes them between the quotes of dense<"0x...">."""
    return "".join(["0x", *hex_pieces(data)])


def hex_pieces(data: Buffer) -> list[str]:
    """Return the digits in pieces, so that they are joined, and copied, only once."""
    view = byte_view(data)
    return [view[at : at + _BLOCK].hex().upper() for at in range(0, len(view), _BLOCK)]


def from_hex(text: str, layout: ElementLayout, count: int) -> bytes:
    """Return the bytes that hexadecimal text spells, for `count` elements or as a splat; ValueError in MLIR's words.

    >>> from_hex("0x0102", ElementLayout.integer(8), 2)
    b'\\x01\\x02'
    """
    if not text.startswith("0x"):
        raise ValueError("expected string containing hex digits starting with `0x`")
    try:
        data = binascii.unhexlify(memoryview(text.encode("ascii"))[2:])
    except ValueError:  # also of digits that are not ASCII
        raise ValueError("expected string containing hex digits starting with `0x`") from None
    if not layout.is_valid_size(data, count):
        raise ValueError("elements hex data size is invalid for provided type")
    return data


# Numpy. It takes longer to import than all of dlc.ir, so only what handles arrays or very many elements asks for it.


def numpy() -> ModuleType:
    """Numpy, imported now if it was not: the one place in dlc.ir that does."""
    import numpy as np  # noqa: PLC0415 (heavy)

    return np


def _ml_dtypes() -> ModuleType:
    """Return the small types that numpy lacks; belongs to `numpy` above."""
    import ml_dtypes  # noqa: PLC0415 (heavy)

    return ml_dtypes


_NUMPY_FLOATS = {"f16": "<f2", "f32": "<f4", "f64": "<f8"}
_NUMPY_NAME = r"bool|u?int(8|16|32|64)|float(16|32|64)|complex(64|128)"
_SMALL_FLOATS = {
    "bf16": "bfloat16",
    **{name: f"float{name[1]}_{name[2:].lower()}" for name in FLOAT_FORMATS if name[1] in "468" and name[2] == "E"},
}
"""MLIR's names of float formats to those of ml_dtypes: f8E4M3FN is float8_e4m3fn."""


def numpy_type(layout: ElementLayout) -> Any:
    """Return the numpy dtype whose items are stored like this layout (bool for i1); ValueError if there is none."""
    if layout.kind == "complex":
        code = {"f32": "<c8", "f64": "<c16"}.get(layout.format.name if layout.format else "")
        if code:
            return numpy().dtype(code)
    elif layout.format is not None:
        name = layout.format.name
        if name in _NUMPY_FLOATS:
            return numpy().dtype(_NUMPY_FLOATS[name])
        if name in _SMALL_FLOATS:
            return numpy().dtype(getattr(_ml_dtypes(), _SMALL_FLOATS[name]))
    elif layout.is_packed:
        return numpy().dtype(bool)
    elif layout.width in (8, 16, 32, 64):
        return numpy().dtype(f"<{'u' if layout.signedness == 'unsigned' else 'i'}{layout.stride}")
    elif layout.width in (2, 4):
        return numpy().dtype(getattr(_ml_dtypes(), f"{'u' * (layout.signedness == 'unsigned')}int{layout.width}"))
    raise ValueError(f"numpy has no type for {str(layout)[14:-1]}")


IN_NATIVE_ORDER = "`x.astype(x.dtype.newbyteorder('='))`"
"""An array of numpy in the processor's byte order, as messages advise it."""


def numpy_type_named(name: str) -> Any:
    """Return the numpy dtype with that name, of elements that `numpy_type` returns; ValueError if there is none."""
    if name in _SMALL_FLOATS.values():
        return numpy().dtype(getattr(_ml_dtypes(), name))
    if re.fullmatch(_NUMPY_NAME, name) is None:
        raise ValueError(f"no element type has the numpy name '{name}'")
    return numpy().dtype(name)


def as_numpy(data: Buffer, layout: ElementLayout, shape: Sequence[int]) -> Any:
    """Return the elements as a read-only array: a view of the buffer, which a splat fills without being repeated.

    The exception is i1, which numpy stores a byte each.
    """
    np, dtype, count = numpy(), numpy_type(layout), element_count(shape)
    if not layout.is_valid_size(data, count):
        raise ValueError(f"{count} elements need {layout.byte_size(count)} bytes, but got {len(byte_view(data))}")
    if layout.is_splat_size(data, count):
        return np.broadcast_to(_numpy_items(data, layout, 1, dtype)[0:1].reshape(()), tuple(shape))
    items = _numpy_items(data, layout, count, dtype).reshape(tuple(shape))
    items.flags.writeable = False
    return items


def _numpy_items(data: Buffer, layout: ElementLayout, count: int, dtype: Any) -> Any:
    raw = numpy().frombuffer(byte_view(data), numpy().uint8)
    if layout.is_packed:
        return numpy().unpackbits(raw, count=count, bitorder="little").view(bool)
    return raw.view(dtype)


def flatten(nested: Any) -> tuple[tuple[int, ...], list[Any]]:
    """Return the shape and the leaves of nested lists; ValueError if they are ragged."""
    shape = [len(nested)]
    flat: list[Any] = nested
    while flat and isinstance(flat[0], list):
        sizes = set(map(len, flat))
        if len(sizes) != 1:
            raise ValueError("ragged")
        shape.append(sizes.pop())
        flat = list(chain.from_iterable(flat))
    return tuple(shape), flat


def element_count(shape: Sequence[int]) -> int:
    """Return the product of the sizes; 1 for no sizes."""
    count = 1
    for size in shape:
        count *= size
    return count


def from_numpy(array: Any) -> tuple[ElementLayout, tuple[int, ...], memoryview]:
    """Return the layout, shape and bytes of an array; a view of it if it is contiguous and little endian."""
    np = numpy()
    given = np.asarray(array)
    layout = layout_of_numpy(given.dtype)
    if layout.is_packed:
        return layout, given.shape, memoryview(np.packbits(given, bitorder="little").tobytes())
    little = given.astype(given.dtype.newbyteorder("<"), copy=False)
    return layout, given.shape, memoryview(np.ascontiguousarray(little).reshape(-1).view(np.uint8)).toreadonly()


def layout_of_numpy(dtype: Any) -> ElementLayout:
    """Return the layout of a numpy dtype's items; signed integers become signless. ValueError if there is none."""
    name: str = dtype.name
    if name == "bool":
        return ElementLayout.integer(1)
    if name.rstrip("0123456789") in ("int", "uint"):
        return ElementLayout.integer(int(name.lstrip("uint")), "unsigned" if name[0] == "u" else "signless")
    if name in ("complex64", "complex128"):
        return ElementLayout.complex(_floats["f32" if name == "complex64" else "f64"])
    formats = {"float16": "f16", "float32": "f32", "float64": "f64", **{ml: ours for ours, ml in _SMALL_FLOATS.items()}}
    if name not in formats:
        raise ValueError(f"no element type for numpy's '{name}'")
    return _floats[formats[name]]
