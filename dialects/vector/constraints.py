"""Constraints on operands and attributes of vector ops, in MLIR's words, and rules that several ops share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Type
from dlc.ir.builtin_attributes import AffineMapAttr, ArrayAttr, IntegerAttr
from dlc.ir.builtin_types import (
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    ShapedType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    i1,
    i64,
    index,
)
from dlc.ir.constraints import AttributeConstraint, TypeConstraint
from dlc.ir.strided_layout import strides_of

from .attributes import IteratorTypeAttr

if TYPE_CHECKING:
    from dlc.ir.values import Value
    from dlc.ir.verifier import Report

# -- Types -----------------------------------------------------------------------------------------------------------


def vector_of(
    description: str, element: Callable[[Type], bool], *, ranks: tuple[int, int] = (0, 1 << 30), fixed: bool = False
) -> TypeConstraint:
    """Vectors by their elements, and by the least and greatest rank."""
    return TypeConstraint(
        description,
        lambda type: (
            isinstance(type, VectorType)
            and ranks[0] <= len(type.shape) <= ranks[1]
            and not (fixed and type.is_scalable)
            and element(type.element_type)
        ),
    )


def _anything(type: Type) -> bool:
    return True


any_vector = vector_of("vector of any type values", _anything)
vector_with_dims = vector_of("vector of any type values", _anything, ranks=(1, 1 << 30))
fixed_vector = vector_of("fixed-length vector of any type values", _anything, fixed=True)
vector_1d = vector_of("vector of any type values of ranks 1", _anything, ranks=(1, 1))
scalable_1d = TypeConstraint(
    "scalable vector of any type values of ranks 1",
    lambda type: vector_1d.accepts(type) and isinstance(type, VectorType) and type.is_scalable,
)
float_vector = vector_of("vector of floating-point values", lambda type: isinstance(type, FloatType))
mask_with_dims = vector_of("vector of 1-bit signless integer values", lambda type: type is i1, ranks=(1, 1 << 30))
any_mask = vector_of("vector of 1-bit signless integer values", lambda type: type is i1)
fixed_mask = vector_of(
    "fixed-length vector of 1-bit signless integer values", lambda type: type is i1, ranks=(1, 1 << 30), fixed=True
)
index_vector = vector_of(
    "vector of integer or index values",
    lambda type: isinstance(type, (IntegerType, IndexType)),
    ranks=(1, 1 << 30),
)
steps_1d = vector_of("vector of index values of ranks 1", lambda type: type is index, ranks=(1, 1))
static_memref = TypeConstraint(
    "statically shaped memref of any type values", lambda type: isinstance(type, MemRefType) and type.has_static_shape
)
tensor_or_memref = TypeConstraint(
    "Tensor or MemRef of any type values",
    lambda type: isinstance(type, (TensorType, MemRefType)),
)
any_shaped = TypeConstraint(
    "shaped of any type values",
    lambda type: isinstance(type, (ShapedType, UnrankedTensorType, UnrankedMemRefType)),
)
printable = TypeConstraint(
    "vector of any type values, or integer, index or float",
    lambda type: isinstance(type, (VectorType, IntegerType, IndexType, FloatType)),
)

# -- Attributes ------------------------------------------------------------------------------------------------------


def _array_of(description: str, element: Callable[[Attribute], bool]) -> AttributeConstraint:
    return AttributeConstraint(
        description, lambda attr: isinstance(attr, ArrayAttr) and all(element(each) for each in attr), ArrayAttr
    )


i64_list = _array_of("64-bit integer array attribute", lambda attr: isinstance(attr, IntegerAttr) and attr.type is i64)
bool_list = _array_of("1-bit boolean array attribute", lambda attr: isinstance(attr, IntegerAttr) and attr.type is i1)
iterator_list = _array_of("Iterator type should be an enum.", lambda attr: isinstance(attr, IteratorTypeAttr))
map_list = _array_of("AffineMap array attribute", lambda attr: isinstance(attr, AffineMapAttr))
alignment_attr = AttributeConstraint(
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
    lambda attr: (
        isinstance(attr, IntegerAttr) and attr.type is i64 and attr.value > 0 and attr.value & (attr.value - 1) == 0
    ),
    IntegerAttr,
)


def ints(attr: ArrayAttr) -> list[int]:
    """The numbers of an array of integer attributes."""
    return [element.value for element in attr if isinstance(element, IntegerAttr)]


# -- Rules that several ops share --------------------------------------------------------------------------------------


def vector_type(value: Value) -> VectorType:
    """The type of a value that is known to be a vector."""
    type = value.type
    assert isinstance(type, VectorType)
    return type


def element_of(type: Type) -> Type:
    """The element type of a shaped type, of others the type itself."""
    return type.element_type if isinstance(type, ShapedType) else type


def innermost_element(type: Type) -> Type:
    """The element type, and of vectors in memory the elements of these."""
    return element_of(element_of(type))


def same_element(report: Report, rule: str, subject: str, first: Type, second: Type) -> bool:
    """Report `words` where the element types differ."""
    if element_of(first) is element_of(second):
        return True
    report.error(rule, f"failed to verify that {subject} have same element type, but got '{first}' and '{second}'")
    return False


def index_count(report: Report, rule: str, base: Value, indices: int) -> bool:
    """Report where there is not one index for each dimension."""
    rank = len(base.shape)
    if indices != rank:
        report.error(rule, f"requires {rank} indices, but got {indices}")
    return indices == rank


def innermost_stride_is_one(type: Type) -> bool:
    """Return whether elements that follow one another in the last dimension do so in memory; so of a size of 1."""
    if not isinstance(type, MemRefType):
        return True
    layout = strides_of(type)
    if layout is None:
        return False
    return not type.shape or type.shape[-1] == 1 or layout.strides[-1] == 1


def describe_dim(size: int, scalable: bool) -> str:
    """`4`, or `[4]` where it is scalable."""
    return f"[{size}]" if scalable else str(size)
