"""Merging constants keeps every result that was defined: tried on all numbers of three bits, with all flags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from dlc.dialects import arith, func
from dlc.dialects.arith.bases import OverflowingBinaryOp
from dlc.dialects.arith.integer_patterns import (
    merge_added_constants,
    merge_multiplied_constants,
    negate_what_is_left,
)
from dlc.ir.builtin_attributes import IntegerAttr
from dlc.ir.builtin_types import IntegerType
from dlc.ir.patterns import Rewriter
from dlc.ir.values import Value, constant_of

WIDTH = 3
TYPE = IntegerType(WIDTH)
ALL = range(1 << WIDTH)
COMPUTED: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
}
FLAGS = [arith.IntegerOverflowFlagsAttr(bits) for bits in range(4)]


def signed(value: int) -> int:
    return value - (1 << WIDTH) if value >> (WIDTH - 1) else value


def evaluate(value: Value, x: Value, number: int) -> int | None:
    """The bits of a value where `x` is `number`; `None` for poison."""
    if value is x:
        return number
    known = constant_of(value)
    if isinstance(known, IntegerAttr):
        return known.unsigned
    op = value.defining_op
    assert isinstance(op, OverflowingBinaryOp)
    a, b = evaluate(op.lhs, x, number), evaluate(op.rhs, x, number)
    if a is None or b is None:
        return None
    apply = COMPUTED[op.name]
    unsigned_result, signed_result = apply(a, b), apply(signed(a), signed(b))
    if "nuw" in op.overflowFlags and not 0 <= unsigned_result < 1 << WIDTH:
        return None
    if "nsw" in op.overflowFlags and not -(1 << (WIDTH - 1)) <= signed_result < 1 << (WIDTH - 1):
        return None
    return unsigned_result & ((1 << WIDTH) - 1)


def nested() -> Iterator[tuple[tuple[type[OverflowingBinaryOp], bool], tuple[type[OverflowingBinaryOp], bool]]]:
    """Pairs of (op, whether the constant is on the left)."""
    sums = [(arith.AddIOp, False), (arith.SubIOp, False), (arith.SubIOp, True)]
    yield from product(sums, sums)
    yield (arith.MulIOp, False), (arith.MulIOp, False)


def build(
    kind: tuple[type[OverflowingBinaryOp], bool], value: Value, constant: int, flags: arith.IntegerOverflowFlagsAttr
) -> OverflowingBinaryOp:
    cls, constant_first = kind
    known = arith.ConstantOp.integer(constant, TYPE).result
    return cls(known, value, flags) if constant_first else cls(value, known, flags)


@pytest.mark.parametrize(
    "kinds", list(nested()), ids=lambda kinds: "-".join(f"{cls.name}{'_c' * first}" for cls, first in kinds)
)
def test_defined_results_stay(
    kinds: tuple[tuple[type[OverflowingBinaryOp], bool], tuple[type[OverflowingBinaryOp], bool]],
) -> None:
    pattern = merge_multiplied_constants if kinds[0][0] is arith.MulIOp else merge_added_constants
    for c0, c1, inner_flags, outer_flags in product(ALL, ALL, FLAGS, FLAGS):
        function = func.FuncOp.of("f", [TYPE], [TYPE])
        block, x = function.entry, function.entry.args[0]
        inner = block.append(build(kinds[0], x, c0, inner_flags))
        outer = block.append(build(kinds[1], inner.results[0], c1, outer_flags))
        returned = block.append(func.ReturnOp([outer.results[0]]))
        before = [evaluate(outer.results[0], x, number) for number in ALL]
        assert pattern(outer, Rewriter())
        after = [evaluate(returned.operands[0], x, number) for number in ALL]
        assert all(a is None or a == b for a, b in zip(before, after, strict=True)), (c0, c1, inner_flags, outer_flags)


def test_difference_without_its_left_side() -> None:
    for inner_flags, outer_flags in product(FLAGS, FLAGS):
        function = func.FuncOp.of("f", [TYPE, TYPE], [TYPE])
        block, (x, y) = function.entry, function.entry.args
        inner = arith.SubIOp(x, y, inner_flags)
        outer = arith.SubIOp(inner.result, x, outer_flags)
        block.append(inner)
        block.append(outer)
        returned = block.append(func.ReturnOp([outer.result]))

        def both(value: Value, a: int, b: int, x: Value = x, y: Value = y) -> int | None:
            saved = arith.ConstantOp.integer(b, TYPE).result
            y.replace_all_uses_with(saved)
            result = evaluate(value, x, a)
            saved.replace_all_uses_with(y)
            return result

        before = [both(outer.result, a, b) for a, b in product(ALL, ALL)]
        assert negate_what_is_left(outer, Rewriter())
        after = [both(returned.operands[0], a, b) for a, b in product(ALL, ALL)]
        assert all(a is None or a == b for a, b in zip(before, after, strict=True))
