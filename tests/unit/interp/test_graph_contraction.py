"""`graph.contract` against loops over indices."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.interp.errors import InterpreterError
from support.graph_programs import BF16, assert_close, results_of, tensor_type, type_of
from support.properties import examples

Array = Any


def contract_by_loops(lhs: Array, rhs: Array, batch: Any, summed: Any) -> Array:
    """Sums of products with Python's numbers, over the indices of both sides."""
    left = [d for d in range(lhs.ndim) if d not in (*batch[0], *summed[0])]
    right = [d for d in range(rhs.ndim) if d not in (*batch[1], *summed[1])]
    shape = [lhs.shape[d] for d in (*batch[0], *left)] + [rhs.shape[d] for d in right]
    sums = np.zeros(shape, object)
    for i in itertools.product(*map(range, lhs.shape)):
        for j in itertools.product(*map(range, rhs.shape)):
            paired = zip((*batch[0], *summed[0]), (*batch[1], *summed[1]), strict=True)
            if all(i[a] == j[b] for a, b in paired):
                place = (*(i[d] for d in batch[0]), *(i[d] for d in left), *(j[d] for d in right))
                sums[place] += lhs[i].item() * rhs[j].item()
    return sums


def spelled(pair: Any) -> str:
    return f"{list(pair[0])} x {list(pair[1])}"


def contracted(
    lhs: Array, rhs: Array, batch: Any, summed: Any, shape: Any, element: Any, extra: str = "", *points: Array
) -> Array:
    dims = f"batch = {spelled(batch)}, contracting = {spelled(summed)}"
    text = f"graph.contract %0, %1, {dims}{extra} : {{0}}, {{1}} -> {{r0}}"
    return results_of(text, lhs, rhs, *points, outputs=[tensor_type(shape, element)])[0]


@examples(60)
@given(seed=st.integers(0, 10**9), dtypes=st.sampled_from(["float32", "float64", "int8", "uint8", "int64"]))
def test_any_dimensions(seed: int, dtypes: str) -> None:
    random = Random(seed)
    counts = [random.randint(0, 2) for _ in range(4)]
    sizes = [[random.randint(0, 3) for _ in range(n)] for n in counts]
    sides: list[tuple[Array, list[list[int]]]] = []
    for own in (1, 2):
        kinds = [(kind, n) for kind in (0, own, 3) for n in range(counts[kind])]
        random.shuffle(kinds)
        shape = [sizes[kind][n] for kind, n in kinds]
        generator = np.random.default_rng(seed + own)
        array = np.asarray(generator.integers(-9, 9, shape)).astype(dtypes)
        sides.append((array, [[kinds.index((kind, n)) for n in range(counts[kind])] for kind in (0, 3)]))
    (lhs, left), (rhs, right) = sides
    wanted = contract_by_loops(lhs, rhs, (left[0], right[0]), (left[1], right[1]))
    actual = contracted(lhs, rhs, (left[0], right[0]), (left[1], right[1]), wanted.shape, lhs.dtype)
    with np.errstate(all="ignore"):
        assert_close(
            actual, np.vectorize(int, otypes=[np.int64])(wanted).astype(dtypes) if wanted.size else wanted, exact=True
        )


def test_a_wider_result_does_not_wrap() -> None:
    x = np.full((2, 300), -128, np.int8)
    assert contracted(x, x.T, ([], []), ([1], [0]), (2, 2), np.int32).tolist() == [[300 * 16384] * 2] * 2
    assert contracted(x, x.T, ([], []), ([1], [0]), (2, 2), np.int8).tolist() == [[0] * 2] * 2


def test_signs_may_differ() -> None:
    x, y = np.array([200, 255], np.uint8), np.array([-128, 1], np.int8)
    assert contracted(x, y, ([], []), ([0], [0]), (), np.int32).tolist() == 200 * -128 + 255


def test_floats_are_rounded_once() -> None:
    x = np.array([256, 1, -256], BF16)
    y = np.ones(3, BF16)
    assert contracted(x, y, ([], []), ([0], [0]), (), BF16).astype(float) == 1
    wide = contracted(np.array([256, 1], BF16), np.ones(2, BF16), ([], []), ([0], [0]), (), np.float32)
    assert wide.astype(float) == 257


@pytest.mark.parametrize("points", [((), ()), ((2,), ()), ((2,), (3,)), ((), (3,))])
def test_zero_points(points: Any) -> None:
    generator = np.random.default_rng(0)
    lhs = generator.integers(0, 255, (2, 5)).astype(np.uint8)
    rhs = generator.integers(-128, 127, (5, 3)).astype(np.int8)
    a = np.asarray(generator.integers(0, 255, points[0])).astype(np.uint8)
    b = np.asarray(generator.integers(-128, 127, points[1])).astype(np.int8)
    extra = " lhs_zero_point %2 : {2} rhs_zero_point %3 : {3}"
    sums = contracted(lhs, rhs, ([], []), ([1], [0]), (2, 3), np.int32, extra, a, b)
    left = lhs.astype(int) - (a.astype(int)[:, None] if a.ndim else a.astype(int))
    assert sums.tolist() == (left @ (rhs.astype(int) - b.astype(int))).tolist()


def test_infinities_and_nan() -> None:
    x = np.array([[np.inf, 1], [np.nan, 1], [np.inf, -np.inf]], np.float32)
    sums = contracted(x, np.ones(2, np.float32), ([], []), ([1], [0]), (3,), np.float32)
    np.testing.assert_array_equal(sums, [np.inf, np.nan, np.nan])


def test_named_sizes() -> None:
    x = np.ones((3, 4), np.float32)
    types = [tensor_type("?4", "f32", "#graph.dims<n>"), type_of(x.T)]
    text = "graph.contract %0, %1, batch = [] x [], contracting = [1] x [0] : {0}, {1} -> {r0}"
    result = tensor_type("?3", "f32", "#graph.dims<n>")
    assert results_of(text, x, x.T, inputs=types, outputs=[result])[0].tolist() == [[4.0] * 3] * 3


def test_sizes_that_nobody_checked_must_agree_when_running() -> None:
    types = [tensor_type("?", "f32"), tensor_type("?", "f32")]
    text = "graph.contract %0, %1, batch = [] x [], contracting = [0] x [0] : {0}, {1} -> {r0}"
    with pytest.raises(InterpreterError):
        results_of(text, np.ones(3, np.float32), np.ones(4, np.float32), inputs=types, outputs=["tensor<f32>"])
