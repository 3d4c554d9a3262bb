"""Programs of several ops of TOSA: branches, loops, sizes that are computed, and types that graph ops lack."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.dialects.func import FuncOp
from dlc.interp.interpreter import Interpreter
from support import tosa_reference as spec

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(2, 4, 8)).astype(np.float32)
Y = RANDOM.normal(size=(2, 4, 8)).astype(np.float32)
SIGNAL = RANDOM.integers(-(2**15), 2**15, (1, 4, 4, 2)).astype(np.int16)
KERNEL = RANDOM.integers(-128, 128, (3, 2, 2, 2)).astype(np.int8)
BYTES = RANDOM.integers(-128, 128, (1, 3, 3, 2)).astype(np.int8)
PLAIN: spec.Window = ((0, 0, 0, 0), (1, 1), (1, 1))
FOUR = np.arange(4, dtype=np.float32)
ROWS = np.arange(12, dtype=np.float32).reshape(2, 6)


def scaled(sums: Any) -> Any:
    exact = [spec.clip(spec.apply_scale_32(int(v), 20000, 35, double=False), -(2**15), 2**15 - 1) for v in sums.ravel()]
    return np.array(exact, np.int16).reshape(sums.shape)


def batch(x: Any, y: Any, z: Any) -> Any:
    shifted = x + y - z
    return shifted - shifted.max(1, keepdims=True)


NIBBLES = np.array([[[[1, -8]]], [[[7, 2]]]], np.int8)
INVERSE = np.fft.ifft2(X + 1j * Y) * 32
HALF = np.fft.rfft2(X)
QUANTIZED = np.array([[-5, 100]], np.int8)
PICTURES = RANDOM.integers(-128, 128, (3, 4, 4, 2)).astype(np.int8)
POINTS = RANDOM.integers(-128, 128, (3, 1, 1, 2)).astype(np.int8)
BIAS = np.array([1, -2, 3], np.int32)
AVERAGES = spec.pool(PICTURES, (2, 2), (2, 2), (0, 0, 0, 0), spec.integer_average((0, 0), np.int8), np.int8)
SUMS = spec.conv(PICTURES, POINTS, BIAS, (0, 0), PLAIN).astype(int)
LARGE = spec.resize(PICTURES, (4, 2, 4, 2), (-1, -1), (8, 8), "NEAREST_NEIGHBOR", np.int8)
CASES: dict[str, tuple[list[Any], list[Any]]] = {
    "branch": ([np.array([True]), FOUR], [np.exp(FOUR)]),
    "branch not taken": ([np.array([False]), FOUR], [FOUR + FOUR]),
    "loop": ([np.array([3], np.int32), np.arange(4, dtype=np.int32)], [np.array([3]), np.arange(4) * 8]),
    "sizes": ([ROWS], [ROWS.reshape(4, 3)]),
    "batch": ([X[0, :, :4], Y[:1, 0, :4], X[1, :, :1]], [batch(X[0, :, :4], Y[:1, 0, :4], X[1, :, :1])]),
    "i16": ([SIGNAL, KERNEL], [scaled(spec.conv(SIGNAL, KERNEL, np.array([1, -2, 30000000000]), (0, 0), PLAIN))]),
    "quantized": ([QUANTIZED], [np.array([[1, 100]])]),
    "call": ([QUANTIZED], [np.array([[1, 100]])]),
    "nibbles": ([BYTES], [spec.conv(BYTES, NIBBLES, np.zeros(1, int), (3, 0), PLAIN).astype(int)]),
    "fft": ([X, Y], [INVERSE.real, INVERSE.imag, HALF.real, HALF.imag]),
    "variable": ([FOUR], [FOUR + 2]),
    "shapes": ([], [np.ones((4, 8))]),
    "pictures": ([PICTURES, POINTS, BIAS], [AVERAGES, SUMS, LARGE, np.tile(PICTURES, (2, 1, 1, 1))]),
}
"""Arguments and results by the functions' names, less what says which case of it this is."""
TEXT = (Path(__file__).parent / "programs.mlir").read_text(encoding="utf-8")
COMPILED = ("loop", "i16", "batch")


@cache
def interpreter() -> Interpreter:
    module = dlc.parse(TEXT)
    dlc.run_pipeline(module, "tosa-to-graph")
    return Interpreter(module)


@pytest.mark.parametrize("name", CASES)
def test_programs_give(name: str) -> None:
    arguments, wanted = CASES[name]
    results = interpreter().run(name.split(maxsplit=1)[0], *arguments)
    assert [np.asarray(got).shape for got in results] == [np.asarray(each).shape for each in wanted]
    assert all(np.allclose(got, each, atol=1e-5) for got, each in zip(results, wanted, strict=True))


def test_programs_are_compiled() -> None:
    module = dlc.parse(TEXT)
    for op in list(module.body.entry.ops):
        if isinstance(op, FuncOp) and op.sym_name.value not in COMPILED:
            op.erase()
    compiled = dlc.compile(module, level=0, threads=1, cache=False)
    for name in COMPILED:
        arguments, wanted = CASES[name]
        results = getattr(compiled, name)(*arguments)
        given = results if isinstance(results, (list, tuple)) else [results]
        assert all(np.allclose(got, each, atol=1e-5) for got, each in zip(given, wanted, strict=True))
