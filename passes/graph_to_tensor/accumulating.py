"""Lowering of sums: the type that they are computed in, and sums of products over any iteration space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from dlc.dialects import arith, math, tensor
from dlc.dialects.tensor.structured import selection
from dlc.ir import Type, Value
from dlc.ir.affine import AffineMap
from dlc.ir.builtin_types import DYNAMIC, FloatType, IntegerType, TensorType, i16, index

from .lowering import SizeValue, ToTensor
from .scalars import Scalars, working_type

Compute = Callable[..., Value]
"""Writes scalar ops, and gives the last one: `compute(scalars, *elements)`."""


def element_type_of(value: Value) -> Type:
    """The element type of a tensor."""
    return value.type_as(TensorType).element_type


def converted(s: Scalars, a: Value, type: Type, *, unsigned: bool = False) -> Value:
    """A number in another type of its kind."""
    if a.type is type:
        return a
    if isinstance(type, FloatType):
        return s.resized(a, type)
    assert isinstance(type, IntegerType)
    return s.to_width(a, type, unsigned=unsigned)


def with_elements(to: ToTensor, value: Value, type: Type) -> Value:
    """A tensor with its elements in another type of their kind."""
    if element_type_of(value) is type:
        return value

    def body(s: Scalars, a: Value) -> Value:
        return converted(s, a, type)

    return to.elementwise([value], body, element=type)


class Factor(NamedTuple):
    """One side of a sum of products: a tensor, and which of its elements a point of the grid takes."""

    value: Value
    map: AffineMap


class Operand(NamedTuple):
    """A tensor whose dimensions may lie in another order: for each, which dimension of the tensor it is."""

    value: Value
    order: Sequence[int]

    @classmethod
    def of(cls, value: Value) -> Operand:
        """Return a tensor as it is."""
        return cls(value, range(len(value.shape)))

    def factor(self, map: AffineMap) -> Factor:
        """Return the tensor with a map to the dimensions in their order."""
        places = [self.order.index(dim) for dim in range(len(self.order))]
        return Factor(self.value, map.with_results([map.results[place] for place in places]))


def signed_factor(
    to: ToTensor, value: Value, *, unsigned: bool, point: Value | None, dims: Sequence[int] = ()
) -> Value:
    """Return integers without their zero point, which has these dimensions of the tensor, as signed integers.

    Those of 8 bits become i16, from which processors multiply and add pairs. Other tensors stay as they are.
    """
    type, element = working_type(to.element()), element_type_of(value)
    if not isinstance(type, IntegerType) or not isinstance(element, IntegerType) or element is type:
        unsigned = False
    if point is None and not unsigned:
        return value
    assert isinstance(type, IntegerType)
    assert isinstance(element, IntegerType)
    narrow = i16 if element.width <= 8 and type.width > 16 else type

    def body(s: Scalars, x: Value, *points: Value) -> Value:
        number, *zeros = (converted(s, each, narrow, unsigned=unsigned) for each in (x, *points))
        return s.sub(number, zeros[0]) if zeros else number

    rank = len(value.shape)
    points = [point] if point is not None else []
    maps = [selection(rank, tuple(dims) if each.shape else ()) for each in points]
    return to.each([value, *points], [tensor.identity(rank), *maps], to.empty_like(value, narrow), body)


def sum_of_products(
    to: ToTensor,
    factors: tuple[Factor, Factor],
    output_map: AffineMap,
    iterators: Sequence[str],
    sizes: Sequence[SizeValue] | None = None,
    element: Type | None = None,
) -> Value:
    """Sums over the reduction loops, in a tensor of these sizes, or of those of the first result; computed in f32 where
    the result is narrower."""
    element = to.element() if element is None else element
    init = to.filled(0, sizes, working_type(element))
    maps = tensor.map_array((factors[0].map, factors[1].map, output_map))
    values = [factor.value for factor in factors]
    contract = tensor.ContractOp(values, [init], [init.type], maps, tensor.iterator_array(iterators))
    return with_elements(to, to.insert(contract).results[0], element)


# -- Along dimensions --------------------------------------------------------------------------------------------------


def without_dims(to: ToTensor, value: Value, dims: Sequence[int]) -> list[SizeValue]:
    """The sizes of the other dimensions."""
    sizes = enumerate(value.shape)
    return [to.size(value, dim) if size == DYNAMIC else size for dim, size in sizes if dim not in dims]


def kept_map(rank: int, dims: Sequence[int]) -> AffineMap:
    """Return the map from all dimensions to those that are not in `dims`."""
    return selection(rank, tuple(dim for dim in range(rank) if dim not in dims))


def reduced(
    to: ToTensor,
    inputs: Sequence[Value],
    maps: Sequence[AffineMap],
    dims: Sequence[int],
    start: float,
    type: Type,
    combine: Compute,
) -> Value:
    """All elements of the first input along some dimensions combined: `combine(scalars, *elements, so_far)`."""
    rank = len(inputs[0].shape)
    init = to.filled(start, without_dims(to, inputs[0], dims), type)
    kinds = [tensor.REDUCTION if dim in dims else tensor.PARALLEL for dim in range(rank)]
    return to.generic(inputs, [*maps, kept_map(rank, dims)], [init], kinds, combine)[0]


def computed(to: ToTensor, inputs: Sequence[Value], maps: Sequence[AffineMap], type: Type, compute: Compute) -> Value:
    """A tensor of the sizes of the first input, with an element for each of it; others are read through their maps."""
    return to.each(inputs, maps, to.empty_like(inputs[0], type), compute)


# -- Numbers that sizes give -------------------------------------------------------------------------------------------


def count_as_float(to: ToTensor, sizes: Sequence[SizeValue], type: FloatType) -> Value:
    """The product of sizes, as a float."""
    known = 1
    unknown: Value | None = None
    for size in sizes:
        if isinstance(size, int):
            known *= size
        else:
            unknown = size if unknown is None else to.insert(arith.MulIOp(unknown, size)).results[0]
    if unknown is None:
        return to.constant(known, type)
    total = to.insert(arith.MulIOp(unknown, to.constant(known, index))).results[0] if known != 1 else unknown
    return float_of_index(to, total, type)


def float_of_index(to: ToTensor, number: Value, type: FloatType) -> Value:
    """An index as a float."""
    whole = to.insert(arith.IndexCastOp(number, IntegerType(64))).results[0]
    return to.insert(arith.SIToFPOp(whole, type)).results[0]


def square_root(s: Scalars, a: Value) -> Value:
    """The square root of a float."""
    return s.insert(math.SqrtOp(a))


def element(s: Scalars, a: Value) -> Value:
    """The number as it is."""
    del s
    return a


def product(s: Scalars, a: Value, b: Value) -> Value:
    """a * b"""
    return s.mul(a, b)


def quotient(s: Scalars, a: Value, b: Value) -> Value:
    """a / b"""
    return s.div(a, b)


def divided_by(count: Value) -> Compute:
    """a / count"""

    def body(s: Scalars, a: Value) -> Value:
        return s.div(a, count)

    return body


def power(s: Scalars, a: Value, exponent: float) -> Value:
    """A float that is not negative, to a power."""
    if exponent == 1:
        return a
    if exponent == 2:
        return s.mul(a, a)
    return square_root(s, a) if exponent == 0.5 else s.insert(math.PowFOp(a, s.number(exponent, a)))
