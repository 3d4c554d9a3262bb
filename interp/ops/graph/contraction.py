"""The meaning of `graph.contract`: `numpy.einsum` in float64, or in integers of 64 bits, which wrap as others do."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.values import Array

from .arrays import ArrayFunction, is_float_array, on_arrays


@on_arrays(dialect.ContractOp)
def contract(op: dialect.ContractOp) -> ArrayFunction:
    """Sums of products."""
    formula = _formula(op)
    has_lhs, has_rhs = op.lhs_zero_point is not None, op.rhs_zero_point is not None
    left, right = op.lhs_contracting.elements, op.rhs_contracting.elements

    def run(lhs: Array, rhs: Array, *points: Array) -> Array:
        given = iter(points)
        lhs = centred(lhs, next(given), left) if has_lhs else exact(lhs)
        rhs = centred(rhs, next(given), right) if has_rhs else exact(rhs)
        return np.einsum(formula, lhs, rhs)

    return run


def _formula(op: dialect.ContractOp) -> str:
    letters = iter(string.ascii_letters)
    lhs = [next(letters) for _ in op.lhs.type.shape]  # type: ignore[union-attr]
    rhs = [next(letters) for _ in op.rhs.type.shape]  # type: ignore[union-attr]
    pairs = [
        *zip(op.lhs_batch.elements, op.rhs_batch.elements, strict=True),
        *zip(op.lhs_contracting.elements, op.rhs_contracting.elements, strict=True),
    ]
    for left, right in pairs:
        rhs[right] = lhs[left]
    summed = {lhs[dim] for dim in op.lhs_contracting.elements}
    batch = [lhs[dim] for dim in op.lhs_batch.elements]
    kept = [x for x in lhs if x not in summed and x not in batch] + [x for x in rhs if x not in lhs]
    return f"{''.join(lhs)},{''.join(rhs)}->{''.join(batch + kept)}"


def exact(array: Array) -> Array:
    """Floats in float64, integers modulo 2^64."""
    return array.astype(np.float64 if is_float_array(array) else np.int64)


def centred(array: Array, point: Array, summed: Sequence[int]) -> Array:
    """The distance from the zero point, which is one number, or one for each place along the dimensions not summed."""
    numbers: Any = exact(point)
    if numbers.ndim:
        numbers = np.expand_dims(numbers, tuple(summed))
    return exact(array) - numbers
