"""The interface that translations of TOSA's ops are written with.

    @translates(tosa.TanhOp)
    def translate_tanh(op: tosa.TanhOp) -> Value:
        return graph.tanh(op.input)

A function of `graph` inserts where the op is, whose operands have been translated before. A shape is a list of i64.
Integers of 48 bits, the sums for i16, are those of 64: the specification lets none of them overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.dialects import graph
from dlc.dialects.graph.shape_values import sizes_in
from dlc.dialects.graph.tensors import element_of, shape_of
from dlc.dialects.quant import QuantizedType
from dlc.dialects.tosa import ShapeType
from dlc.dialects.tosa.convolution import i48
from dlc.ir import DenseElementsAttr, Type, Value
from dlc.ir.builtin_types import DYNAMIC, FloatType, FunctionType, IntegerType, TensorType, i1, i64
from dlc.ir.op_table import OpTable
from dlc.ir.sizes import Dim, Shape

from ..graph.translated_values import known_elements
from ..rewriting.cannot_lower import CannotLower

Translated = Value | Sequence[Value]
translates = OpTable[Callable[[Any], Translated]]("translation to graph ops")


# -- Types -------------------------------------------------------------------------------------------------------------


def plain_type(type: Type) -> Type:
    """Return the type of a value of graph ops: of quantized numbers that of the integers, and of a shape a list."""
    if isinstance(type, TensorType):
        return TensorType(type.shape, plain_element(type.element_type), type.encoding)
    if isinstance(type, ShapeType):
        return TensorType((type.rank,), i64)
    if isinstance(type, FunctionType):
        return type.mapped(plain_type)
    return type


def plain_element(element: Type) -> Type:
    """Return the type of elements of graph ops."""
    if isinstance(element, QuantizedType):
        return IntegerType(element.storage.width)
    return i64 if element is i48 else element


def declared(value: Value) -> tuple[Shape, Type]:
    """Return the sizes and the element type that the type of a value of TOSA says."""
    type = plain_type(value.type)
    if not isinstance(type, TensorType):
        raise CannotLower(f"is only supported on tensors with a rank, but got '{value.type}'")
    return tuple(None if size == DYNAMIC else size for size in type.shape), type.element_type


def is_float(value: Value) -> bool:
    """Return whether a tensor has floats."""
    return isinstance(element_of(value), FloatType)


def convert(value: Value, element: Type) -> Value:
    """Return numbers in another type; as a truth value, whether they are not 0."""
    if element_of(value) is element:
        return value
    return graph.compare("ne", value, 0) if element is i1 else graph.cast(value, element)


# -- Constants ---------------------------------------------------------------------------------------------------------


def numbers(given: Sequence[int], element: Type = i64) -> Value:
    """Insert a list of integers."""
    return graph.constant(DenseElementsAttr.of(TensorType((len(given),), element), list(given)))


def known_numbers(value: Value) -> list[int] | None:
    """Return the elements of a list of integers that are constants, or are computed of such."""
    sizes = sizes_in(value)
    known = [size for size in sizes or () if isinstance(size, int)]
    return known if sizes is not None and len(known) == len(sizes) else None


def needed_numbers(value: Value, role: str) -> list[int]:
    """Return the elements of a list that has to be constant."""
    known = known_numbers(value)
    if known is None:
        raise CannotLower(f"needs a constant {role}, but got one that is computed")
    return known


def the_number(value: Value) -> Value:
    """Return the only element of a list as a scalar."""
    return graph.reshape(value, [])


def zero_point(value: Value) -> Value | None:
    """Return a zero point as a scalar; `None` if it is 0."""
    known = known_elements(value)
    is_zero = known is not None and not known.to_numpy().any()
    return None if is_float(value) or is_zero else the_number(value)


# -- Broadcasting ------------------------------------------------------------------------------------------------------


def broadcast_together(*values: Value) -> list[Value]:
    """Return values with one shape: those of size 1 along a dimension are repeated."""
    shapes = [shape_of(value) for value in values]
    if len(set(shapes)) == 1:
        return list(values)
    if len({len(shape) for shape in shapes}) > 1:
        raise CannotLower(f"needs tensors of one rank, but got '{values[0].type}' and '{values[-1].type}'")
    target = [_common_size(sizes) for sizes in zip(*shapes, strict=True)]
    return [_broadcast(value, target, values) for value in values]


def _common_size(sizes: Sequence[Dim]) -> Dim:
    """Return the size to which sizes are broadcast; a size that is unknown is that one too."""
    known = [size for size in sizes if isinstance(size, int) and size != 1]
    return known[0] if known else next((size for size in sizes if size != 1), 1)


def _broadcast(value: Value, target: Sequence[Dim], values: Sequence[Value]) -> Value:
    shape = shape_of(value)
    exact = [1 if size == 1 else wanted for size, wanted in zip(shape, target, strict=True)]
    fitting = value if list(shape) == exact else graph.with_shape(value, exact)
    if exact == list(target):
        return fitting
    sizes = _sizes(target, values) if None in target else None
    return graph.broadcast(fitting, list(range(len(target))), target, sizes=sizes)


def _sizes(target: Sequence[Dim], values: Sequence[Value]) -> Value:
    """Return the sizes of a shape as a list, those that are unknown from a value that has them."""
    parts = [
        numbers([size])
        if isinstance(size, int)
        else graph.reshape(graph.dim(next(each for each in values if shape_of(each)[dim] != 1), dim), [1])
        for dim, size in enumerate(target)
    ]
    return graph.concat(parts, 0)


def along(value: Value, dim: int, like: Value) -> Value:
    """Return a list repeated to the shape of another value, along whose dimension `dim` it goes."""
    shape = shape_of(like)
    sizes = graph.shape(like) if None in shape else None
    if shape_of(value) == (1,):
        return graph.broadcast(the_number(value), [], shape, sizes=sizes)
    return graph.broadcast(value, [dim], shape, sizes=sizes)
