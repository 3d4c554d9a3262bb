"""Scalar constants that a pass needs again and again: each is made once, where the function begins."""

from __future__ import annotations

from dlc.dialects import arith
from dlc.ir.attributes import Type, TypedAttribute
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder
from dlc.ir.builtin_attributes import FloatAttr, IntegerAttr, int_attr
from dlc.ir.builtin_types import FloatType, i1, index
from dlc.ir.values import Value


class EntryConstants:
    """The constants of one function."""

    def __init__(self, entry: Block) -> None:
        self.entry = entry
        self._made: dict[TypedAttribute, Value] = {}

    def of(self, attr: TypedAttribute) -> Value:
        """The value of an attribute."""
        constant = self._made.get(attr)
        if constant is None:
            constant = self._made[attr] = Builder.at_start(self.entry).insert(arith.ConstantOp(attr)).results[0]
        return constant

    def number(self, value: float, type: Type) -> Value:
        """A number of a float or integer type; of i1 its last bit."""
        if isinstance(type, FloatType):
            return self.of(FloatAttr.of(float(value), type))
        return self.of(IntegerAttr(int(value) & 1 if type is i1 else int(value), type))

    def index(self, number: int) -> Value:
        """A number of type index."""
        return self.of(int_attr(number, index))
