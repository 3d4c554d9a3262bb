"""Functions of arrays whose sizes depend on values compute what numpy computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlc

xp: Any = dlc.array
numpy: Any = np
ROW = np.array([1.0, 2.0, -1.0, 4.0])

CASES: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (xp.var, numpy.var),
    (lambda s: xp.std(s, correction=1), lambda s: numpy.std(s, ddof=1)),
    (lambda s: xp.var(s[:, None], axis=0, keepdims=True), lambda s: numpy.var(s[:, None], axis=0, keepdims=True)),
]


@pytest.mark.parametrize(("ours", "theirs"), CASES)
def test_results_are_those_of_numpy(ours: Any, theirs: Any) -> None:
    for threshold in (0, 1.5):
        compiled = dlc.jit(lambda x, t=threshold: ours(x[x > t]))
        np.testing.assert_allclose(compiled(ROW), theirs(ROW[threshold < ROW]), rtol=1e-14, strict=True)


def test_variance_along_an_axis_of_unknown_size() -> None:
    compiled = dlc.jit(xp.var, specs=[dlc.spec(None)])
    np.testing.assert_allclose(compiled(ROW), numpy.var(ROW), rtol=1e-14)
