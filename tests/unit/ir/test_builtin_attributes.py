"""The builtin attributes: values in the range of their types, and what they refuse."""

# What must be refused is tried: pyright cannot be asked about that.
# pyright: reportArgumentType=false

from __future__ import annotations

import pickle

import pytest

from dlc.ir.affine.map import AffineMap
from dlc.ir.builtin_attributes import (
    FALSE,
    TRUE,
    UNIT,
    ArrayAttr,
    Blob,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    bool_attr,
    float_attr,
    i32_array,
    i64_array,
    int_attr,
    type_of,
)
from dlc.ir.builtin_types import DYNAMIC, IntegerType, TensorType, f32, f64, i1, i8, i32, i64, index, none
from dlc.ir.errors import InvalidAttributeError

U8, S8 = IntegerType(8, "u"), IntegerType(8, "s")


def test_integers_lie_in_the_range_of_their_type() -> None:
    assert IntegerAttr(255, i8) is IntegerAttr(-1, i8)
    assert IntegerAttr(255, U8) is IntegerAttr(-1, U8)
    assert IntegerAttr(255, U8).value == 255
    assert IntegerAttr(200, S8).value == -56
    assert IntegerAttr(-1, i1) is IntegerAttr(1, i1) is TRUE is bool_attr(True)
    assert IntegerAttr(True, i1) is TRUE
    assert IntegerAttr(False, i1) is FALSE
    assert type(IntegerAttr(True, i32).value) is int
    assert IntegerAttr(2**64 - 1, index) is IntegerAttr(-1, index)
    assert (TRUE.signed, TRUE.unsigned) == (-1, 1)
    assert (IntegerAttr(-1, i8).signed, IntegerAttr(-1, i8).unsigned) == (-1, 255)
    assert IntegerAttr(0, IntegerType(0)).value == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: IntegerAttr(256, i8), "integer constant out of range for type: 256 in 'i8'"),
        (lambda: IntegerAttr(-129, i8), "integer constant out of range for type: -129 in 'i8'"),
        (lambda: IntegerAttr(2**64, index), "integer constant out of range for type"),
        (lambda: IntegerAttr(1, IntegerType(0)), "integer constant out of range for type"),
        (lambda: IntegerAttr(1, f32), "integer attributes must have integer or index type, but got 'f32'"),
        (lambda: IntegerAttr(1.5, i32), "'builtin.integer' parameter 'value' must be an integer, but got 1.5"),
        (lambda: IntegerAttr("1", i32), "'builtin.integer' parameter 'value' must be an integer, but got '1'"),
        (lambda: FloatAttr(1, i32), "float attributes must have a float type, but got 'i32'"),
        (lambda: FloatAttr(1 << 32, f32), "bits 0x100000000 do not fit 'f32'"),
        (lambda: FloatAttr.of(1.0, i32), "float attributes must have a float type, but got 'i32'"),
        (lambda: DenseArrayAttr(i8, (128,)), "dense array elements of 'i8' must be in -128 ... 127"),
        (lambda: DenseArrayAttr(i1, (-1,)), "dense array elements of 'i1' must be in 0 ... 1"),
        (lambda: DenseArrayAttr(f32, (-1,)), "dense array elements of 'f32' must be in 0 ... 4294967295"),
        (lambda: DenseArrayAttr(IntegerType(7), (1,)), "dense array element type must be"),
        (lambda: DenseArrayAttr(index, (1,)), "dense array element type must be"),
        (lambda: DictionaryAttr((("b", UNIT), ("a", UNIT))), "the names of a dictionary must be sorted and different"),
        (lambda: DictionaryAttr((("a", UNIT), ("a", UNIT))), "the names of a dictionary must be sorted and different"),
        (lambda: DictionaryAttr((("a", 1),)), "parameter 'entries' must be a tuple"),
        (lambda: DenseElementsAttr.of(TensorType((3,), i32), [1, 2]), ""),
        (
            lambda: DenseElementsAttr.of(TensorType((2, 3), i32), [[1, 2], [3, 4], [5, 6]]),
            "values with shape (3, 2) cannot be 'tensor<2x3xi32>'",
        ),
        (
            lambda: DenseElementsAttr.of(TensorType((2, 2), i32), [[1, 2], [3]]),
            "values of 'tensor<2x2xi32>' must be lists of equal lengths",
        ),
    ],
)
def test_refusals(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(InvalidAttributeError) as caught:
        make()
    assert message in str(caught.value)


def test_floats_keep_their_bits() -> None:
    assert float_attr(0.0) is not float_attr(-0.0)
    assert float_attr(0.1, f32).bits == 0x3DCCCCCD
    assert float_attr(1.5).value == 1.5
    assert FloatAttr(0x7FC00001, f32) is not FloatAttr(0x7FC00000, f32)


def test_dense_elements_of_nested_lists() -> None:
    assert DenseElementsAttr.of(TensorType((2, 2), i32), [[1, 2], [3, 4]]).ints() == [1, 2, 3, 4]
    numpy = pytest.importorskip("numpy")
    assert DenseElementsAttr.of(TensorType((2, 2), i32), numpy.eye(2, dtype=numpy.int32)).ints() == [1, 0, 0, 1]


def test_containers() -> None:
    array = ArrayAttr((UNIT, int_attr(1)))
    assert len(array) == 2
    assert list(array) == [UNIT, int_attr(1)]
    assert array[1] is int_attr(1)
    dictionary = DictionaryAttr.of({"b": UNIT, "a": TRUE})
    assert dictionary.as_dict() == {"a": TRUE, "b": UNIT}
    assert dictionary.get("b") is UNIT
    assert dictionary.get("c") is None
    assert list(i64_array([1, -2])) == [1, -2]
    assert i32_array(range(2))[1] == 1
    assert SymbolRefAttr("a", ("b", "c")).path == ("a", "b", "c")
    assert SymbolRefAttr("a").leaf == "a"


def test_types_of_constants() -> None:
    assert type_of(int_attr(1)) is i64
    assert type_of(float_attr(1.0)) is f64
    assert type_of(UNIT) is none
    assert type_of(StringAttr("a")) is None
    assert type_of(TypeAttr(i32)) is None


def test_distinct_attributes_are_distinct() -> None:
    a, b = DistinctAttr.fresh(UNIT), DistinctAttr.fresh(UNIT)
    assert a is not b
    assert a.referenced is b.referenced


def test_strided_layouts_as_maps() -> None:
    fixed = StridedLayoutAttr((4, 1), 2).affine_map()
    assert isinstance(fixed, AffineMap)
    assert (fixed.num_dims, fixed.num_symbols) == (2, 0)
    dynamic = StridedLayoutAttr((DYNAMIC, 1), DYNAMIC).affine_map()
    assert (dynamic.num_dims, dynamic.num_symbols) == (2, 2)


def test_buffers_travel_to_other_processes() -> None:
    dense = DenseElementsAttr.from_bytes(TensorType((2,), i32), memoryview(b"\1\0\0\0\2\0\0\0"))
    assert pickle.loads(pickle.dumps(dense)) is dense
    resource = DenseResourceElementsAttr(TensorType((4,), i8), Blob("builtin", "k", memoryview(b"abcd"), 4))
    back = pickle.loads(pickle.dumps(resource))
    assert (back.blob.key, bytes(back.blob.raw), back.blob.alignment) == ("k", b"abcd", 4)
