"""The types of MLIR's builtin dialect."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from .affine.map import AffineMap
from .attributes import Attribute, AttributeReport, Type
from .floats import FLOAT_FORMATS, FloatFormat

DYNAMIC: int = -(2**63)
"""The size, stride or offset that is only known when the program runs; `?` in the text."""

MAX_INTEGER_WIDTH = (1 << 24) - 1
SIGNLESS, SIGNED, UNSIGNED = "", "s", "u"
LARGEST_SIZE = 2**63 - 1


class IntegerType(Type):
    """`i32`, `si8`, `ui1`: an integer of a width, with or without a notion of sign."""

    name = "builtin.integer"

    width: int
    signedness: str = SIGNLESS

    def verify(self, report: AttributeReport) -> None:
        if not 0 <= self.width <= MAX_INTEGER_WIDTH:
            report.error(f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits, but got {self.width}")
        if self.signedness not in (SIGNLESS, SIGNED, UNSIGNED):
            report.error(f"signedness must be '', 's' or 'u', but got '{self.signedness}'")

    @property
    def is_signless(self) -> bool:
        return self.signedness == SIGNLESS

    @property
    def is_unsigned(self) -> bool:
        return self.signedness == UNSIGNED

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest number, where those without a notion of sign are signed."""
        if self.is_unsigned:
            return 0, (1 << self.width) - 1
        half = 1 << self.width >> 1
        return -half, half - 1

    def wrap(self, value: int) -> int:
        """`value` modulo 2^width, as attributes hold it: unsigned for `ui` and for `i1`, two's complement otherwise.

        >>> IntegerType(8).wrap(255), IntegerType(8, "u").wrap(-1)
        (-1, 255)
        """
        if value >= 0 and value.bit_length() < self.width:
            return value
        value &= (1 << self.width) - 1
        unsigned = self.signedness == UNSIGNED or (self.width <= 1 and self.signedness == SIGNLESS)
        if not unsigned and self.width and value >> (self.width - 1):
            value -= 1 << self.width
        return value


class IndexType(Type):
    """`index`: as wide as an address; 64 bits wherever constants are concerned."""

    name = "builtin.index"


class FloatType(Type):
    """`f32`, `bf16`, `f8E4M3FN` …: one class, the format is the parameter."""

    name = "builtin.float"

    format_name: str

    def verify(self, report: AttributeReport) -> None:
        if self.format_name not in FLOAT_FORMATS:
            report.error(f"unknown float format '{self.format_name}'")

    @property
    def format(self) -> FloatFormat:
        """The encoding of this format's numbers."""
        return FLOAT_FORMATS[self.format_name]

    @property
    def width(self) -> int:
        return self.format.width


class NoneType(Type):
    """`none`: a type with one value."""

    name = "builtin.none"


class ComplexType(Type):
    """`complex<f32>`"""

    name = "builtin.complex"

    element_type: Type

    def verify(self, report: AttributeReport) -> None:
        if not isinstance(self.element_type, (IntegerType, FloatType)):
            report.error("invalid element type for complex")


class TupleType(Type):
    """`tuple<i32, f32>`"""

    name = "builtin.tuple"

    types: tuple[Type, ...]


class FunctionType(Type):
    """`(i32, f32) -> i1`"""

    name = "builtin.function"

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]

    def mapped(self, function: Callable[[Type], Type]) -> FunctionType:
        """Return the type in which a function has replaced each input and each result."""
        return FunctionType(tuple(map(function, self.inputs)), tuple(map(function, self.results)))


class OpaqueType(Type):
    """`!dialect.text`, of a dialect that is not loaded. `text` is what stands behind the dot."""

    name = "builtin.opaque"

    dialect: str
    text: str


class ShapedType(Type):
    """Base of the types that have a shape and elements."""

    __slots__ = ()

    element_type: ClassVar[Type]  # a parameter of each
    shape: tuple[int, ...]

    @property
    def has_rank(self) -> bool:
        return True

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def has_static_shape(self) -> bool:
        return DYNAMIC not in self.shape

    @property
    def num_elements(self) -> int:
        """The product of the sizes, of a type with a static shape."""
        product = 1
        for size in self.shape:
            product *= size
        return product

    def with_shape(self, shape: tuple[int, ...], element_type: Type | None = None) -> ShapedType:
        """Return the same type with another shape (and element type)."""
        raise NotImplementedError


