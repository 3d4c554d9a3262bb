"""Arrays with a part replaced: what numpy has after the part was assigned, by `dlc.jit` and without it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dlc
from dlc.frontends.array.errors import InvalidArrayCall

xp: Any = dlc.array
numpy: Any = np
GRID = numpy.arange(12.0).reshape(3, 4) - 5
COLUMN = np.array([[10.0], [20.0], [30.0]])
IN_PLACE: dict[str, Any] = {"add": numpy.add, "multiply": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}
KEYS: list[tuple[Any, Any]] = [
    (1, 7),
    (-1, [1.0, 2.0, 3.0, 4.0]),
    ((2, -1), 0.5),
    (slice(1, None), GRID[:2]),
    ((slice(None), slice(1, 3)), COLUMN),
    ((slice(None), None, slice(1, 3)), 3),
    ((slice(None), slice(None, None, -2)), COLUMN),
    ((..., -2), [1.0, 2.0, 3.0]),
    (np.array([0, 0, -1]), 2),
    ((slice(None), np.array([[3, 1], [1, 0]])), numpy.arange(12.0).reshape(3, 2, 2)),
    ((np.array([0, 2]), np.array([1, -1])), [1.0, -9.0]),
    ((slice(1, None), np.array([1, 2])), -1),
    (GRID > 0, 1.5),
    ((np.array([True, False, True]), 1), 4),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["set", *IN_PLACE])
@pytest.mark.parametrize(("key", "values"), KEYS)
def test_updates_are_those_of_numpy(name: str, key: Any, values: Any) -> None:
    expected, new = GRID.copy(), np.asarray(values, float)
    if name == "set":
        expected[key] = new
    else:
        IN_PLACE[name].at(expected, key, new)

    def updated(x: Any) -> Any:
        return getattr(x.at[key], name)(values if isinstance(values, (int, float)) else new)

    np.testing.assert_array_equal(updated(xp.asarray(GRID)), expected)
    np.testing.assert_array_equal(dlc.jit(updated)(GRID), expected)
    parts = key if isinstance(key, tuple) else (key,)
    has_mask = any(isinstance(each, np.ndarray) and each.dtype == bool for each in parts)
    if new.ndim == 0 and not has_mask:
        for specs in ([dlc.spec("n", 4)], [dlc.spec(3, "m")], [dlc.spec("n", "m")]):
            np.testing.assert_array_equal(dlc.jit(updated, specs=specs)(GRID), expected)


def test_traced_indices_and_parts() -> None:
    compiled = dlc.jit(lambda x, i, v: (x.at[i].set(v), x.at[i, 1].add(v[0]), x.at[i].get(), x.at[:, i].max(3)))
    row = np.array([1.0, 2.0, 3.0, 4.0])
    changed, added, part, largest = compiled(GRID, -1, row)
    assert changed.tolist() == [*GRID[:2].tolist(), row.tolist()]
    assert added[-1].tolist() == [3, 5, 5, 6]
    assert part.tolist() == GRID[-1].tolist()
    assert largest[:, -1].tolist() == [3, 3, 6]
    assert GRID[-1, 1] == 4


def test_gradients() -> None:
    def loss(x: Any, v: Any) -> Any:
        y = x.at[0].set(v).at[xp.asarray([1, 1])].add(v).at[1:, 3].multiply(v[2])
        return xp.sum(y * y)

    x, v, step = GRID, np.array([1.0, 2.0, 3.0, 4.0]), 1e-6
    slopes = dlc.grad(loss, argnums=(0, 1))(x, v)
    for at, (given, slope) in enumerate(zip((x, v), slopes, strict=True)):
        for place in np.ndindex(given.shape):
            moved = given.copy()
            moved[place] += step
            change = (
                float(loss(*[xp.asarray(moved if n == at else e) for n, e in enumerate((x, v))]))
                - float(loss(xp.asarray(x), xp.asarray(v)))
            ) / step
            assert slope[place] == pytest.approx(change, rel=1e-4, abs=1e-2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: x.at[1:].set(np.ones(3)), r"at\[\].set: .*shapes \(3,\) and \(2, 4\) do not fit"),
        (lambda x: x.at[1].add(np.ones((1, 4))), r"values of shape \(1, 4\) do not fit \(4,\)"),
        (lambda x: x.at[1].set(np.ones(4, np.float32) > 0), "no common dtype|does not go"),
        (lambda x: xp.astype(x, xp.float32).at[1].set(x[1]), "values of dtype float32 are required, but got float64"),
        (lambda x: (x > 0).at[1].add(True), "an array of numbers is required, but got dtype bool"),
    ],
)
def test_errors(call: Any, message: str) -> None:
    with pytest.raises(InvalidArrayCall, match=message):
        dlc.jit(call)(GRID)


def test_indices_that_are_not_there() -> None:
    with pytest.raises(IndexError, match="is not in axis 0"):
        dlc.jit(lambda x: x.at[3].set(0))(GRID)
    with pytest.raises(RuntimeError, match="an index is not in axis 0"):
        dlc.jit(lambda x, i: x.at[i].set(0))(GRID, 3)
