"""The meaning of `graph`'s comparisons, and of choices that depend on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.semantics import Binary, Unary

from .arithmetic import maximum, minimum
from .arrays import ArrayFunction, on_arrays, wide, widely

_COMPARISONS: dict[str, Callable[..., Any]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


@on_arrays(dialect.CompareOp)
def compare(op: dialect.CompareOp) -> Binary:
    """Return whether the predicate holds for each pair of elements."""
    holds = _COMPARISONS[op.predicate.value]
    return lambda x, y: holds(wide(x), wide(y))


widely(dialect.IsNanOp)(np.isnan)
widely(dialect.IsInfOp)(np.isinf)
widely(dialect.IsFiniteOp)(np.isfinite)


@on_arrays(dialect.SelectOp)
def select(op: dialect.SelectOp) -> ArrayFunction:
    """One or the other."""
    del op
    return np.where


@on_arrays(dialect.ClampOp)
def clamp(op: dialect.ClampOp) -> Unary:
    """Limit elements to the bounds."""
    low, high = np.float64(op.low.value), np.float64(op.high.value)
    return lambda x: minimum(maximum(wide(x), low), high)
