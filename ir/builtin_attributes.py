"""The attributes of MLIR's builtin dialect, locations apart.

Numbers are held as plain integers: an integer attribute its value in the range of its type, a float attribute its bits.
Dense elements are held as raw little-endian bytes, never copied; see `elements` for their layout.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from .affine.expr import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineSymbolExpr
from .affine.integer_set import IntegerSet
from .affine.map import AffineMap
from .attributes import Attribute, AttributeReport, PythonForm, Type, TypedAttribute
from .builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    bit_width,
    f64,
    i1,
    i32,
    i64,
    none,
)
from .elements import (
    INDEX,
    ElementLayout,
    as_numpy,
    compress,
    element_count,
    flatten,
    from_numpy,
    layout_of_numpy,
    numpy,
    numpy_type,
    pack,
    signed,
    unpack,
)
from .errors import InvalidAttributeError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .elements import Signedness


class UnitAttr(Attribute):
    """`unit`: present or not, that is all it says."""

    name = "builtin.unit"

    @classmethod
    def python_form(cls) -> PythonForm:
        """Return the form of a truth value: false is no attribute."""
        return PythonForm("bool", lambda given: UNIT if given else None)


class IntegerAttr(TypedAttribute):
    """`7 : i32`. `true` and `false` are `IntegerAttr(1, i1)` and `IntegerAttr(0, i1)`."""

    name = "builtin.integer"

    value: int
    type: Type  # pyright: ignore[reportIncompatibleMethodOverride] (a parameter)

    @classmethod
    def normalize(cls, value: int, type: Type) -> tuple[int, Type]:  # type: ignore[override]
        width = bit_width(type)
        if width is None or value.__class__ is not int:  # refused by the checks that follow, or True for 1
            return value, type
        if (value if value >= 0 else 2 * ~value + 1).bit_length() > width:
            raise InvalidAttributeError(f"integer constant out of range for type: {value} in '{type}'")
        return type.wrap(value) if isinstance(type, IntegerType) else (value + 2**63) % 2**64 - 2**63, type

    def verify(self, report: AttributeReport) -> None:
        if not isinstance(self.type, (IntegerType, IndexType)):
            report.error(f"integer attributes must have integer or index type, but got '{self.type}'")

    @property
    def unsigned(self) -> int:
        """The value with its bits read as an unsigned number."""
        return self.value & ((1 << (bit_width(self.type) or 64)) - 1)

    @property
    def signed(self) -> int:
        """The value with its bits read as two's complement: -1 for `true`."""
        unsigned, width = self.unsigned, bit_width(self.type) or 64
        return unsigned - (1 << width) if width and unsigned >> (width - 1) else unsigned


class FloatAttr(TypedAttribute):
    """`1.5 : f32`, held as bits, so that NaNs and negative zeros are kept apart."""

    name = "builtin.float"

    bits: int
    type: Type  # pyright: ignore[reportIncompatibleMethodOverride] (a parameter)

    @classmethod
    def of(cls, value: float, type: Type) -> FloatAttr:
        """Return the attribute for a Python float, rounded to the type."""
        if not isinstance(type, FloatType):
            raise InvalidAttributeError(f"float attributes must have a float type, but got '{type}'")
        return cls(type.format.from_float(value), type)

    def verify(self, report: AttributeReport) -> None:
        if not isinstance(self.type, FloatType):
            report.error(f"float attributes must have a float type, but got '{self.type}'")
        elif not 0 <= self.bits < 1 << self.type.width:
            report.error(f"bits {self.bits:#x} do not fit '{self.type}'")

    @property
    def value(self) -> float:
        """The nearest Python float."""
        type = self.type
        assert isinstance(type, FloatType)
        return type.format.to_float(self.bits)


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError("no text")
    return given


class StringAttr(Attribute):
    """`"text"`, or `"text" : !type`. The bytes of a string that is not UTF-8 are kept as surrogate escapes."""

    name = "builtin.string"

    value: str
    type: Type | None = None

    @classmethod
    def python_form(cls) -> PythonForm:
        return PythonForm("str", lambda text: cls(_text(text)))


