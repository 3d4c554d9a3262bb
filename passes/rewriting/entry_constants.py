"""The scalar constants of one function: each is created once, at the beginning of the entry block."""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir import Block, Builder, Operation, Type, TypedAttribute, Value
from dlc.ir.builtin_attributes import FloatAttr, IntegerAttr, int_attr
from dlc.ir.builtin_types import FloatType, i1, index


class EntryConstants:
    """The constants of one function, as ops of `arith`; a subclass may create others."""

    def __init__(self, entry: Block) -> None:
        self.entry = entry
        self._constants: dict[TypedAttribute, Value] = {}
        self._numbers: dict[tuple[float, Type], Value] = {}

    def create(self, attr: TypedAttribute) -> Operation:
        """Insert a constant at the beginning of the entry block."""
        return Builder.at_start(self.entry).insert(arith.ConstantOp(attr))

    def of(self, attr: TypedAttribute) -> Value:
        """Return the value of an attribute."""
        value = self._constants.get(attr)
        if value is None or value.parent_block is not self.entry:  # a caller may have erased it
            value = self._constants[attr] = self.create(attr).results[0]
        return value

    def number(self, value: float, type: Type) -> Value:
        """Return a number of a float or integer type; of i1 its last bit."""
        if not value and isinstance(value, float):  # 0.0 and -0.0 would be one key
            return self._new_number(value, type)
        constant = self._numbers.get((value, type))
        if constant is None:
            constant = self._numbers[value, type] = self._new_number(value, type)
        return constant

    def _new_number(self, value: float, type: Type) -> Value:
        if isinstance(type, FloatType):
            return self.of(FloatAttr.of(float(value), type))
        return self.of(IntegerAttr(int(value) & 1 if type is i1 else int(value), type))

    def index(self, number: int) -> Value:
        """Return a number of type index."""
        return self.of(int_attr(number, index))