def _check_shape(shape: tuple[int, ...], report: AttributeReport, kind: str) -> None:
    for size in shape:
        if type(size) is not int:
            report.error(f"a size of a {kind} must be an integer, but got {size!r}")
        elif size != DYNAMIC and not 0 <= size <= LARGEST_SIZE:
            report.error(f"invalid {kind} dimension size {size}")


def _spell_shape(shape: tuple[int, ...]) -> str:
    return ", ".join("?" if size == DYNAMIC else str(size) for size in shape)


class VectorType(ShapedType):
    """`vector<4x[8]xf32>`; scalable dimensions are a multiple, unknown when compiling, of what is written."""

    name = "builtin.vector"

    shape: tuple[int, ...]
    element_type: Type  # pyright: ignore[reportIncompatibleVariableOverride] (a parameter)
    scalable: tuple[bool, ...] = ()

    @classmethod
    def normalize(cls, shape: tuple[int, ...], element_type: Type, scalable: tuple[bool, ...]) -> tuple[object, ...]:  # type: ignore[override]
        return shape, element_type, tuple(scalable) if any(scalable) else ()

    def verify(self, report: AttributeReport) -> None:
        if any(type(size) is not int or not 0 < size <= LARGEST_SIZE for size in self.shape):
            report.error(f"vector types must have positive constant sizes but got {_spell_shape(self.shape)}")
        if self.scalable and len(self.scalable) != len(self.shape):
            report.error(f"number of scalable dims must be {len(self.shape)}, but got {len(self.scalable)}")
        if not _is_vector_element(self.element_type):
            report.error(f"vector elements must be int/index/float type but got '{self.element_type}'")

    @property
    def scalable_dims(self) -> tuple[bool, ...]:
        """The scalability of each dimension."""
        return self.scalable or (False,) * len(self.shape)

    @property
    def is_scalable(self) -> bool:
        return bool(self.scalable)

    def with_shape(self, shape: tuple[int, ...], element_type: Type | None = None) -> VectorType:
        scalable = self.scalable if len(shape) == len(self.shape) else ()
        return VectorType(shape, element_type or self.element_type, scalable)


def _is_vector_element(type: Type) -> bool:
    return isinstance(type, (IntegerType, IndexType, FloatType)) or type.name in VECTOR_ELEMENT_NAMES


VECTOR_ELEMENT_NAMES: set[str] = {"builtin.opaque", "llvm.ptr", "ptr.ptr"}
"""Names of the other types that vectors may hold; a dialect adds its own (MLIR's `VectorElementTypeInterface`)."""


class TensorType(ShapedType):
    """`tensor<4x?xf32, #encoding>`"""

    name = "builtin.tensor"

    shape: tuple[int, ...]
    element_type: Type  # pyright: ignore[reportIncompatibleVariableOverride] (a parameter)
    encoding: Attribute | None = None

    def verify(self, report: AttributeReport) -> None:
        _check_shape(self.shape, report, "tensor")
        if isinstance(self.element_type, _NOT_IN_TENSORS):
            report.error(f"invalid tensor element type: '{self.element_type}'")

    def with_shape(self, shape: tuple[int, ...], element_type: Type | None = None) -> TensorType:
        return TensorType(shape, element_type or self.element_type, self.encoding)

    @property
    def binds_sizes(self) -> bool:
        """Whether names in the encoding stand for sizes of an argument of this type, all over its function."""
        return hasattr(self.encoding, "bind_sizes")


class UnrankedTensorType(Type):
    """`tensor<*xf32>`"""

    name = "builtin.unranked_tensor"

    element_type: Type

    @property
    def has_rank(self) -> bool:
        return False


