"""The signatures of `func.func` are changed as a whole, by their inputs or by their results."""

from __future__ import annotations

from dlc.dialects.func import FuncOp
from dlc.ir.builtin_types import FunctionType, TensorType, f32, i1, i32


def test_types_that_are_not_given_stay() -> None:
    function = FuncOp.of("f", [i32], [i32])
    function.set_signature(results=[f32])
    assert function.type is FunctionType((i32,), (f32,))
    function.set_signature([i1, i32])
    assert function.type is FunctionType((i1, i32), (f32,))
    function.set_signature((), ())
    assert function.type is FunctionType((), ())


def test_each_type_of_a_signature_is_replaced() -> None:
    mapped = FunctionType((i32, f32), (i1,)).mapped(lambda type: TensorType((2,), type))
    assert str(mapped) == "(tensor<2xi32>, tensor<2xf32>) -> tensor<2xi1>"
