"""Constraints over the builtin types and attributes, with MLIR's descriptions."""

from __future__ import annotations

import operator
from collections.abc import Mapping

from .attributes import Attribute, PythonForm, Type
from .builtin_attributes import (
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
    i64_array,
)
from .builtin_types import (
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    element_type,
    f64,
    i1,
    i32,
    i64,
    index,
)
from .constraints import AttributeConstraint, ExactType, TypeConstraint, attribute_of, instance_of

# -- Types -----------------------------------------------------------------------------------------------------------


def is_signless_integer(type: Type) -> bool:
    return isinstance(type, IntegerType) and type.is_signless


def container_of(predicate: TypeConstraint, description: str) -> TypeConstraint:
    """A type, or a vector or tensor whose elements are of it."""
    return TypeConstraint(
        description,
        lambda type: predicate.accepts(element_type(type) if isinstance(type, _VALUE_CONTAINERS) else type),
    )


_VALUE_CONTAINERS = (VectorType, TensorType, UnrankedTensorType)

bool_type = ExactType(i1, "1-bit signless integer")
index_type = ExactType(index, "index")
any_integer = instance_of(IntegerType, "integer")
signless_integer = TypeConstraint("signless integer", is_signless_integer)
any_float = instance_of(FloatType, "floating-point")
integer_or_index = TypeConstraint(
    "signless integer or index", lambda t: is_signless_integer(t) or isinstance(t, IndexType)
)
signless_integer_like = container_of(integer_or_index, "signless-integer-like")
signless_fixed_width_integer_like = container_of(signless_integer, "signless-fixed-width-integer-like")
bool_like = container_of(bool_type, "bool-like")
float_like = container_of(any_float, "floating-point-like")
any_vector = instance_of(VectorType, "vector of any type values")
any_tensor = TypeConstraint("tensor of any type values", lambda t: isinstance(t, (TensorType, UnrankedTensorType)))
any_ranked_tensor = instance_of(TensorType, "ranked tensor of any type values")
any_memref = instance_of(MemRefType, "memref of any type values")
any_memref_or_unranked = TypeConstraint(
    "ranked or unranked memref of any type values", lambda t: isinstance(t, (MemRefType, UnrankedMemRefType))
)
any_function = instance_of(FunctionType, "function type")

# -- Attributes ------------------------------------------------------------------------------------------------------


def typed_int(type: Type) -> AttributeConstraint:
    """An integer of a type that need not be written."""
    requirement = "index" if isinstance(type, IndexType) else f"{getattr(type, 'width', '')}-bit signless integer"
    return AttributeConstraint(
        f"{requirement} attribute",
        lambda attr: isinstance(attr, IntegerAttr) and attr.type is type,
        IntegerAttr,
        form="untyped",
        type=type,
        python=PythonForm("int", lambda given: IntegerAttr(operator.index(given), type)),
    )


def typed_float(type: FloatType) -> AttributeConstraint:
    """A float of a type that need not be written."""
    return AttributeConstraint(
        f"{type.width}-bit float attribute",
        lambda attr: isinstance(attr, FloatAttr) and attr.type is type,
        FloatAttr,
        form="untyped",
        type=type,
        python=PythonForm("float", lambda given: FloatAttr.of(float(given), type)),
    )


def enum_of(type: Type, cases: Mapping[str, int], description: str) -> AttributeConstraint:
    """An integer that stands for a word."""
    allowed = frozenset(cases.values())
    return AttributeConstraint(
        f"{description} whose value is one of {', '.join(cases)}",
        lambda attr: isinstance(attr, IntegerAttr) and attr.type is type and attr.value in allowed,
        IntegerAttr,
        form="enum",
        type=type,
        cases=cases,
        python=PythonForm(f"Literal{list(cases)}", lambda case: IntegerAttr(cases[case], type)),
    )


def array_of(kind: type[Attribute], description: str) -> AttributeConstraint:
    return AttributeConstraint(
        description,
        lambda attr: isinstance(attr, ArrayAttr) and all(isinstance(element, kind) for element in attr),
        ArrayAttr,
    )


string_attr = attribute_of(StringAttr, "string attribute")
unit_attr = attribute_of(UnitAttr, "unit attribute")
type_attr = attribute_of(TypeAttr, "any type attribute")
integer_attr_any = attribute_of(IntegerAttr, "arbitrary integer attribute")
i64_attr = typed_int(i64)
index_attr = typed_int(index)
f64_attr = typed_float(f64)
bool_attr_constraint = typed_int(i1)
symbol_name = AttributeConstraint(
    "string attribute", lambda a: isinstance(a, StringAttr), StringAttr, form="symbol_name"
)
symbol_ref = attribute_of(SymbolRefAttr, "symbol reference attribute")
flat_symbol_ref = AttributeConstraint(
    "flat symbol reference attribute", lambda a: isinstance(a, SymbolRefAttr) and not a.nested, SymbolRefAttr
)
function_type_attr = AttributeConstraint(
    "type attribute of function type", lambda a: isinstance(a, TypeAttr) and isinstance(a.type, FunctionType), TypeAttr
)
i32_dense_array = AttributeConstraint(
    "i32 dense array attribute",
    lambda a: isinstance(a, DenseArrayAttr) and a.element_type is i32,
    DenseArrayAttr,
    form="list",
    type=i32,
)
integer_elements = AttributeConstraint(
    "integer elements attribute",
    lambda a: isinstance(a, DenseElementsAttr) and isinstance(a.type.element_type, IntegerType),
    DenseElementsAttr,
)
i64_dense_array = AttributeConstraint(
    "i64 dense array attribute",
    lambda a: isinstance(a, DenseArrayAttr) and a.element_type is i64,
    DenseArrayAttr,
    form="list",
    type=i64,
    python=PythonForm("Sequence[int]", lambda given: i64_array(map(operator.index, given))),
)
