"""Fourier transforms of lengths with and without factors give what numpy's do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph.tensors import tensor_of
from dlc.interp.interpreter import interpret
from dlc.ir import Builder
from dlc.ir.builtin_attributes import TypeAttr
from dlc.ir.builtin_types import FunctionType, f32
from dlc.passes.graph.complex_parts import Parts
from dlc.passes.graph.fourier_transforms import (
    LONGEST,
    LONGEST_PRIME,
    half_of_real,
    real_from_half,
    transformed,
    why_not_transformed,
)

LENGTHS = (1, 2, 7, 128, 129, 131, 400, 2 * 131, 1024, 3 * 5 * 7 * 11)


def _computed(function: Callable[[Parts], Parts], *arrays: Any) -> list[Any]:
    """Return the parts that a function makes of these parts."""
    main = FuncOp.of("main", [tensor_of(each.shape, f32) for each in arrays])
    with Builder.at_end(main.entry) as builder:
        results = function(tuple(main.entry.args))
        builder.insert(ReturnOp(results))
    main.function_type = TypeAttr(FunctionType(main.type.inputs, tuple(each.type for each in results)))
    return interpret(ModuleOp.containing([main]), "main", *arrays)


def _check(results: list[Any], expected: Any) -> None:
    parts = [expected.real, expected.imag][: len(results)]
    for result, part in zip(results, parts, strict=True):
        np.testing.assert_allclose(result, part, atol=1e-6 * np.abs(expected).max())


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dim", [0, 1])
def test_transforms_are_those_of_numpy(length: int, dim: int) -> None:
    generator = np.random.default_rng(length)
    shape = (length, 3) if dim == 0 else (3, length)
    real, imaginary = (generator.standard_normal(shape, np.float32) for _ in range(2))
    whole = real + 1j * imaginary
    results = _computed(lambda x: transformed(x, dim, inverse=False), real, imaginary)
    _check(results, np.fft.fft(whole, axis=dim))
    results = _computed(lambda x: transformed(x, dim, inverse=True, scale=0.5 / length), real, imaginary)
    _check(results, 0.5 * np.fft.ifft(whole, axis=dim))
    half = np.fft.rfft(real, axis=dim)
    _check(_computed(lambda x: half_of_real(transformed(x, dim, inverse=False), dim), real), half)
    parts = half.real.astype(np.float32), half.imag.astype(np.float32)
    _check(_computed(lambda x: (real_from_half(x, dim, length, scale=1 / length),), *parts), real)


def test_lengths_that_would_need_large_matrices_are_refused() -> None:
    prime = 4099
    assert prime > LONGEST_PRIME
    for length in (0, prime, 2 * prime, prime * prime, LONGEST + 1, 1 << 60):
        assert why_not_transformed(length)
    for length in (1, 4093, 2 * 4093, LONGEST):
        assert not why_not_transformed(length)