class SymbolRefAttr(Attribute):
    """`@root::@nested`: an op by its name in the enclosing symbol tables."""

    name = "builtin.symbol_ref"

    root: str
    nested: tuple[str, ...] = ()

    @classmethod
    def python_form(cls) -> PythonForm:
        return PythonForm("str", lambda name: cls(_text(name)))

    @property
    def leaf(self) -> str:
        """The last name: that of the op itself."""
        return self.nested[-1] if self.nested else self.root

    @property
    def path(self) -> tuple[str, ...]:
        return (self.root, *self.nested)


class TypeAttr(Attribute):
    """A type where an attribute is asked for."""

    name = "builtin.type"

    type: Type


class ArrayAttr(Attribute):
    """`[a, b]`"""

    name = "builtin.array"

    elements: tuple[Attribute, ...]

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.elements)

    def __getitem__(self, index: int) -> Attribute:
        return self.elements[index]


class DictionaryAttr(Attribute):
    """`{a = 1, b}`, in the order of the names."""

    name = "builtin.dictionary"

    entries: tuple[tuple[str, Attribute], ...]

    @classmethod
    def of(cls, entries: Mapping[str, Attribute]) -> DictionaryAttr:
        return cls(tuple(sorted(entries.items())))

    def verify(self, report: AttributeReport) -> None:
        names = [name for name, _ in self.entries]
        if any(a >= b for a, b in itertools.pairwise(names)):
            report.error("the names of a dictionary must be sorted and different")

    def as_dict(self) -> dict[str, Attribute]:
        return dict(self.entries)

    def get(self, name: str) -> Attribute | None:
        return next((value for key, value in self.entries if key == name), None)


class AffineMapAttr(Attribute):
    """`affine_map<(d0) -> (d0 + 1)>`"""

    name = "builtin.affine_map"

    value: AffineMap


class IntegerSetAttr(Attribute):
    """`affine_set<(d0) : (d0 >= 0)>`"""

    name = "builtin.integer_set"

    value: IntegerSet


class OpaqueAttr(Attribute):
    """`#dialect.text`, of a dialect that is not loaded. `text` is what stands behind the dot."""

    name = "builtin.opaque"

    dialect: str
    text: str
    type: Type | None = None


class StridedLayoutAttr(Attribute):
    """`strided<[4, 1], offset: 2>`"""

    name = "builtin.strided_layout"

    strides: tuple[int, ...]
    offset: int = 0

    def affine_map(self) -> AffineMap:
        """Return the layout as a map; dynamic strides and offset become symbols, in order: offset first."""
        symbols = itertools.count()
        total = _constant_or_symbol(self.offset, symbols)
        for dim, stride in enumerate(self.strides):
            total = total + AffineDimExpr(dim) * _constant_or_symbol(stride, symbols)
        return AffineMap(len(self.strides), next(symbols), (total,))


def _constant_or_symbol(value: int, symbols: Iterator[int]) -> AffineExpr:
    return AffineSymbolExpr(next(symbols)) if value == DYNAMIC else AffineConstantExpr(value)


class DistinctAttr(Attribute):
    """`distinct[0]<attr>`: like `attr`, but each one is different from all others."""

    name = "builtin.distinct"

    referenced: Attribute
    identity: object
    number: int | None = None
    """The number that the text gave it, and gets back: opaque text may refer to it."""

    @classmethod
    def fresh(cls, referenced: Attribute, number: int | None = None) -> DistinctAttr:
        return cls(referenced, object(), number)


# -- Arrays and elements ---------------------------------------------------------------------------------------------


class DenseArrayAttr(Attribute):
    """`array<i64: 1, 2>`. `elements` are integers in the range of the type, or the bits of floats."""

    name = "builtin.dense_array"

    element_type: Type
    elements: tuple[int, ...]

    def verify(self, report: AttributeReport) -> None:
        width = bit_width(self.element_type)
        if width is None or (width != 1 and width % 8) or isinstance(self.element_type, IndexType):
            report.error("dense array element type must be an integer or float of whole bytes, or i1")
        elif self.elements:
            least, most = _range_of(self.element_type, width)
            if min(self.elements) < least or max(self.elements) > most:
                report.error(f"dense array elements of '{self.element_type}' must be in {least} ... {most}")

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Iterator[int]:
        return iter(self.elements)

    def __getitem__(self, index: int) -> int:
        return self.elements[index]


