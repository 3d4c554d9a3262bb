"""Runtime values of the interpreter.

A scalar (integer, index, float) is its bits, a Python int in 0 .. 2^width - 1, so that nothing depends on what the
host can represent, or it is `POISON`; a complex number has its real part in the lower half. A vector or tensor is
`Elements`: the bits of all its elements in a numpy array, and where it holds poison. A memref is a `MemRef`
(`memory`), a function value the op that is called. What has no meaning of its own, such as a token, is a Python object.

Python's numbers and numpy's arrays are converted at the border, in `conversion`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, Final, final

import numpy as np

from dlc.ir import ArrayAttr, Attribute, DenseElementsAttr, FloatAttr, IntegerAttr, Type, UnitAttr
from dlc.ir.builtin_attributes import DenseResourceElementsAttr
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    TensorType,
    UnrankedTensorType,
    VectorType,
    bit_width,
    element_type,
)
from dlc.ir.floats import FLOAT_FORMATS, FloatFormat

from .errors import Fault

Array = Any
"""A numpy array: of which type and shape is known when the program runs."""


@final
class Poison:
    """A deferred undefined value: may be copied, selected and stored, but nothing may depend on it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "poison"


POISON: Final = Poison()
INDEX_MASK = (1 << 64) - 1
"""All bits of an index."""
LARGEST_VALUE = 1 << 32
"""The bytes that one vector or tensor may have."""

Scalar = int | Poison


class Elements:
    """The elements of a vector or tensor: `bits` in the smallest unsigned type that fits, `poison` where there is some.

    Neither array is ever changed: what makes new elements makes new arrays.
    """

    __slots__ = ("bits", "poison")

    def __init__(self, bits: Array, poison: Array | None = None) -> None:
        self.bits = bits
        self.poison = poison

    @classmethod
    def of(cls, items: Sequence[Any], shape: Sequence[int], width: int) -> Elements:
        """Return the elements for scalars in row-major order."""
        dtype = bits_dtype(width)
        if POISON not in items:
            return cls(array_of(items, dtype).reshape(shape))
        mask = array_of([item is POISON for item in items], bool).reshape(shape)
        return cls(array_of([0 if item is POISON else item for item in items], dtype).reshape(shape), mask)

    @classmethod
    def splat(cls, value: Any, shape: Sequence[int], width: int) -> Elements:
        """All elements equal, without memory for each."""
        is_poison = value is POISON
        checked_sizes(shape, width)
        one = np.array(0 if is_poison else value, bits_dtype(width))
        return cls(repeated(one, shape), repeated(np.array(True), shape) if is_poison else None)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.bits.shape

    def items(self) -> list[Any]:
        """The scalars in row-major order."""
        bits: list[Any] = self.bits.ravel().tolist()
        if self.poison is None:
            return bits
        return [POISON if bad else item for item, bad in zip(bits, self.poison.ravel().tolist(), strict=True)]

    def item(self, position: tuple[int, ...]) -> Any:
        """One scalar."""
        if self.poison is not None and self.poison[position]:
            return POISON
        return int(self.bits[position])

    def moved(self, move: Callable[[Array], Array]) -> Elements:
        """The elements in another order or shape: `move` is done to the bits and to the poison alike."""
        return Elements(move(self.bits), move(self.poison) if self.poison is not None else None)

    def mask(self) -> Array:
        """Return the positions of poison, as a new array."""
        return np.zeros(self.shape, bool) if self.poison is None else self.poison.copy()

    @property
    def repeated_dims(self) -> frozenset[int]:
        """The dimensions along which elements are repeated without memory for each."""
        bits = self.bits
        return frozenset(dim for dim, stride in enumerate(bits.strides) if not stride and bits.shape[dim] > 1)

    def at_first(self, dims: Container[int]) -> Elements:
        """The elements at index 0 of some dimensions, which are left out."""
        place = tuple(0 if dim in dims else slice(None) for dim in range(len(self.shape)))
        return self.moved(lambda part: part[place])

    def repeated(self, dims: Container[int]) -> Elements:
        """The same elements, which are equal along some dimensions, without memory for each."""
        first = tuple(slice(0, 1) if dim in dims else slice(None) for dim in range(len(self.shape)))
        return self.moved(lambda part: np.broadcast_to(part[first].copy(), part.shape))

    def with_items_at(self, position: Any, items: Elements) -> Elements:
        """A copy with the elements at a numpy index replaced."""
        bits: Array = self.bits.copy()
        bits[position] = items.bits
        if self.poison is None and items.poison is None:
            return Elements(bits)
        mask = self.mask()
        mask[position] = items.mask()
        return Elements(bits, mask)

    def __repr__(self) -> str:
        return f"<elements {self.items()} in shape {self.shape}>"


