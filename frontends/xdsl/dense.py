"""Elements of dense constants: the same bytes in both frameworks, shared or copied once, where both lay them out alike.

Those that differ are integers of odd widths: xDSL fills them up to 1, 2, 4 or 8 bytes with their sign, dlc stores i24
in three bytes, the low bits of i4 in one, and eight i1 in one. A splat is written out for xDSL, which expects that.

Resources of dlc hold bytes, those of xDSL are names whose bytes lie elsewhere; a name that comes from dlc brings its
bytes with it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin as x

from ...ir import Type
from ...ir.builtin_attributes import Blob, DenseArrayAttr, DenseElementsAttr, layout_of
from ...ir.builtin_types import ComplexType, FloatType, IntegerType, ShapedType
from ...ir.elements import pack, unpack

_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
WIDEST_INTEGER = 64
"""xDSL has no layout for elements that are wider."""
_NOT_STORED = ("f80", "f128")


def can_be_stored(element: Type) -> bool:
    """Return whether xDSL has a layout for elements of this type."""
    part = element.element_type if isinstance(element, ComplexType) else element
    if isinstance(part, FloatType):
        return part.format_name not in _NOT_STORED
    return not isinstance(part, IntegerType) or 0 < part.width <= WIDEST_INTEGER


def array_can_be_stored(element: Type) -> bool:
    """Return whether a dense array can be stored: its elements must fill whole words."""
    return can_be_stored(element) and not (isinstance(element, IntegerType) and element.width not in (1, *_WHOLE))


_WHOLE = (8, 16, 32, 64)


def _is_odd(element: Type) -> bool:
    """Return whether an element is laid out differently in the two frameworks."""
    return isinstance(element, IntegerType) and element.width not in _WHOLE


def _format(element: IntegerType) -> str:
    """Return the format of an integer of xDSL in the words of the `struct` module."""
    size = next(size for size in _CODES if 8 * size >= element.width)
    return _CODES[size].upper() if element.is_unsigned else _CODES[size]


def _integers(raw: bytes, element: IntegerType) -> list[int]:
    code = _format(element)
    return list(struct.unpack(f"<{len(raw) // struct.calcsize(f'<{code}')}{code}", raw))


def _integer_bytes(values: Iterable[int], element: IntegerType, true: int = -1) -> bytes:
    """Return integers as bytes in xDSL's range: signed, except for unsigned types, so that `true` is -1."""
    numbers = [element.wrap(value) for value in values]
    if element.width == 1 and not element.is_unsigned:
        numbers = [true if number else 0 for number in numbers]
    return struct.pack(f"<{len(numbers)}{_format(element)}", *numbers)


# -- Dense arrays ------------------------------------------------------------------------------------------------------


def array_from_xdsl(raw: bytes, element: Type) -> tuple[int, ...]:
    """The integers, or the bits of the floats, that a dense array holds."""
    if isinstance(element, IntegerType):
        return tuple([element.wrap(value) for value in _integers(raw, element)])
    layout = layout_of(element)
    return tuple(unpack(raw, layout)) if layout is not None else ()


def array_to_xdsl(attr: DenseArrayAttr) -> bytes:
    element = attr.element_type
    if isinstance(element, IntegerType):
        return _integer_bytes(attr.elements, element)
    layout = layout_of(element)
    return pack(attr.elements, layout) if layout is not None else b""


# -- Dense elements ----------------------------------------------------------------------------------------------------


def elements_from_xdsl(raw: bytes, type: ShapedType) -> DenseElementsAttr:
    element = type.element_type
    part = element.element_type if isinstance(element, ComplexType) else element
    if isinstance(part, IntegerType) and _is_odd(part):
        return DenseElementsAttr.from_bits(type, _integers(raw, part))
    return DenseElementsAttr.from_bytes(type, raw)


def elements_to_xdsl(attr: DenseElementsAttr) -> bytes:
    element = attr.type.element_type
    part = element.element_type if isinstance(element, ComplexType) else element
    if isinstance(part, IntegerType) and _is_odd(part):
        raw = _integer_bytes(attr.stored_bits(), part, true=1 if isinstance(element, ComplexType) else -1)
    else:
        raw = attr.raw if isinstance(attr.raw, bytes) else bytes(attr.raw)
    return raw * attr.type.num_elements if attr.is_splat else raw


# -- Resources ---------------------------------------------------------------------------------------------------------

_BLOB = "dlc_blob"
"""The handle of a resource that came from dlc: its bytes live as long as some attribute names them."""


def handle_to_xdsl(blob: Blob) -> x.StringAttr:
    handle = x.StringAttr(blob.key)
    object.__setattr__(handle, _BLOB, blob)
    return handle


def blob_from_xdsl(handle: x.StringAttr) -> Blob:
    """The resource that a handle stands for: dlc's own, one that xDSL has read, or else one without bytes."""
    known: Blob | None = getattr(handle, _BLOB, None)
    if known is not None:
        return known
    resources = x.Builtin.get_interface(OpAsmDialectInterface)
    text = resources.lookup(handle.data) if resources is not None else None
    raw = bytes.fromhex(text[2:]) if text else b""
    if len(raw) < ALIGNMENT_BYTES:
        return Blob("builtin", handle.data)
    return Blob("builtin", handle.data, raw[ALIGNMENT_BYTES:], int.from_bytes(raw[:ALIGNMENT_BYTES], "little"))


ALIGNMENT_BYTES = 4
"""The bytes before a resource's own, which say how it is to be aligned."""
