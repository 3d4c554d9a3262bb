"""Constraints on operands and properties of gpu ops, in MLIR's words."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.arith import combiner_of
from dlc.ir import ArrayAttr, Attribute, DenseArrayAttr, DictionaryAttr, SymbolRefAttr, Type
from dlc.ir.builtin_constraints import is_signless_integer
from dlc.ir.builtin_types import FloatType, IndexType, IntegerType, MemRefType, UnrankedMemRefType, VectorType, i32, i64
from dlc.ir.constraints import AttributeConstraint, ExactType, TypeConstraint, instance_of

from .attributes import TOKEN

token = ExactType(TOKEN, "async token type")
signless_i32 = ExactType(i32, "32-bit signless integer")


def _is_number(type: Type) -> bool:
    return is_signless_integer(type) or isinstance(type, FloatType)


number = TypeConstraint("Integer or Float", _is_number)
number_or_vector = TypeConstraint(
    "Integer or Float or fixed-length vector of Integer or Float values of ranks 1",
    lambda type: (
        _is_number(type)
        or (
            isinstance(type, VectorType)
            and len(type.shape) == 1
            and not type.is_scalable
            and _is_number(type.element_type)
        )
    ),
)
printable = TypeConstraint(
    "integer or index or floating-point",
    lambda type: isinstance(type, (IntegerType, IndexType, FloatType)),
)
launch_size = TypeConstraint(
    "index or 32-bit signless integer or 64-bit signless integer",
    lambda type: isinstance(type, IndexType) or type in (i32, i64),
)
unranked = instance_of(UnrankedMemRefType, "unranked.memref of any type values")
memref = TypeConstraint("memref of any type values", lambda type: isinstance(type, MemRefType))


def _is_sizes(attr: Attribute) -> bool:
    return isinstance(attr, DenseArrayAttr) and attr.element_type is i32 and len(attr) == 3


known_sizes = AttributeConstraint("i32 dense array attribute with 3 elements (if present)", _is_sizes, DenseArrayAttr)
dictionary_list = AttributeConstraint(
    "Array of dictionary attributes",
    lambda attr: isinstance(attr, ArrayAttr) and all(isinstance(element, DictionaryAttr) for element in attr),
    ArrayAttr,
)
target_list = AttributeConstraint(
    "array of GPU target attributes with at least 1 element",
    lambda attr: isinstance(attr, ArrayAttr) and len(attr) > 0,
    ArrayAttr,
)
object_list = AttributeConstraint(
    "an array of GPU object attributes with at least 1 element",
    lambda attr: isinstance(attr, ArrayAttr) and len(attr) > 0,
    ArrayAttr,
)
flat_symbol = AttributeConstraint(
    "flat symbol reference attribute", lambda attr: isinstance(attr, SymbolRefAttr) and not attr.nested, SymbolRefAttr
)


def elements_of(type: Type) -> Type:
    """The type of one element of a vector; of anything else, the type itself."""
    return type.element_type if isinstance(type, VectorType) else type


def combining_mismatch(word: str, type: Type) -> str | None:
    """Return why values of a type cannot be combined so, or `None` if they can."""
    if combiner_of(word, elements_of(type)) is not None:
        return None
    return f"`{word}` reduction operation is not compatible with type '{type}'"


def sizes_of(attr: DenseArrayAttr | None) -> Sequence[int] | None:
    """The three numbers of `known_block_size` and `known_grid_size`."""
    return attr.elements if attr is not None else None
