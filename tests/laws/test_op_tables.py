"""Every op has a meaning and a lowering, or a reason stands here why it has none."""

from __future__ import annotations

from typing import Any

import pytest

from dlc.interp.semantics import find_semantics
from dlc.ir.definition import Op
from dlc.ir.op_table import OpTable
from dlc.passes.graph_grad import differentiates
from dlc.passes.graph_to_tensor.lowering import lowers
from dlc.passes.llvm.loop_to_cf.loop_lowering import branching, indexing
from dlc.passes.memory.bufferize.bufferization import bufferizes
from dlc.passes.memory.bufferize.decompose import expands
from dlc.passes.stablehlo_to_graph import translates
from dlc.passes.tosa_to_graph import translates as translates_tosa
from support.project import ops

TERMINATOR = "is lowered with the op that it is in"
BODY = "is part of a body that stays"
"""Reasons why an op has no lowering of its own."""

SHARED = "is run and lowered with the loop whose tensors it changes"
WITHOUT_LOWERING = {
    "tensor.parallel_insert_slice": SHARED,
    "graph.condition": TERMINATOR,
    "graph.yield": TERMINATOR,
    "loop.condition": TERMINATOR,
    "loop.yield": TERMINATOR,
    "tensor.index": BODY,
    "tensor.yield": BODY,
}
TEXT_ONLY = "is read and printed for other tools"
WITHOUT_MEANING = {
    **{op.name: TEXT_ONLY for op in ops() if op.__module__.endswith(("gpu.sparse", "gpu.matrices"))},
    "tensor.parallel_insert_slice": SHARED,
    "gpu.binary": TEXT_ONLY,
    "gpu.cluster_block_id": TEXT_ONLY,
    "gpu.cluster_dim": TEXT_ONLY,
    "gpu.cluster_dim_blocks": TEXT_ONLY,
    "gpu.cluster_id": TEXT_ONLY,
    "gpu.dynamic_shared_memory": TEXT_ONLY,
    "gpu.host_register": TEXT_ONLY,
    "gpu.host_unregister": TEXT_ONLY,
    "gpu.rotate": TEXT_ONLY,
    "gpu.set_default_device": TEXT_ONLY,
    "gpu.subgroup_broadcast": TEXT_ONLY,
    "gpu.warp_execute_on_lane_0": TEXT_ONLY,
    "memref.distinct_objects": TEXT_ONLY,
    "memref.dma_start": TEXT_ONLY,
    "memref.dma_wait": TEXT_ONLY,
    "gpu.func": "is launched by its name",
    "gpu.module": "holds what is launched",
    "memref.global": "is found by its name",
}


INTEGERS = "has integers as results"
BITS = "reads the bits of a float"
WITHOUT_GRADIENT = {
    "graph.constant": "has no operands",
    "graph.iota": "has no operands",
    "graph.condition": TERMINATOR,
    "graph.yield": TERMINATOR,
    "graph.bitcast": BITS,
    **dict.fromkeys(("graph.random_bits", "graph.random_normal", "graph.random_uniform"), "has an integer as operand"),
    **dict.fromkeys(("graph.rank", "graph.shape", "graph.dim", "graph.size", "graph.nonzero"), INTEGERS),
    "graph.check_indices": INTEGERS,
    **dict.fromkeys(("graph.argmax", "graph.argmin", "graph.quantize"), INTEGERS),
    **dict.fromkeys(("graph.compare", "graph.is_nan", "graph.is_inf", "graph.is_finite"), INTEGERS),
    **dict.fromkeys(("graph.not", "graph.and", "graph.or", "graph.xor"), INTEGERS),
    **dict.fromkeys(("graph.shift_left", "graph.shift_right"), INTEGERS),
    **dict.fromkeys(("graph.popcount", "graph.count_leading_zeros"), INTEGERS),
}

DEVICES = "concerns several devices, and a program runs on one"
OUTSIDE = "exchanges values with what is outside of the program while it runs"
SCALES = "takes scales that lack a sign and a zero, unlike the floats of graph ops"
WITHOUT_TRANSLATION = {
    "stablehlo.return": TERMINATOR,
    **dict.fromkeys(("stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv"), OUTSIDE),
    **dict.fromkeys(("stablehlo.async_start", "stablehlo.async_done"), DEVICES),
    "stablehlo.set_dimension_size": "gives a size below a bound, which types of tensors cannot say",
    "stablehlo.rng": "draws from a state beside its operands, and graph ops are functions of their operands",
    "chlo._asin_acos_kernel": "is a step of XLA's own expansion of other ops",
    "tosa.custom": "is an op of another domain",
    "tosa.variable": "is replaced where it is read",
    "tosa.variable_write": "changes a state that outlives calls, and graph ops are functions of their operands",
    **dict.fromkeys(("tosa.matmul_t_block_scaled", "tosa.cast_from_block_scaled", "tosa.cast_to_block_scaled"), SCALES),
}


def named(dialect: str) -> list[type[Op]]:
    return [op for op in ops() if op.name.partition(".")[0] == dialect]


@pytest.mark.parametrize(
    ("dialect", "tables"), [("graph", [lowers]), ("tensor", [bufferizes, expands]), ("loop", [branching, indexing])]
)
def test_lowerings(dialect: str, tables: list[OpTable[Any]]) -> None:
    lacking = [op.name for op in named(dialect) if not any(op in table for table in tables)]
    assert lacking == [name for name in lacking if name in WITHOUT_LOWERING]


@pytest.mark.parametrize(
    "dialect", ["amdgpu", "arith", "cf", "graph", "gpu", "loop", "math", "memref", "nvgpu", "tensor", "ub", "vector"]
)
def test_meanings(dialect: str) -> None:
    lacking = [op.name for op in named(dialect) if find_semantics(op) is None]
    assert lacking == [name for name in lacking if name in WITHOUT_MEANING]


@pytest.mark.parametrize(
    ("dialect", "table"), [("stablehlo", translates), ("chlo", translates), ("tosa", translates_tosa)]
)
def test_translations(dialect: str, table: OpTable[Any]) -> None:
    """Each op of StableHLO, CHLO and TOSA becomes graph ops, or has a reason why it does not."""
    lacking = [op.name for op in named(dialect) if op not in table]
    assert lacking == [name for name in lacking if name in WITHOUT_TRANSLATION]


def test_gradients() -> None:
    """Each op of `graph` has a gradient rule, or a reason why it has none."""
    assert [op.name for op in named("graph") if op not in differentiates and op.name not in WITHOUT_GRADIENT] == []
    assert [op.name for op in named("graph") if op in differentiates and op.name in WITHOUT_GRADIENT] == []


def test_no_reason_is_left_over() -> None:
    tables = [lowers, bufferizes, expands, branching, indexing]
    assert [op.name for op in ops() if op.name in WITHOUT_LOWERING and any(op in table for table in tables)] == []
    assert [op.name for op in ops() if op.name in WITHOUT_MEANING and find_semantics(op) is not None] == []
    assert WITHOUT_TRANSLATION.keys() == {op.name for op in ops() if op.name in WITHOUT_TRANSLATION} - {
        op.name for op in ops() if op in translates or op in translates_tosa
    }
