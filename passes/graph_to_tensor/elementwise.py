"""Lowering of elementwise graph ops: a `tensor.generic` with identity maps, whose body computes one element.

Functions of narrow floats are computed in f32 and rounded once at the end. So is arithmetic on floats of one byte;
wider floats have arithmetic of their own, which rounds correctly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, overload

from dlc.dialects.tensor.structured import element_of
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import FloatType, TensorType

from .lowering import ToTensor, lowers, plain_element
from .scalars import Scalars, is_float

Choose = Callable[[Type], Type]
"""The type in which elements of a type are computed with."""
OfOne = Callable[[Scalars, Value], Value]
OfTwo = Callable[[Scalars, Value, Value], Value]


@overload
def computed_in(choose: Choose, to: ToTensor, compute: OfOne) -> Value: ...
@overload
def computed_in(choose: Choose, to: ToTensor, compute: OfTwo) -> Value: ...
def computed_in(choose: Choose, to: ToTensor, compute: Callable[..., Value]) -> Value:
    """Emit a generic over all operands, whose body computes in another type if it has to."""
    unsigned = to.is_unsigned()
    element, is_kept = _element_of_result(choose, to.result_types[0], *to.operand_types)
    if is_kept:
        return to.elementwise(to.operands, compute, element=element, unsigned=unsigned)

    def body(scalars: Scalars, *elements: Value) -> Value:
        result = compute(scalars, *[resized_to(scalars, each, choose(each.type)) for each in elements])
        return resized_to(scalars, result, element)

    return to.elementwise(to.operands, body, element=element, unsigned=unsigned)


@lru_cache(maxsize=1024)
def _element_of_result(choose: Choose, result: Type, *operands: Type) -> tuple[Type, bool]:
    """The elements of a result, and whether nothing changes its type on the way to them: those of all operands are the
    same, and are computed with as they are."""
    element = plain_element(element_of(result))
    is_one = all(plain_element(element_of(type)) is element for type in operands)
    return element, is_one and choose(element) is element


def resized_to(scalars: Scalars, value: Value, type: Type) -> Value:
    """Return a float in another format; a value of another type is returned as it is."""
    if value.type is type:
        return value
    return scalars.resized(value, type) if is_float(value) and isinstance(type, FloatType) else value


def lowers_elementwise(
    choose: Choose, unary: Mapping[type[Operation], OfOne], binary: Mapping[type[Operation], OfTwo]
) -> None:
    """Register `f(x, ...) -> generic { f }` as the lowering of each op; `f(scalars, x, ...)` computes an element."""
    computations: dict[type[Operation], Any] = {**unary, **binary}
    lowers(*computations)(lambda op, to: computed_in(choose, to, computations[type(op)]))


def graph_element(to: ToTensor) -> Type:
    """Return the element type of the result, as it is in the graph."""
    [type] = to.result_types
    assert isinstance(type, TensorType)
    return type.element_type


def element_is(value: Value, type: Type) -> bool:
    """Return whether the elements of a tensor have a type."""
    return getattr(value.type, "element_type", None) is type