def joined(parts: Sequence[Elements], build: Callable[[list[Array]], Array]) -> Elements:
    """Elements made of several: `build` is done to the bits and to the poison alike."""
    bits = build([part.bits for part in parts])
    if all(part.poison is None for part in parts):
        return Elements(bits)
    return Elements(bits, build([part.mask() for part in parts]))


def repeated(one: Array, shape: Sequence[int]) -> Array:
    """An array of equal elements, without memory for each. (`numpy.broadcast_to` takes much longer.)"""
    if one.dtype == object:
        return np.broadcast_to(one, tuple(shape))
    one.flags.writeable = False
    return np.ndarray(tuple(shape), one.dtype, one, strides=(0,) * len(shape))


def array_of(items: Any, dtype: Any) -> Array:
    """A new array of scalars."""
    return np.array(items, dtype)


def contiguous(array: Array, dtype: Any = None) -> Array:
    """The array with its elements in order, in as many dimensions; itself if it is so."""
    given: Array = np.asarray(array)
    copied: Array = np.ascontiguousarray(given, dtype)
    return copied.reshape(given.shape)


def positions(*sizes: int) -> Iterator[tuple[int, ...]]:
    """Every index tuple of a shape, in row-major order."""
    if not all(sizes):
        return iter(())  # `product` would list the other sizes first, which may be any
    return itertools.product(*map(range, sizes))


def points_of(box: Sequence[range]) -> Iterator[list[int]]:
    """The points of a box, the last index fastest, made one by one: there may be more than memory holds."""
    if not all(box):
        return
    point = [line.start for line in box]
    while True:
        yield point
        for dim in reversed(range(len(box))):
            point[dim] += box[dim].step
            if point[dim] in box[dim]:
                break
            point[dim] = box[dim].start
        else:
            return


