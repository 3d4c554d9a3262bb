"""Rows that are reduced to numbers, computed two at a time: where that pays, and with the same results."""

from __future__ import annotations

import numpy as np
import pytest

from dlc.dialects import vector
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.schedules.cost_model import streams
from dlc.passes.loops.schedules.machine import Machine
from support.scheduled_nests import scheduled

SOFTMAX = "%r = graph.softmax %x, [1] : {x}"
LAYER_NORM = "%r = graph.layer_norm %x, [1] epsilon 1.0e-05 : {x}"


def program(op: str, m: int, n: int) -> str:
    x = f"tensor<{m}x{n}xf32>"
    return f"func.func @main(%x: {x}) -> {x} {{\n{op.format(x=x)}\nreturn %r : {x}\n}}"


def reductions(module: Operation) -> int:
    """Return the number of vectors that are reduced: one for each row that is computed at a time, and each result."""
    return sum(isinstance(op, vector.ReductionOp) for op in module.walk())


@pytest.mark.parametrize("op", [SOFTMAX, LAYER_NORM], ids=["softmax", "layer_norm"])
@pytest.mark.parametrize(
    ("m", "n", "registers", "cores", "rows"),
    [
        (6, 64, 32, 1, 2),
        (6, 72, 32, 1, 2),
        (6, 64, 32, 2, 2),
        (5, 64, 32, 1, 1),
        (6, 64, 16, 1, 1),
        (2, 1024, 32, 1, 1),
    ],
    ids=["even", "rests", "threads", "odd", "few-registers", "a-page"],
)
def test_rows_are_computed_in_pairs(
    op: str, m: int, n: int, registers: int, cores: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PARALLEL_WORK", 64)
    before, after = scheduled(program(op, m, n), Machine(512, registers, cores=cores))
    assert reductions(after) == 2 * rows
    assert ("loop.parallel" in str(after)) is (cores > 1)
    x = np.random.default_rng(m).normal(size=(m, n)).astype(np.float32)
    [expected] = Interpreter(before).run("main", x)
    [actual] = Interpreter(after).run("main", x)
    np.testing.assert_allclose(np.asarray(actual), np.asarray(expected), rtol=1e-5, atol=1e-6)


def test_the_next_pair_of_rows_is_prefetched() -> None:
    """Rows are read for the second time in steps of four vectors: two rows ahead there are as many again."""
    _, after = scheduled(program(LAYER_NORM, 64, 768), Machine(512, 32, 1 << 15, 1 << 16))
    assert str(after).count("loop.prefetch") == 2 * 4
    assert "[%arg0 + 1, %arg1 + 1536]" in str(after)
