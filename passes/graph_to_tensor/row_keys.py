"""The order of elements by which rows are sorted."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.ir import Type, Value
from dlc.ir.builtin_types import FloatType, IntegerType, bit_width

from .accumulating import element_type_of
from .lowering import SizeValue, ToTensor
from .positions import Positions
from .scalars import Scalars, arithmetic_type, is_float, width_of

LEAST_CODE = 16
"""The width of the codes of narrow elements: two digits of a byte, so that digits can be sorted by in pairs."""


class KeyOrder:
    """The order of the elements of a tensor: NaN is larger than all others, and NaNs are equal, as 0.0 and -0.0 are.

    An element's code is an integer with a sign. Elements are ordered as their codes are; equal ones have one code.
    """

    def __init__(self, element: Type, *, unsigned: bool, descending: bool) -> None:
        self.unsigned = unsigned
        self.descending = descending
        width = bit_width(arithmetic_type(element)) or 0
        self.code_type = IntegerType(max(LEAST_CODE, 1 << (width - 1).bit_length()))

    def comes_first(self, scalars: Scalars, x: Value, y: Value) -> Value:
        """Return whether an element sorts before another one."""
        smaller = scalars.compare("gt" if self.descending else "lt", x, y)
        if not is_float(x):
            return smaller
        nan, number = (x, y) if self.descending else (y, x)
        is_number = scalars.bit_xor(scalars.is_nan(number), scalars.constant(1, smaller.type))
        return scalars.bit_or(smaller, scalars.bit_and(scalars.is_nan(nan), is_number))

    def code(self, scalars: Scalars, x: Value) -> Value:
        """Return the code of an element."""
        code = self._code_of_float(scalars, x) if is_float(x) else self._code_of_integer(scalars, x)
        return scalars.bit_xor(code, scalars.number(-1, code)) if self.descending else code

    def _code_of_integer(self, scalars: Scalars, x: Value) -> Value:
        """Integers without a sign are moved down, so that 0 becomes the least integer with a sign."""
        code = scalars.to_width(x, self.code_type, unsigned=self.unsigned)
        return scalars.bit_xor(code, _first_bit(scalars, code)) if self.unsigned else code

    def _code_of_float(self, scalars: Scalars, x: Value) -> Value:
        """The bits of floats are in order if those of negative ones are inverted, but for the sign."""
        element = arithmetic_type(x.type)
        assert isinstance(element, FloatType)
        x = scalars.resized(x, element)
        is_zero, is_nan = scalars.compare("eq", x, scalars.number(0, x)), scalars.is_nan(x)
        bits = scalars.insert(arith.BitcastOp(x, self.code_type))
        bits = scalars.select(is_zero, scalars.number(0, bits), bits)
        sign = scalars.insert(arith.ShRSIOp(bits, scalars.number(width_of(bits) - 1, bits)))
        largest = scalars.number(2 ** (width_of(bits) - 1) - 1, bits)
        code = scalars.bit_xor(bits, scalars.bit_and(sign, largest))
        return scalars.select(is_nan, largest, code)


def _first_bit(scalars: Scalars, like: Value) -> Value:
    """Return the integer of which only the first bit is set."""
    return scalars.number(-(2 ** (width_of(like) - 1)), like)


class RowKeys:
    """One row of a tensor along a dimension."""

    def __init__(self, to: ToTensor, keys: Value, dim: int, others: Sequence[Value], order: KeyOrder) -> None:
        self.keys = keys
        self.dim = dim
        self.others = others
        self.order = order
        self.length = to.size(keys, dim)

    def places(self, position: SizeValue) -> list[SizeValue]:
        """Return the tensor indices of an element of the row."""
        return [*self.others[: self.dim], position, *self.others[self.dim :]]

    def at(self, at: Positions, position: SizeValue) -> Value:
        """Return an element of the row."""
        return at.at(self.keys, self.places(position))

    def comes_first(self, at: Positions, a: Value, b: Value) -> Value:
        """Return whether the element at position a sorts before that at b."""
        x, y = self.at(at, a), self.at(at, b)
        return self.order.comes_first(at.scalars(unsigned=self.order.unsigned), x, y)

    def code(self, at: Positions, position: SizeValue) -> Value:
        """Return the code of an element."""
        return self.order.code(at.scalars(unsigned=self.order.unsigned), self.at(at, position))


def order_of(to: ToTensor, keys: Value, *, descending: bool) -> KeyOrder:
    """Return the order of the elements of the first operand."""
    return KeyOrder(element_type_of(keys), unsigned=to.is_unsigned(), descending=descending)
