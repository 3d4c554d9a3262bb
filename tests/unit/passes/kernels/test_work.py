"""The floating-point operations of kernels are counted, and conversions are none."""

from __future__ import annotations

import pytest

from dlc.dialects.func import FuncOp
from dlc.passes.kernels.work import operations_in
from support.programs import module_of


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("%r = arith.mulf %a, %a : f32", 12),
        ("%r = math.fma %a, %a, %a : f32", 24),
        ("%v = vector.broadcast %a : f32 to vector<4xf32>\n %w = arith.addf %v, %v : vector<4xf32>", 48),
        ("%b = arith.truncf %a : f32 to bf16\n %c = arith.extf %b : bf16 to f32\n %r = arith.addf %c, %a : f32", 12),
        ("%b = arith.index_cast %i : index to i32\n %c = arith.sitofp %b : i32 to f32", 0),
        ("%b = arith.bitcast %a : f32 to i32\n %c = arith.addi %b, %b : i32\n %r = arith.bitcast %c : i32 to f32", 0),
    ],
)
def test_arithmetic_counts_and_conversions_do_not(body: str, expected: int) -> None:
    module = module_of(f"""
      func.func @kernel(%a: f32) {{
        loop.for %i = 0 to 12 {{
          {body}
        }}
        return
      }}""")
    [function] = [op for op in module.walk() if isinstance(op, FuncOp)]
    assert operations_in(function) == expected
