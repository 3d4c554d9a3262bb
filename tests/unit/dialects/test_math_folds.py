"""Folds of math ops: roundings and roots against numpy in every bit, functions against Python's."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.dialects import arith, math as dialect
from dlc.dialects.arith.constant import integer_constant
from dlc.ir.builtin_attributes import FloatAttr, IntegerAttr
from dlc.ir.builtin_types import FloatType, IntegerType, f16, f32, f64
from dlc.ir.definition import Op
from support.properties import examples

KINDS: dict[FloatType, tuple[Any, Any]] = {
    f16: (np.float16, np.uint16),
    f32: (np.float32, np.uint32),
    f64: (np.float64, np.uint64),
}


def fold(cls: Callable[..., Op], *attrs: FloatAttr | IntegerAttr) -> Any:
    folded = cls(*[arith.ConstantOp(attr).result for attr in attrs]).fold(attrs)  # type: ignore[attr-defined]
    return None if folded is None else folded[0]


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    ("cls", "function"),
    [
        (dialect.FloorOp, np.floor),
        (dialect.CeilOp, np.ceil),
        (dialect.TruncOp, np.trunc),
        (dialect.RoundEvenOp, np.rint),
        (dialect.AbsFOp, np.fabs),
        (dialect.SqrtOp, np.sqrt),
    ],
)
@examples(20)
@given(seed=st.integers(0, 2**32))
def test_exact(cls: Callable[..., Op], function: Any, kind: FloatType, seed: int) -> None:
    random = Random(seed)
    near_one = kind.format.from_float(1.0)
    for _ in range(3):
        check_exact(cls, function, kind, random.getrandbits(kind.width))
        check_exact(cls, function, kind, random.randint(near_one - 200, near_one + (10 << 20)) % (1 << kind.width))


def check_exact(cls: Callable[..., Op], function: Any, kind: FloatType, bits: int) -> None:
    value, raw = KINDS[kind]
    with np.errstate(all="ignore"):
        expected = np.asarray(function(np.array([bits], raw).view(value)), value).view(raw)[0]
    folded = fold(cls, FloatAttr(bits, kind))
    if folded is None:
        assert cls is dialect.SqrtOp
        assert kind.format.is_nan(int(expected))
    else:
        both_nan = kind.format.is_nan(folded.bits) and kind.format.is_nan(int(expected))
        assert folded.bits == expected or both_nan


@given(value=st.floats(-1e6, 1e6, width=32))
def test_round_half_away(value: float) -> None:
    folded = fold(dialect.RoundOp, FloatAttr.of(value, f32))
    assert folded.value == math.copysign(math.floor(abs(value) + 0.5), value)


@pytest.mark.parametrize(
    ("cls", "function"),
    [
        (dialect.SinOp, math.sin),
        (dialect.CosOp, math.cos),
        (dialect.TanhOp, math.tanh),
        (dialect.ExpOp, math.exp),
        (dialect.ErfOp, math.erf),
        (dialect.AtanOp, math.atan),
        (dialect.AsinhOp, math.asinh),
    ],
)
@given(value=st.floats(-50, 50))
def test_functions(cls: Callable[..., Op], function: Callable[[float], float], value: float) -> None:
    assert fold(cls, FloatAttr.of(value, f64)) is FloatAttr.of(function(value), f64)
    single = FloatAttr.of(value, f32)
    assert fold(cls, single) is FloatAttr.of(function(single.value), f32)


def test_overflow_is_infinite() -> None:
    inf, negative = FloatAttr.of(math.inf, f64), FloatAttr.of(-math.inf, f64)
    thousand = FloatAttr.of(1000.0, f64)
    assert fold(dialect.ExpOp, thousand) is inf
    assert fold(dialect.Exp2Op, FloatAttr.of(1e5, f64)) is inf
    assert fold(dialect.CoshOp, FloatAttr.of(-1000.0, f64)) is inf
    assert fold(dialect.SinhOp, FloatAttr.of(-1000.0, f64)) is negative
    assert fold(dialect.PowFOp, FloatAttr.of(-10.0, f64), FloatAttr.of(1001.0, f64)) is negative
    assert fold(dialect.LogOp, FloatAttr.of(0.0, f64)) is negative


def test_nothing_without_a_value() -> None:
    for cls, value in ((dialect.LogOp, -1.0), (dialect.AcosOp, 2.0), (dialect.SinOp, math.inf), (dialect.AtanhOp, 1.0)):
        assert fold(cls, FloatAttr.of(value, f64)) is None
    assert fold(dialect.ExpOp, FloatAttr.of(1.0, f16)) is None


@given(value=st.integers(0, 2**16 - 1))
def test_bit_counts(value: int) -> None:
    kind = IntegerType(16)
    attr = integer_constant(value, kind)
    assert isinstance(attr, IntegerAttr)
    text = f"{value:016b}"
    assert fold(dialect.CountLeadingZerosOp, attr).value == len(text) - len(text.lstrip("0"))
    assert fold(dialect.CountTrailingZerosOp, attr).value == len(text) - len(text.rstrip("0"))
    assert fold(dialect.CtPopOp, attr).value == text.count("1")
    assert fold(dialect.AbsIOp, attr) is integer_constant(abs(attr.signed), kind)


@given(base=st.integers(-128, 127), exponent=st.integers(-128, 127))
def test_integer_powers(base: int, exponent: int) -> None:
    kind = IntegerType(8)
    folded = fold(dialect.IPowIOp, IntegerAttr(base, kind), IntegerAttr(exponent, kind))
    if exponent >= 0:
        assert folded is integer_constant(base**exponent, kind)
    elif base == 0:
        assert folded is None
    else:
        assert folded is integer_constant(int(base**exponent) if abs(base) == 1 else 0, kind)
