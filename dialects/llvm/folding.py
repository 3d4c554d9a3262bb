"""Folds of integer ops on constants, with the computations of `arith`, and known facts about constants."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects.arith.folding import Compute, fold_bits
from dlc.ir import Attribute, Type, Value
from dlc.ir.builtin_attributes import ArrayAttr, DenseElementsAttr, IntegerAttr, element_attribute
from dlc.ir.builtin_types import IntegerType
from dlc.ir.interfaces import FoldResult
from dlc.ir.values import constant_of

from .attributes import PoisonAttr, UndefAttr, ZeroAttr
from .types import ArrayType

Operands = Sequence["Attribute | None"]


def constant_integer(value: Value) -> int | None:
    """The value as a signed number, if it is a constant scalar."""
    known = constant_of(value)
    return known.signed if isinstance(known, IntegerAttr) else None


def of_type(operands: Operands, type: Type) -> Operands:
    """Return constants as those of a type: `llvm.mlir.constant(3 : index) : i64` is an i64."""
    return [
        element_attribute(operand.value & ((1 << type.width) - 1), type)
        if isinstance(operand, IntegerAttr) and isinstance(type, IntegerType)
        else operand
        for operand in operands
    ]


def fold_integers(
    operands: Operands, source: Type, target: Type, compute: Compute, *, signed: bool = False
) -> FoldResult | None:
    """Fold an op on constants of type `source` whose result is of type `target`."""
    return fold_bits(of_type(operands, source), target, compute, signed=signed)


def constant_member(container: Attribute | None, type: Type, position: Sequence[int]) -> Attribute | None:
    """Return what lies at a position inside a constant of a type, or `None` if that is no constant of its own."""
    if isinstance(container, (UndefAttr, PoisonAttr, ZeroAttr)):
        return container
    if isinstance(container, DenseElementsAttr) and isinstance(type, ArrayType) and len(position) == 1:
        if isinstance(type.element_type, ArrayType) or container.type.rank != 1:
            return None
        bits = container.bits()
        return element_attribute(bits[position[0]], container.type.element_type) if position[0] < len(bits) else None
    for index in position:
        if not isinstance(container, ArrayAttr):
            return None
        container = container[index]
    return container
