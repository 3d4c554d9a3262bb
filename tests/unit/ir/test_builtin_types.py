"""The builtin types: what they hold, and what they refuse in MLIR's words."""

from __future__ import annotations

import pytest

from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Type
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerAttr, StridedLayoutAttr, StringAttr, int_attr
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    NoneType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    bit_width,
    element_type,
    f32,
    i1,
    i32,
    i64,
    index,
    like,
)
from dlc.ir.errors import InvalidAttributeError


def test_wrapping() -> None:
    i8, u8, s8 = IntegerType(8), IntegerType(8, "u"), IntegerType(8, "s")
    assert [i8.wrap(v) for v in (-129, -128, 127, 128, 255, 256)] == [127, -128, 127, -128, -1, 0]
    assert [u8.wrap(v) for v in (-1, 256)] == [255, 0]
    assert s8.wrap(200) == -56
    assert [i1.wrap(v) for v in (-1, 1, 2)] == [1, 1, 0]
    assert IntegerType(0).wrap(5) == 0


def test_memory_space_zero_and_the_identity_layout_say_nothing() -> None:
    plain = MemRefType((2, 3), f32)
    assert MemRefType((2, 3), f32, None, int_attr(0)) is plain
    assert MemRefType((2, 3), f32, AffineMapAttr(AffineMap.identity(2))) is plain
    assert MemRefType((2, 3), f32, None, int_attr(1)) is not plain
    assert UnrankedMemRefType(f32, IntegerAttr(0, i32)) is UnrankedMemRefType(f32)
    assert UnrankedMemRefType(f32, StringAttr("x")) is not UnrankedMemRefType(f32)


def test_scalable_dimensions() -> None:
    assert VectorType((4,), f32, (False,)) is VectorType((4,), f32)
    scalable = VectorType((4, 2), f32, (True, False))
    assert scalable.scalable_dims == (True, False)
    assert scalable.is_scalable
    assert scalable.with_shape((8, 2), i1) is VectorType((8, 2), i1, (True, False))
    assert scalable.with_shape((8,)) is VectorType((8,), f32)
    assert VectorType((4,), f32).scalable_dims == (False,)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: IntegerType(1 << 24), "integer bitwidth is limited to 16777215 bits, but got 16777216"),
        (lambda: IntegerType(-1), "integer bitwidth is limited"),
        (lambda: IntegerType(8, "x"), "signedness must be '', 's' or 'u', but got 'x'"),
        (lambda: FloatType("f31"), "unknown float format 'f31'"),
        (lambda: ComplexType(index), "invalid element type for complex"),
        (lambda: VectorType((0,), f32), "vector types must have positive constant sizes but got 0"),
        (lambda: VectorType((2, DYNAMIC), f32), "vector types must have positive constant sizes but got 2, ?"),
        (lambda: VectorType((2,), ComplexType(f32)), "vector elements must be int/index/float type"),
        (lambda: VectorType((2,), f32, (True, True)), "number of scalable dims must be 1, but got 2"),
        (lambda: TensorType((-2,), f32), "invalid tensor dimension size -2"),
        (lambda: TensorType((2**63,), f32), "invalid tensor dimension size 9223372036854775808"),
        (lambda: TensorType((2,), MemRefType((), f32)), "invalid tensor element type"),
        (lambda: TensorType((2,), TupleType(())), "invalid tensor element type"),
        (lambda: MemRefType((2,), NoneType()), "invalid memref element type"),
        (lambda: MemRefType((2,), FunctionType((), ())), "invalid memref element type"),
        (lambda: MemRefType((2,), f32, AffineMapAttr(AffineMap.identity(2))), "1 != 2"),
        (lambda: MemRefType((2,), f32, StridedLayoutAttr((1, 1))), "expected the number of strides to match the rank"),
    ],
)
def test_refusals(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(InvalidAttributeError) as caught:
        make()
    assert message in str(caught.value)


def test_shapes() -> None:
    tensor = TensorType((2, DYNAMIC, 3), f32)
    assert tensor.rank == 3
    assert not tensor.has_static_shape
    assert tensor.has_rank
    assert not UnrankedTensorType(f32).has_rank
    assert TensorType((), f32).num_elements == 1
    assert TensorType((4, 0), f32).num_elements == 0
    assert TensorType((10**12, 10**12), f32).num_elements == 10**24


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        (f32, i1),
        (VectorType((4,), f32, (True,)), VectorType((4,), i1, (True,))),
        (TensorType((DYNAMIC,), f32, StringAttr("e")), TensorType((DYNAMIC,), i1, StringAttr("e"))),
        (UnrankedTensorType(f32), UnrankedTensorType(i1)),
        (MemRefType((2,), f32, None, int_attr(3)), MemRefType((2,), i1, None, int_attr(3))),
    ],
)
def test_the_like_of_a_type(type: Type, expected: Type) -> None:
    assert like(type, i1) is expected
    assert element_type(expected) is i1


def test_widths() -> None:
    assert [bit_width(t) for t in (i32, f32, index, i64, VectorType((2,), f32))] == [32, 32, 64, 64, None]
