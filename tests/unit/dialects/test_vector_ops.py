from __future__ import annotations

import pytest

from dlc.dialects import arith, register_all, vector
from dlc.dialects.vector.transfer import mask_type
from dlc.ir.affine.map import AffineMap
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, int_attr
from dlc.ir.builtin_types import MemRefType, TensorType, VectorType, f32, i1, i32, index
from dlc.ir.context import Context
from dlc.ir.dense_folds import slice_of, strided_positions
from dlc.ir.effects import is_pure, memory_effects
from dlc.ir.operations import Operation
from dlc.ir.poison import POISON
from dlc.ir.values import Value
from dlc.ir.verifier import verify
from dlc.parser import parse


def value(type: object) -> Value:
    return Block([type]).args[0]  # type: ignore[list-item]


def dense(values: list[int], *shape: int) -> Value:
    return arith.ConstantOp(DenseElementsAttr.of(VectorType(shape or (len(values),), i32), values)).result


def fold(op: Operation, *operands: object) -> object:
    results = op.fold(list(operands))  # type: ignore[attr-defined]
    return results[0] if results else None


# -- Positions -------------------------------------------------------------------------------------------------------


def test_slice_of() -> None:
    assert slice_of((4, 8, 2), (1,)) == (16, 16)
    assert slice_of((4, 8, 2), (1, 2, 1)) == (21, 1)
    assert slice_of((), ()) == (0, 1)


def test_strided_positions() -> None:
    assert list(strided_positions((3, 4), (1, 2), (2, 2))) == [6, 7, 10, 11]


@pytest.mark.parametrize(
    ("dims", "results", "expected"),
    [(2, (0, 1), (2, 3)), (2, (1, 0), (3, 2)), (3, (2,), (2,))],
)
def test_mask_type_is_in_the_order_of_memory(dims: int, results: tuple[int, ...], expected: tuple[int, ...]) -> None:
    order = AffineMap.select(dims, results)
    assert mask_type(VectorType((2, 3)[: len(results)], f32), order) is VectorType(expected, i1)


# -- Making ops ------------------------------------------------------------------------------------------------------


def test_inferred_types() -> None:
    v = value(VectorType((4, 8), f32))
    assert vector.ExtractOp.of(v, [1]).result.type is VectorType((8,), f32)
    assert vector.ExtractOp.of(v, [1, value(index)]).result.type is f32
    assert vector.InterleaveOp(v, v).result.type is VectorType((4, 16), f32)
    assert [r.type for r in vector.DeinterleaveOp(v).results] == [VectorType((4, 4), f32)] * 2
    assert len(vector.ToElementsOp(v).results) == 32
    assert vector.ExtractStridedSliceOp.of(v, [1], [2]).result.type is VectorType((2, 8), f32)


def test_fma_shares_one_type() -> None:
    v = value(VectorType((8,), f32))
    assert vector.FMAOp(v, v, v).result.type is v.type


# -- Folds -----------------------------------------------------------------------------------------------------------


def test_extract_of_constants() -> None:
    constant = DenseElementsAttr.of(VectorType((2, 2), i32), [1, 2, 3, 4])
    source = arith.ConstantOp(constant).result
    assert fold(vector.ExtractOp.of(source, [1, 0]), constant) is int_attr(3, i32)
    assert fold(vector.ExtractOp.of(source, [1]), constant) is DenseElementsAttr.of(VectorType((2,), i32), [3, 4])


def test_extract_at_a_poison_index() -> None:
    assert fold(vector.ExtractOp.of(value(VectorType((4,), f32)), [-1]), None) is POISON


def test_broadcast_of_a_number_is_a_splat() -> None:
    type = VectorType((4,), f32)
    folded = fold(vector.BroadcastOp(value(f32), type), FloatAttr.of(2.0, f32))
    assert folded is DenseElementsAttr.splat(type, FloatAttr.of(2.0, f32))


def test_shuffle_of_constants() -> None:
    a, b = dense([1, 2]), dense([3, 4])
    op = vector.ShuffleOp(a, b, vector.elements.DenseArrayAttr(int_attr(0).type, (3, 0)))
    folded = fold(op, *(operand.defining_op.constant_value() for operand in (a, b)))  # type: ignore[union-attr]
    assert folded is DenseElementsAttr.of(VectorType((2,), i32), [4, 1])


def test_insert_keeps_large_constants_apart() -> None:
    type = VectorType((1024,), i32)
    constant = DenseElementsAttr.of(type, [0])
    dest = arith.ConstantOp(constant).result
    first = vector.InsertOp.of(value(i32), dest, [3])
    vector.InsertOp.of(value(i32), dest, [4])
    assert fold(first, int_attr(1, i32), constant) is None


# -- Effects ---------------------------------------------------------------------------------------------------------


def only(text: str, name: str) -> Operation:
    context = Context()
    register_all(context)
    module = parse(text, context)
    assert module is not None
    assert verify(module, context.diagnostics)
    return next(op for op in module.walk() if op.name == name)


@pytest.mark.parametrize(("source", "expected"), [(MemRefType((8,), f32), ["read"]), (TensorType((8,), f32), [])])
def test_transfers_of_tensors_have_no_effects(source: MemRefType | TensorType, expected: list[str]) -> None:
    text = (
        f"func.func @f(%m: {source}, %i: index, %x: f32) {{\n"
        f"  %0 = vector.transfer_read %m[%i], %x : {source}, vector<4xf32>\n  return\n}}"
    )
    read = only(text, "vector.transfer_read")
    effects = memory_effects(read)
    assert effects is not None
    assert [effect.kind for effect in effects] == expected
    assert is_pure(read) is not bool(expected)


def test_print_must_happen() -> None:
    effects = memory_effects(vector.PrintOp(value(f32)))
    assert effects is not None
    assert [effect.kind for effect in effects] == ["write"]


def test_mask_has_the_effects_of_what_it_masks() -> None:
    text = (
        "func.func @f(%v: vector<4xf32>, %k: vector<4xi1>, %m: memref<4xf32>, %i: index) {\n"
        "  vector.mask %k { vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<4xf32> } : vector<4xi1>\n"
        "  return\n}"
    )
    effects = memory_effects(only(text, "vector.mask"))
    assert effects is not None
    assert [effect.kind for effect in effects] == ["write"]
