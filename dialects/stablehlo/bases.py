"""Types of operands, and the fields and the syntax of elementwise ops, for `stablehlo` and `chlo`."""

from __future__ import annotations

from typing import ClassVar

from dlc.ir import Type
from dlc.ir.builtin_constraints import typed_int
from dlc.ir.builtin_types import MemRefType, TensorType, TupleType, UnrankedTensorType, i32
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import Op, Operand, Result, operand, result

from .attributes import FutureType, TokenType
from .forms import SAME_TYPES_1, SAME_TYPES_2


def _is_tensor(type: Type) -> bool:
    return isinstance(type, (TensorType, UnrankedTensorType))


tensor = TypeConstraint("tensor", _is_tensor)
token = TypeConstraint("token", lambda type: isinstance(type, TokenType))
tuple_type = TypeConstraint("tuple", lambda type: isinstance(type, TupleType))
future = TypeConstraint("future", lambda type: isinstance(type, FutureType))
tensor_or_token = TypeConstraint("tensor or token", lambda type: _is_tensor(type) or isinstance(type, TokenType))
any_value = TypeConstraint(
    "tensor, token, tuple, future or memref",
    lambda type: _is_tensor(type) or isinstance(type, (TokenType, TupleType, FutureType, MemRefType)),
)
i32_attr = typed_int(i32)


class UnaryOp(Op):
    """An op on each element of a tensor."""

    operand: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))"
    directives: ClassVar = SAME_TYPES_1


class BinaryOp(Op):
    """An op on pairs of elements of two tensors."""

    lhs: Operand = operand(tensor)
    rhs: Operand = operand(tensor)
    result: Result = result(tensor)
    syntax = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))"
    directives: ClassVar = SAME_TYPES_2