def _range_of(type: Type, width: int) -> tuple[int, int]:
    """Return the least and the greatest number that stands for an element of this type."""
    if isinstance(type, IntegerType) and width > 1 and not type.is_unsigned:
        return -1 << (width - 1), (1 << (width - 1)) - 1
    return 0, (1 << width) - 1


def layout_of(type: Type) -> ElementLayout | None:
    """Return the layout of elements of this type, or `None` if they cannot be stored."""
    if isinstance(type, IntegerType):
        return ElementLayout.integer(type.width, _SIGNEDNESS[type.signedness]) if type.width else None
    if isinstance(type, IndexType):
        return INDEX
    if isinstance(type, FloatType):
        return ElementLayout.floating(type.format)
    if isinstance(type, ComplexType):
        part = layout_of(type.element_type)
        return ElementLayout.complex(part) if part is not None else None
    return None


_SIGNEDNESS: dict[str, Signedness] = {"": "signless", "s": "signed", "u": "unsigned"}


def element_type_of(dtype: npt.DTypeLike) -> Type:
    """Return the element type for a numpy dtype: `i8` for int8, `ui8` for uint8, `i1` for bool."""
    try:
        return _type_of_layout(layout_of_numpy(numpy().dtype(dtype)))
    except (TypeError, ValueError) as unsupported:
        raise InvalidAttributeError(str(unsupported)) from None


def _type_of_layout(layout: ElementLayout) -> Type:
    """Return the opposite of `layout_of`."""
    if layout.part is not None:
        return ComplexType(_type_of_layout(layout.part))
    if layout.format is not None:
        return FloatType(layout.format.name)
    return IntegerType(layout.width, "u" if layout.signedness == "unsigned" else "")


def number_bits(type: Type, values: Sequence[int | float | complex]) -> Sequence[int]:
    """Return Python numbers as elements of this type: integers, the bits of floats, both parts of complex numbers."""
    if isinstance(type, FloatType):
        return [type.format.from_float(_real(value, type)) for value in values]
    if isinstance(type, ComplexType):
        part = type.element_type
        return [bits for each in map(complex, values) for bits in number_bits(part, (each.real, each.imag))]
    width = bit_width(type)
    for value in values:
        if not isinstance(value, int) or (width and (value if value >= 0 else 2 * ~value + 1).bit_length() > width):
            raise InvalidAttributeError(f"elements of type '{type}' must be integers in its range, but got {value}")
    return cast("Sequence[int]", values)


def _real(value: complex, type: Type) -> float:
    if isinstance(value, complex):
        raise InvalidAttributeError(f"elements of type '{type}' must be real numbers, but got {value}")
    return float(value)


