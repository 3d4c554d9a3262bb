"""Constants in which nests of loops differ that are alike otherwise, such as the scales of quantized layers.

They become arguments of the function that such nests share. Only operands of arithmetic whose cost and lowering are the
same for any number may become arguments: divisors of integers, exponents, initial values of sums and fillings of memory
stay constants.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.dialects.func import FuncOp
from dlc.ir import Operation, TypedAttribute, Value
from dlc.ir.builtin_types import FloatType, IntegerType, i1
from dlc.ir.traits import ConstantLike
from dlc.ir.values import constant_of

from ..generic.captured_values import NOTHING

_ARITHMETIC = (
    *(arith.AddFOp, arith.SubFOp, arith.MulFOp, arith.DivFOp, arith.CmpFOp),
    *(arith.MaximumFOp, arith.MinimumFOp, arith.MaxNumFOp, arith.MinNumFOp),
    *(arith.AddIOp, arith.SubIOp, arith.MulIOp, arith.CmpIOp),
    *(arith.MaxSIOp, arith.MinSIOp, arith.MaxUIOp, arith.MinUIOp, arith.SelectOp),
)
OperandSlot = tuple[Operation, int]
"""An op and the index of its operand."""


def places_of_constants(function: FuncOp) -> list[OperandSlot]:
    """Return the operands that may become arguments of the function, in order."""
    return [
        (op, index)
        for op in function.walk()
        if isinstance(op, _ARITHMETIC)
        for index, operand in enumerate(op.operands)
        if _may_be_passed(operand)
    ]


def constants_at(places: Sequence[OperandSlot]) -> list[TypedAttribute]:
    """Return the constants that are operands."""
    return [constant for op, index in places if isinstance(constant := constant_of(op.operands[index]), TypedAttribute)]


def pass_constants(function: FuncOp, places: Sequence[OperandSlot], classes: Sequence[object]) -> list[int]:
    """Make arguments of operands, one for all of a class; those of the class `None` stay as they are.

    Return the number of a place of each new argument.
    """
    numbers: dict[object, int] = {}
    for number, of_class in enumerate(classes):
        if of_class is not None:
            numbers.setdefault(of_class, number)
    firsts = [places[number] for number in numbers.values()]
    added = function.add_arguments([op.operands[index].type for op, index in firsts], NOTHING, function.location)
    arguments = dict(zip(numbers, added, strict=True))
    for (op, index), of_class in zip(places, classes, strict=True):
        if of_class is not None:
            op.set_operand(index, arguments[of_class])
    for op in list(function.entry.ops):
        if ConstantLike in op.traits and not op.has_uses:
            op.erase()
    return list(numbers.values())


def _may_be_passed(value: Value) -> bool:
    type = value.type
    is_number = isinstance(type, (FloatType, IntegerType)) and type is not i1
    return is_number and isinstance(constant_of(value), TypedAttribute)  # poison is none
