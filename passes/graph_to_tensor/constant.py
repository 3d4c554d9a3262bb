"""Lowering of `graph.constant` to `arith.constant`."""

from __future__ import annotations

from dlc.dialects import arith, graph
from dlc.ir import Attribute, Value
from dlc.ir.builtin_attributes import DenseElementsAttr, DenseResourceElementsAttr, TypedAttribute

from .lowering import ToTensor, lowers, plain_type


@lowers(graph.ConstantOp)
def lower_constant(op: graph.ConstantOp, to: ToTensor) -> Value:
    """constant -> arith.constant"""
    return to.insert(arith.ConstantOp(plain_elements(op.value))).results[0]


def plain_elements(value: Attribute) -> TypedAttribute:
    """Elements of a type without a sign."""
    if isinstance(value, DenseElementsAttr):
        type = plain_type(value.type)
        return value if type is value.type else DenseElementsAttr(type, value.data)  # type: ignore[arg-type]
    assert isinstance(value, DenseResourceElementsAttr)
    return DenseResourceElementsAttr(plain_type(value.type), value.blob)  # type: ignore[arg-type]
