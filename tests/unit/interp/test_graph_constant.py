"""Constants of `graph` are the arrays that they say: of every element type, splat or listed, in the text or outside."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from support.graph_running import run_text

CONSTANTS: list[tuple[str, str, Any]] = [
    ("[[1.0, -2.5], [0.1, -0.0]]", "2x2xf32", np.array([[1.0, -2.5], [0.1, -0.0]], np.float32)),
    ("0.1", "2x3xf64", np.full((2, 3), 0.1)),
    ("3.0", "f32", np.array(3.0, np.float32)),
    ("", "0x4xf32", np.zeros((0, 4), np.float32)),
    ("[0x7F800000, 0xFF800000]", "2xf32", np.array([np.inf, -np.inf], np.float32)),
    ("0x7FC0", "2xbf16", np.full(2, np.nan, ml_dtypes.bfloat16)),
    ("[1.0, 3.0e-05]", "2xf16", np.array([1.0, 3.0e-05], np.float16)),
    ("[1.0, 448.0]", "2xf8E4M3FN", np.array([1.0, 448.0], ml_dtypes.float8_e4m3fn)),
    ("[-128, 127]", "2xi8", np.array([-128, 127], np.int8)),
    ("[0, 255]", "2xui8", np.array([0, 255], np.uint8)),
    ("-9223372036854775808", "1xi64", np.array([-(2**63)], np.int64)),
    ("[true, false, true]", "3xi1", np.array([True, False, True])),
    ("true", "2x2xi1", np.ones((2, 2), np.bool_)),
    ('"0x0000803F00000040"', "2xf32", np.array([1.0, 2.0], np.float32)),
]


@pytest.mark.parametrize(("elements", "type", "expected"), CONSTANTS, ids=[f"{e}:{t}" for e, t, _ in CONSTANTS])
def test_constant(elements: str, type: str, expected: Any) -> None:
    text = f"%c = graph.constant dense<{elements}> : tensor<{type}> return %c : tensor<{type}>"
    [array] = run_text(f"func.func @f() -> tensor<{type}> {{ {text} }}")
    assert (array.dtype, array.shape) == (expected.dtype, expected.shape)
    assert array.tobytes() == expected.tobytes()


def test_constant_beside_the_text() -> None:
    """The first four bytes say how the others are aligned."""
    [array] = run_text("""
      func.func @f() -> tensor<2xf32> {
        %c = graph.constant dense_resource<weights> : tensor<2xf32>
        return %c : tensor<2xf32>
      }
      {-# dialect_resources: { builtin: { weights: "0x040000000000803F00000040" } } #-}
    """)
    np.testing.assert_array_equal(array, np.array([1.0, 2.0], np.float32))
