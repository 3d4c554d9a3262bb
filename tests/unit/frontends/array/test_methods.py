"""The methods of arrays give what numpy's give, with data and traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc
from dlc import array as xp

METHODS: list[Callable[[Any], Any]] = [
    lambda x: x.sum(),
    lambda x: x.sum(0),
    lambda x: x.sum((0, 2), keepdims=True),
    lambda x: x.prod(1),
    lambda x: x.mean(axis=-1),
    lambda x: x.std(ddof=1),
    lambda x: x.var(0),
    lambda x: x.max(),
    lambda x: x.min(1, keepdims=True),
    lambda x: (x > 3).all(),
    lambda x: (x > 3).any(0),
    lambda x: x.argmax(),
    lambda x: x.argmin(2),
    lambda x: x.argsort(0),
    lambda x: x.cumsum(),
    lambda x: x.cumsum(1),
    lambda x: x.cumprod(0),
    lambda x: x.astype("int32"),
    lambda x: x.clip(3, 7),
    lambda x: x.clip(max=5),
    lambda x: x.take([1, 0], axis=2),
    lambda x: x.take([5, 3]),
    lambda x: x.repeat(2),
    lambda x: x.repeat(2, axis=0),
    lambda x: x.reshape(6, -1),
    lambda x: x.reshape((4, 6)),
    lambda x: x.ravel(),
    lambda x: x.flatten(),
    lambda x: x[:1, :, :1].squeeze(),
    lambda x: x[:1, :, :1].squeeze(0),
    lambda x: x.transpose(),
    lambda x: x.transpose(1, 0, 2),
    lambda x: x.transpose((2, 0, 1)),
    lambda x: x.swapaxes(0, -1),
]
X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)[:, ::-1] / 2 + 1


@pytest.mark.parametrize("number", range(len(METHODS)))
def test_methods_are_those_of_numpy(number: int) -> None:
    method = METHODS[number]
    expected = np.asarray(method(X))
    for computed in (dlc.jit(method)(X), np.asarray(method(xp.asarray(X)))):
        assert computed.shape == expected.shape
        np.testing.assert_allclose(computed, expected, rtol=1e-5)


def test_axes_that_are_not_there() -> None:
    with pytest.raises(dlc.DlcError, match=r"test_methods\.py:\d+: swapaxes: axis 3 is out of range for .* rank 3"):
        dlc.trace(lambda x: x.swapaxes(0, 3), dlc.spec(2, 3, 4))


@pytest.mark.parametrize(
    ("function", "name"),
    [(np.linalg.eig, "numpy.linalg.eig"), (np.fft.fft, "numpy.fft.fft"), (np.median, "numpy.median")],
)
def test_functions_of_numpy_that_are_missing_have_their_whole_names(function: Any, name: str) -> None:
    with pytest.raises(dlc.DlcError, match=f"{name} cannot be traced"):
        dlc.trace(function, dlc.spec(3, 3))
