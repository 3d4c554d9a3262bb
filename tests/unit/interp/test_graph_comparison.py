"""Comparisons and choices of `graph` against Python's operators."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlc.ir.attributes import Type
from dlc.ir.builtin_types import f16, i1
from support.graph_running import FLOATS, INTEGERS, array_of, numbers_of, run_op, same_number, special_numbers

PREDICATES: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


@pytest.mark.parametrize("type", [*FLOATS, *INTEGERS, i1], ids=str)
def test_comparisons(type: Type) -> None:
    pairs = list(itertools.product(special_numbers(type), repeat=2))
    columns = [array_of(column, type) for column in zip(*pairs, strict=True)]
    for predicate, holds in PREDICATES.items():
        actual = run_op(f"graph.compare <{predicate}> {{0}}, {{1}} : {{t0}}", columns, [type, type], i1)
        assert actual.tolist() == [holds(x, y) for x, y in pairs]


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_kinds_of_floats(type: Type) -> None:
    numbers = special_numbers(type)
    for name, holds in (("is_nan", math.isnan), ("is_inf", math.isinf), ("is_finite", math.isfinite)):
        actual = run_op(f"graph.{name} {{0}} : {{t0}}", [array_of(numbers, type)], [type], i1)
        assert actual.tolist() == [holds(x) for x in numbers]


@pytest.mark.parametrize("type", [*FLOATS, *INTEGERS, i1], ids=str)
def test_choices(type: Type) -> None:
    """Elements come out with the bits that they had, whatever is on the other side."""
    numbers = special_numbers(type)
    condition = np.array([position % 2 == 0 for position in range(len(numbers))])
    arrays = [condition, array_of(numbers, type), array_of(numbers[::-1], type)]
    actual = numbers_of(run_op("graph.select {0}, {1}, {2} : {r}", arrays, [i1, type, type], type))
    wanted = [x if holds else y for holds, x, y in zip(condition, numbers, numbers[::-1], strict=True)]
    assert all(map(same_number, actual, wanted))


def test_scalars_and_nothing() -> None:
    for shape in [(), (0, 2)]:
        x = np.zeros(shape, np.float16)
        assert run_op("graph.compare <eq> {0}, {1} : {t0}", [x, x], [f16, f16], i1).shape == shape