class DenseElementsAttr(TypedAttribute):
    """`dense<[1, 2]> : tensor<2xi32>`; a splat keeps one element, whatever the shape.

    Small data is compared by content; of large data each attribute is its own, so that making one costs nothing.
    """

    name = "builtin.dense_elements"

    type: ShapedType  # pyright: ignore[reportIncompatibleMethodOverride] (a parameter)
    data: ElementBuffer

    @classmethod
    def of(cls, type: ShapedType, values: Sequence[Any]) -> DenseElementsAttr:
        """Return the attribute for Python numbers: one that all elements equal, or all elements, row by row, in one
        sequence or nested lists.
        """
        given: Any = values
        numbers: Any = given.tolist() if hasattr(given, "tolist") else given
        if len(numbers) and isinstance(numbers[0], list):
            try:
                shape, numbers = flatten(numbers)
            except (TypeError, ValueError):
                raise InvalidAttributeError(f"values of '{type}' must be lists of equal lengths") from None
            if shape != type.shape:
                raise InvalidAttributeError(f"values with shape {shape} cannot be '{type}'")
        return cls.from_bits(type, number_bits(type.element_type, numbers))

    @classmethod
    def from_bits(cls, type: ShapedType, values: Sequence[int]) -> DenseElementsAttr:
        """Return the attribute for integers, or bits of floats (real, imaginary, real … for complex): one, or all."""
        layout = _layout_for(type)
        splat = len(values) == (2 if layout.part else 1)
        if splat and layout.is_packed:
            return cls.from_bytes(type, b"\xff" if values[0] & 1 else b"\0")
        return cls.from_bytes(type, pack(values, layout))

    @classmethod
    def from_bytes(cls, type: ShapedType, raw: bytes | memoryview) -> DenseElementsAttr:
        """Return the attribute for raw bytes: of all elements, or of one that stands for all.

        A large `memoryview` is not copied: do not change its memory later.
        """
        raw = raw if len(raw) > COMPARED_BYTES else bytes(raw)
        layout = _layout_for(type)
        count = element_count(type.shape)
        if not layout.is_valid_size(raw, count):
            expected = layout.byte_size(count)
            raise InvalidAttributeError(f"dense elements of '{type}' need {expected} bytes, but got {len(raw)}")
        return cls(type, ElementBuffer(cast("bytes | memoryview", compress(raw, layout, count))))

    @classmethod
    def from_numpy(cls, array: npt.ArrayLike, type: ShapedType | None = None) -> DenseElementsAttr:
        """Return the attribute for an array, which is not copied if it is large and contiguous: do not change it later.

        Without a type, it is a tensor: of `i8` for int8, `ui8` for uint8, `i1` for bool.
        """
        try:
            layout, shape, raw = from_numpy(array)
        except ValueError as unsupported:
            raise InvalidAttributeError(str(unsupported)) from None
        if type is None:
            type = TensorType(shape, _type_of_layout(layout))
        elif type.shape != shape or numpy_type(layout) != numpy_type(_layout_for(type)):
            raise InvalidAttributeError(f"an array of {numpy_type(layout)} with shape {shape} cannot be '{type}'")
        return cls.from_bytes(type, raw)

    @classmethod
    def splat(cls, type: ShapedType, value: Attribute) -> DenseElementsAttr:
        """Create an attribute whose elements all equal an integer or float attribute."""
        if isinstance(value, IntegerAttr):
            return cls.from_bits(type, [value.value])
        if isinstance(value, FloatAttr):
            return cls.from_bits(type, [value.bits])
        raise InvalidAttributeError(f"cannot make a splat of '{value}'")

    @property
    def raw(self) -> bytes | memoryview:
        """The stored bytes: of one element, for a splat."""
        return self.data.raw

    @property
    def layout(self) -> ElementLayout:
        return _layout_for(self.type)

    @property
    def is_splat(self) -> bool:
        return self.layout.is_splat_size(self.data.raw, self.type.num_elements)

    def splat_value(self) -> Attribute | None:
        """Return the integer or float attribute that all elements equal, if they do."""
        if not self.is_splat or isinstance(self.type.element_type, ComplexType):
            return None
        return element_attribute(unpack(self.data.raw, self.layout)[0], self.type.element_type)

    def stored_bits(self) -> list[int]:
        """Return the raw bits of what is stored: one element of a splat, else all; of complex ones part by part."""
        return unpack(self.data.raw, self.layout, 1 if self.is_splat else self.type.num_elements)

    def bits(self) -> list[int]:
        """Return the raw bits of every element; a splat is written out, so mind its size."""
        stored = self.stored_bits()
        return stored * self.type.num_elements if self.is_splat else stored

    def ints(self) -> list[int]:
        """Return every element of integers, in the range of their type."""
        type = self.type.element_type
        if isinstance(type, IntegerType):
            return [type.wrap(value) for value in self.bits()]
        return signed(self.bits(), 64)

    def to_numpy(self) -> np.ndarray[Any, Any]:
        """Return a read-only array over the same memory, in the type's shape; a splat is broadcast, without memory."""
        if not self.is_splat:
            return as_numpy(self.data.raw, self.layout, self.type.shape)
        return numpy().broadcast_to(as_numpy(self.data.raw, self.layout, (1,))[0], self.type.shape)


def _layout_for(type: ShapedType) -> ElementLayout:
    layout = layout_of(type.element_type)
    if layout is None or not type.has_static_shape:
        raise InvalidAttributeError(f"cannot make dense elements of '{type}'")
    return layout


