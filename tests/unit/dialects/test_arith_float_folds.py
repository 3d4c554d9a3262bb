"""Folds of float ops: on vectors through numpy, and where NaN and the signs of zero decide."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects import arith
from dlc.ir.attributes import Attribute
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr
from dlc.ir.builtin_types import FloatType, IntegerType, VectorType, bf16, f16, f32, f64, i1, i8
from dlc.ir.definition import Op
from dlc.ir.floats import FloatFormat
from dlc.ir.values import OpResult, Value, constant_of
from support.properties import examples

OPS: dict[type[Op], Any] = {
    arith.AddFOp: np.add,
    arith.SubFOp: np.subtract,
    arith.MulFOp: np.multiply,
    arith.DivFOp: np.divide,
    arith.RemFOp: np.fmod,
}
RAW = {16: np.uint16, 32: np.uint32, 64: np.uint64}
KINDS = {f16: np.float16, f32: np.float32, f64: np.float64}


def unknown(type: FloatType) -> OpResult:
    """A value of which nothing is known."""
    source = arith.ConstantOp.integer(0, IntegerType(type.width))
    return arith.BitcastOp(source.result, type).target


@pytest.mark.parametrize("cls", OPS, ids=lambda cls: cls.name)
@pytest.mark.parametrize("kind", KINDS, ids=str)
@examples(40)
@given(seed=st.integers(0, 2**32))
def test_dense(cls: Any, kind: FloatType, seed: int) -> None:
    random = Random(seed)
    raw, value = RAW[kind.width], KINDS[kind]
    columns = [np.array([random.getrandbits(kind.width) for _ in range(4)], raw) for _ in range(2)]
    type = VectorType((4,), kind)
    attrs = [DenseElementsAttr.from_bits(type, column.tolist()) for column in columns]
    folded = cls(*[arith.ConstantOp(attr).result for attr in attrs]).fold(attrs)  # type: ignore[attr-defined]
    with np.errstate(all="ignore"):
        expected = OPS[cls](*[column.view(value) for column in columns])
    assert folded is not None
    constant = constant_of(folded[0]) if isinstance(folded[0], Value) else folded[0]
    assert isinstance(constant, DenseElementsAttr)
    actual = np.array(constant.bits(), raw).view(value)
    np.testing.assert_array_equal(actual, expected)
    zeros = expected == 0
    np.testing.assert_array_equal(np.signbit(actual)[zeros], np.signbit(expected)[zeros])


@pytest.mark.parametrize("cls", [arith.AddFOp, arith.SubFOp, arith.MulFOp, arith.DivFOp], ids=lambda cls: cls.name)
@pytest.mark.parametrize("kind", [f32, f64], ids=str)
def test_large_constants_fold_as_small_ones(cls: Any, kind: FloatType) -> None:
    """Many elements go through numpy; the bits must be those of one element at a time, for invalid operations too."""
    form, count = kind.format, 400
    numbers = [0.0, -0.0, 1.0, -1.5, 1e-40, -3e38, math.inf, -math.inf, 1e300, 0.1]
    columns = [[form.from_float(numbers[(index * step) % len(numbers)]) for index in range(count)] for step in (1, 3)]
    type = VectorType((count,), kind)
    attrs = [DenseElementsAttr.from_bits(type, column) for column in columns]
    folded = cls(*[arith.ConstantOp(attr).result for attr in attrs]).fold(attrs)
    assert folded is not None
    for a, b, actual in zip(*columns, folded[0].bits(), strict=True):
        single = [FloatAttr(bits, kind) for bits in (a, b)]
        one = cls(*[arith.ConstantOp(attr).result for attr in single]).fold(single)
        assert one is not None
        expected = constant_of(one[0]) if isinstance(one[0], Value) else one[0]
        assert expected is FloatAttr(actual, kind)


def fold_with(cls: Callable[..., Op], constant: FloatAttr, kind: FloatType = f32) -> object:
    """Return the fold of an op on an unknown value and a constant: "x", a constant, or `None`."""
    x = unknown(kind)
    op = cls(x, arith.ConstantOp(constant).result)
    folded = op.fold([None, constant])  # type: ignore[attr-defined]
    return "x" if folded is not None and folded[0] is x else folded


@pytest.mark.parametrize(
    ("cls", "value", "expected"),
    [
        (arith.AddFOp, -0.0, "x"),
        (arith.AddFOp, 0.0, None),
        (arith.SubFOp, 0.0, "x"),
        (arith.SubFOp, -0.0, None),
        (arith.MulFOp, 1.0, "x"),
        (arith.MulFOp, -1.0, None),
        (arith.MulFOp, 0.0, None),
        (arith.DivFOp, 1.0, "x"),
        (arith.MaximumFOp, -np.inf, "x"),
        (arith.MaximumFOp, np.inf, None),
        (arith.MinimumFOp, np.inf, "x"),
        (arith.MaxNumFOp, np.nan, "x"),
        (arith.MaxNumFOp, -np.inf, None),
        (arith.MinNumFOp, np.nan, "x"),
        (arith.MinimumFOp, np.nan, None),
    ],
)
def test_identities(cls: Callable[..., Op], value: float, expected: object) -> None:
    for kind in (f16, bf16, f32, f64):
        assert fold_with(cls, FloatAttr.of(value, kind), kind) == expected


def test_formats_without_negative_zero() -> None:
    """There, +0 is neutral in no addition that could be folded by it: the only zero is not -0."""
    kind = FloatType("f8E4M3FNUZ")
    assert fold_with(arith.AddFOp, FloatAttr(0, kind), kind) is None
    assert fold_with(arith.SubFOp, FloatAttr(0, kind), kind) == "x"


COMPARED = (0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, np.nan)


@pytest.mark.parametrize("word", arith.CMPF_PREDICATES)
def test_comparisons(word: str) -> None:
    for a in COMPARED:
        for b in COMPARED:
            unordered = a != a or b != b
            order = {"eq": a == b, "gt": a > b, "ge": a >= b, "lt": a < b, "le": a <= b, "ne": a != b and not unordered}
            expected = {"false": False, "true": True, "ord": not unordered, "uno": unordered}.get(
                word, order.get(word[1:], False) or (word[0] == "u" and unordered)
            )
            attrs = [FloatAttr.of(value, f32) for value in (a, b)]
            op = arith.CmpFOp.of(word, *[arith.ConstantOp(attr).result for attr in attrs])
            assert op.fold(attrs) == (IntegerAttr(int(expected), i1),)


@given(value=st.floats(width=32, allow_nan=False))
def test_to_integers(value: float) -> None:
    attr = FloatAttr.of(value, f32)
    source = arith.ConstantOp(attr).result
    for cls, first, last in ((arith.FPToSIOp, -128, 127), (arith.FPToUIOp, 0, 255)):
        folded = cls(source, i8).fold([attr])
        if np.isfinite(value) and first <= int(value) <= last:
            assert folded == (IntegerAttr(i8.wrap(int(value)), i8),)
        else:
            assert folded is None


@given(value=st.integers(-(2**63), 2**63 - 1))
def test_from_integers(value: int) -> None:
    attr = IntegerAttr(value, IntegerType(64))
    source = arith.ConstantOp(attr).result

    def bits(folded: Any, form: FloatFormat) -> Attribute:
        return FloatAttr(form.from_fraction(folded), kind)

    for kind in (f16, bf16, f32, f64):
        assert arith.SIToFPOp(source, kind).fold([attr]) == (bits(attr.signed, kind.format),)
        assert arith.UIToFPOp(source, kind).fold([attr]) == (bits(attr.unsigned, kind.format),)