def checked_sizes(sizes: Sequence[int], width: int) -> tuple[int, ...]:
    """Sizes that a tensor can have here."""
    count = 1
    for size in sizes:
        if size < 0:
            raise Fault(f"makes a tensor of negative sizes: {list(sizes)}")
        count *= size or 1  # numpy counts like this, too
    if count * ((width + 7) // 8 or 1) > LARGEST_VALUE:
        raise Fault(f"makes a tensor of sizes {list(sizes)}, but at most {LARGEST_VALUE} bytes can be interpreted")
    return tuple(sizes)


def bits_dtype(width: int) -> Any:
    """Return the smallest unsigned numpy type with `width` bits, or Python's int if none fits."""
    if width > 64:
        return np.dtype(object)
    return np.dtype(np.uint8 if width <= 8 else np.uint16 if width <= 16 else np.uint32 if width <= 32 else np.uint64)


# -- Types -----------------------------------------------------------------------------------------------------------


def is_vector_like(type: Type) -> bool:
    """Return whether values of this type are `Elements`."""
    return isinstance(type, (VectorType, TensorType, UnrankedTensorType))


def scalar_width(type: Type) -> int:
    """The bits of a scalar, or of one element of a shaped type."""
    element = element_type(type)
    if isinstance(element, ComplexType):
        return 2 * scalar_width(element.element_type)
    width = bit_width(element)
    if width is None:
        raise Fault(f"values of type '{type}' have no bits that could be interpreted")
    return width


def float_format(type: Type) -> FloatFormat:
    """The format of a float, or of the elements of a shaped type."""
    element = element_type(type)
    assert isinstance(element, FloatType)
    return FLOAT_FORMATS[element.format_name]


def run_shape(type: ShapedType, vscale: int) -> tuple[int, ...]:
    """The shape that a vector or tensor has when the program runs: scalable sizes are multiplied."""
    if isinstance(type, VectorType) and type.scalable:
        return tuple(n * vscale if grows else n for n, grows in zip(type.shape, type.scalable, strict=True))
    return type.shape


def to_signed(bits: int, width: int) -> int:
    """Bits read as two's complement."""
    return bits - (1 << width) if width and bits >> (width - 1) else bits


# -- Constants -------------------------------------------------------------------------------------------------------


def constant(attr: Attribute, type: Type, vscale: int = 1) -> Any:
    """The value of a constant attribute of the given type."""
    if isinstance(attr, IntegerAttr):
        return attr.unsigned
    if isinstance(attr, FloatAttr):
        return attr.bits
    if isinstance(attr, DenseElementsAttr) and isinstance(type, ShapedType):
        return dense_constant(attr, type, vscale)
    if isinstance(attr, DenseResourceElementsAttr) and isinstance(type, ShapedType):
        if attr.blob.raw is None:
            raise Fault(f"the resource '{attr.blob.key}' is not defined")
        return dense_constant(DenseElementsAttr.from_bytes(type, attr.blob.raw), type, vscale)
    if isinstance(attr, ArrayAttr) and isinstance(type, ComplexType):
        return join_complex(*(constant(part, type.element_type) for part in attr), type=type)
    if isinstance(attr, UnitAttr):
        return None
    raise Fault(f"a constant '{attr}' of type '{type}' cannot be interpreted")


def dense_constant(attr: DenseElementsAttr, type: ShapedType, vscale: int = 1) -> Elements:
    """Dense elements as a value."""
    width, shape = scalar_width(type), run_shape(type, vscale)
    if width in (8, 16, 32, 64) and not attr.is_splat and not isinstance(type.element_type, ComplexType):
        return Elements(contiguous(attr.to_numpy()).view(bits_dtype(width)).reshape(shape))
    items = attr.stored_bits()
    if isinstance(type.element_type, ComplexType):
        half = width // 2
        items = [low | high << half for low, high in zip(items[::2], items[1::2], strict=True)]
    if attr.is_splat:
        return Elements.splat(items[0], shape, width)
    return Elements.of(items, shape, width)


def join_complex(real: Any, imaginary: Any, *, type: Type) -> Any:
    """The bits of a complex number from those of its parts."""
    if real is POISON or imaginary is POISON:
        return POISON
    return real | imaginary << scalar_width(type) // 2


def split_complex(bits: int, type: Type) -> tuple[int, int]:
    """The bits of the real and the imaginary part."""
    half = scalar_width(type) // 2
    return bits & ((1 << half) - 1), bits >> half


# -- Undefined behaviour ---------------------------------------------------------------------------------------------


def used(value: Any, what: str) -> int:
    """A scalar that behaviour depends on: poison is an error."""
    if value is POISON:
        raise Fault(f"depends on poison: {what}")
    return value


def used_index(value: Any, what: str = "an index") -> int:
    """An index as a signed number."""
    bits = used(value, what)
    return bits - (1 << 64) if bits >> 63 else bits


def used_indices(values: Sequence[Any]) -> list[int]:
    """Indices as signed numbers."""
    return [used_index(value) for value in values]


def filled(static: Sequence[int], dynamic: Iterator[Any]) -> list[int]:
    """Constants, with the next of the operands for each that is dynamic."""
    return [used_index(next(dynamic)) if number == DYNAMIC else number for number in static]


def all_items(values: Iterable[Any]) -> list[Any]:
    """The scalars of scalars and elements, in order."""
    items: list[Any] = []
    for value in values:
        if isinstance(value, Elements):
            items += value.items()
        else:
            items.append(value)
    return items


def is_number(type: Type) -> bool:
    """Return whether values of this type are bits."""
    return isinstance(type, (IntegerType, IndexType, FloatType, ComplexType))
