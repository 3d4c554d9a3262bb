"""`graph.attention` against Python's numbers, one query at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from support.graph_programs import BF16, assert_close, results_of, tensor_type, type_of

Array = Any


def attended(query: Array, keys: Array, values: Array, scale: float, scores_plus: Any, sees: Any) -> Array:
    """The sum of values for one query; the functions give what is added for a key, and whether it is seen."""
    scores = [
        math.fsum(a * b for a, b in zip(query.tolist(), key.tolist(), strict=True)) * scale + scores_plus(number)
        for number, key in enumerate(keys)
    ]
    scores = [score if sees(number) else -math.inf for number, score in enumerate(scores)]
    largest = max(scores, default=-math.inf)
    if largest == -math.inf:
        return np.zeros(values.shape[-1])
    weights = [math.exp(score - largest) for score in scores]
    return sum((w * value for w, value in zip(weights, values, strict=True)), np.zeros(values.shape[-1])) / sum(weights)


def reference(
    q: Array, k: Array, v: Array, scale: float | None = None, mask: Array | None = None, causal: str | None = None
) -> Array:
    *batch, heads, queries, features = q.shape
    keys, group = k.shape[-2], heads // k.shape[-3]
    scale = scale if scale is not None else 1 / math.sqrt(features)
    spread = np.broadcast_to(mask, (*batch, heads, queries, keys)) if mask is not None else None
    results = np.zeros((*batch, heads, queries, v.shape[-1]))
    for place in np.ndindex(*batch, heads, queries):
        *outer, head, number = place
        row = spread[place] if spread is not None else None
        last = {None: keys, "first": number, "last": number + keys - queries}[causal]

        def plus(j: int, row: Any = row) -> float:
            return float(row[j]) if row is not None and row.dtype != bool else 0.0

        def sees(j: int, row: Any = row, last: int = last) -> bool:
            return j <= last and (row is None or row.dtype != bool or bool(row[j]))

        shared = (*outer, head // group)
        results[place] = attended(q[place], k[shared], v[shared], scale, plus, sees)
    return results


def drawn(*shapes: tuple[int, ...]) -> list[Array]:
    generator = np.random.default_rng(7)
    return [generator.normal(size=shape) for shape in shapes]


def run(q: Array, k: Array, v: Array, extra: str = "", *masks: Array) -> Array:
    text = f"graph.attention %0, %1, %2 {extra} : {{0}}, {{1}}, {{2}} -> {{r0}}"
    return results_of(text, q, k, v, *masks, outputs=[tensor_type((*q.shape[:-1], v.shape[-1]), q.dtype)])[0]


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
@pytest.mark.parametrize(("heads", "shared"), [(1, 1), (4, 4), (4, 2), (6, 1)])
def test_batches_and_shared_heads(batch: tuple[int, ...], heads: int, shared: int) -> None:
    q, k, v = drawn((*batch, heads, 3, 4), (*batch, shared, 5, 4), (*batch, shared, 5, 2))
    np.testing.assert_allclose(run(q, k, v), reference(q, k, v), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("causal", ["first", "last"])
@pytest.mark.parametrize(("queries", "keys"), [(4, 4), (2, 5), (5, 2), (1, 3)])
def test_causal(causal: str, queries: int, keys: int) -> None:
    q, k, v = drawn((2, queries, 4), (2, keys, 4), (2, keys, 3))
    actual = run(q, k, v, f"causal <{causal}> scale 0.3")
    np.testing.assert_allclose(actual, reference(q, k, v, 0.3, causal=causal), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("shape", [(3, 5), (5,), (2, 1, 5), (1, 1), (), (2, 2, 3, 1)])
@pytest.mark.parametrize("is_bool", [False, True])
def test_masks(shape: tuple[int, ...], is_bool: bool) -> None:
    q, k, v = drawn((2, 2, 3, 4), (2, 2, 5, 4), (2, 2, 5, 3))
    generator = np.random.default_rng(3)
    mask = np.asarray(generator.random(shape) < 0.5 if is_bool else generator.normal(size=shape))
    actual = run(q, k, v, "mask %3 : {3} causal <last>", mask)
    np.testing.assert_allclose(actual, reference(q, k, v, None, mask, "last"), rtol=1e-12, atol=1e-14)


def test_a_query_that_sees_nothing_gets_nothing() -> None:
    q, k, v = drawn((1, 2, 4), (1, 3, 4), (1, 3, 2))
    hidden = np.array([[False] * 3, [True] * 3])
    assert run(q, k, v, "mask %3 : {3}", hidden)[0, 0].tolist() == [0, 0]
    added = np.array([[-np.inf] * 3, [0.0] * 3])
    np.testing.assert_array_equal(run(q, k, v, "mask %3 : {3}", added), run(q, k, v, "mask %3 : {3}", hidden))
    assert run(q, k[:, :0], v[:, :0]).tolist() == [[[0, 0], [0, 0]]]


def test_large_scores() -> None:
    q, k = np.full((1, 1, 1), 1e4, np.float32), np.array([[[1], [2]]], np.float32)
    v = np.array([[[5], [7]]], np.float32)
    assert run(q, k, v).tolist() == [[[7]]]


def test_nan_is_handed_on() -> None:
    q, k, v = np.full((1, 1, 1), np.nan), np.ones((1, 2, 1)), np.ones((1, 2, 1))
    assert np.isnan(run(q, k, v)).all()


def test_narrow_floats_are_rounded_once() -> None:
    q, k, v = (x.astype(BF16) for x in drawn((2, 3, 4), (2, 5, 4), (2, 5, 3)))
    assert_close(run(q, k, v), reference(*(x.astype(np.float64) for x in (q, k, v))))


def test_named_sizes() -> None:
    q, k, v = drawn((2, 3, 4), (2, 5, 4), (2, 5, 3))
    inputs = [tensor_type("2?4", "f64", "#graph.dims<t>"), tensor_type("2?4", "f64"), type_of(v)]
    text = "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {r0}"
    [actual] = results_of(text, q, k, v, inputs=inputs, outputs=[tensor_type("2?3", "f64", "#graph.dims<t>")])
    np.testing.assert_allclose(actual, reference(q, k, v), rtol=1e-12)


def test_heads_that_do_not_fit_are_found_when_running() -> None:
    q, k = drawn((3, 2, 4), (2, 2, 4))
    inputs = [tensor_type("?24", "f64"), type_of(k), type_of(k)]
    text = "graph.attention %0, %1, %2 : {0}, {1}, {2} -> {r0}"
    with pytest.raises(
        InterpreterError, match="heads of the query must be a multiple of those of the key, but got 3 and 2"
    ):
        results_of(text, q, k, k, inputs=inputs, outputs=[tensor_type("?24", "f64")])
