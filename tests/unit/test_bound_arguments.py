"""`Executable.bind`: programs with constants for arguments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dlc
from dlc.compiler import Executable

SCALED = """
func.func @main(%x: tensor<?x4xf32, #graph.dims<n>>, %w: tensor<4xf32>, %s: f32, %k: i32)
    -> (tensor<?x4xf32, #graph.dims<n>>, f32, i32) {
  %b = graph.broadcast %w, [1] : tensor<4xf32> -> tensor<?x4xf32, #graph.dims<n>>
  %r = graph.mul %x, %b : tensor<?x4xf32, #graph.dims<n>>
  return %r, %s, %k : tensor<?x4xf32, #graph.dims<n>>, f32, i32
}
"""
X, W = np.ones((2, 4), np.float32), np.arange(4, dtype=np.float32)


@pytest.fixture(scope="module")
def scaled() -> Executable:
    return dlc.compile(SCALED, threads=1, level=0)


def test_bound_arguments_are_constants(scaled: Executable, tmp_path: Path) -> None:
    weights = W.copy()
    bound = scaled.bind({"w": weights}, s=0.5).bind(k=3)
    weights[:] = 0
    assert [each.name for each in bound.inputs] == ["x"]
    bound.save(tmp_path / "bound.dlc")
    for program in (bound, dlc.load(tmp_path / "bound.dlc")):
        result, number, integer = program(X)
        np.testing.assert_array_equal(result, X * W)
        assert (number, integer) == (0.5, 3)


def test_what_cannot_be_bound(scaled: Executable, tmp_path: Path) -> None:
    scaled.save(tmp_path / "scaled.dlc")
    loaded = dlc.load(tmp_path / "scaled.dlc")
    for program, values, message in (
        (scaled, {"v": W}, "@main has no argument 'v', did you mean"),
        (scaled, {"w": W[:3]}, r"argument 'w' of @main must have shape \(4,\), but got \(3,\)"),
        (scaled, {"x": X}, "argument 'x' of @main cannot be bound: its sizes are unknown"),
        (loaded, {"w": W}, "only a program that was just compiled can bind arguments"),
    ):
        with pytest.raises(dlc.InvalidArgument, match=message):
            program.bind(values)
