"""Folds of integer ops against what two's complement numbers of the width do, for any width, scalar and dense."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, strategies as st

from dlc.dialects import arith
from dlc.dialects.arith.constant import integer_constant
from dlc.ir.attributes import Attribute, Type
from dlc.ir.builtin_attributes import DenseElementsAttr, IntegerAttr
from dlc.ir.builtin_types import IntegerType, TensorType, VectorType, index
from dlc.ir.operations import Operation
from dlc.ir.poison import POISON
from dlc.ir.values import Value, constant_of
from support.properties import examples

TYPES: list[Type] = [*(IntegerType(width) for width in (1, 2, 3, 7, 8, 16, 32, 33, 64, 128)), index]
Reference = Callable[[int, int, int], "int | None"]
"""From both operands, unsigned, and the width; `None` where the op is not defined."""


def width_of(type: Type) -> int:
    return type.width if isinstance(type, IntegerType) else 64


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def fits(value: int, width: int) -> int | None:
    return value if -(1 << (width - 1)) <= value < 1 << (width - 1) else None


def signed_op(function: Callable[[int, int], int]) -> Reference:
    """A function of signed numbers that is defined where its value fits and the right one is not zero."""

    def run(a: int, b: int, width: int) -> int | None:
        return fits(function(signed(a, width), signed(b, width)), width) if b else None

    return run


def toward_zero(a: int, b: int) -> int:
    return (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


REFERENCES: dict[type[Operation], Reference] = {
    arith.AddIOp: lambda a, b, _: a + b,
    arith.SubIOp: lambda a, b, _: a - b,
    arith.MulIOp: lambda a, b, _: a * b,
    arith.AndIOp: lambda a, b, _: a & b,
    arith.OrIOp: lambda a, b, _: a | b,
    arith.XOrIOp: lambda a, b, _: a ^ b,
    arith.DivUIOp: lambda a, b, _: a // b if b else None,
    arith.RemUIOp: lambda a, b, _: a % b if b else None,
    arith.CeilDivUIOp: lambda a, b, _: (a + b - 1) // b if b else None,
    arith.DivSIOp: signed_op(toward_zero),
    arith.FloorDivSIOp: signed_op(lambda a, b: a // b),
    arith.CeilDivSIOp: signed_op(lambda a, b: -(a // -b)),
    arith.RemSIOp: signed_op(lambda a, b: a - b * toward_zero(a, b)),
    arith.ShLIOp: lambda a, b, width: a << b if b < width else None,
    arith.ShRUIOp: lambda a, b, width: a >> b if b < width else None,
    arith.ShRSIOp: lambda a, b, width: signed(a, width) >> b if b < width else None,
    arith.MaxSIOp: lambda a, b, width: max(signed(a, width), signed(b, width)),
    arith.MinSIOp: lambda a, b, width: min(signed(a, width), signed(b, width)),
    arith.MaxUIOp: lambda a, b, _: max(a, b),
    arith.MinUIOp: lambda a, b, _: min(a, b),
}
UNDEFINED_BUT_SIMPLER = (arith.DivSIOp, arith.FloorDivSIOp, arith.CeilDivSIOp)
"""x / 1 is x, though `true` of one bit is -1, so that the division of -1 by it overflows."""


def draw_pair(seed: int) -> tuple[Type, int, int]:
    random = Random(seed)
    type = random.choice(TYPES)
    return type, draw_value(random, type), draw_value(random, type)


def draw_value(random: Random, type: Type) -> int:
    """Any bits, corners often."""
    top = 1 << width_of(type)
    corners = (0, 1, top - 1, top // 2, top // 2 - 1, min(width_of(type), top - 1))
    return random.choice(corners) if random.random() < 0.5 else random.randrange(top)


def resolved(folded_to: Attribute | Value) -> Attribute | None:
    return constant_of(folded_to) if isinstance(folded_to, Value) else folded_to


def fold_constants(cls: Callable[..., Operation], *attrs: IntegerAttr | DenseElementsAttr) -> Attribute | None:
    """Return the fold of an op with these constant operands."""
    op = cls(*[arith.ConstantOp(attr).result for attr in attrs])
    folded = op.fold(attrs)  # type: ignore[attr-defined]
    return None if folded is None else resolved(folded[0])


@pytest.mark.parametrize("cls", REFERENCES, ids=lambda cls: cls.name)
@examples(60)
@given(seed=st.integers(0, 2**32))
def test_scalars(cls: type[Operation], seed: int) -> None:
    type, a, b = draw_pair(seed)
    expected = REFERENCES[cls](a, b, width_of(type))
    folded = fold_constants(cls, integer_constant(a, type), integer_constant(b, type))
    if expected is None:
        assert folded is None or (cls in UNDEFINED_BUT_SIMPLER and width_of(type) == 1)
    else:
        assert folded is integer_constant(expected, type)


@pytest.mark.parametrize("cls", REFERENCES, ids=lambda cls: cls.name)
@examples(30)
@given(seed=st.integers(0, 2**32))
def test_dense(cls: type[Operation], seed: int) -> None:
    random = Random(seed)
    element, count = random.choice(TYPES), random.randint(1, 5)
    lengths = [random.choice((1, count)) for _ in "ab"]
    columns = [[draw_value(random, element) for _ in range(length)] for length in lengths]
    type = random.choice((VectorType, TensorType))((count,), element)
    full = [column * count if len(column) == 1 else column for column in columns]
    expected = [REFERENCES[cls](a, b, width_of(element)) for a, b in zip(*full, strict=True)]
    folded = fold_constants(cls, *[DenseElementsAttr.from_bits(type, column) for column in columns])
    if None not in expected:
        assert folded is DenseElementsAttr.from_bits(type, [value or 0 for value in expected])
    elif folded is not None:
        assert cls in UNDEFINED_BUT_SIMPLER
        assert width_of(element) == 1


@pytest.mark.parametrize("cls", REFERENCES, ids=lambda cls: cls.name)
def test_poison(cls: Callable[..., Operation]) -> None:
    type = IntegerType(8)
    constant = arith.ConstantOp.integer(3, type)
    for attrs in ((POISON, constant.value), (constant.value, POISON), (POISON, POISON)):
        op = cls(constant.result, arith.ConstantOp.integer(5, type).result)
        folded = op.fold(attrs)  # type: ignore[attr-defined]
        assert folded is not None
        assert folded[0] is POISON


@given(seed=st.integers(0, 2**32))
def test_extended(seed: int) -> None:
    type, a, b = draw_pair(seed)
    width = width_of(type)
    attrs = integer_constant(a, type), integer_constant(b, type)
    operands = [arith.ConstantOp(attr).result for attr in attrs]
    bit = IntegerType(1)

    def folded(op: Operation) -> list[Attribute | None]:
        parts = op.fold(attrs)  # type: ignore[attr-defined]
        assert parts is not None
        return [resolved(part) for part in parts]

    total = a + b
    assert folded(arith.AddUIExtendedOp(*operands)) == [
        integer_constant(total, type),
        integer_constant(total >> width, bit),
    ]
    product = a * b
    assert folded(arith.MulUIExtendedOp(*operands)) == [
        integer_constant(product, type),
        integer_constant(product >> width, type),
    ]
    product = signed(a, width) * signed(b, width)
    assert folded(arith.MulSIExtendedOp(*operands)) == [
        integer_constant(product, type),
        integer_constant(product >> width, type),
    ]


@given(seed=st.integers(0, 2**32), word=st.sampled_from(sorted(arith.CMPI_PREDICATES)))
def test_comparisons(seed: int, word: str) -> None:
    type, a, b = draw_pair(seed)
    width = width_of(type)
    left, right = (signed(a, width), signed(b, width)) if word[0] == "s" else (a, b)
    order = word.lstrip("su")
    expected = {
        "eq": left == right,
        "ne": left != right,
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
    }[order if word not in ("eq", "ne") else word]
    folded = fold_constants(
        lambda lhs, rhs: arith.CmpIOp.of(word, lhs, rhs), integer_constant(a, type), integer_constant(b, type)
    )
    assert folded is integer_constant(int(expected), IntegerType(1))


@given(seed=st.integers(0, 2**32), word=st.sampled_from(sorted(arith.CMPI_PREDICATES)))
def test_swapped_and_inverted_predicates(seed: int, word: str) -> None:
    type, a, b = draw_pair(seed)
    left, right = integer_constant(a, type), integer_constant(b, type)

    def compare(predicate: str, *attrs: IntegerAttr | DenseElementsAttr) -> Attribute | None:
        return fold_constants(lambda lhs, rhs: arith.CmpIOp.of(predicate, lhs, rhs), *attrs)

    assert compare(word, left, right) is compare(arith.swapped(word), right, left)
    assert compare(word, left, right) is not compare(arith.inverted(word), left, right)


@given(value=st.integers(), types=st.tuples(st.integers(1, 130), st.integers(1, 130)))
def test_casts_between_integers(value: int, types: tuple[int, int]) -> None:
    narrow, wide = (IntegerType(width) for width in sorted(types))
    constant = integer_constant(value, narrow)
    assert isinstance(constant, IntegerAttr)
    if narrow.width < wide.width:
        source = arith.ConstantOp(constant).result
        assert arith.ExtSIOp(source, wide).fold([constant]) == (integer_constant(constant.signed, wide),)
        assert arith.ExtUIOp(source, wide).fold([constant]) == (integer_constant(constant.unsigned, wide),)
        large = integer_constant(value, wide)
        assert arith.TruncIOp(arith.ConstantOp(large).result, narrow).fold([large]) == (constant,)
    to_index = arith.IndexCastOp(arith.ConstantOp(constant).result, index).fold([constant])
    assert to_index == (integer_constant(constant.signed, index),)
    to_index = arith.IndexCastUIOp(arith.ConstantOp(constant).result, index).fold([constant])
    assert to_index == (integer_constant(constant.unsigned, index),)
