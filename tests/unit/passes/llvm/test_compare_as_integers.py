"""The largest and the least floats, found among integers: nan, infinities and the signs of zeros included."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dlc.api import parse
from dlc.codegen.machine_description import instruction_options
from dlc.codegen.target import Target
from dlc.compiler import compile
from dlc.dialects.builtin import ModuleOp
from dlc.interp.interpreter import Interpreter
from dlc.passes.llvm.compare_as_integers import compare_as_integers
from support.properties import examples

SPECIAL = (0.0, -0.0, 1.0, -1.0, 1e-45, -1e-45, 3.4e38, -3.4e38, float("inf"), float("-inf"))
NANS = (0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF)
BITS = st.one_of(
    st.sampled_from(np.array(SPECIAL, np.float32).view(np.uint32).tolist()),
    st.sampled_from(NANS),
    st.integers(0, (1 << 32) - 1),
)


def program(op: str) -> ModuleOp:
    return parse(f"""
        func.func @main(%x: memref<16xf32>, %y: memref<4xf32>) {{
          %init = loop.vector_load %y[0] : memref<4xf32>, vector<4xf32>
          %r = loop.for %i = 0 to 16 step 8 iter_args(%m = %init) -> (vector<4xf32>) {{
            %v = loop.vector_load %x[%i] : memref<16xf32>, vector<4xf32>
            %n = arith.{op} %m, %v : vector<4xf32>
            %w = loop.vector_load %x[%i + 4] : memref<16xf32>, vector<4xf32>
            %o = arith.{op} %w, %n : vector<4xf32>
            loop.yield %o : vector<4xf32>
          }}
          loop.vector_store %r, %y[0] : memref<4xf32>, vector<4xf32>
          return
        }}
    """)


@pytest.mark.parametrize("op", ["maximumf", "minimumf"])
@given(bits=st.lists(BITS, min_size=20, max_size=20))
@examples(60)
def test_the_order_of_integers_is_that_of_floats(op: str, bits: list[int]) -> None:
    before, after = program(op), program(op)
    assert compare_as_integers(after) == 1
    assert f"arith.{op}" not in str(after)
    results: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = []
    for module in (before, after):
        x, y = np.array(bits[:16], np.uint32).view(np.float32), np.array(bits[16:], np.uint32).view(np.float32)
        Interpreter(module).run("main", x, y)
        results.append(y)
    expected, actual = results
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(expected))
    np.testing.assert_array_equal(np.where(np.isnan(actual), 0, actual), np.where(np.isnan(expected), 0, expected))
    signs = [np.signbit(each[~np.isnan(each)]).tolist() for each in results]
    assert signs[0] == signs[1]


@pytest.mark.parametrize("kind", ["max", "min"])
@pytest.mark.parametrize("place", [0, 17, 99, None])
def test_compiled_reductions_of_rows_keep_nan_and_the_signs_of_zeros(kind: str, place: int | None) -> None:
    text = f"""
        func.func @main(%x: tensor<3x100xf32>) -> tensor<3xf32> {{
          %r = graph.reduce <{kind}> %x, [1] : tensor<3x100xf32> -> tensor<3xf32>
          return %r : tensor<3xf32>
        }}
    """
    sign = -1 if kind == "max" else 1
    x = np.full((3, 100), sign * 0.0, np.float32)
    x[1] = sign * np.arange(1, 101)
    if place is not None:
        x[0, place] = -sign * 0.0
        x[2, place] = np.nan
    result = compile(text, threads=1, cache=False)(x)
    assert np.signbit(result[0]) == ((sign < 0) == (place is None))
    assert result[1] == sign
    assert np.isnan(result[2]) == (place is not None)


def test_which_processors_compare_integers() -> None:
    named = {
        triple: "compare-as-integers" in instruction_options(Target.of(triple))
        for triple in ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "wasm32-unknown-unknown")
    }
    assert named == {
        "x86_64-unknown-linux-gnu": True,
        "aarch64-unknown-linux-gnu": False,
        "wasm32-unknown-unknown": False,
    }
