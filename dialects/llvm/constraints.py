"""Constraints on operands, results and properties of `llvm` ops, in MLIR's words."""

from __future__ import annotations

from dlc.ir import ArrayAttr, DictionaryAttr, Type, TypeAttr
from dlc.ir.builtin_constraints import bool_type, signless_integer
from dlc.ir.builtin_types import IntegerType, VectorType, i1, i32, like
from dlc.ir.constraints import AttributeConstraint, ExactType, TypeConstraint, TypeVariable, instance_of

from .types import (
    ArrayType,
    LLVMFunctionType,
    PointerType,
    StructType,
    VoidType,
    has_size,
    is_compatible,
    is_llvm_float,
)

# -- Types -------------------------------------------------------------------------------------------------------------

any_llvm = TypeConstraint("LLVM dialect-compatible type", is_compatible)
primitive = TypeConstraint(
    "primitive LLVM type", lambda t: is_compatible(t) and not isinstance(t, (VoidType, LLVMFunctionType))
)
loadable = TypeConstraint("LLVM type with size", has_size)
pointer = instance_of(PointerType, "LLVM pointer type")
aggregate = TypeConstraint("LLVM aggregate type", lambda t: isinstance(t, (StructType, ArrayType)))
any_struct = instance_of(StructType, "LLVM structure type")
non_aggregate = TypeConstraint(
    "LLVM-compatible non-aggregate type", lambda t: is_compatible(t) and not isinstance(t, (StructType, ArrayType))
)
llvm_vector = TypeConstraint(
    "LLVM dialect-compatible vector type", lambda t: isinstance(t, VectorType) and is_compatible(t)
)
llvm_float = TypeConstraint("floating point LLVM type", is_llvm_float)
i32_type = ExactType(i32, "32-bit signless integer")
i8_type = ExactType(IntegerType(8), "8-bit signless integer")
any_integer = signless_integer


def vector_of(element: TypeConstraint) -> TypeConstraint:
    """A vector of LLVM with elements of a kind."""
    return TypeConstraint(
        f"LLVM dialect-compatible vector of {element.description}",
        lambda t: isinstance(t, VectorType) and len(t.shape) == 1 and element.accepts(t.element_type),
    )


def scalar_or_vector_of(element: TypeConstraint) -> TypeConstraint:
    """A scalar, or a vector of them."""
    return element | vector_of(element)


integer_like = scalar_or_vector_of(any_integer)
float_like = scalar_or_vector_of(llvm_float)
pointer_like = scalar_or_vector_of(pointer)
bool_like = scalar_or_vector_of(bool_type)
integer_or_pointer_like = integer_like | pointer_like
integer_vector = vector_of(any_integer)
float_vector = vector_of(llvm_float)
pointer_vector = vector_of(pointer)
mask_vector = vector_of(bool_type)

I = TypeVariable("I", integer_like)  # noqa: E741 (the name says integers)
F = TypeVariable("F", float_like)
T = TypeVariable("T", any_llvm)
V = TypeVariable("V", llvm_vector)
P = TypeVariable("P", pointer)


def as_bool(type: Type) -> Type:
    """i1 in the shape of a type."""
    return like(type, i1)


def element_of(type: Type) -> Type:
    """The element type of a vector, the type itself otherwise."""
    return type.element_type if isinstance(type, VectorType) else type


def vector_shape(type: Type) -> object:
    """The sizes of a vector and which of them are scaled; `None` of other types."""
    return (type.shape, type.scalable) if isinstance(type, VectorType) else None


# -- Attributes --------------------------------------------------------------------------------------------------------

dictionary_list = AttributeConstraint(
    "Array of dictionary attributes",
    lambda a: isinstance(a, ArrayAttr) and all(isinstance(element, DictionaryAttr) for element in a),
    ArrayAttr,
)
llvm_function_type = AttributeConstraint(
    "type attribute of LLVM function type",
    lambda a: isinstance(a, TypeAttr) and isinstance(a.type, LLVMFunctionType),
    TypeAttr,
)
