"""Values for translations of other dialects: constants, scalars that are repeated, known elements.

`fitted` gives a value the type that the translated op declares, which may say more or less of sizes than what follows
from its operands.
"""

from __future__ import annotations

from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.ir import DenseElementsAttr, Type, Value
from dlc.ir.builtin_types import TensorType
from dlc.ir.sizes import Shape
from dlc.ir.values import constant_of

from ..rewriting.cannot_lower import CannotLower


def fitted(value: Value, shape: Shape, element: Type) -> Value:
    """Return a value with the type that an op declares."""
    given = shape_of(value)
    pairs = zip(given, shape, strict=False)
    may_fit = len(given) == len(shape) and all(
        a == b or not (isinstance(a, int) and isinstance(b, int)) for a, b in pairs
    )
    if not may_fit or element_of(value) is not element:
        raise CannotLower(f"result must have type '{value.type}', but got '{tensor_of(shape, element)}'")
    return value if given == shape else graph.with_shape(value, shape)


def static_shape(value: Value) -> tuple[int, ...]:
    """Return the sizes of a tensor, which must be known."""
    shape = shape_of(value)
    if not all(isinstance(size, int) for size in shape):
        raise CannotLower(f"needs sizes that are known, but got '{value.type}'")
    return shape  # type: ignore[return-value]


def static_size(value: Value, dim: int) -> int:
    """Return the size along a dimension, which must be known."""
    size = shape_of(value)[dim]
    if not isinstance(size, int):
        raise CannotLower(f"needs a known size of dimension {dim}, but got '{value.type}'")
    return size


def filled(number: complex, like: Value) -> Value:
    """Return a number with the type of another value."""
    return constant_like(number, like)


def scalar(number: complex, like: Value) -> Value:
    """Return a number with the element type of another value."""
    return graph.constant(DenseElementsAttr.of(TensorType((), element_of(like)), [number]))


def spread_to(value: Value, like: Value) -> Value:
    """Return a scalar with the shape of another value."""
    if shape_of(value) == shape_of(like):
        return value
    sizes = graph.shape(like) if None in shape_of(like) else None
    return graph.broadcast(value, [], shape_of(like), sizes=sizes)


def numbers_of_constant(constant: DenseElementsAttr) -> list[Any]:
    """Return the elements of a constant in row-major order; of equal ones, one is enough."""
    array: Any = constant.to_numpy()
    return list(array.reshape(-1)[:1] if constant.is_splat else array.reshape(-1))


def known_elements(value: Value) -> DenseElementsAttr | None:
    """Return the constant whose elements, moved or repeated, a value has."""
    while isinstance(value.defining_op, (graph.BroadcastOp, graph.ReshapeOp)):
        value = value.defining_op.operands[0]
    constant = constant_of(value)
    return constant if isinstance(constant, DenseElementsAttr) else None
