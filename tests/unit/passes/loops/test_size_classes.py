"""Products with an open number of rows: few rows get plans of their own, which change no result."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from dlc.dialects.loop.for_loop import NOT_SCHEDULED
from dlc.interp.interpreter import Interpreter
from dlc.ir.operations import Operation
from dlc.passes.loops.schedules.machine import Machine
from support.scheduled_nests import scheduled

MACHINE = Machine(128, 16, 1 << 11, 1 << 14, 1 << 20, 1)
ROWS = "tensor<?x16xf32, #graph.dims<n>>"
FOUND = "tensor<?x16xf32, #graph.dims<n>>"
COLUMNS = 16
DEPTH = 16


@cache
def product(kind: str) -> Operation:
    """Return the scheduled product with a matrix that is contiguous along the columns or along the sum, or constant."""
    is_dot = kind == "dot"
    weights = f"tensor<{COLUMNS}x{DEPTH}xf32>" if is_dot else f"tensor<{DEPTH}x{COLUMNS}xf32>"
    constant = f"%b = graph.constant dense<{matrix(kind).tolist()}> : {weights}" if kind == "constant" else ""
    text = f"""func.func @main(%a: {ROWS}{"" if constant else f", %b: {weights}"}) -> {FOUND} {{
  {constant}
  %p = graph.contract %a, %b, batch = [] x [], contracting = [1] x [{int(is_dot)}] : {ROWS}, {weights} -> {FOUND}
  %r = graph.relu %p : {FOUND}
  return %r : {FOUND}
}}"""
    return scheduled(text, MACHINE)[1]


def matrix(kind: str) -> np.ndarray:
    shape = (COLUMNS, DEPTH) if kind == "dot" else (DEPTH, COLUMNS)
    return np.random.default_rng(1).integers(-4, 5, shape).astype(np.float32)


@pytest.mark.parametrize("kind", ["update", "dot", "constant"])
def test_results_are_right_around_every_limit(kind: str) -> None:
    module, b = product(kind), matrix(kind)
    text = str(module)
    assert "_few" in text
    assert NOT_SCHEDULED not in text
    for rows in (0, 1, 2, 3, 7, 8, 9):
        a = np.random.default_rng(rows).integers(-4, 5, (rows, DEPTH)).astype(np.float32)
        [found] = Interpreter(module).run("main", a, *([] if kind == "constant" else [b]))
        expected = np.maximum(a @ (b.T if kind == "dot" else b), 0)
        np.testing.assert_array_equal(np.asarray(found), expected, f"{rows} rows")
