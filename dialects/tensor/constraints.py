"""Constraints on operands and attributes of tensor ops, in MLIR's words."""

from __future__ import annotations

from dlc.ir import Type, Value
from dlc.ir.builtin_constraints import signless_integer
from dlc.ir.builtin_types import IndexType, IntegerType, TensorType, UnrankedTensorType
from dlc.ir.constraints import TypeConstraint


def tensor_type(value: Value) -> TensorType:
    """The type of a value that the op's constraints have found to be a ranked tensor."""
    type = value.type
    assert isinstance(type, TensorType)
    return type


def _is_tensor(type: Type) -> bool:
    return isinstance(type, (TensorType, UnrankedTensorType))


tensor_with_dims = TypeConstraint(
    "non-0-ranked or unranked tensor", lambda type: _is_tensor(type) and getattr(type, "shape", None) != ()
)
shape_1d = TypeConstraint(
    "1D tensor of signless integer or index values",
    lambda type: (
        isinstance(type, TensorType)
        and len(type.shape) == 1
        and (signless_integer.accepts(type.element_type) or isinstance(type.element_type, IndexType))
    ),
)
static_tensor = TypeConstraint(
    "statically shaped tensor of any type values", lambda type: isinstance(type, TensorType) and type.has_static_shape
)
tensor_of_indices = TypeConstraint(
    "ranked tensor of signless integer or index values",
    lambda type: (
        isinstance(type, TensorType)
        and (signless_integer.accepts(type.element_type) or isinstance(type.element_type, IndexType))
    ),
)
tensor_of_bits = TypeConstraint(
    "tensor of signless integer or unsigned integer or signed integer or floating-point values",
    lambda type: _is_tensor(type) and (isinstance(_element(type), IntegerType) or hasattr(_element(type), "format")),
)


def _element(type: Type) -> Type:
    assert isinstance(type, (TensorType, UnrankedTensorType))
    return type.element_type