class MemRefType(ShapedType):
    """`memref<4x?xf32, strided<[?, 1]>, 1>`: a buffer, how its elements lie in memory, and in which memory."""

    name = "builtin.memref"

    shape: tuple[int, ...]
    element_type: Type  # pyright: ignore[reportIncompatibleVariableOverride] (a parameter)
    layout: Attribute | None = None
    memory_space: Attribute | None = None

    @classmethod
    def normalize(  # type: ignore[override]
        cls, shape: tuple[int, ...], element_type: Type, layout: Attribute | None, memory_space: Attribute | None
    ) -> tuple[object, ...]:
        """The identity layout is the same as none, and so is memory space 0."""
        value = getattr(layout, "value", None)
        if isinstance(value, AffineMap) and value.is_identity and value.num_dims == len(shape):
            layout = None
        return shape, element_type, layout, _without_default_space(memory_space)

    def verify(self, report: AttributeReport) -> None:
        _check_shape(self.shape, report, "memref")
        if isinstance(self.element_type, _NOT_IN_MEMREFS):
            report.error(f"invalid memref element type: '{self.element_type}'")
        value = getattr(self.layout, "value", None)
        if isinstance(value, AffineMap) and value.num_dims != len(self.shape):
            report.error(f"memref layout mismatch between rank and affine map: {len(self.shape)} != {value.num_dims}")
        strides = getattr(self.layout, "strides", None)
        if strides is not None and len(strides) != len(self.shape):
            report.error("expected the number of strides to match the rank")

    def with_shape(self, shape: tuple[int, ...], element_type: Type | None = None) -> MemRefType:
        return MemRefType(shape, element_type or self.element_type, self.layout, self.memory_space)


def _without_default_space(memory_space: Attribute | None) -> Attribute | None:
    """Memory space 0 is the same as none."""
    is_zero = getattr(memory_space, "value", None) == 0 and getattr(memory_space, "name", "") == "builtin.integer"
    return None if is_zero else memory_space


class UnrankedMemRefType(Type):
    """`memref<*xf32, 1>`"""

    name = "builtin.unranked_memref"

    element_type: Type
    memory_space: Attribute | None = None

    @classmethod
    def normalize(cls, element_type: Type, memory_space: Attribute | None) -> tuple[object, ...]:  # type: ignore[override]
        return element_type, _without_default_space(memory_space)

    @property
    def has_rank(self) -> bool:
        return False


_NOT_IN_MEMREFS = (FunctionType, TensorType, UnrankedTensorType, TupleType, NoneType)
_NOT_IN_TENSORS = (*_NOT_IN_MEMREFS, MemRefType, UnrankedMemRefType)

i1 = IntegerType(1)
i8 = IntegerType(8)
i16 = IntegerType(16)
i32 = IntegerType(32)
i64 = IntegerType(64)
index = IndexType()
f16 = FloatType("f16")
bf16 = FloatType("bf16")
f32 = FloatType("f32")
f64 = FloatType("f64")
none = NoneType()


def element_type(type: Type) -> Type:
    """Return the element type of a shaped type; the type itself otherwise."""
    return getattr(type, "element_type", type) if isinstance(type, _WITH_ELEMENTS) else type


def float_format(type: Type) -> str:
    """Return the name of the format of a float, or of the elements of a shaped type; empty for all else."""
    element = element_type(type)
    return element.format_name if isinstance(element, FloatType) else ""


_WITH_ELEMENTS = (VectorType, TensorType, MemRefType, UnrankedTensorType, UnrankedMemRefType)


def like(type: Type, element: Type) -> Type:
    """`element` in the shape of `type`: `like(vector<4xf32>, i1)` is `vector<4xi1>`, `like(f32, i1)` is `i1`."""
    if isinstance(type, ShapedType):
        return type.with_shape(type.shape, element)
    return UnrankedTensorType(element) if isinstance(type, UnrankedTensorType) else element


def bit_width(type: Type) -> int | None:
    """Return the width of an integer, index or float type; `None` of others."""
    if isinstance(type, (IntegerType, FloatType)):
        return type.width
    return 64 if isinstance(type, IndexType) else None
