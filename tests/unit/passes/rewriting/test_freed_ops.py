"""Rewriting: what it erases is freed at once, because drivers and rewriters do not keep one another alive."""

from __future__ import annotations

import gc

import pytest

import dlc
from dlc.ir import Operation
from dlc.passes.manager.pipeline_text import parse_pipeline

TEXT = """
func.func @f(%x: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<8xf32>
  %z = arith.addi %c0, %c1 : index
  %b = memref.load %x[%z] : memref<8xf32>
  %s = arith.addf %a, %b : f32
  return %s : f32
}
"""


@pytest.mark.parametrize("pass_", ["canonicalize", "to-llvm"])
def test_erased_ops_need_no_collector(pass_: str) -> None:
    module, context = dlc.parse(TEXT), dlc.Context()
    pipeline = parse_pipeline(f"builtin.module({pass_})")
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert pipeline.run(module, context)
        gc.collect()
        left = [each for each in gc.garbage if isinstance(each, Operation)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert not left