class ElementBuffer:
    """Bytes as a parameter of an interned attribute: equal by content where that is cheap, by identity otherwise."""

    __slots__ = ("_hash", "raw")

    def __init__(self, raw: bytes | memoryview) -> None:
        self.raw = raw
        self._hash = hash(bytes(raw)) if len(raw) <= COMPARED_BYTES else id(raw)

    def __reduce__(self) -> tuple[type[ElementBuffer], tuple[bytes]]:
        return ElementBuffer, (bytes(self.raw),)  # a hash is no good in another process

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ElementBuffer):
            return NotImplemented
        if self.raw is other.raw:
            return True
        return len(self.raw) == len(other.raw) <= COMPARED_BYTES and bytes(self.raw) == bytes(other.raw)

    def __repr__(self) -> str:
        return f"<{len(self.raw)} bytes>"


COMPARED_BYTES = 4096


def element_attribute(bits: int, type: Type) -> Attribute:
    """Return an element of dense data as an attribute of its own."""
    return FloatAttr(bits, type) if isinstance(type, FloatType) else IntegerAttr(_in_range(bits, type), type)


def _in_range(bits: int, type: Type) -> int:
    return type.wrap(bits) if isinstance(type, IntegerType) else signed([bits], 64)[0]


class DenseStringElementsAttr(TypedAttribute):
    """`dense<["a", "b"]> : tensor<2x!t.string>`; one string is a splat."""

    name = "builtin.dense_string_elements"

    type: ShapedType  # pyright: ignore[reportIncompatibleMethodOverride] (a parameter)
    strings: tuple[str, ...]

    def verify(self, report: AttributeReport) -> None:
        if len(self.strings) not in (1, self.type.num_elements):
            report.error(f"expected {self.type.num_elements} strings, but got {len(self.strings)}")


class SparseElementsAttr(TypedAttribute):
    """`sparse<[[0, 1]], [7]> : tensor<2x2xi32>`: the elements that are not zero, and where they are."""

    name = "builtin.sparse_elements"

    type: ShapedType  # pyright: ignore[reportIncompatibleMethodOverride] (a parameter)
    indices: DenseElementsAttr
    elements: DenseElementsAttr | DenseStringElementsAttr


class Blob:
    """The bytes of a resource, known by its key: `{-# dialect_resources: {builtin: {key: "0x…"}} #-}`."""

    __slots__ = ("alignment", "dialect", "key", "raw")

    def __init__(self, dialect: str, key: str, raw: bytes | memoryview | None = None, alignment: int = 1) -> None:
        self.dialect = dialect
        self.key = key
        self.raw = raw
        """`None` until the section that defines the resource has been read."""
        self.alignment = alignment

    def __reduce__(self) -> tuple[type[Blob], tuple[str, str, bytes | None, int]]:
        return Blob, (self.dialect, self.key, None if self.raw is None else bytes(self.raw), self.alignment)

    def __repr__(self) -> str:
        return f"<resource {self.key}: {'missing' if self.raw is None else f'{len(self.raw)} bytes'}>"


class DenseResourceElementsAttr(TypedAttribute):
    """`dense_resource<key> : tensor<4xf32>`: elements kept beside the module, never parsed as a literal."""

    name = "builtin.dense_resource_elements"

    type: ShapedType | UnrankedTensorType | UnrankedMemRefType  # pyright: ignore[reportIncompatibleMethodOverride] (a parameter)
    blob: Blob


# -- Short ways to make common ones ----------------------------------------------------------------------------------

UNIT = UnitAttr()
TRUE = IntegerAttr(1, i1)
FALSE = IntegerAttr(0, i1)


def bool_attr(value: bool) -> IntegerAttr:
    return TRUE if value else FALSE


def int_attr(value: int, type: Type = i64) -> IntegerAttr:
    return IntegerAttr(value, type)


def float_attr(value: float, type: Type = f64) -> FloatAttr:
    return FloatAttr.of(value, type)


def i64_array(values: Iterable[int]) -> DenseArrayAttr:
    return DenseArrayAttr(i64, tuple(values))


def i32_array(values: Iterable[int]) -> DenseArrayAttr:
    return DenseArrayAttr(i32, tuple(values))


def type_of(attr: Attribute) -> Type | None:
    """Return the type of the value that a constant attribute stands for; `none` for unit."""
    if isinstance(attr, (TypedAttribute, StringAttr, OpaqueAttr)):
        return attr.type
    return none if isinstance(attr, UnitAttr) else None
